"""Edition files: every refusal names file, key and reason."""

from __future__ import annotations

import re
import shutil

import pytest

import proa
from proa.engine.core.editions import Reader, read_edition
from proa.engine.errors import BadDocument

TABLE = {
    "n": 5,
    "list": [1, 2, 3],
    "name": "Ann",
    "empty": "",
    "yes": True,
    "half": 0.5,
    "words": ["red", "blue"],
    "inner": {"depth": 3, "more": {"x": 1}},
    "rows": [{"a": 1}, {"a": 2}],
}


@pytest.fixture
def reader():
    return Reader(TABLE, "file.toml")


def test_values_are_read(reader):
    assert reader.integer("n", 0, 9) == 5
    assert reader.integers("list", 0, 3, least=3, most=3) == [1, 2, 3]
    assert reader.text("name") == "Ann"
    assert reader.texts("words") == ["red", "blue"]
    assert reader.word("name", ("Bob", "Ann")) == 1
    assert reader.words("words", ("blue", "red")) == [1, 0]
    assert reader.table("inner").table("more").integer("x", 0, 1) == 1
    assert [row.integer("a", 0, 9) for row in reader.tables("rows")] == [1, 2]
    assert "n" in reader
    assert "m" not in reader


@pytest.mark.parametrize(
    ("read", "sentence"),
    [
        (lambda r: r.any("m"), "m: is missing"),
        (lambda r: r.integer("name", 0, 9), "name: must be a whole number, not 'Ann'"),
        (lambda r: r.integer("yes", 0, 9), "yes: must be a whole number, not True"),
        (lambda r: r.integer("half", 0, 9), "half: must be a whole number, not 0.5"),
        (lambda r: r.integer("n", 6, 9), "n: must be between 6 and 9, not 5"),
        (lambda r: r.integers("n", 0, 9), "n: must be a list, not 5"),
        (lambda r: r.integers("list", 0, 2), "list[2]: must be between 0 and 2, not 3"),
        (lambda r: r.integers("list", 0, 9, least=4), "list: must have 4 to 1000 entries, not 3"),
        (lambda r: r.integers("list", 0, 9, least=2, most=2), "list: must have 2 entries, not 3"),
        (lambda r: r.text("empty"), "empty: must be a string, not ''"),
        (lambda r: r.text("n"), "n: must be a string, not 5"),
        (lambda r: r.texts("list"), "list[0]: must be a string, not 1"),
        (lambda r: r.word("name", ("Bob",)), "name: must be one of Bob, not 'Ann'"),
        (lambda r: r.words("words", ("red",)), "words[1]: must be one of red, not 'blue'"),
        (lambda r: r.table("n"), "n: must be a table"),
        (lambda r: r.tables("list"), "list[0]: must be a table"),
        (lambda r: r.table("inner").integer("depth", 0, 2), "inner.depth: must be between 0"),
        (lambda r: r.table("inner").table("more").any("y"), "inner.more.y: is missing"),
        (lambda r: r.tables("rows")[1].integer("a", 0, 1), "rows[1].a: must be between 0 and 1"),
    ],
)
def test_refusals_name_file_key_and_reason(reader, read, sentence):
    with pytest.raises(BadDocument) as caught:
        read(reader)
    assert str(caught.value).startswith(f"file.toml: {sentence}")


def test_keys_that_nothing_asked_for_are_refused(reader):
    for key in TABLE:
        reader.any(key)
    reader.finish()
    reader.table("inner").integer("depth", 0, 9)
    with pytest.raises(BadDocument, match=re.escape("file.toml: inner: unknown name 'more'")):
        reader.finish()


def test_keys_of_names_are_all_asked_for(reader):
    inner = reader.table("inner")
    assert inner.keys() == ["depth", "more"]
    inner.finish()


@pytest.fixture
def edition(tmp_path, toy):
    """An edition file of the toy's, made from its own by replacing a text."""

    def made(old="", new="", name="mine.toml"):
        content = (toy.spec.folder / "components.toml").read_text(encoding="utf-8")
        assert old in content
        path = tmp_path / name
        path.write_text(content.replace(old, new), encoding="utf-8")
        return path

    return made


def test_an_edition_is_played_with_its_own_components(edition, toy):
    path = edition("rounds = 4", "rounds = 1")
    game = proa.game("toy", edition=path)
    assert (game.edition, game.tables.rounds) == ("mine", 1)
    assert game.edition_hash != toy.edition_hash
    position = game.start(3, seed=1)
    for _ in range(3):
        position = game.play(position, "draw")
    assert position.is_over


def test_two_editions_play_side_by_side(edition, toy):
    """Tables are arguments: the second does not play the first's."""
    short = proa.game("toy", edition=edition("rounds = 4", "rounds = 1"))
    ends = []
    for game in (short, toy, short):
        position = game.start(3, seed=1)
        for _ in range(3):
            position = game.play(position, game.codes(position)[0])
        ends.append(position.is_over)
    assert ends == [True, False, True]


def test_comments_do_not_make_another_edition(edition, toy):
    assert proa.game("toy", edition=edition()).edition_hash == toy.edition_hash
    more = edition("hand = 3", "# a remark\nhand =    3", "more.toml")
    assert proa.game("toy", edition=more).edition_hash == toy.edition_hash


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("hand = 3", "hand = 0", "mine.toml: hand: must be between 1 and 10, not 0"),
        ("hand = 3", "", "mine.toml: hand: is missing"),
        (
            "hand = 3",
            "hand = 3\nwind = 2",
            "mine.toml: unknown name 'wind'; known names are cards, ",
        ),
        ("1 = 5", "7 = 5", "mine.toml: cards.1: is missing"),
        ("1 = 5", "1 = 5\n7 = 5", "mine.toml: cards: unknown name '7'"),
        ("hand = 3", "hand = ", "mine.toml: not a TOML file: "),
        ("hand = 3", "hand = 9", "mine.toml: cards: must be enough for 3 hands"),
    ],
)
def test_bad_editions_are_refused(edition, old, new, sentence):
    path = edition(old, new)
    if "hand = 9" in new:
        path.write_text(path.read_text().replace("most = 5", "most = 9"), encoding="utf-8")
    with pytest.raises(BadDocument) as caught:
        proa.game("toy", edition=path)
    assert str(caught.value).removeprefix(f"{path.parent}/").startswith(sentence)


def test_files_that_can_not_be_read_are_refused(tmp_path):
    with pytest.raises(BadDocument, match="no such edition file"):
        proa.game("toy", edition=tmp_path / "none.toml")
    with pytest.raises(BadDocument, match="can't be read"):
        proa.game("toy", edition=tmp_path)
    (tmp_path / "image.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadDocument, match="not a TOML file"):
        read_edition(tmp_path / "image.toml")


def test_a_position_of_another_edition_is_refused(edition, toy, tmp_path):
    other = proa.game("toy", edition=edition("rounds = 4", "rounds = 2"))
    document = other.dump(other.start(3, seed=1))
    with pytest.raises(BadDocument, match="edition_hash: must be"):
        toy.load(document)
    shutil.copy(edition("rounds = 4", "rounds = 2"), tmp_path / "same.toml")
    same = proa.game("toy", edition=tmp_path / "same.toml")
    assert same.load(document) == other.load(document)

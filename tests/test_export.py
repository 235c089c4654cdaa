"""Games as tables: pandas reads back what was played, and what can't be exported is reported."""

from __future__ import annotations

import errno
import json
import os
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import proa
from proa import export, records
from proa.arena.matches import play_games, simulate
from proa.engine.errors import BadDocument, BadOption
from proa.games import GAMES

pandas = pytest.importorskip("pandas", reason="pip install 'proa[export]'")
parquet = pytest.importorskip("pyarrow.parquet", reason="pip install 'proa[export]'")
GUIDE = Path(__file__).parents[1] / "docs" / "guide" / "studying.md"


def played(name, players, games=3, bots=("random",), **options):
    game = proa.open_game(name, None, options)
    return [(f"{n}", record) for n, record in enumerate(play_games(game, players, games, 5, bots))]


@pytest.fixture(scope="module")
def tahiti():
    return played("tahiti", 3) + played("tahiti", 2, 1)


@pytest.fixture(params=["parquet", "csv"])
def read(request, tahiti, tmp_path):
    """Return both tables, as pandas reads their files."""
    counts = export.write(tahiti, tmp_path, request.param, labels="en")
    reading = {"parquet": pandas.read_parquet, "csv": pandas.read_csv}[request.param]
    games, decisions = (reading(tmp_path / f"{name}.{request.param}") for name in counts)
    assert counts == {"games": len(games), "decisions": len(decisions)}
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        f"decisions.{request.param}",
        f"games.{request.param}",
    ]
    return games, decisions


def test_a_game_is_a_row(read, tahiti):
    games, _ = read
    assert list(games["game_id"]) == [0, 1, 2, 3]
    assert list(games["players"]) == [3, 3, 3, 2]
    assert games[["score_2", "return_2", "white_2"]].isna().to_numpy().any(axis=1).tolist() == [
        *(False, False, False),
        True,
    ]
    for row, (origin, record) in zip(games.to_dict("records"), tahiti, strict=True):
        result = records.to_json(record)["result"]
        seats = range(record.players)
        assert str(row["record"]) == origin
        assert [row[f"score_{seat}"] for seat in seats] == result["scores"]
        assert [row[f"return_{seat}"] for seat in seats] == result["returns"]
        assert row["decisions"] == len(record.decisions)
        assert row["key"] == "".join(f"{half:016x}" for half in record.key)
        assert json.loads(row["options"]) == record.game.options
        last = records.final_position(record)
        for seat in seats:
            sheet = record.game.sheet(last, seat)
            assert {source: row[f"{source}_{seat}"] for source in sheet} == sheet
            assert row[f"bot_{seat}"].startswith("random ")


def test_a_decision_is_a_row(read, tahiti):
    _, decisions = read
    for number, (_, record) in enumerate(tahiti):
        mine = decisions[decisions["game_id"] == number].to_dict("records")
        steps = [step for step in records.replay(record) if step.code is not None]
        game = record.game
        for row, step in zip(mine, steps, strict=True):
            assert (row["number"], row["seat"], row["code"]) == (step.number, step.seat, step.code)
            assert game.code(row["action"]) == step.code
            assert row["legal"] == len(game.legal_actions(step.before))
            assert row["question"] == game.spec.questions.row(step.before.fields).code
            assert row["label"] == game.label(step.before, step.code)
            told = row["outcomes"] if isinstance(row["outcomes"], str) else ""
            assert told.split() == list(step.outcomes)
            for moment, position in (("before", step.before), ("after", step.after)):
                found = [row[f"score_{moment}_{seat}"] for seat in range(record.players)]
                assert found == game.scores(position)


def test_pandas_gets_the_same_without_files(tahiti, tmp_path):
    export.write(tahiti, tmp_path)
    for name, frame in zip(("games", "decisions"), export.frames(tahiti), strict=True):
        kept = pandas.read_parquet(tmp_path / f"{name}.parquet").astype(frame.dtypes)
        pandas.testing.assert_frame_equal(kept, frame)


NAMES = ("NA", "None", "=1+1", "@x", "-", "nan")


@pytest.fixture
def strangely_named(tahiti):
    """Games of people with names that programs take for something else."""

    def named(record, names):
        seats = [{"name": name, "kind": "person"} for name in names]
        return replace(record, seats=seats)

    return [(f"={n}", named(tahiti[n][1], NAMES[3 * n : 3 * n + 3])) for n in range(2)]


@pytest.mark.parametrize("form", ["parquet", "csv"])
def test_names_survive_as_the_guide_reads_them(strangely_named, tmp_path, form):
    export.write(strangely_named, tmp_path, form)
    if form == "csv":
        wishes = {"keep_default_na": False, "na_values": [""]}
        games = pandas.read_csv(tmp_path / "games.csv", dtype_backend="numpy_nullable", **wishes)
        mark = "'"
    else:
        games = pandas.read_parquet(tmp_path / "games.parquet", dtype_backend="numpy_nullable")
        mark = ""
    found = [name for _, row in games.iterrows() for name in row[["name_0", "name_1", "name_2"]]]
    assert found == ["NA", "None", f"{mark}=1+1", f"{mark}@x", f"{mark}-", "nan"]
    assert games["record"].tolist() == [f"{mark}=0", f"{mark}=1"]
    assert games["name_3"].isna().all()
    assert str(games["score_3"].dtype) == "Int64"  # a column with gaps
    assert games["score_0"].tolist() == [first_score(record) for _, record in strangely_named]


def first_score(record):
    return records.to_json(record)["result"]["scores"][0]


def test_a_game_that_goes_on_has_no_winner(tahiti):
    _, record = tahiti[0]
    part = records.Record(
        record.game, 3, record.key, outcomes=record.outcomes, decisions=record.decisions[:7]
    )
    games, decisions = export.frames([("part", part)])
    assert len(decisions) == 7
    assert not games["over"].any()
    assert games["return_0"].isna().all()
    assert games["name_0"].isna().all()


def test_many_rows_are_written_in_portions(tahiti, tmp_path, monkeypatch):
    whole = export.frames(tahiti)[1]
    monkeypatch.setattr(export, "PORTION", 100)
    export.write(tahiti, tmp_path)
    assert parquet.ParquetFile(tmp_path / "decisions.parquet").num_row_groups > 1
    assert len(pandas.read_parquet(tmp_path / "decisions.parquet")) == len(whole)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_its_columns(name, tmp_path):
    kind = proa.game(name).spec
    made = export.columns(kind, labels=True)
    for table in made.values():
        names = [column.name for column in table]
        assert len(names) == len(set(names)), "no source may be called like another column"
    export.write(played(name, kind.players[1], 1), tmp_path)
    schema = parquet.read_schema(tmp_path / "games.parquet")
    assert schema.names == [column.name for column in made["games"]]
    assert schema.field("score_0").metadata[b"meaning"].startswith(b"points at the end")
    decisions = pandas.read_parquet(tmp_path / "decisions.parquet")
    assert decisions["question"].notna().all() == bool(kind.questions.rows)


def test_games_of_a_match_are_those_of_simulate():
    game, bots = proa.game("tahiti"), ["search:20", "random", "random"]
    result = simulate(game, 3, 4, 9, bots, threads=2)
    found = export.frames([("", record) for record in play_games(game, 3, 4, 9, bots, threads=1)])[
        0
    ]
    assert found["decisions"].tolist() == result.decisions.tolist()
    for number in range(4):
        scores = [found[f"score_{seat}"][number] for seat in range(3)]
        assert sorted(scores) == sorted(result.scores[number].tolist())
        assert found[f"name_{number % 3}"][number] == "search:20"


def test_the_guide_names_every_column():
    _, _, section = GUIDE.read_text(encoding="utf-8").partition("## Tables for pandas")
    rows = re.findall(r"^\| `(.*?)` \| (.*?) \|$", section.partition("\n## ")[0], re.MULTILINE)
    told = [
        (column.name, column.meaning) for table in export.documented().values() for column in table
    ]
    assert rows == told


# -- what can't be -------------------------------------------------------------------------


def refused(*arguments, **more):
    with pytest.raises((BadDocument, BadOption)) as caught:
        export.write(*arguments, **more)
    return str(caught.value)


def test_games_of_two_kinds_are_not_mixed(tahiti, tmp_path):
    sentence = refused([*tahiti, *played("borneo", 3, 1)], tmp_path)
    assert sentence.startswith("0: is a game of borneo, but the earlier files are of tahiti;")
    assert [*tmp_path.iterdir()] == [], "nothing is left behind"


def test_a_record_that_does_not_replay_is_named(tahiti, tmp_path):
    _, record = tahiti[0]
    seats, first = 3, record.decisions[0]
    wrong = records.Decision(first.seat, "bid:1")
    bad = records.Record(
        record.game, seats, record.key, outcomes=record.outcomes, decisions=[wrong]
    )
    assert refused([("mine.json", bad)], tmp_path).startswith("mine.json: actions[0]: ")


def test_nothing_can_not_be_exported(tmp_path):
    assert refused([], tmp_path) == "there are no games to export"
    with pytest.raises(BadDocument, match="no game"):
        export.frames([])


def test_a_form_that_there_is_not(tahiti, tmp_path):
    assert refused(tahiti, tmp_path, "xlsx") == "the formats are parquet / csv, not 'xlsx'"


def test_a_folder_that_can_not_be_written(tahiti, tmp_path):
    assert "can't be written" in refused(tahiti, tmp_path / "no" / "folder", "csv")


@pytest.mark.parametrize("is_there", [False, True])
def test_a_full_disk_leaves_nothing_behind(tahiti, tmp_path, monkeypatch, is_there):
    class Full:
        def __init__(self, path, _):
            path.touch()

        def write(self, _):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        close = write

    folder = tmp_path / "tables"
    if is_there:
        folder.mkdir()
    monkeypatch.setitem(export._FILES, "csv", Full)
    assert refused(tahiti, folder, "csv").endswith("can't be written: No space left on device")
    assert [*tmp_path.rglob("*")] == ([folder] if is_there else [])


@pytest.fixture
def bare(monkeypatch):
    """Simulate an installation without the extra."""
    for name in ("pandas", "pyarrow", "pyarrow.parquet"):
        monkeypatch.setitem(sys.modules, name, None)


@pytest.mark.usefixtures("bare")
def test_without_the_extra_there_is_csv(tahiti, tmp_path):
    wish = "which is not installed: pip install 'proa[export]'"
    assert refused(tahiti, tmp_path) == f"this needs pyarrow, {wish}"
    with pytest.raises(BadOption, match="this needs pandas"):
        export.frames(tahiti)
    export.write(tahiti, tmp_path, "csv")
    assert (tmp_path / "games.csv").read_text().count("\n") == len(tahiti) + 1

"""Rendering of messages, and whether every sentence has its Russian translation."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import jinja2
import pytest
from babel.messages.pofile import read_po

import proa
from proa.engine import messages
from proa.engine.messages import join_list, localize, plural, say, seat, text

SOURCE = Path(proa.__file__).parent
TOY = Path(__file__).resolve().parents[1] / "toy"

FIRST_IS_SENTENCE = {
    "say", "t", "translated", "ProaError", "BadOption", "BadDocument", "IllegalAction", "Refusal",
    "Unfit", "_words",
}  # fmt: skip
SECOND_IS_SENTENCE = {"refuse", "refuse_option"}
PLURALS = {"plural", "tn"}


# -- putting into words ----------------------------------------------------------------------


def test_values_are_put_into_the_sentence():
    message = say("{seat} bids {n}.", seat=seat(1), n=4)
    assert text(message, "en", ["Ann", "Ben"]) == "Ben bids 4."
    assert text(message) == "Seat 2 bids 4."


def test_values_may_be_messages():
    message = say("{what}!", what=say("{n} pearls", n=2))
    assert text(message) == "2 pearls!"


def test_a_sentence_without_values_may_have_braces():
    assert text(say("a {b} c")) == "a {b} c"


def test_names_are_not_sentences():
    """Nobody's name is looked up, translated or filled in."""
    names = ["{seat}", "Easy"]
    assert text(say("{seat} passes.", seat=seat(0)), "ru", names).startswith("{seat}")
    assert "Easy" in text(say("{seat} passes.", seat=seat(1)), "ru", names)


@pytest.mark.parametrize(
    ("n", "english", "russian"),
    [
        (0, "0 cards", "0 карт"),
        (1, "one card", "1 карта"),
        (2, "2 cards", "2 карты"),
        (5, "5 cards", "5 карт"),
        (11, "11 cards", "11 карт"),
        (12, "12 cards", "12 карт"),
        (21, "21 cards", "21 карта"),
        (22, "22 cards", "22 карты"),
        (111, "111 cards", "111 карт"),
    ],
)
def test_plural_forms(toy, n, english, russian):
    message = plural("one card", "{n} cards", n)
    assert text(message, "en") == english
    assert text(message, "ru") == russian


def test_a_missing_translation_shows_the_english():
    assert text(say("never translated {n}", n=1), "ru") == "never translated 1"


@pytest.mark.parametrize(
    ("items", "expected"),
    [([], "nothing"), ([1], "1"), ([1, 2], "1 and 2"), ([1, 2, say("three")], "1, 2 and three")],
)
def test_lists(items, expected):
    assert text(join_list(items)) == expected


def test_json_in_words_keeps_its_form():
    value = {"a": [say("{n} x", n=1), 2], "seat": {"seat": 0}, "b": None, "c": {"d": "e"}}
    expected = {"a": ["1 x", 2], "seat": "Ann", "b": None, "c": {"d": "e"}}
    assert localize(value, "en", ["Ann"]) == expected


def test_a_game_from_outside_brings_its_words(toy):
    assert text(say("Draw a card"), "ru") == "Взять карту"


# -- every sentence has its Russian ----------------------------------------------------------


def _literals(node):
    """Return the possible texts of an expression: a literal, or either branch of a choice.

    A string that contains values already is returned as written: it can't be translated.
    """
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.JoinedStr):
        return [ast.unparse(node)]
    if isinstance(node, ast.IfExp):
        return _literals(node.body) + _literals(node.orelse)
    return []


def _called(node):
    function = node.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _sentences_of_python(path):
    """Yield (line, sentence or (one, many)) of each sentence in a file; names are followed."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    constants = _assigned(tree.body)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    within = {node for function in functions for node in ast.walk(function)}
    yield from _said((node for node in ast.walk(tree) if node not in within), constants)
    for function in functions:
        yield from _said(ast.walk(function), constants | _assigned(ast.walk(function)))


def _assigned(nodes):
    """Return the expressions that names stand for."""
    found = {}
    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found.setdefault(node.targets[0].id, []).append(node.value)
    return found


def _said(nodes, known):
    def texts(argument):
        values = known.get(getattr(argument, "id", None), [argument])
        return [text for value in values for text in _literals(value)]

    for node in nodes:
        if not isinstance(node, ast.Call):
            continue
        name, arguments = _called(node), node.args
        if name in PLURALS and len(arguments) >= 2:
            for one in texts(arguments[0]):
                for many in texts(arguments[1]):
                    yield node.lineno, (one, many)
        place = 1 if name in SECOND_IS_SENTENCE else 0 if name in FIRST_IS_SENTENCE else None
        if place is not None and len(arguments) > place:
            for sentence in texts(arguments[place]):
                yield node.lineno, sentence


def _sentences_of_template(path):
    environment = jinja2.Environment(extensions=["jinja2.ext.do", "jinja2.ext.loopcontrols"])
    tree = environment.parse(path.read_text(encoding="utf-8"))
    for call in tree.find_all(jinja2.nodes.Call):
        name = getattr(call.node, "name", "")
        texts = [a.value for a in call.args if isinstance(a, jinja2.nodes.Const)]
        if name == "t" and texts:
            yield call.lineno, texts[0]
        if name == "tn" and len(texts) >= 2:
            yield call.lineno, (texts[0], texts[1])


def _sentences(path):
    return _sentences_of_python(path) if path.suffix == ".py" else _sentences_of_template(path)


def _entries(path):
    with path.open("rb") as file:
        return {entry.id: entry for entry in read_po(file, locale="ru") if entry.id}


def _known_in(folder):
    """Return the entries of the ``ru.po`` of a folder and those above it, and of the engine's; a
    game's is in its ``texts`` folder."""
    roots = (SOURCE, TOY)
    folders = [folder, *(one for one in folder.parents if any(map(one.is_relative_to, roots)))]
    known = _entries(SOURCE / "engine" / "ru.po")
    for path in (place / name for place in folders for name in ("ru.po", "texts/ru.po")):
        if path.is_file():
            known |= _entries(path)
    return known


TOY_PO = TOY / "texts" / "ru.po"
SAYING = sorted(
    {
        path.parent
        for pattern in ("*.py", "*.html", "*.jinja")
        for root in (SOURCE, TOY)
        for path in root.rglob(pattern)
    }
)
"""The folders whose code may contain sentences."""


@pytest.mark.parametrize("folder", SAYING, ids=lambda folder: folder.name)
def test_every_sentence_has_its_russian(folder):
    known = _known_in(folder)
    plurals = {entry.id[0] for entry in known.values() if isinstance(entry.id, tuple)}
    missing = []
    for path in sorted(folder.iterdir()):
        if path.suffix not in (".py", ".html", ".jinja"):
            continue
        for line, sentence in _sentences(path):
            found = sentence[0] in plurals if isinstance(sentence, tuple) else sentence in known
            if sentence and not found:
                missing.append(f"{path.name}:{line}: {sentence!r}")
    assert not missing, "not in ru.po (a game's: texts/ru.po):\n" + "\n".join(missing)


def test_the_collector_finds_sentences():
    """The test above is able to fail."""
    chapters = ("sections.py", "turn.py")
    found = {one for name in chapters for _, one in _sentences_of_python(TOY / "texts" / name)}
    assert "Draw a card" in found
    assert ("one card", "{n} cards") in found
    assert any(
        "must be one of" in s
        for _, s in _sentences_of_python(SOURCE / "engine" / "core" / "schema.py")
    )


def test_the_collector_follows_names_and_sees_values_put_in_too_early(tmp_path):
    file = tmp_path / "rules.py"
    file.write_text(
        'def f(n):\n    why = "too dear"\n    refuse("x", why)\n    say(f"{n} left")\n',
        encoding="utf-8",
    )
    assert [sentence for _, sentence in _sentences_of_python(file)] == [
        "too dear",
        "f'{n} left'",
    ]


def _names(pattern):
    return {name for _, name, _, _ in string.Formatter().parse(pattern) if name is not None}


@pytest.mark.parametrize(
    "path",
    sorted([*SOURCE.rglob("ru.po"), TOY_PO]),
    ids=lambda path: path.parent.name,
)
def test_every_translation_is_whole(path):
    """Three plural forms, nothing empty or doubtful, no name the sentence does not give."""
    wrong = []
    for entry in _entries(path).values():
        ids = entry.id if isinstance(entry.id, tuple) else (entry.id,)
        strings = entry.string if isinstance(entry.string, tuple) else (entry.string,)
        given = set().union(*map(_names, ids))
        whole = len(strings) == (3 if len(ids) == 2 else 1) and all(strings) and not entry.fuzzy
        if not whole or any(not _names(one) <= given for one in strings):
            wrong.append(ids[0])
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("game", [path.name for path in (SOURCE / "games").glob("[a-z]*/")])
def test_one_sentence_has_one_russian(game):
    """Files of one catalog are merged, and the first one wins: none may mean something else by it.

    That is a game's own and those that all share, among which no other game's are.
    """
    russian, games = {}, SOURCE / "games"
    for path in sorted(SOURCE.rglob("ru.po")):
        if path.is_relative_to(games / game) or not path.is_relative_to(games):
            for sentence, entry in _entries(path).items():
                russian.setdefault(sentence, set()).add(entry.string)
    assert not {sentence: said for sentence, said in russian.items() if len(said) > 1}


@pytest.fixture
def two_games(tmp_path, monkeypatch):
    """Register two games that translate one word differently, and one of them a word of ours."""
    monkeypatch.setattr(messages, "_games", dict(messages._games))
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    head += f'"{_plural_forms(TOY_PO)}\n'
    for name, said in (("sea", {"Bank": "Отмель", "Close": "Рядом"}), ("city", {"Bank": "Банк"})):
        entries = "".join(f'\nmsgid "{one}"\nmsgstr "{ru}"\n' for one, ru in said.items())
        plural = '\nmsgid "one bank"\nmsgid_plural "{n} banks"\n'
        plural += "".join(f'msgstr[{n}] "{name} {{n}}"\n' for n in range(3))
        (tmp_path / name).mkdir()
        (tmp_path / name / "ru.po").write_text(head + entries + plural, encoding="utf-8")
        messages.add_game(name, tmp_path / name)
    yield messages.MessageDomain("sea"), messages.MessageDomain("city")
    messages._catalog.cache_clear()


def test_two_games_may_have_another_russian_for_one_word(two_games):
    sea, city = two_games
    assert text(sea.say("Bank"), "ru") == "Отмель"
    assert text(city.say("Bank"), "ru") == "Банк"
    assert text(sea.plural("one bank", "{n} banks", 5), "ru") == "sea 5"
    assert text(join_list([sea.say("Bank"), city.say("Bank")]), "ru") == "Отмель и Банк"
    assert text(city.say("{a}!", a=sea.say("Bank")), "ru") == "Отмель!"


def test_a_game_may_use_the_common_words_or_have_its_own(two_games):
    sea, city = two_games
    assert text(sea.say("Close"), "ru") == "Рядом"
    assert text(city.say("Close"), "ru") == text(say("Close"), "ru") == "Закрыть"


def test_no_game_has_the_words_of_another(two_games):
    sea, _ = two_games
    assert text(sea.say("Draw a card"), "ru") == "Draw a card"
    assert text(say("Draw a card"), "ru") == "Взять карту"


def test_a_template_of_a_game_has_its_words(two_games):
    from proa.web.pages import environment

    russian = environment("ru")
    for name, said in (("games/sea/a.jinja", "Отмель"), ("games/city/a.jinja", "Банк")):
        for source in ('{{ t("Bank") }}', '{% set bank = "Bank" %}{{ t(bank) }}'):
            code = russian.compile(source, name)
            made = russian.template_class.from_code(russian, code, {**russian.globals})
            assert made.render(locale="ru", names=()) == said


def _plural_forms(path):
    """Return the line of a file that defines its plural forms."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(line for line in lines if line.startswith('"Plural-Forms')).removeprefix('"')


def test_all_files_count_alike():
    """They are merged: one rule for plural forms must fit all."""
    assert len({_plural_forms(path) for path in [*SOURCE.rglob("ru.po"), TOY_PO]}) == 1


def test_every_locale_is_known():
    assert messages.LOCALES == ("en", "ru")


def test_what_many_are_shown_is_kept_for_few_names():
    """Names are given by strangers, who may change them without end."""
    shared = messages.Shared(who={"seat": 0})
    first = shared.localize("en", ["Hina"])
    assert first == {"who": "Hina"}
    assert shared.localize("en", ["Hina"]) is first
    for n in range(messages.MAX_LOCALIZED):
        shared.localize("en", [f"Teva {n}"])
    assert shared.localize("en", ["Hina"]) is not first
    made = [shared.cached(n, lambda n=n: [n]) for n in range(messages.MAX_CACHED)]
    assert shared.cached(messages.MAX_CACHED - 1, list) is made[-1]
    shared.cached("one more", list)
    assert shared.cached(0, lambda: "anew") == "anew"

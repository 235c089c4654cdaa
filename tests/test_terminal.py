"""Printed text: nothing from a file, a name or an argument controls the terminal."""

from __future__ import annotations

import ast
import asyncio
import io
import json
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
import sqlalchemy as sa
import typer

import proa
from proa import cli
from proa.cli import console
from proa.cli.files import read_file
from proa.engine.messages import visible
from proa.server.config.settings import Settings
from proa.server.host.housekeeping import open_database
from proa.server.store import rows, schema
from proa.server.store.rows import ChatLine
from proa.server.store.store import Store
from server.rows import seat_rows, table_row, write

EVIL = "\x1b]0;gone\x07\x1b[31mx\x9b2J\u202e\u2066\r\n\x08\u2028\u200b\x7f\x85"
"""Titles and colours of terminals, direction changes, line ends, invisible characters."""
CLI = Path(cli.__file__).parent


@pytest.fixture
def run(monkeypatch, capsys):
    """Return a function: ``run("rules", "tahiti")`` gives exit status, output and errors."""

    def run(*command: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["proa", *command])
        status = 0
        try:
            cli.main()
        except SystemExit as stop:
            status = int(stop.code or 0)
        shown = capsys.readouterr()
        return status, shown.out, shown.err

    monkeypatch.setenv("PROA_LANG", "en")
    return run


def is_calm(printed: str) -> bool:
    """Return whether a terminal only shows the text."""
    return all(c.isprintable() or c in "\n\t" or unicodedata.category(c) == "Zs" for c in printed)


def test_what_is_made_visible_stays_readable():
    assert visible(f"Хина{EVIL}\ud800") == (
        "Хина\\x1b]0;gone\\x07\\x1b[31mx\\x9b2J\\u202e\\u2066\\r\\n\\x08\\u2028\\u200b\\x7f\\x85\\ud800"
    )
    assert visible("ninety\u00a0% שלום") == "ninety\u00a0% שלום"
    assert visible("a\nb\x1b", keep="\n") == "a\nb\\x1b"


def test_commands_print_by_one_way_out():
    found = []
    for file in sorted(CLI.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            name = getattr(node, "id", getattr(node, "attr", ""))
            if name in ("print", "echo", "secho", "Console") and file.name != "console.py":
                found.append((file.name, node.lineno, name))
    assert found == []


def documents() -> Iterator[object]:
    """Yield records and positions with an error whose message repeats their text."""
    good = {"format": 1, "game": "tahiti", "players": 2, "decisions": []}
    yield EVIL
    yield {"format": EVIL}
    yield {**good, EVIL: EVIL}
    yield from ({**good, name: EVIL} for name in ("game", "players", "decisions", "edition", "key"))
    yield from ({**good, name: [EVIL]} for name in ("game", "decisions", "start", "proof"))
    yield from ({**good, name: {EVIL: EVIL}} for name in ("options", "edition", "proof", "result"))
    yield {**good, "decisions": [{"seat": 0, "code": EVIL, EVIL: 1}]}
    yield {**good, "options": {"tie": EVIL}}


@pytest.mark.parametrize("command", ["verify", "replay", "scores tahiti"])
@pytest.mark.parametrize("document", list(documents()), ids=lambda document: "record")
def test_a_file_is_quoted_visibly(run, tmp_path, command, document):
    file = tmp_path / f"{EVIL}.json"
    file.write_text(json.dumps(document))
    status, out, err = run(*command.split(), str(file))
    assert status == 2
    assert is_calm(out + err)
    assert len(err.splitlines()) == 1
    assert "\\x1b]0;gone\\x07" in err


@pytest.mark.parametrize(
    "command",
    [
        [EVIL],
        [f"--{EVIL}"],
        ["rules", EVIL],
        ["rules", "tahiti", EVIL],
        ["verify", f"{EVIL}\udcff"],
        ["simulate", EVIL],
        ["simulate", f"{EVIL}:KIND"],
        ["simulate", "tahiti", "--bots", EVIL],
        ["simulate", "tahiti", "--option", f"{EVIL}={EVIL}"],
        ["simulate", "tahiti", "--option", f"tie={EVIL}"],
        ["simulate", "tahiti", "--games", EVIL],
        ["simulate", "tahiti", "--edition", EVIL],
        ["record", "tahiti", "-o", f"{EVIL}/x"],
        ["export", EVIL, "-o", f"nowhere/{EVIL}"],
        ["settings", "--set", EVIL],
        ["settings", "--set", f"{EVIL}={EVIL}"],
        ["settings", "--set", f"searches={EVIL}"],
        ["settings", "--config", EVIL],
        ["tidy", "--data", EVIL],
        ["tidy", "--database", f"postgresql://{EVIL}@nowhere.invalid:1/{EVIL}"],
        ["backup", f"/nowhere/{EVIL}"],
        ["admin", EVIL],
        ["admin", "show", EVIL],
        ["admin", "mute", EVIL],
    ],
)
def test_arguments_are_quoted_visibly(run, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PROA_DATA_DIR", str(tmp_path / "none"))
    status, out, err = run(*command)
    assert status == 2
    assert is_calm(out + err)
    assert len(err.splitlines()) == 1


def test_files_of_settings_and_editions_are_quoted_visibly(run, tmp_path):
    escaped = json.dumps(EVIL)
    for number, content in enumerate(
        (
            f"{escaped} = 1",
            f"searches = {escaped}",
            f"a = \x1b{escaped}",
            "searches = " + "9" * 5000,
            "a = " + "[" * 3000,
        )
    ):
        file = tmp_path / f"{number}.toml"
        file.write_text(content)
        for command in (["settings", "--config"], ["simulate", "tahiti", "--edition"]):
            status, out, err = run(*command, str(file))
            assert status == 2, (content[:30], command)
            assert is_calm(out + err)
            assert len(err.splitlines()) == 1
    file.write_text(f"host = {escaped}")
    for more in ([], ["--json"]):
        status, out, _ = run("settings", "--config", str(file), *more)
        assert status == 0
        assert is_calm(out)
        assert "]0;gone" in out
    assert json.loads(out)["host"]["value"] == EVIL


def _texts(value: object) -> Iterator[str]:
    """Yield every text in JSON, cut to 30 characters."""
    if isinstance(value, str):
        yield value[:30]
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each)


def test_the_host_is_shown_what_players_wrote(run, tmp_path):
    settings = Settings(tmp_path / "data")
    open_database(settings)

    async def fill() -> None:
        store = Store(settings.database)
        row = table_row("ab" * 16, name=EVIL, game=f"toy{EVIL}", host=EVIL[:30])
        await store.create(row, seat_rows(row.id))
        line = ChatLine(0, 0, EVIL, EVIL, 0, 0.0, EVIL[:30])
        await store.say(row.id, line)
        await store.report(row.id, line, "me")
        await store.ban(EVIL[:30], "mute", None)
        await store.close()

    asyncio.run(fill())
    for command in (["list"], ["list", "--reports"], ["list", "--barred"], ["show", "ab" * 16]):
        for more in ([], ["--json"]):
            status, out, err = run("admin", *command, *more, "--data", str(settings.data_dir))
            assert (status, err) == (0, "")
            assert is_calm(out), command
            assert "]0;gone" in out
            if more:
                assert EVIL[:30] in list(_texts(json.loads(out)))
    assert len(run("admin", "list", "--data", str(settings.data_dir))[1].splitlines()) == 2


# -- numbers ---------------------------------------------------------------------------------


def _numbers() -> Iterator[tuple[list[str], str]]:
    """Yield every numeric option and argument, with its command."""

    def of(command: typer.core.TyperGroup, path: list[str]) -> Iterator[tuple[list[str], str]]:
        for name, each in command.commands.items():
            if hasattr(each, "commands"):
                yield from of(each, [*path, name])
                continue
            for parameter in each.params:
                if parameter.bare_type() in ("int", "float"):
                    is_option = parameter.opts[0].startswith("-")
                    yield [*path, name], parameter.opts[-1] if is_option else ""

    yield from of(typer.main.get_command(cli.app), [])


NUMBERS = sorted(_numbers())


def test_there_are_numbers():
    assert (["admin", "mute"], "--days") in NUMBERS
    assert len(NUMBERS) > 15


@pytest.mark.parametrize("number", ["nan", "inf", "1e999", "-1e999", "9" * 5000, "", "0x10"])
@pytest.mark.parametrize(("command", "option"), NUMBERS)
def test_no_option_takes_what_is_no_number_of_use(
    run, tmp_path, monkeypatch, command, option, number
):
    monkeypatch.setenv("PROA_DATA_DIR", str(tmp_path / "none"))
    if command[-1] in ("mute", "block"):
        open_database(Settings(tmp_path / "none"))
    needed = {"mute": ["203.0.113.5"], "block": ["203.0.113.5"], "delete": ["abcd"]}
    given = [f"{option}={number}"] if option else [number]
    status, out, err = run(*command, *needed.get(command[-1], []), *given)
    assert status == 2, out
    assert "Traceback" not in err
    assert len(err.splitlines()) == 1
    assert len(err) < 1000


@pytest.mark.parametrize("until", [float("inf"), 1e300, 1e18, float("nan"), -1e300])
def test_a_time_that_is_none_breaks_nothing(run, tmp_path, until):
    """As an earlier version stored for ``--days 1e999``."""
    settings = Settings(tmp_path / "data")
    open_database(settings)
    store = Store(settings.database)
    values = {"who": "203.0.113.5", "what": "mute", "since": 0.0, "until": until}
    write(store, sa.insert(schema.bans).values(values))

    async def bars() -> list[rows.Ban]:
        try:
            return await store.bans()
        finally:
            await store.close()

    if until > 0 or until != until:
        (bar,) = asyncio.run(bars())
        assert bar.until is None
    for more in ([], ["--json"]):
        command = ["admin", "list", "--barred", *more, "--data", str(settings.data_dir)]
        status, out, err = run(*command)
        assert (status, err) == (0, "")
        assert "Infinity" not in out
    assert run("admin", "mute", "203.0.113.5", "--lift", "--data", str(settings.data_dir))[0] in (
        0,
        2,
    )


def test_the_package_is_where_it_is_looked_for():
    assert Path(proa.__file__).parent in CLI.parents


def ascii_console(monkeypatch):
    """Have a console without characters but those of ASCII; what was written to it."""
    written = io.BytesIO()
    for name in ("stdout", "stderr"):
        stream = io.TextIOWrapper(written, encoding="ascii", write_through=True)
        monkeypatch.setattr(sys, name, stream)
    return lambda: written.getvalue().decode("ascii")


def test_a_console_that_is_not_utf_8_gets_escapes(monkeypatch):
    shown = ascii_console(monkeypatch)
    monkeypatch.setenv("PROA_LANG", "ru")
    for status, command in ((None, ["settings"]), (2, ["simulate", "atlantis"])):
        monkeypatch.setattr(sys, "argv", ["proa", *command])
        with pytest.raises(SystemExit) as stop:
            cli.main()
        assert stop.value.code == status
    assert "\\u043d" in shown()


def test_json_for_a_console_that_is_not_utf_8_stays_json(monkeypatch):
    shown = ascii_console(monkeypatch)
    value = {"name": "Хина \N{SPOUTING WHALE}é", "\x1b": ["\u202e"]}
    console.out_json(value)
    assert json.loads(shown()) == value


def test_a_record_from_a_pipe_is_utf_8_on_every_console(monkeypatch):
    given = io.TextIOWrapper(io.BytesIO("Хина".encode()), encoding="latin-1")
    monkeypatch.setattr(sys, "stdin", given)
    assert read_file("-") == "Хина"


def test_progress_without_a_terminal_is_a_line_every_few_seconds(monkeypatch, capsys):
    clock = iter([0.0, 1.0, 4.0, 6.0, 6.0, 7.0, 12.0, 12.0])
    monkeypatch.setattr(console, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    monkeypatch.setenv("PROA_LANG", "en")
    with console.progress("Toy, 9 games", 9, at_once=False) as tick:
        for _ in range(5):
            tick(1)
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.splitlines() == ["Toy, 9 games: 3 of 9", "Toy, 9 games: 5 of 9"]
    with console.progress("Toy, 9 games", 9, quiet=True) as tick:
        tick(1)
    assert capsys.readouterr().err == ""

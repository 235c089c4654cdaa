"""The command line as a new user would use it, also with wrong input."""

from __future__ import annotations

import csv
import gc
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

import proa
from proa import cli, records, rulebook
from proa.cli.files import write_file
from proa.cli.serving import starting
from proa.engine.compiler.cache import CompiledFunctions
from proa.precompile import STUDY
from proa.review.results import SCHEMA


@pytest.fixture
def run(monkeypatch, capsys, tmp_path_factory):
    """Return a function: ``run("rules tahiti")`` gives exit status, output and errors."""

    def run(line="", stdin="", command=()):
        monkeypatch.setattr(sys, "argv", ["proa", *line.split(), *command])
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        status = 0
        try:
            cli.main()
        except SystemExit as stop:
            status = stop.code or 0
        shown = capsys.readouterr()
        return status, shown.out, shown.err

    monkeypatch.setenv("PROA_LANG", "en")
    monkeypatch.setenv("PROA_DATA_DIR", str(tmp_path_factory.mktemp("data") / "proa"))
    return run


def test_version(run):
    assert run("--version") == (0, f"proa {proa.__version__}\n", "")


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="there is no /dev/full")
def test_a_full_disk_is_told_in_a_sentence():
    command = [sys.executable, "-m", "proa", "rules", "tahiti", "TA-4.11"]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("proa: the output can't be written")
    assert len(done.stderr.splitlines()) == 1


def test_a_closed_output_gets_nothing_and_no_traceback(tmp_path):
    """Nor does a file that the command opens get what it prints."""
    table = tmp_path / "games.csv"
    command = f"{sys.executable} -m proa export tahiti --games 1 --format csv -o {tmp_path} >&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(table.read_text().splitlines()) == 2
    closed = f"{sys.executable} -m proa rules atlantis <&- >&- 2>&-"
    assert subprocess.run(["sh", "-c", closed], check=False).returncode == 2


def test_a_link_is_followed_and_a_pipe_is_written_to(tmp_path):
    """What is no file is not replaced by one, and nothing else is touched."""
    file, link, pipe = (tmp_path / name for name in ("game.json", "link", "pipe"))
    link.symlink_to(file)
    (tmp_path / "link.part").write_text("mine")
    write_file(link, "one")
    assert (link.is_symlink(), file.read_text()) == (True, "one")
    write_file(file, "two")
    assert file.read_text() == "two"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.json", "link", "link.part"]
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE, text=True) as reader:
        write_file(pipe, "three")
        assert reader.communicate(timeout=10)[0] == "three"
    assert pipe.is_fifo()


def test_who_interrupts_it_gets_no_success(run, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(rulebook, "load", interrupted)
    assert run("rules tahiti") == (130, "", "")


def test_without_a_command_it_helps(run):
    status, shown, _ = run()
    assert status == 0
    assert "simulate" in shown


@pytest.mark.parametrize("arguments", ["--help", "admin --help"])
def test_the_list_of_commands_cuts_no_sentence(run, arguments):
    _, shown, _ = run(arguments)
    assert not [line for line in shown.partition("Commands:")[2].splitlines() if "..." in line]
    assert "  list " in shown or "  serve " in shown


def test_settings_are_shown_as_they_are_written(run):
    _, shown, _ = run("settings --set trusted_proxies=10.0.0.1,10.1.0.0/16")
    assert "\nlog_json = false\n" in shown
    assert "\ntrusted_proxies = 10.0.0.1,10.1.0.0/16" in shown
    assert "``" not in shown


def test_simulate_prints_one_object(run):
    status, shown, errors = run(
        "simulate tahiti --players 4 --games 20 --seed 3 --bots random --json"
    )
    assert (status, errors) == (0, "")
    report = json.loads(shown)
    assert {
        "game",
        "players",
        "games",
        "seed",
        "bots",
        "decisions",
        "seconds",
        "decisions_per_second",
        "games_per_second",
        "mean_scores",
        "win_shares",
        "mean_decisions",
    } <= set(report)
    assert report["players"] == 4
    assert sum(report["win_shares"]) == pytest.approx(1)
    assert report["decisions"] == pytest.approx(report["mean_decisions"] * 20)


def test_arena_ends_with_one_object(run, tmp_path):
    out = tmp_path / "out"
    line = f"arena tahiti --bots easy,random --games 3 --seed 3 --workers 1 --out {out} --json"
    status, shown, _ = run(line)
    assert status == 0
    document = json.loads(shown)
    assert document["bots"] == ["easy", "random"]
    assert document["games"] == 4
    names = ("win_shares", "intervals", "margins", "mean_scores")
    assert [len(document[name]) for name in names] == [2] * 4
    assert json.loads((out / "report.json").read_text()) == document
    assert "easy" in (out / "report.html").read_text(encoding="utf-8")
    assert run(line) == (0, shown, "")


def test_arena_in_words(run):
    status, shown, _ = run("arena tahiti --bots easy,random --games 4 --workers 1")
    assert status == 0
    assert "easy" in shown
    assert "4 games of 2 deals" in shown
    assert "itself" not in shown


def test_an_arena_of_one_says_that_it_met_itself(run):
    status, shown, _ = run("arena tahiti --bots random --players 2 --games 2 --workers 1")
    assert status == 0
    assert "The bot played itself; name another after a comma" in shown


def test_simulate_in_words(run):
    status, shown, _ = run("simulate tahiti --games 5 --bots random,random,random")
    assert status == 0
    assert "5 games" in shown
    assert shown.count("random") == 3


def test_a_record_is_not_overwritten_unless_that_is_meant(run, tmp_path):
    file = tmp_path / "game.json"
    file.write_text("mine")
    command = f"record tahiti --players 2 --seed 7 --bots random -o {file}"
    told = f"proa: {file}: exists already; --force replaces it\n"
    assert run(command) == (2, "", told)
    assert file.read_text() == "mine"
    assert run(f"{command} --force")[0] == 0
    assert run(f"verify {file}")[0] == 0


def test_record_replay_verify(run, tmp_path):
    file = tmp_path / "game.json"
    assert run(f"record tahiti --players 3 --seed 7 --bots random -o {file}")[0] == 0
    document = json.loads(file.read_text())
    jsonschema.validate(document, json.loads(records.SCHEMA.read_text()))

    status, shown, _ = run(f"verify {file}")
    assert status == 0
    assert "all legal" in shown

    status, shown, _ = run(f"replay {file} --json")
    assert status == 0
    lines = [json.loads(line) for line in shown.splitlines()]
    assert [line["number"] for line in lines] == list(range(len(document["actions"]) + 2))
    assert lines[0]["code"] is None
    assert lines[0]["outcomes"] == document["outcomes"]
    assert lines[-1]["code"] is None
    for line in lines[1:-1]:
        assert line["code"] in line["legal"]
        assert line["sentence"]
    game = proa.game("tahiti")
    assert game.load(lines[1]["position"]).to_move == lines[1]["seat"]
    assert game.scores(game.load(lines[-1]["position"])) == document["result"]["scores"]

    status, shown, _ = run("replay -", stdin=file.read_text())
    assert status == 0
    assert "goes first" in shown


def test_review(run, tmp_path):
    """One estimate has few simulations here; that the numbers are right is tested elsewhere."""
    file = tmp_path / "game.json"
    assert run(f"record toy --seed 3 -o {file}")[0] == 0
    status, shown, errors = run(f"review {file} --simulations 8 --seed 1 --json")
    assert (status, errors) == (0, "")
    found = json.loads(shown)
    jsonschema.validate(found, json.loads(SCHEMA.read_text()))
    assert found["players"] == len(found["seats"]) == 3

    status, shown, errors = run(f"review {file} --simulations 8 --seed 1")
    assert status == 0
    assert "Looking back on" in errors
    lines = shown.splitlines()
    assert "Luck" in shown
    assert sum("Points lost: " in line for line in lines) == len(found["costliest"])
    assert any("Better: " in line for line in lines)

    document = json.loads(file.read_text())
    unfinished = {**document, "actions": document["actions"][:-1], "result": None}
    status, shown, errors = run("review -", stdin=json.dumps(unfinished))
    assert (status, shown) == (2, "")
    assert "only a finished game can be reviewed" in errors


def test_train(run, tmp_path):
    pytest.importorskip("torch")
    line = f"train toy --teacher random --games 20 --epochs 2 --width 8 --threads 1 -o {tmp_path}"
    status, shown, errors = run(line)
    file = tmp_path / "network.npz"
    assert status == 0
    assert shown.startswith(f"{file}: chooses as random in ")
    assert "32 games" in errors
    assert "epoch 2: loss " in errors
    assert "Training" in (tmp_path / "training.html").read_text()
    status, shown, errors = run(f"simulate toy --games 4 --bots learned:{file} --json")
    assert json.loads(shown)["bots"] == [f"learned:{file}"] * 3
    status, shown, errors = run(f"{line} --json")
    assert json.loads(shown)["choices"] > 100
    second = tmp_path / "second"
    pupil = f"--played-by learned:{tmp_path}/network.npz --start {tmp_path}/network.npz"
    status, shown, errors = run(f"{line} {pupil} --rate 0.01 -o {second} --json")
    assert (status, errors) == (0, "")
    card = json.loads(shown)
    assert card["played_by"] == "learned:network.npz"
    assert card["started_from"] == card["versions"][1]
    status, shown, errors = run(f"train toy --start {second}/nothing.npz -o {tmp_path / 'third'}")
    assert (status, shown) == (2, "")
    assert "nothing.npz: can't be read: No such file" in errors
    status, shown, errors = run(f"train tahiti --start {file} -o {tmp_path / 'third'}")
    assert (status, shown) == (2, "")
    assert "the network is for toy, not for tahiti" in errors
    assert not (tmp_path / "third").exists()
    status, shown, errors = run(f"train toy --players two -o {tmp_path}")
    assert (status, shown) == (2, "")
    assert "--players two: write it like 2 or 2,3,4" in errors


def test_training_without_pytorch_says_what_is_missing(run, monkeypatch, tmp_path):
    monkeypatch.setattr("proa.cli.train.find_spec", lambda name: None)
    status, shown, errors = run(f"train toy -o {tmp_path / 'toy'}")
    assert (status, shown) == (2, "")
    assert "training needs PyTorch: pip install" in errors
    assert not (tmp_path / "toy").exists()


def test_study(run, tmp_path):
    file = tmp_path / "toy.html"
    status, shown, errors = run(f"study toy --games 12 --level random -o {file}")
    assert (status, shown) == (0, f"{file}: 12 games.\n")
    assert "12 games" in errors
    assert "What wins" in file.read_text()
    status, shown, errors = run(f"study toy --games 12 --level random -o {file}")
    assert (status, shown) == (2, "")
    assert "exists already" in errors
    status, shown, errors = run("study toy --games 12 --level random,easy,easy")
    assert (status, shown) == (2, "")
    assert "one bot" in errors
    found = json.loads(run("study toy --games 12 --level random --json")[1])
    assert found["games"] == 12
    assert sum(found["seat_shares"]) == pytest.approx(1, abs=0.001)


def test_an_edition_file_goes_with_a_record_from_standard_input(run, tmp_path):
    edition = tmp_path / "house.toml"
    standard = (proa.game("tahiti").spec.folder / "components.toml").read_text()
    edition.write_text(standard.replace("money = 15", "money = 16"))
    status, record, _ = run(f"record tahiti --players 2 --edition {edition}")
    assert status == 0
    assert "its edition file must be given" in run("verify -", stdin=record)[2]
    assert run(f"verify - --edition {edition}", stdin=record)[0] == 0
    assert run(f"replay - --edition {edition}", stdin=record)[0] == 0


@pytest.mark.parametrize("locale", ["en", "ru"])
def test_a_record_may_start_from_a_position(run, monkeypatch, locale):
    """Where nothing happens in the set-up, the replay begins with the position."""
    monkeypatch.setenv("PROA_LANG", locale)
    game = proa.game("tahiti")
    start = game.start(2, seed=1)
    record = records.Record(game, 2, key=start.record()["key"][0], position=game.dump(start))
    status, shown, _ = run("replay -", stdin=records.file_text(records.to_json(record)))
    assert (status, shown) == (0, 2 * (game.describe(start, locale) + "\n"))


def test_the_same_seed_records_the_same_game(run):
    first = run("record tahiti --players 2 --seed 9 --bots random")
    assert first == run("record tahiti --players 2 --seed 9 --bots random")
    assert first[1] != run("record tahiti --players 2 --seed 8 --bots random")[1]


def test_a_record_needs_no_more_than_a_table_does(run, monkeypatch):
    """Else who has played in the browser would wait for what only studies need."""
    monkeypatch.setattr(CompiledFunctions, "is_cached", lambda compiled, unit: unit != STUDY)
    assert run("record tahiti --players 2 --bots random")[2] == ""


def test_a_start_looks_for_no_garbage_and_the_server_does():
    with starting():
        assert not gc.isenabled()
    assert gc.isenabled()
    assert gc.get_freeze_count() > 0


def test_export_of_records_and_of_games_between_bots(run, tmp_path):
    file, out = tmp_path / "games" / "one.json", tmp_path / "out"
    file.parent.mkdir()
    assert run(f"record tahiti --players 2 --seed 7 --bots random -o {file}")[0] == 0
    decisions = len(json.loads(file.read_text())["actions"])
    for what, force in ((file, ""), (file.parent, "--force")):
        status, shown, _ = run(f"export {what} -o {out} --format csv {force}")
        assert (status, shown) == (0, f"{out}: 1 game, {decisions} decisions.\n")
    played = f"export tahiti -o {out} --format csv --games 2 --bots random,random --seed 3 --labels"
    kept = (out / "games.csv").read_bytes()
    status, _, told = run(played)
    assert (status, told) == (
        2,
        f"proa: {out / 'games.csv'}: exists already; --force replaces it\n",
    )
    assert (out / "games.csv").read_bytes() == kept
    played += " --force"
    assert run(played)[0] == 0
    rows = [*csv.DictReader((out / "games.csv").open(encoding="utf-8"))]
    assert [row["record"] for row in rows] == ["match 3, game 0", "match 3, game 1"]
    labels = {
        row["label"] for row in csv.DictReader((out / "decisions.csv").open(encoding="utf-8"))
    }
    assert "Bid 1" in labels
    kept = (out / "games.csv").read_bytes()
    assert run(played)[0] == 0
    assert (out / "games.csv").read_bytes() == kept


def test_scores_of_a_position(run):
    game = proa.game("tahiti")
    document = json.dumps(game.dump(game.start(3, seed=1)))
    status, shown, _ = run("scores tahiti - --json", stdin=document)
    assert status == 0
    report = json.loads(shown)
    assert report["scores"] == [0, 0, 0]
    assert set(report["sheets"][0]) == {"white", "blue", "green", "black", "chest"}
    status, shown, _ = run("scores tahiti -", stdin=document)
    assert "Treasure chest" in shown


def test_rules_and_one_rule(run):
    status, shown, _ = run("rules tahiti")
    assert status == 0
    assert "**TA-4.11**" in shown
    assert "TA-4.11" in run("rules tahiti ta-4.11")[1]
    assert "(ruling T3)" in run("rules tahiti ta-4.11")[1]


def test_one_ruling_with_its_reason_and_rules(run):
    status, told, _ = run("rules tahiti t3")
    assert status == 0
    assert told.startswith("**T3** ")
    assert "(TA-4.11, TA-4.12, TA-4.13)" in told
    assert told.strip() in run("rules tahiti")[1]


def test_keeping_house(run, tmp_path):
    from proa.server.config.settings import Settings
    from proa.server.host.serve import prepare

    data, copy = tmp_path / "data", tmp_path / "copy.sqlite3"
    prepare(Settings(data, port=8580))._listening.close()
    status, shown, _ = run(f"backup {copy} --data {data}")
    assert (status, shown) == (0, f"The tables were copied to {copy}.\n")
    assert copy.read_bytes().startswith(b"SQLite format 3")
    assert run(f"tidy --data {data} --days 1") == (0, "0 old tables deleted.\n", "")


def test_bench_prints_one_object_a_game(run):
    status, shown, _ = run("bench tahiti --json")
    assert status == 0
    report = json.loads(shown)
    assert report["game"] == "tahiti"
    assert 0 < report["fastest"] <= report["nanoseconds_per_decision"] <= report["slowest"]


def test_russian(run, monkeypatch):
    monkeypatch.setenv("PROA_LANG", "ru")
    assert "Таити" in run("rules tahiti")[1]
    assert "нет игры" in run("rules atlantis")[2]
    assert "--port: 'abc' не целое число" in run("play --port abc")[2]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("sail", "No such command 'sail'; see: proa --help"),
        ("admin", "Missing command; see: proa admin --help"),
        ("play --prot 1", "--port); see: proa play --help"),
        ("simulate", "Missing argument 'GAME'"),
        ("simulate atlantis", "there is no game 'atlantis'"),
        ("simulate tahiti --players 9", "Tahiti is for 2 to 4 players, not 9"),
        ("simulate tahiti --players -1", "Tahiti is for 2 to 4 players, not -1"),
        ("simulate tahiti --games none", "--games: 'none' is not a whole number; see"),
        ("simulate tahiti --games 0", "--games: '0' is too small: the minimum is 1; see"),
        ("simulate tahiti --bots oracle", "oracle"),
        ("arena tahiti --bots oracle,random", "oracle"),
        ("arena tahiti", "Missing option '--bots'"),
        ("arena tahiti --bots random --players 9", "Tahiti is for 2 to 4 players, not 9"),
        ("arena tahiti --bots random --out /dev/null/x", "can't be written"),
        ("arena tahiti --bots random --against nowhere", "nowhere: contains no contest"),
        ("arena tahiti --bots settler,random", "settler doesn't play Tahiti, but borabora"),
        ("simulate tahiti --players 3 --bots random,random", "names 2 bots for 3 players"),
        ("simulate tahiti --option money", "write it as NAME=VALUE"),
        ("simulate tahiti --option =x", "write it as NAME=VALUE"),
        ("simulate tahiti --option tie=chest --option tie=x", "--option tie=x: tie is given twice"),
        ("simulate :KIND", ":KIND can't be used: write it as module:NAME"),
        ("simulate tahiti:", "tahiti: can't be used: write it as module:NAME"),
        (
            "simulate tahiti --option luck=1",
            "Tahiti has no option luck; its options are money, tie",
        ),
        (
            "simulate tahiti --option edition=x",
            "Tahiti has no option edition; its options are money",
        ),
        ("simulate tahiti --option name=x", "Tahiti has no option name; its options are money"),
        ("simulate tahiti --option tie=x", "tie: must be one of shared, chest"),
        ("simulate tahiti --edition nowhere.toml", "nowhere.toml: no such edition file"),
        ("record tahiti -o no/such/folder/x.json", "there is no folder no/such/folder"),
        ("record tahiti -o .", "is a folder"),
        ("play --port 99999", "--port: '99999' is too large: the maximum is 65535"),
        ("admin list --set tables_in_all=x", "--set tables_in_all: 'x' is not a whole number"),
        ("tidy --set tables_in_all=x", "--set tables_in_all: 'x' is not a whole number"),
        ("backup a --set tables_in_all=x", "--set tables_in_all: 'x' is not a whole number"),
        ("play --port abc", "--port: 'abc' is not a whole number; see: proa play --help"),
        ("admin delete 0123 first", "LINE: 'first' is not a whole number"),
        ("play --log-level loud", "--log-level: 'loud' must be one of: 'debug', 'info'"),
        ("serve --role cook", "--role: 'cook' must be one of: 'all', 'pages' or 'searches'"),
        (
            "serve --metrics 9464",
            "--metrics: '9464' is not an address to listen on: write it as 127.",
        ),
        ("play --host 203.0.113.1", "can't listen on 203.0.113.1, port 8000"),
        ("play --data /dev/null/x", "/dev/null/x can't be used: Not a directory; name another"),
        ("play --database mysql://x", "write it as postgresql://USER@HOST/NAME"),
        ("play --public-url proa.example", "write it as https://proa.example"),
        ("play --database postgresql://a:b@c/d", "--database: everyone on this machine can read"),
        ("play --set database_url=postgresql://c/d?password=b", "read a password on the command"),
        ("play --set tables=3", "--set tables: there is no such setting; did you mean tables_"),
        ("play --set searches", "write it as NAME=VALUE"),
        ("play --set searches=many", "--set searches: 'many' is not a whole number"),
        ("tidy --config nowhere.toml", "nowhere.toml: can't be read: No such file"),
        ("tidy --database mysql://x", "write it as postgresql://USER@HOST/NAME"),
        ("tidy --data no/such", "there is no database in no/such"),
        ("backup copy.sqlite3 --data no/such", "there is no database in no/such"),
        ("replay nofile", "nofile: no such file"),
        ("replay .", "is a folder"),
        ("verify -", "not JSON"),
        ("verify src/proa/schemas/record.json", "record.json: this is not a record"),
        ("replay src/proa/schemas/record.json", "record.json: this is not a record"),
        ("review nofile", "nofile: no such file"),
        ("review src/proa/schemas/record.json", "record.json: this is not a record"),
        ("review nofile --simulations 1", "--simulations"),
        ("scores tahiti src/proa/schemas/record.json", "record.json: "),
        ("scores tahiti -", "not JSON"),
        ("export tahiti", "Missing option '-o'"),
        ("export nofile -o x --format csv", "nofile: no such file"),
        ("export nofile -o x --format xls", "the formats are parquet / csv, not 'xls'"),
        ("export nofile -o no/such/folder --format csv", "there is no folder no/such"),
        ("export nofile -o pyproject.toml --format csv", "is a file, not a folder"),
        ("export deploy -o x --format csv", "deploy: contains no record (*.json)"),
        (
            "export src/proa/schemas/record.json -o x --format csv",
            "record.json: this is not a record",
        ),
        ("export tahiti borneo -o x --format csv --games 2", "with --games, name one game, not 2"),
        ("export deploy -o x --format csv --games 2", "deploy: is not a game; with --games, name"),
        ("export deploy -o x --format csv --bots keen", "--bots needs --games"),
        (
            "simulate tahiti --games 10000000000",
            "--games: '10000000000' is too large: the maximum is",
        ),
        ("arena tahiti --bots random --games 10000000000", "is too large: the maximum is 1000000;"),
        ("replay /dev/zero", "/dev/zero: larger than a record may be"),
        ("export atlantis -o x --format csv --games 2", "there is no game 'atlantis'"),
        ("export tahiti -o x --format csv --games 2 --bots oracle", "oracle"),
        ("rules tahiti TA-99.9", "there is no rule TA-99.9 in Tahiti"),
    ],
)
def test_wrong_input_gets_one_sentence(run, arguments, sentence):
    status, shown, errors = run(arguments)
    assert status == 2
    assert shown == ""
    assert sentence in errors
    assert errors.startswith("proa: ")
    assert errors.count("\n") == 1


def test_no_test_opens_the_data_of_whoever_runs_it(run, monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert "can't listen" in run("play --host 203.0.113.1")[2]
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    "command",
    [
        ["replay"],
        ["record", "tahiti", "-o"],
        ["export", "tahiti", "--games", "1", "-o"],
        ["arena", "tahiti", "--bots", "random", "--out"],
        ["settings", "--data"],
        ["statics"],
    ],
)
def test_an_empty_name_is_not_the_folder_one_is_in(run, command, monkeypatch, tmp_path):
    """As an unset variable of a shell gives it."""
    monkeypatch.chdir(tmp_path)
    status, _, errors = run(command=[*command, ""])
    assert (status, [*tmp_path.iterdir()]) == (2, [])
    assert errors.startswith("proa: a file or folder has an empty name")


def test_importing_proa_does_not_import_numba():
    code = "import proa, sys; assert 'numba' not in sys.modules and 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)

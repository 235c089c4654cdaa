"""A game and a bot of another package play everywhere, and bad ones break nothing."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import reef
from proa.games import OURS
from server.ports import free_port
from waiting import wait_until

ROOT = Path(__file__).parents[1]
BAD = {
    "tahiti": "the name is taken",
    "lagoon": "reef:SPEC can't be used: it is registered as lagoon, but its name is reef",
    "sunken": "importing reef.nowhere fails with ModuleNotFoundError: No module named",
    "shoal": "reef.bots:Shy can't be used: it must be a Kind, not <class 'reef.bots.Shy'>",
    "bare": "reef.bare:SPEC can't be used: ValueError: the game 'bare' lacks the verbs",
    "murky": "reef.murky:SPEC can't be used: PydanticSchemaGenerationError: Unable",
}
"""Why each bad game is left out."""


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """Return the folder where pip has installed the package."""
    target = tmp_path_factory.mktemp("installed")
    reef.install(target)
    return target


def proa(installed: Path, *arguments: str, fails: bool = False) -> str:
    """Return what a command prints: its answer or its error."""
    command = [sys.executable, "-m", "proa", *arguments]
    done = subprocess.run(
        command,
        env=reef.environment(installed),
        cwd=installed / "reef",
        capture_output=True,
        text=True,
    )
    assert (done.returncode != 0) == fails, done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr if fails else done.stdout


def test_it_is_played_on_the_command_line(installed, tmp_path):
    match = json.loads(proa(installed, "simulate", "reef", "--games", "3", "--json"))
    assert (match["game"], match["games"]) == ("reef", 3)
    file = tmp_path / "reef.json"
    proa(installed, "record", "reef", "--bots", "shy,random,search:5", "-o", str(file))
    assert json.loads(file.read_text())["seats"][0]["bot"] == "shy 1"
    proa(installed, "verify", str(file))


def test_games_and_bots_may_be_named_by_their_place(installed):
    arguments = ("--games", "2", "--json", "--bots", "reef.bots:Shy")
    match = json.loads(proa(installed, "simulate", "reef:SPEC", *arguments))
    assert (match["game"], match["bots"]) == ("reef", ["shy"] * 3)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["simulate", "sunken"], BAD["sunken"]),
        (["simulate", "shoal"], BAD["shoal"]),
        (["simulate", "bare"], BAD["bare"]),
        (["simulate", "reef.bots:Nobody"], "reef.bots has no Nobody"),
        (["simulate", "reef.bare:SPEC"], BAD["bare"]),
        (
            ["simulate", "reefs"],
            "there is no game 'reefs'; the games are tahiti, borneo, bor",
        ),
        (
            ["simulate", "reef", "--bots", "loud"],
            "reef.bots:loud can't be used: it must be a",
        ),
        (["simulate", "reef", "--bots", "proa.bots.bot:Bot"], "it has no begin"),
        (
            ["simulate", "reef", "--bots", "reef.bots:Costly"],
            "reef.bots:Costly can't be used: creating it fails with TypeE",
        ),
        (
            ["simulate", "reef", "--bots", "nobody:Shy"],
            "importing nobody fails with ModuleNotF",
        ),
        (
            ["simulate", "reef", "--bots", "shy:7"],
            "there is no bot 'shy:7': this one takes no number",
        ),
    ],
)
def test_what_is_bad_is_told_in_a_sentence(installed, arguments, why):
    assert why in proa(installed, *arguments, fails=True)


def test_bad_ones_stop_nobody_and_are_told_once(installed):
    code = "from proa.games import GAMES; print(list(GAMES), list(GAMES), 'sunken' in GAMES)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=reef.environment(installed),
        capture_output=True,
        text=True,
        check=True,
    )
    names = [*OURS, "reef"]
    assert done.stdout.strip() == f"{names} {names} False"
    told = done.stderr.strip().splitlines()
    assert len(told) == len(BAD)
    for name, why in BAD.items():
        (line,) = [line for line in told if line.startswith(f"{name} of reef-game 1.0")]
        assert why in line


@pytest.fixture(scope="module")
def address(installed, tmp_path_factory) -> Iterator[str]:
    """Run a server with the package installed; yield its address."""
    data, port = tmp_path_factory.mktemp("data"), str(free_port())
    command = [sys.executable, "-m", "proa", "serve", "--port", port, "--data", str(data)]
    environment = {**reef.environment(installed), "PROA_RATES": "false"}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        try:
            assert server.stdout is not None
            server.stdout.readline()
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


def test_it_is_played_by_api(address):
    games = httpx.get(f"{address}/api/games").json()
    assert [game["name"] for game in games] == [*OURS, "reef"]
    client = [sys.executable, ROOT / "examples" / "http_client.py", address, "reef"]
    played = subprocess.run(client, capture_output=True, text=True, check=True)
    assert "Points: [" in played.stdout


def test_its_bot_can_be_asked_to_a_table(address):
    with httpx.Client(base_url=f"{address}/api", timeout=60) as api:
        (shy,) = [level for level in api.get("/levels").json() if level["name"] == "shy"]
        assert shy == {"name": "shy", "label": "shy", "game": ""}
        seats = [{"who": "me"}, *[{"who": "bot", "level": "shy"}] * 2]
        table = api.post("/tables", json={"game": "reef", "seats": seats}).raise_for_status().json()
        api.headers["Authorization"] = f"Bearer {table['token']}"
        path, latest = f"/tables/{table['table']}", -1
        api.post(f"{path}/ready", json={"nonce": "0" * 64}).raise_for_status()
        while True:
            shown = api.get(f"{path}/view", params={"after": latest, "wait": 30}).json()
            latest = shown["latest"]
            if shown["status"] == "over":
                break
            if codes := [choice["code"] for choice in shown["view"]["actions"]]:
                wanted = {"frame": latest, "codes": codes[:1]}
                latest = api.post(f"{path}/actions", json=wanted).json()["frame"] - 1
        record = api.get(f"{path}/record").json()
    assert [seat.get("bot") for seat in record["seats"]] == [None, "shy", "shy"]


def test_bots_that_do_not_play_the_game_are_not_offered(address):
    page = httpx.get(f"{address}/new?game=reef").text
    assert 'value="shy"' in page
    assert 'value="picky"' not in page
    assert 'value="picky"' in httpx.get(f"{address}/new?game=borneo").text
    seats = [{"who": "me"}, *[{"who": "bot", "level": "picky"}] * 2]
    answer = httpx.post(f"{address}/api/tables", json={"game": "reef", "seats": seats})
    assert answer.status_code == 422
    assert "There is no bot of that level" in answer.text


def test_a_place_is_no_name_for_strangers(address):
    """What a request names is never imported."""
    seats = [{"who": "me"}, {"who": "bot", "level": "easy"}, {"who": "bot", "level": "easy"}]
    answer = httpx.post(f"{address}/api/tables", json={"game": "reef:SPEC", "seats": seats})
    assert answer.status_code == 422
    assert "there is no game 'reef:SPEC'" in answer.text


def test_it_is_played_on_the_page_in_its_own_words(address):
    headers = {"Sec-Fetch-Site": "same-origin", "Accept-Language": "ru"}
    with httpx.Client(base_url=address, headers=headers, follow_redirects=True) as browser:
        assert "Reef" in browser.get("/").text
        assert "Reef" in browser.get("/new?game=reef").text
        assert "без книги правил" in browser.get("/rules/reef").text
        form = {"game": "reef", "level": "easy", **{f"who{n}": "here" for n in range(3)}}

        def opened():
            page = browser.post("/tables", data=form)
            return page.status_code != 503 and page  # until its rules are compiled

        page = wait_until(opened, 600)
        assert page.status_code == 200
        begun = browser.post(f"{page.url}/ready", data={"nonce": "0" * 64})
        if place := re.search(r'name="place" value="(\d)"', begun.text):
            page = browser.post(f"{page.url}/screen", data={"place": place[1]})
        else:
            page = browser.get(str(page.url))
        code = re.search(r'name="code" value="([a-z:0-9]+)"', page.text)
        assert code, page.text
        assert "Выловить карту" in page.text
        assert "Взять карту" not in page.text
        frame = re.search(r'data-frame="(\d+)"', page.text)[1]
        query = page.url.query.decode()
        acted = browser.post(f"{page.url.path}/act?{query}", data={"frame": frame, "code": code[1]})
        assert acted.status_code == 200

"""A viewer's pages, JSON, streams and refusals don't change with what the viewer may not know.

Two servers have the same table at two positions that the viewer can't tell apart. The same happens
at both, and everything that the viewer receives must be identical.
"""

from __future__ import annotations

import hashlib
import json
import random
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import numpy as np
import pytest

import proa
from proa.engine.core.game_spec import PremoveSpec
from proa.engine.core.position import Position
from proa.engine.core.verbs import CHANCE
from proa.engine.core.view_types import ALL, SPECTATOR
from proa.games import GAMES
from proa.review.hints import Hint
from proa.server.config.settings import Settings
from proa.server.http import event_streams, own_tables
from proa.server.http.security import COOKIE, signed
from proa.server.notices import sender
from proa.server.notices.messages import compose
from proa.server.notices.push import payload as push_payload
from proa.server.notices.webhook import document
from proa.server.pages.updates import _at as place_of
from proa.server.tables import chat, pause, play, premoves, reveal_guard, seats, undo
from proa.server.tables.access import load_seat_access
from proa.server.tables.table import Table
from proa.server.tables.tables import Tables
from proa.server.tables.time_control import TimeControl
from server.notices.accounts import add_account, channel_of
from server.site import AtRandom, Site, running
from server.tables.laid_tables import ID, WATCH, guest, laid, token
from waiting import until

pytestmark = pytest.mark.anyio
KEY = b"k" * 32
REVIEWS = ("review", "review?open_cards=1")


async def everything_sent(site: Site, seat: int) -> dict[str, str]:
    """Return what a seat receives at every address, invalid posts included, and from its stream."""
    sent: dict[str, str] = {}
    table = await site.tables.load(ID)
    latest = len(table.playing.frames(seat)) - 1
    cookie = f"{COOKIE}={signed(guest(seat), KEY)}"
    frames = [f"view/{frame}" for frame in range(latest + 1)]
    async with site.browser() as browser:
        browser.headers["Cookie"] = cookie
        for path in ("/", "/history", "/account", "/notices"):
            answer = await browser.get(path)
            sent[f"page {path}"] = f"{answer.status_code} {answer.text}"
        beats = [f"{frame}/beat" for frame in frames[-3:]]
        others = ("view/99", "news", "log", "chat", "fair", "end", "record", "aid", *REVIEWS)
        for path in ("", *frames, *beats, *others):
            answer = await browser.get(f"/table/{ID}/{path}".rstrip("/"))
            sent[path] = f"{answer.status_code} {sorted(answer.headers.items())} {answer.text}"
        for path in (*frames, "news", "log", "end", *REVIEWS, ""):
            answer = await browser.get(f"/watch/{WATCH}/{path}".rstrip("/"))
            sent[f"watch {path}"] = f"{answer.status_code} {answer.text}"
        codes = [*table.game.all_codes[::7], "nonsense"]
        for what in REVIEWS:
            answer = await browser.post(f"/table/{ID}/{what}")
            sent[f"ask for a {what}"] = f"{answer.status_code} {answer.text}"
        for what, fields in (
            ("pause", {"what": "nonsense"}),
            ("pause", {"what": "agree"}),
            ("replace", {"place": "99"}),
            ("replace", {"place": str((seat + 1) % table.row.players)}),
        ):
            answer = await browser.post(f"/table/{ID}/{what}", data=fields)
            sent[f"{what} {fields}"] = f"{answer.status_code} {answer.text}"
        for code in codes[:12] if table.row.turn != seat else ["nonsense"]:
            body = {"frame": str(latest), "code": code}
            for what in ("act", "undo", "redo", "share", "share/withdraw", "share/name"):
                if what == "undo" and table.playing.undoable(seat):
                    continue
                answer = await browser.post(f"/table/{ID}/{what}", data=body)
                sent[f"{what} {code}"] = f"{answer.status_code} {answer.text}"
    async with site.client(token(seat)) as client:
        door = f"/api/tables/{ID}"
        for path in ("", "/view", "/log", "/news", "/chat", "/replay/0", "/record"):
            answer = await client.get(door + path)
            sent[f"api {path}"] = f"{answer.status_code} {answer.text}"
        for what in REVIEWS:
            for answer in (await client.get(f"{door}/{what}"), await client.post(f"{door}/{what}")):
                sent[f"api {answer.request.method} {what}"] = f"{answer.status_code} {answer.text}"
        legal = table.game.codes(table.playing.position()) if table.row.turn == seat else []
        for codes in [[code] for code in legal[:20]] or [["nonsense"]]:
            body = {"frame": latest, "codes": codes}
            answer = await client.post(f"{door}/try", json=body)
            sent[f"api try {codes}"] = f"{answer.status_code} {answer.text}"
        for codes in refused_rows(table.playing.position(), seat):
            body = {"frame": latest, "codes": codes}
            answer = await client.post(f"{door}/actions", json=body)
            sent[f"api act {codes}"] = f"{answer.status_code} {answer.text}"
    async with site.browser() as browser:
        browser.headers["Cookie"] = cookie
        for codes in refused_rows(table.playing.position(), seat):
            body = {"frame": str(latest), "code": codes}
            answer = await browser.post(f"/table/{ID}/act", data=body)
            sent[f"act {codes}"] = f"{answer.status_code} {answer.text}"
    access = await load_seat_access(site.tables, ID, guest(seat), None)
    sent["stream"] = str(event_streams.news(access.table, seat))
    sent["lines"] = own_tables.line(ID, event_streams.news(access.table, seat), access)
    return sent


def refused_rows(position: Position, seat: int) -> list[list[str]]:
    """Return sequences of codes that are never played: what would follow the first must not be
    revealed.

    They are the same for positions that the seat can't tell apart.
    """
    if position.to_move != seat:
        return []
    game, choose = position.game, random.Random(3)
    position = game.resample(position, seat, 3)
    legal = game.codes(position)
    drawing = [code for code in legal if draws(position, code)][:2]
    first = [*drawing, *choose.sample(legal, min(len(legal), 2))]
    rows = [[code, "nonsense"] for code in first]
    for code in drawing:
        sequels = {x for key in range(8) for x in game.codes(game.play(keyed(position, key), code))}
        rows += [[code, x, "nonsense"] for x in sorted(sequels)[:12]]
    illegal = choose.sample(list(game.all_codes), min(12, len(game.all_codes)))
    return rows + [[code] for code in illegal if code not in legal]


def keyed(position: Position, key: int) -> Position:
    """Return the same position with other future chance."""
    record = position.record()
    record["key"] = key
    return Position(position.game, record)


def same_to(seat: int, ours: Position, theirs: Position) -> tuple[str, str] | None:
    """Return a decision for each of two positions that ``seat`` can't tell apart; it is the same
    one if ``seat`` makes it."""
    game = ours.game
    story = game.spec.texts
    for code in random.Random(1).sample(game.codes(ours), len(game.codes(ours))):
        others = [code] if ours.to_move == seat else game.codes(theirs)
        for other in others:
            if other not in game.codes(theirs):
                continue
            pair = ((ours, code), (theirs, other))
            after = [game.play(p, c, chance=False) for p, c in pair]
            if any(p.to_move == CHANCE or goes_on(p) for p in after):
                continue
            if any(story.reveals(game, p, game.action(c)) for p, c in pair):
                continue
            shown = [story.code_for(game, p, game.action(c), seat) for p, c in pair]
            if shown[0] == shown[1]:
                return code, other
    return None


def goes_on(position: Position) -> bool:
    """Return whether the server would answer automatically: chance may follow, and it differs."""
    game = position.game
    is_public = game.spec.questions.is_public(game.tables, position.fields)
    return is_public and len(game.codes(position)) == 1


def cases() -> Iterator[object]:
    """Yield three games of each kind; of the large ones two only in the slow run."""
    for name in GAMES:
        for seed in range(3):
            marks = [pytest.mark.slow] if seed and name != "toy" else []
            yield pytest.param(name, seed, marks=marks)


@pytest.mark.parametrize(("name", "seed"), list(cases()))
async def test_nothing_that_is_sent_depends_on_what_is_hidden(name, seed, tmp_path, monkeypatch):
    position, other, seat = alike(name, seed)
    monkeypatch.setattr(time, "time", lambda: 1_000_000.0)
    async with both(tmp_path, position, other) as (one, two):
        for _ in range(4 if name == "toy" else 2):
            assert await everything_sent(one, seat) == await everything_sent(two, seat)
            stand = [await site.tables.load(ID) for site in (one, two)]
            pair = same_to(seat, *(table.playing.position() for table in stand))
            if pair is None:
                break
            for site, table, code in zip((one, two), stand, pair, strict=True):
                turn = table.row.turn
                frame = len(table.playing.frames(turn)) - 1
                await play.act(site.tables, ID, turn, frame, [code])


@pytest.mark.parametrize(("name", "seed"), list(cases()))
async def test_nothing_said_before_the_commit_depends_on_chance(name, seed, tmp_path, monkeypatch):
    """The same position with another key: until something is played everything is equal."""
    monkeypatch.setattr(time, "time", lambda: 1_000_000.0)
    position, _, _ = alike(name, seed)
    async with both(tmp_path, position, position, "a" * 64, "c" * 64) as (one, two):
        for _ in range(200):
            position = (await one.tables.load(ID)).playing.position()
            seat, code = position.to_move, drawing(position)
            if code is not None:
                assert await everything_sent(one, seat) == await everything_sent(two, seat)
                return
            for site in (one, two):
                table = await site.tables.load(ID)
                frame = len(table.playing.frames(seat)) - 1
                await play.act(site.tables, ID, seat, frame, [position.game.codes(position)[0]])
    raise AssertionError("chance never decides")


def drawing(position: Position) -> str | None:
    """Return a code after which chance decides, or None."""
    return next((code for code in position.game.codes(position) if draws(position, code)), None)


def draws(position: Position, code: str) -> bool:
    return position.game.play(position, code, chance=False).to_move == CHANCE


@pytest.mark.parametrize("control", [TimeControl(60), TimeControl(bank=60, increment=5)])
@pytest.mark.parametrize("name", ["toy", "borneo"])
async def test_hidden_decisions_do_not_show_in_any_time(name, control, tmp_path, monkeypatch):
    """Chosen once or taken back and chosen again, sooner or later: nobody else can tell.

    Neither by the clock, nor by a line of chat, nor by a pause that follows.
    """
    clock = [1_000_000.0]
    monkeypatch.setattr(time, "time", lambda: clock[0])
    position, code, other = unseen(name)
    async with both(tmp_path, position, position) as sites:
        for site, plays in zip(sites, ([0.3], [0.4, 0.7, 1.1]), strict=True):
            clock[0] = 1_000_000.0
            tables = site.tables
            await seats.set_options(tables, ID, guest(0), control, False)
            turn = position.to_move
            for at in plays:
                clock[0] = 1_000_000.0 + at
                table = await tables.load(ID)
                frame = len(table.playing.frames(turn)) - 1
                undoes = at != plays[0] and table.playing.undoable(turn)
                played = undo.take_back(tables, ID, turn, frame) if undoes else None
                await (played or play.act(tables, ID, turn, frame, [code]))
            clock[0] = 1_000_002.0  # not so late that the server would seem to have been away
        sent = [await everything_sent(site, other) for site in sites]
        assert "1000060.0" in sent[0]["api "]
        assert sent[0] == sent[1]
        for site in sites:
            access = await load_seat_access(site.tables, ID, guest(turn), None)
            await chat.say(site.tables, access, "", "", "", -1, phrase="moment")
            await pause.change(site.tables, ID, range(position.players), "ask")
        sent = [await everything_sent(site, other) for site in sites]
        assert '"on":true' in sent[0]["api "]
        assert "One moment, please." in sent[0]["chat"]
        assert sent[0] == sent[1]


@pytest.mark.parametrize("name", ["toy", "borneo"])
async def test_a_notice_does_not_show_how_often_others_decided_in_secret(
    name, tmp_path, monkeypatch
):
    """Chosen once, or taken back and chosen again; then the turn goes on in the same way."""
    monkeypatch.setattr(sender, "GLANCE", 3600.0)  # the test takes what is to be sent
    position, code, _ = unseen(name)
    sent = []
    async with both(tmp_path, position, position) as sites:
        for site, times in zip(sites, (1, 2), strict=True):
            store, tables = site.tables.store, site.tables
            store.notices_after = 0.0
            for seat in range(position.players):
                add_account(store, guest(seat))
                await channel_of(store, guest(seat), secret="word")
            turn = position.to_move
            for again in range(times):
                if again:
                    await undo.take_back(tables, ID, turn, await latest(tables, turn))
                table = await play.act(tables, ID, turn, await latest(tables, turn), [code])
            last = table.row.last
            while table.row.status == "running" and table.row.turn == turn:
                legal = table.game.codes(table.playing.position())
                table = await play.act(tables, ID, turn, await latest(tables, turn), legal[:1])
            documents = []
            while post := await store.claim_post("me", 60):
                letter = compose(post.notices, "en", "https://proa.example")
                assert all(notice.event > last for notice in post.notices)
                shown = {**document(letter, "word"), "id": ""}
                documents.append(json.dumps([shown, push_payload(letter)]))
            sent.append(sorted(documents))
    assert sent[0]
    assert sent[0] == sent[1]


async def latest(tables: Tables, seat: int) -> int:
    """Return the number of a seat's newest frame."""
    return len((await tables.load(ID)).playing.frames(seat)) - 1


def unseen(name: str) -> tuple[Position, str, int]:
    """Return a position, a code after which the same seat goes on, and a seat that sees neither."""
    game, choose = proa.game(name), random.Random(5)
    for seed in range(200):
        position = game.start(game.players[0], seed=seed)
        while not position.is_over:
            seat = position.to_move
            for code in game.codes(position):
                action = game.action(code)
                after = game.play(position, code, chance=False)
                hidden_from = [
                    viewer
                    for viewer in range(position.players)
                    if game.spec.texts.code_for(game, position, action, viewer) is None
                ]
                reveals = game.spec.texts.reveals(game, position, action)
                if hidden_from and after.to_move == seat and not reveals:
                    return position, code, hidden_from[0]
            position = game.play(position, choose.choice(game.codes(position)))
    raise AssertionError("everything is seen by everybody")


@pytest.mark.parametrize(
    ("name", "seed"), [(name, seed) for name in ("toy", "tahiti", "borabora") for seed in range(2)]
)
async def test_nobody_else_can_tell_what_is_answered_beforehand(name, seed, tmp_path, monkeypatch):
    """At one server it stands, at the other not; and when it is given there, here somebody plays
    the same."""
    monkeypatch.setattr(time, "time", lambda: 1_000_000.0)
    position, code, seat, row = before_an_answer(name, seed)
    others = [other for other in range(position.players) if other != seat]
    async with both(tmp_path, position, position) as (one, two):
        tables, fields = position.game.tables, position.fields
        amount = row.amounts(tables, fields, seat)[1] if row.amounts else 0
        frame = len((await one.tables.load(ID)).playing.frames(seat)) - 1
        table = await premoves.set_premove(one.tables, ID, seat, frame, row.code, amount)
        assert premoves.current(table, seat)
        for other in others:
            assert await everything_sent(one, other) == await everything_sent(two, other)
        for site in (one, two):
            frame = len((await site.tables.load(ID)).playing.frames(position.to_move)) - 1
            table = await play.act(site.tables, ID, position.to_move, frame, [code])
        given = position.game.code(row.answer(tables, table.playing.position().fields, amount))
        frame = len(table.playing.frames(seat)) - 1
        last = (await play.act(two.tables, ID, seat, frame, [given])).row.last

        async def has_answered() -> bool:
            return (await one.tables.load(ID)).row.last >= last

        await until(has_answered)
        sent = [await everything_sent(site, seat) for site in (one, two)]
        assert ["had set this as a premove" in all_of_it["api /log"] for all_of_it in sent] == [
            True,
            False,
        ]
        for other in others:
            assert await everything_sent(one, other) == await everything_sent(two, other)


def before_an_answer(name: str, seed: int) -> tuple[Position, str, int, PremoveSpec]:
    """Return a position, a code, and the premove of a seat for the question that follows."""
    game, choose = proa.game(name), random.Random(seed)
    tables, questions = game.tables, game.spec.questions
    while True:
        position = game.start(game.players[0], seed=choose.randrange(1000))
        while not position.is_over:
            code = choose.choice(game.codes(position))
            after = game.play(position, code)
            row, seat = choose.choice(list(questions.premoves.values())), after.to_move
            asked = questions.row(after.fields)
            if seat >= 0 and asked and row in asked.premoves and not goes_on(after):
                occasions = {row.occasion(tables, at.fields, seat) for at in (position, after)}
                is_legal = row.answer(tables, after.fields, 1) in game.legal_actions(after)
                if is_legal and None not in occasions and len(occasions) == 1:
                    return position, code, seat, row
            position = after


async def test_another_key_draws_other_chance(tmp_path):
    """Else the test before this one could not fail."""
    position = proa.game("tahiti").start(2, seed=1)
    differ = 0
    async with both(tmp_path, position, position, "a" * 64, "c" * 64) as sites:
        for _ in range(30):
            seat = position.to_move
            code = drawing(position) or position.game.codes(position)[0]
            stand = []
            for site in sites:
                table = await site.tables.load(ID)
                frame = len(table.playing.frames(seat)) - 1
                stand.append(await play.act(site.tables, ID, seat, frame, [code]))
            position, other = (table.playing.position() for table in stand)
            differ += position != other
            if differ:
                break
    assert differ


async def test_codes_after_chance_are_not_looked_at(site):
    """A legal one and nonsense are refused alike, whatever would have been drawn."""
    (player, other) = await site.begun("me", "me", game="tahiti")
    table = await site.tables.load(player.table)
    for _ in range(60):
        position, mover = table.playing.position(), (player, other)[table.row.turn]
        code = drawing(position)
        if code is not None:
            break
        await mover.play(position.game.codes(position)[0])
        table = await site.tables.load(player.table)
    game = position.game
    answers = set()
    for later in (*game.all_codes, "nonsense"):
        answer = await mover.play(code, later)
        assert answer.status_code == 422
        answers.add(answer.text)
    assert len(answers) == 1
    assert "depends on chance" in answers.pop()
    assert (await site.tables.load(player.table)).row.last == table.row.last
    assert (await mover.play(code)).status_code == 200


async def test_what_could_not_be_foreseen_leaves_what_was_played(site, monkeypatch):
    """A refusal would tell of it: codes that prove impossible come after others were kept."""
    monkeypatch.setattr(reveal_guard, "check_in_a_row", lambda *_: None)
    (player, other) = await site.begun("me", "me", game="tahiti")
    table = await site.tables.load(player.table)
    mover = (player, other)[table.row.turn]
    code = table.game.codes(table.playing.position())[0]
    assert (await mover.play(code, "nonsense")).status_code == 200
    assert (await site.tables.load(player.table)).row.last == table.row.last + 1


@pytest.mark.parametrize(
    "name",
    ["toy", "borneo", *(pytest.param(n, marks=pytest.mark.slow) for n in ("tahiti", "borabora"))],
)
async def test_no_address_shows_a_seat_that_does_not_have_the_screen(name, tmp_path, monkeypatch):
    """All seats share a screen: whatever address is asked for, all that comes is the same at both
    servers while nobody has the screen, and while the one has it who can't tell them apart."""
    monkeypatch.setattr(time, "time", lambda: 1_000_000.0)
    position, other, seat = alike(name, 0)
    others = [n for n in range(position.players) if n != seat]
    async with both(tmp_path, position, other, screens=position.players) as sites:
        sent = [await all_addresses(site, [None, *range(position.players)]) for site in sites]
        assert sent[0] == sent[1]
        for site in sites:
            await take_screen(site, seat)
        sent = [await all_addresses(site, [None, *others]) for site in sites]
        assert sent[0] == sent[1]
        async with screen(sites[0]) as browser:
            for has in (seat, others[0]):
                await take_screen(sites[0], has)
                for claim in ("", *(f"?seat={n}" for n in range(position.players))):
                    page = (await browser.get(f"/table/{ID}{claim}")).text
                    assert ('id="veil-title"' in page) is (claim != f"?seat={has}")


async def take_screen(site: Site, seat: int) -> None:
    """Say who is at the screen."""
    async with screen(site) as browser:
        answer = await browser.post(f"/table/{ID}/screen", data={"place": str(seat)})
        assert answer.url.query == f"seat={seat}".encode()


def screen(site: Site) -> httpx.AsyncClient:
    """Return the browser that several people share."""
    browser = site.browser()
    browser.headers["Cookie"] = f"{COOKIE}={signed(guest(0), KEY)}"
    return browser


async def all_addresses(site: Site, claims: list[int | None]) -> dict[str, str]:
    """Return what the browser of the screen receives at every address of the table, with each seat
    named in it or none, and from its stream for each place."""
    sent: dict[str, str] = {}
    table = await site.tables.load(ID)
    newest = len(table.playing.frames(SPECTATOR)) - 1
    code = table.game.codes(table.playing.position())[0]
    form = {"frame": str(newest), "code": code, "name": "N", "level": "easy", "text": "Hm"}
    async with screen(site) as browser:
        for claim in claims:
            seat = {} if claim is None else {"seat": str(claim)}
            for method, path in addresses(site, newest):
                asked = {**seat, "frame": str(newest), "code": code} if "/try" in path else seat
                more = {"data": form} if method == "POST" else {}
                answer = await browser.request(method, path, params=asked, **more)
                headers = sorted(answer.headers.items())
                sent[f"{method} {path} {claim}"] = f"{answer.status_code} {headers} {answer.text}"
            place = f"/table/{ID}" + ("" if claim is None else f"?seat={claim}")
            access = await place_of(place, site.tables, guest(0))
            sent[place] = str(event_streams.news_of(access))
    return sent


OF_THE_HOST = ("/screen", "/continue", "/rematch", "/close", "/options", "/fill", "/ready")
"""What is possible without saying who is at the screen: it shows nothing of a seat."""


def addresses(site: Site, newest: int) -> Iterator[tuple[str, str]]:
    """Yield methods and addresses of a table, frames among them."""
    values = {"table_id": ID, "watch": WATCH, "number": "1", "what": "mute", "at": "0"}
    values |= {"step": "ask"}
    for route in site.app.routes:
        path = getattr(route, "path", "")
        if not path.startswith(("/table/", "/watch/", "/api/tables/{")):
            continue
        for method in sorted((route.methods or {"GET"}) & {"GET", "POST"}):
            if method == "GET" or not path.endswith(OF_THE_HOST):
                for frame in {0, newest, newest + 1} if "{frame}" in path else {0}:
                    yield method, path.format(**values, frame=frame)


class Telling(AtRandom):
    """Gives hints that tell all that it got."""

    async def hint(self, game, edition, information_state) -> Hint:
        found = await super().hint(game, edition, information_state)
        told = hashlib.sha256(information_state.record().tobytes()).hexdigest()
        return replace(found, line=(told,))


@pytest.mark.parametrize("name", GAMES)
async def test_a_hint_depends_only_on_what_the_seat_knows(name, tmp_path, monkeypatch):
    monkeypatch.setattr(time, "time", lambda: 1_000_000.0)
    monkeypatch.setattr(Table, "allows_hints", lambda *_: True)
    found = (alike(name, seed) for seed in range(200))
    position, other, seat = next(
        (ours, theirs, seat)
        for ours, theirs, seat in found
        if ours.to_move == seat and len(ours.game.codes(ours)) > 1
    )
    async with both(tmp_path, position, other, decider=Telling) as sites:
        sent = []
        for site in sites:
            frame = len((await site.tables.load(ID)).playing.frames(seat)) - 1
            async with site.client(token(seat)) as client:
                answer = await client.post(f"/api/tables/{ID}/hint", json={"frame": frame})
                assert answer.status_code == 200, answer.text
                assert len(answer.json()["line"][0]) == 64
                sent.append(answer.text)
        assert sent[0] == sent[1]
        assert await everything_sent(sites[0], seat) == await everything_sent(sites[1], seat)


async def test_a_leak_would_be_noticed(tmp_path, monkeypatch):
    """Were seats shown the open view, nearly everything they are sent would differ."""
    position, other, seat = alike("toy", 1)
    monkeypatch.setattr(time, "time", lambda: 1_000_000.0)
    monkeypatch.setattr(Table, "eyes", lambda table, viewer: ALL)
    async with both(tmp_path, position, other) as (one, two):
        sent = [await everything_sent(site, seat) for site in (one, two)]
        assert {path for path in sent[0] if sent[0][path] != sent[1][path]} >= {"", "api /view"}


def alike(name: str, seed: int) -> tuple[Position, Position, int]:
    """Return two positions in the middle of a game that a seat can't tell apart, and the seat."""
    game, choose = proa.game(name), random.Random(seed)
    position = after = game.start(game.players[0], seed=seed)
    for _ in range(choose.randrange(5, 40)):
        after = game.play(after, choose.choice(game.codes(after)))
        if after.is_over:
            break
        position = position if goes_on(after) else after
    seat = choose.randrange(position.players)
    other = game.resample(position, seat, seed)
    assert not np.array_equal(position.record(), other.record())
    return position, other, seat


@asynccontextmanager
async def both(
    folder: Path,
    position: Position,
    other: Position,
    part: str = "a" * 64,
    other_part: str = "",
    screens: int = 0,
    decider: type[AtRandom] = AtRandom,
) -> AsyncIterator[tuple[Site, Site]]:
    """Run two servers with the same table, at one position each, with the same chance or two."""
    settings = []
    for name in ("one", "two"):
        (folder / name).mkdir()
        (folder / name / "cookie.key").write_bytes(KEY)
        settings.append(Settings(folder / name))
    async with running(settings[0], decider()) as one, running(settings[1], decider()) as two:
        await laid(one, position.game, position, part, screens=screens)
        await laid(two, other.game, other, other_part or part, screens=screens)
        yield one, two

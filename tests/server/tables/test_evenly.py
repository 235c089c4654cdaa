"""Even answers: the only one is given, each waits for the same time; ended by what ends them."""

from __future__ import annotations

import asyncio
import random
import time

import pytest
from server.tables.laid_tables import ID, WATCH, laid, token

import proa
from games.conformance import walk
from proa.engine.position import Position
from proa.games import GAMES
from proa.server.config.settings import Settings
from proa.server.pages import contexts
from proa.server.store.tables import Change
from proa.server.tables import evenly, foresight, play, seats
from proa.server.tables.table import SHORTEST_PACE, Table
from proa.web.pages import draw
from server.site import Player, Site, running
from server.tables.premoves import at_table, played, said, stand, told

pytestmark = pytest.mark.anyio
PAUSE = 1.0


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    """Nobody likes to wait, tests least."""
    monkeypatch.setattr(evenly, "PAUSE", PAUSE)


def test_no_clock_is_over_before_others_see_an_answer(monkeypatch):
    monkeypatch.undo()
    assert 0 < evenly.PAUSE < SHORTEST_PACE


def defence(*, alone: bool) -> Position:
    """Borneo: somebody is attacked, and has cards; with or without one to defend with."""
    game = proa.game("borneo")
    for seed in range(200):
        for position, _ in walk(game, 3, seed):
            is_asked = position.to_move >= 0 and "commit" in game.codes(position)
            hidden = not game.kind.questions.is_public(game.tables, position.fields)
            defends = is_asked and game.kind.questions.row(position.fields).code == "defence"
            if defends and hidden and (len(game.codes(position)) == 1) == alone:
                return position
    raise AssertionError("nobody defends")


async def attacked(site: Site, *, alone: bool) -> Player:
    """Who is attacked at a table that begins so, and answers evenly."""
    position = defence(alone=alone)
    await laid(site, position.game, position)
    player = Player(site, ID, position.to_move, token(position.to_move))
    answer = await player.put("evenly", on=True)
    assert answer.json() == {"on": True, "seconds": evenly.PAUSE, "waits": []}
    return player


async def after(player: Player, last: int) -> Table:
    """The table once its log is longer."""
    async with asyncio.timeout(20):
        while (table := await at_table(player)).row.last <= last:
            await asyncio.sleep(0.01)
    return table


def waited(table: Table, number: int) -> float:
    """How long after the start an event came."""
    steps = table.playing.steps
    return steps[number].event.at - steps[0].event.at


# -- bots -----------------------------------------------------------------------------------


@pytest.mark.parametrize("alone", [True, False])
async def test_a_bot_answers_no_sooner_where_it_has_one_answer(site, monkeypatch, alone):
    """Others can't tell a bot that looked for its answer from one that had nothing to look for."""
    monkeypatch.setattr(evenly, "PAUSE_OF_BOTS", PAUSE)
    position = defence(alone=alone)
    bot, other = position.to_move, (position.to_move + 1) % 3
    await laid(site, position.game, position, bot=bot)
    table = await after(Player(site, ID, other, token(other)), 0)

    while not any(seat == bot and code == "commit" for seat, _, code in played(table)):
        table = await after(Player(site, ID, other, token(other)), table.row.last)
    number = next(n for n, step in enumerate(table.playing.steps) if step.event.code == "commit")
    assert PAUSE <= waited(table, number) < PAUSE + 3


async def test_who_stands_in_answers_no_sooner(site, monkeypatch):
    """Though they were asked long before."""
    monkeypatch.setattr(evenly, "PAUSE_OF_BOTS", PAUSE)
    player = await attacked(site, alone=False)
    last = (await at_table(player)).row.last
    await asyncio.sleep(PAUSE + 0.1)
    began = time.time()
    await site.tables.commit(
        await site.tables.load(ID), Change(seats={player.seat: {"stand_in": "easy"}})
    )
    site.tables.on_bot_turn(ID)
    table = await after(player, last)
    while (player.seat, "commit") not in [(seat, code) for seat, _, code in played(table)]:
        table = await after(player, table.row.last)
    number = next(n for n, step in enumerate(table.playing.steps) if step.event.code == "commit")
    assert table.playing.steps[number].event.at - began >= PAUSE


async def test_what_nobody_sees_draws_nothing_for_who_watches(site, monkeypatch):
    """Else the time that it takes would tell."""
    player = await attacked(site, alone=False)
    drawn = []
    monkeypatch.setattr(contexts, "draw", lambda *a, **k: drawn.append(a) or draw(*a, **k))

    async def watch() -> str:
        async with site.client() as client:
            seen = await client.get(f"/watch/{WATCH}/view/0", headers={"HX-Request": "true"})
            assert seen.status_code == 200
            return seen.text

    first = await watch()
    assert len(drawn) == 1
    await player.play(next(code for code in await player.codes() if code.startswith("play:")))
    assert await watch() == first
    assert len(drawn) == 1


# -- given -----------------------------------------------------------------------------------


async def test_the_only_answer_is_given_after_the_pause_and_told_to_its_seat(any_site):
    player = await attacked(any_site, alone=True)
    last = (await at_table(player)).row.last
    table = await after(player, last)
    assert played(table)[0] == (player.seat, "evenly", "commit")
    assert PAUSE <= waited(table, last + 1) < PAUSE + 3
    others = [seat for seat in range(3) if seat != player.seat]
    sentences = [told(table, seat) for seat in (player.seat, *others)]
    assert sentences[0][-1] == "{seat} had no other answer."
    assert sentences[1] == sentences[2] == sentences[0][:-1]


async def test_one_by_hand_waits_as_long(any_site):
    player = await attacked(any_site, alone=False)
    frame, last = (await player.view())["frame"], (await at_table(player)).row.last
    moved = (await player.play("commit")).json()
    assert (moved["frame"], moved["latest"]) == (frame, frame)
    assert (await player.get("evenly")).json()["waits"] == ["commit"]
    assert (await at_table(player)).row.last == last
    table = await after(player, last)
    assert played(table)[0] == (player.seat, "person", "commit")
    assert PAUSE <= waited(table, last + 1) < PAUSE + 3
    assert (await player.get("evenly")).json()["waits"] == []
    again = await player.post("actions", frame=frame, codes=["commit"])
    assert again.json()["frame"] == frame + 1  # a repeated post does no harm


async def test_what_comes_later_is_shown_at_once(site):
    player = await attacked(site, alone=False)
    await asyncio.sleep(PAUSE + 0.1)
    frame = (await player.view())["frame"]
    assert (await player.play("commit")).json()["frame"] == frame + 1


async def test_what_nobody_sees_is_played_at_once_and_the_time_goes_on(site):
    """A card that is chosen for the fight."""
    player = await attacked(site, alone=False)
    last = (await at_table(player)).row.last
    chosen = next(code for code in await player.codes() if code.startswith("play:"))
    await player.play(chosen)
    assert (await at_table(player)).row.last == last + 1
    await player.play("commit")
    table = await after(player, last + 1)
    assert [code for *_, code in played(table)][:2] == [chosen, "commit"]
    assert PAUSE <= waited(table, last + 2) < 2 * PAUSE


def two_in_a_row() -> tuple[Position, str, str]:
    """Bora Bora: a choice that all see, after which the same seat is asked of its hand."""
    game = proa.game("borabora")

    def is_public(position: Position) -> bool:
        return game.kind.questions.is_public(game.tables, position.fields)

    for position, _ in walk(game, 2, 3):
        if position.to_move < 0 or not is_public(position):
            continue
        for code in game.codes(position):
            then = game.play(position, code, chance=False)
            goes_on = then.to_move == position.to_move and not is_public(then)
            seat = position.to_move
            if goes_on and not foresight.ends_foresight(game, position, code, then, seat):
                return position, code, game.codes(then)[0]
    raise AssertionError("nobody is asked of a hand after an open choice")


async def test_several_codes_answer_no_question_as_soon_as_it_is_asked(site):
    position, first, second = two_in_a_row()
    await laid(site, position.game, position)
    player = Player(site, ID, position.to_move, token(position.to_move))
    await player.put("evenly", on=True)
    await asyncio.sleep(PAUSE + 0.1)
    await player.play(first, second)
    assert [code for *_, code in played(await at_table(player))] == [first]
    assert (await player.get("evenly")).json()["waits"] == []


async def test_another_answer_takes_the_place_of_the_first(site):
    player = await attacked(site, alone=False)
    last = (await at_table(player)).row.last
    chosen = next(code for code in await player.codes() if code.startswith("play:"))
    await player.play(chosen, "commit")
    await player.play("commit")
    assert (await player.get("evenly")).json()["waits"] == ["commit"]
    assert played(await after(player, last))[0][2] == "commit"


async def test_what_waits_is_taken_back(site):
    player = await attacked(site, alone=False)
    last = (await at_table(player)).row.last
    await player.play("commit")
    assert (await player.delete("evenly/answer")).json()["waits"] == []
    await player.play("commit")
    assert (await player.put("evenly", on=False)).json() == {
        "on": False,
        "seconds": PAUSE,
        "waits": [],
    }
    await asyncio.sleep(PAUSE + 0.2)
    assert (await at_table(player)).row.last == last


async def test_what_can_not_be_played_is_refused_at_once(site):
    player = await attacked(site, alone=False)
    assert (await player.play("pass")).status_code == 422
    assert (await player.get("evenly")).json()["waits"] == []


async def test_an_answer_beforehand_waits_too(site):
    """Where it is about a hand; else it is given at once."""
    first, *_ = players = await site.begun("me", "me", "me")
    since = 0.0
    while since == 0.0:
        table = await at_table(first)
        player = players[table.row.turn]
        await player.put("evenly", on=True)
        since = evenly.shown_from(await at_table(first))
        if since == 0.0:
            await player.play()
    last = (await at_table(first)).row.last
    await stand(player, "draw")
    table = await after(player, last)
    assert played(table)[-1][1:] == ("standing", "draw")
    assert table.playing.steps[last + 1].event.at >= since


async def test_who_does_not_wish_it_is_given_nothing(site):
    position = defence(alone=True)
    await laid(site, position.game, position)
    player = Player(site, ID, position.to_move, token(position.to_move))
    await asyncio.sleep(PAUSE + 0.2)
    assert (await at_table(player)).row.last == 0
    assert (await player.play("commit")).json()["frame"] == 1


@pytest.mark.parametrize("name", list(GAMES))
async def test_whole_games_end_where_all_answer_evenly(site, name, monkeypatch):
    """With no time to wait for: what is asked, answered and given is the same."""
    monkeypatch.setattr(evenly, "PAUSE", 0.0)
    choose, number = random.Random(4), 3
    (player, *_) = players = await site.begun(*["me"] * number, game=name)
    for one in players:
        await one.put("evenly", on=True)
    until = time.monotonic() + 60
    while (turn := (table := await at_table(player)).row.turn) is not None:
        assert time.monotonic() < until, "the game does not end"
        if evenly.only_answer(table) is None:
            code = choose.choice(table.game.codes(table.playing.position()))
            frame = len(table.playing.frames(turn)) - 1
            await play.act(site.tables, table.id, turn, frame, [code])
        await asyncio.sleep(0)  # it answers meanwhile, if it is to
    assert table.row.status == "over"
    given = "evenly" in {actor for _, actor, _ in played(table)}
    assert given or name != "borabora"  # it asks such questions all the time
    assert evenly.is_of_use(table) == (name != "tahiti")
    assert not (given and name == "tahiti")


# -- ended -----------------------------------------------------------------------------------


async def test_undo_brings_the_question_back_to_be_answered_by_hand(site):
    """What is given can be taken back like one's own choices, by its seat."""
    position, code = undoable_alone()
    await laid(site, position.game, position)
    player = Player(site, ID, position.to_move, token(position.to_move))
    await player.put("evenly", on=True)
    table = await after(player, 0)
    assert played(table)[0] == (player.seat, "evenly", code)
    others = [Player(site, ID, seat, token(seat)) for seat in range(3) if seat != player.seat]
    assert [(await other.view())["undo"] for other in others] == [False, False]
    seen = await player.view()
    assert (await player.post("undo", frame=seen["frame"])).status_code == 200
    last = (await at_table(player)).row.last
    await asyncio.sleep(PAUSE + 0.2)
    assert (await at_table(player)).row.last == last
    assert evenly.only_answer(await at_table(player)) is None
    assert await player.codes() == [code]


def undoable_alone() -> tuple[Position, str]:
    """Bora Bora: a question with one answer for hidden reasons, that can be taken back after."""
    game = proa.game("borabora")
    for seed in range(100):
        for position, _ in walk(game, 3, seed):
            seat = position.to_move
            if seat < 0 or game.kind.questions.is_public(game.tables, position.fields):
                continue
            codes = game.codes(position)
            if len(codes) == 1 and not game.kind.words.reveals(
                game, position, game.action(codes[0])
            ):
                then = game.play(position, codes[0], chance=False)
                if then.to_move == seat and len(game.codes(then)) > 1:
                    return position, codes[0]
    raise AssertionError("all of them are shown")


async def test_who_leaves_or_is_away_answers_evenly_no_more(site):
    player = await attacked(site, alone=False)
    tables = site.tables
    await player.play("commit")
    tables.on_bot_turn = lambda _: None
    host = (await at_table(player)).row.host
    table = await seats.set_options(tables, ID, host, 60, False)
    table = await seats.take_over(tables, ID, table.row.due + 1)
    assert table.seats[player.seat].stand_in
    assert (table.seats[player.seat].answered, evenly.shown_from(table)) == ("", 0.0)
    table = await seats.come_back(tables, ID, player.seat)
    assert evenly.shown_from(table) > 0  # it is still wished
    table = await seats.resign(tables, ID, player.seat, "easy")
    assert not table.seats[player.seat].evenly


async def test_a_change_of_the_clock_leaves_what_waits(site):
    player = await attacked(site, alone=False)
    last = (await at_table(player)).row.last
    await player.play("commit")
    await seats.set_options(site.tables, ID, (await at_table(player)).row.host, 60, False)
    assert evenly.answered(await at_table(player)) == ["commit"]
    assert played(await after(player, last + 1))[0][2] == "commit"


async def test_spectators_answer_nothing(site):
    await attacked(site, alone=False)
    async with site.client(WATCH) as client:
        for method in ("GET", "PUT"):
            body = {"on": True} if method == "PUT" else None
            answer = await client.request(method, f"/api/tables/{ID}/evenly", json=body)
            assert answer.status_code in (403, 404)


# -- kept ------------------------------------------------------------------------------------


@pytest.mark.parametrize("alone", [True, False])
async def test_it_outlives_a_restart(tmp_path, database, alone, monkeypatch):
    settings = Settings(tmp_path / "data", database)
    monkeypatch.setattr(evenly, "PAUSE", 30.0)
    async with running(settings) as site:
        player = await attacked(site, alone=alone)
        last = (await at_table(player)).row.last
        if not alone:
            await player.play("commit")
    monkeypatch.setattr(evenly, "PAUSE", 0.0)
    async with running(settings) as site:
        player = Player(site, player.table, player.seat, player.token)
        table = await after(player, last)
        assert played(table)[0] == (player.seat, "person" if not alone else "evenly", "commit")


async def test_nothing_of_the_table_tells_that_it_is_wished_or_waits(site):
    player = await attacked(site, alone=False)
    before = (await at_table(player)).row
    await player.play("commit")
    await player.put("evenly", on=True)
    assert (await at_table(player)).row == before
    assert await said(player) is None

"""Premoves: played when their seat is asked, like ordinary choices; and when they end."""

from __future__ import annotations

import asyncio
import contextlib
import random
from dataclasses import replace

import pytest

from proa.games import GAMES
from proa.games.tahiti.state import BID
from proa.server.config.settings import Settings
from proa.server.errors import Refusal
from proa.server.tables import play, premoves, replacements, seats
from proa.server.tables.table import Stale, Table
from proa.server.tables.table_view import log
from proa.server.tables.time_control import TimeControl
from server.rows import seat_rows, table_row
from server.site import Player, Site, running
from server.tables.premoves import at_table, played, said, stand, told
from waiting import let_others_run, until

pytestmark = pytest.mark.anyio


async def auction(site: Site, number: int = 3) -> list[Player]:
    """Return the players of a Tahiti, in the order in which they speak in an auction that
    begins."""
    players = await site.begun(*["me"] * number, game="tahiti")
    while True:
        table = await at_table(players[0])
        if table.playing.position().fields.phase == BID:
            turn = table.row.turn
            return [*players[turn:], *players[:turn]]
        await players[table.row.turn].play()


async def turn_of(player: Player) -> Table:
    """Return the table once this player is to move."""

    async def has_turn() -> Table | None:
        table = await at_table(player)
        return table if table.row.turn == player.seat else None

    return await until(has_turn)


# -- given -----------------------------------------------------------------------------------


async def test_what_stands_is_played_as_an_ordinary_choice(any_site):
    """Nobody but its seat is told whose pass it was."""
    first, second, third = await auction(any_site)
    shown = await stand(second, "pass")
    assert shown["said"]["label"] == "Pass this auction"
    assert (await stand(third, "up-to", 4))["said"]["amount"] == 4
    await third.delete("standing")
    await first.play("bid:1")
    table = await turn_of(third)
    assert played(table)[-1] == (second.seat, "standing", "pass")
    sentences = [told(table, player.seat) for player in (first, second, third)]
    assert sentences[0] == sentences[2] == sentences[1][:-1]
    assert sentences[1][-1] == "{seat} had set this as a premove."
    assert await said(second) is None  # it is for no other auction


async def test_a_limit_bids_the_least_that_leads_and_passes_beyond(site):
    first, second, third = await auction(site)
    await stand(second, "up-to", 4)
    await stand(third, "pass")
    for code, answer in (("bid:1", "bid:2"), ("bid:3", "bid:4"), ("bid:5", "pass")):
        await first.play(code)
        table = await turn_of(first)
        assert (second.seat, "standing", answer) in played(table)
    assert table.playing.position().fields.bidder == first.seat


async def test_it_is_given_at_once_to_who_is_asked_already(site):
    first, second, _ = await auction(site)
    await stand(first, "up-to", 1)
    table = await turn_of(second)
    assert played(table)[-1] == (first.seat, "standing", "bid:1")


async def test_bots_and_lone_answers_go_on_after_it(site):
    me, *_ = await site.begun("me", "bot", "bot")

    async def is_over() -> Table | None:
        table, codes = await at_table(me), await me.codes()
        if "draw" in codes and not await said(me):  # it may be played just before this post
            frame = (await me.view())["frame"]
            answer = await me.put("standing", frame=frame, code="draw")
            assert answer.status_code in (200, 409)
        elif codes and "draw" not in codes:  # with a full hand
            await me.play("lay" if "lay" in codes else codes[-1])
        return table if table.row.status == "over" else None

    table = await until(is_over)
    assert {"standing", "person"} < {actor for _, actor, _ in played(table)}


@pytest.mark.parametrize("name", list(GAMES))
async def test_whole_games_are_played_with_standing_answers(site, name):
    choose, number = random.Random(2), 3
    (player, *_) = await site.begun(*["me"] * number, game=name)
    tables = site.tables
    for _ in range(3000):
        await let_others_run()
        table = await at_table(player)
        turn, position = table.row.turn, table.playing.position()
        if turn is None:
            break
        if table.playing.last != table.row.last:
            continue  # a standing answer is being given: the log went on since
        offers = premoves.offers(table, seat := choose.randrange(number))
        if offers and choose.random() < 0.3:
            offer, frame = choose.choice(offers), len(table.playing.frames(seat)) - 1
            amount = choose.randint(*offer.amounts) if offer.amounts else None
            with contextlib.suppress(Refusal):  # what stood before was given meanwhile
                await premoves.set_premove(tables, table.id, seat, frame, offer.code, amount)
        elif premoves.answer(table) is None:
            codes = table.game.codes(position)
            code = "pass" if "pass" in codes and choose.random() < 0.5 else choose.choice(codes)
            frame = len(table.playing.frames(turn)) - 1
            with contextlib.suppress(Stale):  # a standing answer was given meanwhile
                await play.act(tables, table.id, turn, frame, [code])
    table = await at_table(player)
    assert table.row.status == "over"
    given = [actor for _, actor, _ in played(table) if actor == "standing"]
    assert bool(given) == bool(table.game.spec.questions.premoves)
    sentences = [said for entry in log(table, -1) for said in entry["sentences"]]
    told = [said for said in sentences if said["say"] == "{seat} had set this as a premove."]
    assert len(told) == len(given)  # all may know it now


# -- refused ---------------------------------------------------------------------------------


async def test_what_can_not_be_said_is_refused_in_a_sentence(site):
    first, second, _ = await auction(site)
    frame = (await second.view())["frame"]
    for body, status, sentence in (
        ({"code": "sleep"}, 422, "This game has no such premove."),
        ({"code": "up-to"}, 422, "Name an amount from 1 to 15."),
        ({"code": "up-to", "amount": 16}, 422, "Name an amount from 1 to 15."),
        ({"code": "pass", "frame": frame + 1}, 404, f"There is no frame {frame + 1}."),
        ({"code": "pass", "frame": 0}, 409, "The game has moved on. This is the current position."),
    ):
        answer = await second.put("standing", **{"frame": frame, **body})
        assert (answer.status_code, answer.json()["error"]) == (status, sentence)
    await first.play("pass")
    answer = await first.put("standing", frame=(await first.view())["frame"], code="pass")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_now")
    assert (await first.get("standing")).json() == {"said": None, "offers": []}


async def test_an_older_frame_of_the_same_auction_will_do(site):
    first, second, third = await auction(site)
    frame = (await third.view())["frame"]
    await first.play("bid:1")
    await second.play("pass")
    assert (await third.put("standing", frame=frame, code="pass")).status_code == 200


async def test_spectators_have_none(site):
    first, *_ = await auction(site)
    watch = (await at_table(first)).row.watch
    async with site.client(watch) as client:
        for method in ("GET", "DELETE"):
            answer = await client.request(method, f"/api/tables/{first.table}/standing")
            assert answer.status_code in (403, 404)


# -- ended -----------------------------------------------------------------------------------


async def test_taken_back_it_is_not_given(site):
    first, second, third = await auction(site)
    await stand(second, "pass")
    assert (await second.delete("standing")).json()["said"] is None
    await first.play("bid:1")
    await site.bots_are_idle()
    assert (await at_table(third)).row.turn == second.seat


async def test_a_new_auction_ends_it(site):
    first, second, third = await auction(site)
    await stand(third, "up-to", 9)
    await first.play("bid:9")
    await second.play("bid:10")
    await turn_of(first)
    assert await said(third) is None  # beyond its limit it has passed
    first, second, third = await auction(site)
    await stand(first, "up-to", 3)
    await turn_of(second)
    assert await said(first) == "up-to"
    await second.play("pass")
    await third.play("pass")
    table = await at_table(first)
    assert table.row.turn == first.seat
    assert await said(first) is None  # won
    players = {player.seat: player for player in (first, second, third)}
    while table.playing.position().fields.phase != BID:
        await players[table.row.turn].play()
        table = await at_table(first)
    assert await said(first) is None


async def test_the_last_to_speak_is_asked_after_all(site):
    """They may have it for a dollar."""
    first, second, third = await auction(site)
    await stand(third, "pass")
    await first.play("pass")
    await second.play("pass")
    await site.bots_are_idle()
    assert (await at_table(first)).row.turn == third.seat
    assert await said(third) is None


async def test_undo_takes_it_back_until_another_has_acted(site):
    first, second, third = await auction(site)
    await stand(second, "pass")
    await first.play("bid:1")
    await turn_of(third)
    assert (await first.view())["undo"] is False
    seen = await second.view()
    assert seen["undo"] is True
    assert (await second.post("undo", frame=seen["frame"])).status_code == 200
    assert await said(second) is None
    await site.bots_are_idle()
    assert (await at_table(second)).row.turn == second.seat
    await stand(second, "pass")
    await turn_of(third)
    await third.play("bid:2")
    assert (await second.view())["undo"] is False


async def test_an_undo_of_others_ends_it_if_its_seat_saw_that(site):
    first, _, third = await auction(site)
    await stand(third, "pass")
    await first.play("bid:1")
    assert await said(third) == "pass"
    await first.post("undo", frame=(await first.view())["frame"])
    assert await said(third) is None


async def test_who_leaves_or_is_away_has_none(site):
    first, _, third = await auction(site)
    tables = site.tables
    await stand(third, "pass")
    table = await replacements.resign(tables, first.table, third.seat, "easy")
    assert not table.seats[third.seat].standing
    await site.stop_bots()
    await stand(first, "up-to", 3)  # not given yet when the clock is over
    table = await seats.set_options(tables, first.table, table.row.host, TimeControl(60), False)
    table = await replacements.take_over(tables, first.table, table.row.due + 1)
    assert table.seats[first.seat].stand_in
    assert premoves.answer(table) is None
    assert not table.seats[first.seat].standing
    with pytest.raises(Refusal, match="A bot is playing for you"):
        await premoves.set_premove(tables, first.table, first.seat, 0, "pass", None)
    table = await replacements.come_back(tables, first.table, first.seat)
    assert premoves.answer(table) is None


async def test_what_is_over_is_forgotten(site):
    """By robots that find it."""
    first, *_ = await auction(site)
    table = await at_table(first)
    assert await site.tables.store.set_premove(table.seats[first.seat], "pass", 0, 0)

    async def is_forgotten() -> bool:
        return not (await at_table(first)).seats[first.seat].standing

    await until(is_forgotten)
    assert (await at_table(first)).row.turn == first.seat


# -- kept ------------------------------------------------------------------------------------


async def test_it_outlives_a_restart(tmp_path, database):
    settings = Settings(tmp_path / "data", database)
    async with running(settings) as site:
        first, second, third = await auction(site)
        await stand(second, "pass")
    async with running(settings) as site:
        first, second, third = (
            Player(site, one.table, one.seat, one.token) for one in (first, second, third)
        )
        assert await said(second) == "pass"
        await first.play("bid:1")
        await turn_of(third)


async def test_of_two_answers_at_once_one_is_kept(store):
    """And nothing of the table tells of it."""
    await store.create(table_row(), seat_rows())
    row, places = await store.table("t1")
    kept = await asyncio.gather(*[store.set_premove(places[0], "pass", n, n) for n in range(8)])
    assert kept.count(True) == 1
    same, after = await store.table("t1")
    assert same == row
    assert after[0].standing == "pass"
    assert not await store.set_premove(replace(places[0], stand_in="easy"), "pass")


@pytest.mark.postgres
async def test_two_processes_share_what_stands(tmp_path, postgres):
    """Said at one, asked at the other, at the same time: it is given all the same, once."""
    settings = Settings(tmp_path / "data", postgres.empty_database())
    async with running(settings) as one, running(settings) as other:
        for _ in range(8):
            first, second, third = await auction(one)
            there = Player(other, first.table, first.seat, first.token)
            frame = (await second.view())["frame"]
            await there.view()
            await asyncio.gather(
                second.put("standing", frame=frame, code="pass"), there.play("bid:1")
            )
            table = await turn_of(third)
            assert [code for seat, _, code in played(table) if seat == second.seat][-1] == "pass"


@pytest.mark.postgres
async def test_who_serves_pages_alone_leaves_it_to_others(tmp_path, postgres):
    settings = Settings(tmp_path / "data", postgres.empty_database())
    async with (
        running(replace(settings, role="pages")) as pages,
        running(replace(settings, role="searches")),
    ):
        first, second, _ = await auction(pages)
        await stand(first, "up-to", 2)
        await turn_of(second)

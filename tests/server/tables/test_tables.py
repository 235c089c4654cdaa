"""Playing at a table: answers to frames, races, restarts, frozen tables."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace

import pytest

from proa.engine.core.game import Game
from proa.server.config.settings import Settings
from proa.server.store.schema import events
from proa.server.tables import play
from server.databases import postgresql_is_slow
from server.site import Player, Site, play_to_end, running

pytestmark = pytest.mark.anyio
RACES = 1000


async def mover(players: list[Player]) -> Player:
    """Return the player to move."""
    table = await players[0].site.tables.load(players[0].table)
    return players[table.row.turn]


async def test_a_repeated_post_is_answered_like_the_first(site):
    players = await site.begun("me", "me", "me")
    player = await mover(players)
    seen = await player.view()
    body = {"frame": seen["frame"], "codes": [seen["view"]["actions"][0]["code"]]}
    first = await player.post("actions", **body)
    last = (await site.tables.load(player.table)).row.last
    again = await player.post("actions", **body)
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.json() == first.json()
    assert (await site.tables.load(player.table)).row.last == last


async def test_rules_run_once_for_a_decision_and_a_table_is_read_once(site, monkeypatch):
    players = await site.begun("me", "me", "me")
    player = await mover(players)
    table = await site.tables.load(player.table)
    frame = len(table.playing.frames(player.seat)) - 1
    code = table.game.codes(table.playing.position())[0]
    played, read = [], []
    play_out, find = Game.play_with_outcomes, type(site.tables.store).table

    def counted(game, position, action, *, chance=True):
        if chance:  # with it open, somebody only looks what would follow
            played.append(action)
        return play_out(game, position, action, chance=chance)

    def looked_up(store, table_id):
        read.append(table_id)
        return find(store, table_id)

    monkeypatch.setattr(Game, "play_with_outcomes", counted)
    monkeypatch.setattr(type(site.tables.store), "table", looked_up)
    answer = await player.post("actions", frame=frame, codes=[code])
    assert answer.status_code == 200
    assert played == [step.event.code for step in table.playing.steps[table.row.last + 1 :]]
    assert played[0] == code
    await player.post("undo", frame=frame + 1)
    assert read == [player.table] * 2


async def test_a_table_that_was_read_before_others_played_on_is_read_again(site, monkeypatch):
    """Or its row says who was to move, and its log who is."""
    players = await site.begun("me", "me", "me")
    player = await mover(players)
    find = type(site.tables.store).table
    before = await site.tables.store.table(player.table)
    await player.play((await player.view())["view"]["actions"][0]["code"])
    answers = [before]

    async def late(store, table_id):
        return answers.pop() if answers else await find(store, table_id)

    monkeypatch.setattr(type(site.tables.store), "table", late)
    table = await site.tables.load(player.table)
    assert not answers
    assert table.row.last == table.playing.last > before[0].last


async def test_a_store_that_went_back_is_believed(site, monkeypatch):
    """As after a backup was put in its place, under a server that remembers more."""
    players = await site.begun("me", "me", "me")
    player = await mover(players)
    store, listed = site.tables.store, type(site.tables.store).events
    before = await store.table(player.table)
    await player.play((await player.view())["view"]["actions"][0]["code"])

    async def older(store, table_id):
        return before

    async def fewer(store, table_id, after=-1):
        found = await listed(store, table_id, after=after)
        return [event for event in found if event.number <= before[0].last]

    monkeypatch.setattr(type(store), "table", older)
    monkeypatch.setattr(type(store), "events", fewer)
    table = await site.tables.load(player.table)
    assert table.row.last == table.playing.last == before[0].last


async def test_a_post_that_answers_an_old_frame_is_refused(site):
    players = await site.begun("me", "me", "me")
    player = await mover(players)
    seen = await player.view()
    codes = [action["code"] for action in seen["view"]["actions"]]
    await player.play(codes[0])
    answer = await player.post("actions", frame=seen["frame"], codes=[codes[1]])
    assert answer.status_code == 409
    assert "moved on" in answer.json()["error"]
    assert answer.json()["code"] == "stale"
    assert answer.json()["shown"] == (await player.view())


async def test_a_frame_that_has_not_come_yet_is_refused(site):
    players = await site.begun("me", "me", "me")
    player = await mover(players)
    seen = await player.view()
    answer = await player.post("actions", frame=seen["frame"] + 1, codes=["pass"])
    assert answer.status_code == 409


async def test_only_the_mover_plays(site):
    players = await site.begun("me", "me", "me")
    player = await mover(players)
    code = (await player.codes())[0]
    for other in players:
        if other is not player:
            frame = (await other.view())["frame"]
            answer = await other.post("actions", frame=frame, codes=[code])
            assert answer.status_code == 409
            assert answer.json()["error"] == "It is not your turn."
            assert answer.json()["code"] == "not_your_turn"


async def test_an_illegal_code_is_refused_in_a_sentence(site):
    players = await site.begun("me", "me", "me")
    player = await mover(players)
    answer = await player.play("lay")
    assert answer.status_code == 422
    assert "can't be played now" in answer.json()["error"]
    assert answer.json()["code"] == "illegal"
    answer = await player.play("no such thing")
    assert answer.status_code == 422


async def test_several_codes_are_played_together_or_not_at_all(site):
    players = await site.begun("me", "me", "me")
    for _ in range(60):
        player = await mover(players)
        codes = await player.codes()
        choices = [code for code in codes if code.startswith("choose")]
        if choices:
            break
        await player.play(codes[0])
    before = (await site.tables.load(player.table)).row.last
    assert (await player.play(choices[0], "no such thing")).status_code == 422
    assert (await site.tables.load(player.table)).row.last == before
    frame = (await player.view())["frame"]
    body = {"frame": frame, "codes": [choices[0], "lay"]}
    answer = await player.post("actions", **body)
    assert answer.status_code == 200
    after = (await site.tables.load(player.table)).row.last
    assert (await player.post("actions", **body)).json() == answer.json()
    assert (await site.tables.load(player.table)).row.last == after


async def test_undo_and_redo(site):
    players = await site.begun("me", "me", "me")
    for _ in range(60):
        player = await mover(players)
        codes = await player.codes()
        if codes[0].startswith("choose"):
            break
        await player.play(codes[0])
    before = await player.view()
    assert (await player.play(codes[0])).status_code == 200
    chosen = await player.view()
    assert chosen["undo"]
    body = {"frame": chosen["frame"]}
    assert (await player.post("undo", **body)).status_code == 200
    assert (await player.post("undo", **body)).status_code == 200  # repeated: like the first
    back = await player.view()
    assert back["view"]["sections"] == before["view"]["sections"]
    assert back["redo"]
    assert (await player.post("redo", frame=back["frame"])).status_code == 200
    again = await player.view()
    assert again["view"]["sections"] == chosen["view"]["sections"]
    refused = await player.post("redo", frame=again["frame"])
    assert refused.status_code == 409


async def test_nothing_to_take_back(site):
    players = await site.begun("me", "me", "me")
    player = await mover(players)
    answer = await player.post("undo", frame=(await player.view())["frame"])
    assert answer.status_code == 409
    assert "nothing of yours" in answer.json()["error"]
    assert answer.json()["code"] == "nothing_to_undo"


async def test_past_frames_can_be_seen_but_not_answered(site):
    players = await site.begun("me", "me", "me")
    choose = random.Random(3)
    for _ in range(12):
        player = await mover(players)
        await player.play(choose.choice(await player.codes()))
    latest = (await player.view())["latest"]
    for frame in range(latest):
        seen = await player.view(frame=frame)
        assert seen["frame"] == frame
        assert seen["view"]["actions"] == []
    assert (await player.get("view", frame=latest + 1)).status_code == 404
    assert (await player.get("view", frame=-1)).status_code == 404
    log = (await player.get("log")).json()
    assert [entry["frame"] for entry in log] == list(range(latest + 1))
    assert (await player.get("log", after=latest - 2)).json() == log[-2:]


async def test_a_restart_loses_nothing(tmp_path, database):
    settings = Settings(tmp_path / "data", database)
    async with running(settings) as site:
        players = await site.begun("me", "me", "me")
        for _ in range(7):
            player = await mover(players)
            await player.play()
        before = [await player.view() for player in players]
    async with running(settings) as site:
        again = [Player(site, player.table, player.seat, player.token) for player in players]
        assert [await player.view() for player in again] == before
        await play_to_end(again)


@postgresql_is_slow
async def test_a_thousand_racing_posts_have_one_winner_each(any_site):
    """Two clients of one seat answer the same frame with different codes, again and again."""
    site: Site = any_site
    choose, races, lost = random.Random(5), 0, 0
    players: list[Player] = []
    while races < RACES:
        if not players:
            players = await site.begun("me", "me", "me")
        table = await site.tables.load(players[0].table)
        if table.row.status != "running":
            players = []
            continue
        turn, position = table.row.turn, table.playing.position()
        codes = table.game.codes(position)
        frame = len(table.playing.frames(turn)) - 1
        if len(codes) < 2:
            await play.act(site.tables, table.id, turn, frame, codes)
            continue
        rivals = choose.sample(codes, 2)
        posts = [play.act(site.tables, table.id, turn, frame, [code]) for code in rivals]
        answers = await asyncio.gather(*posts, return_exceptions=True)
        refused = [answer for answer in answers if isinstance(answer, Exception)]
        assert len(refused) == 1, answers
        assert refused[0].status == 409
        stored = await site.tables.store.events(table.id, after=table.row.last)
        assert stored[0].code == rivals[1 - answers.index(refused[0])]
        assert [event.code for event in stored].count(stored[0].code) >= 1
        races, lost = races + 1, lost + answers.index(refused[0])
    assert races == RACES


async def test_a_table_whose_log_no_longer_replays_is_frozen(site, tmp_path, caplog):
    players = await site.begun("me", "me", "me")
    for _ in range(5):
        await (await mover(players)).play()
    table = await site.tables.load(players[0].table)
    with site.tables.store.writing() as connection:
        where = (events.c.table_id == table.id) & (events.c.number == 4)
        connection.execute(events.update().where(where).values(digest="0" * 16))
    site.tables.forget(table.id)

    seen = await players[0].view()
    assert seen["status"] == "frozen"
    assert "a table of toy no longer replays and is frozen" in caplog.text  # its host should know
    assert seen["view"]["sections"]  # what there was before can still be seen
    assert seen["latest"] == 3
    player = players[table.row.turn]
    answer = await player.post("actions", frame=3, codes=["pass"])
    assert answer.status_code == 409
    assert "frozen" in answer.json()["error"]
    site.tables.forget(table.id)
    assert (await players[0].view())["status"] == "frozen"


async def test_tables_that_do_not_fit_the_game_are_refused(site):
    async with site.client() as client:
        for order, why in (
            ({"game": "chess", "seats": [{"who": "me"}]}, "no game"),
            ({"game": "toy", "seats": [{"who": "me"}]}, "players"),
            ({"game": "toy", "seats": [{"who": "bot", "level": "godlike"}] * 3}, "no bot"),
            ({"game": "toy", "seats": [{"who": "me"}] * 3, "options": {"x": "y"}}, "option"),
            ({"game": "toy", "seats": [{"who": "me"}] * 3, "pace": 3}, "10 seconds"),
            ({"game": "toy", "seats": [{"who": "me"}] * 3, "edition": "none"}, "edition"),
        ):
            answer = await client.post("/api/tables", json=order)
            assert answer.status_code == 422, order
            assert why in answer.json()["error"], answer.text
        half = r'{"game": "toy", "seats": [], "options": {"\ud800": "x"}}'
        headers = {"Content-Type": "application/json"}
        answer = await client.post("/api/tables", content=half, headers=headers)
        assert answer.status_code == 422
        assert "no option ?" in answer.json()["error"]


async def test_a_table_of_bots_alone_is_refused(site):
    async with site.client() as client:
        order = {"game": "toy", "seats": [{"who": "bot", "level": "easy"}] * 3}
        answer = await client.post("/api/tables", json=order)
    assert answer.status_code == 422
    assert answer.json() == {"error": "At least one seat must be for a person.", "code": "invalid"}


async def test_a_guest_has_so_many_tables(tmp_path):
    settings = replace(Settings(tmp_path / "data"), tables_a_guest=2)
    async with running(settings) as site, site.browser() as browser:
        form = {"game": "toy", "who0": "me", "who1": "bot", "who2": "bot", "level": "easy"}
        for status in (303, 303, 429):
            answer = await browser.post("/tables", data=form, follow_redirects=False)
            assert answer.status_code == status

"""Records: download, proof, upload, the replay, going on from a step."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

import proa
import toy
from proa import records
from proa.arena.matches import play_game
from proa.engine.errors import BadDocument
from proa.engine.messages import text
from proa.server.config.settings import Settings
from proa.server.store.schema import events, tables
from proa.server.store.tables import Change
from proa.server.tables import play, proof
from proa.server.tables.replays import Replay
from server.site import Player, play_to_end, running

pytestmark = pytest.mark.anyio


async def finished(site, **more) -> list[Player]:
    players = await site.begun("me", "me", "me", **more)
    await play_to_end(players)
    return players


async def record(player: Player) -> dict:
    answer = await player.get("record")
    assert answer.status_code == 200, answer.text
    return answer.json()


# -- the record and its proof ----------------------------------------------------------------


async def test_a_record_is_given_out_only_when_the_game_is_over(site):
    players = await site.begun("me", "me", "me")
    for player in players:
        assert (await player.get("record")).status_code == 409
        assert (await player.get("replay/0")).status_code == 409
    await play_to_end(players)
    document = await record(players[1])
    records.verify(document)
    assert [seat["name"] for seat in document["seats"]] == ["Hina", "Teva", "Moana"]


async def test_a_record_holds_what_undo_has_left(site):
    players = await site.begun("me", "me", "me")
    undone = 0
    for _ in range(200):
        table = await site.tables.load(players[0].table)
        if table.row.status != "running":
            break
        player = players[table.row.turn]
        codes = table.game.codes(table.playing.position())
        await player.play(codes[0])
        if codes[0].startswith("choose") and len(codes) > 1 and undone < 3:
            frame = (await player.view())["frame"]
            if (await player.post("undo", frame=frame)).status_code == 200:
                undone += 1
                await player.play(codes[1])
    assert undone == 3
    document = await record(players[0])
    records.verify(document)
    table = await site.tables.load(players[0].table)
    assert len(document["actions"]) == table.row.last - 1 - 2 * undone


async def test_the_proof_of_fair_chance(site):
    opened = await site.open("me", "me", "me")
    players = [
        Player(site, opened["table"], seat["seat"], seat["token"]) for seat in opened["seats"]
    ]
    for player in players:
        await player.post("ready", nonce=f"{player.seat:02x}" * 32)
    await play_to_end(players)
    document = await record(players[0])
    assert document["proof"]["commitment"] == opened["commitment"]  # as it was shown at first
    assert document["proof"]["nonces"] == ["00" * 32, "01" * 32, "02" * 32]
    found = proof.check_proof(records.verify(document))
    assert opened["commitment"] in text(found)


@pytest.mark.parametrize("change", ["server_part", "commitment", "nonces", "table", "key"])
async def test_a_proof_that_was_tampered_with_is_found_out(site, change):
    players = await finished(site)
    document = await record(players[0])
    if change == "key":
        document["start"]["key"] = ["0" * 16, "0" * 16]
    elif change == "nonces":
        document["proof"]["nonces"][1] = "ff"
    else:
        document["proof"][change] = "0" * 64
    with pytest.raises(BadDocument, match="proof"):
        proof.check_proof(records.from_json(document))


@pytest.mark.parametrize(
    "garbled", [[], {}, {"table": 1}, "x", {"nonces": 3}], ids=lambda value: json.dumps(value)
)
async def test_a_garbled_proof_is_refused(site, garbled):
    document = await record((await finished(site))[0])
    document["proof"] = garbled
    with pytest.raises(BadDocument, match="proof"):
        proof.check_proof(records.from_json(document))


async def test_a_record_without_a_proof_says_so(toy):
    assert "no proof" in text(proof.check_proof(records.Record(toy, 3)))


# -- logs that no longer replay --------------------------------------------------------------


async def change_event(site, table: str, number: int, **values) -> None:
    with site.tables.store.writing() as connection:
        where = (events.c.table_id == table) & (events.c.number == number)
        connection.execute(events.update().where(where).values(**values))
    site.tables.forget(table)


async def test_a_frozen_game_is_given_out_as_it_was_stored(site):
    players = await site.begun("me", "me", "me")
    for _ in range(6):
        table = await site.tables.load(players[0].table)
        await players[table.row.turn].play()
    whole = [event.code for event in (await site.tables.load(table.id)).playing.line()[1:]]
    await change_event(site, table.id, 4, digest="0" * 16)
    document = await record(players[1])
    jsonschema.validate(document, json.loads(records.SCHEMA.read_text()))
    assert [action["code"] for action in document["actions"]] == whole
    assert document["result"] is None
    with pytest.raises(BadDocument, match=r"actions\[3\]: leads to"):
        records.verify(document)
    async with site.browser() as browser:
        page = (await browser.get(f"/watch/{table.row.watch}")).text
        assert "unverified" in page
        answer = await browser.get(f"/watch/{table.row.watch}/record")
        assert answer.json() == document
        assert "frozen" in (await browser.get(f"/watch/{table.row.watch}/end")).text


async def test_a_finished_game_that_no_longer_replays_keeps_its_result(site):
    players = await finished(site)
    document = await record(players[0])
    await change_event(site, players[0].table, 2, digest="0" * 16)
    assert (await players[0].view())["status"] == "frozen"
    document["actions"][1]["digest"] = "0" * 16
    assert await record(players[0]) == document


async def test_a_game_from_a_position_that_no_longer_fits_is_given_out_too(site):
    old = await finished(site)
    body = {"at": 5, "seats": [0, 1, 2], "level": "easy"}
    opened = (await old[0].post("continue", **body)).json()
    player = Player(site, opened["table"], 0, opened["token"])
    assert (await player.post("ready", nonce="00")).status_code == 200
    start = {**(await site.tables.load(player.table)).row.start, "rules_version": 99}
    with site.tables.store.writing() as connection:
        connection.execute(tables.update().where(tables.c.id == player.table).values(start=start))
    site.tables.forget(player.table)
    answer = await player.get("view")
    assert answer.status_code == 409
    assert "frozen" in answer.json()["error"]
    assert (await record(player))["start"]["position"] == start
    async with site.browser() as browser:
        page = await browser.get(f"/watch/{opened['watch']}")
        assert page.status_code == 409
        assert "Download the log" in page.text


async def test_a_finished_game_of_an_edition_that_is_gone_is_given_out_too(tmp_path):
    settings = Settings(tmp_path / "data")
    settings.editions.mkdir(parents=True)
    edition = settings.editions / "mine.toml"
    edition.write_bytes((Path(toy.__file__).parent / "components.toml").read_bytes())
    async with running(settings) as site:
        players = await finished(site, edition="mine")
        document = await record(players[0])
    edition.unlink()
    async with running(settings) as site, site.browser() as browser:
        again = Player(site, players[0].table, 0, players[0].token)
        assert await record(again) == document
        assert (await again.get("view")).json()["error"] == "There is no edition of that name."
        watch = (await site.tables.load(again.table)).row.watch
        assert "Download the log" in (await browser.get(f"/watch/{watch}")).text


async def test_a_table_opened_under_other_rules_does_not_begin(site):
    opened = await site.open("me", "bot", "bot")
    with site.tables.store.writing() as connection:
        connection.execute(tables.update().values(rules_version=99))
    player = Player(site, opened["table"], 0, opened["token"])
    answer = await player.post("ready", nonce="00")
    assert answer.status_code == 409
    assert "rules have changed" in answer.json()["error"]


# -- the replay room -------------------------------------------------------------------------


async def test_a_guest_keeps_so_many_records_and_a_server_too(tmp_path):
    settings = Settings(tmp_path / "data", uploads_a_guest=2, uploads_in_all=4)
    async with running(settings) as site:
        document = json.dumps(await record((await finished(site))[0]))

        async def upload(browser) -> int:
            answer = await browser.post("/records", files={"file": ("r.json", document)})
            return answer.status_code

        async with site.browser() as one, site.browser() as other, site.client() as program:
            assert [await upload(one) for _ in range(3)] == [200, 200, 429]
            assert await upload(other) == 200
            answers = [await program.post("/api/records", content=document) for _ in range(2)]
            assert [answer.status_code for answer in answers] == [201, 503]


async def test_an_uploaded_record_is_replayed_step_by_step(site):
    players = await finished(site)
    document = await record(players[0])
    async with site.client() as client:
        answer = await client.post("/api/records", content=json.dumps(document))
        assert answer.status_code == 201, answer.text
        path = f"/api/records/{answer.json()['record']}"
        first = (await client.get(f"{path}/replay/0")).json()
        assert first["last_step"] == len(document["actions"])
        for at in (1, first["last_step"]):
            openly = (await client.get(f"{path}/replay/{at}")).json()
            seat = (await client.get(f"{path}/replay/{at}", params={"eye": "1"})).json()
            assert openly["eye"] == "open"
            assert (seat["eye"], seat["view"]["viewer"]) == (1, 1)
            assert (await players[0].get(f"replay/{at}")).json() == openly
        for at in (-1, first["last_step"] + 1):
            assert (await client.get(f"{path}/replay/{at}")).status_code == 404
        assert (await client.get("/api/records/none/replay/0")).status_code == 404


async def test_a_record_that_does_not_replay_is_refused_with_the_place(site):
    document = await record((await finished(site))[0])
    document["actions"][3]["code"] = "card:1"  # an outcome, never a decision
    async with site.client() as client:
        answer = await client.post("/api/records", content=json.dumps(document))
        assert answer.status_code == 422
        assert "actions[3]" in answer.json()["error"]
        for content, why in ((b"{", "JSON"), (b"\xff", "UTF-8"), (b"[]", "object")):
            answer = await client.post("/api/records", content=content)
            assert answer.status_code == 422
            assert why in answer.json()["error"]


async def test_going_on_from_a_step_as_a_new_table_against_bots(site):
    players = await finished(site)
    old = await site.tables.load(players[0].table)
    for seat, name in ((0, "Hinano"), (1, "Ariitea")):
        change = Change(seats={seat: {"name": name}})
        assert await site.tables.store.commit(old.row, old.seats, change)
        old = await site.tables.load(old.id)
    replay = (await players[0].get("replay/6")).json()
    async with site.client(players[0].token) as client:
        answer = await client.post(
            f"/api/tables/{players[0].table}/continue",
            json={"at": 6, "seats": [1], "level": "easy"},
        )
    assert answer.status_code == 201, answer.text
    opened = answer.json()
    new = (await site.tables.load(opened["table"])).names
    assert new[1] == "Ariitea"
    assert "Hinano" not in new
    assert len({*new}) == 3
    me = Player(site, opened["table"], 1, opened["token"])
    assert (await me.post("ready", nonce="00")).status_code == 200
    first = await me.view(frame=0)
    seat_view = (await players[0].get("replay/6", eye="1")).json()["view"]
    sections = json.dumps(seat_view["sections"])
    for old_name, new_name in zip(old.names, new, strict=True):
        sections = sections.replace(old_name, new_name)
    assert first["view"]["sections"] == json.loads(sections)
    assert first["told"]["sentences"][0] == "The game begins from a given position."
    assert replay["at"] == 6
    for _ in range(300):
        seen = await me.view()
        if seen["status"] == "over":
            break
        if seen["view"]["actions"]:
            assert (await me.play()).status_code == 200
        else:
            await me.view(after=seen["frame"], wait=2)
    document = await record(me)
    assert "position" in document["start"]
    proof.check_proof(records.verify(document))


async def test_there_is_no_going_on_after_the_end(site):
    players = await finished(site)
    last = (await players[0].get("replay/0")).json()["last_step"]
    async with site.client(players[0].token) as client:
        path = f"/api/tables/{players[0].table}/continue"
        answer = await client.post(path, json={"at": last, "seats": [1], "level": "easy"})
        assert answer.status_code == 422
        answer = await client.post(path, json={"at": 3, "seats": [1], "level": "none"})
        assert answer.status_code == 422
        answer = await client.post(path, json={"at": 3, "seats": [1, 3], "level": "easy"})
        assert answer.status_code == 422
        assert answer.json() == {"error": "There is no seat 3.", "code": "invalid"}


async def test_pages_of_the_end_and_of_the_replay(site):
    form = {"game": "toy", "name": "Hina", "who0": "me", "who1": "here", "who2": "here"}
    async with site.browser() as browser:
        door = str((await browser.post("/tables", data=form)).url.path)
        await browser.post(f"{door}/ready", data={"nonce": "00"})
        table_id = door.rpartition("/")[2]
        for _ in range(400):
            table = await site.tables.load(table_id)
            if table.row.status != "running":
                break
            code = table.game.codes(table.playing.position())[0]
            frame = len(table.playing.frames(table.row.turn)) - 1
            await play.act(site.tables, table_id, table.row.turn, frame, [code])
        end = await browser.get(door)
        assert end.url.path == f"{door}/end"
        assert end.status_code == 200
        for path in ("?board=1", "/replay", "/replay/3", "/replay/3?eye=1", "/fair", "/log"):
            answer = await browser.get(door + path)
            assert answer.status_code == 200, path
        file = (await browser.get(f"{door}/record")).content
        answer = await browser.post("/records", files={"file": ("record.json", file)})
        assert answer.status_code == 200
        assert answer.url.path.startswith("/records/")
        step = await browser.get(f"{answer.url.path}/replay/2?eye=0")
        assert step.status_code == 200
        data = {"at": "4", "place": "1", "level": "easy"}
        new = await browser.post(f"{answer.url.path}/continue", data=data)
        assert new.status_code == 200
        assert new.url.path.startswith("/table/")


# -- when points came ------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["tahiti", "borneo", "borabora"])
def whole(request) -> Replay:
    """Return a whole game, replayed."""
    return Replay(play_game(proa.game(request.param), 3, 5, ["random"]))


def test_the_amounts_of_every_source_add_up_to_its_points(whole):
    growth = whole.growth(whole.reasons())
    assert any(growth)
    for seat, sources in enumerate(growth):
        for source, turns in sources.items():
            amounts = [amount["points"] for turn in turns for amount in turn["amounts"]]
            assert 0 not in amounts
            assert sum(amounts) == whole.result()["sheets"][seat][source]


def test_each_amount_names_the_step_that_brought_it_and_its_turn(whole):
    for seat, sources in enumerate(whole.growth(whole.reasons())):
        for source, turns in sources.items():
            assert [turn["turn"] for turn in turns] == sorted({turn["turn"] for turn in turns})
            for turn in turns:
                for amount in turn["amounts"]:
                    at = amount["at"]
                    before, after = whole.position(at - 1), whole.position(at)
                    gained = (whole.game.sheet(p, seat)[source] for p in (after, before))
                    assert amount["points"] == next(gained) - next(gained)
                    assert turn["turn"] == sum(begun < at for begun in whole.turns)


def test_every_point_of_a_booked_source_is_dated(whole):
    """What a game calls booked is dated, and nothing else."""
    for found, dated in zip(whole.reasons(), whole.growth(whole.reasons()), strict=True):
        assert set(dated) == {reason["source"] for reason in found if "booked" in reason}


def test_points_that_a_position_brings_along_come_at_the_start():
    record = play_game(proa.game("borabora"), 2, 5, ["random"])
    middle = Replay(record).position(len(record.decisions) // 2)
    later = Replay(records.Record(middle.game, 2, record.key, position=middle.game.dump(middle)))
    for seat, sources in enumerate(later.growth(later.reasons())):
        assert sources
        for source, (turn,) in sources.items():
            (amount,) = turn["amounts"]
            assert (turn["turn"], amount["at"]) == (0, 0)
            assert amount["points"] == middle.game.sheet(middle, seat)[source]

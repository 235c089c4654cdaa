"""People at a table: invitations, other devices, leaving, substitutes, options, rematch."""

from __future__ import annotations

import asyncio
import time

import pytest
import sqlalchemy as sa

from proa.server.store import schema
from proa.server.store.tables import Change
from proa.server.tables import play, proof, replacements
from server.rows import write
from server.site import Player, play_to_end
from server.tables.turns import person_to_move

pytestmark = pytest.mark.anyio
NONCE = "ab" * 32


# -- before the game -------------------------------------------------------------------------


async def test_friends_take_their_seats_by_invitation(site):
    opened = await site.open("me", "friend", "friend")
    hina = Player(site, opened["table"], 0, opened["token"])
    invites = [seat["invite"] for seat in opened["seats"]]
    assert invites[0] is None
    async with site.client() as client:
        seen = (await client.get(f"/api/invitations/{invites[1]}")).json()
        assert seen["table"]["commitment"] == opened["commitment"]  # before one's nonce is given
        taken = []
        for invite, name in zip(invites[1:], ("Manu", "Manu"), strict=True):
            answer = await client.post(
                f"/api/invitations/{invite}", json={"name": name, "nonce": NONCE}
            )
            assert answer.status_code == 201
            taken.append(answer.json())
        again = await client.post(f"/api/invitations/{invites[1]}", json={"name": "Late"})
        assert again.status_code == 404
    assert (await hina.get("view")).status_code == 409
    assert (await hina.post("ready", nonce=NONCE)).json()["frame"] == 0
    players = [hina, *(Player(site, t["table"], t["seat"], t["token"]) for t in taken)]
    table = await site.tables.load(hina.table)
    assert table.names == ["Hina", "Manu", "Manu 2"]
    await play_to_end(players)


async def test_looking_at_an_invitation_changes_nothing(site):
    opened = await site.open("me", "friend", "bot")
    before = await site.tables.load(opened["table"])
    async with site.browser() as browser:
        for _ in range(2):
            answer = await browser.get(f"/sit/{opened['seats'][1]['invite']}")
            assert answer.status_code == 200
            assert opened["commitment"] in answer.text
    after = await site.tables.load(opened["table"])
    assert (after.row, after.seats) == (before.row, before.seats)


async def test_of_two_friends_with_one_invitation_one_gets_the_seat(site):
    opened = await site.open("me", "friend", "bot")
    path = f"/api/invitations/{opened['seats'][1]['invite']}"
    async with site.client() as client:
        names = [f"F{n}" for n in range(6)]
        answers = await asyncio.gather(*(client.post(path, json={"name": n}) for n in names))
    assert sorted(a.status_code for a in answers)[0] == 201
    assert all(a.status_code in (404, 409) for a in answers if a.status_code != 201)
    assert sum(a.status_code == 201 for a in answers) == 1


async def test_the_opener_fills_an_open_seat_with_a_bot(site):
    opened = await site.open("me", "friend", "bot")
    hina = Player(site, opened["table"], 0, opened["token"])
    assert (await hina.post("fill", seat=1, level="godlike")).status_code == 422
    for seat in (-1, 3):
        answer = await hina.post("fill", seat=seat, level="easy")
        assert answer.status_code == 422
        assert answer.json() == {"error": f"There is no seat {seat}.", "code": "invalid"}
    assert (await hina.post("fill", seat=1, level="easy")).status_code == 200
    async with site.client() as client:
        late = await client.post(f"/api/invitations/{opened['seats'][1]['invite']}", json={})
    assert late.status_code == 404
    assert (await hina.post("ready", nonce=NONCE)).json()["frame"] == 0
    await person_to_move([hina, None, None])


async def test_the_opener_closes_a_table_that_has_not_begun(site):
    opened = await site.open("me", "friend", "bot")
    async with site.client() as stranger:
        path = f"/api/tables/{opened['table']}"
        assert (await stranger.delete(path)).status_code == 401
    async with site.client(opened["token"]) as client:
        assert (await client.delete(path)).status_code == 204
        assert (await client.get(path)).status_code == 404
    players = await site.begun("me", "me", "me")
    async with site.client(players[0].token) as client:
        assert (await client.delete(f"/api/tables/{players[0].table}")).status_code == 409


async def test_a_garbled_nonce_is_refused(site):
    opened = await site.open("me", "me", "me")
    hina = Player(site, opened["table"], 0, opened["token"])
    answer = await hina.post("ready", nonce="not hexadecimal")
    assert answer.status_code == 422


# -- another device --------------------------------------------------------------------------


async def test_a_seat_is_joined_from_another_device_once(site):
    players = await site.begun("me", "me", "me")
    token = (await players[0].post("device")).json()["rejoin"]
    async with site.client() as client:
        answer = await client.post(f"/api/rejoin/{token}")
        assert answer.status_code == 201
        again = await client.post(f"/api/rejoin/{token}")
        assert again.status_code == 404
    phone = Player(site, players[0].table, 0, answer.json()["token"])
    assert await phone.view() == await players[0].view()
    await play_to_end([phone, *players[1:]])


async def test_a_browser_rejoins_by_post_only(site):
    players = await site.begun("me", "me", "me")
    token = (await players[0].post("device")).json()["rejoin"]
    async with site.browser() as browser:
        for _ in range(2):
            assert (await browser.get(f"/rejoin/{token}")).status_code == 200
        answer = await browser.post(f"/rejoin/{token}", follow_redirects=False)
        assert answer.headers["location"] == f"/table/{players[0].table}"
        assert (await browser.post(f"/rejoin/{token}")).status_code == 404


# -- one screen ------------------------------------------------------------------------------


async def test_at_one_screen_nobodys_hand_is_sent_before_it_is_said_who_looks(site, monkeypatch):
    form = {"game": "toy", "name": "Hina", "who0": "me", "who1": "here", "name1": "Teva"}
    form |= {"who2": "here", "name2": "Moana"}
    monkeypatch.setattr(proof, "fresh_part", lambda: "5a" * 32)  # else two hands may be alike
    async with site.browser() as browser:
        answer = await browser.post("/tables", data=form)
        door = str(answer.url.path)
        await browser.post(f"{door}/ready", data={"nonce": NONCE})
        table = await site.tables.load(door.rpartition("/")[2])
        position = table.playing.position()
        hands = [_hand_lines(table, seat) for seat in range(3)]
        assert len({*hands}) == 3
        veiled = (await browser.get(door)).text
        assert not any(line in veiled for hand in hands for line in hand)
        for seat in range(3):
            seen = (await browser.post(f"{door}/screen", data={"place": str(seat)})).text
            assert all(line in seen for line in hands[seat])
            others = [line for n, hand in enumerate(hands) if n != seat for line in hand]
            assert not any(line in seen for line in others if line not in hands[seat])
        code = table.game.codes(position)[0]
        body = {"frame": "0", "code": code}
        refused = await browser.post(f"{door}/act", data=body)
        assert refused.status_code == 409
        await browser.post(f"{door}/screen", data={"place": str(table.row.turn)})
        played = await browser.post(f"{door}/act?seat={table.row.turn}", data=body)
        assert played.status_code == 200
        assert (await site.tables.load(table.id)).row.last > 0
        assert (await browser.get(f"{door}?seat=7")).status_code == 403


async def test_what_a_tab_sends_after_the_screen_was_handed_on_is_not_done(site):
    """It gets the veil and the reason, and what it sends is not played for another seat."""
    form = {"game": "toy", "name": "Hina", "who0": "me", "who1": "here", "who2": "here"}
    async with site.browser() as browser:
        door = (await browser.post("/tables", data=form)).url.path
        await browser.post(f"{door}/ready", data={"nonce": NONCE})
        table = await site.tables.load(door.rpartition("/")[2])
        turn = table.row.turn
        other = (turn + 1) % 3
        code = table.game.codes(table.playing.position())[0]
        body = {"frame": "0", "code": code, "name": "Vaea", "text": "Hm", "level": "easy"}
        await browser.post(f"{door}/screen", data={"place": str(turn)})
        for hands_on in (
            browser.post(f"{door}/screen?seat={turn}"),
            browser.post(f"{door}/screen", data={"place": str(other)}),
        ):
            assert (await hands_on).status_code == 200
            for what in ("act", "undo", "redo", "stand", "return"):
                headers = {"HX-Request": "true"}
                answer = await browser.post(
                    f"{door}/{what}?seat={turn}", data=body, headers=headers
                )
                assert 'id="veil-title"' in answer.text, what
                assert "The screen was handed on, so this was not done." in answer.text, what
            for what in ("act", "device", "rename", "resign", "chat"):
                answer = await browser.post(f"{door}/{what}?seat={turn}", data=body)
                assert answer.status_code == 409, what
                assert "The screen was handed on" in answer.text, what
        after = await site.tables.load(table.id)
        assert (after.row.last, after.row.people, after.row.talk) == (
            table.row.last,
            table.row.people,
            table.row.talk,
        )
        await browser.post(f"{door}/screen?seat={turn}")  # a tab of before: it has nothing to leave
        assert 'id="veil-title"' not in (await browser.get(f"{door}?seat={other}")).text
        assert (await browser.post(f"{door}/screen", data={"place": "7"})).status_code == 403
        stranger = {"Sec-Fetch-Site": "cross-site"}
        answer = await browser.post(f"{door}/screen", data={"place": str(turn)}, headers=stranger)
        assert answer.status_code == 403
        assert (await browser.get(f"{door}/screen")).status_code in (404, 405)


async def test_who_sits_alone_at_a_browser_is_asked_nothing(site):
    """Whatever the address says."""
    async with site.browser() as browser:
        form = {"game": "toy", "who0": "me", "who1": "bot", "who2": "bot", "level": "easy"}
        door = (await browser.post("/tables", data=form)).url.path
        await browser.post(f"{door}/ready", data={"nonce": NONCE})
        for address in (door, f"{door}?seat=0"):
            page = (await browser.get(address)).text
            assert "veil-title" not in page
            assert "data-screen" not in page
            assert "?seat=" not in page
        answer = await browser.post(f"{door}/screen", data={"place": "0"}, follow_redirects=False)
        assert answer.headers["location"] == door


async def test_after_the_end_nobody_at_a_screen_is_asked_who_they_are(site):
    async with site.browser() as browser:
        form = {"game": "toy", "name": "Hina", "who0": "me", "who1": "here", "who2": "here"}
        door = (await browser.post("/tables", data=form)).url.path
        await browser.post(f"{door}/ready", data={"nonce": NONCE})
        for _ in range(500):
            table = await site.tables.load(door.rpartition("/")[2])
            if table.row.status != "running":
                break
            frame = len(table.playing.frames(table.row.turn)) - 1
            code = table.game.codes(table.playing.position())[-1]
            await play.act(site.tables, table.id, table.row.turn, frame, [code])
        assert "veil-title" not in (await browser.get(f"{door}?board=1")).text
        end = await browser.get(door)
        assert end.url.path == f"{door}/end"
        assert f'action="{door}/rematch?seat=0"' in end.text


def _hand_lines(table, seat: int) -> tuple[str, ...]:
    """Return the lines of a seat's view that spectators don't see."""
    from proa.engine.messages import localize

    def lines(viewer: int) -> list[str]:
        view = localize(table.game.view(table.playing.position(), viewer), "en", table.names)
        return [line["text"] for section in view["sections"] for line in section["lines"]]

    return tuple(line for line in lines(seat) if line not in lines(-1))


# -- names and options -----------------------------------------------------------------------


async def test_names_are_cleaned_cut_and_unlike(site):
    players = await site.begun("me", "me", "me")
    for wish, name in (
        ("  Tiare \n Rua ", "Tiare Rua"),
        ("x" * 100, "x" * 40),
        ("Teva", "Teva 2"),
        ("", "#1"),
    ):
        assert (await players[0].post("rename", name=wish)).status_code == 200
        assert (await site.tables.load(players[0].table)).names[0] == name


async def test_options_are_the_openers(site):
    players = await site.begun("me", "me", "me")
    assert (await players[1].post("options", pace=60)).status_code == 403
    assert (await players[0].post("options", pace=5)).status_code == 422
    assert (await players[0].post("options", pace=60, watchers_chat=True)).status_code == 200
    table = await site.tables.load(players[0].table)
    assert (table.row.pace, table.row.watchers_chat) == (60, True)
    assert table.row.due == pytest.approx(time.time() + 60, abs=5)
    log = (await players[1].get("log")).json()
    assert log[-1]["sentences"] == ["From now on, each decision has 1 minute."]


# -- leaving and coming back -----------------------------------------------------------------


async def test_whoever_leaves_is_followed_by_a_bot(site):
    players = await site.begun("me", "me", "me")
    leaver = await person_to_move(players)
    answer = await leaver.post("resign", level="easy")
    assert answer.status_code == 200
    assert (await leaver.post("actions", frame=0, codes=["pass"])).status_code in (403, 404)
    left_view = await leaver.get("view")
    if leaver.seat == 0:  # whoever opened the table may look on
        assert left_view.json()["viewer"] == -1
    else:
        assert left_view.status_code == 404
    watch = Player(site, leaver.table, -1, answer.json()["watch"])
    assert (await watch.view())["viewer"] == -1
    left: list[Player | None] = [p if p is not leaver else None for p in players]
    other = await person_to_move(left)
    log = (await other.get("log")).json()
    assert any("leaves; a bot plays on" in " ".join(entry["sentences"]) for entry in log)
    table = await site.tables.load(leaver.table)
    assert table.seats[leaver.seat].kind == "bot"


async def test_a_bot_stands_in_for_who_is_away_until_he_is_back(site):
    players = await site.begun("me", "me", "me", pace=10)
    away = await person_to_move(players)
    table = await site.tables.load(away.table)
    early = await replacements.take_over(site.tables, away.table, time.time())
    assert not early.seats[away.seat].stand_in
    await replacements.take_over(site.tables, away.table, table.row.due + 1)
    others: list[Player | None] = [p if p is not away else None for p in players]
    await person_to_move(others)
    seen = await away.view()  # they still see what is theirs
    assert seen["viewer"] == away.seat
    people = (await away.get()).json()["seats"]
    assert people[away.seat]["away"]
    assert people[away.seat]["kind"] == "person"
    answer = await away.post("actions", frame=seen["frame"], codes=["pass"])
    assert answer.status_code == 409
    assert (await away.post("return")).status_code == 200
    assert (await away.post("return")).status_code == 200
    log = [" ".join(entry["sentences"]) for entry in (await away.get("log")).json()]
    assert any("is away; a bot plays" in text for text in log)
    assert sum("is back" in text for text in log) == 1
    await play_to_end(players)


async def test_whoever_a_bot_stands_in_for_takes_nothing_back(site):
    """Undo and redo ask whether one is back, as a decision does, and are not offered before."""
    players = await site.begun("me", "me", "me", pace=60)
    assert await site.tables.store.lease(players[0].table, "nobody", 600)  # no bot gets to play
    for _ in range(60):
        away = await person_to_move(players)
        code = (await away.codes())[0]
        await away.play(code)
        if code.startswith("choose"):
            break
    for what in ("undo", "redo"):
        seen = await away.view()
        assert seen[what]
        await _stand_in(site, away, "easy")
        answer = await away.post(what, frame=seen["frame"])
        assert answer.status_code == 409
        assert "Take your seat back first" in answer.json()["error"]
        assert not (await away.view())[what]
        await _stand_in(site, away, "")
        assert (await away.post(what, frame=seen["frame"])).status_code == 200


async def _stand_in(site, player: Player, level: str) -> None:
    table = await site.tables.load(player.table)
    await site.tables.commit(table, Change(seats={player.seat: {"stand_in": level}}))


async def test_the_server_notices_who_is_away_by_itself(any_site):
    players = await any_site.begun("me", "me", "me", pace=10)
    away = await person_to_move(players)
    write(any_site.tables.store, sa.update(schema.tables).values(due=schema.tables.c.due - 60))
    others: list[Player | None] = [p if p is not away else None for p in players]
    await person_to_move(others)
    assert (await any_site.tables.load(away.table)).seats[away.seat].stand_in


# -- the next game ---------------------------------------------------------------------------


async def test_a_rematch_has_the_same_people_with_seats_rotated(site):
    players = await site.begun("me", "me", "me", pace=90)
    assert (await players[1].post("rematch")).status_code == 409
    await play_to_end(players)
    answers = await asyncio.gather(*(player.post("rematch") for player in players))
    assert len({answer.json()["table"] for answer in answers}) == 1
    new = answers[0].json()["table"]
    table = await site.tables.load(new)
    assert table.names == ["Teva", "Moana", "Hina"]
    assert table.row.pace == 90
    assert [answer.json()["seats"] for answer in answers] == [[2], [0], [1]]
    again = [Player(site, new, (p.seat - 1) % 3, p.token) for p in players]
    for player in again:
        assert (await player.post("ready", nonce=NONCE)).status_code == 200
    await play_to_end(sorted(again, key=lambda player: player.seat))


async def test_who_only_watches_opens_no_next_game(site):
    players = await site.begun("me", "me", "me")
    watch = (await players[0].get()).json()["watch_url"].rpartition("/")[2]
    await play_to_end(players)
    answer = await Player(site, players[0].table, -1, watch).post("rematch")
    assert answer.status_code == 403
    assert (await players[0].get()).json()["table"]["rematch"] is None
    assert (await players[1].post("rematch")).status_code == 200


@pytest.mark.parametrize("closed", ["by its opener", "since nobody came", "by the administrator"])
async def test_a_next_game_that_is_closed_is_opened_anew(any_site, closed):
    players, store = await any_site.begun("me", "me", "me"), any_site.tables.store
    await play_to_end(players)
    new = (await players[1].post("rematch")).json()["table"]
    if closed == "by its opener":
        async with any_site.client(players[1].token) as client:
            assert (await client.delete(f"/api/tables/{new}")).status_code == 204
    elif closed == "since nobody came":
        assert new in await store.close_unused(time.time() + 60, time.time() + 60)
    else:
        await store.remove(new)
    assert (await players[0].get()).json()["table"]["rematch"] is None
    again = await players[0].post("rematch")
    assert again.status_code == 200
    assert again.json()["table"] != new


# -- chat ------------------------------------------------------------------------------------


async def test_talk_at_the_table(site):
    players = await site.begun("me", "me", "me")
    opened = await players[0].get()
    watch = opened.json()["watch_url"].rpartition("/")[2]
    spectator = Player(site, players[0].table, -1, watch)
    for _ in range(4):
        await (await person_to_move(players)).play()
    assert (await players[1].post("chat", text="Well played!", frame=2)).status_code == 201
    assert (await spectator.post("chat", text="Hello")).status_code == 403
    await players[0].post("options", watchers_chat=True)
    assert (await spectator.post("chat", text="Hello", name="Vaea")).status_code == 201
    lines = (await players[0].get("chat")).json()
    assert [(line["seat"], line["name"], line["text"]) for line in lines] == [
        (1, "Teva", "Well played!"),
        (None, "Vaea", "Hello"),
    ]
    assert (await players[1].get("chat")).json()[0]["frame"] == 2
    assert [line["number"] for line in (await players[0].get("chat", after=1)).json()] == [2]
    for text in ("", "   ", "x" * 501):
        assert (await players[1].post("chat", text=text)).status_code == 422


@pytest.mark.parametrize(("money", "is_veiled"), [("open", False), ("screened", True)])
async def test_at_one_screen_there_is_a_veil_only_where_somebody_knows_more(site, money, is_veiled):
    """With open money Tahiti hides nothing: the page is that of whoever is to move."""
    form = {"game": "tahiti", "name": "Hina", "who0": "me", "who1": "here", "name1": "Teva"}
    async with site.browser() as browser:
        answer = await browser.post("/tables", data={**form, "option_money": money})
        door = str(answer.url.path)
        await browser.post(f"{door}/ready", data={"nonce": NONCE})
        for _ in range(2):
            table = await site.tables.load(door.rpartition("/")[2])
            assert table.row.options["money"] == money
            turn, code = table.row.turn, table.game.codes(table.playing.position())[0]
            page = (await browser.get(door)).text
            assert ('class="veil"' in page) is is_veiled
            assert ("data-mine" in page) is not is_veiled
            frame = str(table.playing.frames(turn)[-1])
            answer = await browser.post(
                f"{door}/act?seat={turn}",
                data={"frame": frame, "code": code},
                headers={"HX-Request": "true"},
            )
            assert (f'id="next-here" href="{door}?seat={1 - turn}"' in answer.text) is not is_veiled


async def test_spectators_of_a_finished_table_find_the_way_to_the_rematch(site):
    players = await site.begun("me", "me", "me")
    watch = (await site.tables.load(players[0].table)).row.watch
    await play_to_end(players)
    async with site.browser() as browser:
        assert "Watch the rematch" not in (await browser.get(f"/watch/{watch}/end")).text
        new = (await players[0].post("rematch")).json()["table"]
        page = (await browser.get(f"/watch/{watch}/end")).text
        follows = (await site.tables.load(new)).row.watch
        assert f'href="/watch/{follows}"' in page
        assert new not in page
        assert (await browser.get(f"/watch/{follows}")).status_code == 200


async def test_the_host_chooses_a_seat_or_lets_chance_do_it(site):
    form = {"game": "toy", "name": "Hina", "who0": "me", "who1": "bot", "who2": "bot"}
    form |= {"level": "easy"}
    found = set()
    async with site.browser() as browser:
        for order in ("", "2", "3", "9", *["shuffled"] * 30):
            answer = await browser.post("/tables", data=form | {"order": order})
            table = await site.tables.load(answer.url.path.rsplit("/", 1)[1])
            seat = table.names.index("Hina")
            if order == "shuffled":
                found.add(seat)
            else:
                assert seat == {"": 0, "2": 1, "3": 2, "9": 2}[order]
            await browser.post(f"{answer.url.path}/close")
    assert len(found) > 1

"""Time controls, seats lost on time, pauses, and players who are replaced."""

from __future__ import annotations

import random
import time

import pytest

from proa.server.config.settings import Settings
from proa.server.store import rows
from proa.server.tables import pause, replacements
from proa.server.tables.game_log import shares
from server.site import Player, Site, running
from server.tables.turns import person_to_move

pytestmark = pytest.mark.anyio
BANK = {"bank": 600, "increment": 5}


class Hands:
    """The hands of a clock that a test moves."""

    def __init__(self, at: float) -> None:
        self.at = at


@pytest.fixture
def clock(monkeypatch) -> Hands:
    hands = Hands(float(int(time.time())))
    monkeypatch.setattr(time, "time", lambda: hands.at)
    return hands


async def lived(site: Site, clock: Hands, seconds: float) -> None:
    """Let time pass in which the server runs."""
    while seconds > 0:
        clock.at += min(seconds, 2.0)
        seconds -= 2.0
        await site.tables.time.beat()


async def row_of(site: Site, player: Player) -> rows.TableRow:
    return (await site.tables.load(player.table)).row


async def played_publicly(site: Site, players: list[Player]) -> Player:
    """Play a decision after which another seat is to move; return who made it."""
    for _ in range(50):
        me = await person_to_move(players)
        before = await row_of(site, me)
        assert (await me.play()).status_code == 200
        if (await row_of(site, me)).turn != before.turn:
            return me
    raise AssertionError("nobody else gets to move")


# -- banks -----------------------------------------------------------------------------------


async def test_a_bank_loses_the_time_that_was_used_and_gets_the_increment(clock, site):
    players = await site.begun("me", "me", "me", **BANK)
    me = await person_to_move(players)
    assert (await row_of(site, me)).due == clock.at + 600
    await lived(site, clock, 40)
    passed_on = await played_publicly(site, players)
    row = await row_of(site, me)
    assert row.banks[passed_on.seat] >= 600 - 40 + 5
    assert row.banks[passed_on.seat] % 5 == 0  # whole increments
    assert row.due == clock.at + 600  # the next player's clock has just begun
    everyone = (await me.get()).json()
    assert [s["left"] for s in everyone["seats"]] == row.banks
    assert everyone["table"]["bank"] == 600
    assert everyone["table"]["due"] == row.due


async def test_undo_gives_no_time_and_no_increment(clock, site):
    """Taking back what had passed the turn on lets the own clock run on, and not the other's."""
    players = await site.begun("me", "me", "me", game="tahiti", **BANK)
    me = await person_to_move(players)
    await lived(site, clock, 10)
    await me.play()
    table = await site.tables.load(me.table)
    assert table.row.turn != me.seat
    assert table.playing.undoable(me.seat)
    banks, other = table.row.banks, table.row.turn
    await lived(site, clock, 20)
    for _ in range(3):
        seen = await me.view()
        assert (await me.post("undo", frame=seen["frame"])).status_code == 200
        row = await row_of(site, me)
        assert row.turn == me.seat
        assert row.due == pytest.approx(clock.at + banks[me.seat] - 20)
        assert row.banks[other] == banks[other]
        seen = await me.view()
        assert (await me.post("redo", frame=seen["frame"])).status_code == 200
        row = await row_of(site, me)
        assert row.banks[me.seat] == pytest.approx(banks[me.seat] - 20)
        assert row.due == pytest.approx(clock.at + banks[other])
        banks = [*banks]
        banks[me.seat] -= 20
        await lived(site, clock, 20)


async def test_an_undo_long_after_ones_time_began_loses_no_seat(clock, site):
    """The decision that passed the turn on gave time, once: taking it back and playing it again
    gives none."""
    players = await site.begun("me", "me", "me", game="tahiti", pace=600, forfeits=True)
    me = await person_to_move(players)
    await lived(site, clock, 590)
    await me.play()
    due = (await row_of(site, me)).due
    assert due == clock.at + 600
    for _ in range(3):
        await lived(site, clock, 30)
        seen = await me.view()
        assert (await me.post("undo", frame=seen["frame"])).status_code == 200
        await replacements.take_over(site.tables, me.table, clock.at)
        table = await site.tables.load(me.table)
        assert (table.row.turn, table.row.due, table.seats[me.seat].bot) == (me.seat, due, "")
        seen = await me.view()
        assert (await me.post("redo", frame=seen["frame"])).status_code == 200


async def test_a_clock_can_be_changed_while_nobody_can_lose_by_it(clock, site):
    players = await site.begun("me", "me", "me", pace=60)
    host = players[0]
    assert (await host.post("options", bank=600, increment=5)).status_code == 200
    row = await row_of(site, host)
    assert (row.pace, row.due, row.banks) == (None, clock.at + 600, [600.0] * 3)
    log = (await host.get("log")).json()
    said = "From now on, the time is: 10 minutes + 5 seconds per decision."
    assert log[-1]["sentences"] == [said]
    assert (await host.post("options")).status_code == 200
    row = await row_of(site, host)
    assert (row.due, row.banks) == (None, None)
    strict = (await site.begun("me", "me", "me", pace=60, forfeits=True))[0]
    answer = await strict.post("options", pace=10)
    assert answer.status_code == 409
    assert "as it was agreed" in answer.json()["error"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"pace": 5},
        {"pace": 60, "bank": 600},
        {"bank": 10},
        {"bank": 600, "increment": -1},
        {"pace": 60, "increment": 3},
        {"bank": 600, "increment": 10**6},
        {"bank": 10**9},
    ],
)
async def test_impossible_times_are_refused(site, wrong):
    async with site.client() as client:
        order = {"game": "toy", "seats": [{"who": "me"}] * 3, **wrong}
        answer = await client.post("/api/tables", json=order)
    assert answer.status_code == 422
    assert answer.json()["error"][-1] == "."


@pytest.mark.parametrize("name", ["pace", "bank"])
async def test_hidden_decisions_do_not_move_any_clock(clock, site, name):
    """Toy players choose in secret: the clock stands where it stood until the turn passes on."""
    players, choose = await site.begun("me", "me", "me", **{name: 600}), random.Random(3)
    while True:
        me = await person_to_move(players)
        before = await row_of(site, me)
        await lived(site, clock, 3)
        await me.play(choose.choice(await me.codes()))
        table = await site.tables.load(me.table)
        assert table.row.status == "running", "no decision is hidden"
        event = table.playing.steps[-1].event
        if event.seen != 15 and table.row.turn == me.seat:
            after = table.row
            assert (after.due, after.banks) == (before.due, before.banks)
            assert after.touched == before.touched
            return


# -- running out -----------------------------------------------------------------------------


async def test_an_empty_bank_calls_a_bot_and_who_returns_gets_some_time(clock, site):
    players = await site.begun("me", "me", "me", bank=60)
    assert await site.tables.store.lease(players[0].table, "nobody", 600)  # no bot gets to play
    me = await person_to_move(players)
    await lived(site, clock, 62)
    await replacements.take_over(site.tables, me.table, clock.at)
    table = await site.tables.load(me.table)
    assert table.seats[me.seat].stand_in
    assert (table.row.due, table.row.banks[me.seat]) == (None, 0.0)
    assert (await me.post("return")).status_code == 200
    assert (await row_of(site, me)).due == clock.at + 30


async def lost(site: Site, clock: Hands) -> tuple[list[Player], Player]:
    """Return the players of a table at which one has just lost their seat, and that one."""
    players = await site.begun("me", "me", "me", pace=60, forfeits=True)
    me = await person_to_move(players)
    await lived(site, clock, 62)
    await replacements.take_over(site.tables, me.table, clock.at)
    return players, me


async def test_a_seat_that_is_lost_on_time_stays_lost(clock, site):
    _, me = await lost(site, clock)
    answer = await me.post("return")
    assert answer.status_code == 409
    assert "to the end" in answer.json()["error"]
    seen = await me.view()
    assert seen["viewer"] == me.seat  # they may look on
    answer = await me.post("actions", frame=seen["frame"], codes=["pass"])
    assert (answer.status_code, answer.json()["code"]) == (409, "away")
    log = [" ".join(entry["sentences"]) for entry in (await me.get("log")).json()]
    assert any("ran out of time and loses the seat" in line for line in log)
    assert (await me.get()).json()["seats"][me.seat]["lost"]


async def test_seats_lost_on_time_rank_behind_the_others(clock, site):
    """On the result, in lists and in the log; the record has the game's own result."""
    players, me = await lost(site, clock)
    await play_to_end_with_bots(site, players)
    table = await site.tables.load(me.table)
    result = (await me.view())["result"]
    assert result["lost"] == [me.seat]
    assert me.seat not in result["winners"]
    ended = await site.tables.store.endings([me.table])
    assert ended[me.table].returns[me.seat] == 0.0
    async with site.browser() as browser:
        page = (await browser.get(f"/watch/{table.row.watch}/end")).text
    assert "lost on time" in page
    record = (await me.get("record")).json()
    assert record["result"]["returns"] == table.game.returns(table.playing.position())


async def play_to_end_with_bots(site: Site, players: list[Player]) -> None:
    for _ in range(2000):
        table = await site.tables.load(players[0].table)
        if table.row.status != "running":
            return
        if table.bot_to_move:
            await site.bots_are_idle()
            continue
        answer = await players[table.row.turn].play()
        assert answer.status_code == 200, answer.text
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(
    ("returns", "scores", "gone", "shared"),
    [
        ([1.0, 0.0, 0.0], [9, 5, 3], [], [1.0, 0.0, 0.0]),
        ([1.0, 0.0, 0.0], [9, 5, 3], [1], [1.0, 0.0, 0.0]),
        ([1.0, 0.0, 0.0], [9, 5, 3], [0], [0.0, 1.0, 0.0]),
        ([1.0, 0.0, 0.0], [9, 5, 5], [0], [0.0, 0.5, 0.5]),
        ([0.5, 0.5, 0.0], [9, 9, 3], [0], [0.0, 1.0, 0.0]),
        ([1.0, 0.0, 0.0], [9, 5, 3], [0, 1, 2], [1.0, 0.0, 0.0]),
    ],
)
def test_the_win_goes_to_seats_that_were_not_lost(returns, scores, gone, shared):
    assert shares(returns, scores, gone) == shared


# -- pauses ----------------------------------------------------------------------------------


async def test_a_pause_needs_everybody_and_stops_the_clock(any_site):
    players = await any_site.begun("me", "me", "me", **BANK)
    me = await person_to_move(players)
    for n, player in enumerate(players):
        assert not (await row_of(any_site, me)).is_paused
        assert (await player.post("pause/agree" if n else "pause/ask")).status_code == 200
    row = await row_of(any_site, me)
    assert row.is_paused
    assert row.due is None
    assert 590 < row.pause["left"] <= 600
    for what, body in (("actions", {"codes": ["pass"]}), ("undo", {})):
        answer = await me.post(what, frame=(await me.view())["frame"], **body)
        assert (answer.status_code, answer.json()["code"]) == (409, "paused")
    assert await me.codes() == []
    left = row.pause["left"]
    other = players[(me.seat + 1) % 3]
    assert (await other.post("pause/resume")).status_code == 200
    row = await row_of(any_site, me)
    assert row.pause is None
    assert row.due == pytest.approx(any_site.tables.now() + left, abs=2)
    assert await me.codes()
    log = [" ".join(entry["sentences"]) for entry in (await me.get("log")).json()]
    assert log[-2:] == ["The game is paused.", f"{row_name(players, other)} resumes the game."]


def row_name(players: list[Player], player: Player) -> str:
    return ["Hina", "Teva", "Moana"][player.seat]


async def test_a_request_for_a_pause_expires_and_can_be_declined(clock, site):
    players = await site.begun("me", "me", "me", **BANK)
    await players[0].post("pause/ask")
    assert (await players[1].get()).json()["table"]["pause"]["agreed"] == [0]
    await lived(site, clock, pause.ASKED_FOR + 2)
    answer = await players[1].post("pause/agree")
    assert answer.status_code == 409
    assert answer.json()["error"] == "Nobody asks for a pause any more."
    await players[0].post("pause/ask")
    assert (await players[1].post("pause/decline")).status_code == 200
    assert (await players[2].get()).json()["table"]["pause"] is None
    assert (await players[2].post("pause/agree")).status_code == 409
    calm = await site.begun("me", "me", "me")
    answer = await calm[0].post("pause/ask")
    assert answer.json()["error"] == "There is no clock here to be paused."


async def test_bots_and_premoves_wait_during_a_pause(site):
    (me, *_) = await site.begun("me", "bot", "bot", pace=60)
    assert (await me.post("pause/ask")).status_code == 200
    table = await site.tables.load(me.table)
    assert table.row.is_paused  # nobody else has to agree
    assert not table.bot_to_move
    (waiting,) = [w for w in await site.tables.store.waiting_for_bots() if w.is_bot] or [None]
    await site.bots_are_idle()
    assert (await site.tables.load(me.table)).row.last == table.row.last, waiting


async def test_spectators_and_strangers_can_not_pause(site):
    players = await site.begun("me", "me", "me", pace=60)
    watch = (await players[0].get()).json()["watch_url"].rsplit("/", 1)[1]
    watcher = Player(site, players[0].table, -1, watch)
    assert (await watcher.post("pause/ask")).status_code == 403
    stranger = Player(site, players[0].table, -1, "f" * 32)
    assert (await stranger.post("pause/ask")).status_code == 404


# -- a new player ----------------------------------------------------------------------------


async def left(site: Site, *, resigns: bool) -> tuple[Player, Player]:
    """Return the host, and another player who has left: for good, or by running out of time."""
    players = await site.begun("me", "me", "me", pace=60)
    assert await site.tables.store.lease(players[0].table, "nobody", 600)
    while (await row_of(site, players[0])).turn == 0:
        await players[0].play()
    gone = await person_to_move(players)
    if resigns:
        await gone.post("resign", level="easy")
    else:
        due = (await row_of(site, gone)).due
        await replacements.take_over(site.tables, gone.table, due + 1)
    return players[0], gone


@pytest.mark.parametrize("resigns", [True, False])
async def test_the_host_offers_the_seat_of_who_left(any_site, resigns):
    host, gone = await left(any_site, resigns=resigns)
    seat = gone.seat
    assert (await gone.post("replace", seat=seat)).status_code in (403, 404)
    assert (await host.post("replace", seat=0)).status_code == 409
    rejoin = None if resigns else (await gone.post("device")).json()["rejoin"]
    assert (await host.post("replace", seat=seat)).status_code == 200
    (invite,) = (await host.get()).json()["invites"]
    token = invite["url"].rsplit("/", 1)[1]
    async with any_site.client() as client:
        offered = await client.get(f"/api/invitations/{token}")
        assert "hand" not in offered.text
        answer = await client.post(f"/api/invitations/{token}", json={"name": "Rua"})
        assert answer.status_code == 201, answer.text
        assert (await client.post(f"/api/invitations/{token}", json={})).status_code == 409
    new = Player(any_site, gone.table, seat, answer.json()["token"])
    assert (await new.view())["viewer"] == seat
    assert await new.codes()
    assert (await gone.get("view")).status_code == 404  # the old player sees nothing of it
    if rejoin:
        async with any_site.client() as client:
            assert (await client.post(f"/api/rejoin/{rejoin}")).status_code == 404
    log = [" ".join(entry["sentences"]) for entry in (await new.get("log")).json()]
    assert log[-1] == "Rua takes over this seat."
    await any_site.tables.store.release(host.table, "nobody")


async def test_the_page_of_the_host_offers_the_seat_and_then_shows_the_link(site):
    form = {"game": "toy", "who0": "me", "who1": "friend", "who2": "bot", "level": "easy"}
    async with site.browser() as host, site.browser() as friend:
        opened = await host.post("/tables", data=form)
        await host.post(f"{opened.url.path}/ready", data={"nonce": "0a"})
        table = await site.tables.load(opened.url.path.rsplit("/", 1)[1])
        await friend.post(f"/sit/{table.seats[1].invite}", data={"name": "Rua", "nonce": "0b"})
        await friend.post(f"{opened.url.path}/resign", data={"level": "easy"})
        assert "Offer the seat by a link" in (await host.get(opened.url.path)).text
        watched = await host.get(f"/watch/{table.row.watch}")
        assert watched.status_code == 200
        assert "Offer the seat by a link" not in watched.text
        page = await host.post(f"{opened.url.path}/replace", data={"place": "1"})
        invite = (await site.tables.load(table.id)).seats[1].invite
        assert f"/sit/{invite}" in page.text
        assert "Offer the seat by a link" not in page.text
        offered = await friend.get(f"/sit/{invite}")
        assert "you take over the seat of a player who left" in offered.text
        assert f"/sit/{invite}" not in (await friend.get(f"/watch/{table.row.watch}")).text


async def test_a_repeated_post_takes_the_seat_once(site):
    host, gone = await left(site, resigns=True)
    await host.post("replace", seat=gone.seat)
    (invite,) = (await host.get()).json()["invites"]
    async with site.browser() as browser:
        path = invite["url"].removeprefix("http://localhost")
        first = await browser.post(path, data={"name": "Rua"})
        again = await browser.post(path, data={"name": "Rua"})
    assert first.status_code == again.status_code == 200
    assert first.url == again.url


async def test_who_returns_first_keeps_the_seat(site):
    host, gone = await left(site, resigns=False)
    await host.post("replace", seat=gone.seat)
    (invite,) = (await host.get()).json()["invites"]
    assert (await gone.post("return")).status_code == 200
    async with site.client() as client:
        token = invite["url"].rsplit("/", 1)[1]
        assert (await client.post(f"/api/invitations/{token}", json={})).status_code == 404
    assert (await gone.view())["viewer"] == gone.seat


async def test_the_host_gives_the_seat_to_a_bot_for_good(site):
    host, gone = await left(site, resigns=False)
    assert (await host.post("replace", seat=gone.seat, level="nobody")).status_code == 422
    assert (await host.post("replace", seat=gone.seat, level="easy")).status_code == 200
    place = (await site.tables.load(gone.table)).seats[gone.seat]
    assert (place.kind, place.level, place.holders) == ("bot", "easy", ())
    assert (await gone.get("view")).status_code == 404


async def test_the_host_may_leave_a_resigned_seat_to_its_bot(site):
    host, gone = await left(site, resigns=True)
    async with site.client(host.token) as client:
        before = (await client.get(f"/api/tables/{host.table}")).json()["seats"][gone.seat]
    assert (await host.post("replace", seat=gone.seat)).status_code == 200
    answer = await host.post("replace", seat=gone.seat, level=before["level"])
    assert answer.status_code == 200
    assert (await host.get()).json()["invites"] == []  # the link is withdrawn
    assert (await host.post("replace", seat=gone.seat)).status_code == 409


async def test_a_new_player_does_not_answer_for_a_seat_lost_on_time(clock, site):
    players, me = await lost(site, clock)
    host = players[0]
    if me is not host:
        await host.post("replace", seat=me.seat)
    else:
        table = await site.tables.load(me.table)
        await replacements.replace_player(site.tables, me.table, table.row.host, me.seat, None)
    place = (await site.tables.load(me.table)).seats[me.seat]
    async with site.client() as client:
        await client.post(f"/api/invitations/{place.invite}", json={"name": "Rua"})
    table = await site.tables.load(me.table)
    assert table.playing.lost == frozenset()
    assert not table.seats[me.seat].stand_in


# -- undo, shuffled seats --------------------------------------------------------------------


async def test_a_table_may_be_opened_without_undo(site):
    players = await site.begun("me", "me", "me", undo=False)
    for _ in range(20):
        me = await person_to_move(players)
        await me.play()
        table = await site.tables.load(me.table)
        if table.playing.undoable(me.seat):
            break
    seen = await me.view()
    assert not seen["undo"]
    answer = await me.post("undo", frame=seen["frame"])
    assert answer.status_code == 409
    assert answer.json()["error"] == "This table was opened without undo."


async def test_seats_can_be_shuffled_and_tokens_follow(site):
    orders = set()
    for _ in range(30):
        opened = await site.open("me", "friend", "bot", shuffled=True)
        table = await site.tables.load(opened["table"])
        orders.add(tuple(table.names))
        (mine,) = [one for one in opened["seats"] if one["token"]]
        assert table.names[mine["seat"]] == "Hina"
    assert len(orders) > 1


async def test_a_restart_keeps_banks_and_pauses(tmp_path, database):
    settings = Settings(tmp_path / "data", database)
    async with running(settings) as site:
        players = await site.begun("me", "me", "me", **BANK)
        for player in players:
            await player.post("pause/ask")
    async with running(settings) as site:
        row = (await site.tables.load(players[0].table)).row
        assert row.is_paused
        assert row.banks == [600.0] * 3


# -- what went wrong elsewhere ---------------------------------------------------------------


async def test_time_in_a_pause_counts_for_nobody_whoever_resumes(clock, site):
    """Elsewhere the clock of the mover went below zero when another player paused, or began anew
    when somebody loaded the page again."""
    players = await site.begun("me", "me", "me", pace=60)
    me = await person_to_move(players)
    await lived(site, clock, 59)
    for player in players:
        await player.post("pause/ask")
    left = (await row_of(site, me)).pause["left"]
    assert left == 1
    await lived(site, clock, 3600)
    assert (await me.get()).json()["table"]["due"] is None
    assert await site.tables.store.overdue() == []
    await players[(me.seat + 1) % 3].post("pause/resume")
    assert (await row_of(site, me)).due == clock.at + left
    assert (await me.play()).status_code == 200


async def test_who_has_run_out_can_not_be_saved_by_a_pause(clock, site):
    """The time is then nought, never less, and over as soon as the game goes on."""
    players = await site.begun("me", "me", "me", **BANK)
    me = await person_to_move(players)
    assert await site.tables.store.lease(me.table, "nobody", 600)
    await lived(site, clock, 601)
    for player in players:
        await player.post("pause/ask")
    row = await row_of(site, me)
    if row.is_paused:  # no bot had noticed it before
        assert row.pause["left"] == 0
        await me.post("pause/resume")
    await lived(site, clock, 2)
    await replacements.take_over(site.tables, me.table, clock.at)
    assert (await site.tables.load(me.table)).seats[me.seat].stand_in


async def test_no_clock_runs_after_the_end(clock, site):
    players = await site.begun("me", "me", "me", **BANK)
    await play_to_end_with_bots(site, players)
    row = await row_of(site, players[0])
    assert (row.status, row.due, row.pause) == ("over", None, None)

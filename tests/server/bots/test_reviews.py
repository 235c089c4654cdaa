"""Reviews of finished games: the queue, the workers, pages and API; nothing before the end."""

from __future__ import annotations

import asyncio
import json
import logging
import queue
from collections import Counter

import pytest

import proa
from proa import records
from proa.arena.matches import play_game
from proa.review.pace import Budget, Pace
from proa.review.results import VERSIONS, from_json
from proa.review.reviewing import SIMULATIONS, reviewing
from proa.server.bots import reviews as reviews_module
from proa.server.bots import worker
from proa.server.bots.worker_pool import SearchPool
from proa.server.config.settings import Settings
from proa.server.errors import Refusal, SearchFailed
from proa.server.store.rows import FAILED, QUEUED, RUNNING
from proa.server.tables.replays import Replay
from server.rows import seat_rows, table_row
from server.site import AtRandom, play_to_end, running
from waiting import until

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def played(toy):
    """Return the record of a finished game of the toy, as a document."""
    return records.to_json(play_game(toy, 3, 5, ["random"]))


async def reviewed(player) -> dict:
    """Wait for the review of a player's game, and return what the API says."""

    async def is_done() -> bool:
        return (await player.get("review")).json()["status"] in ("done", "failed")

    await until(is_done)
    return (await player.get("review")).json()


# -- the workers -----------------------------------------------------------------------------


async def test_the_pool_reviews_a_record(toy, played):
    pool, heard = SearchPool(workers=1), []
    try:
        async with asyncio.timeout(120):
            note = lambda *at: heard.append(at)  # noqa: E731
            found = from_json(await pool.review(toy, None, played, 20.0, note))
    finally:
        await pool.close()
    assert heard[-1][0] == heard[-1][1] == len(found.events)
    assert [done for done, _ in heard] == list(range(1, len(found.events) + 1))
    assert len(found.seats) == 3


async def test_a_record_that_can_not_be_reviewed_fails_alone(toy, played):
    pool = SearchPool(workers=1)
    unfinished = {**played, "actions": played["actions"][:4], "result": None}
    try:
        async with asyncio.timeout(60):
            with pytest.raises(SearchFailed, match="not over"):
                await pool.review(toy, None, unfinished, 20.0, lambda *_: None)
            position = toy.start(3, seed=3)
            state = toy.information_state(position, position.to_move)
            assert await pool.decide(toy, None, state, "easy", 1) in toy.legal_actions(position)
    finally:
        await pool.close()


def test_decisions_go_before_hints_and_both_before_a_review(toy, played, monkeypatch):
    """In the middle of a review, what has come meanwhile is answered first."""
    position = toy.start(3, seed=3)
    state = toy.information_state(position, position.to_move)
    lines: queue.SimpleQueue = queue.SimpleQueue()
    answers: list[dict] = []

    def answer(number, **found):
        answers.append({"job": number, **found})
        if number == 1 and found.get("progress", [0])[0] == 2:
            lines.put(worker.hint_job(2, toy, None, state))
            lines.put(worker.decision_job(3, toy, None, state, "easy", 1))
        if "review" in found:
            lines.put(None)

    monkeypatch.setattr(worker, "_answer", answer)
    lines.put(worker.review_job(1, toy, None, played, 20.0))
    with pytest.raises(worker._InputEnded):
        worker._Jobs(lines).work()
    order = [(one["job"], *(set(one) - {"job"})) for one in answers]
    assert order[:5] == [
        (1, "progress"),
        (1, "progress"),
        (3, "action"),
        (2, "hint"),
        (1, "progress"),
    ]
    assert order[-1] == (1, "review")


def test_a_review_that_nobody_waits_for_ends(toy, played, monkeypatch):
    lines: queue.SimpleQueue = queue.SimpleQueue()
    answers: list[dict] = []

    def answer(number, **found):
        answers.append({"job": number, **found})
        if len(answers) == 2:
            lines.put(json.dumps({"give_up": 1}))
            lines.put(None)

    monkeypatch.setattr(worker, "_answer", answer)
    lines.put(worker.review_job(1, toy, None, played, 20.0))
    with pytest.raises(worker._InputEnded):
        worker._Jobs(lines).work()
    assert len(answers) == 2


# -- the budget ------------------------------------------------------------------------------


class Clock:
    """A clock that each simulation of an event moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(("cost", "events"), [(0.0001, 300), (0.001, 300), (0.01, 40)])
def test_a_budget_is_kept_however_slow_the_machine(cost, events):
    clock = Clock()
    budget = Budget(60, SIMULATIONS, clock=clock)
    given = []
    for number in range(events):
        given.append(budget.of_event(number, events))
        clock.now += given[-1] * cost
    assert clock.now <= 60
    assert max(given) <= SIMULATIONS
    assert given[-1] == SIMULATIONS or clock.now > 45


def test_time_for_others_is_not_spent():
    clock = Clock()

    def others() -> None:
        clock.now += 1000

    budget = Budget(60, SIMULATIONS, others, clock)
    budget.rest()
    assert budget.of_event(0, 10)
    clock.now += 61
    assert budget.of_event(1, 10) == 0


def test_no_time_is_spent_on_candidates_when_it_is_over(toy, played):
    clock = Clock()
    budget = Budget(60, 32, clock=clock)
    record = records.from_json(played, toy)
    steps = reviewing(record, budget)
    done, total = next(steps)
    while done < total:
        done, total = next(steps)
    clock.now = 60
    assert finished(steps).costliest == ()
    assert finished(reviewing(record, Budget(60, 32, clock=Clock()))).costliest


def finished(steps):
    """Return what a review finds when it is done."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def test_without_time_the_rest_of_a_game_is_left_and_the_sums_hold(toy, played):
    class Short(Pace):
        def of_event(self, done, total):
            return 32 if done < 3 else 0

    found = finished(reviewing(records.from_json(played, toy), Short(32)))
    assert found.simulations == 32
    assert found.unjudged == len(found.events) - 3
    for seat in found.seats:
        parts = (seat.start, seat.luck, seat.choice, seat.others)
        assert sum(part.points.mean for part in parts) == pytest.approx(seat.result.points.mean)


# -- the queue -------------------------------------------------------------------------------


async def test_the_queue_and_what_becomes_of_a_review(store):
    for number in range(3):
        await store.create(table_row(f"t{number}"), seat_rows(f"t{number}"))
        await store.ask_review(f"t{number}", 1, is_upload=False)
    await store.ask_review("t1", 1, is_upload=False)
    await store.ask_review("no such table", 1, is_upload=False)
    assert await store.waiting_reviews() == 3
    assert [(await store.review(f"t{n}", 1)).place for n in range(3)] == [1, 2, 3]
    assert await store.review("t0", 2) is None
    first = await store.claim_review([1], "one", 60)
    other = await store.claim_review([1], "two", 60)
    assert (first.of, other.of) == ("t0", "t1")
    assert await store.keep_review("t0", "one", 60, 3, 9)
    assert not await store.keep_review("t0", "two", 60, 3, 9)
    seen = await store.review("t0", 1)
    assert (seen.status, seen.done, seen.total, seen.is_upload) == (RUNNING, 3, 9, False)
    await store.finish_review("t0", "two", "{}")
    assert await store.review_document("t0", 1) is None
    await store.finish_review("t0", "one", "{}")
    assert await store.review_document("t0", 1) == "{}"
    await store.finish_review("t1", "two", None)
    assert (await store.review("t1", 1)).status == FAILED
    await store.ask_review("t1", 1, is_upload=False)
    assert (await store.review("t1", 1)).status == QUEUED
    assert (await store.review("t2", 1)).place == 1
    await store.remove("t0")
    assert await store.review("t0", 1) is None


async def test_a_review_whose_process_died_is_taken_over_but_not_for_ever(store):
    await store.create(table_row("t1"), seat_rows("t1"))
    await store.ask_review("t1", 1, is_upload=False)
    for owner in ("one", "two", "three"):
        assert (await store.claim_review([1], owner, -1)).of == "t1"
    assert await store.claim_review([1], "four", 60) is None
    assert (await store.review("t1", 1)).status == FAILED


async def test_a_review_that_has_to_wait_is_begun_anew(store):
    await store.create(table_row("t1"), seat_rows("t1"))
    await store.ask_review("t1", 1, is_upload=False)
    for _ in range(5):
        assert (await store.claim_review([1], "one", 60)).of == "t1"
        await store.requeue_review("t1", "one")


async def test_a_review_that_has_to_wait_lets_the_others_pass(store):
    for name in ("waiting", "ready"):
        await store.create(table_row(name), seat_rows(name))
        await store.ask_review(name, 1, is_upload=False)
    assert (await store.claim_review([1], "one", 60)).of == "waiting"
    await store.requeue_review("waiting", "one")
    assert (await store.review("waiting", 1)).place == 2
    assert (await store.claim_review([1], "one", 60)).of == "ready"
    assert (await store.claim_review([1], "two", 60)).of == "waiting"


async def test_a_new_version_of_the_computation_reviews_anew(store):
    await store.create(table_row("t1"), seat_rows("t1"))
    await store.ask_review("t1", 1, is_upload=False)
    await store.claim_review([1], "one", 60)
    await store.finish_review("t1", "one", "{}")
    await store.ask_review("t1", 2, is_upload=False)
    assert await store.review_document("t1", 1) is None
    assert (await store.claim_review([2], "one", 60)).of == "t1"


async def test_two_looks_at_a_game_are_apart(store):
    await store.create(table_row("t1"), seat_rows("t1"))
    for version in (1, 2):
        await store.ask_review("t1", version, is_upload=False, keep=(1, 2))
    first = await store.claim_review([1, 2], "one", 60)
    other = await store.claim_review([1, 2], "two", 60)
    assert [(one.of, one.version) for one in (first, other)] == [("t1", 1), ("t1", 2)]
    await store.finish_review("t1", "two", "open")
    await store.finish_review("t1", "one", "hidden")
    assert await store.review_document("t1", 1) == "hidden"
    assert await store.review_document("t1", 2) == "open"


# -- tables and records ----------------------------------------------------------------------


async def test_a_finished_game_is_reviewed_once_and_shown(any_site):
    site = any_site
    players = await site.begun("me", "me", "me")
    await play_to_end(players)
    before = (await players[0].get("review")).json()
    assert before == {"status": "none", "place": None, "done": 0, "total": 0, "review": None}
    asked = await players[0].post("review")
    assert asked.status_code == 202
    found = await reviewed(players[1])
    assert found["status"] == "done"
    made = from_json(found["review"])
    assert len(made.seats) == 3
    stored = await site.tables.store.review_document(players[0].table, VERSIONS[False])
    await players[2].post("review")
    assert await site.tables.store.review_document(players[0].table, VERSIONS[False]) == stored


async def test_the_replay_shows_the_review_with_the_better_choice(site):
    players = await site.begun("me", "me", "me")
    await play_to_end(players)
    table = await site.tables.load(players[0].table)
    place = f"/watch/{table.row.watch}"
    async with site.browser() as browser:
        page = await browser.get(f"{place}/replay")
        assert "can have it reviewed" in page.text
        await players[0].post("review")
        found = from_json((await reviewed(players[0]))["review"])
        page = (await browser.get(f"{place}/replay")).text
        assert "Luck and choice" in page
        assert page.count("data-instead") == len(found.costliest) > 0
        one = found.costliest[0]
        step = await browser.get(f"{place}/replay/{one.step}", params={"instead": "1"})
        usual = await browser.get(f"{place}/replay/{one.step}")
        assert "This was not played" in step.text
        assert "Points lost" in usual.text
        assert step.text != usual.text
        russian = await browser.get(f"{place}/replay", headers={"Accept-Language": "ru"})
        assert "Удача и выбор" in russian.text


async def test_a_second_look_is_with_open_cards(site):
    players = await site.begun("me", "me", "me")
    await play_to_end(players)
    table = await site.tables.load(players[0].table)
    place = f"/watch/{table.row.watch}/replay"
    async with site.browser() as browser:
        assert "with open cards" not in (await browser.get(place)).text
        await players[0].post("review")
        assert not from_json((await reviewed(players[0]))["review"]).open_cards
        assert "with open cards" in (await browser.get(place)).text
        second = {"open_cards": "1"}
        assert (
            "as if everybody had seen all cards" in (await browser.get(place, params=second)).text
        )
        assert (await players[0].post("review?open_cards=1")).status_code == 202

        async def is_done() -> bool:
            return (await players[0].get("review", **second)).json()["status"] == "done"

        await until(is_done)
        assert from_json((await players[0].get("review", **second)).json()["review"]).open_cards
        assert not from_json((await reviewed(players[0]))["review"]).open_cards
        page = (await browser.get(place, params=second)).text
        assert "Luck and choice" in page
        assert "data-open-cards" in page
        assert "&amp;open_cards=1&amp;instead=1" in page


async def test_a_game_that_hides_nothing_has_no_second_look():
    game = proa.game("tahiti")
    replay = Replay(play_game(game, 2, 5, ["random"]))
    replay.check_review(open_cards=False)
    with pytest.raises(Refusal, match="hides no cards"):
        replay.check_review(open_cards=True)


async def test_a_review_that_waits_for_its_bots_says_so_once(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(reviews_module, "GLANCE", 0.001)
    async with running(Settings(tmp_path / "data"), AtRandom()) as site:
        players = await site.begun("me", "me", "me")
        await play_to_end(players)
        asked = 0

        def has_bots(name: str) -> bool:
            nonlocal asked
            asked += 1
            return asked > 5

        monkeypatch.setattr(site.tables.games, "has_bots", has_bots)
        with caplog.at_level(logging.INFO, "proa.bots"):
            await players[0].post("review")
            assert (await reviewed(players[0]))["status"] == "done"
    assert asked == 6
    assert len([one for one in caplog.records if "waits" in one.getMessage()]) == 1


async def test_a_review_with_few_simulations_says_so(site):
    players = await site.begun("me", "me", "me")
    await play_to_end(players)
    await players[0].post("review")
    assert (await reviewed(players[0]))["review"]["simulations"] == 32
    table = await site.tables.load(players[0].table)
    async with site.browser() as browser:
        page = (await browser.get(f"/watch/{table.row.watch}/replay")).text
    assert f"32 simulations for each estimate instead of {SIMULATIONS}" in page


async def test_an_uploaded_record_is_reviewed(site, played):
    async with site.client() as client:
        sent = await client.post("/api/records", json=played)
        record = sent.json()["record"]
        assert (await client.post(f"/api/records/{record}/review")).status_code == 202

        async def is_done() -> bool:
            return (await client.get(f"/api/records/{record}/review")).json()["status"] == "done"

        await until(is_done)
    async with site.browser() as browser:
        page = await browser.get(f"/records/{record}")
        assert "Luck and choice" in page.text


async def test_an_unfinished_record_has_no_review(site, played):
    position = {**played, "actions": played["actions"][:4], "result": None}
    async with site.client() as client:
        sent = await client.post("/api/records", json=position)
        record = sent.json()["record"]
        assert (await client.post(f"/api/records/{record}/review")).status_code == 409
        assert (await client.get(f"/api/records/{record}/review")).status_code == 409
    async with site.browser() as browser:
        page = await browser.get(f"/records/{record}")
        assert "Review this game" not in page.text


async def test_nothing_of_a_review_before_the_game_is_over(site):
    players = await site.begun("me", "me", "me")
    table = await site.tables.load(players[0].table)
    for player in players:
        for cards in ("0", "1"):
            assert (await player.get("review", open_cards=cards)).status_code == 409
            assert (await player.post(f"review?open_cards={cards}")).status_code == 409
    async with site.client(table.row.watch) as client:
        assert (await client.get(f"/api/tables/{table.id}/review")).status_code == 409
        assert (await client.post(f"/api/tables/{table.id}/review")).status_code == 403
    async with site.browser() as browser:
        for what in ("review", "replay", "review?open_cards=1", "replay?open_cards=1"):
            answer = await browser.get(f"/watch/{table.row.watch}/{what}")
            assert answer.status_code == 409
    assert await site.tables.store.waiting_reviews() == 0


class Failing(AtRandom):
    """Fails at the first review."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: Counter[str] = Counter()

    async def review(self, *asked) -> dict:
        self.calls["review"] += 1
        if self.calls["review"] == 1:
            raise SearchFailed("nothing comes of it")
        return await super().review(*asked)


async def test_a_review_that_failed_can_be_asked_for_again(tmp_path):
    async with running(Settings(tmp_path / "data"), Failing()) as site:
        players = await site.begun("me", "me", "me")
        await play_to_end(players)
        await players[0].post("review")
        assert (await reviewed(players[0]))["status"] == "failed"
        table = await site.tables.load(players[0].table)
        async with site.browser() as browser:
            page = await browser.get(f"/watch/{table.row.watch}/replay")
            assert "The review has failed." in page.text
        await players[0].post("review")
        assert (await reviewed(players[0]))["status"] == "done"


async def test_too_many_waiting_reviews_are_refused(tmp_path):
    class Endless(AtRandom):
        async def review(self, *_) -> dict:
            await asyncio.Event().wait()
            raise AssertionError

    settings = Settings(tmp_path / "data", reviews_waiting=1)
    async with running(settings, Endless()) as site:
        tables = []
        for _ in range(2):
            players = await site.begun("me", "me", "me")
            await play_to_end(players)
            tables.append(players[0])
        assert (await tables[0].post("review")).status_code == 202
        refused = await tables[1].post("review")
        assert refused.status_code == 503
        assert refused.json()["limit"] == "reviews_waiting"

"""Contests: the same for any number of processes, interrupted and resumed, reported."""

from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

import numpy as np
import psutil
import pytest

import proa
from interrupting import ctrl_c_after
from proa.arena.contest import Contest, Ledger, run_contest
from proa.arena.report import difference, report_in, report_of
from proa.engine.errors import BadDocument, BadOption
from waiting import lines_of, wait_until

TIMES = ("milliseconds",)


def _facts(report):
    return {k: v for k, v in report.to_json().items() if k not in TIMES}


@pytest.fixture
def contest(toy):
    return Contest(toy, ("easy", "random"), 3, 12, 5)


def test_the_number_of_processes_changes_nothing():
    contest = Contest(proa.game("tahiti"), ("easy", "random"), 2, 6, 1)
    assert _facts(report_of(contest, 1)) == _facts(report_of(contest, 2))


def test_ctrl_c_ends_a_contest_whose_bots_think_for_hours():
    contest = Contest(proa.game("tahiti"), ("search:9000000", "random"), 2, 6, 1)
    before = psutil.Process().children()
    with ctrl_c_after(4):
        list(run_contest(contest, 2))
    workers = [child for child in psutil.Process().children() if child not in before]
    assert not [child for child in workers if "spawn_main" in " ".join(child.cmdline())]


def test_ctrl_c_while_workers_start_ends_them_too(monkeypatch):
    """A signal may come between two submissions, when no result is waited for yet."""
    ended = []

    class Pool(ProcessPoolExecutor):
        def __init__(self, workers, context, initializer, arguments):
            super().__init__(workers, context)
            self.stop = arguments[1]

        def submit(self, *arguments):
            raise KeyboardInterrupt

        def shutdown(self, **how):
            ended.append(self.stop.is_set())
            super().shutdown(**how)

    monkeypatch.setattr("proa.arena.contest.ProcessPoolExecutor", Pool)
    with pytest.raises(KeyboardInterrupt):
        list(run_contest(Contest(proa.game("tahiti"), ("random", "random"), 2, 6, 1), 2))
    assert ended == [True]


def test_games_come_in_whole_deals(contest):
    report = report_of(replace(contest, games=10), 1)
    assert (report.games, report.deals) == (12, 4)


def test_a_seed_may_be_a_number_of_numpy(contest):
    one, other = (replace(contest, games=3, seed=kind(5)) for kind in (int, np.int64))
    assert json.dumps(one.to_json()) == json.dumps(other.to_json())
    assert _facts(report_of(one, 1)) == _facts(report_of(other, 1))


def test_the_report_as_json(contest):
    document = json.loads(json.dumps(report_of(contest, 1).to_json()))
    assert document["bots"] == ["easy", "random"]
    assert document["games"] == 12
    first, field = document["win_shares"]
    assert first + 2 * field == pytest.approx(1, abs=1e-3)
    for key in ("intervals", "margins", "mean_scores", "ratings", "milliseconds", "sequences"):
        assert len(document[key]) == 2
    for share, (low, high) in zip(document["win_shares"], document["intervals"], strict=True):
        assert 0 <= low <= share <= high <= 1
    assert sum(document["seat_shares"]) == pytest.approx(1, abs=1e-3)
    sums = [sum(sources.values()) for sources in document["sources"]]
    assert sums == pytest.approx(document["mean_scores"], abs=1e-2)


def test_the_better_bot_wins_wherever_it_is_named():
    game = proa.game("tahiti")
    shares = [
        report_of(Contest(game, bots, 2, 8, 1), 1).to_json()["win_shares"]
        for bots in (("search:60", "random"), ("random", "search:60"))
    ]
    assert shares[0][0] > 0.8
    assert shares[0] == shares[1][::-1]


def test_equals_play_the_same_games(toy):
    """The same bots with the same luck: all orders of a deal end alike."""
    report = report_of(Contest(toy, ("random", "search:1", "random"), 3, 9, 5), 1)
    assert report.luck is not None
    alike = [played for _, played in run_contest(Contest(toy, ("random",), 3, 2, 5), 1)]
    again = [played for _, played in run_contest(Contest(toy, ("random",), 3, 2, 5), 1)]
    assert [one.scores for one in alike] == [one.scores for one in again]


def test_more_bots_than_seats(toy):
    report = report_of(Contest(toy, ("random", "easy", "search:2", "search:3"), 3, 1, 5), 1)
    assert report.deals == 4
    assert [one.games for one in report.entrants] == [18] * 4


def test_a_contest_goes_on_where_it_broke_off(contest, tmp_path):
    whole = report_of(contest, 1)
    for _, _ in zip(range(5), run_contest(contest, 1, Ledger(tmp_path, contest)), strict=False):
        pass
    with (tmp_path / "games.jsonl").open("a") as file:
        file.write('{"scores": [1, 2')  # what a killed process leaves
    ticks = []
    assert _facts(report_of(contest, 1, Ledger(tmp_path, contest), ticks.append)) == _facts(whole)
    assert ticks[0] >= 5
    assert sum(ticks) == 12
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 12


def test_a_contest_can_be_made_longer(contest, tmp_path):
    report_of(contest, 1, Ledger(tmp_path, contest))
    ticks = []
    longer = replace(contest, games=18)
    assert _facts(report_of(longer, 1, Ledger(tmp_path, longer), ticks.append)) == _facts(
        report_of(longer, 1)
    )
    assert ticks[0] == 12


def test_a_folder_holds_one_contest(contest, tmp_path):
    report_of(contest, 1, Ledger(tmp_path, contest))
    with pytest.raises(BadDocument, match="another contest"):
        Ledger(tmp_path, replace(contest, seed=6))


@pytest.fixture
def kept(contest, tmp_path):
    """A folder of a contest, with some of its versions changed."""

    def changed(**versions):
        report_of(contest, 1, Ledger(tmp_path, contest))
        file = tmp_path / "contest.json"
        document = json.loads(file.read_text(encoding="utf-8"))
        document["versions"] |= versions
        file.write_text(json.dumps(document), encoding="utf-8")
        return tmp_path

    return changed


def test_versions_are_written_down(contest, kept):
    folder = kept()
    versions = json.loads((folder / "contest.json").read_text(encoding="utf-8"))["versions"]
    assert versions["proa"] == proa.__version__
    assert versions["bot random"] == "version 1"
    assert len(versions["code"]) == 16
    assert report_of(contest, 1).to_json()["versions"] == versions
    assert len(Ledger(folder, contest).known) == 12


@pytest.mark.parametrize(
    ("versions", "sentence"),
    [
        ({"proa": "0.0.9"}, r"by proa 0\.0\.9, but here it is"),
        ({"bot random": "version 7"}, "by bot random version 7, but here it is version 1"),
        ({"code": "0" * 16}, "by code 0000000000000000, but here it is"),
    ],
)
def test_other_versions_never_mix(contest, kept, versions, sentence):
    folder = kept(**versions)
    with pytest.raises(BadDocument, match=sentence):
        Ledger(folder, contest)
    other = replace(contest, bots=("search:3", "random"))
    assert report_in(folder, other).games == 12  # comparing two versions is what it is for


def test_a_folder_without_versions_is_not_gone_on_with(contest, kept):
    folder = kept()
    file = folder / "contest.json"
    document = json.loads(file.read_text(encoding="utf-8"))
    del document["versions"]
    file.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(BadDocument, match=r"by proa \?, but here it is"):
        Ledger(folder, contest)
    file.write_text("[]", encoding="utf-8")
    with pytest.raises(BadDocument, match="another contest"):
        Ledger(folder, contest)


def test_the_code_of_a_bot_counts(contest, tmp_path, monkeypatch):
    """The same name and version with another source is another bot."""
    monkeypatch.syspath_prepend(tmp_path)
    found = []
    for number, module in enumerate(("one_bot", "other_bot")):
        source = f"from proa.bots.bot import RandomBot\nclass B(RandomBot):\n    x = {number}\n"
        (tmp_path / f"{module}.py").write_text(source, encoding="utf-8")
        found.append(replace(contest, bots=(f"{module}:B",)).versions()["code"])
    assert len({*found, contest.versions()["code"]}) == 3


def test_two_bots_are_compared_on_the_same_deals(contest, tmp_path):
    report_of(contest, 1, Ledger(tmp_path, contest))
    other = replace(contest, bots=("search:3", "random"))
    found = difference(report_of(other, 1), report_in(tmp_path, other))
    assert found.deals == 4
    mine, theirs = (report_of(one, 1).entrants[0] for one in (other, contest))
    assert found.share == pytest.approx(mine.share - theirs.share)
    assert found.margin == pytest.approx(mine.margin - theirs.margin)
    same = difference(report_of(contest, 1), report_in(tmp_path, contest))
    assert (same.share, same.margin_interval) == (0, (0, 0))
    assert same.correlation == pytest.approx(1)
    assert same.saved[1] == 1
    with pytest.raises(BadDocument, match="another contest"):
        report_in(tmp_path, replace(contest, seed=6))
    with pytest.raises(BadDocument, match="contains no contest"):
        report_in(tmp_path / "nowhere", contest)


def test_a_sequential_contest_ends_when_it_is_decided(toy):
    game = proa.game("tahiti")
    contest = Contest(game, ("search:30", "random"), 2, 400, 1)
    report = report_of(contest, 1, sequential=True)
    assert report.decided is True
    assert report.games < 100
    low, _ = report.entrants[0].sequence
    assert low[-1] > 0.5 >= low[-2]
    short = report_of(replace(contest, games=4), 1, sequential=True)
    assert short.decided is False


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"games": 0}, "one game"),
        ({"players": 9}, "players"),
        ({"bots": ("nobody",)}, "nobody"),
        ({"bots": ("bidder",)}, "doesn't play"),
    ],
)
def test_what_can_not_be_held(contest, change, why):
    with pytest.raises(BadOption, match=why):
        report_of(replace(contest, **change), 1)


def test_kill_9_loses_at_most_the_games_in_play(tmp_path):
    contest = Contest(proa.game("tahiti"), ("search:50", "easy"), 2, 20)
    line = [sys.executable, "-m", "proa", "arena", "tahiti", "--bots", "search:50,easy"]
    line += ["--games", "20", "--workers", "2", "--out", str(tmp_path), "--json"]
    running = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    games = tmp_path / "games.jsonl"
    wait_until(lambda: lines_of(games) >= 3 or running.poll() is not None, 600)
    assert running.poll() is None
    workers = psutil.Process(running.pid).children(recursive=True)
    running.kill()
    running.wait()
    kept = games.read_bytes().count(b"\n")
    assert 3 <= kept < 20
    assert not psutil.wait_procs(workers, timeout=30)[1], "nobody waits for these"
    ticks = []
    report = report_of(contest, 1, Ledger(tmp_path, contest), ticks.append)
    assert ticks[0] >= kept
    assert _facts(report) == _facts(report_of(contest, 1))

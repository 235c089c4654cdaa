"""Contests on a Ray cluster of this machine: identical results, whatever is lost."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

import proa
from proa.arena import cluster
from proa.arena.contest import Contest, Ledger, run_contest
from proa.bots.bot import RandomBot
from proa.engine.errors import BadOption, ProaError
from waiting import lines_of, wait_until

LINE = ("arena", "tahiti", "--bots", "search:50,easy", "--games", "20", "--ray", "local")


class Fragile(RandomBot):
    """A bot whose process is killed once, as on a machine that runs out of memory."""

    name = "fragile"

    def choose(self, information_state, seed):
        mark = Path(os.environ["FRAGILE"])
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), 9)
        return super().choose(information_state, seed)


def facts(results):
    return [(match, played.scores, played.returns, played.decisions) for match, played in results]


@pytest.fixture
def ray():
    return pytest.importorskip("ray", reason="Ray is not installed here (the extra cluster)")


@pytest.mark.usefixtures("ray")
def test_a_lost_worker_changes_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("FRAGILE", str(tmp_path / "mark"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    contest = Contest(proa.game("tahiti"), ("search:20", f"{__name__}:Fragile"), 2, 6, 3)
    on_cluster = facts(run_contest(contest, 2, ray="local"))
    assert (tmp_path / "mark").exists()
    assert on_cluster == facts(run_contest(contest, 1))


@pytest.mark.usefixtures("ray")
def test_a_lost_driver_goes_on(tmp_path):
    line = [sys.executable, "-m", "proa", *LINE, "--workers", "2", "--out", str(tmp_path), "--json"]
    running = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    games = tmp_path / "games.jsonl"
    wait_until(lambda: lines_of(games) >= 3 or running.poll() is not None, 600)
    assert running.poll() is None
    others = psutil.Process(running.pid).children(recursive=True)
    running.kill()
    running.wait()
    for other in others:
        with suppress(psutil.NoSuchProcess):  # some end with the one that started them
            other.kill()
    kept = games.read_bytes().count(b"\n")
    assert 3 <= kept < 20
    ended = subprocess.run(line, capture_output=True, text=True, check=True)
    assert json.loads(ended.stdout)["games"] == 20
    contest = Contest(proa.game("tahiti"), ("search:50", "easy"), 2, 20)
    assert facts(run_contest(contest, ledger=Ledger(tmp_path, contest))) == facts(
        run_contest(contest, 1)
    )


@pytest.mark.usefixtures("ray")
def test_where_there_is_no_cluster(toy):
    contest = Contest(toy, ("random",), 3, 3)
    with pytest.raises(BadOption, match=r"there is no Ray cluster at 127\.0\.0\.1:1"):
        list(run_contest(contest, ray="127.0.0.1:1"))


def test_a_machine_with_another_copy_is_refused(toy):
    contest = Contest(toy, ("random",), 3, 3)
    packed, versions, match = pickle.dumps(contest), contest.versions(), contest.matches()[0]
    assert cluster._work(packed, versions, match).scores
    with pytest.raises(ProaError, match=r"has code \w+, but here it is 0123; install"):
        cluster._work(packed, {**versions, "code": "0123"}, match)


def test_without_ray(toy, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadOption, match=r"this needs ray, .* pip install 'proa\[cluster\]'"):
        list(run_contest(Contest(toy, ("random",), 3, 3), ray="local"))

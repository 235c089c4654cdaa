"""Training: it learns, and a run that was killed ends as one that was not."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import proa
from bots.untrained import untrained
from proa.bots.networks import read_network
from proa.engine.errors import BadDocument, BadOption
from proa.learn.choices import GAMES, ChoiceFiles, Teaching
from proa.learn.curve import Point
from proa.web.training import page

torch = pytest.importorskip("torch")

from proa.learn.training import Settings, Training  # noqa: E402

SMALL = Settings(width=12, epochs=3, batch=64, rate=3e-3, saved_every=3)


@pytest.fixture(scope="module")
def files(toy, tmp_path_factory):
    """Choices of the toy game."""
    folder = tmp_path_factory.mktemp("choices")
    made = ChoiceFiles(folder, Teaching(toy, (3,), "search:20", seed=1), 3 * GAMES)
    made.generate(1)
    return made


@pytest.fixture(scope="module")
def trained(files, tmp_path_factory):
    """A training that nothing interrupted."""
    training = Training(tmp_path_factory.mktemp("whole"), files, SMALL)
    training.run()
    training.export()
    return training


def test_it_learns_what_the_teacher_does(files, tmp_path):
    training = Training(tmp_path, files, replace(SMALL, width=32, epochs=6))
    with torch.no_grad():
        untrained = float(training._losses(files.read([2]))[0])
    training.run()
    first, *_, last = training.curve
    assert last.policy < first.policy < untrained
    assert last.trained < first.trained
    assert [point.epoch for point in training.curve] == [*range(1, 7)]
    assert last.steps == training.steps == training.all_steps


KILLED = """
import os, signal, sys
import proa, proa.games
proa.games.GAMES.offer("toy", "toy:SPEC")
from pathlib import Path
from proa.learn.choices import ChoiceFiles, Teaching
from proa.learn.training import Settings, Training

choices, folder, steps = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
files = ChoiceFiles(choices, Teaching(proa.game("toy"), (3,), "search:20", seed=1), 48)
training = Training(folder, files, Settings(width=12, epochs=3, batch=64, rate=3e-3, saved_every=3))

def tick(n):
    if training.steps >= steps:
        os.kill(os.getpid(), signal.SIGKILL)

training.run(tick)
"""


def test_a_run_killed_twice_ends_as_one_that_was_not(files, trained, tmp_path):
    """After different numbers of steps, each time between two checkpoints."""
    choices = files._files[0].parent
    tests = Path(__file__).parents[1]
    statuses = []
    for steps in (8, trained.all_steps - 4):
        command = [sys.executable, "-c", KILLED, str(choices), str(tmp_path), str(steps)]
        statuses.append(subprocess.run(command, cwd=tests, check=False).returncode)
    assert statuses == [-signal.SIGKILL] * 2
    last, told = Training(tmp_path, files, SMALL), []
    last.run(told.append)
    last.export()
    assert 8 < told[0] < trained.all_steps - 4
    one, two = (read_network(each / "network.npz") for each in (trained.folder, tmp_path))
    assert [a.tobytes() for a in one.weights] == [a.tobytes() for a in two.weights]
    saved = [torch.load(each / "checkpoint.pt") for each in (trained.folder, tmp_path)]
    assert saved[0]["model"].keys() == saved[1]["model"].keys()
    for name, tensor in saved[0]["model"].items():
        assert torch.equal(tensor, saved[1]["model"][name]), name
    curves = [[{**p, "seconds": 0} for p in each["curve"]] for each in saved]
    assert curves[0] == curves[1]


def test_heads_of_values_leave_the_hidden_layers_alone(files, tmp_path):
    training = Training(tmp_path, files, SMALL)
    batch = files.read([0]).at(np.arange(9))
    _, *values, _ = training._losses(batch)
    sum(values).backward()
    actions = training.model.sizes[0]
    gradient = training.model.heads.weight.grad
    assert torch.count_nonzero(gradient[:actions]) == 0
    assert (gradient[actions:].abs().sum(dim=1) > 0).sum() > 6
    assert training.model.second.weight.grad is None


def test_it_goes_on_from_a_network(files, trained, tmp_path):
    """With its width, and weights as its file has them."""
    start = read_network(trained.folder / "network.npz")
    training = Training(tmp_path, files, replace(SMALL, width=99, epochs=1), start=start)
    with torch.no_grad():
        begun, ended = (float(each._losses(files.read([2]))[0]) for each in (training, trained))
    assert begun == pytest.approx(ended, abs=1e-3)
    assert training.model.first.out_features == 12
    training.run()
    assert training.card()["started_from"] == start.number
    with pytest.raises(BadDocument, match="started_from is"):
        Training(tmp_path, files, replace(SMALL, width=12, epochs=1))


def test_a_network_of_another_game_is_no_start(files, tmp_path):
    with pytest.raises(BadOption, match="the network is for tahiti, not for toy"):
        Training(tmp_path, files, SMALL, start=untrained(proa.game("tahiti")))


def test_a_finished_training_is_not_done_again(files, trained):
    again = Training(trained.folder, files, SMALL)
    told = []
    again.run(told.append)
    assert told == [trained.all_steps]
    assert again.curve == trained.curve


def test_the_card_says_how_the_network_was_made(files, trained):
    card = read_network(trained.folder / "network.npz").card
    assert (card["game"], card["players"], card["teacher"]) == ("toy", [3], "search:20")
    assert card["games"] == 3 * GAMES
    assert card["choices"] == files.rows(0) + files.rows(1)
    assert card["steps"] == trained.all_steps
    assert card["strength"] is None
    assert card["agreement"] == pytest.approx(trained.curve[-1].agreement, abs=1e-4)


def test_each_choice_is_seen_once_an_epoch(files, trained):
    seen = [row.tobytes() for batch in trained._batches(1, 0) for row in batch.observations]
    wanted = [row.tobytes() for row in files.read([0, 1]).observations]
    assert sorted(seen) == sorted(wanted)
    assert seen != wanted
    later = [row.tobytes() for batch in trained._batches(1, 4) for row in batch.observations]
    assert later == seen[4 * SMALL.batch :]


def test_other_settings_are_refused(files, trained):
    with pytest.raises(BadDocument, match="width is 12 there, but 13 here"):
        Training(trained.folder, files, replace(SMALL, width=13))


def test_too_few_games_are_refused(toy, tmp_path):
    few = ChoiceFiles(tmp_path / "choices", Teaching(toy, (3,), "random"), GAMES)
    few.generate(1)
    with pytest.raises(BadOption, match="some are held out"):
        Training(tmp_path, few, SMALL)


def test_a_network_too_large_is_refused(files, tmp_path):
    training = Training(tmp_path, files, replace(SMALL, width=700, epochs=1))
    training.run()
    with pytest.raises(BadOption, match="choose a smaller width"):
        training.export()


def test_a_broken_checkpoint_is_named(files, trained, tmp_path):
    Training(tmp_path, files, SMALL)
    whole = (trained.folder / "checkpoint.pt").read_bytes()
    for broken in (b"nothing", b"", whole[:1000]):
        (tmp_path / "checkpoint.pt").write_bytes(broken)
        with pytest.raises(BadDocument, match=r"checkpoint\.pt: can't be read; delete it"):
            Training(tmp_path, files, SMALL)


def test_a_device_that_is_not_there_is_refused(files, tmp_path):
    with pytest.raises(BadOption, match="PyTorch can't train on 'abacus' here"):
        Training(tmp_path, files, SMALL, device="abacus")


def test_absent_seats_and_forbidden_actions_change_nothing(files, trained):
    """Losses by hand, of a few choices."""
    batch = files.read([2]).at(np.arange(5))
    with torch.no_grad():
        policy, share, lead, points, agreement = map(float, trained._losses(batch))
    network = trained.model
    expected, same, errors, entropy, missed = [], 0, [], [], []
    codes, seats = network.sizes[:2]
    for n in range(5):
        seen = torch.from_numpy(batch.observations[n : n + 1] * trained._factors.numpy())
        with torch.no_grad():
            out = network(seen).numpy()[0].astype(float)
        legal = np.flatnonzero(np.unpackbits(batch.considered[n], count=codes))
        scores = out[legal] - np.log(np.exp(out[legal]).sum())
        expected.append(-scores[legal.tolist().index(batch.actions[n])])
        same += legal[scores.argmax()] == batch.actions[n]
        shares = out[codes : codes + 3]
        entropy.append(-(batch.shares[n][:3] * (shares - np.log(np.exp(shares).sum()))).sum())
        errors += ((out[codes + seats :][:3] - batch.leads[n][:3] / 20) ** 2).tolist()
        missed += ((out[codes + 2 * seats :] - batch.points[n] / 20) ** 2).tolist()
    assert policy == pytest.approx(np.mean(expected), abs=1e-5)
    assert share == pytest.approx(np.mean(entropy), abs=1e-5)
    assert lead == pytest.approx(np.mean(errors), abs=1e-5)
    assert points == pytest.approx(np.mean(missed), abs=1e-5)
    assert agreement == pytest.approx(same / 5)


def test_a_policy_begins_with_the_games_own_scores(tmp_path):
    game = proa.game("tahiti")
    files = ChoiceFiles(tmp_path / "choices", Teaching(game, (2,), "bidder"), 2 * GAMES)
    files.generate(1)
    training = Training(tmp_path, files, SMALL)
    torch.nn.init.zeros_(training.model.heads.weight)
    torch.nn.init.zeros_(training.model.heads.bias)
    batch = files.read([1]).at(np.arange(9))
    expected = []
    for n, action in enumerate(batch.actions):
        considered = np.unpackbits(batch.considered[n], count=len(game.all_codes)).astype(bool)
        scores = batch.scores[n].astype(float)
        expected.append(np.log(np.exp(scores[considered]).sum()) - scores[action])
    with torch.no_grad():
        assert float(training._losses(batch)[0]) == pytest.approx(np.mean(expected), rel=1e-3)
    training.run()
    assert float((training.model.score_weights.detach() - 1).abs().max()) > 1e-3


@pytest.mark.parametrize(("locale", "word"), [("en", "As the teacher"), ("ru", "Как учитель")])
def test_the_page_needs_no_other_file(trained, locale, word):
    html = page(trained.choices.teaching.game.title, trained.card(), trained.curve, locale)
    assert word in html
    assert html.count("<tr>") > len(trained.curve)
    assert not re.findall(r"(?:src|href)=|url\((?!data:)", html)


def test_a_page_of_one_epoch():
    point = Point(1, 10, 0.5, 1.0, 0.8, 0.5, 0.0, 0.3, 0.25)
    card = {"width": 8, "choices": 9, "teacher": "random", "games": 32, "players": [2], "seed": 0}
    assert "25.0 %" in page({"say": "Toy"}, card, [point])

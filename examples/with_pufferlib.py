"""PufferLib's trainer learns a seat of Tahiti for two against random play, all in compiled games.

PufferLib 3.0.0 requires NumPy 1 but works with NumPy 2, so install it without its dependencies. It
is compiled during the installation, and downloads what it needs for that from GitHub:

    pip install -e '.[examples]' setuptools wheel psutil rich-argparse pyro-ppl
    pip install --no-deps gym==0.23.0 gym-notices
    pip install --no-deps --no-build-isolation pufferlib==3.0.0
    python examples/with_pufferlib.py          # two minutes on two cores

Importing PufferLib creates a link named ``resources`` in the current folder.
"""

import argparse
import sys
import tempfile

import numpy as np
import pufferlib
import torch
from gymnasium import spaces
from pufferlib import pufferl
from torch import nn

import proa

GAMES, STEPS = 512, 32


class Seats(pufferlib.PufferEnv):
    """The first seat of many games; observation and mask are in one array, one after the other."""

    def __init__(self, n: int, seed: int, buf=None) -> None:
        self.games = proa.vector("tahiti", players=2, n=n, seed=seed, learner=0)
        self.seen = self.games.observations.shape[1]
        self.actions_there_are = self.games.masks.shape[1]
        shape = (self.seen + self.actions_there_are,)
        self.single_observation_space = spaces.Box(-np.inf, np.inf, shape, np.float32)
        self.single_action_space = spaces.Discrete(self.actions_there_are)
        self.num_agents = n
        super().__init__(buf)

    def reset(self, seed=None):
        self.games.reset()
        self._fill()
        return self.observations, []

    def step(self, actions):
        self.games.step(actions)
        self._fill()
        self.rewards[:] = self.games.rewards[:, 0]
        self.terminals[:] = self.games.done
        won = self.rewards[self.terminals]
        told = [{"won": float(won.mean())}] if len(won) else []
        return self.observations, self.rewards, self.terminals, self.truncations, told

    def _fill(self):
        self.observations[:, : self.seen] = self.games.observations
        self.observations[:, self.seen :] = self.games.masks

    def close(self):
        pass


class Policy(nn.Module):
    """A network that never chooses illegal actions."""

    def __init__(self, seen: int, actions: int) -> None:
        super().__init__()
        self.seen = seen
        self.body = nn.Sequential(nn.Linear(seen, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU())
        self.scores, self.value = nn.Linear(128, actions), nn.Linear(128, 1)

    def forward(self, told, state=None):
        inner = self.body(told[:, : self.seen])
        legal = told[:, self.seen :].bool()
        return self.scores(inner).masked_fill(~legal, -1e9), self.value(inner)

    forward_eval = forward


class Trainer(pufferl.PuffeRL):
    """PufferLib's trainer without its dashboard."""

    def print_dashboard(self, *arguments, **wishes) -> None:
        pass


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--decisions", type=int, default=500_000, help="how many it learns from")
    arguments = parser.parse_args()
    del sys.argv[1:]  # PufferLib reads them too
    torch.manual_seed(7)
    games = Seats(GAMES, seed=7)
    config = pufferl.load_config("default")["train"] | {
        "env": "tahiti",
        "device": "cpu",
        "data_dir": tempfile.mkdtemp(),
        "total_timesteps": arguments.decisions,
        "batch_size": GAMES * STEPS,
        "minibatch_size": GAMES * STEPS // 4,
        "bptt_horizon": STEPS,
        "update_epochs": 2,
        "optimizer": "adam",
        "learning_rate": 1e-3,
        "gamma": 1.0,
        "gae_lambda": 0.95,
    }
    trainer = Trainer(config, games, Policy(games.seen, games.actions_there_are))
    while trainer.global_step < arguments.decisions:
        trainer.evaluate()
        told = trainer.train()
        if told and "environment/won" in told:
            print(f"{trainer.global_step:9,} decisions: {told['environment/won']:.0%} won")
    trainer.close()


if __name__ == "__main__":
    main()

"""PPO of TorchRL plays all seats of Tahiti for two by PettingZoo, with one network for all of them.

    pip install -e '.[examples]'
    python examples/with_torchrl_seats.py

Each step has a row for every seat: what it sees, its reward, and in ``mask`` whether it is to move.
So the last step of a game pays all seats, and only the rows of those that moved are learned from.
"""

import argparse
import warnings

import numpy as np
import torch
from tensordict import TensorDict
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import PettingZooWrapper
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from proa.envs import gymnasium, pettingzoo

BATCH, EPOCHS, PARTS = 2048, 4, 4
SEEN, MASK = ("seats", "observation", "observation"), ("seats", "action_mask")


def seats(game: str, players: int) -> PettingZooWrapper:
    """All seats in one group."""
    env = pettingzoo.env(game, players=players)
    return PettingZooWrapper(env, use_mask=True, group_map={"seats": env.possible_agents})


def actor_and_critic(env):
    """The actor never chooses what the mask forbids."""
    seen, actions = env.observation_spec[SEEN].shape[-1], env.observation_spec[MASK].shape[-1]
    layers = nn.Sequential(nn.Linear(seen, 128), nn.ReLU(), nn.Linear(128, actions))
    actor = ProbabilisticActor(
        TensorDictModule(layers, [SEEN], [("seats", "logits")]),
        in_keys={"logits": ("seats", "logits"), "mask": MASK},
        out_keys=[("seats", "action")],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
        log_prob_key=("seats", "log_prob"),
    )
    values = nn.Sequential(nn.Linear(seen, 128), nn.ReLU(), nn.Linear(128, 1))
    return actor, layers, ValueOperator(values, [SEEN], [("seats", "state_value")])


def named(module, **keys):
    """Tell TorchRL which entries of a step are meant."""
    module.set_keys(**{name: ("seats", key) for name, key in keys.items()})
    return module


@torch.no_grad()
def won(layers, game: str, players: int, games: int) -> float:
    """The share of games won by the first seat against random play."""
    env = gymnasium.make(game, players=players)
    total = 0.0
    for seed in range(games):
        (told, _), over = env.reset(seed=seed), False
        while not over:
            scores = layers(torch.from_numpy(told["observation"])).numpy()
            best = np.where(told["action_mask"], scores, -np.inf).argmax()
            told, gained, over, _, _ = env.step(best)
            total += gained
    return total / games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--game", default="tahiti")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--decisions", type=int, default=50_000, help="how many it learns from")
    parser.add_argument("--games", type=int, default=50, help="played to measure it")
    arguments = parser.parse_args()
    warnings.filterwarnings("ignore", "PettingZoo in TorchRL is tested")
    torch.manual_seed(7)
    measured = (arguments.game, arguments.players, arguments.games)
    env = seats(arguments.game, arguments.players)
    actor, layers, critic = actor_and_critic(env)
    ends = {"reward": "reward", "done": "done", "terminated": "terminated"}
    found = {"advantage": "advantage", "value_target": "value_target", "value": "state_value"}
    better = named(GAE(gamma=1.0, lmbda=0.95, value_network=critic), **ends, **found)
    loss = ClipPPOLoss(actor, critic, clip_epsilon=0.2, entropy_coeff=0.01)
    named(loss, **ends, **found, action="action", sample_log_prob="log_prob")
    steps = torch.optim.Adam(loss.parameters(), lr=1e-3)
    print(f"before: {won(layers, *measured):.0%} won against random", flush=True)
    played = Collector(env, actor, frames_per_batch=BATCH, total_frames=arguments.decisions)
    decisions = 0
    for batch in played:
        better(batch)
        rows = batch["seats"].reshape(-1)
        rows = rows[rows["mask"]]
        decisions += len(rows)
        for _ in range(EPOCHS):
            for part in torch.randperm(len(rows)).chunk(PARTS):
                terms = loss(TensorDict({"seats": rows[part]}, batch_size=[]))
                total = terms["loss_objective"] + terms["loss_critic"] + terms["loss_entropy"]
                steps.zero_grad()
                total.backward()
                nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                steps.step()
        paid = batch["next", "seats", "reward"][batch["next", "done"].squeeze(-1)]
        print(f"{decisions:9,} decisions: {len(paid)} games paid {paid.sum():.0f}", flush=True)
    played.shutdown()
    print(f"after: {won(layers, *measured):.0%} won against random")


if __name__ == "__main__":
    main()

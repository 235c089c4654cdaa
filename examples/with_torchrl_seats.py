"""PPO of TorchRL learns Tahiti for three by self-play: one network plays all seats.

    pip install -e '.[examples]'
    python examples/with_torchrl_seats.py

With ``use_mask=True`` seats decide in turn: ``mask`` says whose turn it is, ``action_mask`` what is
legal, and the last decision of a game gives every seat its reward.
"""

import argparse

import torch
from tensordict import TensorDict
from tensordict.nn import TensorDictModule, TensorDictModuleBase
from torch import nn
from torchrl.envs import PettingZooWrapper
from torchrl.envs.utils import ExplorationType, set_exploration_type
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss

from proa.envs import pettingzoo

SEATS, PLAYERS = "seats", 3
BATCH, EPOCHS, PARTS = 2048, 4, 4
MOST = 1000
"""More decisions than a game has."""


def all_seats():
    """Return the environment of all seats, as one group."""
    env = pettingzoo.env("tahiti", players=PLAYERS)
    return PettingZooWrapper(env, use_mask=True, group_map={SEATS: env.possible_agents}, seed=7)


def actor_and_critic(env):
    """Return an actor that never chooses what the mask forbids, and a critic."""
    spec = env.observation_spec[SEATS]
    seen, actions = (spec[key].shape[-1] for key in (("observation", "observation"), "action_mask"))
    layers = nn.Sequential(nn.Linear(seen, 128), nn.ReLU(), nn.Linear(128, actions))
    actor = ProbabilisticActor(
        TensorDictModule(layers, ["observation"], ["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    critic = ValueOperator(nn.Sequential(nn.Linear(seen, 128), nn.ReLU(), nn.Linear(128, 1)))
    return actor, critic


class Decide(TensorDictModuleBase):
    """The actor for all seats; all but the learner, if there is one, decide at random."""

    in_keys = ((SEATS, "observation", "observation"), (SEATS, "action_mask"))
    out_keys = ((SEATS, "action"), (SEATS, "action_log_prob"))

    def __init__(self, actor, learner: int | None = None) -> None:
        super().__init__()
        self.actor, self.learner = actor, learner

    @torch.no_grad()
    def forward(self, step):
        seen, mask = (step[key] for key in self.in_keys)
        chosen = self.actor(TensorDict(observation=seen, action_mask=mask, batch_size=len(mask)))
        if self.learner is not None:
            others = torch.arange(PLAYERS) != self.learner
            chosen["action"][others] = mask[others].float().multinomial(1)[:, 0]
        for key in self.out_keys:
            step[key] = chosen[key[1]]
        return step


def of_the_seats_to_move(steps):
    """Return what each decision's seat saw and did, and what the game gave it from then on."""
    turn = steps[SEATS, "mask"]
    told = steps[SEATS][turn].select("action_mask", "action", "action_log_prob")
    told["observation"] = steps[SEATS, "observation", "observation"][turn]
    to_come = steps["next", SEATS, "reward"].flip(0).cumsum(0).flip(0)
    return told.set("value_target", to_come[turn])


def won(env, actor, games: int) -> float:
    """Return the share of games won against random play, each seat in turn; a third is chance."""
    with set_exploration_type(ExplorationType.DETERMINISTIC):
        ends = [
            env.rollout(MOST, Decide(actor, n % PLAYERS))["next", SEATS, "reward"][-1, n % PLAYERS]
            for n in range(games)
        ]
    return torch.stack(ends).mean().item()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--decisions", type=int, default=100_000, help="how many it learns from")
    parser.add_argument("--games", type=int, default=60, help="played to measure it")
    arguments = parser.parse_args()
    torch.manual_seed(7)
    env = all_seats()
    actor, critic = actor_and_critic(env)
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01, normalize_advantage=True)
    steps = torch.optim.Adam(loss.parameters(), lr=1e-3)
    print(f"before: {won(env, actor, arguments.games):.0%} won against random", flush=True)
    learned = 0
    while learned < arguments.decisions:
        played = []
        with set_exploration_type(ExplorationType.RANDOM):
            while sum(map(len, played)) < BATCH:
                played.append(of_the_seats_to_move(env.rollout(MOST, Decide(actor))))
        batch = torch.cat(played)
        learned += len(batch)
        with torch.no_grad():
            value = critic(batch.select("observation"))["state_value"]
        batch["advantage"] = batch["value_target"] - value
        for _ in range(EPOCHS):
            for part in torch.randperm(len(batch)).chunk(PARTS):
                terms = loss(batch[part])
                total = terms["loss_objective"] + terms["loss_critic"] + terms["loss_entropy"]
                steps.zero_grad()
                total.backward()
                nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                steps.step()
        print(f"{learned:9,} decisions of {len(played)} games", flush=True)
    print(f"after: {won(env, actor, arguments.games):.0%} won against random")


if __name__ == "__main__":
    main()

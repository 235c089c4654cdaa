"""PPO of TorchRL learns a seat of Tahiti for two against random play.

    pip install -e '.[examples]'
    python examples/with_torchrl.py          # three minutes on two cores

``examples/with_torchrl_seats.py`` learns all seats instead.
"""

import argparse

import torch
from tensordict.nn import TensorDictModule, TensorDictSequential
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import GymWrapper, RewardSum, SerialEnv, TransformedEnv
from torchrl.envs.utils import ExplorationType, set_exploration_type
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from proa.envs import gymnasium

BATCH, EPOCHS, PARTS = 2048, 4, 4


def seat(**wishes):
    """Return a seat of Tahiti; GymWrapper passes on ``observation`` and ``action_mask``."""
    env = GymWrapper(
        gymnasium.make("tahiti", players=2, **wishes), categorical_action_encoding=True
    )
    return TransformedEnv(env, RewardSum())


def actor_and_critic(env):
    """Return an actor that never chooses what the mask forbids, and a critic."""
    seen, actions = env.observation_spec["observation"].shape[-1], env.action_spec.space.n
    layers = nn.Sequential(nn.Linear(seen, 128), nn.ReLU(), nn.Linear(128, actions))
    scores = TensorDictSequential(
        TensorDictModule(layers, ["observation"], ["logits"]),
        TensorDictModule(lambda mask: mask.bool(), ["action_mask"], ["mask"]),
    )
    actor = ProbabilisticActor(
        scores,
        in_keys=["logits", "mask"],
        spec=env.action_spec,
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    critic = ValueOperator(nn.Sequential(nn.Linear(seen, 128), nn.ReLU(), nn.Linear(128, 1)))
    return actor, critic


@torch.no_grad()
def won(actor, opponents: str, games: int) -> float:
    """Return the share of games won against a bot."""
    env = seat(opponents=opponents)
    env.set_seed(7)
    with set_exploration_type(ExplorationType.DETERMINISTIC):
        ends = [env.rollout(1000, actor)["next", "episode_reward"][-1] for _ in range(games)]
    return torch.stack(ends).mean().item()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--decisions", type=int, default=100_000, help="how many it learns from")
    parser.add_argument("--games", type=int, default=50, help="played to measure it")
    arguments = parser.parse_args()
    torch.manual_seed(7)
    envs = SerialEnv(8, seat)
    actor, critic = actor_and_critic(seat())
    better = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    loss = ClipPPOLoss(actor, critic, clip_epsilon=0.2, entropy_coeff=0.01)
    steps = torch.optim.Adam(loss.parameters(), lr=1e-3)
    print(f"before: {won(actor, 'random', arguments.games):.0%} won against random", flush=True)
    played = Collector(envs, actor, frames_per_batch=BATCH, total_frames=arguments.decisions)
    for batch in played:
        for _ in range(EPOCHS):
            better(batch)
            flat = batch.reshape(-1)
            for part in torch.randperm(len(flat)).chunk(PARTS):
                terms = loss(flat[part])
                total = terms["loss_objective"] + terms["loss_critic"] + terms["loss_entropy"]
                steps.zero_grad()
                total.backward()
                nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                steps.step()
        ends = batch["next", "episode_reward"][batch["next", "done"]]
        print(f"{len(ends)} games ended, {ends.mean():.0%} won", flush=True)
    played.shutdown()
    print(f"after: {won(actor, 'random', arguments.games):.0%} won against random")


if __name__ == "__main__":
    main()

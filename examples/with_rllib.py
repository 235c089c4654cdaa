"""PPO of RLlib learns a seat of Tahiti for two against random play.

    pip install -e '.[envs]' 'ray[rllib]' torch
    python examples/with_rllib.py          # ten minutes on two cores

RLlib's own module for masks wants the key ``observations``; all else is as Gymnasium has it.
"""

import argparse

import gymnasium
from gymnasium import spaces
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from proa.envs import gymnasium as environments

BATCH = 4096


class Renamed(gymnasium.ObservationWrapper):
    """The environment with the keys that RLlib asks for."""

    def __init__(self, env):
        super().__init__(env)
        self.observation_space = spaces.Dict(self.observation(env.observation_space.spaces))

    def observation(self, seen):
        """Return an observation with the other key."""
        return {"observations": seen["observation"], "action_mask": seen["action_mask"]}


def seat(config):
    """Return a seat; ``config`` is the ``env_config`` of RLlib."""
    return Renamed(environments.make("tahiti", players=2, **config))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--decisions", type=int, default=100_000, help="how many it learns from")
    parser.add_argument("--games", type=int, default=50, help="played to measure it")
    arguments = parser.parse_args()
    register_env("seat", seat)
    config = (
        PPOConfig()
        .environment("seat")
        .env_runners(num_env_runners=0, num_envs_per_env_runner=8)
        .training(
            train_batch_size_per_learner=BATCH, minibatch_size=512, num_epochs=4, lr=1e-3,
            gamma=1.0, lambda_=0.95, entropy_coeff=0.01,
        )
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={"fcnet_hiddens": [128, 128], "fcnet_activation": "relu"},
            )
        )
        .evaluation(
            evaluation_num_env_runners=0, evaluation_duration=arguments.games,
            evaluation_duration_unit="episodes", evaluation_config={"explore": False},
        )
        .debugging(seed=7)
    )  # fmt: skip
    trainer = config.build_algo()

    def won() -> float:
        return trainer.evaluate()["env_runners"]["episode_return_mean"]

    print(f"before: {won():.0%} won against random", flush=True)
    for turn in range(-(-arguments.decisions // BATCH)):
        share = trainer.train()["env_runners"]["episode_return_mean"]
        print(f"{(turn + 1) * BATCH:9,} decisions: {share:.0%} won while learning", flush=True)
    print(f"after: {won():.0%} won against random")
    trainer.stop()


if __name__ == "__main__":
    main()

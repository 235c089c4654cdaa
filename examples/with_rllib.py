"""PPO of RLlib learns a seat of Tahiti for two against random play; its module masks the actions.

    pip install -e '.[examples]' 'ray[rllib]'
    python examples/with_rllib.py

RLlib's own module for masks wants the keys ``observations`` and ``action_mask``.
"""

import argparse

import gymnasium
import numpy as np
import ray
from gymnasium import spaces
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

import proa.envs.gymnasium


class Seat(gymnasium.ObservationWrapper):
    """A seat under the keys that RLlib expects; made anew in each of its processes."""

    def __init__(self, wishes) -> None:
        super().__init__(proa.envs.gymnasium.make(**wishes))
        known = self.env.observation_space
        mask = spaces.Box(0, 1, known["action_mask"].shape, np.float32)
        self.observation_space = spaces.Dict(
            {"observations": known["observation"], "action_mask": mask}
        )

    def observation(self, seen):
        mask = seen["action_mask"].astype(np.float32)
        return {"observations": seen["observation"], "action_mask": mask}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--game", default="tahiti")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--decisions", type=int, default=50_000, help="how many it learns from")
    parser.add_argument("--processes", type=int, default=0, help="that play; 0: only this one")
    arguments = parser.parse_args()
    wishes = {"game": arguments.game, "players": arguments.players, "opponents": "random"}
    config = (
        PPOConfig()
        .environment(Seat, env_config=wishes)
        .env_runners(num_env_runners=arguments.processes, num_envs_per_env_runner=8)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={"fcnet_hiddens": [128, 128], "fcnet_activation": "relu"},
            )
        )
        .training(
            gamma=1.0, lr=1e-3, train_batch_size_per_learner=4096, minibatch_size=1024, num_epochs=4
        )
        .debugging(seed=7)
    )
    ray.init(include_dashboard=False, log_to_driver=False, num_cpus=arguments.processes + 1)
    algorithm = config.build_algo()
    learned = 0
    while learned < arguments.decisions:
        told = algorithm.train()["env_runners"]
        learned = int(told["num_env_steps_sampled_lifetime"])
        won = told["episode_return_mean"]
        print(f"{learned:9,} decisions: {won:.0%} won against random", flush=True)
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()

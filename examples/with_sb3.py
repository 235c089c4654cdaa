"""MaskablePPO of Stable-Baselines3 learns a seat of a game against random play.

    pip install -e '.[examples]'
    python examples/with_sb3.py          # three minutes on two cores
    python examples/with_sb3.py --game borabora --decisions 300000 --games 20

``examples/ppo.py`` learns faster and from stronger play: here Python steps each game by itself.
"""

import argparse
from functools import partial

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.env_util import make_vec_env

from proa.envs import gymnasium


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--game", default="tahiti")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--decisions", type=int, default=150_000, help="how many it learns from")
    parser.add_argument("--games", type=int, default=50, help="played to measure it")
    arguments = parser.parse_args()
    # Its ``action_masks`` are what MaskablePPO asks for.
    seat = partial(gymnasium.make, arguments.game, players=arguments.players)
    envs = make_vec_env(seat, n_envs=16, seed=7)
    model = MaskablePPO(
        "MultiInputPolicy", envs, n_steps=256, batch_size=1024, n_epochs=4, gamma=1.0, seed=7,
        learning_rate=1e-3, device="cpu",
    )  # fmt: skip
    for learned in (0, arguments.decisions):
        if learned:
            model.learn(learned)
        for opponents in ("random", "search:50"):
            env = seat(opponents=opponents)
            env.reset(seed=7)
            share, _ = evaluate_policy(model, env, arguments.games, warn=False)
            print(f"after {learned:,} decisions: {share:.0%} won against {opponents}", flush=True)


if __name__ == "__main__":
    main()

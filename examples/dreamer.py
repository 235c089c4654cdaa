"""A bot in twenty lines: it tries each choice in games that end at random, and plays the best.

    proa arena tahiti --bots examples.dreamer:Dreamer,random --games 20
    pip install ./examples && proa play          # now it can be invited to a new table

It needs only proa and no knowledge of a game: it plays all of them, at some milliseconds per
decision. It beats random play; players who bid well beat it.
"""

from proa.bots.bot import Bot, ImmediateChoice
from proa.engine.vector.batch import Batch

TRIES = 64


class Dreamer(Bot):
    """Plays the choice with the best mean lead after equally many random games with each."""

    name, version, budget = "dreamer", 1, f"{TRIES} games a choice"

    def begin(self, information_state, seed):
        game, choices = information_state.game, information_state.choices()
        games = Batch(game, information_state.players, TRIES * len(choices), seed=0)
        for i in range(TRIES):
            now = information_state.sample(seed + i)  # what is hidden is drawn anew
            for j, action in enumerate(choices):
                games.states[i * len(choices) + j] = game.play(now, action).record()[0]
        games.play_randomly(seed)
        points = games.scores().reshape(TRIES, len(choices), -1)
        mine, best = points[:, :, information_state.seat], points.max(axis=2)
        return ImmediateChoice(choices[(mine - best).mean(axis=0).argmax()])

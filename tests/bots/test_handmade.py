"""Handmade bots: the information each uses, whole games, and the effect of each plan."""

from __future__ import annotations

import pytest

import proa
from proa.arena.contest import Contest, Match
from proa.arena.deals import Deal
from proa.arena.report import report_of
from proa.bots import bot_named
from proa.bots.handmade import HAND
from proa.engine.errors import BadOption

GAMES = {game: [name for name, place in HAND.items() if f".{game}:" in place] for game in (
    "tahiti", "borneo", "borabora",
)}  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_three_plans_or_more(game):
    assert len(GAMES[game]) >= 3
    for name in GAMES[game]:
        bot = bot_named(name)
        assert (bot.name, bot.game) == (name, game)


@pytest.mark.parametrize("name", HAND)
def test_a_whole_game_by_every_plan(name):
    game = proa.game(bot_named(name).game)
    players = game.players[1]
    contest = Contest(game, (name, "random"), players, 1, 3)
    bots = [bot_named(bot) for bot in contest.bots]
    played = contest.play(Match(0, 0, (0, *[1] * (players - 1))), bots)
    assert played.scores[0] > max(played.scores[1:])


@pytest.mark.parametrize("name", HAND)
def test_the_same_sight_and_seed_give_the_same_answer(name):
    bot = bot_named(name)
    game = proa.game(bot.game)
    deal = Deal(game, "again")
    position = deal.start(game.players[0])
    for turn in range(25):
        information_state = game.information_state(position, position.to_move, turn)
        action = bot.choose(information_state, 1)
        assert bot.choose(information_state, 1) == action
        assert action in information_state.legal_actions()
        position = deal.play(position, action)


@pytest.mark.parametrize("name", ["random", "search:5", "bidder"])
def test_one_plays_only_what_it_knows(name):
    game = proa.game("borneo")
    position = game.start(3, seed=1)
    information_state = game.information_state(position, position.to_move)
    if name == "bidder":
        with pytest.raises(BadOption, match="bidder doesn't play Borneo"):
            bot_named(name).choose(information_state, 1)
    else:
        bot_named(name).check_game(game)


def test_who_passes_first_is_paid():
    """At four seats the saver does better than the bidder, who pays for nearly everything."""
    game = proa.game("tahiti")
    saver, bidder = (
        report_of(Contest(game, (name, "search:200"), 4, 16, 3), 1).entrants[0].margin
        for name in ("saver", "bidder")
    )
    assert saver > bidder + 5

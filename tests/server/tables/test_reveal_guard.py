"""What a page knows of a choice before it is made: whether it ends the turn, as far as its seat
knows."""

from __future__ import annotations

import pytest

import proa
from games.conformance import sampled
from proa.games import GAMES
from proa.server.tables.reveal_guard import unrevealing_ends


@pytest.mark.parametrize("name", list(GAMES))
def test_a_turn_ends_quietly_where_neither_chance_nor_a_reveal_nor_more_of_it_follows(name):
    game = proa.game(name)
    quiet = loud = 0
    for seed in range(2):
        for position in sampled(game, game.players[0], seed, 5):
            seat = position.to_move
            if seat < 0:
                continue
            ends = unrevealing_ends(game, position)
            assert ends == unrevealing_ends(game, game.resample(position, seat, 9))
            for code in game.codes(position):
                after = game.play(position, code, chance=False)
                shows = game.spec.texts.reveals(game, position, game.action(code))
                if code in ends:
                    quiet += 1
                    assert after.to_move >= 0
                    assert not shows
                    assert after.to_move != seat or len(game.codes(after)) == 1
                else:
                    loud += 1
                    assert after.to_move in (seat, -1, -2) or shows
    assert loud
    assert quiet or name == "toy"

"""Guards against revealing chance or hidden facts before a decision is committed.

**No response before the commit depends on chance or on what the asking seat may not know.**
Otherwise a player could learn from a refused request, a try-out, a preview or an old frame what an
action would draw or show, and choose by that. So nothing uncommitted reads more of the true
position than the seat's own view shows. Codes are tried in positions drawn from what the seat
knows, without chance, and the response follows from those alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from proa.engine.core.game import Game
from proa.engine.core.position import Position, cached
from proa.engine.errors import IllegalAction
from proa.engine.messages import say
from proa.server.errors import Code, Refusal

SAMPLES = 4
"""Number of positions, equal for the seat, in which codes are tried."""


def samples(game: Game, position: Position, seat: int) -> Iterator[Position]:
    """Yield positions the seat can't tell from the true one, the same for equal knowledge."""
    return (game.resample(position, seat, number) for number in range(SAMPLES))


def check_in_a_row(game: Game, position: Position, seat: int, codes: Sequence[str]) -> None:
    """Refuse a sequence in which a code depends on the commit of those before it.

    Those are the codes after one that brings chance, reveals something or ends the turn.
    """
    for sample in samples(game, position, seat):
        before = sample
        for code in codes[:-1]:
            after = play_unseen(game, before, code)
            if reveals_more(game, before, code, after, seat):
                raise Refusal(
                    422,
                    say(
                        "What follows {code} depends on chance, on others or on what it "
                        "reveals. Send later choices after that has happened.",
                        code=code,
                    ),
                    Code.UNFORESEEABLE,
                )
            before = after
        play_unseen(game, before, codes[-1])


def play_unseen(game: Game, position: Position, code: str) -> Position:
    """Return the position after a code, without chance; refuse if it is illegal."""
    try:
        return game.play(position, code, chance=False)
    except IllegalAction as error:
        raise Refusal(422, error.message, Code.ILLEGAL) from None


@cached
def unrevealing_ends(game: Game, position: Position) -> list[str]:
    """Return the codes that, with the lone answers after them, end the mover's turn without reveal
    or chance, as far as the mover knows."""
    seat = position.to_move
    known = next(samples(game, position, seat))
    return [code for code in game.codes(known) if _ends_unrevealing(game, known, code, seat)]


def _ends_unrevealing(game: Game, before: Position, code: str, seat: int) -> bool:
    while True:
        after = game.play(before, code, chance=False)
        goes_on = after.to_move == seat and is_lone(game, after)
        if not goes_on and (after.to_move == seat or after.to_move < 0):
            return False
        if game.spec.texts.reveals(game, before, game.action(code)):
            return False
        if not goes_on:
            return True
        before, code = after, game.codes(after)[0]


def is_lone(game: Game, position: Position) -> bool:
    """Return whether there is only one answer, and all can see that."""
    is_public = game.spec.questions.is_public(game.tables, position.fields)
    return is_public and len(game.codes(position)) == 1


def reveals_more(game: Game, before: Position, code: str, after: Position, seat: int) -> bool:
    """Return whether a code's result is unforeseeable: chance, a reveal or the end of the turn."""
    return after.to_move != seat or game.spec.texts.reveals(game, before, game.action(code))

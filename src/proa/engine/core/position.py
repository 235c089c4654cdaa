"""One position of a game: an immutable record with cached results."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any, Generic

from numpy import ndarray
from numpy.typing import NDArray

from proa.engine.core.fields import twin_of
from proa.engine.core.verbs import OVER
from proa.engine.errors import BadDocument

if TYPE_CHECKING:  # type parameters have defaults from Python 3.13 on
    from typing_extensions import TypeVar

    from proa.engine.core.game import Game

    R = TypeVar("R", default=Any)
    S = TypeVar("S", default=Any)
    G = TypeVar("G", bound="Game")
    P = TypeVar("P", bound="Position")
else:
    from typing import TypeVar

    R, S, G, P = TypeVar("R"), TypeVar("S"), TypeVar("G"), TypeVar("P")
T = TypeVar("T")


_ONE = (1,)


def copied(array: NDArray[Any]) -> NDArray[Any]:
    """Return a copy of an array of one record, by bytes; NumPy's copy by fields is a hundred times
    slower."""
    return ndarray(_ONE, array.dtype, bytearray(array.tobytes()))


class Position(Generic[S]):
    """One position of a game. It never changes: ``game.play`` returns a new one.

    Types: ``Position[S]`` has fields of the class ``S``, ``Game[R, S]`` tables of ``R``.
    """

    def __init__(self, game: Game[Any, S], array: NDArray[Any]) -> None:
        self.game = game
        self._array = array

    def record(self) -> NDArray[Any]:
        """Return a copy of the record, as an array of one."""
        return copied(self._array)

    @cached_property
    def fields(self) -> S:
        """Return the position as a read-only twin, with one attribute per field."""
        twin: S = twin_of(self._array, fixed=True)
        return twin

    @property
    def to_move(self) -> int:
        """Return the seat that decides, ``CHANCE`` (-1) or ``OVER`` (-2)."""
        return self._decision[0]

    @cached_property
    def _decision(self) -> tuple[int, list[int]]:
        """Return who decides, and the legal actions (or possible outcomes)."""
        return self.game.asked(self._array)

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return self._decision[0] == OVER

    @property
    def players(self) -> int:
        """Return the number of seats."""
        return int(self._array["players"][0])

    def _known_bytes(self) -> bytes:
        bare = copied(self._array)
        bare["key"] = 0
        bare["counter"] = 0
        return bare.tobytes()

    @cached_property
    def digest(self) -> str:
        """Return eight bytes as hex that distinguish positions; key and counter are left out."""
        return hashlib.blake2b(self._known_bytes(), digest_size=8).hexdigest()

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Position)
            and self.game.identity == other.game.identity
            and self._known_bytes() == other._known_bytes()
        )

    def __hash__(self) -> int:
        return hash(self.digest)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.game, self._array)

    def __deepcopy__(self, known: dict[int, Any]) -> Position:
        return self

    def __repr__(self) -> str:
        return self.game.describe(self)


def _restored(game: G, array: NDArray[Any]) -> Position:
    """Return a position in the process to which it was sent."""
    if array.dtype != game.spec.state or array.shape != _ONE:
        raise BadDocument(
            "what was pickled is no position of {game} as it is here; use the same version of proa",
            game=game.name,
        )
    return Position(game, array)


def cached(work: Callable[[G, P], T]) -> Callable[[G, P], T]:
    """Make ``work(game, position)`` run once per position, which stores the result."""

    name = f"{work.__module__}.{work.__qualname__}"

    @wraps(work)
    def done(game: G, position: P) -> T:
        known = vars(position)
        if name not in known:
            known[name] = work(game, position)
        found: T = known[name]
        return found

    return done

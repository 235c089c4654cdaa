"""Many games side by side for learners: each call plays one decision in every game.

The results of a call are in arrays that are allocated once and overwritten. They begin at multiples
of 64 bytes, so ``torch.from_dlpack(games.observations)`` shares them. JAX, whose arrays never
change, needs a copy, ``jax.numpy.array(games.observations)``, or ``buffers=3``: then each call
writes to the next of three sets of arrays, and ``jax.dlpack.from_dlpack(games.observations)`` stays
valid for two more calls.

Every game draws its chance from its own seed, and threads share only the rules, so results are the
same for any number of threads. The rewards of a step are ``[n, players]``, and the seat to decide
changes, so this is no vector environment of Gymnasium: :mod:`proa.envs.gymnasium` makes one of it,
in which one seat learns.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proa.engine.compiler.compile import CompiledFunction
from proa.engine.core import seeds as seeding
from proa.engine.core.game import Game
from proa.engine.core.observation import FLOAT32, INT8, check_dtype
from proa.engine.core.opened import is_whole
from proa.engine.core.plugins import load_object
from proa.engine.core.position import Position, copied
from proa.engine.core.seeds import Seed
from proa.engine.core.verbs import OVER
from proa.engine.errors import BadDocument, BadOption, IllegalAction
from proa.engine.messages import say
from proa.engine.vector import playouts, saved_games, stepping
from proa.engine.vector.arrays import (
    output_arrays,
    parts,
    read_only,
    saved_arrays,
    scene_records,
    scratch,
)
from proa.engine.vector.batch import check_whole, one_each
from proa.engine.vector.policies import FRACTION, OUTSIDE, RAISED, address_of
from proa.engine.vector.rewards import reward_number
from proa.engine.vector.saved_games import SAVED
from proa.engine.vector.stepping import (
    ANY_SEAT,
    FAULT_KINDS,
    NO_POLICY,
    NOTHING,
    SCALED,
    WHOLE,
    Games,
)
from proa.engine.vector.threads import Threads

SLICE = 0.1
"""Long calls look about this often, in seconds, whether Ctrl+C was pressed."""
FIRST_SLICE = 16
"""Decisions of the first slice; each later one is at most ``GROWTH`` times as long."""
GROWTH = 4
_FAULTS = {
    OUTSIDE: say("the policy chose an illegal action in game {n}"),
    RAISED: say("the policy raised an error in game {n}, such as a division by zero"),
    FRACTION: say("the policy returned a number that is not whole in game {n}"),
}
OBSERVED = ("numbers", "observations")
OUTPUTS = ("masks", *OBSERVED, "rewards", "done")
"""The arrays of which every set has its own."""
WISHES = (
    *("seed", "threads", "reward", "again", "learner", "others", "scenes"),
    *("observe", "mask", "dtype", "buffers"),
)
"""The arguments beside the game, its players and its options."""


class Vector:
    """``n`` games with the same number of players, each with its own seed."""

    states: NDArray[Any]
    """The positions."""
    ended: NDArray[Any]
    """The last position of the last game that ended, for each."""
    observations: NDArray[Any]
    """What the seat to decide knows, ``[n, numbers]`` in the order of ``game.layout``, float32 or
    int8; of finished games the last observation."""
    masks: NDArray[np.bool_]
    """What is legal, ``[n, actions]``; nothing in finished games."""
    rewards: NDArray[np.float32]
    """The rewards of each seat in the last step, ``[n, players]``."""
    done: NDArray[np.bool_]
    """Whether the last step ended the game, ``[n]``; then ``ended`` has its last position."""
    seats: NDArray[np.int64]
    """The seat to decide, or ``OVER``, ``[n]``. Read-only, like the next two."""
    legal: NDArray[np.int32]
    """The legal actions, ``[n, capacity]``, of which the first ``counts`` are valid."""
    counts: NDArray[np.int64]
    """The number of legal actions, ``[n]``."""

    def __init__(
        self,
        game: Game,
        players: int,
        n: int,
        *,
        seed: Seed | None = None,
        threads: int = 1,
        reward: str = "share",
        again: bool = True,
        learner: int | None = None,
        others: Any = None,
        scenes: Sequence[Position] = (),
        observe: bool = True,
        mask: bool = True,
        dtype: str = FLOAT32,
        buffers: int = 1,
    ) -> None:
        """Begin the games: the same ``seed`` gives the same chance; left out, each vector has its
        own, which :attr:`seed` tells.

        ``reward`` is one of :mod:`proa.engine.vector.rewards`. With ``again`` a game that has ended
        is started anew in the same step. Only the seat ``learner`` is asked (default: all seats);
        for the others a policy decides (:mod:`proa.engine.vector.policies`; default: at random). If
        there are ``scenes``, each game begins from a random one. Without ``observe`` there are no
        observations (their ``dtype`` is float32 or int8), without ``mask`` no masks: ``legal`` and
        ``counts`` have the same information. ``buffers`` is the number of sets of the arrays
        ``observations``, ``masks``, ``rewards`` and ``done``. Raises :class:`BadOption`.
        """
        game.check_players(players)
        for name, value, least in (("n", n, 1), ("threads", threads, 1), ("buffers", buffers, 1)):
            check_whole(name, value, least)
        check_dtype(dtype)
        if learner is not None and not (is_whole(learner) and 0 <= learner < players):
            raise BadOption("seats must be from 0 to {last}", last=players - 1)
        self.game = game
        self.players = players
        self.seed = seeding.fresh_seed() if seed is None else seeding.checked_seed(seed)
        self.threads = min(threads, n)
        self.reward = reward
        self.again = again
        self.learner = learner
        self.others = others
        self.observe = observe
        self.mask = mask
        self.dtype = dtype
        self.buffers = buffers
        self._others = NO_POLICY if others is None else address_of(others)
        self._sees = NOTHING if not observe else SCALED if dtype == FLOAT32 else WHOLE
        self._reward = reward_number(reward)
        self._scenes = scene_records(game, players, scenes)
        self.states = np.zeros(n, game.spec.state)
        self.ended = np.zeros(n, game.spec.state)
        self._sets = [output_arrays(game, players, n, self._sees, mask) for _ in range(buffers)]
        self._number = 0
        self._games = Games(**saved_arrays(game, players, n), **self._sets[0])
        self._parts = [*parts(n, self.threads)]
        self._threads = Threads(self.threads)
        self._show()
        for name in ("seats", "legal", "counts"):  # compiled code trusts them
            setattr(self, name, read_only(getattr(self._games, name)))
        self._games.learners[:] = ANY_SEAT if learner is None else learner
        chance = np.random.default_rng(seeding.as_number(self.seed))
        self._games.seeds[:] = chance.integers(2**64, size=n, dtype="u8")
        self._scratch = [scratch(game, players) for _ in self._parts]
        self._begin(np.ones(n, np.bool_))

    def __len__(self) -> int:
        return len(self.states)

    def __repr__(self) -> str:
        return f"<{len(self)} games of {self.game!r}, {self.players} players>"

    # -- playing ---------------------------------------------------------------------------

    def step(self, actions: Any) -> None:
        """Play one decision in each game; the values for finished games are ignored.

        Raises :class:`BadOption` unless ``actions`` are whole numbers, one per game, and
        :class:`IllegalAction` if one is not legal; then nothing has changed.
        """
        chosen = one_each("actions", actions, len(self))
        g = self._games
        first_illegal = self.game.compiled.unchecked(stepping.first_illegal)
        wrong = int(first_illegal(chosen, g.legal, g.counts, g.seats))
        if wrong >= 0:
            action = int(chosen[wrong])
            known = 0 <= action < len(self.game.all_codes)
            code = self.game.code(action) if known else str(action)
            raise IllegalAction(
                "{code} can't be played in game {n} of the batch", code=code, n=wrong
            )
        self._step(chosen, 1)

    def step_randomly(self, times: int = 1) -> None:
        """Play so many decisions in each game, drawn at random by compiled code.

        Ctrl+C ends it after as many decisions in each game, all arrays up to date.
        """
        check_whole("times", times, 0)
        self._step(None, times)

    def step_by(self, policy: Any, times: int = 1) -> None:
        """Play so many decisions of a policy in each game (:mod:`proa.engine.vector.policies`).

        Raises :class:`BadOption` if it chooses what there is not, raises an error or returns a
        fraction; the game then stands where it stood before that, and the others have played on.
        If one of the ``others`` does, its game stands where that one is asked. Ctrl+C ends it like
        :meth:`step_randomly`.
        """
        check_whole("times", times, 0)
        self._step(None, times, address_of(policy))

    def reset(self, chosen: Any = None, seeds: Any = None) -> None:
        """Start the ``chosen`` games anew (a boolean for each; default: all).

        With ``seeds``, ``[n]``, a game begins like every game with that seed. Raises
        :class:`BadOption`.
        """
        which = np.ones(len(self), np.bool_) if chosen is None else np.asarray(chosen)
        if which.shape != (len(self),) or which.dtype != np.bool_:
            raise BadOption("the selection must be {n} booleans", n=len(self))
        if seeds is not None:
            self._games.seeds[which] = self._words(seeds)[which]
            self._games.rounds[which] = 0
        with self._next_set(lambda: ~which):
            self._begin(which.copy())

    def _begin(self, chosen: NDArray[np.bool_]) -> None:
        def arguments(a: int, b: int) -> tuple[Any, ...]:
            return (
                *(self.states[a:b], self._scenes, chosen[a:b]),
                *(self.players, self._sees, self._others),
            )

        self._each(stepping.begin_each, arguments)

    def _step(self, chosen: NDArray[np.int64] | None, times: int, policy: int = NO_POLICY) -> None:
        with self._next_set(lambda: self._games.seats == OVER):
            try:
                for part, sees in self._slices(times):
                    self._step_here(chosen, part, policy, sees)
            except (KeyboardInterrupt, BadOption):
                self._observe()
                raise

    def _slices(self, times: int) -> Iterator[tuple[int, int]]:
        """Yield how many decisions to play at a time, and what to tell after them: observations
        only at the end, so that slices change nothing."""
        part = min(times, FIRST_SLICE)
        while part < times:
            began = time.perf_counter()
            yield part, NOTHING
            times -= part
            growth = SLICE / max(time.perf_counter() - began, SLICE / GROWTH)
            part = min(times, max(1, int(part * growth)))
        yield times, self._sees

    def _observe(self) -> None:
        """Find anew what follows from the positions."""
        self._each(stepping.ask_each, lambda a, b: (self.states[a:b], self._sees))

    def _step_here(
        self, chosen: NDArray[np.int64] | None, times: int, policy: int, sees: int
    ) -> None:
        none = np.zeros(0, np.int64)
        self._each(
            stepping.step_each,
            lambda a, b: (
                self.states[a:b],
                self.ended[a:b],
                self._scenes,
                none if chosen is None else chosen[a:b],
                times,
                policy,
                self.players,
                self._reward,
                self.again,
                sees,
                self._others,
            ),
        )

    # -- sets of arrays --------------------------------------------------------------------

    @contextmanager
    def _next_set(self, staying: Callable[[], NDArray[np.bool_]]) -> Iterator[None]:
        """Write to the next set, if there are several; unchanged games' results are copied to
        it."""
        if self.buffers == 1:
            yield
            return
        stay = staying()
        last = self._sets[self._number]
        self._number = (self._number + 1) % self.buffers
        now = self._sets[self._number]
        self._games = self._games._replace(**now)
        self._show()
        for name in OUTPUTS:
            now[name][stay] = last[name][stay]
        try:
            yield
        finally:
            over = self._games.seats == OVER
            for name in OBSERVED:
                now[name][over] = last[name][over]

    def _show(self) -> None:
        self._shares = [tuple(array[a:b] for array in self._games) for a, b in self._parts]
        for name in ("masks", "rewards", "done"):
            setattr(self, name, getattr(self._games, name))
        self.observations = getattr(
            self._games, "numbers" if self._sees == WHOLE else "observations"
        )

    # -- positions and observations --------------------------------------------------------

    def position(self, index: int) -> Position:
        """Return a copy of a position, counted from 0; raise :class:`BadOption` for no such
        game."""
        return self._copied(self.states, index)

    def ended_position(self, index: int) -> Position:
        """Return the last position of the last game that ended; see :meth:`position`."""
        return self._copied(self.ended, index)

    def _copied(self, states: NDArray[Any], index: int) -> Position:
        if not is_whole(index) or not 0 <= index < len(self):
            raise BadOption(
                "there is no game {n} in a batch of {size}", n=repr(index), size=len(self)
            )
        return Position(self.game, copied(states[index : index + 1]))

    def last_observations(self, seats: Any) -> NDArray[Any]:
        """Return what one seat, ``[n]``, saw at the end of each last game, as new arrays."""
        viewed = one_each("seats", seats, len(self))
        if ((viewed < 0) | (viewed >= self.players)).any():
            raise BadOption("seats must be from 0 to {last}", last=self.players - 1)
        layout = self.game.layout
        out = np.empty((len(self), layout.size), np.int8)
        self.game.run(playouts.observe_each, self.ended, viewed, out)
        return out if self.dtype == INT8 else out * layout.factors

    # -- copies and files ------------------------------------------------------------------

    def copy(self) -> Vector:
        """The same games, in arrays of their own."""
        return _vector_of(self.game, self.players, len(self), self._wishes(), self._content())

    def __copy__(self) -> Vector:
        return self.copy()

    def __deepcopy__(self, known: dict[int, Any]) -> Vector:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        wishes = self._wishes()
        if self.others is not None:
            wishes["others"] = saved_games.SentPolicy(saved_games.place_of(self.others))
        return _vector_of, (self.game, self.players, len(self), wishes, self._content())

    def save(self, path: str | PathLike[str]) -> None:
        """Write the games to a NumPy file (``.npz``)."""
        saved_games.write(path, self.game, {name: self._array(name) for name in SAVED})

    def load(self, path: str | PathLike[str]) -> None:
        """Continue games that :meth:`save` wrote: the same game and as many of them.

        Raises :class:`BadDocument`.
        """
        saved = saved_games.read(path, self.game)
        self._check(saved, path)
        self._take(saved)

    def _array(self, name: str) -> NDArray[Any]:
        owner: Any = self if name in ("states", "ended") else self._games
        found: NDArray[Any] = getattr(owner, name)
        return found

    def _take(self, saved: Mapping[str, NDArray[Any]]) -> None:
        """Have these games instead; what follows from them is found anew."""
        for name in SAVED:
            self._array(name)[...] = saved[name]
        self._observe()
        over = self._games.seats == OVER
        for name in OBSERVED:  # what was seen before the end does not follow
            if name in saved:
                self._array(name)[over] = saved[name][over]

    def _check(self, saved: Mapping[str, NDArray[Any]], where: Any) -> None:
        """Raise :class:`BadDocument` unless arrays fit in here."""
        for name, array in saved.items():
            if array.dtype != self._array(name).dtype:
                why = f"{name}: {array.dtype}"
                raise BadDocument("{path} contains no games: {error}", path=where, error=why)
            if array.shape != self._array(name).shape:
                raise BadDocument("{path} contains another number of games", path=where)

    def _content(self) -> dict[str, NDArray[Any]]:
        """What the games are, and what they told last."""
        return {name: self._array(name) for name in (*SAVED, *OBSERVED)}

    def _wishes(self) -> dict[str, Any]:
        """What was chosen when they began."""
        wishes: dict[str, Any] = {name: getattr(self, name) for name in WISHES if name != "scenes"}
        positions = [self._scenes[i : i + 1] for i in range(1, len(self._scenes))]
        return {**wishes, "scenes": [Position(self.game, position) for position in positions]}

    # -- threads ---------------------------------------------------------------------------

    def _each(self, function: CompiledFunction, arguments: Any) -> None:
        """Call a compiled function for each part of the games, each in a thread.

        Raises :class:`BadOption` for a game in which a policy was at fault.
        """
        compiled = self.game.compiled.unchecked(function)

        def call(number: int) -> int:
            first, last = self._parts[number]
            games, scratch = self._shares[number], self._scratch[number]
            fault = compiled(self.game.rules, *arguments(first, last), *games, *scratch)
            return int(fault) if fault < 0 else first * FAULT_KINDS + int(fault)

        if len(self._parts) == 1:
            faults = [call(0)]
        else:
            faults = self._threads.run(call, len(self._parts))
        if max(faults) >= 0:
            game, kind = divmod(min(fault for fault in faults if fault >= 0), FAULT_KINDS)
            raise BadOption({**_FAULTS[-kind], "n": game})

    def _words(self, seeds: Any) -> NDArray[np.uint64]:
        """Seeds, one a game, as 64-bit numbers."""
        if isinstance(seeds, list | tuple) and len(seeds) == len(self):
            return np.array([seeding.as_word(seed) for seed in seeds], np.uint64)
        return one_each("seeds", seeds, len(self)).astype(np.uint64)


def _vector_of(
    game: Game, players: int, n: int, wishes: dict[str, Any], content: Mapping[str, NDArray[Any]]
) -> Vector:
    """Return games as they were when they were copied or sent."""
    if isinstance(wishes["others"], saved_games.SentPolicy):
        wishes = {**wishes, "others": load_object(wishes["others"])}
    made = Vector(game, players, n, **wishes)
    made._check(content, say("what was pickled"))
    made._take(content)
    return made

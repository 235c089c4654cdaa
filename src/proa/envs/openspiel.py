"""The games for OpenSpiel: implemented in Python, with explicit chance and imperfect information.

>>> from proa.envs import openspiel
>>> game = openspiel.load("tahiti", players=2)
>>> state = game.new_initial_state()

Importing this module registers them, so ``pyspiel.load_game("proa_tahiti(players=2)")`` works too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from proa import open_game
from proa.engine.core.game import Game
from proa.engine.core.opened import STANDARD
from proa.engine.core.position import Position
from proa.engine.core.verbs import CHANCE
from proa.engine.core.view_types import SPECTATOR
from proa.engine.errors import BadOption
from proa.engine.vector.reward_rules import SHARE
from proa.engine.vector.rewards import reward_number, rewards_of
from proa.envs import VERSIONS

LONGEST = 5000
"""More decisions and outcomes than any game has."""
MOST_POINTS = 1000
"""More points than any player gets."""
TERMINAL_REWARDS = ("share", "lead")


def load(game: str, *, players: int | None = None, **wishes: str) -> SpielGame:
    """Return a game; ``wishes``: ``reward`` (``share`` or ``lead``), ``edition``, the game's
    options.

    Raises :class:`BadOption`.
    """
    seats = {} if players is None else {"players": players}
    return _class_of(game)(seats | wishes)


def register(name: str) -> None:
    """Register a game with OpenSpiel as ``proa_<name>``."""
    pyspiel.register_game(_type_of(open_game(name, None, {})), _class_of(name))


@cache
def _class_of(name: str) -> type[SpielGame]:
    """Return the class of a game: OpenSpiel holds it until exit, which only classes survive."""
    return type(f"{name.title()}Game", (SpielGame,), {"played": name})


def _again(name: str, params: Mapping[str, Any]) -> SpielGame:
    """Open a pickled game in another process."""
    return _class_of(name)(params)


def _parameters(game: Game) -> dict[str, Any]:
    """Return the parameters with their defaults."""
    options = {name: option.default for name, option in game.spec.components.options.items()}
    return {"players": game.seat_count(None), "reward": "share", "edition": STANDARD, **options}


def _type_of(game: Game, utility: Any = pyspiel.GameType.Utility.GENERAL_SUM) -> Any:
    low, high = game.players
    return pyspiel.GameType(
        short_name=f"proa_{game.name}",
        long_name=game.spec.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=high,
        min_num_players=low,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(game),
    )


def _info_of(game: Game, players: int, reward: int) -> Any:
    shared = reward == SHARE
    numbers = len(game.all_codes)
    return pyspiel.GameInfo(
        num_distinct_actions=numbers,
        max_chance_outcomes=numbers,  # outcomes have numbers among those of the actions
        num_players=players,
        min_utility=0.0 if shared else -MOST_POINTS,
        max_utility=1.0 if shared else MOST_POINTS,
        utility_sum=1.0 if shared else 0.0 if players == 2 else None,
        max_game_length=LONGEST,
    )


def _utility(players: int, reward: int) -> Any:
    if reward == SHARE:
        return pyspiel.GameType.Utility.CONSTANT_SUM
    kinds = pyspiel.GameType.Utility
    return kinds.ZERO_SUM if players == 2 else kinds.GENERAL_SUM


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of proa as one of OpenSpiel's; each game has a class of its own."""

    played: str
    """The game's name."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """``params`` are those of :func:`load`."""
        given = _parameters(open_game(self.played, None, {})) | dict(params or {})
        options = dict(given)
        players, reward = options.pop("players"), options.pop("reward")
        if reward not in TERMINAL_REWARDS:
            raise BadOption(
                "in OpenSpiel, rewards are share or lead, not {value}", value=repr(reward)
            )
        self.reward = reward_number(reward)
        self.proa = open_game(self.played, options.pop("edition"), options)
        self.proa.check_players(players)
        kind = _type_of(self.proa, _utility(players, self.reward))
        super().__init__(kind, _info_of(self.proa, players, self.reward), given)
        self._start = self.proa.start(players, seed=0, chance=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.played, self.get_parameters())

    def new_initial_state(self) -> SpielState:
        """Return the start, before any chance."""
        return SpielState(self, self._start)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        """Return an observer of what a seat sees (with perfect recall: saw) as numbers and
        string."""
        return Observer(self.proa, kind or pyspiel.IIGObservationType(perfect_recall=False), params)


class Memory:
    """The history since some position: what each seat saw of it, in codes.

    It never changes: each event makes a new object that refers to the one before.
    """

    is_first = False
    """Whether it leads to none before, as one that was imagined."""

    def __init__(self, earlier: Memory | None, before: Position, action: int) -> None:
        self._earlier = earlier
        self._before = before
        self._action = action
        self._history: dict[int, str] = {}
        self.is_imagined: bool = earlier is not None and earlier.is_imagined

    def __deepcopy__(self, known: dict[int, Any]) -> Memory:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        events: list[tuple[Position, int]] = []
        memory: Memory | None = self
        while memory is not None and not memory.is_first:
            events.append((memory._before, memory._action))
            memory = memory._earlier
        return _memory_of, (memory, events[::-1])

    def history(self, viewer: int) -> str:
        """Return the codes, oldest first, as a seat (or a spectator) saw them."""
        missing: list[Memory] = []
        memory: Memory | None = self
        while memory is not None and viewer not in memory._history:
            missing.append(memory)
            memory = memory._earlier
        text = memory._history[viewer] if memory else ""
        for memory in reversed(missing):
            text = memory._history[viewer] = f"{text} {memory._code(viewer)}".strip()
        return text

    def _code(self, viewer: int) -> str:
        game = self._before.game
        return game.spec.texts.code_for(game, self._before, self._action, viewer) or ""


def _memory_of(memory: Memory | None, events: Sequence[tuple[Position, int]]) -> Memory | None:
    """Restore a pickled history."""
    for before, action in events:
        memory = Memory(memory, before, action)
    return memory


class SampledMemory(Memory):
    """The history before a position that was drawn from what a seat knows."""

    is_first = True

    def __init__(self, history: dict[int, str]) -> None:
        self._history = history
        self.is_imagined = True

    def __reduce__(self) -> tuple[Any, ...]:
        return SampledMemory, (self._history,)


def sampled_memory(memory: Memory | None, position: Position, seat: int) -> SampledMemory:
    """Return the history of a position that was drawn from what ``seat`` knows.

    Its own history is the true one. The others get what is public, and what they see now.
    """
    history = {seat: memory.history(seat) if memory else ""}
    for other in (SPECTATOR, *range(position.players)):
        if other != seat:
            history[other] = memory.history(SPECTATOR) if memory else ""
        if other not in (SPECTATOR, seat):
            history[other] += f" [{observation_string(position, other)}]"
    return SampledMemory(history)


def observation_string(position: Position, seat: int) -> str:
    """Return what a seat sees now: the names of all numbers that are not 0, with their values."""
    seen = position.game.observation(position, seat, "int8")
    names = position.game.observation_names()
    return "; ".join(f"{names[i]} {seen[i]}" for i in np.flatnonzero(seen))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position and its history."""

    def __init__(self, game: SpielGame, position: Position, memory: Memory | None = None) -> None:
        super().__init__(game)
        self.position = position
        self.memory = memory
        self._reward = game.reward

    def __deepcopy__(self, known: dict[int, Any]) -> SpielState:
        copied: SpielState = self.clone()
        return copied

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, ...]:
        _, _, *rest = super().__reduce_ex__(protocol)
        return _blank, (), *rest  # of the class that there is after a reload

    # What OpenSpiel asks of a state, in its own names:

    def current_player(self) -> Any:
        """Return the seat to move, chance or the terminal id."""
        ids = pyspiel.PlayerId
        mover = self.position.to_move
        return mover if mover >= 0 else ids.CHANCE if mover == CHANCE else ids.TERMINAL

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.is_over

    def returns(self) -> list[float]:
        """Return the reward of each seat at the end; 0 before."""
        found: list[float] = rewards_of(self.position.game, self.position, self._reward).tolist()
        return found

    def _legal_actions(self, player: int) -> list[int]:
        mine = player == self.position.to_move
        return self.position.game.legal_actions(self.position) if mine else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible outcomes with their probabilities."""
        numbers, odds = self.position.game.odds(self.position)
        return [*zip(numbers, odds.tolist(), strict=True)]

    def _apply_action(self, action: int) -> None:
        before = self.position
        self.position = before.game.play(before, int(action), chance=False)
        self.memory = Memory(self.memory, before, int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.game.code(action)

    def history(self) -> list[int]:
        """All actions and outcomes; :class:`BadOption` if a seat has imagined the state."""
        self._check_has_history("history()")
        found: list[int] = super().history()
        return found

    def full_history(self) -> list[Any]:
        """All actions and outcomes with who took them; see :meth:`history`."""
        self._check_has_history("full_history()")
        found: list[Any] = super().full_history()
        return found

    def history_str(self) -> str:
        """All actions and outcomes as text; see :meth:`history`."""
        self._check_has_history("history_str()")
        return str(super().history_str())

    def move_number(self) -> int:
        """How many actions and outcomes there were; see :meth:`history`."""
        self._check_has_history("move_number()")
        return int(super().move_number())

    def _check_has_history(self, asked: str) -> None:
        if self.memory is not None and self.memory.is_imagined:
            raise BadOption(
                "{asked}: a state from resample_from_infostate() has no history, because its seat "
                "doesn't know what led to it",
                asked=asked,
            )

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """Return a state that a seat can't tell from this one; ``sampler()`` is between 0 and 1."""
        seed = int(sampler() * 2**53)
        position = self.position.game.resample(self.position, player, seed)
        memory = sampled_memory(self.memory, position, player)
        return SpielState(self.get_game(), position, memory)

    def __str__(self) -> str:
        return f"{self.position.game.name} {self.position.digest}"


def _blank() -> SpielState:
    """A state that gets its content from pickle."""
    return SpielState.__new__(SpielState)


class Observer:
    """An observer in OpenSpiel's sense."""

    def __init__(self, game: Game, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observers have no parameters here, and {params} were given")
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("observers here see what is public together with what one seat knows")
        self._recalls = kind.perfect_recall
        layout = game.layout
        self.tensor: NDArray[np.float32] = np.zeros(layout.size, np.float32)
        self.dict = {each.name: layout.part(each.name, self.tensor) for each in layout}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill ``tensor`` with what a seat sees."""
        self.tensor[:] = state.position.game.observation(state.position, player)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a seat sees now; with perfect recall after the codes of all that it saw."""
        now = f"seat {player}: {observation_string(state.position, player)}"
        if not self._recalls:
            return now
        return f"{state.memory.history(player) if state.memory else ''} | {now}"


for _name in VERSIONS:
    register(_name)

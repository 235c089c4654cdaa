"""The JSON form of a position of Bora Bora, in words of the rule book.

It leaves out what follows from the rest: who is to move, priests in supply, the lowest die on each
tile. The draw pile is included but may be missing when read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from proa.engine.core.schema import (
    Counts,
    Flags,
    Group,
    Listed,
    Number,
    Pairs,
    Part,
    Rows,
    Schema,
    Truth,
    Word,
    group,
    or_null,
    refuse,
    table,
)
from proa.games.borabora import state as at
from proa.games.borabora.components import Tables
from proa.games.borabora.documents.check import check
from proa.games.borabora.rules.rounds import place_in_order
from proa.games.borabora.state import PendingQuestion

__all__ = ["DOCUMENT", "check"]


MODES = ("may double", "must double", "one more type")
SITE_WORDS = tuple(f"{a + 1}-{b + 1}" for a, b in at.SITES)
SPACE_WORDS = tuple(str(space) for space in range(1, at.SPACES + 1))
FACE_WORDS = tuple(str(face) for face in range(1, at.FACES + 1))

_SEAT = Number(0, at.MOST_PLAYERS - 1)
_COUNT = Number(0, 100)
_CARDS = Counts(at.GODS, 100)
_TASK = Word(at.TASKS)


@dataclass(frozen=True)
class _Sorted(Listed):
    """A list whose order does not matter: sorted ascending."""

    def read(self, json: Any, path: str, rules: Tables) -> Any:
        items = super().read(json, path, rules)
        return sorted(items[: len(json)]) + items[len(json) :]


class _SeatOrNull:
    """A seat, or null for none."""

    def write(self, value: Any, rules: Tables) -> Any:
        return None if value == at.NONE else value

    def read(self, json: Any, path: str, rules: Tables) -> Any:
        return at.NONE if json is None else _SEAT.read(json, path, rules)

    def schema(self, rules: Any) -> Schema:
        return or_null(_SEAT.schema(rules))


class _Columns:
    """The jewelry display, a list for each round."""

    _columns = Rows(Rows(Word(at.JEWELRY, none=at.NONE), at.COLUMN), at.ROUNDS)

    def write(self, value: Any, rules: Tables) -> Any:
        starts = range(0, at.COLUMN * at.ROUNDS, at.COLUMN)
        return self._columns.write([value[i : i + at.COLUMN] for i in starts], rules)

    def read(self, json: Any, path: str, rules: Tables) -> Any:
        return [tile for column in self._columns.read(json, path, rules) for tile in column]

    def schema(self, rules: Any) -> Schema:
        return self._columns.schema(rules)


@dataclass(frozen=True)
class _BySex:
    """``{"woman": .., "man": ..}``."""

    part: Part

    def write(self, value: Any, rules: Tables) -> Any:
        pairs = zip(at.SEXES, value, strict=True)
        return {sex: self.part.write(item, rules) for sex, item in pairs}

    def read(self, json: Any, path: str, rules: Tables) -> Any:
        if not isinstance(json, dict) or set(json) != {*at.SEXES}:
            raise refuse(path, 'must be an object of "woman" and "man"')
        return [self.part.read(json[sex], f"{path}.{sex}", rules) for sex in at.SEXES]

    def schema(self, rules: Any) -> Schema:
        return table(dict.fromkeys(at.SEXES, self.part.schema(rules)), at.SEXES)


_PLAYER = group(
    names={
        "done": "completed",
        "filled": "materials_on_spaces",
        "beside": "materials_beside",
        "known": "known_cards",
        "normal": "huts_on_normal_spaces",
        "last": "huts_on_12th_space",
        "closed": "person_on_12th_space",
        "steps": "status_steps",
        "building": "buildings",
        "task": "tasks",
        "die": "dice",
        "spot": "dice_on",
    },
    optional=("known", "closed"),
    persons=_BySex(Flags(at.PERSONS)),
    shifted=_BySex(Flags(at.PERSONS)),
    done=Flags(at.TASKS),
    jewelry=Flags(at.JEWELRY),
    offerings=Number(0, at.MOST_COUNT),
    shells=Number(0, at.MOST_COUNT),
    regions=Flags(at.REGIONS),
    filled=Flags(SPACE_WORDS),
    points=Counts(at.POINTS, at.MOST_COUNT),
    hand=_CARDS,
    known=_CARDS,
    god_tiles=_COUNT,
    normal=Number(0, 12),
    last=Number(0, 12),
    closed=Truth(),
    steps=_COUNT,
    beside=Counts(at.MATERIALS, at.MOST_BESIDE),
    building=Pairs(Word(SITE_WORDS), FACE_WORDS, empty=at.NONE),
    task=_Sorted(_TASK, at.HELD, rest=at.NONE),
    die=Rows(Number(0, at.FACES), at.DICE),
    spot=Rows(Word(at.TILES, none=at.NONE), at.DICE),
)
_EMPTY = {
    "building": [at.NONE] * at.BUILDINGS,
    "task": [at.NONE] * at.HELD,
    "spot": [at.NONE] * at.DICE,
}
"""A seat that does not play."""

_LIMIT = ("limit", Number(1, at.FACES))
_LEFT = ("left", Number(0, 100))
_REGION = ("region", Word(at.REGIONS))
_ARGUMENTS: dict[int, tuple[tuple[str, Part] | None, tuple[str, Part] | None]] = {
    kind: (a, b)
    for kind, a, b in (
        (at.ASK_BLUE, ("white_needed", Truth()), None),
        (at.ASK_WHITE, ("needed", Truth()), None),
        (at.EXPAND, ("path", Word(at.PATHS)), _LIMIT),
        (at.RESOURCE, _REGION, ("must", Truth())),
        (at.ASK_RED, _REGION, None),
        (at.PERSON, ("sex", Word(at.SEXES)), _LIMIT),
        (at.HELPER, None, ("left", Number(0, at.FACES))),
        (at.TEMPLE, None, _LIMIT),
        (at.BUILD, None, _LIMIT),
        (at.SITE, ("tile", Word(FACE_WORDS)), None),
        (at.SPACE, ("material", Word(at.MATERIALS)), None),
        (at.ASK_GREEN, ("mode", Word(MODES)), ("power", Number(0, 100))),
        (at.GAIN, ("type", Word(at.TYPES)), ("power", Number(0, 100))),
        (at.MATERIAL, None, _LEFT),
        (at.CARDS, None, _LEFT),
        (at.HUTS, None, _LEFT),
        (at.ASK_YELLOW, ("task", _TASK), None),
    )
}
"""The meaning of a question's two numbers, by its kind."""


class _Question:
    """A pending question."""

    _kind = Word(at.QUESTIONS)

    def write(self, question: PendingQuestion, rules: Tables) -> Any:
        made = {"ask": self._kind.write(question.kind, rules)}
        arguments = _ARGUMENTS.get(question.kind, (None, None))
        for argument, value in zip(arguments, (question.a, question.b), strict=True):
            if argument:
                name, part = argument
                made[name] = part.write(value, rules)
        return made

    def read(self, json: Any, path: str, rules: Tables) -> Any:
        if not isinstance(json, dict) or "ask" not in json:
            raise refuse(path, 'must be an object with "ask"')
        kind = self._kind.read(json["ask"], f"{path}.ask", rules)
        pairs = zip("ab", _ARGUMENTS.get(kind, (None, None)), strict=True)
        fields = {field: argument for field, argument in pairs if argument}
        parts = {field: part for field, (_, part) in fields.items()}
        names = {field: name for field, (name, _) in fields.items()}
        rest = {name: value for name, value in json.items() if name != "ask"}
        return {"kind": kind, **Group(parts, names).read(rest, path, rules)}

    def schema(self, rules: Any) -> Schema:
        return {"anyOf": [self._form(n, rules) for n in range(len(at.QUESTIONS))]}

    def _form(self, kind: int, rules: Any) -> Schema:
        arguments = [argument for argument in _ARGUMENTS.get(kind, ()) if argument]
        names = {name: part.schema(rules) for name, part in arguments}
        return table({"ask": {"const": at.QUESTIONS[kind]}, **names}, ["ask", *names])


class _Document(Group):
    """The position; reading computes what follows from the rest."""

    def write(self, value: Any, rules: Tables) -> Any:
        made = super().write(value, rules)
        made["seats"] = made["seats"][: value.players]
        made["pending"] = made["pending"][: value.depth]
        return made

    def read(self, json: Any, path: str, rules: Tables) -> Any:
        made: dict[str, Any] = super().read(json, path, rules)
        if len(json["seats"]) != made["players"]:
            raise refuse(f"{path}.seats", "must be a list of {n} entries", n=made["players"])
        made["depth"] = len(made["question"])
        _put_dice_together(made, rules)
        made["lowest"] = _lowest(made)
        made["deal"] = _to_deal(made, rules)
        made["mover"] = _mover(made)
        if "deck" not in made:
            made["deck"] = _rest_of_cards(made, rules, path)
        for seat in range(made["players"]):
            in_temple = made["temple"].count(seat)
            made["player"][seat]["priests"] = rules.priests - in_temple
        return made


def _put_dice_together(made: dict[str, Any], rules: Tables) -> None:
    """Move dice of a combined tile to its first action, whichever of the two was written."""
    tile_of = rules.tile_of[made["players"]]
    for player in made["player"]:
        player["spot"] = [spot if spot == at.NONE else tile_of[spot] for spot in player["spot"]]


def _lowest(made: dict[str, Any]) -> list[int]:
    lowest = [at.EMPTY] * at.ROWS
    for player in made["player"]:
        for value, spot in zip(player.get("die", ()), player["spot"], strict=False):
            if spot not in (at.NONE, at.TILES.index("fishing")):
                lowest[spot] = min(lowest[spot], value)
    return lowest


def _to_deal(made: dict[str, Any], rules: Tables) -> int:
    """Return what a deal of the preparation still has to bring, as bits."""
    phase = made["phase"]
    if phase == at.ORDER:
        return sum(1 << seat for seat in range(made["players"]) if seat not in made["order"])
    if phase == at.DEAL_FISH:
        return sum(1 << tile for tile in range(len(at.FISH)) if tile not in made["fish"])
    if phase == at.DEAL_JEWELRY:
        return sum(1 << tile for tile in range(len(at.JEWELRY)) if tile not in made["jewelry"])
    if phase == at.DEAL_CRANES:
        held = {task for player in made["player"] for task in player["task"]}
        return sum(1 << t for t in range(len(at.TASKS)) if rules.cranes >> t & 1 and t not in held)
    return 0


def _mover(made: dict[str, Any]) -> int:
    if made["phase"] == at.ORDER:
        return 0
    seat = made["order"][place_in_order(made["phase"], made["turn"], made["players"])]
    return int(max(seat, 0))


def _rest_of_cards(made: dict[str, Any], rules: Tables, path: str) -> list[int]:
    rest = []
    for god in range(at.COLOURS):
        hands = sum(player.get("hand", [0] * at.COLOURS)[god] for player in made["player"])
        left = rules.cards - hands - made["row"][god] - made["discard"][god]
        if left < 0:
            raise refuse(
                path, "there are at most {n} {god} God cards", n=rules.cards, god=at.GODS[god]
            )
        rest.append(left)
    return rest


DOCUMENT = _Document(
    parts={
        "players": Number(2, at.MOST_PLAYERS),
        "phase": Word(at.QUESTIONS),
        "turn": _COUNT,
        "round": Number(0, at.ROUNDS),
        "question": Listed(_Question(), at.DEEPEST),
        "order": Listed(_SEAT, at.MOST_PLAYERS, rest=at.NONE),
        "status": Listed(_SEAT, at.MOST_PLAYERS, rest=at.NONE),
        "fish": Pairs(Word(at.FISH), at.REGIONS, empty=at.NONE),
        "owner": Pairs(_SEAT, at.REGIONS, empty=at.NONE),
        "temple": Rows(_SeatOrNull(), at.TEMPLE_SPACES),
        "god_tiles": _COUNT,
        "display": _BySex(Rows(Word(at.PERSONS, none=at.NONE), at.POSITIONS)),
        "pile": _BySex(Flags(at.PERSONS)),
        "offer": _Sorted(_TASK, at.MOST_OPEN, rest=at.NONE),
        "parrots": Flags(at.TASKS),
        "jewelry": _Columns(),
        "deck": _CARDS,
        "row": _CARDS,
        "discard": _CARDS,
        "used": _BySex(Flags(at.TYPES)),
        "green": Truth(),
        "player": Listed(_PLAYER, at.MOST_PLAYERS, least=2, rest=_EMPTY),
    },
    names={
        "question": "pending",
        "order": "turn_order",
        "status": "status_order",
        "owner": "building_spaces",
        "god_tiles": "god_tiles_at_temple",
        "display": "persons",
        "pile": "person_piles",
        "offer": "open_tasks",
        "parrots": "task_pile",
        "deck": "draw_pile",
        "row": "open_cards",
        "discard": "discard_pile",
        "used": "types_used",
        "green": "green_used",
        "player": "seats",
    },
    optional=frozenset({"deck", "used", "green"}),
)

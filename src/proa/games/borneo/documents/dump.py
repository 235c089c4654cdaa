"""The JSON form of a position of Borneo, in words of the rule book."""

from __future__ import annotations

from collections.abc import Sequence
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
    Word,
    group,
    listing,
    or_null,
    refuse,
    table,
)
from proa.games.borneo.actions import harbor_code, mission_word, shipment_code
from proa.games.borneo.components import Tables
from proa.games.borneo.documents.check import check
from proa.games.borneo.state import (
    COMPANIES,
    DISTRIBUTIONS,
    DRAWN,
    FEWEST_PLAYERS,
    GOODS,
    HAND,
    MOST_IN_ROW,
    MOST_LAID,
    MOST_MERCHANTS,
    MOST_PLAYERS,
    MOST_TURNS,
    NO_DISTRIBUTION,
    OPEN,
    PHASES,
)

__all__ = ["DOCUMENT", "check"]


def _shipments(rules: Tables) -> Sequence[str]:
    return [shipment_code(card) for card in range(rules.shipments)]


def _harbors(rules: Tables) -> Sequence[str]:
    return [harbor_code(card) for card in range(rules.harbors)]


def _missions(rules: Tables) -> Sequence[str]:
    return [mission_word(rules, kind) for kind in range(rules.mission_kinds)]


def merchant_name(merchant: int) -> str:
    """Return the name of a merchant: its owner's seat and a letter that distinguishes the
    owner's."""
    seat, which = divmod(merchant - 1, MOST_MERCHANTS)
    return f"{seat}{'abcd'[which]}"


_MERCHANTS = [merchant_name(1 + i) for i in range(MOST_PLAYERS * MOST_MERCHANTS)]


@dataclass(frozen=True)
class _UpTo:
    """A list of at most ``most`` parts; the record has their number and a field of fixed length."""

    part: Part
    most: int
    number: str
    field: str

    def write(self, value: Any, rules: Tables) -> Any:
        items = getattr(value, self.field)[: getattr(value, self.number)]
        return [self.part.write(item, rules) for item in items]

    def read(self, json: Any, path: str, rules: Tables) -> Any:
        items = Listed(self.part, self.most, rest=0).read(json, path, rules)
        return {self.number: len(json), self.field: items}

    def schema(self, rules: Any) -> Schema:
        return listing(self.part.schema(rules), most=self.most)


class _Distribution:
    """The current distribution, or null."""

    _order = _UpTo(Word(COMPANIES), len(COMPANIES), "companies", "order")
    _rest = group(
        names={"slot": "harbor_place", "turn": "place_in_order"},
        kind=Word(DISTRIBUTIONS[1:], first=1),
        slot=Number(0, OPEN - 1),
        harbor=Word(_harbors, first=1),
        turn=Number(0, len(COMPANIES) - 1),
        rank=Number(0, MOST_IN_ROW - 1),
    )

    def write(self, value: Any, rules: Tables) -> Any:
        if value.kind == NO_DISTRIBUTION:
            return None
        return {**self._rest.write(value, rules), "order": self._order.write(value, rules)}

    def read(self, json: Any, path: str, rules: Tables) -> Any:
        if json is None:
            return {}
        if not isinstance(json, dict):
            raise refuse(path, "must be an object or null")
        rest = {name: value for name, value in json.items() if name != "order"}
        order = self._order.read(json.get("order"), f"{path}.order", rules)
        return {**self._rest.read(rest, path, rules), **order}

    def schema(self, rules: Any) -> Schema:
        rest, order = self._rest.schema(rules), {"order": self._order.schema(rules)}
        return or_null(table(rest["properties"] | order, [*rest["required"], *order]))


class _OpenHarbor:
    """An open harbor, null once taken, and the shipments in the order of laying."""

    _card = Word(_harbors, first=1, none=0)
    _pile = _UpTo(Word(_shipments), MOST_LAID, "laid", "pile")

    def write(self, value: Any, rules: Tables) -> Any:
        return {
            "harbor": self._card.write(value.card, rules),
            "pile": self._pile.write(value, rules),
        }

    def read(self, json: Any, path: str, rules: Tables) -> Any:
        if not isinstance(json, dict) or set(json) != {"harbor", "pile"}:
            raise refuse(path, 'must be an object of "harbor" and "pile"')
        card = self._card.read(json["harbor"], f"{path}.harbor", rules)
        return {"card": card, **self._pile.read(json["pile"], f"{path}.pile", rules)}

    def schema(self, rules: Any) -> Schema:
        made = {"harbor": self._card.schema(rules), "pile": self._pile.schema(rules)}
        return table(made, list(made))


_SEAT = Number(0, MOST_PLAYERS - 1)
_PLACE = Number(0, MOST_IN_ROW - 1)
_SHIPMENT_SET = Flags(_shipments)
_HARBOR_SET = Flags(_harbors)
_MISSION_COUNTS = Counts(_missions, 12)

_PLAYER = group(
    names={"kept": "known_to_hold"},
    optional=("kept",),
    hand=_SHIPMENT_SET,
    shipments=_SHIPMENT_SET,
    harbors=_HARBOR_SET,
    missions=_MISSION_COUNTS,
    kept=Word(COMPANIES, first=1, none=0),
)

_FIGHT = group(
    company=Word(COMPANIES, first=1, none=0),
    attacker=_PLACE,
    defender=_PLACE,
    attack=_SHIPMENT_SET,
    defence=_SHIPMENT_SET,
)


class _Document(Group):
    """The position; it lists the seats that play, whatever they hold."""

    def write(self, value: Any, rules: Tables) -> Any:
        made = super().write(value, rules)
        made["seats"] = made["seats"][: value.players]
        return made


DOCUMENT = _Document(
    names={
        "mover": "to_decide",
        "active": "turn_of",
        "first": "first_player",
        "due": "cards_due",
        "chances": "last_chances",
        "picked": "chosen",
        "discard": "discard_pile",
        "stack": "mission_stack",
        "mission": "paying_for",
        "row": "companies",
        "harbor": "open_harbors",
        "player": "seats",
    },
    optional=frozenset({"due", "chances", "picked", "mission", "lacks", "fight", "distribution"}),
    parts={
        "players": Number(FEWEST_PLAYERS, MOST_PLAYERS),
        "phase": Word(PHASES),
        "mover": _SEAT,
        "active": _SEAT,
        "first": _SEAT,
        "turn": Number(0, MOST_TURNS),
        "due": Number(0, max(HAND, DRAWN)),
        "chances": Number(0, MOST_PLAYERS),
        "picked": _SHIPMENT_SET,
        "deck": _SHIPMENT_SET,
        "discard": _SHIPMENT_SET,
        "harbor_deck": _HARBOR_SET,
        "stack": _MISSION_COUNTS,
        "mission": Word(_missions, first=1, none=0),
        "lacks": Counts(GOODS, 12),
        "row": Pairs(
            _UpTo(Word(_MERCHANTS, first=1), MOST_IN_ROW, "length", "place"), COMPANIES, empty={}
        ),
        "harbor": Rows(_OpenHarbor(), OPEN),
        "player": Listed(_PLAYER, MOST_PLAYERS, FEWEST_PLAYERS),
        "fight": _FIGHT,
        "distribution": _Distribution(),
    },
)

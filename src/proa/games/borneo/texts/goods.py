"""The demands of missions, and what a warehouse lacks for them, in numbers and words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proa.engine.core.view_types import Preview, preview
from proa.engine.messages import join_list
from proa.games.borneo.components import ONE_GOOD, Tables
from proa.games.borneo.messages import say
from proa.games.borneo.rules.missions import goods_worth
from proa.games.borneo.state import GOODS, Player, State
from proa.games.borneo.texts import names

if TYPE_CHECKING:
    from proa.games.borneo.state import Game, Position


def shortage(tables: Tables, player: Player, kind: int) -> dict[str, int]:
    """Return what a warehouse lacks for a mission, by good; for a mission of one good, the good of
    which it lacks least (several in a tie)."""
    number = tables.mission_number[kind]
    short = {good: max(number - goods_worth(tables, player, i), 0) for i, good in enumerate(GOODS)}
    if tables.mission_goods[kind] == ONE_GOOD:
        least = min(short.values())
        return {good: n for good, n in short.items() if n == least and least}
    return {good: n for good, n in short.items() if n}


def short_of(tables: Tables, player: Player, kind: int) -> int:
    """Return how many goods a warehouse lacks for a mission."""
    short = shortage(tables, player, kind)
    if tables.mission_goods[kind] == ONE_GOOD:
        return min(short.values(), default=0)
    return sum(short.values())


def overpays(state: State, good: int, worth: int) -> bool:
    """Return whether a card pays more than is asked (BO-4.8)."""
    return worth > state.lacks[good]


def shortage_in_words(tables: Tables, kind: int, short: dict[str, int]) -> Any:
    """Return ``2 pepper and 1 cloves``, or ``2 pepper or cloves`` for a mission of one good."""
    if tables.mission_goods[kind] == ONE_GOOD:
        called = alternatives([names.GOOD[good] for good in short])
        return say("{n} {good}", n=min(short.values()), good=called)
    return join_list([say("{n} {good}", n=n, good=names.GOOD[good]) for good, n in short.items()])


def lacking(tables: Tables, state: State) -> Any:
    """Return what the mission that is being paid still lacks, as a list in words."""
    parts = [
        say("{n} {good}", n=state.lacks[i], good=names.GOOD[good])
        for i, good in enumerate(GOODS)
        if state.lacks[i]
    ]
    if one_good_open(tables, state):
        return alternatives(parts)
    return join_list(parts)


def one_good_open(tables: Tables, state: State) -> bool:
    """Return whether the first card has yet to decide which one good is paid (BO-4.6)."""
    number = tables.mission_number[state.mission - 1]
    lacks = [n for n in state.lacks if n]
    return bool(tables.mission_goods[state.mission - 1] and lacks == [number] * len(lacks))


def alternatives(items: list[Any]) -> Any:
    """Return ``a, b or c`` as one value."""
    if len(items) == 1:
        return items[0]
    head = items[0]
    for item in items[1:-1]:
        head = say("{head}, {item}", head=head, item=item)
    return say("{head} or {item}", head=head, item=items[-1])


def new_good(game: Game, position: Position, first: int, card: int) -> Preview:
    """Preview a new good: which missions come nearer, which could be paid then.

    ``first`` is the first number of the actions that take one.
    """
    tables, me = game.tables, position.fields.mover
    before = position.fields
    after = game.play(position, first + card, chance=False).fields
    lines = []
    for kind in range(tables.mission_kinds):
        if not before.stack[kind]:
            continue
        lack = short_of(tables, before.player[me], kind)
        then = short_of(tables, after.player[me], kind)
        name = names.mission(tables, kind)
        if lack and not then:
            lines.append(say("You could then pay for {mission}.", mission=name))
        elif then < lack:
            lines.append(say("{mission}: {n} more needed then", mission=name, n=then))
    text = say("Worth a point in your warehouse.")
    return preview(names.good_of(tables, card), text, *lines[:3])

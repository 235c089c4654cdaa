"""2. Preparation: turn order, what is dealt, the first huts; what later rounds deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proa.engine.core.texts import AnswerTexts, QuestionTexts
from proa.engine.core.view_types import note
from proa.engine.messages import Message, join_list, seat
from proa.games.borabora import actions as act
from proa.games.borabora import state as at
from proa.games.borabora.components import Tables
from proa.games.borabora.messages import say
from proa.games.borabora.texts import names
from proa.games.borabora.texts.answers import Chosen, choice, effect
from proa.games.borabora.texts.expand import region_values
from proa.games.borabora.view_types import PreviewText

if TYPE_CHECKING:
    from proa.games.borabora.state import Game, Position, Questions

# -- what is dealt ---------------------------------------------------------------------------


def _tile(game: Game, position: Position, n: int) -> dict[str, Any]:
    sex, tile = divmod(n, len(at.PERSONS))
    return {"n": position.fields.turn + 1, "person": names.person(game.tables, sex, tile)}


def _task(game: Game, position: Position, n: int) -> dict[str, Any]:
    return {"seat": seat(position.fields.mover), "task": names.quoted_task(game.tables, n)}


_ORDER = AnswerTexts(
    say("Next in turn order: {seat}"),
    say("{seat} draws turn order tile {n}."),
    values=lambda game, position, n: {"seat": seat(n), "n": position.fields.turn + 1},
)
_FISH = AnswerTexts(
    say("Fish: {fish}"),
    say("Fish at {code}: {fish}."),
    values=lambda game, position, n: {
        "code": at.REGIONS[position.fields.turn],
        "fish": names.fish(game.tables, n),
    },
)
_JEWELRY = AnswerTexts(
    say("Jewelry: {jewel}"),
    say("Jewelry of round {n}: {jewel}."),
    values=lambda game, position, n: {
        "n": position.fields.turn // at.COLUMN + 1,
        "jewel": names.jewel(game.tables, n),
    },
)
_WOMAN = AnswerTexts(say("A woman: {person}"), say("Woman {n}: {person}."), values=_tile)
_MAN = AnswerTexts(say("A man: {person}"), say("Man {n}: {person}."), values=_tile)
_OPEN_TASK = AnswerTexts(say("Task {task}"), say("Task revealed: {task}."), values=_task)
_OWN_TASK = AnswerTexts(say("Task {task}"), say("{seat} receives the task {task}."), values=_task)
_DEALS = {
    at.ORDER: {act.ORDER: _ORDER},
    at.DEAL_FISH: {act.DEALT_FISH: _FISH},
    at.DEAL_JEWELRY: {act.DEALT_JEWELRY: _JEWELRY},
    at.DEAL_CRANES: {act.TASK: _OWN_TASK},
    at.DEAL_PARROTS: {act.TASK: _OWN_TASK},
    at.DEAL_WOMEN: {act.PERSON: _WOMAN},
    at.DEAL_MEN: {act.PERSON: _MAN},
    at.DEAL_TASKS: {act.TASK: _OPEN_TASK},
}

# -- the first hut ---------------------------------------------------------------------------


def _ways_out(rules: Tables, region: int) -> list[Message]:
    """Return the paths from a region, by kind."""
    lines = []
    for kind in range(len(at.PATHS)):
        ways = []
        for i in range(rules.paths[kind]):
            ends = rules.path_ends[kind][i]
            if ends >> region & 1:
                other = names.REGION[at.REGIONS[(ends & ~(1 << region)).bit_length() - 1]]
                ways.append(say("{n} to {region}", n=rules.path_value[kind][i], region=other))
        if ways and kind == at.LAND:
            lines.append(say("By land: {ways}.", ways=join_list(ways)))
        elif ways:
            lines.append(say("By water: {ways}.", ways=join_list(ways)))
    return lines


def _brings(chosen: Chosen) -> PreviewText:
    rules, fish = chosen.rules, chosen.state.fish[chosen.n]
    text = say(
        "Gives {resource} at once. Its fish scores {n} at the end.",
        resource=names.resource(rules.region_resource[chosen.n]),
        n=rules.fish_value[fish],
    )
    return effect(names.REGION[at.REGIONS[chosen.n]], text, *_ways_out(rules, chosen.n))


QUESTIONS: Questions = {
    **{
        kind: QuestionTexts(say("Laying out tiles."), outcomes) for kind, outcomes in _DEALS.items()
    },
    at.FIRST_HUT: QuestionTexts(
        ask=say("Place your first hut in a region with a 1-point fish."),
        others=say("{seat} is placing the first hut."),
        hint=say("It gives its resource at once, and you can expand from it."),
        note=note(
            "first-hut",
            say("Everything starts here"),
            say(
                "You expand only from your regions, along numbered paths. Look for low numbers by "
                "land and by water, and for the resource you need."
            ),
            "BB-2.15",
        ),
        answers=choice(
            act.REGION,
            say("Settle {region}: brings {resource}"),
            say("{seat} starts in {region}."),
            _brings,
            region_values,
        ),
    ),
}

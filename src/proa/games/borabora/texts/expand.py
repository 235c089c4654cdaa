"""4. Expand: the region, the hut that goes there, the resource that it brings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proa.engine.core.texts import QuestionTexts, Refusal
from proa.engine.core.view_types import note
from proa.engine.messages import Message, routine, seat
from proa.games.borabora import actions as act
from proa.games.borabora import state as at
from proa.games.borabora.messages import plural, say
from proa.games.borabora.rules.question_stack import top
from proa.games.borabora.texts import answers, names
from proa.games.borabora.texts.answers import Chosen, choice, effect, no, place_for, spaces_then
from proa.games.borabora.view_types import PreviewText

if TYPE_CHECKING:
    from proa.games.borabora.state import Game, Position, Questions


def _where(game: Game, position: Position) -> Message:
    question = top(position.fields)
    path = names.PATH[at.PATHS[question.a]]
    return say("Expand where? A path {way} of up to {n}.", way=path, n=question.b)


def _too_far(game: Game, position: Position) -> list[Refusal]:
    """Refuse regions, each for its cheapest path: several may lead there, and they ascend by
    value."""
    rules, me, kind = game.tables, answers.mover(position), top(position.fields).a
    values: dict[int, int] = {}
    for ends, value in zip(rules.path_ends[kind], rules.path_value[kind], strict=True):
        mine = me.regions & ends
        region = (ends & ~mine).bit_length() - 1
        if mine and mine != ends and region < len(at.REGIONS):
            values.setdefault(region, value)
    return [
        (act.REGION + region, say("The path needs a {n}.", n=value), "BB-4.2")
        for region, value in values.items()
    ]


def region_values(game: Game, position: Position, n: int) -> dict[str, Any]:
    """Return the values that sentences about a region may name."""
    rules = game.tables
    return {
        "region": names.region(n),
        "resource": names.resource(rules.region_resource[n]),
        "fish": names.fish(rules, position.fields.fish[n]),
    }


def _new_hut(chosen: Chosen) -> PreviewText:
    """Tell what the region brings, whose hut moves aside."""
    rules, fish, owner = chosen.rules, chosen.state.fish[chosen.n], chosen.state.owner[chosen.n]
    aside = say("{seat}'s hut is replaced.", seat=seat(owner)) if owner != at.NONE else None
    text = say(
        "You may take {resource}. Fish: {fish}, {n} points at the end.",
        resource=names.resource(rules.region_resource[chosen.n]),
        fish=names.FISH[at.FISH_KINDS[fish // 3]],
        n=rules.fish_value[fish],
    )
    return effect(names.REGION[at.REGIONS[chosen.n]], text, aside)


def _from_last(chosen: Chosen) -> PreviewText:
    left = chosen.then.last
    text = say("It was the last one: the space is free for a person.")
    if left:
        text = plural("{n} hut stays there.", "{n} huts stay there.", left)
    return effect(say("From the 12th space"), text)


def _resource(game: Game, position: Position) -> Message:
    """Return the resource of the new region."""
    return names.resource(game.tables.region_resource[top(position.fields).a])


def _taken(chosen: Chosen) -> PreviewText:
    kind = chosen.rules.region_resource[top(chosen.state).a]
    title = say("Take {resource}", resource=names.resource(kind))
    if kind == at.OFFERING:
        return effect(title, answers.offerings_then(chosen))
    return effect(title, place_for(chosen, kind))


QUESTIONS: Questions = {
    at.EXPAND: QuestionTexts(
        ask=_where,
        others=say("{seat} is expanding."),
        hint=say("The region gives its resource; its fish scores for the newest hut there."),
        note=note(
            "expand",
            say("A new region"),
            say(
                "It gives its resource now. At the end, its fish scores for the newest hut there, "
                "so later huts replace earlier ones."
            ),
            "BB-4.10",
        ),
        refusals=_too_far,
        answers=choice(
            act.REGION,
            say("Settle {region}: {resource}, {fish}"),
            say("{seat} settles {region}."),
            _new_hut,
            region_values,
        ),
    ),
    at.HUT: QuestionTexts(
        ask=say("Which hut do you place?"),
        others=say("{seat} is taking an action."),
        hint=say("A normal space without a hut can take a man or a woman."),
        note=note(
            "hut",
            say("Huts make room for people"),
            say(
                "Every normal space without a hut can take a man or a woman. The 12th space holds "
                "any number of huts and is free only when the last one is gone."
            ),
            "BB-4.9",
        ),
        answers=choice(
            act.NORMAL,
            say("A hut from a normal space, which frees that space"),
            routine(say("The hut comes from a normal space.")),
            lambda chosen: effect(say("From a normal space"), spaces_then(chosen)),
        )
        | choice(
            act.LAST,
            say("A hut from the 12th space"),
            routine(say("The hut comes from the 12th space.")),
            _from_last,
        ),
    ),
    at.RESOURCE: QuestionTexts(
        ask=lambda game, position: say(
            "Take {resource} from the new region?", resource=_resource(game, position)
        ),
        others=say("{seat} is taking an action."),
        hint=say("Materials are for building; offerings pay for Gods."),
        note=note(
            "resource",
            say("Take it or leave it"),
            say(
                "Materials go onto your ceremony spaces for building; offerings pay for Gods. "
                "Declining only helps if you want to keep a space free."
            ),
            "BB-4.12",
        ),
        answers=no(
            say("Decline"),
            say("You settle the region without it."),
            say("{seat} declines the resource."),
        )
        | choice(
            act.TAKE,
            say("Take {resource}"),
            say("{seat} takes {thing}."),
            _taken,
            lambda game, position, n: {
                "resource": _resource(game, position),
                "thing": _resource(game, position),
            },
        ),
    ),
}

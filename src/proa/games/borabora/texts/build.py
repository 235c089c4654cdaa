"""8. Build: the tile, and its place on the ceremony spaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.core.texts import QuestionTexts, Refusal
from proa.engine.core.view_types import note
from proa.engine.messages import Message, join_list
from proa.games.borabora import actions as act
from proa.games.borabora import state as at
from proa.games.borabora.messages import plural, say
from proa.games.borabora.rules.question_stack import top
from proa.games.borabora.texts import names
from proa.games.borabora.texts.answers import Chosen, choice, effect, mover
from proa.games.borabora.texts.materials import sites_open
from proa.games.borabora.view_types import PreviewText

if TYPE_CHECKING:
    from proa.games.borabora.state import Game, Position, Questions


def _worth(game: Game, position: Position) -> Message:
    """Return what a building scores in this round."""
    return names.points(game.tables.building_points[position.fields.round - 1])


def _not_this(game: Game, position: Position) -> list[Refusal]:
    too_high = say("The tile is higher than {n}.", n=top(position.fields).b)
    return [
        (act.BUILD + tile, too_high if site == at.NONE else say("It is already built."), "BB-8.1")
        for tile, site in enumerate(mover(position).building)
    ]


def _tile(chosen: Chosen) -> PreviewText:
    """Tell the points: the tile's value doesn't matter for them."""
    points = chosen.rules.building_points[chosen.state.round - 1]
    built = sum(site != at.NONE for site in chosen.me.building) + 1
    return effect(
        say("Build {n}", n=chosen.n + 1),
        plural("{n} point, then a Fire Bonus.", "{n} points, then a Fire Bonus.", points),
        say("Building {n} of six.", n=built),
    )


def _uses(chosen: Chosen) -> PreviewText:
    """Tell the two materials that are removed, and whether one could build again."""
    rules, was, then = chosen.rules, chosen.me, chosen.then
    used = join_list([names.resource(rules.space_material[i]) for i in at.SITES[chosen.n]])
    points = then.points[at.P_BUILDING] - was.points[at.P_BUILDING]
    title = plural("Build here: {n} point", "Build here: {n} points", points)
    again = say("You could build again right away.")
    left = sites_open(rules, chosen.after.fields, then)
    return effect(title, say("Uses {materials}.", materials=used), again if left else None)


QUESTIONS: Questions = {
    at.BUILD: QuestionTexts(
        ask=lambda game, position: say("Which building tile? 1 to {n}.", n=top(position.fields).b),
        others=say("{seat} is building."),
        hint=lambda game, position: say(
            "{points} this round for any tile; then a Fire Bonus.", points=_worth(game, position)
        ),
        note=note(
            "build",
            say("Build early"),
            say(
                "Points depend on the round, not on the tile's number. Keep low tiles for low dice."
            ),
            "BB-8.3",
        ),
        refusals=_not_this,
        answers=choice(
            act.BUILD,
            say("Build tile {n}: {points}"),
            say("{seat} builds tile {n}."),
            _tile,
            lambda game, position, n: {"n": n + 1, "points": _worth(game, position)},
        ),
    ),
    at.SITE: QuestionTexts(
        ask=lambda game, position: say(
            "Which two materials do you use for building {n}?", n=top(position.fields).a + 1
        ),
        others=say("{seat} is taking an action."),
        hint=say("The building covers both spaces for good."),
        note=note(
            "site",
            say("Two materials per building"),
            say(
                "A building covers two adjacent spaces for good. A single space left between "
                "buildings can never be built on."
            ),
            "BB-8.7",
        ),
        answers=choice(
            act.SITE,
            say("Build on ceremony spaces {site}"),
            say("{seat} builds on ceremony spaces {site}: {points}."),
            _uses,
            lambda game, position, n: {"site": names.site(n), "points": _worth(game, position)},
        ),
    ),
}

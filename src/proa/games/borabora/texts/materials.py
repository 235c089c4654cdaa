"""4. Materials and the ceremony spaces; 11. those that men and women bring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.core.texts import QuestionTexts
from proa.engine.core.view_types import note
from proa.games.borabora import actions as act
from proa.games.borabora import state as at
from proa.games.borabora.components import Tables
from proa.games.borabora.messages import plural, say
from proa.games.borabora.rules.build import offer_sites
from proa.games.borabora.rules.question_stack import top
from proa.games.borabora.state import Player, State
from proa.games.borabora.texts import answers, names
from proa.games.borabora.texts.answers import Chosen, choice, effect
from proa.games.borabora.view_types import PreviewText

if TYPE_CHECKING:
    from proa.games.borabora.state import Questions


def sites_open(rules: Tables, state: State, me: Player) -> int:
    """Return on how many pairs of ceremony spaces a building could stand now (BB-8.2)."""
    return int(offer_sites(rules, state, me, [0] * len(rules.site_spaces)))


def _neighbours(chosen: Chosen) -> PreviewText:
    """Tell whether one could build there."""
    row, column = divmod(chosen.n, at.GRID_COLUMNS)
    title = say("Row {row}, column {column}", row=row + 1, column=column + 1)
    before = sites_open(chosen.rules, chosen.state, chosen.me)
    if sites_open(chosen.rules, chosen.after.fields, chosen.then) > before:
        return effect(title, say("Next to another material: you could build there."))
    return effect(title, say("No adjacent material yet."))


QUESTIONS: Questions = {
    at.SPACE: QuestionTexts(
        ask=lambda game, position: say(
            "Where do you put the {resource}?", resource=names.resource(top(position.fields).a)
        ),
        others=say("{seat} is taking an action."),
        hint=say("A building needs two adjacent materials."),
        note=note(
            "space",
            say("Side by side"),
            say("A building needs two adjacent materials, of any kind."),
            "BB-8.2",
        ),
        answers=choice(
            act.SPACE,
            say("Place {resource} on ceremony space {n}"),
            say("On ceremony space {n}: {thing}."),
            _neighbours,
            lambda game, position, n: {
                "resource": names.resource(game.tables.space_material[n]),
                "thing": names.resource(game.tables.space_material[n]),
                "n": n + 1,
            },
        ),
    ),
    at.MATERIAL: QuestionTexts(
        ask=lambda game, position: plural(
            "Take {n} more material, or stop.",
            "Take up to {n} more materials, or stop.",
            top(position.fields).b,
        ),
        others=say("{seat} is taking an action."),
        hint=say("A material without a free space stays next to the board for good."),
        note=note(
            "material",
            say("Materials of your choice"),
            say(
                "Buildings are made of them. You may stop early; a material without a free space "
                "stays next to the board for good."
            ),
            "BB-11.12",
        ),
        answers=answers.NO | answers.MATERIAL,
    ),
}

"""Labels of choices and outcomes: effect and price."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proa.engine.messages import Message, join_list, seat
from proa.games.borabora import actions as act
from proa.games.borabora import state as at
from proa.games.borabora.actions import ROLLS
from proa.games.borabora.components import Tables
from proa.games.borabora.messages import plural, say
from proa.games.borabora.rules import dice
from proa.games.borabora.rules.dice import need_of
from proa.games.borabora.rules.men_and_women import type_need
from proa.games.borabora.rules.persons import number_of_type
from proa.games.borabora.rules.tasks import COMPLETE_POINTS, YELLOW_POINTS
from proa.games.borabora.state import PendingQuestion, State
from proa.games.borabora.texts import names

if TYPE_CHECKING:
    from proa.games.borabora.state import Game, Position

ASKED_GOD = {
    kind: god
    for god, kind in enumerate((at.ASK_BLUE, at.ASK_WHITE, at.ASK_RED, at.ASK_GREEN, at.ASK_YELLOW))
}
"""The God that a question is about."""


def asked(state: State) -> PendingQuestion:
    """Return the current question; a finished game has none."""
    return state.question[state.depth - 1]


def label(game: Game, position: Position, action: int) -> Message:
    """Return the label of a choice or outcome on its button."""
    rules, state = game.tables, position.fields
    row = act.ROWS[action]
    if row.is_outcome:
        return outcome(rules, action)
    kind = asked(state).kind if state.depth else at.NONE
    if action == act.NO:
        return _no(kind)
    if row.word == "pay":
        return _payment(state, kind, action)
    return _LABELS[row.first](rules, state, action)


def _no(kind: int) -> Message:
    if kind in ASKED_GOD:
        return say("No God")
    if kind == at.RESOURCE:
        return say("Decline")
    if kind == at.PEOPLE:
        return say("End the turn")
    if kind == at.BUY:
        return say("Buy nothing")
    if kind == at.FINAL:
        return say("Leave the rest")
    return say("Stop")


def _payment(state: State, kind: int, way: int) -> Message:
    god = at.GODS[ASKED_GOD.get(kind, 0)]
    name = names.GOD[god]
    if way == act.CARD:
        return say("{god}: its card and an offering", god=name)
    if way == act.TILE:
        return say("{god}: a God tile", god=name)
    pair = names.GOD[at.GODS[way - act.PAIR]]
    return say("{god}: an offering and two matching cards ({pair})", god=name, pair=pair)


def _place(rules: Tables, state: State, action: int) -> Message:
    tile, face = divmod(action - act.PLACE, at.FACES)
    value = face + 1
    if tile == at.D_FISHING:
        return say(
            "Place the {n} for Fishing: {points}",
            n=value,
            points=names.points(dice.FISHING_POINTS),
        )
    blue = value >= state.lowest[rules.tile_of[state.players][tile]]
    white = value < need_of(rules, state, state.player[state.mover], tile)
    return say(_PLACE[blue, white], n=value, tile=names.TILE[at.TILES[tile]])


_PLACE = {
    (False, False): "Place the {n} for {tile}",
    (True, False): "Place the {n} for {tile}, with a Blue God",
    (False, True): "Place the {n} for {tile}, with a White God",
    (True, True): "Place the {n} for {tile}, with a Blue and a White God",
}
"""By the Gods that the die needs: Blue, White."""


def _region(rules: Tables, state: State, action: int) -> Message:
    region = action - act.REGION
    where = {
        "region": names.region(region),
        "resource": names.RESOURCE[at.RESOURCES[rules.region_resource[region]]],
        "fish": names.fish(rules, state.fish[region]),
    }
    if asked(state).kind == at.FIRST_HUT:
        return say("Settle {region}: brings {resource}", **where)
    return say("Settle {region}: {resource}, {fish}", **where)


def _hut(rules: Tables, state: State, action: int) -> Message:
    if action == act.NORMAL:
        return say("A hut from a normal space, which frees that space")
    return say("A hut from the 12th space")


def _take(rules: Tables, state: State, action: int) -> Message:
    resource = at.RESOURCES[rules.region_resource[asked(state).a]]
    return say("Take {resource}", resource=names.RESOURCE[resource])


def _person(rules: Tables, state: State, action: int) -> Message:
    sex, position = divmod(action - act.POSITION, at.POSITIONS)
    tile = state.display[sex][position]
    name: Any = names.person(rules, sex, tile) if tile != at.NONE else say("nobody")
    text = ("Take woman {n}: {person}", "Take man {n}: {person}")
    return say(text[sex], n=position + 1, person=name)


def _shift(rules: Tables, state: State, action: int) -> Message:
    sex, symbols = divmod(action - act.SHIFT, at.MOST_SYMBOLS)
    text = ("Collect with a woman: {n} shell", "Collect with a woman: {n} shells")
    if sex:
        text = ("Tattoo a man: {n} status step", "Tattoo a man: {n} status steps")
    return _priced(state, plural(*text, symbols + 1), 1)


def _priced(state: State, message: Message, price: int) -> Message:
    if asked(state).kind != at.HELPER:
        return message
    return plural(*_PRICED, price, what=message)


_PRICED = ("{what} (costs {n} Helper point)", "{what} (costs {n} Helper points)")


def _point(rules: Tables, state: State, action: int) -> Message:
    return _priced(state, names.points(1), 1)


def _offering(rules: Tables, state: State, action: int) -> Message:
    return _priced(state, say("Take an offering"), 2)


def _card(rules: Tables, state: State, action: int) -> Message:
    if action == act.DECK:
        return _priced(state, say("Draw a God card"), 2)
    name = names.GOD[at.GODS[action - act.OPEN]]
    return _priced(state, say("Take the open God card: {god}", god=name), 2)


def _material(rules: Tables, state: State, action: int) -> Message:
    name = names.RESOURCE[at.MATERIALS[action - act.MATERIAL]]
    return _priced(state, say("Take {resource}", resource=name), 2)


def _move(rules: Tables, state: State, action: int) -> Message:
    return _priced(state, say("Move a hut to the 12th space"), 2)


def _temple(rules: Tables, state: State, action: int) -> Message:
    value = action - act.TEMPLE + 1
    pushed = state.temple[rules.temple_space[value]]
    if pushed == at.NONE:
        return say("Priest on temple space {n}", n=value)
    return say("Priest on temple space {n}, pushing {seat} aside", n=value, seat=seat(pushed))


def _build(rules: Tables, state: State, action: int) -> Message:
    points = rules.building_points[max(state.round, 1) - 1]
    return say("Build tile {n}: {points}", n=action - act.BUILD + 1, points=names.points(points))


def _site(rules: Tables, state: State, action: int) -> Message:
    return say("Build on ceremony spaces {site}", site=names.site(action - act.SITE))


def _space(rules: Tables, state: State, action: int) -> Message:
    space = action - act.SPACE
    material = names.RESOURCE[at.MATERIALS[rules.space_material[space]]]
    return say("Place {resource} on ceremony space {n}", resource=material, n=space + 1)


def _status(rules: Tables, state: State, action: int) -> Message:
    if action == act.STATUS:
        return say("One step on the status track")
    return say("Take a shell")


def _use(rules: Tables, state: State, action: int) -> Message:
    sex, kind = divmod(action - act.USE, len(at.TYPES))
    me = state.player[state.mover]
    tiles = max(number_of_type(me, sex, kind), 1)
    must = type_need(rules, state, me, kind) > rules.power[kind][tiles]
    text = "Use {tiles} of type {kind}: {effect}"
    if must or state.used[sex]:
        text = "Use {tiles} of type {kind}, with a Green God: {effect}"
    people = (plural("{n} woman", "{n} women", tiles), plural("{n} man", "{n} men", tiles))
    done = names.effect(kind, (rules.doubled if must else rules.power)[kind][tiles])
    return say(text, tiles=people[sex], kind=names.TYPE[at.TYPES[kind]], effect=done)


def _buy(rules: Tables, state: State, action: int) -> Message:
    tile = state.jewelry[at.COLUMN * (max(state.round, 1) - 1) + action - act.BUY]
    if tile == at.NONE:
        return say("Buy nothing")
    price = names.shells(rules.jewelry_cost[tile])
    return say("Buy {jewel} for {price}", jewel=names.jewel(rules, tile), price=price)


def _complete(rules: Tables, state: State, action: int) -> Message:
    task = names.quoted_task(rules, action - act.COMPLETE)
    return say("Complete {task}: {points}", task=task, points=names.points(COMPLETE_POINTS))


def _yellow(rules: Tables, state: State, action: int) -> Message:
    task = names.quoted_task(rules, action - act.YELLOW)
    text = "With a Yellow God complete {task}: {points}"
    return say(text, task=task, points=names.points(YELLOW_POINTS))


def _surrender(rules: Tables, state: State, action: int) -> Message:
    return say("Give up {task}", task=names.quoted_task(rules, action - act.SURRENDER))


def _choose(rules: Tables, state: State, action: int) -> Message:
    return say("Take {task}", task=names.quoted_task(rules, action - act.CHOOSE))


_LABELS = {
    act.PLACE: _place,
    act.REGION: _region,
    act.NORMAL: _hut,
    act.LAST: _hut,
    act.TAKE: _take,
    act.POSITION: _person,
    act.MAN: _person,
    act.SHIFT: _shift,
    act.TATTOO: _shift,
    act.POINT: _point,
    act.OFFERING: _offering,
    act.DECK: _card,
    act.OPEN: _card,
    act.MATERIAL: _material,
    act.MOVE: _move,
    act.TEMPLE: _temple,
    act.BUILD: _build,
    act.SITE: _site,
    act.SPACE: _space,
    act.STATUS: _status,
    act.SHELL: _status,
    act.USE: _use,
    act.BUY: _buy,
    act.COMPLETE: _complete,
    act.YELLOW: _yellow,
    act.SURRENDER: _surrender,
    act.CHOOSE: _choose,
}
"""The function that labels each action not handled above."""


def outcome(rules: Tables, action: int) -> Message:
    """Return the label of an outcome of chance."""
    what, n = act.ROWS.split(action)
    match what:
        case act.ORDER:
            return say("Next in turn order: {seat}", seat=seat(n))
        case act.DEALT_FISH:
            return say("Fish: {fish}", fish=names.fish(rules, n))
        case act.PERSON:
            sex, tile = divmod(n, len(at.PERSONS))
            text = ("A woman: {person}", "A man: {person}")
            return say(text[sex], person=names.person(rules, sex, tile))
        case act.DEALT_JEWELRY:
            return say("Jewelry: {jewel}", jewel=names.jewel(rules, n))
        case act.TASK:
            return say("Task {task}", task=names.quoted_task(rules, n))
        case act.GOD:
            return say("A God card: {god}", god=names.GOD[at.GODS[n]])
    return say("The dice: {dice}", dice=join_list(list(ROLLS[n])))

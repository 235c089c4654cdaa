"""Previews of each kind of choice except placing a die.

Every function gets the game, the position, the action and the position after it, before chance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from proa.engine.messages import Message, join_list, seat
from proa.games.borabora import actions as act
from proa.games.borabora import state as at
from proa.games.borabora.board.goals import goal
from proa.games.borabora.board.previews.placing import price
from proa.games.borabora.components import Tables
from proa.games.borabora.messages import plural, say
from proa.games.borabora.rules import materials
from proa.games.borabora.rules.gods import may_pay
from proa.games.borabora.rules.jewelry import can_buy
from proa.games.borabora.rules.persons import number_of_type
from proa.games.borabora.rules.tasks import COMPLETE_POINTS, YELLOW_POINTS
from proa.games.borabora.state import PendingQuestion, Player, State
from proa.games.borabora.texts import names
from proa.games.borabora.texts.aftermath import most_priests
from proa.games.borabora.texts.labels import ASKED_GOD
from proa.games.borabora.texts.reachable import free_spaces, sites_open
from proa.games.borabora.view_types import More, PreviewText

if TYPE_CHECKING:
    from proa.games.borabora.state import Game, Position


def _current_question(position: Position) -> PendingQuestion:
    state = position.fields
    return state.question[state.depth - 1]


def _mover(position: Position) -> Player:
    return position.fields.player[position.fields.mover]


def _after(position: Position, after: Position) -> Player:
    return after.fields.player[position.fields.mover]


def _preview(
    title: Message | str, text: Message | str, *lines: Message | None, **more: Unpack[More]
) -> PreviewText:
    return {"title": title, "text": text, "lines": [line for line in lines if line], **more}


# -- expanding ---------------------------------------------------------------------------------


def region(game: Game, position: Position, action: int, after: Position) -> PreviewText:
    """Preview a new hut: what the region brings, whose hut moves aside."""
    rules, state = game.tables, position.fields
    number = action - act.REGION
    values = {
        "resource": names.RESOURCE[at.RESOURCES[rules.region_resource[number]]],
        "fish": names.FISH[_fish_kind(state, number)],
        "n": rules.fish_value[state.fish[number]],
    }
    title = names.REGION[at.REGIONS[number]]
    if _current_question(position).kind == at.FIRST_HUT:
        text = say("Gives {resource} at once. Its fish scores {n} at the end.", **values)
        return _preview(title, text, *_ways_out(rules, number))
    owner = state.owner[number]
    aside = say("{seat}'s hut is replaced.", seat=seat(owner)) if owner != at.NONE else None
    text = say("You may take {resource}. Fish: {fish}, {n} points at the end.", **values)
    return _preview(title, text, aside)


def _fish_kind(state: State, number: int) -> str:
    return at.FISH_KINDS[state.fish[number] // 3]


def _ways_out(rules: Tables, number: int) -> list[Message]:
    """Return the paths from a region, by kind."""
    lines = []
    for kind in range(len(at.PATHS)):
        ways = []
        for i in range(rules.paths[kind]):
            ends = rules.path_ends[kind][i]
            if ends >> number & 1:
                other = (ends & ~(1 << number)).bit_length() - 1
                values = {"n": rules.path_value[kind][i]}
                ways.append(
                    say("{n} to {region}", **values, region=names.REGION[at.REGIONS[other]])
                )
        if ways and kind == at.LAND:
            lines.append(say("By land: {ways}.", ways=join_list(ways)))
        elif ways:
            lines.append(say("By water: {ways}.", ways=join_list(ways)))
    return lines


def hut(game: Game, position: Position, action: int, after: Position) -> PreviewText:
    """Preview the space that the new hut leaves."""
    me = _after(position, after)
    if action == act.LAST:
        left = plural("{n} hut stays there.", "{n} huts stay there.", me.last)
        gone = say("It was the last one: the space is free for a person.")
        return _preview(say("From the 12th space"), left if me.last else gone)
    free = free_spaces(game.tables, me)
    text = plural("You then have {n} free space for people.", FREE_MANY, free)
    return _preview(say("From a normal space"), text)


FREE_MANY = "You then have {n} free spaces for people."


def resource(game: Game, position: Position, action: int, after: Position) -> PreviewText:
    """Preview taking the resource of a region."""
    rules, me = game.tables, _mover(position)
    kind = rules.region_resource[_current_question(position).a]
    title = say("Take {resource}", resource=names.RESOURCE[at.RESOURCES[kind]])
    if kind == at.OFFERING:
        return _preview(title, _offerings_then(_after(position, after).offerings))
    return _preview(title, _place_for(rules, me, kind))


def _place_for(rules: Tables, me: Player, kind: int) -> Message:
    free = materials.free_spaces(rules, me, kind).bit_count()
    if not free:
        return say("No space is free for it: it stays next to your board for good.")
    return plural("{n} space for it is free.", "{n} spaces for it are free.", free)


def _offerings_then(n: int) -> Message:
    return plural("You then have {n} offering.", "You then have {n} offerings.", n)


def space(game: Game, position: Position, action: int, after: Position) -> PreviewText:
    """Preview a material on a ceremony space: what could be built there."""
    number = action - act.SPACE
    rules = game.tables
    before = sites_open(rules, position.fields, _mover(position))
    then = sites_open(rules, after.fields, _after(position, after))
    row, column = divmod(number, at.GRID_COLUMNS)
    title = say("Row {row}, column {column}", row=row + 1, column=column + 1)
    if then > before:
        return _preview(title, say("Next to another material: you could build there."))
    return _preview(title, say("No adjacent material yet."))


# -- persons -----------------------------------------------------------------------------------


def person(game: Game, position: Position, action: int, after: Position) -> PreviewText:
    """Preview a man or a woman: the effect of the type in phase B, the gain of shifting down."""
    rules, state = game.tables, position.fields
    sex, place = divmod(action - act.POSITION, at.POSITIONS)
    tile = state.display[sex][place]
    kind = tile // at.COPIES
    equal = number_of_type(_after(position, after), sex, kind)
    effect = names.effect(kind, rules.power[kind][equal])
    text = say("In phase B: {effect}.", effect=effect)
    if equal > 1:
        text = plural(
            "Together with your {n} of this type, in phase B: {effect}.",
            "Together with your {n} of this type, in phase B: {effect}.",
            equal - 1,
            effect=effect,
        )
    number = rules.symbols[sex][tile]
    shift = say("Shifted down: {symbols}.", symbols=names.symbols(sex, number))
    return _preview(names.TYPE[at.TYPES[kind]], text, shift)


def shifted(game: Game, position: Position, action: int, after: Position) -> PreviewText:
    """Preview a tattoo or shells."""
    sex, _ = divmod(action - act.SHIFT, at.MOST_SYMBOLS)
    if sex:
        return _preview(say("Tattoo a man"), _status_then(game, position, after), _left(after))
    shells = _after(position, after).shells
    text = plural("You then have {n} shell.", "You then have {n} shells.", shells)
    return _preview(say("Collect shells"), text, _left(after))


def _left(after: Position) -> Message | None:
    """Return the Helper points left after a trade."""
    question = _current_question(after) if after.fields.depth else None
    below = after.fields.question[after.fields.depth - 2] if after.fields.depth > 1 else None
    for found in (question, below):
        if found is not None and found.kind == at.HELPER:
            return plural("{n} Helper point left.", "{n} Helper points left.", found.b)
    return None


def _status_then(game: Game, position: Position, after: Position) -> Message:
    me = _after(position, after)
    points = game.tables.status_points[me.steps]
    order = list(after.fields.status[: after.players])
    rank = order.index(position.fields.mover) + 1
    return say("Status: {points} this round, place {rank}.", points=names.points(points), rank=rank)


def step(game: Game, position: Position, action: int, after: Position) -> PreviewText:
    """Preview the second half of the Fire Bonus."""
    if action == act.STATUS:
        return _preview(say("One status step"), _status_then(game, position, after))
    shells = _after(position, after).shells
    text = plural("You then have {n} shell.", "You then have {n} shells.", shells)
    return _preview(say("A shell"), text, _affordable(game, position, after))


def _affordable(game: Game, position: Position, after: Position) -> Message | None:
    """Return the best jewel of the round that the mover could then pay for."""
    rules, state, me = game.tables, after.fields, _after(position, after)
    column = state.jewelry[at.COLUMN * (state.round - 1) :]
    paid = [column[space] for space in range(at.COLUMN) if can_buy(rules, state, me, space)]
    if not paid:
        return None
    best = max(paid, key=lambda tile: rules.jewelry_points[tile])
    return say("Enough this round for: {jewel}.", jewel=names.jewel(rules, best))


# -- goods -------------------------------------------------------------------------------------


def point(game: Game, position: Position, action: int, after: Position) -> PreviewText:
    """Preview trading a Helper point for a victory point."""
    return _preview(names.points(1), say("It acts at once."), _left(after))


def offering(game: Game, position: Position, action: int, after: Position) -> PreviewText:
    """Preview an offering."""
    then = _offerings_then(_after(position, after).offerings)
    return _preview(say("An offering"), then, _left(after))


def card(game: Game, position: Position, action: int, after: Position) -> PreviewText:
    """Preview a God card, unseen or open."""
    if action == act.DECK:
        text = say("From the draw pile: only you will know which.")
        return _preview(say("A hidden God card"), text, _left(after))
    god = at.GODS[action - act.OPEN]
    return _preview(names.GOD[god], HELPS[god], _left(after))


HELPS = {
    "blue": say("Lets you place a die that isn't lower. Everyone will know you have it."),
    "white": say("Lets a die act as a 6. Everyone will know you have it."),
    "red": say("Scores a fish when you expand. Everyone will know you have it."),
    "green": say("Doubles one use in phase B. Everyone will know you have it."),
    "yellow": say("Replaces one missing item of a task. Everyone will know you have it."),
}


def material(game: Game, position: Position, action: int, after: Position) -> PreviewText:
    """Preview a material that the mover chooses."""
    kind = action - act.MATERIAL
    title = say("Take {resource}", resource=names.RESOURCE[at.MATERIALS[kind]])
    return _preview(title, _place_for(game.tables, _mover(position), kind), _left(after))


def moved_hut(game: Game, position: Position, action: int, after: Position) -> PreviewText:
    """Preview moving a hut to the 12th space."""
    free = free_spaces(game.tables, _after(position, after))
    text = plural("You then have {n} free space for people.", FREE_MANY, free)
    return _preview(say("A hut to the 12th space"), text, _left(after))


# -- temple and building -------------------------------------------------------------------------


def priest(game: Game, position: Position, action: int, after: Position) -> PreviewText:
    """Preview a priest: which one it pushes, and who would then take the God tile."""
    rules, state = game.tables, position.fields
    value = action - act.TEMPLE + 1
    there = state.temple[rules.temple_space[value]]
    lines = [_pushed_out(position, after), _leader(after)]
    pushes = there if there != at.NONE else None
    if pushes is None:
        text = say("The space is empty. Then a Fire Bonus.")
    else:
        text = say("{seat}'s priest moves to the right. Then a Fire Bonus.", seat=seat(pushes))
    return _preview(say("Temple space {n}", n=value), text, *lines, pushes=pushes)


def _pushed_out(position: Position, after: Position) -> Message | None:
    mover = position.fields.mover
    for i in range(position.players):
        gained = after.fields.player[i].priests - position.fields.player[i].priests
        if gained + (i == mover) > 0:
            return say("A priest of {seat} leaves the temple.", seat=seat(i))
    return None


def _leader(after: Position) -> Message:
    most = most_priests(after.fields)
    assert most is not None
    return say("Most priests then: {seat}.", seat=seat(most))


def building(game: Game, position: Position, action: int, after: Position) -> PreviewText:
    """Preview a building tile; its value doesn't matter for the points."""
    rules, state = game.tables, position.fields
    points = rules.building_points[state.round - 1]
    text = plural("{n} point, then a Fire Bonus.", "{n} points, then a Fire Bonus.", points)
    built = sum(site != at.NONE for site in _mover(position).building) + 1
    line = say("Building {n} of six.", n=built)
    return _preview(say("Build {n}", n=action - act.BUILD + 1), text, line)


def site(game: Game, position: Position, action: int, after: Position) -> PreviewText:
    """Preview a site: the two materials that are removed, and what is left to build with."""
    rules = game.tables
    used = [at.MATERIALS[rules.space_material[i]] for i in at.SITES[action - act.SITE]]
    values = {"materials": join_list([names.RESOURCE[name] for name in used])}
    was, then = _mover(position), _after(position, after)
    points = then.points[at.P_BUILDING] - was.points[at.P_BUILDING]
    title = plural("Build here: {n} point", "Build here: {n} points", points)
    left = sites_open(rules, after.fields, then)
    line = say("You could build again right away.") if left else None
    return _preview(title, say("Uses {materials}.", **values), line)


# -- phase B -------------------------------------------------------------------------------------


def use(game: Game, position: Position, action: int, after: Position) -> PreviewText:
    """Preview the use of a type, and the effect of a Green God."""
    state, me = position.fields, _mover(position)
    sex, kind = divmod(action - act.USE, len(at.TYPES))
    tiles = number_of_type(me, sex, kind)
    green = _green_asked(after)
    must = green is not None and green.a == at.MUST_DOUBLE
    power = green.b if green is not None and must else game.tables.power[kind][tiles]
    lines: list[Message] = []
    if green is not None and green.a != at.DOUBLE:
        lines.append(price(state, at.GREEN))
    elif green is not None and may_pay(me, at.GREEN):
        lines.append(say("With a Green God: {effect}.", effect=names.effect(kind, green.b)))
    people = (plural("{n} woman", "{n} women", tiles), plural("{n} man", "{n} men", tiles))
    return _preview(
        names.TYPE[at.TYPES[kind]],
        say("{people}: {effect}.", people=people[sex], effect=names.effect(kind, power)),
        *lines,
        short=names.short_effect(kind, power),
        many=people[sex],
        gods=["green"] if green is not None and green.a != at.DOUBLE else [],
    )


def _green_asked(after: Position) -> PendingQuestion | None:
    """Return the question for a Green God, if a use has caused it (BB-16.23)."""
    top = _current_question(after) if after.fields.depth else None
    return top if top is not None and top.kind == at.ASK_GREEN else None


# -- the Gods ------------------------------------------------------------------------------------


def payment(game: Game, position: Position, action: int, after: Position) -> PreviewText:
    """Preview a way to pay for a God, and what the God helps with."""
    question = _current_question(position)
    god = at.GODS[ASKED_GOD[question.kind]]
    then = _after(position, after)
    if action == act.CARD:
        costs = say("Costs an offering and its card.")
    elif action == act.TILE:
        costs = say("Costs a God tile, worth 2 points at the end.")
    else:
        pair = names.GOD[at.GODS[action - act.PAIR]]
        costs = say("Costs an offering and two matching cards ({pair}).", pair=pair)
    left = say(
        "You then have {offerings}, {cards}, {tiles}.",
        offerings=plural("{n} offering", "{n} offerings", then.offerings),
        cards=plural("{n} God card", "{n} God cards", sum(then.hand)),
        tiles=plural("{n} God tile", "{n} God tiles", then.god_tiles),
    )
    return _preview(names.GOD[god], _helps_now(game, position), costs, left)


def _helps_now(game: Game, position: Position) -> Message:
    """Return what the God in question does here."""
    rules, state, question = game.tables, position.fields, _current_question(position)
    if question.kind == at.ASK_BLUE:
        return say("The die may go there although it isn't lower.")
    if question.kind == at.ASK_WHITE:
        return say("The die acts as a 6.")
    if question.kind == at.ASK_RED:
        points = names.points(rules.fish_value[state.fish[question.a]])
        return say("The fish of the new region scores {points} now.", points=points)
    if question.kind == at.ASK_GREEN:
        if question.a == at.ONE_MORE:
            return say("You use one more type.")
        return say("The use is doubled: {n} instead of {old}.", n=question.b, old=_single(state))
    return say("The task scores {points}.", points=names.points(YELLOW_POINTS))


def _single(state: State) -> int:
    """Return the power of a use before it is doubled, from the question below."""
    return state.question[state.depth - 2].b


def nothing(game: Game, position: Position, action: int, after: Position) -> PreviewText:
    """Preview declining, stopping, or ending the turn."""
    question = _current_question(position)
    if question.kind == at.RESOURCE:
        return _preview(say("Decline"), say("You settle the region without it."))
    if question.kind == at.PEOPLE:
        return _preview(say("End the turn"), say("Your phase B ends."))
    if question.kind == at.HELPER:
        text = plural("{n} Helper point is lost.", "{n} Helper points are lost.", question.b)
        return _preview(say("Stop"), text)
    if question.kind == at.FINAL:
        return _preview(say("Leave the rest"), say("Your other tasks score nothing."))
    if question.kind == at.ASK_GREEN and question.a == at.DOUBLE:
        return _preview(say("No God"), say("The use stays as it is."))
    if question.kind in ASKED_GOD:
        return _preview(say("No God"), say("You keep your cards, offerings and God tiles."))
    return _preview(say("Stop"), say("You take no more."))


# -- jewelry and tasks ---------------------------------------------------------------------------


def jewel(game: Game, position: Position, action: int, after: Position) -> PreviewText:
    """Preview a jewelry tile."""
    rules, state = game.tables, position.fields
    tile = state.jewelry[at.COLUMN * (state.round - 1) + action - act.BUY]
    left = _after(position, after).shells
    points = names.points(rules.jewelry_points[tile])
    text = say("{points} at the end of the game.", points=points)
    line = plural("{n} shell left afterwards.", "{n} shells left afterwards.", left)
    return _preview(names.jewel(rules, tile), text, line)


def completed(game: Game, position: Position, action: int, after: Position) -> PreviewText:
    """Preview a complete task."""
    task = names.requirement(game.tables, action - act.COMPLETE)
    points = names.points(COMPLETE_POINTS)
    short = say("{points}, complete", points=points)
    return _preview(task, say("Scores {points}.", points=points), task=task, short=short)


def with_yellow(game: Game, position: Position, action: int, after: Position) -> PreviewText:
    """Preview a task that lacks one thing."""
    task = names.requirement(game.tables, action - act.YELLOW)
    points = names.points(YELLOW_POINTS)
    price_of_it = price(position.fields, at.YELLOW)
    short = say("{points}, with a Yellow God", points=points)
    text = say("Scores {points} although one item is missing.", points=points)
    return _preview(task, text, price_of_it, task=task, short=short, gods=["yellow"])


def surrendered(game: Game, position: Position, action: int, after: Position) -> PreviewText:
    """Preview giving up a task."""
    number = action - act.SURRENDER
    task = names.requirement(game.tables, number)
    state = position.fields
    entry = goal(game, state, state.mover, number, state.mover)
    have = say("{have} of {need}", have=entry["have"], need=entry["need"])
    return _preview(
        say("Give up: {task}", task=task),
        say("It goes back to the box and scores nothing."),
        task=task,
        short=say("give up, {have}", have=have),
    )


def new_task(game: Game, position: Position, action: int, after: Position) -> PreviewText:
    """Preview an open task and the mover's progress with it."""
    number = action - act.CHOOSE
    state = position.fields
    task = names.requirement(game.tables, number)
    entry = goal(game, state, state.mover, number, state.mover)
    have = say("{have} of {need}", have=entry["have"], need=entry["need"])
    text = say("You have {have}.", have=have)
    ready = say("It is already complete.") if entry["done"] else None
    return _preview(task, text, ready, task=task, short=have)

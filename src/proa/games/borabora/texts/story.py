"""The story of each event, for each viewer. God cards drawn into a hand are hidden (BB-1.25)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proa.engine.messages import Message, join_list, seat
from proa.games.borabora import actions as act
from proa.games.borabora import state as at
from proa.games.borabora.actions import ROLLS
from proa.games.borabora.components import Tables
from proa.games.borabora.messages import plural, say
from proa.games.borabora.rules.dice import FISHING_POINTS
from proa.games.borabora.rules.persons import number_of_type
from proa.games.borabora.rules.tasks import COMPLETE_POINTS, YELLOW_POINTS
from proa.games.borabora.state import State
from proa.games.borabora.texts import names
from proa.games.borabora.texts.aftermath import aftermath
from proa.games.borabora.texts.labels import ASKED_GOD, asked
from proa.games.borabora.texts.progress import sees_hand

if TYPE_CHECKING:
    from proa.games.borabora.state import Game, Position


def story(game: Game, before: Position, action: int, after: Position, viewer: int) -> list[Message]:
    """Return the sentences of one action or outcome, and of what follows automatically."""
    rules, state = game.tables, before.fields
    if act.ROWS[action].is_outcome:
        sentences = [_outcome(game, state, action, viewer)]
    else:
        sentences = _sentence(rules, state, action)
    return sentences + aftermath(game, before, after)


def code_for(game: Game, before: Position, action: int, viewer: int) -> str | None:
    """Return the code as the viewer sees it: only its owner knows a God card drawn into a hand."""
    state = before.fields
    into_hand = act.ROWS[action].first == act.GOD and asked(state).kind == at.DRAW
    if into_hand and not sees_hand(game, state.mover, viewer):
        return "god:?"
    return game.code(action)


def reveals(game: Game, before: Position, action: int) -> bool:
    """Return whether God cards are drawn, opened, paid or shown that were not known before."""
    row = act.ROWS[action]
    if row.first == act.GOD:
        return True
    state = before.fields
    me = state.player[state.mover]
    if game.tables.open_hands or row.is_outcome:
        return False
    if row.first in (act.CARD, act.PAIR):
        god = ASKED_GOD[asked(state).kind]
        colour, number = (god, 1) if action == act.CARD else (action - act.PAIR, 2)
        return me.known[colour] < number or _shows(game, before, action)
    return _shows(game, before, action)


def _shows(game: Game, before: Position, action: int) -> bool:
    """Return whether more God cards are known after the action."""
    is_complete = act.ROWS[action].first == act.COMPLETE
    if not is_complete and asked(before.fields).kind != at.ASK_YELLOW:
        return False
    after = game.play(before, action, chance=False).fields
    mover = before.fields.mover
    known = zip(before.fields.player[mover].known, after.player[mover].known, strict=True)
    return any(then > now for now, then in known)


def _outcome(game: Game, state: State, action: int, viewer: int) -> Message:
    rules, who = game.tables, seat(state.mover)
    what, n = act.ROWS.split(action)
    match what:
        case act.ORDER:
            return say("{seat} draws turn order tile {n}.", seat=seat(n), n=state.turn + 1)
        case act.DEALT_FISH:
            where = at.REGIONS[state.turn]
            return say("Fish at {code}: {fish}.", code=where, fish=names.fish(rules, n))
        case act.PERSON:
            sex, tile = divmod(n, len(at.PERSONS))
            values = {"n": state.turn + 1, "person": names.person(rules, sex, tile)}
            return say(("Woman {n}: {person}.", "Man {n}: {person}.")[sex], **values)
        case act.DEALT_JEWELRY:
            of_round = state.turn // at.COLUMN + 1
            return say("Jewelry of round {n}: {jewel}.", n=of_round, jewel=names.jewel(rules, n))
        case act.TASK:
            task = names.quoted_task(rules, n)
            if asked(state).kind == at.DEAL_TASKS:
                return say("Task revealed: {task}.", task=task)
            return say("{seat} receives the task {task}.", seat=who, task=task)
        case act.GOD:
            return _god_card(game, state, names.GOD[at.GODS[n]], viewer)
    return say("{seat} rolls {dice}.", seat=who, dice=join_list(list(ROLLS[n])))


def _god_card(game: Game, state: State, god: Message, viewer: int) -> Message:
    who = seat(state.mover)
    if asked(state).kind != at.DRAW:
        return say("God card revealed: {god}.", god=god)
    if sees_hand(game, state.mover, viewer):
        return say("{seat} draws a God card: {god}.", seat=who, god=god)
    return say("{seat} draws a God card.", seat=who)


def _sentence(rules: Tables, state: State, action: int) -> list[Message]:
    if action == act.NO:
        return _declined(state)
    row = act.ROWS[action]
    if row.word == "pay":
        return _paid(rules, state, action)
    return [_SENTENCES[row.first](rules, state, action)]


def _declined(state: State) -> list[Message]:
    kind = asked(state).kind
    who = seat(state.mover)
    if kind == at.RESOURCE:
        return [say("{seat} declines the resource.", seat=who)]
    if kind == at.PEOPLE:
        return [say("{seat} ends phase B.", seat=who)]
    if kind == at.BUY:
        return [say("{seat} buys nothing.", seat=who)]
    if kind in ASKED_GOD:
        return []
    return [say("{seat} stops.", seat=who)]


def _paid(rules: Tables, state: State, way: int) -> list[Message]:
    question = asked(state)
    god = at.GODS[ASKED_GOD[question.kind]]
    values: dict[str, Any] = {"seat": seat(state.mover), "god": names.GOD[god]}
    if way == act.CARD:
        sentences = [say("{seat} uses a {god}, paying its card and an offering.", **values)]
    elif way == act.TILE:
        sentences = [say("{seat} uses a {god}, paying a God tile.", **values)]
    else:
        values["pair"] = names.GOD[at.GODS[way - act.PAIR]]
        text = "{seat} uses a {god}, paying an offering and two matching cards ({pair})."
        sentences = [say(text, **values)]
    if question.kind == at.ASK_RED:
        points = names.points(rules.fish_value[state.fish[question.a]])
        sentences.append(say("The fish scores {points}.", points=points))
    if question.kind == at.ASK_YELLOW:
        values = {"seat": seat(state.mover), "points": names.points(YELLOW_POINTS)}
        values["task"] = names.quoted_task(rules, question.a)
        sentences.append(say("{seat} completes {task}, with help: {points}.", **values))
    return sentences


def _place(rules: Tables, state: State, action: int) -> Message:
    tile, face = divmod(action - act.PLACE, at.FACES)
    values = {"seat": seat(state.mover), "n": face + 1, "tile": names.TILE[at.TILES[tile]]}
    if tile == at.D_FISHING:
        values["points"] = names.points(FISHING_POINTS)
        return say("{seat} places a {n} on Fishing: {points}.", **values)
    return say("{seat} places a {n}: {tile}.", **values)


def _region(rules: Tables, state: State, action: int) -> Message:
    values = {"seat": seat(state.mover), "region": names.region(action - act.REGION)}
    if asked(state).kind == at.FIRST_HUT:
        return say("{seat} starts in {region}.", **values)
    return say("{seat} settles {region}.", **values)


def _hut(rules: Tables, state: State, action: int) -> Message:
    text = "The hut comes from a normal space."
    if action == act.LAST:
        text = "The hut comes from the 12th space."
    return say(text)


def _took(rules: Tables, state: State, action: int) -> Message:
    resource = at.RESOURCES[rules.region_resource[asked(state).a]]
    return say("{seat} takes {thing}.", seat=seat(state.mover), thing=names.RESOURCE[resource])


def _person(rules: Tables, state: State, action: int) -> Message:
    sex, position = divmod(action - act.POSITION, at.POSITIONS)
    values = {"seat": seat(state.mover), "n": position + 1}
    values["person"] = names.person(rules, sex, state.display[sex][position])
    text = ("{seat} takes woman tile {n}: {person}.", "{seat} takes man tile {n}: {person}.")
    return say(text[sex], **values)


def _shift(rules: Tables, state: State, action: int) -> Message:
    sex, symbols = divmod(action - act.SHIFT, at.MOST_SYMBOLS)
    text = (
        ("{seat} collects {n} shell with a woman.", "{seat} collects {n} shells with a woman."),
        ("{seat} tattoos a man: {n} status step.", "{seat} tattoos a man: {n} status steps."),
    )
    return plural(*text[sex], symbols + 1, seat=seat(state.mover))


def _point(rules: Tables, state: State, action: int) -> Message:
    return say(
        "{seat} scores {points} with the Helper.", seat=seat(state.mover), points=names.points(1)
    )


def _offering(rules: Tables, state: State, action: int) -> Message:
    return say("{seat} takes {thing}.", seat=seat(state.mover), thing=names.RESOURCE["offering"])


def _card(rules: Tables, state: State, action: int) -> Message:
    who = seat(state.mover)
    if action == act.DECK:
        return say("{seat} draws from the pile.", seat=who)
    god = names.GOD[at.GODS[action - act.OPEN]]
    return say("{seat} takes an open God card: {god}.", seat=who, god=god)


def _material(rules: Tables, state: State, action: int) -> Message:
    thing = names.RESOURCE[at.MATERIALS[action - act.MATERIAL]]
    return say("{seat} takes {thing}.", seat=seat(state.mover), thing=thing)


def _move(rules: Tables, state: State, action: int) -> Message:
    return say("{seat} moves a hut to the 12th space.", seat=seat(state.mover))


def _temple(rules: Tables, state: State, action: int) -> Message:
    value = action - act.TEMPLE + 1
    return say("{seat} places a priest on temple space {n}.", seat=seat(state.mover), n=value)


def _build(rules: Tables, state: State, action: int) -> Message:
    return say("{seat} builds tile {n}.", seat=seat(state.mover), n=action - act.BUILD + 1)


def _site(rules: Tables, state: State, action: int) -> Message:
    points = names.points(rules.building_points[state.round - 1])
    values = {"seat": seat(state.mover), "site": names.site(action - act.SITE), "points": points}
    return say("{seat} builds on ceremony spaces {site}: {points}.", **values)


def _space(rules: Tables, state: State, action: int) -> Message:
    material = names.RESOURCE[at.MATERIALS[rules.space_material[action - act.SPACE]]]
    values = {"thing": material, "n": action - act.SPACE + 1}
    return say("On ceremony space {n}: {thing}.", **values)


def _step(rules: Tables, state: State, action: int) -> Message:
    text = "{seat} moves one step on the status track."
    if action == act.SHELL:
        text = "{seat} takes a shell."
    return say(text, seat=seat(state.mover))


def _use(rules: Tables, state: State, action: int) -> Message:
    sex, kind = divmod(action - act.USE, len(at.TYPES))
    tiles = number_of_type(state.player[state.mover], sex, kind)
    people = (plural("{n} woman", "{n} women", tiles), plural("{n} man", "{n} men", tiles))
    values = {"seat": seat(state.mover), "tiles": people[sex], "kind": names.TYPE[at.TYPES[kind]]}
    values["effect"] = names.effect(kind, rules.power[kind][tiles])
    return say("{seat} uses {tiles}, {kind}: {effect}.", **values)


def _buy(rules: Tables, state: State, action: int) -> Message:
    tile = state.jewelry[at.COLUMN * (state.round - 1) + action - act.BUY]
    values = {"seat": seat(state.mover), "jewel": names.jewel(rules, tile)}
    values["price"] = names.shells(rules.jewelry_cost[tile])
    return say("{seat} buys {jewel} for {price}.", **values)


def _complete(rules: Tables, state: State, action: int) -> Message:
    values = {"seat": seat(state.mover), "task": names.quoted_task(rules, action - act.COMPLETE)}
    values["points"] = names.points(COMPLETE_POINTS)
    return say("{seat} completes {task}: {points}.", **values)


def _yellow(rules: Tables, state: State, action: int) -> Message:
    values = {"seat": seat(state.mover), "task": names.quoted_task(rules, action - act.YELLOW)}
    return say("{seat} uses a Yellow God for {task}.", **values)


def _surrender(rules: Tables, state: State, action: int) -> Message:
    values = {"seat": seat(state.mover), "task": names.quoted_task(rules, action - act.SURRENDER)}
    return say("{seat} gives up {task}.", **values)


def _choose(rules: Tables, state: State, action: int) -> Message:
    values = {"seat": seat(state.mover), "task": names.quoted_task(rules, action - act.CHOOSE)}
    return say("{seat} takes the task {task}.", **values)


_SENTENCES = {
    act.PLACE: _place,
    act.REGION: _region,
    act.NORMAL: _hut,
    act.LAST: _hut,
    act.TAKE: _took,
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
    act.STATUS: _step,
    act.SHELL: _step,
    act.USE: _use,
    act.BUY: _buy,
    act.COMPLETE: _complete,
    act.YELLOW: _yellow,
    act.SURRENDER: _surrender,
    act.CHOOSE: _choose,
}
"""The function that describes each action not handled above."""

"""The position in words, complete enough to play from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.core.position import cached
from proa.engine.core.view_types import Line, Section
from proa.engine.messages import Message, join_list, seat
from proa.games.borabora import state as at
from proa.games.borabora.components import Tables
from proa.games.borabora.messages import plural, say
from proa.games.borabora.rules.gods import number_of
from proa.games.borabora.rules.persons import number_of_type
from proa.games.borabora.state import Player, State
from proa.games.borabora.texts import names
from proa.games.borabora.texts.answers import free_spaces
from proa.games.borabora.texts.goals import progress, sees_hand
from proa.games.borabora.view_types import Values, line

if TYPE_CHECKING:
    from proa.games.borabora.state import Game, Position


Lines = list[Line]


def sections(game: Game, position: Position, viewer: int) -> list[Section]:
    """Return the sections: the round, the board and every player."""
    players = [
        _of_player(game, position, i, sees=True) if sees_hand(game, i, viewer) else unseen
        for i, unseen in enumerate(_from_outside(game, position))
    ]
    return [*_seen_by_all(game, position), *players]


@cached
def _seen_by_all(game: Game, position: Position) -> list[Section]:
    """Return the sections of the round and the board."""
    rules, state = game.tables, position.fields
    return [
        _section(say("The round"), _round(rules, state)),
        _section(say("Action tiles"), _tiles(rules, state)),
        _section(say("Regions"), _regions(rules, state)),
        _section(say("Temple"), _temple(rules, state)),
        _section(say("Status track"), _status(rules, state)),
        _section(say("Women on the board"), _persons(rules, state, 0)),
        _section(say("Men on the board"), _persons(rules, state, 1)),
        _section(say("Jewelry"), _jewelry(rules, state)),
        _section(say("Open tasks"), _open_tasks(rules, state)),
        _section(say("God cards"), _cards(state)),
    ]


@cached
def _from_outside(game: Game, position: Position) -> list[Section]:
    """Return the players' sections for viewers who do not see their hands."""
    return [_of_player(game, position, i, sees=False) for i in range(position.players)]


def _of_player(game: Game, position: Position, i: int, sees: bool) -> Section:
    points = game.scores(position)[i]
    return _section(seat(i), _player(game.tables, position.fields, i, points, sees))


def _section(heading: Message, lines: Lines) -> Section:
    return {"heading": heading, "lines": lines}


def _round(rules: Tables, state: State) -> Lines:
    order = [seat(i) for i in state.order if i != at.NONE]
    lines = [line(say("Turn order: {seats}", seats=join_list(order)))] if order else []
    if state.round == 0:
        return [line(say("The game is being set up")), *lines]
    values: Values = {
        "n": state.round,
        "building": rules.building_points[state.round - 1],
        "priest": rules.priest_points[state.round - 1],
    }
    text = "Round {n} of 6: buildings score {building}, priests {priest}"
    return [line(say(text, **values), **values), *lines]


def dice_on(state: State, tile: int) -> list[tuple[int, int]]:
    """Return the dice on an action tile: value and seat, ascending."""
    return sorted(
        (value, i)
        for i in range(state.players)
        for value, spot in zip(state.player[i].die, state.player[i].spot, strict=True)
        if spot == tile
    )


def tile_names(rules: Tables, state: State) -> dict[int, list[int]]:
    """Return the action tiles of this game with the actions of each."""
    called: dict[int, list[int]] = {}
    for action in range(len(at.TILES)):
        called.setdefault(rules.tile_of[state.players][action], []).append(action)
    return called


def _tiles(rules: Tables, state: State) -> Lines:
    lines = []
    for tile, actions in tile_names(rules, state).items():
        name = join_list([names.TILE[at.TILES[action]] for action in actions])
        dice = [say("{n} of {seat}", n=value, seat=seat(i)) for value, i in dice_on(state, tile)]
        shown = join_list(dice) if dice else say("no dice")
        lines.append(line(say("{name}: {dice}", name=name, dice=shown), lowest=state.lowest[tile]))
    return lines


def paths_of(rules: Tables, region: int) -> list[tuple[int, int, int]]:
    """Return the paths from a region: kind, value, destination."""
    found = []
    for kind in range(len(at.PATHS)):
        for i in range(rules.paths[kind]):
            ends = rules.path_ends[kind][i]
            if ends >> region & 1:
                other = (ends & ~(1 << region)).bit_length() - 1
                found.append((kind, rules.path_value[kind][i], other))
    return found


def huts_in(state: State, region: int) -> list[int]:
    """Return the seats with a hut in a region, the one on the building space first."""
    there = [i for i in range(state.players) if state.player[i].regions >> region & 1]
    return sorted(there, key=lambda i: i != state.owner[region])


def _regions(rules: Tables, state: State) -> Lines:
    lines = []
    for region in range(len(at.REGIONS)):
        huts = [seat(i) for i in huts_in(state, region)]
        paths = [
            say("{code} {way} {n}", code=at.REGIONS[other], way=names.PATH[at.PATHS[kind]], n=value)
            for kind, value, other in paths_of(rules, region)
        ]
        fish = state.fish[region]
        values = {
            "region": names.region(region),
            "resource": names.RESOURCE[at.RESOURCES[rules.region_resource[region]]],
            "fish": names.fish(rules, fish) if fish != at.NONE else say("no fish yet"),
            "huts": join_list(huts) if huts else say("nobody"),
            "paths": join_list(paths),
        }
        text = say("{region}: {resource}, {fish}. Huts: {huts}. Paths: {paths}", **values)
        lines.append(line(text, code=at.REGIONS[region]))
    return lines


def _temple(rules: Tables, state: State) -> Lines:
    priests = [
        names.temple_space(rules.temple_value[space], seat(i))
        for space, i in enumerate(state.temple)
        if i != at.NONE
    ]
    shown = join_list(priests) if priests else say("empty")
    return [
        line(say("From the left: {priests}", priests=shown)),
        line(plural("{n} God tile in the pile", "{n} God tiles in the pile", state.god_tiles)),
    ]


def _status(rules: Tables, state: State) -> Lines:
    lines = []
    for i in state.status:
        if i != at.NONE:
            steps = state.player[i].steps
            values: Values = {
                "seat": seat(i),
                "steps": steps,
                "n": rules.status_points[steps],
            }
            text = plural("{seat}: space {steps}, {n} point", _STATUS_MANY, **values)
            lines.append(line(text, **values))
    return lines


_STATUS_MANY = "{seat}: space {steps}, {n} points"


def _persons(rules: Tables, state: State, sex: int) -> Lines:
    shown = []
    for position in range(at.POSITIONS):
        tile = state.display[sex][position]
        name = names.person(rules, sex, tile) if tile != at.NONE else say("nobody")
        shown.append(line(say("{n}: {person}", n=position + 1, person=name), position=position + 1))
    return shown


def jewel_line(rules: Tables, tile: int) -> Message:
    """Return a tile of the display with its price."""
    price = names.shells(rules.jewelry_cost[tile])
    return say("{jewel} for {price}", jewel=names.jewel(rules, tile), price=price)


def _jewelry(rules: Tables, state: State) -> Lines:
    lines = []
    for column in range(at.ROUNDS):
        tiles = state.jewelry[at.COLUMN * column : at.COLUMN * (column + 1)]
        called = [jewel_line(rules, tile) for tile in tiles if tile != at.NONE]
        if called:
            lines.append(line(say("Round {n}: {tiles}", n=column + 1, tiles=join_list(called))))
    return lines


def _open_tasks(rules: Tables, state: State) -> Lines:
    return [line(names.full_task(rules, task)) for task in state.offer if task != at.NONE]


def _cards(state: State) -> Lines:
    deck = number_of(state.deck)
    return [
        line(say("Open: {cards}", cards=names.cards(state.row))),
        line(plural("{n} card in the draw pile", "{n} cards in the draw pile", deck)),
        line(say("Discard pile: {cards}", cards=names.cards(state.discard))),
    ]


_IF_NOW = ("{n} point if the game ended now", "{n} points if the game ended now")


def _player(rules: Tables, state: State, i: int, points: int, sees: bool) -> Lines:
    me = state.player[i]
    return [
        line(plural(*_IF_NOW, points), points=points),
        *_dice(me),
        _supplies(me),
        *_hand(me, sees),
        _huts(rules, me),
        *_people(rules, me),
        *_ceremony(rules, me),
        *_treasures(rules, me),
        *(_task(rules, state, i, task, sees) for task in me.task if task != at.NONE),
    ]


def _dice(me: Player) -> Lines:
    left = [value for value, spot in zip(me.die, me.spot, strict=True) if spot == at.NONE and value]
    return [line(say("Dice to place: {dice}", dice=join_list(left)), dice=left)] if left else []


def _supplies(me: Player) -> Line:
    values: Values = {
        "offerings": me.offerings,
        "shells": me.shells,
        "tiles": me.god_tiles,
        "priests": me.priests,
    }
    text = "Offerings {offerings}, shells {shells}, God tiles {tiles}, priests available {priests}"
    return line(say(text, **values), **values)


def _hand(me: Player, sees: bool) -> Lines:
    number = number_of(me.hand)
    if sees:
        lines = [line(say("God cards: {cards}", cards=names.cards(me.hand)), hand=list(me.hand))]
        if any(me.known):
            known = names.cards(me.known)
            lines.append(line(say("Known to everyone: {cards}", cards=known)))
        return lines
    lines = [line(plural("{n} God card in hand", "{n} God cards in hand", number), cards=number)]
    if any(me.known):
        known = names.cards(me.known)
        lines.append(line(say("Known: {cards}", cards=known), known=list(me.known)))
    return lines


def _huts(rules: Tables, me: Player) -> Line:
    values: Values = {
        "normal": me.normal,
        "last": me.last,
        "free": free_spaces(rules, me),
    }
    text = "Huts on normal spaces {normal}, on the 12th {last}; free person spaces {free}"
    return line(say(text, **values), **values)


def _people(rules: Tables, me: Player) -> Lines:
    lines = []
    for sex in range(len(at.SEXES)):
        called = []
        for kind, word in enumerate(at.TYPES):
            if n := number_of_type(me, sex, kind):
                values = {"which": names.TYPE[word], "n": n}
                called.append(say("{n} × {which}", **values) if n > 1 else names.TYPE[word])
        if called:
            fresh = [
                names.symbols(sex, rules.symbols[sex][tile])
                for tile in range(len(rules.symbols[sex]))
                if me.persons[sex] & ~me.shifted[sex] & 1 << tile
            ]
            shown = join_list(fresh) if fresh else say("none")
            text = (
                "Women: {names}. Shifted down: {n}. Not shifted: {fresh}",
                "Men: {names}. Shifted down: {n}. Not shifted: {fresh}",
            )
            n = me.shifted[sex].bit_count()
            lines.append(line(say(text[sex], names=join_list(called), n=n, fresh=shown)))
    return lines


def _ceremony(rules: Tables, me: Player) -> Lines:
    lines = []
    filled = [
        say("{resource} on {n}", resource=_material(rules, space), n=space + 1)
        for space in range(at.SPACES)
        if me.filled >> space & 1
    ]
    if filled:
        lines.append(line(say("Ceremony spaces: {materials}", materials=join_list(filled))))
    beside = [
        say("{n} × {which}", n=me.beside[i], which=names.RESOURCE[name])
        for i, name in enumerate(at.MATERIALS)
        if me.beside[i]
    ]
    if beside:
        lines.append(line(say("Next to the board: {materials}", materials=join_list(beside))))
    built = [i for i in range(at.BUILDINGS) if me.building[i] != at.NONE]
    if built:
        sites = [say("{n} on {site}", n=i + 1, site=names.site(me.building[i])) for i in built]
        lines.append(line(say("Buildings: {sites}", sites=join_list(sites))))
    left = [i + 1 for i in range(at.FACES) if me.building[i] == at.NONE]
    return [*lines, line(say("Not yet built: {tiles}", tiles=join_list(left)))] if left else lines


def _material(rules: Tables, space: int) -> Message:
    return names.RESOURCE[at.MATERIALS[rules.space_material[space]]]


def _treasures(rules: Tables, me: Player) -> Lines:
    jewels = [names.jewel(rules, t) for t in range(len(at.JEWELRY)) if me.jewelry >> t & 1]
    lines = [line(say("Jewelry: {jewels}", jewels=join_list(jewels)))] if jewels else []
    done = me.done.bit_count()
    if done:
        lines.append(line(plural("{n} task completed", "{n} tasks completed", done), done=done))
    return lines


def _task(rules: Tables, state: State, i: int, task: int, sees: bool) -> Line:
    found = progress(rules, state, i, task, sees)
    counts = [
        say("has {n} of {count}", n="?" if has is None else has, count=count)
        for has, count in found
    ]
    name = names.full_task(rules, task)
    text = say("Task {task} ({counts})", task=name, counts=join_list(counts))
    return line(text, task=names.task(task), progress=[list(one) for one in found])

"""What a seat of Bora Bora observes: everything but hidden God cards and the chance to come.

Seats are counted from the observer (me, left 1 ...). Tiles and spaces are 0 or 1, numbers are
divided so that they mostly lie between 0 and 1. ``features`` names the numbers in the order in
which ``observe`` fills them; each function below fills its part and returns where the next
begins.
"""

from __future__ import annotations

from proa.engine.compile import rule
from proa.games.borabora.components import Tables
from proa.games.borabora.position import (
    BUILDINGS,
    COLOURS,
    COLUMN,
    COPIES,
    DICE,
    FACES,
    FISH_KINDS,
    GODS,
    HELD,
    JEWELRY,
    MATERIALS,
    MOST_OPEN,
    MOST_PLAYERS,
    MOST_SYMBOLS,
    NONE,
    OVER_ALL,
    POINTS,
    POSITIONS,
    QUESTIONS,
    REGIONS,
    ROUNDS,
    ROWS,
    SEXES,
    SPACES,
    TASKS,
    TEMPLE_SPACES,
    TILES,
    TYPES,
)
from proa.games.borabora.rules.asking import top
from proa.games.borabora.rules.bits import size
from proa.games.borabora.rules.gods import number_of
from proa.games.borabora.rules.materials import covered
from proa.games.borabora.rules.persons import not_shifted, number_of_type

SEATS = ("me", "left 1", "left 2", "left 3")
_COUNTS = (
    "present",
    "moves",
    "place in turn order",
    "status steps",
    "status place",
    "offerings",
    "shells",
    "God tiles",
    "huts on normal spaces",
    "huts on 12th space",
    "person on 12th space",
    "priests",
    "God cards",
    "points",
    "completed tasks",
)


def features(rules: Tables) -> list[str]:
    """The names of the numbers, in order."""
    names = [f"asked: {question}" for question in QUESTIONS]
    names += ["asked: a", "asked: b", "round", "God tiles at temple", "Green used"]
    names += [f"lowest die: {tile}" for tile in TILES]
    for region in REGIONS:
        names += [f"{region}: {kind}" for kind in FISH_KINDS]
        names += [f"{region}: fish", *(f"{region}: {seat} on building space" for seat in SEATS)]
    for space in range(TEMPLE_SPACES):
        names += [f"temple {space + 1}: {seat}" for seat in SEATS]
    for sex in SEXES:
        for position in range(1, POSITIONS + 1):
            names += [f"{sex} {position}: {kind}" for kind in (*TYPES, "symbols")]
    names += [f"{sex} used: {kind}" for sex in SEXES for kind in TYPES]
    names += [f"open: {task}" for task in TASKS]
    names += [f"column of {tile}" for tile in JEWELRY]
    names += [f"open {god}" for god in GODS]
    names += [f"discarded {god}" for god in GODS]
    names.append("draw pile")
    for seat in SEATS:
        names += [f"{seat}: {name}" for name in _COUNTS]
        names += [f"{seat}: known {god}" for god in GODS]
        names += [f"{seat}: hand {god}" for god in GODS]
        names += [f"{seat}: {sex} {kind}" for sex in SEXES for kind in TYPES]
        symbols = range(1, MOST_SYMBOLS + 1)
        names += [f"{seat}: {sex} not shifted, {n}" for sex in SEXES for n in symbols]
        names += [f"{seat}: hut in {region}" for region in REGIONS]
        names += [f"{seat}: material on {space}" for space in range(1, SPACES + 1)]
        names += [f"{seat}: building on {space}" for space in range(1, SPACES + 1)]
        names += [f"{seat}: {material} beside" for material in MATERIALS]
        names += [f"{seat}: built {tile}" for tile in range(1, BUILDINGS + 1)]
        names += [f"{seat}: {tile}" for tile in JEWELRY]
        names += [f"{seat}: task {task}" for task in TASKS]
        names += [f"{seat}: die {value}" for value in range(1, FACES + 1)]
    return names


@rule
def observe(rules, state, seat, out):
    """Fill ``out`` (float32) in the order of :func:`features`."""
    for i in range(len(out)):
        out[i] = 0.0
    at = observe_course(rules, state, out)
    at = observe_islands(rules, state, seat, at, out)
    at = observe_market(rules, state, at, out)
    at = observe_cards(rules, state, at, out)
    for place in range(state.players):
        other = (seat + place) % state.players
        at = observe_seat(rules, state, other, at, out)
        observe_hand(rules, state, seat, other, at, out)
        at = observe_persons(rules, state.player[other], at + 2 * COLOURS, out)
        at = observe_board(rules, state.player[other], at, out)


@rule
def flags(bits, n, at, out):
    """``n`` things of a set, 0 or 1."""
    for i in range(n):
        out[at + i] = bits >> i & 1
    return at + n


@rule
def away(state, seat, other):
    """How many seats to the left of the observer somebody sits."""
    return (other + state.players - seat) % state.players


@rule
def observe_course(rules, state, out):
    """What is asked, the round, the action tiles."""
    at = len(QUESTIONS)
    if state.phase == OVER_ALL:
        out[OVER_ALL] = 1.0
    else:
        question = top(state)
        out[question.kind] = 1.0
        out[at] = question.a / 10.0
        out[at + 1] = question.b / 10.0
    out[at + 2] = state.round / ROUNDS
    out[at + 3] = state.god_tiles / ROUNDS
    out[at + 4] = state.green
    at += 5
    for tile in range(ROWS):
        out[at + tile] = state.lowest[tile] / FACES
    return at + ROWS


@rule
def observe_islands(rules, state, seat, at, out):
    """Fish, huts on building spaces, priests."""
    for region in range(len(REGIONS)):
        fish = state.fish[region]
        if fish != NONE:
            out[at + fish // 3] = 1.0
            out[at + len(FISH_KINDS)] = rules.fish_value[fish] / 6.0
        at += len(FISH_KINDS) + 1
        if state.owner[region] != NONE:
            out[at + away(state, seat, state.owner[region])] = 1.0
        at += MOST_PLAYERS
    for space in range(TEMPLE_SPACES):
        if state.temple[space] != NONE:
            out[at + away(state, seat, state.temple[space])] = 1.0
        at += MOST_PLAYERS
    return at


@rule
def observe_market(rules, state, at, out):
    """Persons, types used, tasks and jewelry on the board."""
    for sex in range(len(SEXES)):
        for position in range(POSITIONS):
            tile = state.display[sex][position]
            if tile != NONE:
                out[at + tile // COPIES] = 1.0
                out[at + len(TYPES)] = rules.symbols[sex][tile] / 3.0
            at += len(TYPES) + 1
    for sex in range(len(SEXES)):
        at = flags(state.used[sex] + 0, len(TYPES), at, out)
    for i in range(MOST_OPEN):
        if state.offer[i] != NONE:
            out[at + state.offer[i]] = 1.0
    at += len(TASKS)
    for space in range(len(JEWELRY)):
        if state.jewelry[space] != NONE:
            out[at + state.jewelry[space]] = (space // COLUMN + 1) / ROUNDS
    return at + len(JEWELRY)


@rule
def observe_cards(rules, state, at, out):
    """The open God cards, the discard pile, the height of the draw pile."""
    for god in range(COLOURS):
        out[at + god] = state.row[god] / 3.0
        out[at + COLOURS + god] = state.discard[god] / rules.cards
    out[at + 2 * COLOURS] = number_of(state.deck) / (COLOURS * rules.cards)
    return at + 2 * COLOURS + 1


@rule
def observe_seat(rules, state, other, at, out):
    """The counts that everybody sees of a seat."""
    player = state.player[other]
    out[at] = 1.0
    out[at + 1] = 1.0 if state.mover == other else 0.0
    for place in range(state.players):
        if state.order[place] == other:
            out[at + 2] = (place + 1) / MOST_PLAYERS
        if state.status[place] == other:
            out[at + 4] = (place + 1) / MOST_PLAYERS
    out[at + 3] = player.steps / rules.status_spaces
    out[at + 5] = player.offerings / 10.0
    out[at + 6] = player.shells / 10.0
    out[at + 7] = player.god_tiles / 3.0
    out[at + 8] = player.normal / 10.0
    out[at + 9] = player.last / 10.0
    out[at + 10] = player.closed
    out[at + 11] = player.priests / 4.0
    out[at + 12] = number_of(player.hand) / 10.0
    points = 0
    for line in range(len(POINTS)):
        points += player.points[line]
    out[at + 13] = points / 100.0
    out[at + 14] = size(player.done) / 9.0
    return at + 15


@rule
def observe_hand(rules, state, seat, other, at, out):
    """Known God cards of all; the hand itself only of the observer, or when hands are open."""
    player = state.player[other]
    for god in range(COLOURS):
        out[at + god] = player.known[god] / 5.0
        if other == seat or rules.open_hands == 1:
            out[at + COLOURS + god] = player.hand[god] / 5.0


@rule
def observe_persons(rules, player, at, out):
    """Men and women by type, and those not shifted by symbols."""
    for sex in range(len(SEXES)):
        for kind in range(len(TYPES)):
            out[at + kind] = number_of_type(player, sex, kind) / COPIES
        at += len(TYPES)
    for sex in range(len(SEXES)):
        for symbols in range(1, MOST_SYMBOLS + 1):
            out[at] = size(not_shifted(rules, player, sex, symbols)) / 4.0
            at += 1
    return at


@rule
def observe_board(rules, player, at, out):
    """Regions, ceremony spaces, tiles and dice of a seat."""
    at = flags(player.regions + 0, len(REGIONS), at, out)
    at = flags(player.filled + 0, SPACES, at, out)
    at = flags(covered(rules, player), SPACES, at, out)
    for material in range(len(MATERIALS)):
        out[at + material] = player.beside[material] / 3.0
    at += len(MATERIALS)
    for tile in range(BUILDINGS):
        out[at + tile] = 1.0 if player.building[tile] != NONE else 0.0
    at += BUILDINGS
    at = flags(player.jewelry + 0, len(JEWELRY), at, out)
    for i in range(HELD):
        if player.task[i] != NONE:
            out[at + player.task[i]] = 1.0
    at += len(TASKS)
    for i in range(DICE):
        if player.spot[i] == NONE and player.die[i] > 0:
            out[at + player.die[i] - 1] += 1.0 / DICE
    return at + FACES

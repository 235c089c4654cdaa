"""The observation of a seat of Bora Bora: everything but hidden God cards and future chance.

Face-down persons, tasks and God cards follow from what is not in sight. The observation contains
the piles as long as something can still come from them.
"""

from __future__ import annotations

from proa.engine.compiler.compile import inlined, rule, whole
from proa.engine.core.observation import Slice
from proa.engine.core.observation_rules import away, clip, left_of, write_one_hot, write_set
from proa.games.borabora.components import Tables
from proa.games.borabora.rules.bits import size
from proa.games.borabora.rules.gods import number_of
from proa.games.borabora.rules.materials import covered
from proa.games.borabora.rules.persons import not_shifted, numbers_of_types
from proa.games.borabora.state import (
    BUILDINGS,
    COLOURS,
    COLUMN,
    COPIES,
    DEAL_TASKS,
    DEAL_WOMEN,
    DICE,
    FACES,
    FIRST_CHANCE,
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
    PERSONS,
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

SEATS = ("me", "left 1", "left 2", "left 3")
"""Seats, counted from the observer."""
PARTED = 100
"""Points up to this value are one number, those beyond it another, so both stay in range."""
_ASKED = QUESTIONS[:FIRST_CHANCE]


def _numbers(n: int) -> tuple[str, ...]:
    return tuple(str(i) for i in range(1, n + 1))


def slices(rules: Tables) -> list[Slice]:
    """Return the slices of the observation, in the order in which :func:`observe` fills them."""
    spaces, places = _numbers(SPACES), _numbers(MOST_PLAYERS)
    seats = (SEATS,)
    return [
        *_course(),
        *_islands(),
        *_market(rules),
        Slice("present", seats, "who plays"),
        Slice("decides", seats, "who is asked"),
        Slice("turn order", (SEATS, places), "place in turn order"),
        Slice("status place", (SEATS, places), "place on the status track, 1 furthest ahead"),
        Slice("status steps", seats, "steps on the status track", 20.0),
        Slice("offerings", seats, "offerings at hand", 10.0),
        Slice("shells", seats, "shells at hand", 10.0),
        Slice("God tiles", seats, "God tiles at hand", 3.0),
        Slice("huts", (SEATS, ("normal spaces", "12th space")), "huts left on the board", 10.0),
        Slice("closed", seats, "1: a person lies on the 12th space"),
        Slice("priests", seats, "priests in supply", 4.0),
        Slice("God cards", seats, "cards in hand", 10.0),
        Slice("points", (SEATS, (f"to {PARTED}", "beyond")), "points booked so far", float(PARTED)),
        Slice("completed tasks", seats, "how many", 9.0),
        Slice("known cards", (SEATS, GODS), "God cards in hand that all know", 5.0),
        Slice("hand", (SEATS, GODS), "God cards in hand, where the observer knows them", 5.0),
        Slice("persons", (SEATS, SEXES, TYPES), "persons on the board, by type", float(COPIES)),
        Slice("not shifted", (SEATS, SEXES, _numbers(MOST_SYMBOLS)), "those, by symbols", 4.0),
        Slice("regions", (SEATS, REGIONS), "regions with a hut"),
        Slice("materials", (SEATS, spaces), "ceremony spaces with a material"),
        Slice("built over", (SEATS, spaces), "ceremony spaces under a building"),
        Slice("beside", (SEATS, MATERIALS), "materials beside the board", 3.0),
        Slice("buildings", (SEATS, _numbers(BUILDINGS)), "building tiles that are built"),
        Slice("jewelry", (SEATS, JEWELRY), "jewelry bought"),
        Slice("tasks", (SEATS, TASKS), "tasks on the player board"),
        Slice("dice", (SEATS, _numbers(FACES)), "dice to be placed, by value", float(DICE)),
    ]


def _course() -> list[Slice]:
    return [
        Slice("phase", (QUESTIONS,), "the question every turn of the phase begins with"),
        Slice("asked", (QUESTIONS,), "what is asked"),
        Slice("pending", (_ASKED,), "what is or will be asked"),
        Slice("about", (_ASKED, ("a", "b")), "and about which two numbers", 10.0),
        Slice("turn", (), "turns of the phase that are over", 12.0),
        Slice("round", (), "0 during the preparation", float(ROUNDS)),
        Slice("temple God tiles", (), "at the temple", float(ROUNDS)),
        Slice("Green used", (), "1: a Green God was played in this turn of phase B"),
        Slice("used", (SEXES, TYPES), "types used in this turn of phase B"),
        Slice("lowest die", (TILES,), "on each action tile, 7 without dice", 7.0),
    ]


def _islands() -> list[Slice]:
    return [
        Slice("fish kind", (REGIONS, FISH_KINDS), "the fish tile of a region"),
        Slice("fish value", (REGIONS,), "its points", 6.0),
        Slice("building space", (REGIONS, SEATS), "whose hut stands on it"),
        Slice("temple", (_numbers(TEMPLE_SPACES), SEATS), "whose priest stands there"),
    ]


def _market(rules: Tables) -> list[Slice]:
    cards = float(COLOURS * rules.cards)
    return [
        Slice("person", (SEXES, _numbers(POSITIONS), TYPES), "the person on a position"),
        Slice("symbols", (SEXES, _numbers(POSITIONS)), "the symbols on it", 3.0),
        Slice("open tasks", (TASKS,), "the tasks on the board"),
        Slice("on sale", (_numbers(COLUMN), JEWELRY), "the jewelry of this round, by space"),
        Slice("jewelry to come", (JEWELRY,), "its space of later rounds, from 1", 24.0),
        Slice("pile of persons", (SEXES, PERSONS), "those that may still come"),
        Slice("pile of tasks", (TASKS,), "those that may still come"),
        Slice("open cards", (GODS,), "open God cards", 3.0),
        Slice("discarded cards", (GODS,), "the discard pile", float(rules.cards)),
        Slice("draw pile", (), "God cards in it", cards),
    ]


@rule
def observe(rules, state, seat, out):
    """Fill ``out`` in the order of :func:`slices`."""
    at = _observe_course(state, out)
    at = _observe_islands(rules, state, seat, at, out)
    at = _observe_persons_for_sale(rules, state, at, out)
    at = _observe_tiles_for_sale(state, at, out)
    at = _observe_piles(state, at, out)
    at = _observe_seats(rules, state, seat, at, out)
    at = _observe_cards(rules, state, seat, at, out)
    at = _observe_persons(rules, state, seat, at, out)
    _observe_boards(rules, state, seat, at, out)


@inlined
def _observe_course(state, out):
    """Fill the question and the pending ones below it, the round, the action tiles."""
    at = write_one_hot(whole(state.phase), len(QUESTIONS), 0, out)
    pending = at + len(QUESTIONS)
    about = pending + len(_ASKED)
    for i in range(state.depth):
        question = state.question[i]
        if question.kind < FIRST_CHANCE:
            out[pending + question.kind] = 1
            out[about + 2 * question.kind] = question.a
            out[about + 2 * question.kind + 1] = question.b
    if state.phase == OVER_ALL:
        out[at + OVER_ALL] = 1
    else:
        out[at + state.question[state.depth - 1].kind] = 1
    at = about + 2 * len(_ASKED)
    out[at] = state.turn
    out[at + 1] = state.round
    out[at + 2] = state.god_tiles
    out[at + 3] = state.green
    at += 4
    for sex in range(len(SEXES)):
        at = write_set(state.used[sex], len(TYPES), at, out)
    for tile in range(ROWS):
        out[at + tile] = state.lowest[tile]
    return at + ROWS


@inlined
def _observe_islands(rules, state, seat, at, out):
    """Fill fish, huts on building spaces, priests. Where nothing is, the code writes 0 to some
    index of the row instead of branching, because such a branch can't be predicted."""
    values = at + len(REGIONS) * len(FISH_KINDS)
    owners = values + len(REGIONS)
    for region in range(len(REGIONS)):
        fish = whole(state.fish[region])
        write_one_hot(fish // 3, 0, at + region * len(FISH_KINDS), out)
        out[values + region] = rules.fish_value[max(fish, 0)] * (fish != NONE)
        owner = whole(state.owner[region])
        out[owners + region * MOST_PLAYERS + away(state, seat, owner)] = owner != NONE
    at = owners + len(REGIONS) * MOST_PLAYERS
    for space in range(TEMPLE_SPACES):
        priest = whole(state.temple[space])
        out[at + space * MOST_PLAYERS + away(state, seat, priest)] = priest != NONE
    return at + TEMPLE_SPACES * MOST_PLAYERS


@inlined
def _observe_persons_for_sale(rules, state, at, out):
    """Fill the persons on the board."""
    symbols = at + len(SEXES) * POSITIONS * len(TYPES)
    for sex in range(len(SEXES)):
        for position in range(POSITIONS):
            tile = whole(state.display[sex][position])
            place = sex * POSITIONS + position
            write_one_hot(tile // COPIES, 0, at + place * len(TYPES), out)
            out[symbols + place] = rules.symbols[sex][max(tile, 0)] * (tile != NONE)
    return symbols + len(SEXES) * POSITIONS


@inlined
def _observe_tiles_for_sale(state, at, out):
    """Fill the tasks and jewelry on the board."""
    for i in range(MOST_OPEN):
        write_one_hot(whole(state.offer[i]), 0, at, out)
    at += len(TASKS)
    first = COLUMN * (max(whole(state.round), 1) - 1)
    for space in range(COLUMN):
        write_one_hot(whole(state.jewelry[first + space]), 0, at + space * len(JEWELRY), out)
    at += COLUMN * len(JEWELRY)
    for space in range(first + COLUMN, len(JEWELRY)):
        if state.jewelry[space] != NONE:
            out[at + state.jewelry[space]] = space + 1
    return at + len(JEWELRY)


@inlined
def _observe_piles(state, at, out):
    """Fill what may still come: persons and tasks before the last round, God cards."""
    comes = state.round < ROUNDS or DEAL_WOMEN <= state.phase <= DEAL_TASKS
    for sex in range(len(SEXES)):
        at = write_set(state.pile[sex] if comes else whole(0), len(PERSONS), at, out)
    at = write_set(state.parrots if comes else whole(0), len(TASKS), at, out)
    for god in range(COLOURS):
        out[at + god] = state.row[god]
        out[at + COLOURS + god] = state.discard[god]
    out[at + 2 * COLOURS] = number_of(state.deck)
    return at + 2 * COLOURS + 1


@inlined
def _observe_seats(rules, state, seat, at, out):
    """Fill the public numbers of each seat."""
    order = at + 2 * MOST_PLAYERS
    status = order + MOST_PLAYERS * MOST_PLAYERS
    counts = status + MOST_PLAYERS * MOST_PLAYERS
    for place in range(state.players):
        first = max(whole(state.order[place]), 0)
        out[order + MOST_PLAYERS * away(state, seat, first) + place] = state.order[place] >= 0
        ahead = max(whole(state.status[place]), 0)
        out[status + MOST_PLAYERS * away(state, seat, ahead) + place] = state.status[place] >= 0
        other = left_of(state, seat, place)
        out[at + place] = 1
        out[at + MOST_PLAYERS + place] = state.mover == other
        _observe_counts(state.player[other], place, counts, out)
    return counts + 12 * MOST_PLAYERS


@inlined
def _observe_counts(player, place, at, out):
    """Fill ten slices, two of which have two numbers for each seat."""
    out[at + place] = clip(player.steps)
    out[at + MOST_PLAYERS + place] = clip(player.offerings)
    out[at + 2 * MOST_PLAYERS + place] = clip(player.shells)
    out[at + 3 * MOST_PLAYERS + place] = player.god_tiles
    out[at + 4 * MOST_PLAYERS + 2 * place] = player.normal
    out[at + 4 * MOST_PLAYERS + 2 * place + 1] = player.last
    out[at + 6 * MOST_PLAYERS + place] = player.closed
    out[at + 7 * MOST_PLAYERS + place] = player.priests
    out[at + 8 * MOST_PLAYERS + place] = number_of(player.hand)
    points = whole(0)
    for line in range(len(POINTS)):
        points += player.points[line]
    out[at + 9 * MOST_PLAYERS + 2 * place] = min(points, PARTED)
    out[at + 9 * MOST_PLAYERS + 2 * place + 1] = clip(max(points - PARTED, 0))
    out[at + 11 * MOST_PLAYERS + place] = size(player.done)


@inlined
def _observe_cards(rules, state, seat, at, out):
    """Fill the known God cards of all seats, and the hand of the observer or of all with open
    hands."""
    hands = at + MOST_PLAYERS * COLOURS
    for place in range(state.players):
        player = state.player[left_of(state, seat, place)]
        is_seen = place == 0 or rules.open_hands == 1
        for god in range(COLOURS):
            out[at + place * COLOURS + god] = player.known[god]
            out[hands + place * COLOURS + god] = player.hand[god] if is_seen else 0
    return hands + MOST_PLAYERS * COLOURS


@inlined
def _observe_persons(rules, state, seat, at, out):
    """Fill men and women by type, and those not shifted by symbols."""
    symbols = at + MOST_PLAYERS * len(SEXES) * len(TYPES)
    for place in range(state.players):
        player = state.player[left_of(state, seat, place)]
        for sex in range(len(SEXES)):
            group = place * len(SEXES) + sex
            numbers = numbers_of_types(player, sex)
            for kind in range(len(TYPES)):
                out[at + group * len(TYPES) + kind] = (numbers >> COPIES * kind) & 7
            first = symbols + group * MOST_SYMBOLS
            for number in range(MOST_SYMBOLS):
                out[first + number] = size(not_shifted(rules, player, sex, number + 1))
    return symbols + MOST_PLAYERS * len(SEXES) * MOST_SYMBOLS


@inlined
def _observe_boards(rules, state, seat, at, out):
    """Fill regions, ceremony spaces, tiles and dice of each seat."""
    materials = at + MOST_PLAYERS * len(REGIONS)
    over = materials + MOST_PLAYERS * SPACES
    beside = over + MOST_PLAYERS * SPACES
    built = beside + MOST_PLAYERS * len(MATERIALS)
    jewelry = built + MOST_PLAYERS * BUILDINGS
    tasks = jewelry + MOST_PLAYERS * len(JEWELRY)
    dice = tasks + MOST_PLAYERS * len(TASKS)
    for place in range(state.players):
        player = state.player[left_of(state, seat, place)]
        write_set(player.regions, len(REGIONS), at + place * len(REGIONS), out)
        write_set(player.filled, SPACES, materials + place * SPACES, out)
        write_set(covered(rules, player), SPACES, over + place * SPACES, out)
        for material in range(len(MATERIALS)):
            out[beside + place * len(MATERIALS) + material] = player.beside[material]
        for tile in range(BUILDINGS):
            out[built + place * BUILDINGS + tile] = player.building[tile] != NONE
        write_set(player.jewelry, len(JEWELRY), jewelry + place * len(JEWELRY), out)
        for i in range(HELD):
            write_one_hot(whole(player.task[i]), 0, tasks + place * len(TASKS), out)
        for i in range(DICE):
            is_free = player.spot[i] == NONE and player.die[i] > 0
            out[dice + place * FACES + max(player.die[i] - 1, 0)] += is_free

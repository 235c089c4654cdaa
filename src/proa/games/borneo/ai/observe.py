"""The observation of a seat of Borneo: public information (BO-13.2), its own hand, and what it
remembers (BO-13.6, BO-13.7).

A set of cards is one number for each card, 0 or 1. In a pile the number is the card's place from
the top, 1 for the card laid first.
"""

from __future__ import annotations

from proa.engine.compiler.compile import inlined, rule, whole
from proa.engine.core.observation import Slice
from proa.engine.core.observation_rules import away, clip, left_of, write_one_hot, write_set
from proa.games.borneo.actions import harbor_code, mission_word, shipment_code
from proa.games.borneo.components import Tables
from proa.games.borneo.rules.ending import score
from proa.games.borneo.rules.harbors import visible_flags
from proa.games.borneo.rules.rows import owner
from proa.games.borneo.rules.sets import count
from proa.games.borneo.state import (
    COMPANIES,
    DISTRIBUTIONS,
    GOODS,
    HAND_LIMIT,
    HARBOR,
    MOST_IN_ROW,
    MOST_LAID,
    MOST_MERCHANTS,
    MOST_PLAYERS,
    OPEN,
    PHASES,
    SHIPMENT,
)

SEATS = ("me", *(f"left {n}" for n in range(1, MOST_PLAYERS)))
"""Seats, counted from the observer."""


def slices(rules: Tables) -> list[Slice]:
    """Return the slices of the observation, in the order in which :func:`observe` fills them."""
    cards = tuple(shipment_code(card) for card in range(rules.shipments))
    harbors = tuple(harbor_code(card) for card in range(rules.harbors))
    missions = tuple(mission_word(rules, kind) for kind in range(rules.mission_kinds))
    ranks = tuple(str(rank) for rank in range(1, MOST_IN_ROW + 1))
    slots = tuple(f"harbor {slot}" for slot in range(OPEN))
    places = tuple(str(place) for place in range(1, len(COMPANIES) + 1))
    deck, rank = float(rules.shipments), float(MOST_IN_ROW)
    return [
        Slice("phase", (PHASES,), "what is asked; of others, without what they choose in secret"),
        Slice("due", (), "cards still to be dealt or drawn", 3.0),
        Slice("last chances", (), "of missions after the end", float(MOST_PLAYERS)),
        Slice("deck", (), "cards in the deck", deck),
        Slice("hand", (cards,), "the observer's cards"),
        Slice("chosen", (cards,), "those the observer has chosen so far"),
        Slice("discard pile", (cards,), "the cards in it"),
        Slice("attack", (cards,), "cards laid for an attack"),
        Slice("defence", (cards,), "cards laid in defence"),
        Slice("present", (SEATS,), "who plays"),
        Slice("decides", (SEATS,), "who is asked"),
        Slice("turn", (SEATS,), "whose turn it is"),
        Slice("first player", (SEATS,), "who began, while merchants are placed"),
        Slice("cards in hand", (SEATS,), "how many", float(HAND_LIMIT)),
        Slice("points", (SEATS,), "victory points", 30.0),
        Slice("has kept", (SEATS, COMPANIES), "a company of which all know a card in it"),
        Slice("shipments", (SEATS, cards), "in the warehouse"),
        Slice("harbors", (SEATS, harbors), "in the warehouse"),
        Slice("missions", (SEATS, missions), "completed, by kind", 2.0),
        Slice("row", (COMPANIES, ranks, SEATS), "whose merchant has the rank"),
        Slice("harbor deck", (harbors,), "the harbors in it"),
        Slice("open harbor", (slots, harbors), "which harbor lies open"),
        Slice("laid", (slots, cards), "place in the pile of a harbor", float(MOST_LAID)),
        Slice("flags", (slots, COMPANIES), "visible flags at a harbor", float(MOST_LAID)),
        Slice("fight", (COMPANIES,), "the company of the fight"),
        Slice("fighters", (("attacker", "defender"),), "their ranks, 0 if not chosen", rank),
        Slice("distribution", (tuple(map(str, DISTRIBUTIONS[1:])),), "how a harbor is given away"),
        Slice("rank to choose", (), "the rank of merchants who choose a card", rank),
        Slice("turn to choose", (), "the place of the company whose turn it is", 4.0),
        Slice("distributed slot", (slots,), "which of the open harbors"),
        Slice("distributed harbor", (harbors,), "its card"),
        Slice("distribution order", (places, COMPANIES), "the companies that take part"),
        Slice("stack", (missions,), "missions left, by kind", 2.0),
        Slice("paying for", (missions,), "the mission that is being paid for"),
        Slice("lacks", (GOODS,), "what it still lacks", float(MOST_MERCHANTS)),
    ]


@rule
def observe(rules, state, seat, out):
    """Fill ``out`` in the order of :func:`slices`."""
    at = _observe_course(state, seat, out)
    at = _observe_cards(rules, state, seat, at, out)
    at = _observe_seats(rules, state, seat, at, out)
    at = _observe_rows(state, seat, at, out)
    at = _observe_harbors(rules, state, at, out)
    at = _observe_fight(state, at, out)
    at = _observe_distribution(rules, state, at, out)
    _observe_missions(rules, state, at, out)


@inlined
def _observe_course(state, seat, out):
    """Fill the question; others can't tell whether the shipment is already chosen (BO-13.5)."""
    phase = whole(state.phase)
    if phase == HARBOR and state.mover != seat:
        phase = whole(SHIPMENT)
    at = write_one_hot(phase, len(PHASES), 0, out)
    out[at] = state.due
    out[at + 1] = state.chances
    out[at + 2] = count(whole(state.deck))
    return at + 3


@inlined
def _observe_cards(rules, state, seat, at, out):
    n = whole(rules.shipments)
    chosen = state.picked if state.mover == seat else whole(0)
    at = write_set(state.player[seat].hand, n, at, out)
    at = write_set(chosen, n, at, out)
    at = write_set(state.discard, n, at, out)
    at = write_set(state.fight.attack, n, at, out)
    return write_set(state.fight.defence, n, at, out)


@inlined
def _observe_seats(rules, state, seat, at, out):
    cards, harbors = whole(rules.shipments), whole(rules.harbors)
    kept = at + 6 * MOST_PLAYERS
    shipments = kept + MOST_PLAYERS * len(COMPANIES)
    owned = shipments + MOST_PLAYERS * cards
    missions = owned + MOST_PLAYERS * harbors
    for place in range(state.players):
        other = left_of(state, seat, place)
        player = state.player[other]
        out[at + place] = 1
        out[at + MOST_PLAYERS + place] = state.mover == other
        out[at + 2 * MOST_PLAYERS + place] = state.active == other
        out[at + 3 * MOST_PLAYERS + place] = state.first == other and state.turn == 0
        out[at + 4 * MOST_PLAYERS + place] = count(whole(player.hand))
        out[at + 5 * MOST_PLAYERS + place] = clip(score(rules, state, other))
        if player.kept > 0:
            out[kept + place * len(COMPANIES) + player.kept - 1] = 1
        write_set(player.shipments, cards, shipments + place * cards, out)
        write_set(player.harbors, harbors, owned + place * harbors, out)
        for kind in range(rules.mission_kinds):
            out[missions + place * rules.mission_kinds + kind] = player.missions[kind]
    return missions + MOST_PLAYERS * rules.mission_kinds


@inlined
def _observe_rows(state, seat, at, out):
    for company in range(len(COMPANIES)):
        row = state.row[company]
        for i in range(row.length):
            out[at + i * MOST_PLAYERS + away(state, seat, owner(row.place[i]))] = 1
        at += MOST_IN_ROW * MOST_PLAYERS
    return at


@inlined
def _observe_harbors(rules, state, at, out):
    at = write_set(state.harbor_deck, whole(rules.harbors), at, out)
    laid = at + OPEN * rules.harbors
    flags = laid + OPEN * rules.shipments
    for slot in range(OPEN):
        harbor = state.harbor[slot]
        write_one_hot(whole(harbor.card) - 1, 0, at + slot * rules.harbors, out)
        for i in range(harbor.laid):
            out[laid + slot * rules.shipments + harbor.pile[i]] = i + 1
        for company in range(len(COMPANIES)):
            out[flags + slot * len(COMPANIES) + company] = visible_flags(rules, harbor, company)
    return flags + OPEN * len(COMPANIES)


@inlined
def _observe_fight(state, at, out):
    """Fill the fight; ranks count from 1, and all are 0 if no merchant has been chosen."""
    fight = state.fight
    if fight.company > 0:
        out[at + fight.company - 1] = 1
        out[at + len(COMPANIES)] = fight.attacker + 1
        out[at + len(COMPANIES) + 1] = fight.defender + 1
    return at + len(COMPANIES) + 2


@inlined
def _observe_distribution(rules, state, at, out):
    distribution = state.distribution
    kinds = len(DISTRIBUTIONS) - 1
    if distribution.kind > 0:
        out[at + distribution.kind - 1] = 1
        out[at + kinds] = distribution.rank + 1
        out[at + kinds + 1] = distribution.turn + 1
        out[at + kinds + 2 + distribution.slot] = 1
        out[at + kinds + 2 + OPEN + distribution.harbor - 1] = 1
    at += kinds + 2 + OPEN + rules.harbors
    for place in range(distribution.companies):
        out[at + place * len(COMPANIES) + distribution.order[place]] = 1
    return at + len(COMPANIES) * len(COMPANIES)


@inlined
def _observe_missions(rules, state, at, out):
    for kind in range(rules.mission_kinds):
        out[at + kind] = state.stack[kind]
    at += rules.mission_kinds
    at = write_one_hot(whole(state.mission) - 1, whole(rules.mission_kinds), at, out)
    for good in range(len(GOODS)):
        out[at + good] = state.lacks[good]

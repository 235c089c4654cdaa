"""What a seat of Borneo observes (BO-13.1 to BO-13.7).

One table names the numbers and their order (:func:`features`). Seats are counted from the
observer (me, left 1 ...). Sets of cards are a number a card, 0 or 1; in a pile the number is the
card's place from the top, 1 the one laid first. Counts and points are plain numbers.
"""

from __future__ import annotations

from proa.engine.compile import rule, whole
from proa.games.borneo.actions import harbor_code, mission_word, shipment_code
from proa.games.borneo.components import Tables
from proa.games.borneo.position import (
    COMPANIES,
    GOODS,
    HARBOR,
    MOST_IN_ROW,
    MOST_PLAYERS,
    OPEN,
    PHASES,
    SHIPMENT,
)
from proa.games.borneo.rules.ending import score
from proa.games.borneo.rules.harbors import visible_flags
from proa.games.borneo.rules.rows import owner
from proa.games.borneo.rules.sets import count

_SEATS = ("me", *(f"left {n}" for n in range(1, MOST_PLAYERS)))
_SEAT = (
    *("present", "decides", "has the turn", "is first player", "cards in hand", "points"),
    *(f"has kept {company}" for company in COMPANIES),
)
_FIGHT = ("attacker", "defender", *COMPANIES)
_DISTRIBUTION = ("monopoly", "shared", "rank", "place in order")


def features(rules: Tables) -> list[str]:
    """The names of the numbers, in order."""
    shipments = [shipment_code(card) for card in range(rules.shipments)]
    harbors = [harbor_code(card) for card in range(rules.harbors)]
    missions = [mission_word(rules, kind) for kind in range(rules.mission_kinds)]
    names = [f"phase {phase}" for phase in PHASES]
    names += ["turn", "cards due", "last chances", "deck", "discard pile"]
    for where in ("hand", "chosen", "discard pile", "attack", "defence"):
        names += [f"{where}: {card}" for card in shipments]
    for seat in _SEATS:
        names += [f"{seat}: {name}" for name in _SEAT]
        names += [f"{seat}: {card}" for card in (*shipments, *harbors, *missions)]
    for company in COMPANIES:
        for rank in range(1, MOST_IN_ROW + 1):
            names += [f"{company} {rank}: {seat}" for seat in _SEATS]
    names += [f"harbor deck: {card}" for card in harbors]
    for slot in range(OPEN):
        names += [f"open {slot}: {card}" for card in (*harbors, *shipments)]
        names += [f"open {slot}: {company} flags" for company in COMPANIES]
    names += [f"fight: {name}" for name in _FIGHT]
    names += [f"distribution: {name}" for name in _DISTRIBUTION]
    names += [f"distribution: open {slot}" for slot in range(OPEN)]
    names += [f"distribution: {card}" for card in harbors]
    for place in range(len(COMPANIES)):
        names += [f"distribution {place}: {company}" for company in COMPANIES]
    names += [f"stack: {mission}" for mission in missions]
    names += [f"paying for {mission}" for mission in missions]
    return names + [f"lacks {good}" for good in GOODS]


@rule
def observe(rules, state, seat, out):
    """Fill ``out`` (float32) in the order of :func:`features`."""
    for i in range(len(out)):
        out[i] = 0.0
    at = _observe_course(rules, state, seat, out)
    at = _observe_cards(rules, state, seat, at, out)
    for place in range(MOST_PLAYERS):
        if place < state.players:
            _observe_seat(rules, state, (seat + place) % state.players, at, out)
        at += len(_SEAT) + rules.shipments + rules.harbors + rules.mission_kinds
    at = _observe_rows(state, seat, at, out)
    at = _observe_set(state.harbor_deck, whole(rules.harbors), at, out)
    for slot in range(OPEN):
        at = _observe_harbor(rules, state.harbor[slot], at, out)
    at = _observe_fight(state, at, out)
    at = _observe_distribution(rules, state, at, out)
    _observe_missions(rules, state, at, out)


@rule
def _observe_course(rules, state, seat, out):
    """The question; others can't tell whether the shipment is chosen already (BO-13.5)."""
    phase = whole(state.phase)
    if phase == HARBOR and state.mover != seat:
        phase = whole(SHIPMENT)
    out[phase] = 1.0
    at = whole(len(PHASES))
    out[at] = state.turn
    out[at + 1] = state.due
    out[at + 2] = state.chances
    out[at + 3] = count(whole(state.deck))
    out[at + 4] = count(whole(state.discard))
    return at + 5


@rule
def _observe_set(cards, n, at, out):
    for card in range(n):
        out[at + card] = whole(cards) >> card & 1
    return at + n


@rule
def _observe_cards(rules, state, seat, at, out):
    n = whole(rules.shipments)
    chosen = state.picked if state.mover == seat else whole(0)
    at = _observe_set(state.player[seat].hand, n, at, out)
    at = _observe_set(chosen, n, at, out)
    at = _observe_set(state.discard, n, at, out)
    at = _observe_set(state.fight.attack, n, at, out)
    return _observe_set(state.fight.defence, n, at, out)


@rule
def _observe_seat(rules, state, seat, at, out):
    player = state.player[seat]
    out[at] = 1.0
    out[at + 1] = 1.0 if state.mover == seat else 0.0
    out[at + 2] = 1.0 if state.active == seat else 0.0
    out[at + 3] = 1.0 if state.first == seat else 0.0
    out[at + 4] = count(whole(player.hand))
    out[at + 5] = score(rules, state, seat)
    if player.kept > 0:
        out[at + 5 + player.kept] = 1.0
    at += len(_SEAT)
    at = _observe_set(player.shipments, whole(rules.shipments), at, out)
    at = _observe_set(whole(player.harbors), whole(rules.harbors), at, out)
    for kind in range(rules.mission_kinds):
        out[at + kind] = player.missions[kind]


@rule
def _observe_rows(state, seat, at, out):
    for company in range(len(COMPANIES)):
        row = state.row[company]
        for i in range(row.length):
            away = (owner(row.place[i]) + state.players - seat) % state.players
            out[at + i * MOST_PLAYERS + away] = 1.0
        at += MOST_IN_ROW * MOST_PLAYERS
    return at


@rule
def _observe_harbor(rules, harbor, at, out):
    if harbor.card > 0:
        out[at + harbor.card - 1] = 1.0
    at += rules.harbors
    for i in range(harbor.laid):
        out[at + harbor.pile[i]] = i + 1
    at += rules.shipments
    for company in range(len(COMPANIES)):
        out[at + company] = visible_flags(rules, harbor, company)
    return at + len(COMPANIES)


@rule
def _observe_fight(state, at, out):
    """Places count from 1; all 0 when no merchant has been chosen."""
    fight = state.fight
    if fight.company > 0:
        out[at] = fight.attacker + 1
        out[at + 1] = fight.defender + 1
        out[at + 1 + fight.company] = 1.0
    return at + len(_FIGHT)


@rule
def _observe_distribution(rules, state, at, out):
    distribution = state.distribution
    if distribution.kind > 0:
        out[at + distribution.kind - 1] = 1.0
        out[at + 2] = distribution.rank + 1
        out[at + 3] = distribution.turn + 1
        out[at + len(_DISTRIBUTION) + distribution.slot] = 1.0
        out[at + len(_DISTRIBUTION) + OPEN + distribution.harbor - 1] = 1.0
    at += len(_DISTRIBUTION) + OPEN + rules.harbors
    for place in range(distribution.companies):
        out[at + place * len(COMPANIES) + distribution.order[place]] = 1.0
    return at + len(COMPANIES) * len(COMPANIES)


@rule
def _observe_missions(rules, state, at, out):
    for kind in range(rules.mission_kinds):
        out[at + kind] = state.stack[kind]
    at += rules.mission_kinds
    if state.mission > 0:
        out[at + state.mission - 1] = 1.0
    at += rules.mission_kinds
    for good in range(len(GOODS)):
        out[at + good] = state.lacks[good]

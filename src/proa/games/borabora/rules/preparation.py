"""The preparation of the game and what is laid out for a round (BB-2, BB-15.13)."""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.games.borabora import actions as act
from proa.games.borabora.rules.bits import fill
from proa.games.borabora.rules.expand import settle_region
from proa.games.borabora.rules.question_stack import ZERO, pop, push
from proa.games.borabora.rules.tasks import hold
from proa.games.borabora.state import (
    BUILDINGS,
    COLOURS,
    DEAL_CRANES,
    DEAL_FISH,
    DEAL_MEN,
    DEAL_WOMEN,
    DICE,
    EMPTY,
    HELD,
    JEWELRY,
    MAN,
    MOST_OPEN,
    MOST_PLAYERS,
    NONE,
    ORDER,
    P_START,
    PERSONS,
    POSITIONS,
    REGIONS,
    RESOURCE,
    ROWS,
    TASKS,
    TEMPLE_SPACES,
    WOMAN,
)

FIRST_HUT_FISH = 1


@rule
def start(rules, state, players):
    """Put everything in the box or in the supply, the pieces of absent players too (BB-2.12);
    chance draws the turn order first (BB-2.11)."""
    state.players = players
    clear_board(state)
    state.god_tiles = rules.temple_tiles
    state.parrots = (whole(1) << len(TASKS)) - 1 - rules.cranes
    for sex in range(2):
        state.pile[sex] = (whole(1) << len(PERSONS)) - 1
    for god in range(COLOURS):
        state.deck[god] = rules.cards
    for seat in range(MOST_PLAYERS):
        clear_player(state.player[seat])
    for seat in range(players):
        equip_player(rules, state.player[seat])
    state.phase = ORDER
    state.deal = (whole(1) << players) - 1
    push(state, ORDER, ZERO, ZERO)


@rule
def clear_board(state):
    """Empty all spaces."""
    for place in range(MOST_PLAYERS):
        state.order[place] = NONE
        state.status[place] = NONE
    for region in range(len(REGIONS)):
        state.fish[region] = NONE
        state.owner[region] = NONE
    for space in range(TEMPLE_SPACES):
        state.temple[space] = NONE
    for tile in range(ROWS):
        state.lowest[tile] = EMPTY
    for position in range(POSITIONS):
        state.display[WOMAN][position] = NONE
        state.display[MAN][position] = NONE
    for i in range(MOST_OPEN):
        state.offer[i] = NONE
    for space in range(len(JEWELRY)):
        state.jewelry[space] = NONE


@rule
def clear_player(me):
    """Remove buildings, tasks and dice."""
    for tile in range(BUILDINGS):
        me.building[tile] = NONE
    for i in range(HELD):
        me.task[i] = NONE
    for i in range(DICE):
        me.spot[i] = NONE


@rule
def equip_player(rules, me):
    """Give a player huts, priests, God tile and offerings (BB-2.9, BB-2.10)."""
    me.normal = rules.normal_huts
    me.last = rules.last_huts
    me.priests = rules.priests
    me.god_tiles = rules.god_tiles
    me.offerings = rules.offerings


# -- What chance deals -----------------------------------------------------------------------


@rule
def draw_order(state, action):
    """Outcome: set the next seat in turn order (BB-2.11)."""
    pop(state)
    seat = action - act.ORDER
    state.deal &= ~(whole(1) << seat)
    state.order[state.turn] = seat


@rule
def deal_fish(state, action):
    """Outcome: set the fish tile of the next region (BB-2.2)."""
    pop(state)
    state.deal &= ~(whole(1) << (action - act.DEALT_FISH))
    state.fish[state.turn] = action - act.DEALT_FISH


@rule
def deal_jewelry(state, action):
    """Outcome: set the tile on the next jewelry space (BB-2.6)."""
    pop(state)
    state.deal &= ~(whole(1) << (action - act.DEALT_JEWELRY))
    state.jewelry[state.turn] = action - act.DEALT_JEWELRY


@rule
def deal_crane(state, me, action):
    """Outcome: give a player a crane task (BB-2.4)."""
    pop(state)
    state.deal &= ~(whole(1) << (action - act.TASK))
    hold(me.task, HELD, action - act.TASK)


@rule
def deal_parrot(state, me, action):
    """Outcome: give a player a parrot task (BB-2.4)."""
    pop(state)
    state.parrots &= ~(whole(1) << (action - act.TASK))
    hold(me.task, HELD, action - act.TASK)


@rule
def deal_task(state, action):
    """Outcome: lay an open task on the board (BB-2.5, BB-15.13)."""
    pop(state)
    state.parrots &= ~(whole(1) << (action - act.TASK))
    hold(state.offer, MOST_OPEN, action - act.TASK)


@rule
def deal_person(state, action):
    """Outcome: put a person on the next position (BB-2.3, BB-15.13)."""
    pop(state)
    sex, tile = divmod(action - act.PERSON, len(PERSONS))
    state.pile[sex] &= ~(whole(1) << tile)
    state.display[sex][state.turn] = tile


@rule
def things_to_deal(state, kind):
    """Return what can come up in a deal, as bits; each is equally likely."""
    if kind == DEAL_WOMEN:
        return state.pile[WOMAN]
    if kind == DEAL_MEN:
        return state.pile[MAN]
    if kind <= DEAL_CRANES:
        return state.deal
    return state.parrots


@rule
def first_of_deal(kind):
    """Return the number of the outcome that deals thing 0."""
    if kind == ORDER:
        return act.ORDER
    if kind == DEAL_FISH:
        return act.DEALT_FISH
    if kind == DEAL_WOMEN:
        return act.PERSON
    if kind == DEAL_MEN:
        return act.PERSON + len(PERSONS)
    if kind < DEAL_CRANES:
        return act.DEALT_JEWELRY
    return act.TASK


# -- The first huts --------------------------------------------------------------------------


@rule
def line_up(state):
    """Place the markers on the scoring and the status track by turn order (BB-2.13, BB-2.14)."""
    for place in range(state.players):
        state.status[place] = state.order[place]
        state.player[state.order[place]].points[P_START] = place


@rule
def offer_first_huts(rules, state, me, actions):
    """Offer the regions with a fish of value 1 and an empty building space (BB-2.15)."""
    regions = ZERO
    for region in range(len(REGIONS)):
        first = rules.fish_value[state.fish[region]] == FIRST_HUT_FISH
        if first and state.owner[region] == NONE:
            regions |= 1 << region
    return fill(regions, whole(act.REGION), actions)


@rule
def place_first_hut(state, me, action):
    """Place the first hut (BB-2.15), from a space that is asked for (BB-2.16), and give the
    region's resource, which can't be refused (BB-2.17). No Red God: the fish does not score now
    (BB-2.18)."""
    region = action - act.REGION
    pop(state)
    push(state, RESOURCE, region, whole(1))
    settle_region(state, me, region)

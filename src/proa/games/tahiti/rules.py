"""Tahiti's rules, in the order of the rule book (docs/rules/tahiti.md)."""

from __future__ import annotations

import numpy as np

from proa.engine.compile import rule, whole
from proa.engine.rng import rekey
from proa.engine.verbs import CHANCE, OVER
from proa.games.tahiti.actions import (
    A_BID,
    A_BOAT,
    A_FIRST,
    A_PASS,
    A_PLACE,
    A_ROLL,
    A_STASH,
    A_TAKE,
    A_YACHT,
)
from proa.games.tahiti.position import (
    BID,
    CHEST,
    DOLLAR,
    END,
    FIRST,
    LAND,
    MOST_BID,
    MOST_COLOURS,
    MOST_PIPS,
    MOST_SQUARES,
    NONE,
    PEARL,
    REROLL,
    ROLL,
    SQUARE,
    STASH,
    YACHT,
)

IDLE_ROUNDS = 3
"""Rounds without a move after which the game ends (TA-7.5)."""

_HALF = np.uint64(32)


# -- 2. Preparation --------------------------------------------------------------------------


@rule
def start(rules, state, players):
    """Money, boats and supply (TA-2.1, TA-1.9), the disc's dollar side up (TA-2.2)."""
    state.players = players
    state.phase = FIRST
    state.disc = DOLLAR
    state.bidder = NONE
    state.first_passer = NONE
    state.letter = NONE
    for colour in range(MOST_COLOURS):
        state.supply[colour] = rules.pearls[colour]
    for square in range(MOST_SQUARES):
        state.pearl[square] = NONE
        state.boat[square] = NONE
    for seat in range(len(state.player)):
        player = state.player[seat]
        player.pearl = NONE
        player.waiting = NONE
        player.yacht = NONE
        if seat < players:
            player.cash = rules.money
            player.boats = rules.boats


@rule
def draw_first_player(state, seat):
    """Chance draws who begins (TA-2.3)."""
    state.first = seat
    state.roller = seat
    state.mover = seat
    state.phase = YACHT


@rule
def place_yacht(state, space):
    """In turn, on any space, several if they like (TA-2.4, TA-2.5); then the pearls (TA-2.6)."""
    state.player[state.mover].yacht = space
    state.mover = left_of(state, state.mover)
    if state.mover == state.first:
        state.phase = PEARL


@rule
def take_starting_pearl(state, colour):
    """One each, in the same order (TA-2.6)."""
    state.player[state.mover].pearl = colour
    state.supply[colour] -= 1
    state.mover = left_of(state, state.mover)
    if state.mover == state.first:
        state.phase = ROLL


@rule
def may_start_with(state, colour):
    """No two starting pearls of one colour (TA-2.7)."""
    if state.supply[colour] == 0:
        return False
    for seat in range(state.players):
        if state.player[seat].pearl == colour:
            return False
    return True


@rule
def left_of(state, seat):
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < state.players else 0


# -- 3. The die and the marker disc ----------------------------------------------------------


@rule
def roll(rules, state, pips):
    """A number goes to auction (TA-3.2), a first blank to the marker disc (TA-3.3)."""
    if pips > 0:
        open_auction(state, pips)
    elif state.disc == DOLLAR:
        pay_income(state)
        turn_disc(state)
    else:
        state.phase = STASH
        state.mover = state.roller


@rule
def pay_income(state):
    """A dollar for each own pearl boat on the sea (TA-3.4, TA-3.5)."""
    for seat in range(state.players):
        player = state.player[seat]
        player.cash += player.pairs


@rule
def stash(state, dollars):
    """From cash into the chest for good (TA-3.6, TA-3.8), the roller first (TA-3.7)."""
    player = state.player[state.mover]
    player.cash -= dollars
    player.chest += dollars
    state.mover = left_of(state, state.mover)
    if state.mover == state.roller:
        turn_disc(state)


@rule
def turn_disc(state):
    """The disc is turned over (TA-3.9) and the roller throws again (TA-3.10)."""
    state.disc = CHEST if state.disc == DOLLAR else DOLLAR
    state.phase = REROLL


# -- 4. The auction --------------------------------------------------------------------------


@rule
def open_auction(state, pips):
    """The roller speaks first (TA-4.1)."""
    state.die = pips
    state.phase = BID
    state.mover = state.roller
    state.bid = 0
    state.bidder = NONE
    state.first_passer = NONE
    state.passed = 0


@rule
def is_last_speaker(state) -> bool:
    """Whether all but the mover have passed (TA-4.11)."""
    return (state.passed | (1 << state.mover)) == (1 << state.players) - 1


@rule
def could_place(player) -> bool:
    """Not so with a pearl in hand and no boat left to go with it (TA-4.14, TA-4.15)."""
    return player.pearl == NONE or player.boats > 0


@rule
def lowest_bid(state) -> int:
    """One more than the last (TA-4.3); 0 for a last speaker without any cash (TA-4.13)."""
    if state.bidder == NONE and state.player[state.mover].cash == 0 and is_last_speaker(state):
        return 0
    return state.bid + 1


@rule
def highest_bid(state) -> int:
    """All the mover's cash, 255 at most (TA-4.6, TA-4.7); below the lowest: he must pass."""
    player = state.player[state.mover]
    if not could_place(player):
        return -1
    return min(whole(player.cash), whole(MOST_BID))


@rule
def make_bid(rules, state, dollars):
    """Raise (TA-4.2); a last speaker's first bid ends the auction (TA-4.11)."""
    state.bid = dollars
    state.bidder = state.mover
    if is_last_speaker(state):
        win_auction(rules, state)
    else:
        pass_the_word(rules, state)


@rule
def pass_bid(rules, state):
    """Passing is final (TA-4.5); the first to pass will be paid (TA-4.9)."""
    if is_last_speaker(state):
        # Nobody bid and the last player declines: nobody moves (TA-4.12).
        end_turn(state, False)
        return
    if state.first_passer == NONE:
        state.first_passer = state.mover
    state.passed |= 1 << state.mover
    pass_the_word(rules, state)


@rule
def pass_the_word(rules, state):
    """The next who has not passed speaks, round and round (TA-4.1); the last bidder has won
    when the word comes back to him (TA-4.8)."""
    state.mover = left_of(state, state.mover)
    while state.passed >> state.mover & 1:
        state.mover = left_of(state, state.mover)
    if state.mover == state.bidder:
        win_auction(rules, state)


@rule
def win_auction(rules, state):
    """The winner pays the first who passed (TA-4.9); losers pay nothing (TA-4.10)."""
    state.mover = state.bidder
    state.player[state.bidder].cash -= state.bid
    state.player[state.first_passer].cash += state.bid
    sail(rules, state)


# -- 5. Sailing and the space reached --------------------------------------------------------


@rule
def sail(rules, state):
    """Clockwise, as far as the die shows (TA-5.1); then what the space demands (TA-5.2)."""
    me = state.player[state.mover]
    me.yacht = (me.yacht + state.die) % rules.spaces
    state.letter = NONE
    if me.pearl != NONE:
        place_in(rules, state, me.yacht)
    elif me.waiting != NONE and state.supply[rules.space_pearl[me.yacht]] > 0:
        take_pearl(rules, state, rules.space_pearl[me.yacht])
    else:
        state.phase = LAND


@rule
def may_take(rules, state, colour):
    """The colour of the space, or any that is left once it is used up (TA-5.3, TA-6.2)."""
    wanted = rules.space_pearl[state.player[state.mover].yacht]
    return state.supply[colour] > 0 and (colour == wanted or state.supply[wanted] == 0)


@rule
def may_place_boat(state):
    """With empty hands and a boat left (TA-5.3, TA-5.6, TA-6.3)."""
    me = state.player[state.mover]
    return me.waiting == NONE and me.boats > 0


@rule
def take_pearl(rules, state, colour):
    """Into the hand (TA-5.4), or on to the boat that waits for it (TA-5.9)."""
    me = state.player[state.mover]
    me.pearl = colour
    state.supply[colour] -= 1
    if me.waiting != NONE:
        place_in(rules, state, me.waiting)
    elif is_spent(rules, state):
        state.phase = END
    else:
        end_turn(state, True)


@rule
def place_boat(state):
    """A boat waits on the space reached (TA-5.5)."""
    me = state.player[state.mover]
    me.boats -= 1
    me.waiting = me.yacht
    end_turn(state, True)


@rule
def place_in(rules, state, space):
    """The letter of a track space decides where the pair goes (TA-5.7, TA-5.9)."""
    state.letter = rules.space_letter[space]
    state.phase = SQUARE


@rule
def squares_of_letter(rules, state, actions):
    """The empty squares of the letter's row and column (TA-5.11, TA-5.12), or, if there are
    none, of the whole sea (TA-5.13)."""
    n = 0
    for i in range(rules.reach_count[state.letter]):
        square = rules.reach[state.letter][i]
        if state.pearl[square] == NONE:
            actions[n] = A_PLACE + square
            n += 1
    if n == 0:
        for square in range(rules.squares):
            if square != rules.island and state.pearl[square] == NONE:
                actions[n] = A_PLACE + square
                n += 1
    return n


@rule
def place_pair(rules, state, square):
    """Boat and pearl stay on the square to the end (TA-5.14)."""
    me = state.player[state.mover]
    state.pearl[square] = me.pearl
    state.boat[square] = state.mover
    me.pearl = NONE
    me.pairs += 1
    if me.waiting != NONE:
        me.waiting = NONE
    else:
        me.boats -= 1
    state.letter = NONE
    if is_spent(rules, state):
        state.phase = END
    else:
        end_turn(state, True)


@rule
def end_turn(state, moved):
    """The die passes to the left of the roller (TA-3.1), unless too long nobody moved (TA-7.5)."""
    state.idle = 0 if moved else state.idle + 1
    state.die = 0
    state.roller = left_of(state, state.roller)
    state.mover = state.roller
    state.phase = ROLL
    if state.idle >= IDLE_ROUNDS * state.players:
        state.phase = END


# -- 7. End of the game ----------------------------------------------------------------------


@rule
def is_spent(rules, state) -> bool:
    """Whether two colours are used up (TA-7.1)."""
    gone = 0
    for colour in range(MOST_COLOURS):
        if rules.pearls[colour] > 0 and state.supply[colour] == 0:
            gone += 1
    return gone >= 2


# -- 8. Scoring ------------------------------------------------------------------------------


@rule
def gather_bank(rules, state, square, bank, member) -> int:
    """List in ``bank`` the squares of the bank at ``square``, linked side by side (TA-8.3 to
    TA-8.5), and mark them in ``member``; returns how many."""
    colour = state.pearl[square]
    bank[0] = square
    member[square] = 1
    n = 1
    done = 0
    while done < n:
        here = bank[done]
        done += 1
        for i in range(rules.side_count[here]):
            other = rules.side[here][i]
            if state.pearl[other] == colour and member[other] == 0:
                member[other] = 1
                bank[n] = other
                n += 1
    return n


@rule
def empty_around(rules, state, bank, n, counted) -> int:
    """The empty sea squares that touch the bank, each once (TA-8.6 to TA-8.8). ``counted`` is
    scratch in which the bank's number has not been used yet: its first square + 1."""
    mark = bank[0] + 1
    empty = 0
    for k in range(n):
        here = bank[k]
        for i in range(rules.near_count[here]):
            other = rules.near[here][i]
            if state.pearl[other] == NONE and counted[other] != mark:
                counted[other] = mark
                empty += 1
    return empty


@rule
def boats_in_bank(state, bank, n, seat):
    """How many boats of a seat lie in the bank."""
    boats = 0
    for k in range(n):
        if state.boat[bank[k]] == seat:
            boats += 1
    return boats


@rule
def share_of_bank(state, bank, n, value, seat) -> int:
    """All for the most boats and for every tie for it, half for others (TA-8.9 to TA-8.11)."""
    mine = boats_in_bank(state, bank, n, seat)
    if mine == 0:
        return 0
    for other in range(state.players):
        if boats_in_bank(state, bank, n, other) > mine:
            return value // 2
    return value


@rule
def sheet(rules, state, seat, out):
    """Points from the banks of each colour and from the chest (TA-8.1, TA-8.2, TA-7.4)."""
    for i in range(MOST_COLOURS):
        out[i] = 0
    out[MOST_COLOURS] = state.player[seat].chest
    bank = np.zeros(MOST_SQUARES, np.int64)
    member = np.zeros(MOST_SQUARES, np.int64)
    counted = np.zeros(MOST_SQUARES, np.int64)
    for square in range(rules.squares):
        if state.pearl[square] != NONE and member[square] == 0:
            n = gather_bank(rules, state, square, bank, member)
            value = n * empty_around(rules, state, bank, n, counted)
            out[state.pearl[square]] += share_of_bank(state, bank, n, value, seat)


@rule
def scores(rules, state, out):
    """Every seat's points, its banks gathered once (TA-8.1)."""
    for seat in range(state.players):
        out[seat] = state.player[seat].chest
    bank = np.zeros(MOST_SQUARES, np.int64)
    member = np.zeros(MOST_SQUARES, np.int64)
    counted = np.zeros(MOST_SQUARES, np.int64)
    for square in range(rules.squares):
        if state.pearl[square] != NONE and member[square] == 0:
            n = gather_bank(rules, state, square, bank, member)
            value = n * empty_around(rules, state, bank, n, counted)
            for seat in range(state.players):
                out[seat] += share_of_bank(state, bank, n, value, seat)


@rule
def standing(rules, state, total, seat):
    """What winners are compared by: points (TA-8.12), then, if so agreed, the chest (TA-10.2)."""
    if rules.chest_breaks_ties:
        return total * 65536 + state.player[seat].chest
    return total


@rule
def returns(rules, state, out):
    """1/k to each of k players who share the victory (TA-8.12, TA-8.13)."""
    totals = np.zeros(len(state.player), np.int64)
    scores(rules, state, totals)
    best = -1
    winners = 0
    for seat in range(state.players):
        mine = standing(rules, state, totals[seat], seat)
        if mine > best:
            best = mine
            winners = 0
        if mine == best:
            winners += 1
    for seat in range(state.players):
        out[seat] = 1.0 / winners if standing(rules, state, totals[seat], seat) == best else 0.0


# -- The verbs: who is asked what ------------------------------------------------------------


@rule
def to_move(rules, state):
    """The seat that decides, CHANCE or OVER."""
    phase = state.phase
    if phase in (ROLL, REROLL, FIRST):
        return whole(CHANCE)
    if phase == END:
        return whole(OVER)
    return whole(state.mover)


@rule
def legal(rules, state, actions) -> int:
    """What may be answered to the question of the phase, ascending."""
    phase = state.phase
    if phase == BID:
        actions[0] = A_PASS
        low = lowest_bid(state)
        n = max(highest_bid(state) + 1 - low, 0)
        for i in range(n):
            actions[i + 1] = A_BID + low + i
        return n + 1
    if phase == SQUARE:
        return squares_of_letter(rules, state, actions)
    if phase == LAND:
        return _pearls_or_boat(rules, state, actions)
    if phase == STASH:
        most = min(whole(state.player[state.mover].cash), whole(rules.stash))
        return _run(actions, A_STASH, most + 1)
    if phase == YACHT:
        return _run(actions, A_YACHT, whole(rules.spaces))
    if phase == PEARL:
        n = 0
        for colour in range(MOST_COLOURS):
            if may_start_with(state, colour):
                actions[n] = A_TAKE + colour
                n += 1
        return n
    if phase == FIRST:
        return _run(actions, A_FIRST, whole(state.players))
    return _throws(rules, state, actions)


@rule
def _run(actions, first, n):
    for i in range(n):
        actions[i] = first + i
    return n


@rule
def _pearls_or_boat(rules, state, actions):
    n = 0
    for colour in range(MOST_COLOURS):
        if may_take(rules, state, colour):
            actions[n] = A_TAKE + colour
            n += 1
    if may_place_boat(state):
        actions[n] = A_BOAT
        n += 1
    return n


@rule
def _throws(rules, state, actions):
    """The faces of the die; without blanks when they would do nothing (TA-3.10)."""
    n = 0
    for pips in range(1 if state.phase == REROLL else 0, MOST_PIPS + 1):
        if rules.throws[pips] > 0:
            actions[n] = A_ROLL + pips
            n += 1
    return n


@rule
def outcomes(rules, state, weights):
    """A lot for each seat (TA-2.3); for the die the number of its faces (TA-1.8)."""
    if state.phase == FIRST:
        for seat in range(state.players):
            weights[seat] = 1
        return whole(state.players)
    n = 0
    total = whole(0)
    for pips in range(1 if state.phase == REROLL else 0, MOST_PIPS + 1):
        if rules.throws[pips] > 0:
            weights[n] = rules.throws[pips]
            total += rules.throws[pips]
            n += 1
    return total


@rule
def draw(rules, state, number):
    """One outcome, distributed as ``outcomes`` says."""
    high = number >> _HALF
    if state.phase == FIRST:
        return whole(A_FIRST) + whole((high * np.uint64(state.players)) >> _HALF)
    first = whole(rules.blanks) if state.phase == REROLL else whole(0)
    faces = np.uint64(whole(rules.face_count) - first)
    return whole(A_ROLL) + whole(rules.faces[first + whole((high * faces) >> _HALF)])


@rule
def apply(rules, state, action):
    """Carry an action or outcome out."""
    if action == A_PASS:
        pass_bid(rules, state)
    elif action < A_STASH:
        make_bid(rules, state, action - A_BID)
    elif action < A_YACHT:
        stash(state, action - A_STASH)
    elif action < A_TAKE:
        place_yacht(state, action - A_YACHT)
    elif action < A_BOAT:
        if state.phase == PEARL:
            take_starting_pearl(state, action - A_TAKE)
        else:
            take_pearl(rules, state, action - A_TAKE)
    elif action == A_BOAT:
        place_boat(state)
    elif action < A_FIRST:
        place_pair(rules, state, action - A_PLACE)
    elif action < A_ROLL:
        draw_first_player(state, action - A_FIRST)
    else:
        roll(rules, state, action - A_ROLL)


@rule
def resample(rules, state, seat, rng):
    """Tahiti hides nothing but the throws to come (TA-9.1)."""
    rekey(state, rng)

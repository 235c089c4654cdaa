"""5 and 6. Sailing, and what the space reached demands."""

from __future__ import annotations

from proa.engine.compiler.compile import rule
from proa.games.tahiti import actions as act
from proa.games.tahiti.rules.ending import is_spent
from proa.games.tahiti.rules.turns import end_turn
from proa.games.tahiti.state import END, LAND, NONE, SQUARE


@rule
def sail(rules, state):
    """Sail clockwise as far as the die shows (TA-5.1), then do what the space demands (TA-5.2). Its
    colour has no meaning for a seat that holds a pearl (TA-5.8)."""
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
    """Return whether the colour is that of the space, or any colour left once that is used up
    (TA-5.3, TA-6.2). No seat owns a colour (TA-2.8)."""
    wanted = rules.space_pearl[state.player[state.mover].yacht]
    return state.supply[colour] > 0 and (colour == wanted or state.supply[wanted] == 0)


@rule
def may_place_boat(state):
    """Return whether a boat is left and none is waiting (TA-5.3, TA-5.6, TA-6.3): at most one waits
    (TA-5.10)."""
    me = state.player[state.mover]
    return me.waiting == NONE and me.boats > 0


@rule
def take_pearl(rules, state, colour):
    """Take a pearl into the hand (TA-5.4), where the last of a second colour ends the game
    (TA-7.3), or put it on the boat that waits for it (TA-5.9)."""
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
    """Leave a boat waiting on the space reached (TA-5.5)."""
    me = state.player[state.mover]
    me.boats -= 1
    me.waiting = me.yacht
    end_turn(state, True)


@rule
def place_in(rules, state, space):
    """Ask for the square; the letter of a track space decides where the pair goes (TA-5.7,
    TA-5.9)."""
    state.letter = rules.space_letter[space]
    state.phase = SQUARE


@rule
def squares_of_letter(rules, state, actions):
    """Fill ``actions`` with the empty squares of the letter's row and column (TA-5.11, TA-5.12) or,
    if there are none, of the whole sea (TA-5.13)."""
    n = 0
    for i in range(rules.reach_count[state.letter]):
        square = rules.reach[state.letter][i]
        if state.pearl[square] == NONE:
            actions[n] = act.PLACE + square
            n += 1
    if n == 0:
        for square in range(rules.squares):
            if square != rules.island and state.pearl[square] == NONE:
                actions[n] = act.PLACE + square
                n += 1
    return n


@rule
def place_pair(rules, state, square):
    """Place boat and pearl on the square until the end (TA-5.14). The game is over if the pearl was
    the last of a second colour (TA-7.2)."""
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

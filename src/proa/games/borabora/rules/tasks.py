"""Phase C: completing and taking tasks (BB-15), Yellow Gods (BB-16.29 to BB-16.34)."""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole
from proa.games.borabora import actions as act
from proa.games.borabora.rules.counts import counted
from proa.games.borabora.rules.gods import can_give, give, may_pay, pay
from proa.games.borabora.rules.question_stack import ONE, ZERO, pop, push, top
from proa.games.borabora.rules.requirements import CARD_COLOURS, EQUAL_CARDS, GOD_CARDS, missing
from proa.games.borabora.state import (
    ASK_YELLOW,
    COLOURS,
    FINAL,
    HELD,
    MOST_OPEN,
    NONE,
    P_TASKS,
    TASK,
    YELLOW,
)

COMPLETE_POINTS = 6
YELLOW_POINTS = 4


@rule
def yellow_helps(rules, state, me, task, way):
    """Return whether a task lacks one thing (BB-16.29), and no more (BB-16.28), after paying for a
    Yellow God in this way (BB-16.30)."""
    if not can_give(me, YELLOW, way):
        return False
    give(me, YELLOW, way, ONE)
    lacks = missing(rules, state, whole(state.mover), task)
    give(me, YELLOW, way, -ONE)
    return lacks == 1


@rule
def can_complete_with_yellow(rules, state, me, task) -> bool:
    """Return whether any payment makes it possible (BB-16.30)."""
    for way in range(act.CARD, act.TILE + 1):
        if yellow_helps(rules, state, me, task, way):
            return True
    return False


@rule
def offer_tasks(rules, state, me, actions):
    """Offer to score a complete task, or one with a Yellow God (BB-15.4). If none is complete, a
    task may be surrendered instead (BB-15.5, BB-15.6) or, at the very end, the rest left (BB-17.1).
    """
    n = offer_complete_tasks(rules, state, me, actions)
    must = n > 0
    if not must and top(state).kind == FINAL:
        actions[0] = act.NO
        n = 1
    if may_pay(me, YELLOW):
        n = offer_tasks_for_yellow(rules, state, me, actions, n)
    if not must and top(state).kind == TASK:
        for i in range(HELD):
            if me.task[i] != NONE:
                actions[n] = act.SURRENDER + me.task[i]
                n += 1
    return n


@rule
def offer_complete_tasks(rules, state, me, actions):
    """Offer the tasks that are complete without help (BB-15.2)."""
    n = 0
    for i in range(HELD):
        task = whole(me.task[i])
        if task != NONE and missing(rules, state, whole(state.mover), task) == 0:
            actions[n] = act.COMPLETE + task
            n += 1
    return n


@rule
def offer_tasks_for_yellow(rules, state, me, actions, n):
    """Offer the tasks that lack one thing, if a Yellow God can be paid for (BB-15.3)."""
    for i in range(HELD):
        task = whole(me.task[i])
        if task != NONE and missing(rules, state, whole(state.mover), task) == 1:
            if can_complete_with_yellow(rules, state, me, task):
                actions[n] = act.YELLOW + task
                n += 1
    return n


@rule
def deal_with_task(rules, state, me, action):
    """Handle one of the three tasks in each round (BB-15.1), all of them at the end (BB-17.1)."""
    final = top(state).kind == FINAL
    if not final or action == act.NO:
        pop(state)
    if action == act.NO:
        return
    if action >= act.SURRENDER:
        drop(me.task, HELD, action - act.SURRENDER)
    elif action >= act.YELLOW:
        push(state, ASK_YELLOW, whole(action - act.YELLOW), ZERO)
    else:
        complete(rules, state, me, whole(action - act.COMPLETE), whole(COMPLETE_POINTS))


@rule
def offer_yellow(rules, state, me, actions):
    """Offer the ways to pay after which task ``a`` lacks only one requirement."""
    task = whole(top(state).a)
    n = 0
    for way in range(act.CARD, act.TILE + 1):
        if yellow_helps(rules, state, me, task, way):
            actions[n] = way
            n += 1
    return n


@rule
def yellow_god(rules, state, me, action):
    """Pay for the Yellow God first, then score the task (BB-16.30)."""
    task = whole(top(state).a)
    pop(state)
    pay(rules, state, me, YELLOW, action)
    complete(rules, state, me, task, whole(YELLOW_POINTS))


@rule
def complete(rules, state, me, task, points):
    """Score a task and keep it as completed (BB-15.2, BB-15.3, BB-15.7), at the end as well
    (BB-17.2)."""
    show_cards(rules, state, me, task)
    me.points[P_TASKS] = counted(me.points[P_TASKS], points)
    me.done |= whole(1) << task
    drop(me.task, HELD, task)


@rule
def show_cards(rules, state, me, task):
    """Make the God cards shown for a task known (BB-1.26), as few new ones as possible."""
    for i in range(rules.task[task].needs):
        need = rules.task[task].need[i]
        if need.what == GOD_CARDS:
            show(me, whole(need.which), whole(need.count))
        elif need.what == EQUAL_CARDS:
            show_equal(me, whole(need.count))
        elif need.what == CARD_COLOURS:
            show_colours(me, whole(need.count))


@rule
def show(me, god, count):
    """Make up to ``count`` cards of a colour known from now on."""
    me.known[god] = max(me.known[god], min(me.hand[god] + 0, count))


@rule
def show_equal(me, count):
    """Show cards of a colour that has enough, and of which most are already known."""
    most = ZERO
    for god in range(COLOURS):
        most = max(most, min(me.hand[god] + 0, count))
    best = NONE
    for god in range(COLOURS):
        if me.hand[god] >= most and (best == NONE or me.known[god] > me.known[best]):
            best = god
    show(me, whole(best), most)


@rule
def show_colours(me, count):
    """Show one card each of ``count`` colours, known ones first."""
    for god in range(COLOURS):
        if me.known[god] > 0:
            count -= 1
    for god in range(COLOURS):
        if count > 0 and me.known[god] == 0 and me.hand[god] > 0:
            me.known[god] = 1
            count -= 1


@rule
def offer_new_tasks(rules, state, me, actions):
    """Offer the open tasks on the board (BB-15.10)."""
    n = 0
    while n < MOST_OPEN and state.offer[n] != NONE:
        actions[n] = act.CHOOSE + state.offer[n]
        n += 1
    return n


@rule
def choose_task(rules, state, me, action):
    """Take a new task for the one that was completed or surrendered."""
    pop(state)
    drop(state.offer, MOST_OPEN, action - act.CHOOSE)
    hold(me.task, HELD, action - act.CHOOSE)


@rule
def hold(row, length, task):
    """Put a task into a row that is sorted ascending, with empty places last."""
    i = length - 1
    while i > 0 and (row[i - 1] == NONE or row[i - 1] > task):
        row[i] = row[i - 1]
        i -= 1
    row[i] = task


@rule
def drop(row, length, task):
    """Take a task out of such a row."""
    i = 0
    while row[i] != task:
        i += 1
    while i < length - 1:
        row[i] = row[i + 1]
        i += 1
    row[length - 1] = NONE

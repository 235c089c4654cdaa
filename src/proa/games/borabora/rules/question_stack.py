"""The stack of questions: the top one is asked; an answer pops it and may push others.

A question has a kind and two arguments, ``a`` and ``b``; the code that asks it documents them.
"""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole

ZERO, ONE = whole(0), whole(1)
"""Numbers of one type: any other argument type would cause another compilation."""


@rule
def push(state, kind, a, b):
    """Ask a question before all others."""
    question = state.question[state.depth]
    question.kind = kind
    question.a = a
    question.b = b
    state.depth += 1


@rule
def pop(state):
    """Remove the top question: it is answered."""
    state.depth -= 1
    question = state.question[state.depth]
    question.kind = 0
    question.a = 0
    question.b = 0


@rule
def top(state):
    """Return the current question."""
    return state.question[state.depth - 1]

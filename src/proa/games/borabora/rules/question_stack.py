"""The pile of questions: the top one is asked; an answer pops it and may push others.

A question has a kind and two numbers, ``a`` and ``b``; what they mean is said where it is asked.
"""

from __future__ import annotations

from proa.engine.compiler.compile import rule, whole

ZERO, ONE = whole(0), whole(1)
"""Numbers of one type: every other type of an argument is another compilation."""


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
    """The top question is answered."""
    state.depth -= 1
    question = state.question[state.depth]
    question.kind = 0
    question.a = 0
    question.b = 0


@rule
def top(state):
    """The question that is asked."""
    return state.question[state.depth - 1]

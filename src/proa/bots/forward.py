"""The compiled forward pass of a small network (:mod:`proa.bots.networks`).

It is a compilation unit of its own: other bots don't wait for it.
"""

from __future__ import annotations

import numpy as np

from proa.engine.compiler.compile import compiled_function, rule
from proa.engine.compiler.intrinsics import borrowed
from proa.engine.core.observation_rules import observe_seat
from proa.engine.core.verbs import legal, prune, score_actions


@rule
def add_products(numbers, weights, out):
    """Add to ``out`` each row of ``weights`` times its number.

    Zeros cost nothing: most numbers of an observation are zero, and about half of a hidden layer.
    The inner loop has no sum to carry, so that it becomes vector instructions.
    """
    for i in range(len(numbers)):
        number = numbers[i]
        if number != 0:
            for k in range(len(out)):
                out[k] += number * weights[i, k]


@rule
def layer(numbers, weights, bias, out):
    """Write the outputs of a layer."""
    for k in range(len(out)):
        out[k] = bias[k]
    add_products(numbers, weights, out)


@rule
def hidden_layer(numbers, weights, bias, out):
    """Write the outputs of a layer, none of them negative."""
    layer(numbers, weights, bias, out)
    for k in range(len(out)):
        out[k] = max(out[k], np.float32(0))


@compiled_function(
    "void(R, S, i8, f4[:], f4[:, :], f4[:], f4[:, :], f4[:], f4[:, :], f4[:], f4[:])"
)
def judge(
    rules, states, seat, factors,
    first, first_bias, second, second_bias, heads, heads_bias, out,
):  # fmt: skip
    """Write what a network says of the observation of a seat."""
    seen = np.empty(len(factors), np.int8)
    observe_seat(rules[0], states[0], seat, seen)
    scaled = np.empty(len(factors), np.float32)
    for i in range(len(factors)):
        scaled[i] = np.float32(seen[i]) * factors[i]
    one, two = np.empty(len(first_bias), np.float32), np.empty(len(second_bias), np.float32)
    weights = borrowed((first, second, heads))
    biases = borrowed((first_bias, second_bias, heads_bias))
    hidden_layer(borrowed(scaled), weights[0], biases[0], borrowed(one))
    hidden_layer(borrowed(one), weights[1], biases[1], borrowed(two))
    layer(borrowed(two), weights[2], biases[2], borrowed(out))


@compiled_function("i8(R, S, i4[:], f8[:])")
def score_considered(rules, states, actions, scores):
    """Fill ``actions`` with those of the seat to move that the game does not prune, and ``scores``
    with the game's own scores of them; return their number."""
    n = legal(rules[0], states[0], actions)
    if n > 1:
        n = prune(rules[0], states[0], actions, n)
    score_actions(rules[0], states[0], actions, n, scores)
    return n

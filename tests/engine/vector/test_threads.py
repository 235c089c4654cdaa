"""Threads for compiled code: nothing is left out, and nothing goes on that nobody waits for."""

from __future__ import annotations

import threading
from itertools import count

import pytest

from proa.engine.vector.threads import AHEAD, Threads, in_order


def test_all_are_called_whoever_calls_them():
    threads = Threads(3)
    for n in (0, 1, 3, 50):
        assert threads.run(lambda number: number**2, n) == [number**2 for number in range(n)]


def test_an_error_is_raised_when_all_are_done():
    done = []

    def call(number):
        if number == 1:
            raise ValueError("the second")
        done.append(number)

    with pytest.raises(ValueError, match="the second"):
        Threads(2).run(call, 9)
    assert sorted(done) == [0, *range(2, 9)]


def test_results_come_in_order_and_are_not_all_asked_for_at_once():
    made = []

    def arguments():
        for number in count():
            made.append(number)
            yield number

    for expected, result in enumerate(in_order(lambda number: -number, arguments(), 2)):
        assert result == -expected
        assert len(made) <= expected + 2 * AHEAD + 1
        if expected == 20:
            break


def test_who_leaves_early_stops_what_runs_and_what_waits():
    stop, called = threading.Event(), []

    def call(number):
        called.append(number)
        if number:
            assert stop.wait(60)
        return number

    results = in_order(call, range(99), 2, stop)
    assert next(results) == 0
    results.close()
    assert stop.is_set()
    assert len(called) <= 3

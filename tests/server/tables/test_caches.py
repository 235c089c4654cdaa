"""Caches beside the logs."""

from __future__ import annotations

import gc
from weakref import ref

from proa.server.tables.caches import LogCache
from proa.server.tables.game_log import GameLog

SEED = bytes(32)


def test_of_the_values_of_a_log_the_one_not_used_for_longest_goes(toy):
    cache, log = LogCache(2), GameLog(toy, 3, SEED)
    for key in "abac":
        cache.get(log, key, str.upper, key)
    assert [cache.get(log, key, str.lower, key) for key in "acb"] == ["A", "C", "b"]


def test_logs_have_values_of_their_own_and_take_them_along(toy):
    cache, log = LogCache(2), GameLog(toy, 3, SEED)
    cache.put(log, 1, cache)
    fork = log.fork()
    assert cache.get(fork, 1, lambda: None) is None
    cache.copy(log, fork)
    assert cache.get(fork, 1, lambda: None) is cache
    value = GameLog(toy, 3, SEED)
    gone = ref(value)
    cache.put(log, 2, value)
    del log, value
    gc.collect()
    assert gone() is None


def test_the_newest_stay_when_older_ones_are_read(toy):
    cache, log = LogCache(2, evict=min), GameLog(toy, 3, SEED)
    for key in (8, 9, 1, 2, 3):
        cache.get(log, key, str, key)
    assert [cache.get(log, key, lambda: "new") for key in (9, 3)] == ["9", "3"]

"""The keyed chance: SipHash, unbiased numbers, keys."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest
from numba import njit

from proa.engine.core import chance
from proa.engine.core.fields import PositionFields, record_of, twin_of
from proa.engine.core.rng import mixed

KEY = np.frombuffer(bytes(range(16)), "<u8").astype(np.uint64)

PUBLISHED = [
    "310e0edd47db6f72",
    "fd67dc93c539f874",
    "5a4fa9d909806c0d",
    "2d7efbd796666785",
    "b7877127e09427cf",
    "8da699cd64557618",
    "cee3fe586e46c9cb",
    "37d1018bf50002ab",
    "6224939a79f5f593",
    "b0e4a90bdf82009e",
    "f3b9dd94c5bb5d7a",
    "a7ad6b22462fb3f4",
    "fbe50e86bc8f1e75",
    "903d84c02756ea14",
    "eef27a8e90ca23f7",
    "e545be4961ca29a1",
    "db9bc2577fcc2a3f",
    "9447be2cf5e99a69",
    "9cd38d96f0b3c14b",
    "bd6179a71dc96dbb",
    "98eea21af25cd6be",
    "c7673b2eb0cbf2d0",
    "883ea3e395675393",
    "c8ce5ccd8c030ca8",
    "94af49f6c650adb8",
    "eab8858ade92e1bc",
    "f315bb5bb835d817",
    "adcf6b0763612e2f",
    "a5c91da7acaa4dde",
    "716595876650a2a6",
    "28ef495c53a387ad",
    "42c341d8fa92d832",
    "ce7cf2722f512771",
    "e37859f94623f3a7",
    "381205bb1ab0e012",
    "ae97a10fd434e015",
    "b4a31508beff4d31",
    "81396229f0907902",
    "4d0cf49ee5d4dcca",
    "5c73336a76d8bf9a",
    "d0a704536ba93e0e",
    "925958fcd6420cad",
    "a915c29bc8067318",
    "952b79f3bc0aa6d4",
    "f21df2e41d4535f9",
    "87577519048f53a9",
    "10a56cf5dfcd9adb",
    "eb75095ccd986cd0",
    "51a9cb9ecba312e6",
    "96afadfc2ce666c7",
    "72fe52975a4364ee",
    "5a1645b276d592a1",
    "b274cb8ebf87870a",
    "6f9bb4203de7b381",
    "eaecb2a30b22a87f",
    "9924a43cc1315724",
    "bd838d3aafbf8db7",
    "0b1a2a3265d51aea",
    "135079a3231ce660",
    "932b2846e4d70666",
    "e1915f5cb1eca46c",
    "f325965ca16d629f",
    "575ff28e60381be5",
    "724506eb4c328a95",
]
"""SipHash-2-4's 64-bit test vectors: key 00..0f, messages 00..(length - 1), little-endian."""


class Nobody(PositionFields, of="nobody"):
    """The fields that every position has."""


compiled = cache(njit)
"""Compiles each rule once: all its numbers have the same types."""


@pytest.fixture(params=["compiled", "python"])
def form(request):
    """Return a function that turns a rule into what compiled code or what Python calls."""
    return compiled if request.param == "compiled" else (lambda rule: rule)


@pytest.fixture(autouse=True)
def _wrapping():
    with np.errstate(over="ignore"):
        yield


@pytest.mark.parametrize("length", range(64))
def test_siphash_gives_the_published_vectors(form, length):
    words = chance.padded(bytes(range(length)))
    number = form(chance.siphash)(KEY[0], KEY[1], words)
    assert int(number).to_bytes(8, "little").hex() == PUBLISHED[length]


@pytest.mark.parametrize("counter", [0, 1, 255, 2**40 + 7, 2**64 - 1])
def test_the_keyed_number_is_siphash_of_the_counter(form, counter):
    words = chance.padded(counter.to_bytes(8, "little"))
    expected = chance.siphash(KEY[0], KEY[1], words)
    assert form(chance.keyed_number)(KEY[0], KEY[1], np.uint64(counter)) == expected


def _position(key, counter):
    array = np.zeros(1, Nobody.dtype)
    array["key"], array["counter"] = key, counter
    return array


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 1000, 2**31 - 1, 2**62 + 1])
def test_numbers_below_n_are_exact(form, n):
    """Each is the hash modulo n, with the few hashes left out that would favour small numbers."""
    array = _position(KEY, 5)
    twin = twin_of(array)
    spare = 2**64 % n
    counter = 5
    for _ in range(50):
        hashed = int(chance.keyed_number(KEY[0], KEY[1], np.uint64(counter)))
        while hashed < spare:
            counter += 1
            hashed = int(chance.keyed_number(KEY[0], KEY[1], np.uint64(counter)))
        counter += 1
        state = array[0] if form is compiled else twin
        got = form(chance.keyed_below)(state, n)
        assert 0 <= got < n
        assert got == hashed % n
        if form is compiled:
            array = np.array([state], array.dtype)
    assert int(array["counter"][0] if form is compiled else twin.counter) == counter


def test_hashes_that_would_favour_small_numbers_are_drawn_again():
    """For n = 2**63 + 1 they are nearly half of all, so the counter moves by two on average."""
    n = 2**63 + 1
    twin = twin_of(_position(KEY, 0))
    drawn = 0
    while twin.counter < 400:
        before = twin.counter
        chance.keyed_below(twin, np.uint64(n))
        hashes = [
            int(chance.keyed_number(KEY[0], KEY[1], np.uint64(counter)))
            for counter in range(before, twin.counter)
        ]
        assert [number < 2**64 % n for number in hashes] == [True] * (len(hashes) - 1) + [False]
        drawn += 1
    assert 150 < drawn < 250


def test_small_numbers_come_equally_often():
    array = _position(KEY, 0)
    record, below = array[0], compiled(chance.keyed_below)
    counts = Counter(below(record, 6) for _ in range(6000))
    squares = sum((counts[face] - 1000) ** 2 / 1000 for face in range(6))
    assert sorted(counts) == list(range(6))
    assert squares < 20.5  # chi-squared, 5 degrees of freedom: one in a thousand


def test_seeds_give_keys_that_stay():
    assert chance.key_from_seed(7).tolist() == chance.key_from_seed(7).tolist()
    assert chance.key_from_seed(7).tolist() != chance.key_from_seed(8).tolist()
    assert chance.key_from_seed("7").tolist() == chance.key_from_seed(7).tolist()
    assert chance.key_from_seed(b"7").tolist() != chance.key_from_seed(7).tolist()


def test_the_key_of_a_seed_never_changes():
    """Stored games depend on it."""
    assert [f"{half:016x}" for half in chance.key_from_seed(1).tolist()] == [
        "fd6e6c4fccd712e0",
        "752ed0de3d154148",
    ]


def test_fresh_keys_differ():
    keys = {tuple(chance.fresh_key().tolist()) for _ in range(20)}
    assert len(keys) == 20


def test_a_mixed_number_is_the_published_splitmix64(form):
    """The first outputs of SplitMix64 from seed 0."""
    golden = 0x9E3779B97F4A7C15
    numbers = [int(form(mixed)(np.uint64(golden * i % 2**64))) for i in (1, 2, 3)]
    assert numbers == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_the_record_of_a_twin_keeps_large_keys():
    twin = twin_of(_position([2**64 - 1, 2**63], 3))
    assert record_of(twin)["key"][0].tolist() == [2**64 - 1, 2**63]

"""The information state that a bot gets."""

from __future__ import annotations

import gc

import numpy as np
import pytest

from proa.engine.core.position import Position
from proa.engine.errors import BadOption


def _choosing(toy):
    """Return a position in which the mover is choosing and may take more than one card."""
    position = toy.start(3, seed=2)
    while position.fields.tide < 2:
        position = toy.play(position, "draw")
    return toy.play(position, toy.codes(position)[1])


def test_a_sight_answers_for_its_seat(toy):
    position = _choosing(toy)
    seat = position.to_move
    information_state = toy.information_state(position, seat, seed=3)
    assert information_state.seat == seat
    assert information_state.players == 3
    assert information_state.game is toy
    assert information_state.legal_actions() == toy.legal_actions(position)
    assert information_state.observation().tolist() == toy.observation(position, seat).tolist()


def test_who_is_not_to_move_has_nothing_to_decide(toy):
    position = _choosing(toy)
    other = (position.to_move + 1) % 3
    information_state = toy.information_state(position, other, seed=3)
    assert information_state.legal_actions() == []
    with pytest.raises(BadOption, match=f"seat {other} has nothing to decide"):
        information_state.choices()


def test_a_sight_never_refers_to_the_true_position(toy):
    position = toy.start(3, seed=2)
    true = position.record()
    information_state = toy.information_state(position, 0, seed=3)
    assert information_state.record() != true
    reached, seen = [information_state], set()
    while reached:
        thing = reached.pop()
        if id(thing) in seen or thing is toy:
            continue
        seen.add(id(thing))
        assert thing is not position
        if isinstance(thing, Position):
            assert thing.record() != true
        reached += [x for x in gc.get_referents(thing) if not isinstance(x, type)]
        if len(seen) > 3000:
            break


def test_samples_differ_in_what_is_hidden_only(toy):
    position = _choosing(toy)
    other = (position.to_move + 1) % 3
    information_state = toy.information_state(position, other, seed=3)
    samples = [information_state.sample(seed) for seed in range(30)]
    assert len({sample.digest for sample in samples}) > 5
    assert len({str(sample.fields.player[other].hand) for sample in samples}) == 1
    held = [[player.held for player in sample.fields.player] for sample in samples]
    assert all(one == held[0] for one in held)
    assert {sum(sample.fields.chosen) for sample in samples} > {1}


def test_a_sample_of_the_sight_is_as_good_as_one_of_the_truth(toy):
    """Resampling depends on nothing but what the seat knows, so both are the same bytes."""
    position = _choosing(toy)
    for seat in range(3):
        information_state = toy.information_state(position, seat, seed=5)
        for seed in range(10):
            truth = toy.resample(position, seat, seed).record()
            assert information_state.sample(seed).record() == truth


def test_every_card_may_be_anywhere_it_can_be(toy):
    """Each hidden card lies in the deck or in the other hands as often as places there."""
    position = toy.start(3, seed=4)
    hidden = np.zeros(6)
    in_hand = np.zeros(6)
    for seed in range(2000):
        sample = toy.resample(position, 0, seed).fields
        in_hand += np.array(list(sample.player[1].hand))
        hidden += np.array(list(sample.player[1].hand)) + np.array(list(sample.player[2].hand))
        hidden += np.array(list(sample.deck))
    assert np.allclose(in_hand / hidden, 3 / 18, atol=0.02)


def test_the_key_is_always_replaced(toy):
    position = toy.start(3, seed=4)
    sample = toy.resample(position, 0, 1)
    assert sample.fields.key != position.fields.key
    assert sample.fields.counter == 0


def _differing(position, imagined, seat):
    """Return the hidden fields in which a position and a sample of it for ``seat`` differ."""
    s, i = position.fields, imagined.fields
    names = ("key", "counter", "deck", "chosen")
    fields = {name for name in names if getattr(s, name) != getattr(i, name)}
    others = [other for other in range(3) if other != seat]
    fields |= {f"hand {n}" for n in others if s.player[n].hand != i.player[n].hand}
    return fields | ({"number chosen"} if sum(s.chosen) != sum(i.chosen) else set())


def test_samples_differ_in_every_hidden_field_and_show_the_seat_the_same(toy):
    """The peek test means something only if whatever is hidden does differ."""
    differing = set()
    for seed in range(6):
        position = toy.start(3, seed=seed)
        while not position.is_over:
            for seat in range(3):
                imagined = toy.resample(position, seat, seed)
                assert toy.view(position, seat) == toy.view(imagined, seat)
                assert (toy.observation(position, seat) == toy.observation(imagined, seat)).all()
                differing |= _differing(position, imagined, seat)
            position = toy.play(position, toy.codes(position)[-1 if seed % 2 else 0])
    hands = {"hand 0", "hand 1", "hand 2"}
    assert differing == {"key", "counter", "deck", "chosen", "number chosen"} | hands

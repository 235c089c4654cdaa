"""The observation of a seat agrees with the position in words of the rule book."""

import pytest

from games.conformance import sampled


def observed(game, position, seat):
    """Return the observation by name."""
    names = game.observation_names()
    numbers = game.observation(position, seat, "int8")
    assert len(names) == len(numbers) == len(set(names))
    return dict(zip(names, numbers.tolist(), strict=True))


def cards(seen, prefix):
    """Return the cards whose number is not 0, with the number."""
    return {name[-3:]: n for name, n in seen.items() if n and name.startswith(f"{prefix}S")}


def seat_name(seat, observer, players):
    """Return the observer's name for a seat."""
    away = (seat - observer) % players
    return f"left {away}" if away else "me"


@pytest.mark.rule("BO-13.1", "BO-13.2", "BO-13.6")
@pytest.mark.parametrize("players", [3, 5])
def test_the_observation_says_what_the_position_says(game, words, players):
    for number, position in enumerate(sampled(game, players, seed=60 + players, every=13)):
        me = number % players
        seen, said = observed(game, position, me), words(position)
        check_course(seen, said, me)
        check_cards(seen, said, me)
        check_seats(game, position, seen, said, me)
        check_rows(seen, said, me)
        check_harbors(seen, said)
        check_questions(seen, said)


def check_course(seen, said, me):
    phase = said["phase"]
    if phase == "harbor" and said["to_decide"] != me:
        phase = "shipment"
    assert [name for name, n in seen.items() if n and name.startswith("phase: ")] == [
        f"phase: {phase}"
    ]
    assert seen["deck"] == len(said["deck"])


def check_cards(seen, said, me):
    own = me < len(said["seats"])
    assert set(cards(seen, "hand: ")) == set(said["seats"][me]["hand"] if own else [])
    chosen = said["chosen"] if said["to_decide"] == me else []
    assert set(cards(seen, "chosen: ")) == set(chosen)
    assert set(cards(seen, "discard pile: ")) == set(said["discard_pile"])
    assert set(cards(seen, "attack: ")) == set(said["fight"]["attack"])
    assert set(cards(seen, "defence: ")) == set(said["fight"]["defence"])


def check_seats(game, position, seen, said, me):
    scores = game.scores(position)
    for seat, holds in enumerate(said["seats"][: said["players"]]):
        name = seat_name(seat, me, said["players"])
        assert set(cards(seen, f"shipments: {name}, ")) == set(holds["shipments"])
        assert {
            h for h in game.observation_names() if seen[h] and h.startswith(f"harbors: {name}, ")
        } == {f"harbors: {name}, {harbor}" for harbor in holds["harbors"]}
        assert all(seen[f"missions: {name}, {kind}"] == n for kind, n in holds["missions"].items())
        assert seen[f"cards in hand: {name}"] == len(holds["hand"])
        assert seen[f"points: {name}"] == scores[seat]
        assert seen[f"present: {name}"] == 1
        assert seen[f"decides: {name}"] == (seat == said["to_decide"])
        assert seen[f"turn: {name}"] == (seat == said["turn_of"])
        for company in said["companies"]:
            kept = holds["known_to_hold"] == company
            assert seen[f"has kept: {name}, {company}"] == kept


def check_rows(seen, said, me):
    for company, row in said["companies"].items():
        standing = {
            f"row: {company}, {rank}, {seat_name(int(merchant[0]), me, said['players'])}"
            for rank, merchant in enumerate(row, 1)
        }
        assert {n for n in seen if seen[n] and n.startswith(f"row: {company}, ")} == standing


def check_harbors(seen, said):
    for slot, harbor in enumerate(said["open_harbors"]):
        pile = {card: place for place, card in enumerate(harbor["pile"], 1)}
        assert cards(seen, f"laid: harbor {slot}, ") == pile
        opened = {n[-3:] for n in seen if seen[n] and n.startswith(f"open harbor: harbor {slot}, ")}
        assert opened == ({harbor["harbor"]} - {None})
    face_down = {n[-3:] for n in seen if seen[n] and n.startswith("harbor deck: ")}
    assert face_down == set(said["harbor_deck"])


def check_questions(seen, said):
    assert all(seen[f"stack: {kind}"] == n for kind, n in said["mission_stack"].items())
    assert all(seen[f"lacks: {good}"] == n for good, n in said["lacks"].items())
    for kind in said["mission_stack"]:
        assert seen[f"paying for: {kind}"] == (said["paying_for"] == kind)
    fight, sharing = said["fight"], said["distribution"]
    for company in said["companies"]:
        assert seen[f"fight: {company}"] == (fight["company"] == company)
        for place in range(4):
            order = sharing["order"] if sharing else []
            here = place < len(order) and order[place] == company
            assert seen[f"distribution order: {place + 1}, {company}"] == here
    assert seen["distribution: monopoly"] == bool(sharing and sharing["kind"] == "monopoly")
    assert seen["distribution: shared"] == bool(sharing and sharing["kind"] == "shared")

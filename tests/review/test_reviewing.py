"""Looking back: luck and choice of games small enough to recompute, and planted blunders."""

from __future__ import annotations

import json

import jsonschema
import numpy as np
import pytest

import proa
from proa.arena.matches import play_game
from proa.bots import bot_named
from proa.bots.levels import LEVELS
from proa.bots.search import ExpertBot, Search
from proa.engine.core.verbs import CHANCE
from proa.engine.errors import BadDocument, BadOption
from proa.games import GAMES
from proa.records import replay
from proa.review.level_errors import level_errors
from proa.review.results import SCHEMA, from_json
from proa.review.reviewing import hides_cards, review
from proa.review.values import BATCHES, MOST_OUTCOMES, POINTS, Valuer
from proa.review.winning import chances
from review.recorded import recorded

TINY = """
hand = 1
most = 2
rounds = 1
tides = 1
pair = 2
cards = { 1 = 2, 2 = 1, 3 = 1, 4 = 0, 5 = 0, 6 = 0 }
"""
"""One card each, one in the deck. A player lays the card, or draws and keeps the better of two."""
DEALT = ["card:1", "card:2", "card:1", "tide:1"]
OTHERS = ["tide:1", "choose:2", "lay", "tide:1", "choose:1", "lay"]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """Return the tiny edition of the toy."""
    path = tmp_path_factory.mktemp("tiny") / "tiny.toml"
    path.write_text(TINY, encoding="utf-8")
    return proa.game("toy", edition=str(path))


@pytest.fixture(scope="module")
def dealt(tiny):
    """Return the position after the deal: seat 0 has a 1, seat 1 the 2, seat 2 a 1; the 3 is in
    the deck."""
    position = tiny.start(3, seed=1, chance=False)
    for code in DEALT:
        position = tiny.play(position, code, chance=False)
    return position


@pytest.fixture(scope="module")
def lucky(tiny, dealt):
    """Return the review of the game in which seat 0 draws the 3."""
    return review(recorded(tiny, dealt, ["draw", "card:3", *OTHERS]), simulations=2000)


@pytest.fixture(scope="module")
def blundered(tiny, dealt):
    """Return the review of the game in which seat 0 lays its 1, and seat 1 draws the 3."""
    line = ["choose:1", "lay", "tide:1", "draw", "card:3", "tide:1", "choose:1", "lay"]
    return review(recorded(tiny, dealt, line), simulations=2000)


def test_luck_as_recomputed_by_hand(lucky):
    """Of 1, 2 and 3 the other two hold what seat 0 does not draw: it leads by 1 with the 3, and is
    1 behind with the 2, 2 behind with the 1."""
    drawn = lucky.events[1]
    assert (drawn.seat, drawn.code) == (CHANCE, "card:3")
    luck = drawn.changes[0].value.points
    assert drawn.changes[0].cause == "luck"
    assert luck.mean == pytest.approx(1 - (1 - 1 - 2) / 3, abs=0.4)
    assert luck.low <= 5 / 3 <= luck.high
    assert lucky.events[2].before[0].points.mean == 1


def test_a_hidden_draw_is_the_luck_of_who_draws(lucky):
    for seat in (1, 2):
        luck = lucky.events[1].changes[seat].value
        assert (luck.points.mean, luck.points.low, luck.points.high) == (0, 0, 0)
        assert luck.wins.mean == 0


def test_choice_as_recomputed_by_hand(blundered):
    """Drawing leads to -2/3 on average; after laying the 1, one seat has the 3: -2."""
    cost = blundered.costliest[0]
    assert (cost.step, cost.seat, cost.code, cost.best) == (1, 0, "choose:1", "draw")
    assert cost.cost.points.mean == pytest.approx(2 - 2 / 3, abs=0.15)
    assert cost.is_mistake
    assert cost.line[0] == "draw"
    assert blundered.events[0].changes[0].value.points.mean == -cost.cost.points.mean


def test_with_open_cards_the_last_card_is_no_luck(tiny, dealt):
    """One card is left, the 3. Seat 0 sees that: its draw is no luck, and not to draw costs it the
    whole difference between leading by 1 and being 2 behind."""
    line = ["draw", "card:3", *OTHERS]
    found = review(recorded(tiny, dealt, line), simulations=2000, open_cards=True)
    assert found.open_cards
    assert found.events[1].changes == (None, None, None)
    start = [value.points.mean for value in found.events[0].before]
    assert start == pytest.approx([1, -1, -2])
    line = ["choose:1", "lay", "tide:1", "draw", "card:3", "tide:1", "choose:1", "lay"]
    cost = review(recorded(tiny, dealt, line), 2000, open_cards=True).costliest[0]
    assert (cost.step, cost.code, cost.best) == (1, "choose:1", "draw")
    assert cost.cost.points.mean == pytest.approx(1 + 2, abs=0.15)


def test_a_game_that_hides_nothing_has_no_open_cards():
    record = played_quickly("tahiti")
    with pytest.raises(BadOption, match="hides no cards"):
        review(record, simulations=8, open_cards=True)


def played_quickly(name):
    """Return the record of a random game."""
    return play_game(proa.game(name), BLUNDERS[name], 5, ["random"])


def test_what_was_forced_is_no_mistake(lucky):
    """With an empty deck the others can only lay, and seat 1 loses by it."""
    assert lucky.costliest == ()
    assert [seat.decisions for seat in lucky.seats] == [1, 0, 0]
    assert lucky.seats[1].choice.points.mean == 0
    assert lucky.seats[1].result.points.mean == -1


def test_start_luck_choice_and_the_others_sum_to_the_result(lucky, blundered):
    for seat in (*lucky.seats, *blundered.seats):
        for unit in ("points", "wins"):
            parts = [getattr(part, unit).mean for part in (seat.start, seat.luck, seat.choice)]
            parts.append(getattr(seat.others, unit).mean)
            assert sum(parts) == pytest.approx(getattr(seat.result, unit).mean)
    assert [seat.result.points.mean for seat in lucky.seats] == [1, -1, -2]
    assert [seat.result.wins.mean for seat in lucky.seats] == [1, 0, 0]


def test_changes_are_the_differences_of_values(blundered):
    for event, following in zip(blundered.events, blundered.events[1:], strict=False):
        for seat, change in enumerate(event.changes):
            before, after = event.before[seat].points.mean, following.before[seat].points.mean
            assert after - before == pytest.approx(change.value.points.mean if change else 0)


def test_the_same_seed_gives_the_same_review(tiny, dealt):
    record = recorded(tiny, dealt, ["draw", "card:3", *OTHERS])
    one, same, other = (review(record, simulations=40, seed=seed) for seed in (1, 1, 2))
    assert one == same
    assert one != other


def test_only_a_finished_game_is_reviewed(tiny, dealt):
    with pytest.raises(BadOption, match="not over"):
        review(recorded(tiny, dealt, ["draw", "card:3", "tide:1"]), simulations=40)


@pytest.mark.parametrize("name", GAMES)
def test_positions_that_a_seat_cannot_tell_apart_have_the_same_values(name):
    game = proa.game(name)
    position = game.start(game.players[0], seed=3)
    for _ in range(7):
        position = game.play(position, game.codes(position)[0])
    for seat in range(position.players):
        other = game.resample(position, seat, 17)
        assert other.record().tobytes() != position.record().tobytes()
        values = [
            Valuer(game, position.players, 40, 1).position(one, seat, 0.5)
            for one in (position, other)
        ]
        assert values[0].tolist() == values[1].tolist()
        assert values[0].shape == (BATCHES, 2)


@pytest.mark.parametrize("name", ["toy", "borneo", "borabora"])
def test_with_open_cards_such_positions_differ(name):
    """Only the true cards count, so that the search has not resampled them."""
    game = proa.game(name)
    position = game.start(game.players[0], seed=3)
    for _ in range(7):
        position = game.play(position, game.codes(position)[0])
    other = next(o for o in (game.resample(position, 0, n) for n in range(99)) if o != position)
    values = [
        Valuer(game, position.players, 400, 1, open_cards=True).position(one, 0, 0.5).tolist()
        for one in (position, other)
    ]
    assert values[0] != values[1]


BLUNDERS = {"toy": 3, "tahiti": 2, "borneo": 3, "borabora": 2}
ENDING = 40
"""Decisions at the end of a game among which one is replaced by a blunder."""


def worst_choice(position):
    """Return the worst choice, if it is clearly worse than the best one."""
    game = position.game
    state = game.information_state(position, position.to_move, 1)
    search = Search(state, 5, 600, ExpertBot(1).default_settings(state))
    search.run(600)
    known = {action: value for action, value in search.values().items() if value.simulations > 5}
    worst = min(known, key=lambda action: known[action].high, default=None)
    best = known.get(search.action())
    return worst if best and best.low - known[worst].high > 0.02 else None


def played_on(position, bot):
    """Return the positions and the codes from here to the end, outcomes included."""
    positions, codes = [position], []
    while not position.is_over:
        state = position.game.information_state(position, position.to_move, 1)
        action = bot.choose(state, 1)
        position, outcomes = position.game.play_with_outcomes(position, action)
        positions.append(position)
        codes += [position.game.code(action), *outcomes]
    return positions, codes


def planted(game, players):
    """Return the record of the end of a game that begins with a blunder."""
    bot = bot_named("expert:50")
    positions, _ = played_on(game.start(players, seed=11), bot)
    choices = ((start, worst_choice(start)) for start in positions[-ENDING:-1])
    start, worst = next(found for found in choices if found[1] is not None)
    after, outcomes = game.play_with_outcomes(start, worst)
    return recorded(game, start, [game.code(worst), *outcomes, *played_on(after, bot)[1]])


@pytest.mark.parametrize("name", BLUNDERS)
def test_a_planted_blunder_is_found(name):
    record = planted(proa.game(name), BLUNDERS[name])
    found = review(record, simulations=160).costliest
    assert 1 in [decision.step for decision in found if decision.is_mistake]


def result_of(position):
    """Return the scores at the end, when all that follows is forced; else None."""
    while not position.is_over:
        if position.to_move == CHANCE or len(position.game.codes(position)) > 1:
            return None
        position = position.game.play(position, position.game.codes(position)[0], chance=False)
    return position.game.scores(position)


def last_choice(name, is_wanted):
    """Return the position, the decisions from there on, and the mover's lead after each choice, of
    the first random game whose last choice is wanted, by these leads and the code chosen."""
    game = proa.game(name)
    for seed in range(200):
        record = play_game(game, BLUNDERS[name], seed, ["random"])
        steps = [step for step in replay(record) if step.code]
        for n in reversed(range(len(steps))):
            at, codes = steps[n].before, game.codes(steps[n].before)
            if len(codes) > 1:
                break
        results = [result_of(game.play(at, code, chance=False)) for code in codes]
        if None in results or any(step.outcomes for step in steps[n:]):
            continue
        leads = {
            code: scores[at.to_move] - max(s for i, s in enumerate(scores) if i != at.to_move)
            for code, scores in zip(codes, results, strict=True)
        }
        if is_wanted(leads, steps[n].code):
            return at, [step.code for step in steps[n:]], leads
    raise AssertionError(name)


@pytest.mark.parametrize("name", ["tahiti", "borneo", "borabora"])
def test_the_last_choice_costs_what_all_its_ends_say(name):
    """All choices are played to the end, which is exact: nothing is left to estimate."""
    at, codes, leads = last_choice(name, lambda ends, code: ends[code] < max(ends.values()))
    record = recorded(at.game, at, codes)
    found = review(record, 160, open_cards=hides_cards(at.game, [at]))
    lost = max(leads.values()) - leads[codes[0]]
    assert found.events[0].changes[at.to_move].value.points.mean == pytest.approx(-lost)
    assert [one.step for one in found.costliest] == [1]
    assert leads[found.costliest[0].best] == max(leads.values())
    assert found.seats[at.to_move].choice.points.mean == pytest.approx(-lost)
    assert found.seats[at.to_move].luck.points.mean == 0


@pytest.mark.parametrize("name", ["tahiti", "borneo", "borabora"])
def test_a_loss_that_every_choice_leads_to_is_no_mistake(name):
    """Every choice loses, and the one that loses least was played."""
    at, codes, ends = last_choice(name, lambda ends, code: ends[code] == max(ends.values()) < 0)
    assert len(ends) > 1
    found = review(recorded(at.game, at, codes), 160, open_cards=hides_cards(at.game, [at]))
    assert found.costliest == ()
    assert found.seats[at.to_move].choice.points.mean == pytest.approx(0)
    assert found.seats[at.to_move].result.points.mean < 0


def last_draw(name):
    """Return the position before the decision with the last outcome of a random game, one of few
    outcomes, the position in which it came, and all codes from the decision on."""
    game = proa.game(name)
    for seed in range(40):
        record = play_game(game, BLUNDERS[name], seed, ["random"])
        steps = [step for step in replay(record) if step.code]
        n = max(n for n, step in enumerate(steps) if step.outcomes)
        drawn = game.play(steps[n].before, steps[n].code, chance=False)
        for outcome in steps[n].outcomes[:-1]:
            drawn = game.play(drawn, outcome, chance=False)
        if 1 < len(game.odds(drawn)[0]) <= MOST_OUTCOMES:
            codes = [code for step in steps[n:] for code in (step.code, *step.outcomes)]
            return steps[n].before, drawn, steps[n].outcomes[-1], codes
    raise AssertionError(name)


@pytest.mark.parametrize("name", ["tahiti", "borneo", "borabora"])
def test_the_luck_of_a_real_game_as_recomputed_by_hand(name):
    """The value of what came, less the mean of all that could have come; the sums hold."""
    start, drawn, outcome, codes = last_draw(name)
    game, opened = start.game, hides_cards(start.game, [start, drawn])
    found = review(recorded(game, start, codes), 160, open_cards=opened)
    event = [one for one in found.events if one.seat == CHANCE][-1]
    assert event.code == outcome
    valuer = Valuer(game, start.players, 160, 0, open_cards=opened)
    for seat, change in enumerate(event.changes):
        values = {
            game.code(one): valuer.position(game.play(drawn, one, chance=False), seat, 0.5)
            for one in game.odds(drawn)[0]
        }
        means = [value[:, POINTS].mean() for value in values.values()]
        luck = values[outcome][:, POINTS].mean() - np.dot(game.odds(drawn)[1], means)
        assert change.cause == "luck"
        assert change.value.points.mean == pytest.approx(luck)
        parts = (found.seats[seat].start, found.seats[seat].luck, found.seats[seat].choice)
        whole = sum(part.points.mean for part in parts) + found.seats[seat].others.points.mean
        assert whole == pytest.approx(found.seats[seat].result.points.mean)


@pytest.mark.parametrize("name", ["tahiti", "borneo", "borabora"])
def test_the_strongest_level_loses_next_to_nothing(name):
    """Else the estimates would count against those who play well."""
    levels = level_errors(name, 3).levels
    assert list(levels) == list(LEVELS)
    assert abs(levels["merciless"].mean) < 0.1
    assert levels["easy"].low > levels["merciless"].mean


def test_what_levels_lose_with_the_closest_number_of_players():
    assert level_errors("borneo", 5) == level_errors("borneo", 4)
    assert level_errors("toy", 3) is None


def test_chances_of_winning():
    even = chances(np.array([0.0, 0.0, 0.0]), 10, 0.5)
    assert even.tolist() == pytest.approx([1 / 3] * 3)
    early, late = (chances(np.array([4.0, -4.0]), 10, left)[0] for left in (0.9, 0.1))
    assert 0.5 < early < late < 1
    assert chances(np.array([1.0, -1.0]), 10, 0).tolist() == [1, 0]
    assert chances(np.array([0.0, 0.0, -1.0]), 10, 0).tolist() == [0.5, 0.5, 0]


def test_a_review_is_read_as_it_was_written(blundered):
    document = json.loads(json.dumps(blundered.to_json()))
    jsonschema.validate(document, json.loads(SCHEMA.read_text(encoding="utf-8")))
    again = from_json(document)
    assert again.to_json() == document
    assert again.costliest[0].best == "draw"
    with pytest.raises(BadDocument, match="seats"):
        from_json({**document, "seats": "none"})
    with pytest.raises(BadDocument, match="format"):
        from_json({**document, "format": 99})

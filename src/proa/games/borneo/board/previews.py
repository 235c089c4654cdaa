"""Previews of choices: ``title, text, lines`` by code, and the effect at each harbor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from proa.engine.core.view_types import Preview
from proa.engine.messages import Message, join_list, seat
from proa.games.borneo import actions as act
from proa.games.borneo import state as at
from proa.games.borneo.actions import harbor_code
from proa.games.borneo.board import pieces
from proa.games.borneo.components import ONE_GOOD, Tables
from proa.games.borneo.messages import plural, say
from proa.games.borneo.rules.fight import may_attack
from proa.games.borneo.rules.harbors import visible_flags
from proa.games.borneo.state import Player, State
from proa.games.borneo.texts import names
from proa.games.borneo.texts.forecast import Clash, Laying, bonus_at, clash, layings, most_flags
from proa.games.borneo.texts.goods import overpays, short_of
from proa.games.borneo.texts.reading import cards, seat_at
from proa.games.borneo.view_types import Forecast, Laid

if TYPE_CHECKING:
    from proa.games.borneo.state import Game, Position


def previews(game: Game, position: Position) -> Mapping[str, Preview]:
    """Return previews by code for the legal choices that have one: ``title, text, lines``; for
    shipments and harbors ``forecast`` as well."""
    preview = _PREVIEWS.get(position.fields.phase)
    if preview is None:
        return {}
    found = {a: preview(game, position, a) for a in game.legal_actions(position)}
    return {game.code(action): one for action, one in found.items() if one}


def _preview(
    title: Message, text: Message | None = None, lines: list[Message] | None = None
) -> Preview:
    return {"title": title, "text": text or say(""), "lines": lines or []}


# -- rows ------------------------------------------------------------------------------------


def _row_values(state: State, company: int, place: int) -> dict[str, Any]:
    return {"company": names.company(company), "rank": names.rank(place)}


def _at_end(game: Game, position: Position, company: int, place: int) -> Preview:
    """Preview the right end of a row: who is ahead, and where the company's flags lie."""
    state = position.fields
    values = _row_values(state, company, place)
    ahead = [seat(seat_at(state, company, i)) for i in range(state.row[company].length)][:place]
    text = say("Nobody is ahead of you.")
    if ahead:
        text = say("Behind {seats}.", seats=join_list(ahead))
    lines = flags_at_harbors(game, state, company)
    return _preview(say("{rank} in {company}", **values), text, lines)


def flags_at_harbors(game: Game, state: State, company: int) -> list[Message]:
    """Return where the company shows flags, compared with the monopoly number."""
    lines = []
    for harbor in state.harbor:
        n = visible_flags(game.tables, harbor, company) if harbor.card else 0
        if n:
            number = game.tables.monopoly_number[harbor.card - 1]
            name = names.harbor(game.tables, harbor.card - 1)
            lines.append(say("{harbor}: {n} of {number} flags", harbor=name, n=n, number=number))
    return lines


def _placement(game: Game, position: Position, action: int) -> Preview:
    company = action - act.TO
    return _at_end(game, position, company, position.fields.row[company].length)


def _merchant(game: Game, position: Position, action: int) -> Preview | None:
    if action == act.PASS:
        text = say("Your merchants stay where they are.")
        return _preview(say("Skip"), text)
    state = position.fields
    company, place = divmod(action - act.MERCHANT, at.MOST_IN_ROW)
    title = say("Your merchant, {rank} in {company}", **_row_values(state, company, place))
    lines = flags_at_harbors(game, state, company)
    return _preview(title, _rivals(game, state, company, place), lines)


def _rivals(game: Game, state: State, company: int, place: int) -> Message:
    """Return which merchants the merchant could attack."""
    rivals = [
        say("{seat} ({rank})", seat=seat(owner), rank=names.rank(i))
        for i in range(place)
        if (owner := seat_at(state, company, i)) != state.mover
    ]
    if not rivals:
        return say("It can go to the end of another row; there is no rival to its left.")
    if not may_attack(game.tables, state.player[state.mover].hand, company):
        return say("It can go to the end of another row; your hand can't attack here.")
    return say("It can go to the end of another row, or attack {rivals}.", rivals=join_list(rivals))


def _target(game: Game, position: Position, action: int) -> Preview:
    what, n = act.ROWS.split(action)
    if what == act.TO:
        return _at_end(game, position, n, position.fields.row[n].length)
    return _challenge(game, position, n)


def _challenge(game: Game, position: Position, place: int) -> Preview:
    """Preview an attack: the bonus to beat and the most flags that the hand could play."""
    state = position.fields
    company = state.fight.company - 1
    after = game.play(position, act.ATTACK + place, chance=False)
    values = {
        **_row_values(state, company, place),
        "seat": seat(seat_at(state, company, place)),
        "bonus": bonus_at(state, place),
        "most": most_flags(game, after.fields),
    }
    title = say("Attack {seat}, {rank} in {company}", **values)
    text = say("Bonus of the defender: {bonus}. Most flags you can play: {most}.", **values)
    return _preview(title, text, [say("You can't undo an attack once it is announced.")])


# -- the fight -------------------------------------------------------------------------------


def _attack(game: Game, position: Position, action: int) -> Preview | None:
    state = position.fields
    if action == act.COMMIT:
        now = clash(game, state, state.picked)
        return _preview(say("The attack has been played"), _needed(now))
    now = clash(game, state, state.picked | 1 << action - act.PLAY)
    return _preview(plural("{n} flag in total", "{n} flags in total", now.attack), _needed(now))


def _needed(now: Clash) -> Message:
    """Return how many flags the defender must play to hold."""
    values = {"defender": seat(now.defender)}
    if not now.succeeds:
        return say("{defender} holds without cards.", **values)
    return plural(
        "{defender} holds with {n} flag or more.",
        "{defender} holds with {n} flags or more.",
        now.need,
        **values,
    )


def _defence(game: Game, position: Position, action: int) -> Preview | None:
    state = position.fields
    chosen = state.picked if action == act.COMMIT else state.picked | 1 << action - act.PLAY
    now = clash(game, state, chosen)
    values = {"attack": now.attack, "defence": now.resistance}
    if now.succeeds:
        return _preview(
            say("{defence} against {attack}: you lose your place", **values),
            say("The attacker wins ties."),
        )
    text = say("One of your cards becomes a good.") if chosen else say("The bonus alone is enough.")
    return _preview(say("{defence} against {attack}: you hold your place", **values), text)


def _beaten(game: Game, position: Position, action: int) -> Preview:
    state = position.fields
    here, left = state.fight.company - 1, state.fight.attacker
    if action == act.VACATED:
        return _at_end(game, position, here, left)
    company = action - act.TO
    after = game.play(position, action, chance=False).fields
    found = _at_end(game, position, company, after.row[company].length - 1)
    if company == here:
        return {**found, "text": say("The row closes the gap to the left.")}
    return found


def _reward(game: Game, position: Position, action: int) -> Preview | None:
    if action == act.PASS:
        return None
    return _new_good(game, position, action, action - act.KEEP)


# -- missions --------------------------------------------------------------------------------


def _mission(game: Game, position: Position, action: int) -> Preview | None:
    if action == act.PASS:
        return None
    tables, state = game.tables, position.fields
    kind = action - act.MISSION
    n = fewest_cards(tables, state.player[state.mover], kind)
    points = tables.mission_points[kind]
    title = plural("{n} point", "{n} points", points)
    text = plural(
        "You pay at least {n} card, worth a point each.",
        "You pay at least {n} cards, worth a point each.",
        n,
    )
    return _preview(title, text, _left_in_stack(state, kind))


def _left_in_stack(state: State, kind: int) -> list[Message]:
    left = state.stack[kind] - 1
    if left:
        return [plural("{n} more of this kind is left.", "{n} more of this kind are left.", left)]
    return [say("This is the last of its kind.")]


def fewest_cards(tables: Tables, player: Player, kind: int) -> int:
    """Return the fewest cards with which a warehouse can pay for a mission that it can afford."""
    number = tables.mission_number[kind]
    costs = []
    for good, of_good in enumerate(tables.of_good):
        held = cards(player.shipments & of_good)
        doubles = sum(tables.worth[card] == 2 for card in held)
        singles = len(held) - doubles
        singles += len(cards(player.harbors & tables.harbors_of_good[good]))
        twos = min(doubles, (number + 1) // 2)
        ones = max(number - 2 * twos, 0)
        if ones <= singles:
            costs.append(twos + ones)
    return min(costs) if tables.mission_goods[kind] == ONE_GOOD else sum(costs)


def _payment(game: Game, position: Position, action: int) -> Preview:
    tables, state = game.tables, position.fields
    what, card = act.ROWS.split(action)
    harbor = what == act.PAY_HARBOR
    good = tables.harbor_good[card] if harbor else tables.good[card]
    worth = 1 if harbor else tables.worth[card]
    title = names.harbor_good(tables, card) if harbor else names.good_of(tables, card)
    after = game.play(position, action, chance=False).fields
    if overpays(state, good, worth):
        text = say("One more than needed: no change is given.")
    elif after.phase != at.PAY:
        text = say("That pays the mission in full.")
    else:
        text = plural(
            "{n} more good is needed then.", "{n} more goods are needed then.", sum(after.lacks)
        )
    return _preview(title, text)


# -- shipments -------------------------------------------------------------------------------


def _shipment(game: Game, position: Position, action: int) -> Laid:
    chosen = game.play(position, action, chance=False)
    found = layings(game, chosen)
    lines = [_verdict_at(game, one) for one in found if one.kind != at.NO_DISTRIBUTION]
    text = say("It completes no harbor.") if not lines else say("")
    card = names.shipment(game.tables, action - act.SHIP)
    return {
        **_preview(card, text, lines),
        "forecast": [_forecast(game, position, one) for one in found],
    }


def _verdict_at(game: Game, laying: Laying) -> Message:
    name = names.harbor(game.tables, laying.harbor)
    return say("{harbor}: {verdict}", harbor=name, verdict=verdict(game, laying))


def _laying(game: Game, position: Position, action: int) -> Laid:
    laying = next(one for one in layings(game, position) if one.harbor == action - act.AT)
    return {
        **_preview(verdict(game, laying), takers(game, laying), _warnings(laying)),
        "forecast": _forecast(game, position, laying),
    }


def verdict(game: Game, laying: Laying) -> Message:
    """Return the effect of a shipment at a harbor, in a few words."""
    number = game.tables.monopoly_number[laying.harbor]
    if laying.kind == at.MONOPOLY:
        assert laying.company is not None
        values = {"company": names.company(laying.company), "n": laying.flags[laying.company]}
        return say("{company} monopoly, {n} of {number}", number=number, **values)
    if laying.kind != at.NO_DISTRIBUTION:
        return say("Shared distribution")
    limit = game.tables.card_limit[laying.harbor]
    return say("{n} of {limit} cards", n=laying.laid, limit=limit)


def takers(game: Game, laying: Laying) -> Message:
    """Return who takes the harbor and who picks in which order."""
    if laying.kind == at.NO_DISTRIBUTION:
        return _nearest(game, laying)
    name = {"harbor": names.harbor(game.tables, laying.harbor)}
    if not laying.picks:
        if laying.kind == at.MONOPOLY:
            return say("The company has no merchants: nobody takes anything.")
        return say("You take {harbor}; there is no merchant for the rest.", **name)
    assert laying.harbor_to is not None
    order = join_list([seat(pick.seat) for pick in laying.picks])
    if laying.kind == at.MONOPOLY:
        text = "{first} also takes {harbor}. Shipments go to {order}, in this order."
        return say(text, first=seat(laying.harbor_to), order=order, **name)
    return say("You take {harbor}. Shipments go to {order}, in this order.", order=order, **name)


def _nearest(game: Game, laying: Laying) -> Message:
    """Return the company with most flags, compared with the monopoly number."""
    most = max(laying.flags)
    called = [names.company(i) for i, n in enumerate(laying.flags) if n == most]
    number = game.tables.monopoly_number[laying.harbor]
    text = "Closest to a monopoly: {companies}, {n} of {number}."
    return say(text, companies=join_list(called), n=most, number=number)


def _warnings(laying: Laying) -> list[Message]:
    return [say("No harbor is left to reveal: the game ends.")] if laying.ends_game else []


def _forecast(game: Game, position: Position, laying: Laying) -> Forecast:
    """Return the same as data: the flags then, and the merchants who pick, in order."""
    state = position.fields
    return {
        "slot": laying.slot,
        "code": "at:" + harbor_code(laying.harbor),
        "flags": dict(zip(at.COMPANIES, laying.flags, strict=True)),
        "laid": laying.laid,
        "kind": laying.kind_word,
        "companies": [pieces.company(company) for company in laying.order],
        "picks": [pieces.merchant(state, pick.company, pick.place) for pick in laying.picks],
        "harbor_to": laying.harbor_to,
        "ends_game": laying.ends_game,
        "verdict": verdict(game, laying),
    }


# -- distribution of goods --------------------------------------------------------------------


def _pick(game: Game, position: Position, action: int) -> Preview:
    return _new_good(game, position, action, action - act.TAKE)


def _new_good(game: Game, position: Position, action: int, card: int) -> Preview:
    """Preview a new good: which missions come nearer, which could be paid then."""
    tables, me = game.tables, position.fields.mover
    before = position.fields
    after = game.play(position, action, chance=False).fields
    lines = []
    for kind in range(tables.mission_kinds):
        if not before.stack[kind]:
            continue
        lack = short_of(tables, before.player[me], kind)
        then = short_of(tables, after.player[me], kind)
        name = names.mission(tables, kind)
        if lack and not then:
            lines.append(say("You could then pay for {mission}.", mission=name))
        elif then < lack:
            lines.append(say("{mission}: {n} more needed then", mission=name, n=then))
    return _preview(names.good_of(tables, card), say("Worth a point in your warehouse."), lines[:3])


_PREVIEWS: dict[int, Callable[[Game, Position, int], Preview | None]] = {
    at.PLACE: _placement,
    at.MISSION: _mission,
    at.PAY: _payment,
    at.COMPANY: _merchant,
    at.TARGET: _target,
    at.ATTACK: _attack,
    at.DEFEND: _defence,
    at.BEATEN: _beaten,
    at.REWARD: _reward,
    at.SHIPMENT: _shipment,
    at.HARBOR: _laying,
    at.PICK: _pick,
}

"""Labels of choices and outcomes on their buttons: effect and price."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proa.engine.messages import Message, join_list, seat
from proa.games.borneo import actions as act
from proa.games.borneo import state as at
from proa.games.borneo.components import Tables
from proa.games.borneo.messages import plural, say
from proa.games.borneo.rules import fight
from proa.games.borneo.rules.questions import ATTACKER, QUESTIONS
from proa.games.borneo.state import State
from proa.games.borneo.texts import names
from proa.games.borneo.texts.forecast import Laying, bonus_at, clash, layings
from proa.games.borneo.texts.goods import overpays
from proa.games.borneo.texts.reading import cards, coming_picks, seat_at

if TYPE_CHECKING:
    from proa.games.borneo.state import Game, Position


def label(game: Game, position: Position, action: int) -> Message:
    """Return the label of a choice or outcome on its button."""
    state, tables = position.fields, game.tables
    what, n = act.ROWS.split(action)
    match what:
        case act.PASS:
            return _declined(state.phase)
        case act.COMMIT:
            return _commit(game, state)
        case act.VACATED:
            return say("Take the vacated place, {rank}", rank=names.rank(state.fight.attacker))
        case act.TO:
            return _end_of_row(state, n)
        case act.MISSION:
            return _mission(tables, n)
        case act.MERCHANT:
            company, place = divmod(n, at.MOST_IN_ROW)
            where = {"rank": names.rank(place), "company": names.company(company)}
            return say("{rank} in {company}", **where)
        case act.ATTACK:
            return _attack(state, n)
        case act.PLAY:
            return _flags(tables, state, n)
        case act.SHIP:
            return names.shipment(tables, n)
        case act.AT:
            return _laying(game, position, n)
        case act.DISCARD:
            return say("Discard {card}", card=names.shipment(tables, n))
        case act.TAKE:
            return _take(tables, state, n)
        case act.KEEP:
            return say("Keep {card}", card=names.shipment(tables, n))
        case act.PAY:
            return _payment(tables, state, n)
        case act.PAY_HARBOR:
            return say("Pay {card}", card=names.harbor_good(tables, n))
        case act.FIRST:
            return say("{seat} goes first", seat=seat(n))
        case act.DRAW:
            return say("{card} is drawn", card=names.shipment(tables, n))
    return say("{harbor} is revealed", harbor=names.harbor(tables, n))


def _declined(phase: int) -> Message:
    if phase == at.MISSION:
        return say("No mission")
    return say("Skip") if phase == at.COMPANY else say("Keep none")


def _mission(tables: Tables, kind: int) -> Message:
    return plural(
        "{mission} for {n} point",
        "{mission} for {n} points",
        tables.mission_points[kind],
        mission=names.mission(tables, kind),
    )


def _end_of_row(state: State, company: int) -> Message:
    """Return where the merchant would stand; one that leaves the same row makes room first."""
    place = state.row[company].length
    if state.fight.company == company + 1:
        place -= 1
    return say("To {company}, {rank}", company=names.company(company), rank=names.rank(place))


# -- the fight -------------------------------------------------------------------------------


def _attack(state: State, place: int) -> Message:
    return say(
        "Attack {seat}, {rank}: bonus {bonus}",
        seat=seat(seat_at(state, state.fight.company - 1, place)),
        rank=names.rank(place),
        bonus=bonus_at(state, place),
    )


def _flags(tables: Tables, state: State, card: int) -> Message:
    company = state.fight.company - 1
    return plural(
        "{card}: {n} flag for {company}",
        "{card}: {n} flags for {company}",
        fight.flags(tables, 1 << card, company),
        card=names.shipment(tables, card),
        company=names.company(company),
    )


def _commit(game: Game, state: State) -> Message:
    attacking = QUESTIONS.who(state) == ATTACKER
    now = clash(game, state, state.picked)
    number = len(cards(state.picked))
    if attacking and not number:
        return say("Attack")
    if attacking:
        return plural(
            "Attack with {n} card: {attack} against {bonus}",
            "Attack with {n} cards: {attack} against {bonus}",
            number,
            attack=now.attack,
            bonus=now.bonus,
        )
    values = {"attack": now.attack, "defence": now.resistance}
    if now.succeeds:
        if not number:
            return say("No cards, {defence} against {attack}: you lose your place", **values)
        text = "Defend {defence} against {attack}: you lose your place"
        return say(text, **values)
    if not number:
        return say("No cards, {defence} against {attack}: you hold your place", **values)
    return say("Defend {defence} against {attack}: you hold your place", **values)


# -- shipments -------------------------------------------------------------------------------


def _laying(game: Game, position: Position, harbor: int) -> Message:
    name = names.harbor(game.tables, harbor)
    if position.fields.phase != at.HARBOR:
        return name
    found = next((one for one in layings(game, position) if one.harbor == harbor), None)
    return say("{harbor}: {what}", harbor=name, what=effect(game, found)) if found else name


def effect(game: Game, laying: Laying) -> Message:
    """Return the effect of a shipment at a harbor, in a few words."""
    if laying.ends_game:
        return say("{what}; the game ends", what=_effect(game, laying))
    return _effect(game, laying)


def _effect(game: Game, laying: Laying) -> Message:
    tables = game.tables
    if laying.kind == at.NO_DISTRIBUTION:
        flags = [
            say("{company} {n}", company=names.company(company), n=n)
            for company, n in enumerate(laying.flags)
            if n
        ]
        return say(
            "{flags} of {number}; {laid} of {limit} cards",
            flags=join_list(flags),
            number=tables.monopoly_number[laying.harbor],
            laid=laying.laid,
            limit=tables.card_limit[laying.harbor],
        )
    if laying.kind == at.MONOPOLY:
        assert laying.company is not None
        flags_of = {
            "company": names.company(laying.company),
            "flags": names.flags(laying.flags[laying.company]),
        }
        if not laying.picks:
            text = "{company} has a monopoly with {flags}, but no merchants"
            return say(text, **flags_of)
        text = "{company} has a monopoly with {flags}; {seat} takes the harbor and picks first"
        return say(text, **flags_of, seat=seat(laying.picks[0].seat))
    if not laying.picks:
        return say("shared distribution: the harbor is yours; no merchant for the rest")
    return say(
        "shared distribution: the harbor is yours; {seat} picks first for {company}",
        seat=seat(laying.picks[0].seat),
        company=names.company(laying.picks[0].company),
    )


def _take(tables: Tables, state: State, card: int) -> Message:
    called = names.shipment(tables, card)
    harbor = state.harbor[state.distribution.slot].card
    if coming_picks(state) and harbor:
        name = names.harbor_good(tables, harbor - 1)
        return say("Take {card}, and the {harbor}", card=called, harbor=name)
    return say("Take {card}", card=called)


def _payment(tables: Tables, state: State, card: int) -> Message:
    called = names.shipment(tables, card)
    good = tables.good[card]
    if state.lacks[good] and overpays(state, good, tables.worth[card]):
        return say("Pay {card} (one more than needed)", card=called)
    return say("Pay {card}", card=called)

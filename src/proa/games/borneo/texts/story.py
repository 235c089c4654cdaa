"""The story of each event in sentences, for viewers who may know it (BO-13.1, BO-13.4, BO-13.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proa.engine.messages import Message, join_list, seat, start_turn
from proa.games.borneo import actions as act
from proa.games.borneo import state as at
from proa.games.borneo.components import Tables
from proa.games.borneo.messages import plural, say
from proa.games.borneo.rules.questions import ATTACKER, QUESTIONS
from proa.games.borneo.state import State
from proa.games.borneo.texts import names
from proa.games.borneo.texts.forecast import Laying, clash, layings
from proa.games.borneo.texts.reading import cards, seat_at, sees_hand

if TYPE_CHECKING:
    from proa.games.borneo.state import Game, Position


def story(game: Game, before: Position, action: int, after: Position, viewer: int) -> list[Message]:
    """Return the sentences of one action or outcome for one viewer."""
    if is_hidden_pick(before, action):
        return []
    sentences = _event(game, before, action, after, viewer)
    return sentences + _afterwards(game, before, action, after)


def code_for(game: Game, before: Position, action: int, viewer: int) -> str | None:
    """Return the code as the viewer sees it: draws are hidden from others, and so are cards of a
    hand until the choice is complete."""
    state = before.fields
    if act.ROWS[action].first == act.DRAW:
        return game.code(action) if sees_hand(viewer, state.mover) else "draw:?"
    if is_hidden_pick(before, action) and not sees_hand(viewer, state.mover):
        return None
    return game.code(action)


def is_hidden_pick(before: Position, action: int) -> bool:
    """Return whether the action chooses a card of the hand that others don't see yet (BO-13.4)."""
    what = act.ROWS[action].first
    if what == act.DISCARD:
        state = before.fields
        hand = state.player[state.mover].hand & ~state.picked
        return len(cards(hand)) > at.HAND_LIMIT + 1
    return what in (act.PLAY, act.SHIP)


def reveals(game: Game, before: Position, action: int) -> bool:
    """Return whether the action shows cards of a hand, or that a hand can attack (BO-13.9): then no
    undo goes past it."""
    if act.ROWS[action].first == act.ATTACK:
        return True
    after = game.play(before, action, chance=False).fields
    hands = zip(before.fields.player, after.player, strict=True)
    return any(old.hand & ~new.hand for old, new in hands)


# -- one event -------------------------------------------------------------------------------


def _event(
    game: Game, before: Position, action: int, after: Position, viewer: int
) -> list[Message]:
    state, tables = before.fields, game.tables
    who = seat(state.mover)
    what, n = act.ROWS.split(action)
    match what:
        case act.PASS:
            return [say(_DECLINED[state.phase], seat=who)]
        case act.COMMIT:
            return _committed(game, state)
        case act.VACATED | act.TO:
            return [_stands(state, action)]
        case act.MISSION:
            return [
                say("{seat} is paying for {mission}.", seat=who, mission=names.mission(tables, n))
            ]
        case act.ATTACK:
            return [_attacked(state, n)]
        case act.AT:
            return _laid(game, before, n)
        case act.DISCARD:
            return [_discarded(tables, state, n)]
        case act.TAKE:
            return [_taken(tables, state, n)]
        case act.KEEP:
            card = names.shipment(tables, n)
            return [say("{seat} keeps {card} as a good.", seat=who, card=card)]
        case act.PAY:
            return _paid(tables, state, names.good_of(tables, n), after.fields)
        case act.PAY_HARBOR:
            return _paid(tables, state, names.harbor_good(tables, n), after.fields)
        case act.FIRST:
            return [say("{seat} goes first.", seat=seat(n))]
        case act.DRAW:
            return _drawn(tables, state, n, viewer)
        case act.TURN_UP:
            return [_turned_up(tables, n)]
    return []


_DECLINED = {
    at.MISSION: "{seat} completes no mission.",
    at.COMPANY: "{seat} skips the move.",
    at.REWARD: "{seat} keeps none of the cards.",
}


def _turned_up(tables: Tables, harbor: int) -> Message:
    values = {
        "harbor": names.harbor(tables, harbor),
        "good": names.GOOD[at.GOODS[tables.harbor_good[harbor]]],
        "limit": tables.card_limit[harbor],
        "number": tables.monopoly_number[harbor],
    }
    text = "{harbor} is revealed: {good}, card limit {limit}, monopoly number {number}."
    return say(text, **values)


def _drawn(tables: Tables, state: State, card: int, viewer: int) -> list[Message]:
    who = seat(state.mover)
    if sees_hand(viewer, state.mover):
        return [say("{seat} draws {card}.", seat=who, card=names.shipment(tables, card))]
    if state.phase == at.DEAL or state.due > 1:
        return []
    return [plural("{seat} draws {n} card.", "{seat} draws {n} cards.", at.DRAWN, seat=who)]


def _paid(tables: Tables, state: State, good: Message, then: State) -> list[Message]:
    who = seat(state.mover)
    sentences = [say("{seat} pays {card}.", seat=who, card=good)]
    if then.phase != at.PAY or then.mover != state.mover:
        kind = state.mission - 1
        sentences.append(
            plural(
                "{seat} completes {mission}: {n} point.",
                "{seat} completes {mission}: {n} points.",
                tables.mission_points[kind],
                seat=who,
                mission=names.mission(tables, kind),
            )
        )
    return sentences


def _stands(state: State, action: int) -> Message:
    """Return where a merchant stands that was placed, moved or beaten."""
    here = state.fight.company - 1
    company = here if action == act.VACATED else action - act.TO
    place = state.fight.attacker
    if action != act.VACATED:
        place = state.row[company].length - (1 if company == here else 0)
    values = {
        "seat": seat(state.mover),
        "company": names.company(company),
        "rank": names.rank(place),
    }
    if state.phase == at.PLACE:
        return say("{seat} places a merchant in {company} ({rank}).", **values)
    if state.phase == at.BEATEN:
        return say("{seat}'s beaten merchant goes to {company} ({rank}).", **values)
    text = "{seat} moves a merchant from {old} to {company} ({rank})."
    return say(text, old=names.company(here), **values)


# -- the fight -------------------------------------------------------------------------------


def _attacked(state: State, place: int) -> Message:
    company = state.fight.company - 1
    return say(
        "{seat} attacks {defender}, {rank} in {company}.",
        seat=seat(state.mover),
        defender=seat(seat_at(state, company, place)),
        rank=names.rank(place),
        company=names.company(company),
    )


def _committed(game: Game, state: State) -> list[Message]:
    now = clash(game, state, state.picked)
    values = {
        "seat": seat(state.mover),
        "cards": join_list([names.shipment(game.tables, card) for card in cards(state.picked)]),
    }
    if QUESTIONS.who(state) == ATTACKER:
        text = ("{seat} plays {cards}: {n} flag.", "{seat} plays {cards}: {n} flags.")
        return [plural(*text, now.attack, **values)]
    if state.picked:
        text = ("{seat} defends with {cards}: {n} flag.", "{seat} defends with {cards}: {n} flags.")
        sentences = plural(*text, now.defence, **values)
    else:
        sentences = say("{seat} defends without cards.", seat=seat(state.mover))
    result = {
        "attack": now.attack,
        "defence": now.resistance,
        "attacker": seat(now.attacker),
        "defender": seat(now.defender),
        "rank": names.rank(now.defender_place),
        "company": names.company(now.company),
    }
    return [sentences, say(_WON if now.succeeds else _HELD, **result)]


_WON = "{attack} to {defence}: {attacker} is now {rank} in {company}."
_HELD = "{attack} to {defence}: {defender} stays {rank} in {company}."


# -- shipments -------------------------------------------------------------------------------


def _laid(game: Game, before: Position, harbor: int) -> list[Message]:
    state, tables = before.fields, game.tables
    found = next(one for one in layings(game, before) if one.harbor == harbor)
    values = {"seat": seat(state.mover), "harbor": names.harbor(tables, harbor)}
    card = names.shipment(tables, cards(state.picked)[0])
    sentences = [say("{seat} plays {card} at {harbor}.", card=card, **values)]
    if found.kind == at.MONOPOLY:
        assert found.company is not None
        company = {
            "company": names.company(found.company),
            "flags": names.flags(found.flags[found.company]),
        }
        text = "{company} has a monopoly at {harbor} with {flags}."
        sentences.append(say(text, harbor=values["harbor"], **company))
    elif found.kind == at.SHARED:
        sentences.append(_shared(found, values))
    if found.kind != at.NO_DISTRIBUTION and not found.picks:
        sentences.append(say("There is no merchant to take the shipments: they are discarded."))
    return sentences


def _shared(found: Laying, values: dict[str, Any]) -> Message:
    flags = [say("{company} {n}", company=names.company(c), n=found.flags[c]) for c in found.order]
    text = "{seat} takes the harbor {harbor}; its goods are shared by flags: {flags}."
    return say(text, flags=join_list(flags), **values)


def _taken(tables: Tables, state: State, card: int) -> Message:
    values = {"seat": seat(state.mover), "card": names.shipment(tables, card)}
    harbor = state.harbor[state.distribution.slot].card
    if harbor:
        name = names.harbor(tables, harbor - 1)
        return say("{seat} takes {card} and the harbor {harbor}.", harbor=name, **values)
    return say("{seat} takes {card}.", **values)


def _discarded(tables: Tables, state: State, last: int) -> Message:
    gone = sorted([last, *cards(state.picked)])
    called = join_list([names.shipment(tables, card) for card in gone])
    return say("{seat} discards {cards}.", seat=seat(state.mover), cards=called)


# -- what follows ----------------------------------------------------------------------------


def _afterwards(game: Game, before: Position, action: int, after: Position) -> list[Message]:
    state, then = before.fields, after.fields
    sentences = []
    if state.phase == at.DEAL and then.phase != at.DEAL:
        sentences.append(plural("Everyone gets {n} card.", "Everyone gets {n} cards.", at.HAND))
    if state.discard and not then.discard:
        sentences.append(say("The deck is empty: the discard pile is shuffled to form a new one."))
    if _has_ended(then) and not _has_ended(state):
        sentences.append(_why_ended(game, before, action))
        sentences.append(say("All cards on the table and in hands are discarded."))
    if then.turn != state.turn:
        sentences.append(start_turn(say("{seat}'s turn.", seat=seat(then.active))))
    return sentences


def _has_ended(state: State) -> bool:
    return bool(state.phase == at.END or state.chances)


def _why_ended(game: Game, before: Position, action: int) -> Message:
    state = before.fields
    distributed = state.phase == at.PICK
    if state.phase == at.HARBOR:
        harbors = [one.harbor for one in layings(game, before) if one.ends_game]
        distributed = action - act.AT in harbors
    if distributed:
        return say("No harbor is left to reveal: the game ends.")
    return say("Two cards can no longer be drawn: the game ends.")

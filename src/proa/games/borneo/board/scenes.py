"""The two scenes that open over the harbors: a fight, and a distribution of goods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proa.engine.messages import seat
from proa.games.borneo import state as at
from proa.games.borneo import view_types
from proa.games.borneo.messages import plural, say
from proa.games.borneo.rules.fight import flags, playable
from proa.games.borneo.rules.questions import FIGHT, GOODS, QUESTIONS
from proa.games.borneo.state import State
from proa.games.borneo.texts import names, pieces
from proa.games.borneo.texts.forecast import Clash, clash
from proa.games.borneo.texts.reading import cards, coming_picks, sees_hand

if TYPE_CHECKING:
    from proa.games.borneo.state import Game

# -- the fight -------------------------------------------------------------------------------


def fight(game: Game, state: State, viewer: int) -> view_types.Fight | None:
    """Return both sides with their cards and flags, the merchants between them, and the possible
    ends.

    Cards being chosen are included only for viewers who may see them (BO-13.4).
    """
    if QUESTIONS.area(state) != FIGHT:
        return None
    chosen = state.picked if sees_hand(viewer, state.mover) else 0
    now = clash(game, state, chosen)
    attack = state.fight.attack | (chosen if state.phase == at.ATTACK else 0)
    defence = state.fight.defence | (chosen if state.phase == at.DEFEND else 0)
    choosing = state.phase in (at.ATTACK, at.DEFEND)
    return {
        "stage": at.PHASES[state.phase],
        "company": {**pieces.company(now.company), "row": now.company},
        "attacker": _side(game, state, now, attack, attacking=True),
        "defender": _side(game, state, now, defence, attacking=False),
        "between": _between(state, now),
        "bonus": now.bonus,
        "chosen": [card["code"] for card in pieces.shipments(game, chosen)],
        "hidden": choosing and not sees_hand(viewer, state.mover),
        "succeeds": None if state.phase == at.ATTACK else now.succeeds,
        "outlook": _outlook(game, state, now, viewer),
    }


def _side(game: Game, state: State, now: Clash, played: int, *, attacking: bool) -> view_types.Side:
    who = now.attacker if attacking else now.defender
    place = now.attacker_place if attacking else now.defender_place
    strength = now.attack if attacking else now.defence
    return {
        "seat": who,
        "rank": names.rank(place),
        "place": place + 1,
        "cards": [
            {
                **pieces.shipment(game, card),
                "flags": flags(game.tables, 1 << card, now.company),
            }
            for card in cards(played)
        ],
        "flags": strength,
        "total": strength if attacking else now.resistance,
        "chooses": state.phase in (at.ATTACK, at.DEFEND) and state.mover == who,
    }


def _between(state: State, now: Clash) -> list[view_types.Merchant]:
    """Return the merchants between the two; each is a flag for the defender (BO-6.10)."""
    places = range(now.defender_place + 1, now.attacker_place)
    return [pieces.merchant(state, now.company, place) for place in places]


def _outlook(game: Game, state: State, now: Clash, viewer: int) -> list[view_types.Outlook]:
    """Return the possible results: one or two notes of title and text."""
    if state.phase == at.ATTACK:
        return _before_the_answer(now, viewer)
    if state.phase == at.DEFEND:
        return _at_the_answer(game, state, now, viewer)
    return [_outcome(now, held=state.phase == at.REWARD)]


def _values(now: Clash) -> dict[str, Any]:
    return {
        "attacker": seat(now.attacker),
        "defender": seat(now.defender),
        "attack": now.attack,
        "defence": now.resistance,
        "place": names.rank(now.defender_place),
        "left": names.rank(now.attacker_place),
        "company": names.company(now.company),
    }


def _before_the_answer(now: Clash, viewer: int) -> list[view_types.Outlook]:
    values = _values(now)
    if viewer == now.attacker:
        won = say(
            "You are {place} in {company}. {defender} takes your place or the end of any row.",
            **values,
        )
    else:
        won = say(
            "{attacker} is {place} in {company}. {defender} takes the vacated place or the end "
            "of any row.",
            **values,
        )
    lost = say("Nobody moves, and {defender} may keep a card as a good.", **values)
    return [
        {"title": say("If the attack succeeds"), "text": won},
        {"title": say("If it is defeated"), "text": lost},
    ]


def _at_the_answer(game: Game, state: State, now: Clash, viewer: int) -> list[view_types.Outlook]:
    values = _values(now)
    mine = viewer == now.defender
    held = say("Nobody moves. One of the cards played becomes a good.")
    lost = say(
        "{attacker} is {place}. {defender} takes the vacated place, {left}, or the end of any row.",
        **values,
    )
    if not mine:
        return [
            {"title": say("If {defender} holds", **values), "text": held},
            {"title": say("If the attack succeeds"), "text": lost},
        ]
    lost = say(
        "{attacker} is {place}. You take the vacated place, {left}, or the end of any row.",
        **values,
    )
    if not now.succeeds:
        title = say("You hold, {defence} against {attack}", **values)
        return [{"title": title, "text": held if state.picked else say("Nobody moves.")}]
    if not _may_add(game, state):
        title = say("You lose your place, {defence} against {attack}", **values)
        return [{"title": title, "text": lost}]
    more = plural(
        "Play {n} more flag to hold your place", "Play {n} more flags to hold your place", now.need
    )
    return [{"title": more, "text": held}, {"title": say("If you don't defend"), "text": lost}]


def _may_add(game: Game, state: State) -> bool:
    """Return whether the defender may choose one more card (BO-6.5, BO-6.7)."""
    hand = state.player[state.mover].hand
    full = len(cards(state.picked)) == len(cards(state.fight.attack))
    return not full and playable(game.tables, state, hand) != 0


def _outcome(now: Clash, *, held: bool) -> view_types.Outlook:
    values = _values(now)
    if held:
        return {
            "title": say("{defender} holds, {defence} against {attack}", **values),
            "text": say("Nobody moves. One of the cards played may become a good."),
        }
    return {
        "title": say("{attacker} wins, {attack} against {defence}", **values),
        "text": say(
            "{attacker} is {place} in {company}. The beaten merchant takes the vacated place "
            "or the end of any row.",
            **values,
        ),
    }


# -- distribution of goods --------------------------------------------------------------------


def sharing(game: Game, state: State) -> view_types.Sharing | None:
    """Return a distribution: its kind, the companies in order, what is left, and who picks when."""
    now = state.distribution
    if QUESTIONS.area(state) != GOODS:
        return None
    harbor = state.harbor[now.slot]
    pile = list(harbor.pile[: harbor.laid])
    return {
        "kind": at.DISTRIBUTIONS[now.kind],
        "slot": now.slot,
        "harbor": pieces.harbor(game, now.harbor - 1),
        "harbor_left": bool(harbor.card),
        "companies": [pieces.company(company) for company in now.order[: now.companies]],
        "cards": [pieces.shipment(game, card) for card in pile],
        "picks": [pieces.merchant(state, pick.company, pick.place) for pick in coming_picks(state)],
    }

"""7. The shipment and its harbor: flags, monopolies, who gets the goods."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Any

from proa.engine.core.texts import AnswerTexts, QuestionTexts
from proa.engine.core.view_types import note, preview
from proa.engine.messages import Message, join_list, seat
from proa.games.borneo import actions as act
from proa.games.borneo import state as at
from proa.games.borneo.actions import harbor_code
from proa.games.borneo.messages import say
from proa.games.borneo.texts import names, pieces
from proa.games.borneo.texts.forecast import Laying, layings
from proa.games.borneo.texts.reading import cards
from proa.games.borneo.view_types import Forecast, Laid

if TYPE_CHECKING:
    from proa.games.borneo.state import Game, Position, Questions


def _its_effects(game: Game, position: Position, card: int) -> Laid:
    """Preview a shipment at each harbor."""
    found = layings(game, game.play(position, act.SHIP + card, chance=False))
    lines = [
        say("{harbor}: {verdict}", harbor=_harbor(game, one), verdict=_verdict(game, one))
        for one in found
        if one.kind != at.NO_DISTRIBUTION
    ]
    text = "" if lines else say("It completes no harbor.")
    return {
        **preview(names.shipment(game.tables, card), text, *lines),
        "forecast": [_forecast(game, position, one) for one in found],
    }


def _chosen(game: Game, position: Position) -> dict[str, Message]:
    return {"card": names.shipment(game.tables, cards(position.fields.picked)[0])}


def _laying(game: Game, position: Position, harbor: int) -> Laying:
    return next(one for one in layings(game, position) if one.harbor == harbor)


def _harbor(game: Game, laying: Laying) -> Message:
    return names.harbor(game.tables, laying.harbor)


def _monopoly(laying: Laying) -> dict[str, Any]:
    """Return the company with the monopoly and its flags, as values of a sentence."""
    assert laying.company is not None
    flags = names.flags(laying.flags[laying.company])
    return {"company": names.company(laying.company), "flags": flags}


def _at_harbor(game: Game, position: Position, harbor: int) -> Message:
    laying = _laying(game, position, harbor)
    what = _effect(game, laying)
    if laying.ends_game:
        what = say("{what}; the game ends", what=what)
    return say("{harbor}: {what}", harbor=_harbor(game, laying), what=what)


def _effect(game: Game, laying: Laying) -> Message:
    """Return the effect of a shipment at a harbor, in a few words."""
    tables, picks = game.tables, laying.picks
    if laying.kind == at.NO_DISTRIBUTION:
        return say(
            "{flags} of {number}; {laid} of {limit} cards",
            flags=_flags(laying, [company for company, n in enumerate(laying.flags) if n]),
            number=tables.monopoly_number[laying.harbor],
            laid=laying.laid,
            limit=tables.card_limit[laying.harbor],
        )
    if laying.kind == at.MONOPOLY:
        if not picks:
            text = "{company} has a monopoly with {flags}, but no merchants"
            return say(text, **_monopoly(laying))
        text = "{company} has a monopoly with {flags}; {seat} takes the harbor and picks first"
        return say(text, seat=seat(picks[0].seat), **_monopoly(laying))
    if not picks:
        return say("shared distribution: the harbor is yours; no merchant for the rest")
    return say(
        "shared distribution: the harbor is yours; {seat} picks first for {company}",
        seat=seat(picks[0].seat),
        company=names.company(picks[0].company),
    )


def _flags(laying: Laying, companies: list[int]) -> Message | str:
    """Return companies with their visible flags, as a list in words."""
    return join_list(
        [say("{company} {n}", company=names.company(c), n=laying.flags[c]) for c in companies]
    )


def _outlook(game: Game, position: Position) -> Message:
    """Return what follows where the card would complete a harbor."""
    found = [one for one in layings(game, position) if one.kind != at.NO_DISTRIBUTION]
    if not found:
        return say("It completes no harbor.")
    sentences = [_completed(game, position, one) for one in found]
    return reduce(lambda first, more: say("{first} {more}", first=first, more=more), sentences)


def _completed(game: Game, position: Position, laying: Laying) -> Message:
    """Return what a completed harbor means for the mover, in a sentence."""
    values = {"harbor": _harbor(game, laying), "you": _you_pick(position, laying)}
    if laying.company is None:
        return say("{harbor}: full and shared by flags, {you}.", **values)
    flags = laying.flags[laying.company]
    text = "{harbor}: {company} reaches {n}, a monopoly, {you}."
    return say(text, company=names.company(laying.company), n=flags, **values)


def _you_pick(position: Position, laying: Laying) -> Message:
    seats = [pick.seat for pick in laying.picks]
    if position.to_move not in seats:
        return say("you pick nothing")
    return say("you pick {rank}", rank=names.rank(seats.index(position.to_move)))


def _takers(game: Game, position: Position, harbor: int) -> Laid:
    """Preview a shipment at a harbor."""
    laying = _laying(game, position, harbor)
    ends = say("No harbor is left to reveal: the game ends.") if laying.ends_game else None
    return {
        **preview(_verdict(game, laying), _who_takes(game, laying), ends),
        "forecast": _forecast(game, position, laying),
    }


def _verdict(game: Game, laying: Laying) -> Message:
    number = game.tables.monopoly_number[laying.harbor]
    if laying.kind == at.MONOPOLY:
        assert laying.company is not None
        values = {"company": names.company(laying.company), "n": laying.flags[laying.company]}
        return say("{company} monopoly, {n} of {number}", number=number, **values)
    if laying.kind != at.NO_DISTRIBUTION:
        return say("Shared distribution")
    limit = game.tables.card_limit[laying.harbor]
    return say("{n} of {limit} cards", n=laying.laid, limit=limit)


def _who_takes(game: Game, laying: Laying) -> Message:
    """Return who takes the harbor and who picks in which order."""
    if laying.kind == at.NO_DISTRIBUTION:
        return _nearest(game, laying)
    name = {"harbor": _harbor(game, laying)}
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
        "verdict": _verdict(game, laying),
    }


def _laid(game: Game, before: Position, harbor: int, after: Position) -> list[Message]:
    laying = _laying(game, before, harbor)
    name = {"harbor": _harbor(game, laying)}
    sentences = [say("{seat} plays {card} at {harbor}.", **_chosen(game, before), **name)]
    if laying.kind == at.MONOPOLY:
        text = "{company} has a monopoly at {harbor} with {flags}."
        sentences.append(say(text, **name, **_monopoly(laying)))
    elif laying.kind == at.SHARED:
        text = "{seat} takes the harbor {harbor}; its goods are shared by flags: {flags}."
        sentences.append(say(text, **name, flags=_flags(laying, laying.order)))
    if laying.kind != at.NO_DISTRIBUTION and not laying.picks:
        sentences.append(say("There is no merchant to take the shipments: they are discarded."))
    return sentences


_NOTE = note(
    "shipment",
    say("Flags decide, goods are the prize"),
    say(
        "A card covers the lower flag of the one before. A company with enough visible flags "
        "takes everything (a monopoly); a full harbor without a monopoly is shared by flags."
    ),
    "BO-7.4",
)

QUESTIONS: Questions = {
    at.SHIPMENT: QuestionTexts(
        ask=say("Which shipment do you play?"),
        others=say("{seat} is choosing a shipment and a harbor."),
        doing=say("ships"),
        note=_NOTE,
        only_answer=say("It is the last card in your hand."),
        answers={
            act.SHIP: AnswerTexts(
                label=lambda game, position, n: names.shipment(game.tables, n),
                preview=_its_effects,
            )
        },
    ),
    at.HARBOR: QuestionTexts(
        values=_chosen,
        ask=say("Which harbor gets {card}?"),
        others=say("{seat} is choosing a shipment and a harbor."),
        hint=_outlook,
        note=_NOTE,
        answers={act.AT: AnswerTexts(_at_harbor, preview=_takers, story=_laid)},
    ),
}

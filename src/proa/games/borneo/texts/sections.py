"""The position in words, complete enough to play from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proa.engine.core.position import cached
from proa.engine.core.view_types import Line, Section
from proa.engine.messages import Message, join_list, seat
from proa.games.borneo.messages import plural, say
from proa.games.borneo.rules.ending import missions_completed
from proa.games.borneo.rules.harbors import visible_flags
from proa.games.borneo.rules.missions import goods_worth
from proa.games.borneo.state import COMPANIES, GOODS, Harbor, State
from proa.games.borneo.texts import names
from proa.games.borneo.texts.forecast import clash
from proa.games.borneo.texts.goods import shortage, shortage_in_words
from proa.games.borneo.texts.reading import cards, coming_picks, picks_seen, seat_at, sees_hand
from proa.games.borneo.view_types import line

if TYPE_CHECKING:
    from proa.games.borneo.state import Game, Position

Lines = list[Line]


def sections(game: Game, position: Position, viewer: int) -> list[Section]:
    """Return the sections: rows, harbors, warehouses, missions, the viewer's hand, the current
    fight or distribution."""
    state = position.fields
    *table, decks = _seen_by_all(game, position)
    found = [
        _section(say("Turn"), _turn(game, position, viewer)),
        *table,
        _section(say("Missions"), _missions(game, state, viewer)),
        *(
            _section(_hand_heading(state, i), _hand(game, state, i, viewer))
            for i in range(state.players)
        ),
        decks,
    ]
    return [section for section in found if section["lines"]]


@cached
def _seen_by_all(game: Game, position: Position) -> list[Section]:
    """Return the sections that are the same for all viewers: rows, fight, distribution, players,
    decks."""
    state = position.fields
    return [
        _section(say("Merchants in the companies"), _companies(state)),
        _section(say("Fight"), _fight(game, state)),
        _section(say("Open harbors"), _harbors(game, state)),
        _section(say("Distribution"), _distribution(game, state)),
        _section(say("Players"), [_player(game, position, i) for i in range(state.players)]),
        _section(say("Decks"), _decks(game, state)),
    ]


def _section(heading: Message, lines: Lines) -> Section:
    return {"heading": heading, "lines": lines}


def _turn(game: Game, position: Position, viewer: int) -> Lines:
    state = position.fields
    if not state.turn:
        return []
    text = say("Turn {n}: {seat}", n=state.turn, seat=seat(state.active))
    lines = [line(text, turn=state.turn, seat=seat(state.active))]
    if below := game.spec.texts.hint(game, position, viewer):
        lines.append(line(below))
    return lines


def _companies(state: State) -> Lines:
    return [company_line(state, company) for company in range(len(COMPANIES))]


def company_line(state: State, company: int) -> Line:
    """Return a company's row: whose merchants stand there."""
    seats = [seat(seat_at(state, company, i)) for i in range(state.row[company].length)]
    merchants = join_list(seats) if seats else say("nobody")
    word = COMPANIES[company]
    text = say("{company}: {merchants}", company=names.COMPANY[word], merchants=merchants)
    return line(text, company=word, merchants=seats)


def _fight(game: Game, state: State) -> Lines:
    if not state.fight.attack:
        return []
    now = clash(game, state)
    text = say(
        "{attacker} attacks {defender} in {company}: {attack} against {defence}, bonus {bonus}",
        attacker=seat(now.attacker),
        defender=seat(now.defender),
        company=names.company(now.company),
        attack=now.attack,
        defence=now.defence,
        bonus=now.bonus,
    )
    lines: Lines = [{"text": text}]
    for side in (state.fight.attack, state.fight.defence):
        lines += [{"text": names.shipment(game.tables, card)} for card in cards(side)]
    return lines


def flags_in_words(game: Game, harbor: Harbor) -> Any:
    """Return the visible flags of the companies that show any."""
    parts = []
    for company, word in enumerate(COMPANIES):
        if n := visible_flags(game.tables, harbor, company):
            parts.append(say("{company} {n}", company=names.COMPANY[word], n=n))
    return join_list(parts) if parts else say("no flags")


def _harbors(game: Game, state: State) -> Lines:
    tables = game.tables
    lines: Lines = []
    for harbor in state.harbor:
        if not harbor.card:
            continue
        text = harbor_line(game, harbor)
        pile = [names.shipment(tables, c) for c in harbor.pile[: harbor.laid]]
        if pile:
            text = say("{line}; {cards}", line=text, cards=join_list(pile))
        lines.append(line(text, cards=pile))
    return lines


def harbor_line(game: Game, harbor: Harbor) -> Message:
    """Return an open harbor: its name and good, how full it is, the visible flags and the
    monopoly."""
    tables, card = game.tables, harbor.card - 1
    return say(
        "{harbor}, {good}: {laid} of {limit} cards, {flags} of {number}",
        harbor=names.harbor(tables, card),
        good=names.GOOD[GOODS[tables.harbor_good[card]]],
        laid=harbor.laid,
        limit=tables.card_limit[card],
        number=tables.monopoly_number[card],
        flags=flags_in_words(game, harbor),
    )


def _distribution(game: Game, state: State) -> Lines:
    picks = coming_picks(state)
    if not picks:
        return []
    harbor = state.harbor[state.distribution.slot]
    pile = [names.shipment(game.tables, card) for card in harbor.pile[: harbor.laid]]
    name = names.harbor(game.tables, state.distribution.harbor - 1)
    lines: Lines = [{"text": say("At {harbor}: {cards}", harbor=name, cards=join_list(pile))}]
    for pick in picks:
        text = say(
            "{seat} picks, {rank} in {company}",
            seat=seat(pick.seat),
            rank=names.rank(pick.place),
            company=names.company(pick.company),
        )
        lines.append({"text": text})
    return lines


def _player(game: Game, position: Position, i: int) -> Line:
    player = position.fields.player[i]
    points = sum(game.sheet(position, i).values())
    goods = [
        say("{good} {n}", good=names.GOOD[good], n=goods_worth(game.tables, player, k))
        for k, good in enumerate(GOODS)
    ]
    text = say(
        "{seat}: points {points}, cards in hand {hand}; warehouse: {goods}; missions {missions}",
        seat=seat(i),
        points=points,
        hand=len(cards(player.hand)),
        goods=join_list(goods),
        missions=missions_completed(player),
    )
    return line(text, seat=seat(i), points=points)


def _missions(game: Game, state: State, viewer: int) -> Lines:
    return [
        {"text": mission_line(game, state, kind, viewer)}
        for kind in range(game.tables.mission_kinds)
    ]


def mission_line(game: Game, state: State, kind: int, viewer: int) -> Message:
    """Return a mission: its points, how many are left, and what the viewer lacks for it."""
    text = say(
        "{mission}, {points} points: {left} left",
        mission=names.mission(game.tables, kind),
        points=game.tables.mission_points[kind],
        left=state.stack[kind],
    )
    if not (0 <= viewer < state.players and state.stack[kind]):
        return text
    short = shortage(game.tables, state.player[viewer], kind)
    if not short:
        return say("{line}; you can pay for it", line=text)
    goods = shortage_in_words(game.tables, kind, short)
    return say("{line}; you still need {goods}", line=text, goods=goods)


def _hand_heading(state: State, i: int) -> Message:
    return say("Hand of {seat}", seat=seat(i))


def _hand(game: Game, state: State, i: int, viewer: int) -> Lines:
    if not sees_hand(viewer, i):
        return []
    chosen = picks_seen(state, viewer) if state.mover == i else []
    lines: Lines = []
    for card in cards(state.player[i].hand):
        text = names.shipment(game.tables, card)
        if card in chosen:
            text = say("{card}, chosen", card=text)
        lines.append(line(text, chosen=card in chosen))
    return lines


def _decks(game: Game, state: State) -> Lines:
    pile = cards(state.discard)
    counts = {"deck": state.deck, "harbor_deck": state.harbor_deck, "discard": state.discard}
    lines: Lines = [
        {"text": plural(*text, len(cards(counts[name])))} for name, text in _COUNTED.items()
    ]
    if pile:
        called = join_list([names.shipment(game.tables, card) for card in pile])
        lines.append({"text": say("Discarded: {cards}", cards=called)})
    return lines


_COUNTED = {
    "deck": ("{n} shipment in the deck", "{n} shipments in the deck"),
    "harbor_deck": ("{n} harbor in the harbor deck", "{n} harbors in the harbor deck"),
    "discard": ("{n} card on the discard pile", "{n} cards on the discard pile"),
}

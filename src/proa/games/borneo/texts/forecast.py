"""The effect of a choice: a shipment at each harbor, a fight with the cards chosen so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from proa.engine.core.fields import writable
from proa.engine.core.position import cached
from proa.games.borneo import actions as act
from proa.games.borneo import state as at
from proa.games.borneo.rules import fight
from proa.games.borneo.rules.harbors import by_standing, monopolist, visible_flags
from proa.games.borneo.rules.questions import DEFENDER, QUESTIONS
from proa.games.borneo.state import Harbor, State
from proa.games.borneo.texts.reading import Pick, cards, coming_picks, seat_at

if TYPE_CHECKING:
    from proa.games.borneo.state import Game, Position


@dataclass(frozen=True)
class Laying:
    """The effect of laying the chosen shipment at a harbor."""

    slot: int
    harbor: int
    flags: list[int]
    """Visible flags of each company."""
    laid: int
    kind: int
    """NO_DISTRIBUTION, MONOPOLY or SHARED."""
    company: int | None
    """The company with the monopoly."""
    order: list[int]
    """The companies whose merchants take, in order, with those without merchants."""
    picks: list[Pick]
    harbor_to: int | None
    """The seat that gets the harbor card."""
    ends_game: bool

    @property
    def kind_word(self) -> str | None:
        return at.DISTRIBUTIONS[self.kind]


@cached
def layings(game: Game, position: Position) -> list[Laying]:
    """Return the effect of the chosen shipment at each open harbor (phase HARBOR)."""
    return [_laying(game, position, slot) for slot in range(at.OPEN)]


def _laying(game: Game, position: Position, slot: int) -> Laying:
    harbor = position.fields.harbor[slot].card - 1
    laid = _with_card_laid(position, slot)
    company = monopolist(game.tables, laid)
    kind = at.NO_DISTRIBUTION
    if company >= 0:
        kind = at.MONOPOLY
    elif laid.laid >= game.tables.card_limit[harbor]:
        kind = at.SHARED
    after = game.play(position, act.AT + harbor, chance=False).fields
    picks = coming_picks(after)
    return Laying(
        slot=slot,
        harbor=harbor,
        flags=[visible_flags(game.tables, laid, c) for c in range(len(at.COMPANIES))],
        laid=laid.laid,
        kind=kind,
        company=company if company >= 0 else None,
        order=[company] if kind == at.MONOPOLY else _order(game, laid) if kind == at.SHARED else [],
        picks=picks,
        harbor_to=_harbor_to(kind, after, picks),
        ends_game=kind != at.NO_DISTRIBUTION and not after.harbor_deck,
    )


def _order(game: Game, harbor: Harbor) -> list[int]:
    order = [0] * len(at.COMPANIES)
    return order[: by_standing(game.tables, harbor, order)]


def _with_card_laid(position: Position, slot: int) -> Harbor:
    """Return the harbor as a twin, with the chosen shipment on its pile."""
    harbor = writable(position.fields.harbor[slot])
    harbor.pile[harbor.laid] = cards(position.fields.picked)[0]
    harbor.laid += 1
    return harbor


def _harbor_to(kind: int, after: State, picks: list[Pick]) -> int | None:
    if kind == at.SHARED:
        return after.active
    return picks[0].seat if kind == at.MONOPOLY and after.phase == at.PICK else None


@dataclass(frozen=True)
class Clash:
    """The state of a fight: seats, places, flags, bonus, and whether the attack succeeds."""

    company: int
    attacker: int
    defender: int
    attacker_place: int
    defender_place: int
    attack: int
    defence: int
    bonus: int

    @property
    def resistance(self) -> int:
        """The number of flags that the attack has to reach (BO-6.10)."""
        return self.defence + self.bonus

    @property
    def need(self) -> int:
        """How many more flags the defender must play to hold: one more than a tie (BO-6.11)."""
        return self.attack - self.resistance + 1

    @property
    def succeeds(self) -> bool:
        """Whether the attack succeeds if no more flags are played."""
        return self.need > 0


def clash(game: Game, state: State, chosen: int = 0) -> Clash:
    """Return the fight with the cards on the table, plus the set ``chosen`` on the side that
    decides."""
    company = state.fight.company - 1
    attack, defence = state.fight.attack, state.fight.defence
    if QUESTIONS.who(state) == DEFENDER:
        defence |= chosen
    else:
        attack |= chosen
    return Clash(
        company=company,
        attacker=state.active,
        defender=_defending_seat(state, company),
        attacker_place=state.fight.attacker,
        defender_place=state.fight.defender,
        attack=fight.flags(game.tables, attack, company),
        defence=fight.flags(game.tables, defence, company),
        bonus=fight.bonus(state.fight),
    )


def bonus_at(state: State, place: int) -> int:
    """Return the bonus of the merchant in a place against the one that is about to fight
    (BO-6.10)."""
    attacked = writable(state.fight)
    attacked.defender = place
    return fight.bonus(attacked)


def most_flags(game: Game, state: State) -> int:
    """Return the most flags that the mover can play in the fight: the cards with most flags first,
    as long as the rules allow another (BO-6.5)."""
    then = writable(state)
    company, hand = fight.contested(then), then.player[then.mover].hand
    while may := cards(fight.playable(game.tables, then, hand)):
        best = max(may, key=lambda card: fight.flags(game.tables, 1 << card, company))
        fight.choose_card(then, best)
    return fight.flags(game.tables, then.picked, company)


def _defending_seat(state: State, company: int) -> int:
    """Return the defender's seat. After a success the two have changed places, but the attacker
    stays the active seat."""
    seat = seat_at(state, company, state.fight.defender)
    return seat if seat != state.active else seat_at(state, company, state.fight.attacker)

"""Tables: opening one, and playing at it."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from proa.engine.errors import BadDocument, BadOption, IllegalAction
from proa.engine.game import Game
from proa.engine.kind import ALL
from proa.engine.words import say
from proa.server.config.settings import Settings
from proa.server.errors import Refusal
from proa.server.insight import meters
from proa.server.live.bells import Live
from proa.server.rules.games import TO_BEGIN, Games
from proa.server.store.schema import (
    BOT,
    FROZEN,
    OPEN,
    OVER,
    PERSON,
    RUNNING,
    WAITING,
    Event,
    SeatRow,
    TableRow,
    bot_to_move,
)
from proa.server.store.store import Change, Found, Store
from proa.server.tables import foresight, names, proof
from proa.server.tables.barred import Barred
from proa.server.tables.playback import BY_HAND, LONE, Mismatch, Playback, everybody

_log = logging.getLogger("proa.server")
TRIES = 20
"""How often a write is tried again when another one came first."""
KEPT_PLAYBACKS = 256
LATER = 600
"""Seconds after which one may look whether a place has become free."""
LONGEST_PACE = 30 * 24 * 3600
MOST_CODES = 100


class Stale(Refusal):
    """A post that answers a frame which is no longer the newest."""

    def __init__(self) -> None:
        super().__init__(409, say("The table has moved on. This is how it stands now."))
        meters.lost_races.add(1, {"then": "refused"})


@dataclass(frozen=True)
class Place:
    """A seat as it is asked for when a table is opened."""

    kind: str
    name: str
    level: str = ""
    holders: tuple[str, ...] = ()


@dataclass(frozen=True)
class Order:
    """A table as it is asked for."""

    game: str
    places: Sequence[Place]
    name: str = ""
    edition: str = "standard"
    options: Mapping[str, str] | None = None
    pace: int | None = None
    watchers_chat: bool = False
    start: dict[str, Any] | None = None
    """The position to start from; None: the game's own start."""
    address: str = ""
    """From where it is asked for."""


@dataclass
class Table:
    """A table as it stands: its row, its seats and, once it has begun, its log played out."""

    row: TableRow
    seats: list[SeatRow]
    opened: Game | Refusal
    """The game, or why it can't be opened any more."""
    playback: Playback | None = None

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def names(self) -> list[str]:
        """The seats' names in order."""
        return [place.name for place in self.seats]

    @property
    def game(self) -> Game:
        """The game; a refusal where it can't be opened."""
        if isinstance(self.opened, Refusal):
            raise self.opened
        return self.opened

    @property
    def playing(self) -> Playback:
        """The log played out; a refusal before the start, or if not even that replays."""
        if self.playback is None or not self.playback.steps:
            raise self.why_not_shown or Refusal(409, say("The game has not begun yet."))
        return self.playback

    @property
    def why_not_shown(self) -> Refusal | None:
        """Why nothing of a game that has begun can be shown."""
        if self.row.last < 0 or (self.playback is not None and self.playback.steps):
            return None
        return self.opened if isinstance(self.opened, Refusal) else frozen()

    @property
    def bot_to_move(self) -> bool:
        """Whether a bot is to move, for itself or for somebody who is away."""
        return bot_to_move(self.row, self.seats)

    def seats_of(self, holder: str) -> list[int]:
        """The seats somebody holds."""
        return [s.seat for s in self.seats if s.kind == PERSON and holder in s.holders]

    def eyes(self, viewer: int) -> int:
        """With whose eyes a viewer looks: after the end everybody sees all."""
        return ALL if self.row.status == OVER else viewer


class Tables:
    """All that happens at tables; the store keeps it, ``live`` tells of it."""

    def __init__(self, settings: Settings, store: Store, live: Live) -> None:
        self.settings = settings
        self.games = Games(settings.editions)
        self.store = store
        self.live = live
        self.barred = Barred()
        self.on_bot_turn: Callable[[str], None] = lambda table_id: None
        """Told the id of every table at which a bot is to move after a change made here."""
        self._playbacks: OrderedDict[str, Playback] = OrderedDict()

    def now(self) -> float:
        """The time by the clock that all processes share."""
        return self.store.now()

    # -- opening ---------------------------------------------------------------------------

    async def open(self, host: str, order: Order) -> Table:
        """Open a table; it begins when nobody is missing and everybody is ready."""
        row, seats, game = await self._laid(host, order)
        await self._check_caps(host, order.address)
        await self.store.create(row, seats)
        return Table(row, seats, game)

    async def open_rematch(self, table: Table, host: str, places: Sequence[Place]) -> None:
        """Open the next game of a table, unless somebody has done so already."""
        row = table.row
        order = Order(
            game=row.game,
            places=places,
            name=row.name,
            edition=row.edition,
            options=row.options,
            pace=row.pace,
            watchers_chat=row.watchers_chat,
            address=row.address,
        )
        new, seats, _ = await self._laid(host, order)
        await self._check_caps(host, order.address)
        if await self.store.create(new, seats, rematch_of=row):
            self.live.ring(table.id)

    async def _check_caps(self, host: str, address: str) -> None:
        limits, count = self.settings, self.store.count
        if await count(host) >= (most := limits.tables_a_guest):
            why = say(
                "You have {n} tables open, the most that one guest may have. Finish or close one.",
                n=most,
            )
            raise Refusal(429, why, again=LATER, limit="tables_a_guest")
        if address and await count(address=address) >= (most := limits.tables_an_address):
            why = say("From your address {n} tables are open, the most that there may be.", n=most)
            raise Refusal(429, why, again=LATER, limit="tables_an_address")
        if await count() >= limits.tables_in_all:
            why = say("All tables here are taken. Please come back later.")
            raise Refusal(503, why, again=LATER, limit="tables_in_all")

    async def _laid(self, host: str, order: Order) -> tuple[TableRow, list[SeatRow], Game]:
        game = await self.games.find(order.game, order.edition, order.options or {})
        players = len(order.places)
        if order.start is not None:
            await self.games.compiled(game.name)
        start = _checked_start(game, players, order.start)
        if all(place.kind == BOT for place in order.places):
            raise Refusal(422, say("At least one seat is for a person."))
        if order.pace is not None and not 10 <= order.pace <= LONGEST_PACE:
            raise Refusal(422, say("The time for a decision is from 10 seconds to 30 days."))
        table_id, part, now = secrets.token_hex(16), proof.fresh_part(), self.now()
        row = TableRow(
            id=table_id,
            name=names.checked(order.name) or game.kind.title,
            game=game.name,
            edition=order.edition,
            edition_hash=game.edition_hash,
            rules_version=game.kind.rules_version,
            options=dict(game.options),
            players=players,
            status=WAITING,
            host=host,
            server_part=part,
            commitment=proof.commitment(part, proof.played(table_id, game, players, start)),
            last=-1,
            turn=None,
            people=0,
            created=now,
            touched=now,
            watch=secrets.token_hex(16),
            start=start,
            pace=order.pace,
            due=None,
            watchers_chat=order.watchers_chat,
            talk=0,
            rematch=None,
            address=order.address,
        )
        return row, _places(table_id, order.places), game

    # -- loading ---------------------------------------------------------------------------

    async def load(self, table_id: str) -> Table:
        """A table as it stands now; refused if there is none."""
        return await self._table(await self.store.table(table_id))

    async def load_watched(self, watch: str) -> Table:
        """The table of a link for spectators."""
        return await self._table(await self.store.watched(watch))

    async def _table(self, found: Found | None) -> Table:
        if found is None:
            raise no_table()
        row, seats = found
        table = Table(row, seats, await self._opened(row))
        if row.last >= 0 and isinstance(table.opened, Game):
            playback = table.playback = self._kept(table)
            if not playback.steps or (playback.last < row.last and row.status != FROZEN):
                await self._catch_up(table)
        return table

    async def _opened(self, row: TableRow) -> Game | Refusal:
        opened = self.games.find if row.last < 0 else self.games.open
        try:
            return await opened(row.game, row.edition, row.options)
        except Refusal as why:
            if why.status == 503:
                raise
            return why

    def _kept(self, table: Table) -> Playback:
        row = table.row
        playback = self._playbacks.get(row.id)
        if playback is None:
            seed = proof.seed(row.server_part, [s.nonce or "" for s in table.seats])
            playback = Playback(table.game, row.players, seed, row.start)
            self._playbacks[row.id] = playback
            if len(self._playbacks) > KEPT_PLAYBACKS:
                self._playbacks.popitem(last=False)
        self._playbacks.move_to_end(row.id)
        return playback

    def forget(self, table_id: str) -> None:
        """Drop what is kept in memory of a table; it comes back from the store."""
        self._playbacks.pop(table_id, None)

    async def _catch_up(self, table: Table) -> None:
        """Play what the log has more; a log that no longer replays freezes the table."""
        playback = self._kept(table)
        events = await self.store.events(table.id, after=playback.last)
        try:
            playback.extend(events)
        except Mismatch:
            if table.row.status != FROZEN:
                change = Change(table={"status": FROZEN, "turn": None, "due": None})
                await self.store.commit(table.row, table.seats, change)
                table.row = replace(table.row, status=FROZEN, turn=None, due=None)
                self.live.ring(table.id)
                _log.warning("a table of %s no longer replays and is frozen", table.row.game)

    # -- changing --------------------------------------------------------------------------

    async def change(
        self, table_id: str, make: Callable[[Table], Change | None], read: Table | None = None
    ) -> Table:
        """Make a change for the table as it stands, anew as long as others come first.

        ``make`` returns None when there is nothing to do; ``read`` is the table if it was read
        already. Returns the table after the change.
        """
        for _ in range(TRIES):
            table, read = read or await self.load(table_id), None
            change = make(table)
            if change is None:
                return table
            after = await self.commit(table, change)
            if after is not None:
                return after
        raise Refusal(503, say("The table is very busy. Please try again."), again=1)

    async def commit(self, table: Table, change: Change) -> Table | None:
        """Write a change made for a table as it was read; the table after it.

        None if another change came first.
        """
        found = await self.store.commit(table.row, table.seats, change)
        if found is None:
            self.live.ring(table.id)  # its own answer may have been lost, and nobody told
            meters.lost_races.add(1, {"then": "made again"})
            return None
        for event in change.events:
            meters.events.add(1, {"game": table.row.game, "kind": event.kind})
        row, seats = found
        after = Table(row, seats, table.opened, table.playback)
        if row.last >= 0 and isinstance(table.opened, Game):
            playback = after.playback = self._kept(after)
            playback.extend(change.events)
            if playback.last < row.last:
                await self._catch_up(after)
        self.live.ring(table.id, after)
        if after.bot_to_move:
            self.on_bot_turn(table.id)
        await asyncio.sleep(0)  # the others are told before an answer is drawn
        return after

    # -- playing ---------------------------------------------------------------------------

    async def act(
        self,
        table_id: str,
        seat: int,
        frame: int,
        codes: Sequence[str],
        read: Table | None = None,
    ) -> Table:
        """A person at ``seat`` plays one or more codes in answer to his frame.

        A repeated post is answered like the first; one that comes too late raises :class:`Stale`.
        """
        if not 0 < len(codes) <= MOST_CODES:
            raise Refusal(422, say("From 1 to {n} choices can be played at once.", n=MOST_CODES))

        def make(table: Table) -> Change | None:
            playback = table.playing
            frames = playback.frames(seat)
            if frame != len(frames) - 1:
                if _repeats(playback, frames, seat, frame, codes):
                    return None
                raise Stale
            check_running(table)
            _check_present(table, seat)
            return self.played(table, codes, BY_HAND, seat)

        return await self.change(table_id, make, read)

    def played(self, table: Table, codes: Sequence[str], actor: str, seat: int) -> Change:
        """The change that playing ``codes`` makes; refused if one can't be played.

        Should they meet something that the seat could not foresee, those before it are played:
        a refusal would tell of it.
        """
        playback = table.playing.fork()
        events: list[Event] = []
        if playback.position().to_move != seat:
            raise Refusal(409, say("It is not your turn."))
        if len(codes) > 1:
            foresight.check_in_a_row(table.game, playback.position(), seat, codes)
        for code in codes:
            before = playback.position()
            try:
                events.append(playback.next_action(code, actor, self.now()))
            except IllegalAction as error:
                if events:
                    break
                raise Refusal(422, error.message) from None
            playback.extend(events[-1:])
            after = playback.position()
            if events[-1].outcomes or foresight.ends_foresight(
                table.game, before, code, after, seat
            ):
                break
        return self.followed(table, playback, events)

    async def undo(self, table_id: str, seat: int, frame: int) -> Table:
        """Take back the seat's last action."""

        def make(table: Table) -> Change | None:
            playback = table.playing
            frames = playback.frames(seat)
            if frame == len(frames) - 2 and _is_undo(playback.steps[frames[-1]].event, seat):
                return None  # a repeated post
            check_frame(table, seat, frame)
            _check_present(table, seat)
            event = playback.undo(seat, self.now())
            if event is None:
                raise Refusal(409, say("There is nothing of yours to take back."))
            self._check_undos(playback, seat)
            forked = playback.fork()
            forked.extend([event])
            return Change([event], state(table, forked, self.now(), [event]))

        return await self.change(table_id, make)

    def _check_undos(self, playback: Playback, seat: int) -> None:
        """Refuse what would only lengthen the log; what is played again was taken back before."""
        limits = self.settings
        in_game = in_turn = 0
        is_turn = True
        for step in reversed(playback.steps):
            is_turn = is_turn and not (step.event.kind == "action" and step.event.seat != seat)
            in_game += _is_undo(step.event, seat)
            in_turn += is_turn and _is_undo(step.event, seat)
        if in_turn >= (most := limits.undos_a_turn):
            why = say("You have taken back {n} times in this turn. Play on now.", n=most)
            raise Refusal(409, why, limit="undos_a_turn")
        if in_game >= (most := limits.undos_a_game):
            why = say(
                "You have taken back {n} times in this game, and no more is possible.", n=most
            )
            raise Refusal(409, why, limit="undos_a_game")

    async def redo(self, table_id: str, seat: int, frame: int) -> Table:
        """Play again what was taken back last."""

        def make(table: Table) -> Change | None:
            check_frame(table, seat, frame)
            _check_present(table, seat)
            code = table.playing.redoable(seat)
            if code is None:
                raise Refusal(409, say("There is nothing to play again."))
            return self.played(table, [code], BY_HAND, seat)

        return await self.change(table_id, make)

    async def may_begin(self, table_id: str) -> None:
        """Wait until the rules of a table's game are compiled, or be refused."""
        table = await self.load(table_id)
        if table.row.status == WAITING:
            await self.games.compiled(table.row.game, TO_BEGIN)

    def begun(self, table: Table, nonces: Sequence[str]) -> Change:
        """The change that starts the game."""
        row, game = table.row, table.game
        if (row.rules_version, row.edition_hash) != (game.kind.rules_version, game.edition_hash):
            raise Refusal(409, say("The rules have changed since this table was opened."))
        seed = proof.seed(row.server_part, nonces)
        playback = Playback(game, row.players, seed, row.start)
        details = {
            "seats": [{"kind": s.kind, "name": s.name, "level": s.level} for s in table.seats]
        }
        events = [playback.start_event(details, self.now())]
        playback.extend(events)
        return self.followed(table, playback, events)

    def followed(self, table: Table, playback: Playback, events: list[Event]) -> Change:
        """The change of ``events``, with what follows by itself: lone answers, the end.

        ``playback`` has played ``events``.
        """
        while True:
            position = playback.position()
            if position.is_over:
                events.append(playback.end_event(self.now()))
                break
            place = table.seats[position.to_move]
            code = None if place.kind == BOT or place.stand_in else playback.lone_answer()
            if code is None:
                break
            events.append(playback.next_action(code, LONE, self.now()))
            playback.extend(events[-1:])
        return Change(events, state(table, playback, self.now(), events))


def state(
    table: Table, playback: Playback, now: float, events: Sequence[Event] = ()
) -> dict[str, Any]:
    """The columns of a table that follow from its log, after a change by ``events``.

    The clock starts anew with what everybody sees. Hidden decisions in a row share one time, and
    leave the table as if untouched: else the others could follow them by the clock.
    """
    position = playback.position()
    if position.is_over:
        return {"status": OVER, "turn": None, "due": None}
    place, pace = table.seats[position.to_move], table.row.pace
    has_clock = pace is not None and place.kind == PERSON and not place.stand_in
    due = now + pace if has_clock and pace is not None else None
    values = {"status": RUNNING, "turn": position.to_move, "due": due}
    everyone = everybody(table.row.players)
    is_hidden = bool(events) and not any(event.seen == everyone for event in events)
    if is_hidden and position.to_move == table.row.turn:
        values |= {"due": table.row.due, "touched": table.row.touched}
    return values


def check_running(table: Table) -> None:
    """Refuse what can be done only while a game is played."""
    if table.row.status == FROZEN:
        raise frozen()
    if table.row.status == OVER:
        raise Refusal(409, say("The game is over."))
    if table.row.status == WAITING:
        raise Refusal(409, say("The game has not begun yet."))


def check_over(table: Table) -> None:
    """Refuse what can be done only after a game."""
    if table.row.status == FROZEN:
        raise frozen()
    if table.row.status != OVER:
        raise Refusal(409, say("The game is not over yet."))


def check_frame(table: Table, seat: int, frame: int) -> None:
    """Refuse what answers an older frame than the newest."""
    check_running(table)
    if frame != len(table.playing.frames(seat)) - 1:
        raise Stale


def _check_present(table: Table, seat: int) -> None:
    if table.seats[seat].stand_in:
        raise Refusal(409, say("A bot stands in for you. Come back first."))


def no_table() -> Refusal:
    """The refusal for tables that don't exist, and for those that are not the asker's."""
    return Refusal(404, say("There is no such table, or you have no seat at it."))


def frozen() -> Refusal:
    """The refusal at a table whose log no longer replays."""
    return Refusal(409, say("This table is frozen: the rules have changed since its game began."))


def _places(table_id: str, places: Sequence[Place]) -> list[SeatRow]:
    called: list[str] = []
    for number, place in enumerate(places):
        called.append(names.unlike(names.checked(place.name), called, number))
    return [
        SeatRow(
            table_id=table_id,
            seat=number,
            kind=place.kind,
            name=called[number],
            level=place.level if place.kind == BOT else "",
            nonce=None,
            invite=secrets.token_hex(16) if place.kind == OPEN else None,
            holders=place.holders if place.kind == PERSON else (),
        )
        for number, place in enumerate(places)
    ]


def _checked_start(game: Game, players: int, start: dict[str, Any] | None) -> dict[str, Any] | None:
    """The start position without its key, checked; refuses numbers of players that don't fit."""
    try:
        if start is None:
            game.check_players(players)
            return None
        position = game.load(start)
    except (BadOption, BadDocument) as error:
        raise Refusal(422, error.message) from None
    if position.players != players:
        raise Refusal(422, say("The position is one of {n} players.", n=position.players))
    if position.is_over:
        raise Refusal(422, say("The game is over in this position."))
    return game.dump(position, secret=False)


def _repeats(
    playback: Playback, frames: Sequence[int], seat: int, frame: int, codes: Sequence[str]
) -> bool:
    """Whether the seat's own ``codes`` are what followed ``frame``."""
    if not 0 <= frame < len(frames) - 1:
        return False
    played: list[str] = []
    for number in frames[frame + 1 :]:
        event = playback.steps[number].event
        if event.kind != "action" or event.seat != seat or event.actor != BY_HAND:
            break
        played.append(event.code)
    return played[: len(codes)] == list(codes)


def _is_undo(event: Event, seat: int) -> bool:
    return event.kind == "undo" and event.seat == seat

"""Replays of finished games and uploaded records, and new tables from one of their steps."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from numpy.typing import NDArray

from proa import records
from proa.engine.core.game import Game
from proa.engine.core.position import Position
from proa.engine.core.view_types import ALL, Marks, Reason
from proa.engine.errors import BadDocument
from proa.engine.messages import Message, say, turn_start
from proa.records import Record
from proa.review.reviewing import hides_cards
from proa.server.errors import Code, Refusal
from proa.server.store.rows import BOT, PERSON
from proa.server.tables import names, opening
from proa.server.tables.bot_levels import bot_level
from proa.server.tables.events import moves
from proa.server.tables.opening import LATER, Order, Place
from proa.server.tables.table import Table, check_over
from proa.server.tables.table_records import record_of
from proa.server.tables.table_view import changed, sheet
from proa.server.tables.tables import Tables

CACHED = 64


@dataclass(frozen=True)
class Moment:
    """One step of a replay: the decision, and the positions before and after it."""

    seat: int | None
    codes: tuple[str, ...]
    """The action and the outcomes that followed it."""
    before: NDArray[Any]
    after: NDArray[Any]


class Replay:
    """A finished game, step by step. Everybody may see it as any seat or with everything open."""

    def __init__(self, record: Record) -> None:
        self.game: Game = record.game
        self.players = record.players
        cleaned = enumerate(names.clean(seat["name"]) for seat in record.seats)
        self.names = [name or f"#{n + 1}" for n, name in cleaned]
        self.kinds = [seat["kind"] for seat in record.seats]
        if not record.seats:
            self.names = [f"#{n + 1}" for n in range(record.players)]
            self.kinds = [PERSON] * record.players
        self.lost: Collection[int] = ()
        """The seats that were lost on time: the table knows, its record doesn't."""
        self.moments = [
            Moment(
                step.seat,
                (step.code, *step.outcomes) if step.code else step.outcomes,
                step.before.record(),
                step.after.record(),
            )
            for step in records.replay(record)
            if step.opening or step.code is not None
        ]
        self.pictures: dict[tuple[str, ...], bytes] = {}
        """Pictures of the last position, by language and names."""
        self._sentences: dict[tuple[int, int], list[Message]] = {}

    @property
    def last(self) -> int:
        """Return the number of the last step."""
        return len(self.moments) - 1

    def with_names(self, names: list[str]) -> Replay:
        """Return a copy with other names, which shares what is computed."""
        _ = self.history, self.turns  # computed once here, not in each copy
        other = copy(self)
        other.names = names
        return other

    def position(self, at: int) -> Position:
        """Return the position after step ``at``."""
        if not 0 <= at <= self.last:
            raise Refusal(404, say("There is no step {n}.", n=at))
        return Position(self.game, self.moments[at].after)

    def sentences(self, at: int, eye: int) -> list[Message]:
        """Return the sentences of a step for one viewer."""
        if (at, eye) not in self._sentences:
            moment = self.moments[at]
            before = Position(self.game, moment.before)
            self._sentences[at, eye] = [
                message
                for old, action, new in moves(self.game, before, moment.codes)
                for message in self.game.story(old, action, new, eye)
            ]
        return self._sentences[at, eye]

    def view(self, at: int, eye: int) -> dict[str, Any]:
        """Return the view of a seat (or ``ALL``) after a step, without actions."""
        position = self.position(at)
        view = self.game.view(position, eye)
        view["actions"], view["greyed"] = [], []
        marks = Marks()
        if at > 0:
            before = Position(self.game, self.moments[at].before)
            marks = self.game.spec.board.marks(self.game, before, position, eye)
        view["last"] = changed(marks)
        return view

    def instead(self, at: int, code: str, eye: int) -> tuple[dict[str, Any], list[Message]]:
        """Return the view and the sentences of another choice in the place of step ``at``, before
        chance."""
        before = self.before(at)
        after = self.game.play(before, code, chance=False)
        marks = self.game.spec.board.marks(self.game, before, after, eye)
        view = self.game.view(after, eye) | {"actions": [], "greyed": [], "last": changed(marks)}
        return view, self.game.story(before, self.game.action(code), after, eye)

    @cached_property
    def hides_cards(self) -> bool:
        """Return whether seats did not see everything."""
        return hides_cards(self.game, map(self.position, range(len(self.moments))))

    def check_review(self, open_cards: bool) -> None:
        """Refuse unless the game is over and, for a review with open cards, hid some."""
        self.check_over()
        if open_cards and not self.hides_cards:
            raise Refusal(422, say("This game hides no cards."))

    def check_over(self) -> None:
        """Refuse unless the game is over: a record may end before."""
        if not self.position(self.last).is_over:
            raise Refusal(409, say("The game is not over yet."), Code.NOT_OVER)

    def before(self, at: int) -> Position:
        """Return the position before step ``at``."""
        self.position(at)
        return Position(self.game, self.moments[at].before)

    def log(self, eye: int) -> list[dict[str, Any]]:
        """Return every step in sentences: ``at, seat, sentences``."""
        return [
            {"at": at, "seat": moment.seat, "sentences": self.sentences(at, eye)}
            for at, moment in enumerate(self.moments)
        ]

    @cached_property
    def sheets(self) -> list[list[dict[str, int]]]:
        """Return the points of every seat by source after each step."""
        return [
            [self.game.sheet(self.position(at), seat) for seat in range(self.players)]
            for at in range(len(self.moments))
        ]

    @cached_property
    def history(self) -> list[list[int]]:
        """Return the points of every seat after each step."""
        return [[sum(sheet.values()) for sheet in sheets] for sheets in self.sheets]

    @cached_property
    def turns(self) -> list[int]:
        """Return the steps at which a turn begins, by the game's story."""
        return [
            at
            for at in range(len(self.moments))
            if any(turn_start(message) for message in self.sentences(at, ALL))
        ]

    def turn_of(self, at: int) -> tuple[int, Message | None]:
        """Return the number of the turn in which a step was decided, and the game's heading for it.

        A step may end with the beginning of the next turn.
        """
        began = [turn for turn in self.turns if turn < at]
        messages = self.sentences(began[-1], ALL) if began else []
        turns = [turn for turn in map(turn_start, messages) if turn]
        return len(began), turns[-1].heading if turns else None

    def result(self) -> dict[str, Any]:
        """Return the score sheet of the last position."""
        return sheet(self.game, self.position(self.last), self.lost)

    def reasons(self) -> list[Sequence[Reason]]:
        """Return the reasons for the points of every seat."""
        reasons, last = self.game.spec.texts.reasons, self.position(self.last)
        return [reasons(self.game, last, seat, ALL) for seat in range(self.players)]

    def growth(self, reasons: list[Sequence[Reason]]) -> list[dict[str, Any]]:
        """Return for every seat when it got the points of each source with a ``booked`` reason."""
        return [
            {
                reason["source"]: self._grew(seat, reason["source"])
                for reason in found
                if reason.get("booked")
            }
            for seat, found in enumerate(reasons)
        ]

    def _grew(self, seat: int, source: str) -> list[dict[str, Any]]:
        """Return by turn: ``turn, heading, amounts``, each with its step, points and sentences."""
        turns: list[dict[str, Any]] = []
        before = 0
        for at, sheets in enumerate(self.sheets):
            points = sheets[seat][source]
            if points != before:
                turn, heading = self.turn_of(at)
                if not turns or turns[-1]["turn"] != turn:
                    turns.append({"turn": turn, "heading": heading, "amounts": []})
                amount = {"at": at, "points": points - before, "told": self.sentences(at, ALL)}
                turns[-1]["amounts"].append(amount)
            before = points
        return turns


class Replays:
    """The replays of this process, made on first use; the latest are cached."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._cached: dict[str, Replay] = {}
        self.spend: Callable[[], None] = lambda: None
        """Counts something expensive that is made for the guest."""

    def asked_by(self, spend: Callable[[], None]) -> Replays:
        """Return a copy for one guest: ``spend`` is called before a replay is made for them."""
        limited = copy(self)
        limited.spend = spend
        return limited

    def of_table(self, table: Table) -> Replay:
        """Return the replay of a table whose game is over."""
        check_over(table)
        if table.id not in self._cached:
            self.spend()
            self._cache(table.id, Replay(record_of(table)))
        replay = self._cached[table.id]
        replay.names = table.names
        replay.lost = table.playing.lost
        return replay

    async def of_upload(self, upload_id: str) -> Replay:
        """Return the replay of an uploaded record."""
        if upload_id not in self._cached:
            text = await self._tables.store.upload(upload_id)
            if text is None:
                raise Refusal(404, say("There is no such record."))
            self.spend()
            self._cache(upload_id, Replay(await self.read(text)))
        return self._cached[upload_id]

    async def upload(self, content: bytes, guest_id: str, address: str = "") -> str:
        """Check a whole record and store it; return its new id."""
        if len(content) > self._tables.settings.upload_bytes:
            raise Refusal(413, say("A record has at most {n} bytes.", n=self._most))
        try:
            text = content.decode()
        except UnicodeDecodeError:
            raise Refusal(422, say("A record must be UTF-8 text.")) from None
        await self.read(text)
        await self._check_caps(guest_id, address)
        upload_id = secrets.token_hex(16)
        await self._tables.store.keep_upload(upload_id, guest_id, text, address)
        return upload_id

    async def _check_caps(self, guest_id: str, address: str) -> None:
        """Refuse at a limit. Programs have no guest id to count by, only an address."""
        limits, count = self._tables.settings, self._tables.store.count_uploads
        if guest_id and await count(guest_id) >= limits.uploads_a_guest:
            why = say("You have uploaded too many records. Please come back later.")
            raise Refusal(429, why, again=LATER, limit="uploads_a_guest")
        if address and await count(address=address) >= limits.uploads_an_address:
            why = say("Too many records were uploaded from your address. Please come back later.")
            raise Refusal(429, why, again=LATER, limit="uploads_an_address")
        if await count() >= limits.uploads_in_all:
            why = say("No more records can be stored here. Please come back later.")
            raise Refusal(503, why, again=LATER, limit="uploads_in_all")

    @property
    def _most(self) -> int:
        return self._tables.settings.upload_bytes

    async def read(self, text: str) -> Record:
        """Return the record of a file's text, replayed and checked; refuse a bad one."""
        try:
            document = records.parse(text)
            return records.verify(document, await self._game(document))
        except BadDocument as error:
            raise Refusal(422, error.message) from None

    async def _game(self, document: Any) -> Game | None:
        """Return the game a record names, in an edition of this server; None if it names none."""
        named = document if isinstance(document, dict) else {}
        name, edition, options = (named.get(key) for key in ("game", "edition", "options"))
        if not isinstance(name, str) or not isinstance(edition, str):
            return None
        if not isinstance(options, dict) or not all(isinstance(v, str) for v in options.values()):
            return None
        return await self._tables.games.open(name, edition, options)

    def _cache(self, at: str, replay: Replay) -> None:
        self._cached[at] = replay
        if len(self._cached) > CACHED:
            self._cached.pop(next(iter(self._cached)))


def eye_of(replay: Replay, eye: str) -> int:
    """Return the viewer that ``eye`` names: a seat's number, or ``ALL`` (``open``)."""
    is_seat = eye.isdecimal() and len(eye) < 3 and int(eye) < replay.players
    return int(eye) if is_seat else ALL


async def go_on(
    tables: Tables,
    replay: Replay,
    at: int,
    seats: Sequence[int],
    level: str,
    guest_id: str,
    address: str = "",
    origin: str = "",
) -> Table:
    """Open a table from a step of a replay: the guest at ``seats``, bots at the others.

    Bots don't get the names of people, whom a deletion of their account could not find there. A
    repeated request is answered with the same table until its game begins.
    """
    bot_level(level, replay.game.name)
    position = replay.position(at)
    for seat in seats:
        if not 0 <= seat < replay.players:
            raise Refusal(422, say("There is no seat {n}.", n=seat))
    places: list[Place] = []
    for seat, name in enumerate(replay.names):
        if seat in seats:
            places.append(Place(PERSON, name, holders=(guest_id,)))
        else:
            others = [*replay.names, *(place.name for place in places)]
            usual = name if name in names.USUAL else names.usual(others, seat)
            places.append(Place(BOT, usual, level))
    game = replay.game
    order = Order(
        game=game.name,
        places=places,
        edition=game.edition,
        options=game.options,
        start=game.dump(position, secret=False),
        address=address,
        origin=origin,
    )
    return await opening.open_once(tables, guest_id, order)

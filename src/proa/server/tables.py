"""Tables: opening one, playing at it, and what each viewer is shown."""

from __future__ import annotations

import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from proa import game as open_game
from proa.engine.errors import BadDocument, BadOption, IllegalAction
from proa.engine.game import Game
from proa.engine.kind import ALL, WATCHER
from proa.engine.words import Message, say, seat
from proa.server import proof
from proa.server.errors import Refusal
from proa.server.live import Live
from proa.server.playback import BY_HAND, LONE, Playback, start_event
from proa.server.schema import (
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
)
from proa.server.settings import Settings
from proa.server.store import Change, Store

TRIES = 20
"""How often a write is tried again when another one came first."""
KEPT_PLAYBACKS = 256
LONGEST_NAME = 40
_EDITION = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")


class Stale(Refusal):
    """A post that answers a frame which is no longer the newest."""

    def __init__(self) -> None:
        super().__init__(409, say("The table has moved on. This is how it stands now."))


@dataclass(frozen=True)
class Place:
    """A seat as it is asked for when a table is opened."""

    kind: str
    name: str
    level: str = ""


@dataclass
class Table:
    """A table as it stands: its row, its seats and, once it has begun, its log played out."""

    row: TableRow
    seats: list[SeatRow]
    game: Game
    playback: Playback | None = None

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def names(self) -> list[str]:
        """The seats' names in order."""
        return [place.name for place in self.seats]

    @property
    def playing(self) -> Playback:
        """The log played out; a refusal before the start."""
        if self.playback is None:
            raise Refusal(409, say("The game has not begun yet."))
        return self.playback

    def seats_of(self, guest: str) -> list[int]:
        """The seats a guest holds."""
        return [s.seat for s in self.seats if s.kind == PERSON and s.guest == guest]

    def eyes(self, viewer: int) -> int:
        """With whose eyes a viewer looks: after the end everybody sees all."""
        return ALL if self.row.status == OVER else viewer


class Tables:
    """All that happens at tables; the store keeps it, ``live`` tells of it."""

    def __init__(self, settings: Settings, store: Store, live: Live) -> None:
        self.settings = settings
        self.store = store
        self.live = live
        self._games: dict[tuple[Any, ...], Game] = {}
        self._playbacks: OrderedDict[str, Playback] = OrderedDict()

    # -- games -----------------------------------------------------------------------------

    def game(self, name: str, edition: str, options: Mapping[str, str]) -> Game:
        """A game in an edition of the data folder, with options; refused in a sentence."""
        at = (name, edition, *sorted(options.items()))
        if at not in self._games:
            try:
                self._games[at] = open_game(name, self._edition(edition), **options)
            except (BadOption, BadDocument) as error:
                raise Refusal(422, say("{why}", why=str(error))) from None
        return self._games[at]

    def _edition(self, name: str) -> str | None:
        if name == "standard":
            return None
        path = self.settings.editions / f"{name}.toml"
        if not _EDITION.fullmatch(name) or not path.is_file():
            raise Refusal(422, say("There is no edition of that name here."))
        return str(path)

    # -- opening ---------------------------------------------------------------------------

    async def open(
        self,
        guest: str,
        game_name: str,
        places: Sequence[Place],
        *,
        name: str = "",
        edition: str = "standard",
        options: Mapping[str, str] | None = None,
    ) -> Table:
        """Open a table; it begins when nobody is missing and everybody is ready."""
        game = self.game(game_name, edition, options or {})
        try:
            game.start(len(places), seed=0)
        except BadOption as error:
            raise Refusal(422, say("{why}", why=str(error))) from None
        table_id, part, now = secrets.token_hex(16), proof.fresh_part(), time.time()
        row = TableRow(
            id=table_id,
            name=_name(name) or game.kind.title,
            game=game.name,
            edition=edition,
            edition_hash=game.edition_hash,
            rules_version=game.kind.rules_version,
            options=dict(game.options),
            players=len(places),
            status=WAITING,
            host=guest,
            server_part=part,
            commitment=proof.commitment(part, played(table_id, game, len(places))),
            last=-1,
            turn=None,
            people=0,
            created=now,
            touched=now,
        )
        seats = [
            SeatRow(
                table_id=table_id,
                seat=number,
                kind=place.kind,
                name=_name(place.name),
                guest=guest if place.kind == PERSON else "",
                level=place.level if place.kind == BOT else "",
                nonce=None,
            )
            for number, place in enumerate(places)
        ]
        await self.store.create(row, seats)
        return Table(row, seats, game)

    async def ready(self, table_id: str, guest: str, nonce: str) -> Table:
        """A guest is ready and adds his nonce; the game begins when he was the last one."""
        if not re.fullmatch(r"[0-9a-f]{0,64}", nonce):
            raise Refusal(422, say("A nonce is at most 64 hexadecimal digits."))
        for _ in range(TRIES):
            table = await self.load(table_id)
            mine = [s for s in table.seats_of(guest) if table.seats[s].nonce is None]
            if table.row.status != WAITING or not mine:
                return table
            change = self._readied(table, mine, nonce)
            if await self.store.commit(table.row, change):
                self.live.ring(table_id)
                return await self.load(table_id)
        raise busy()

    def _readied(self, table: Table, mine: Sequence[int], nonce: str) -> Change:
        nonces = [nonce if s.seat in mine else s.nonce for s in table.seats]
        places = {number: {"nonce": nonce} for number in mine}
        missing = any(
            s.kind == OPEN or (s.kind == PERSON and nonces[s.seat] is None) for s in table.seats
        )
        if missing:
            return Change(seats=places)
        seed = proof.seed(table.row.server_part, [n or "" for n in nonces])
        details = {"seats": [{"kind": s.kind, "name": s.name} for s in table.seats]}
        playback = Playback(table.game, table.row.players, seed)
        first = start_event(table.game, table.row.players, seed, details, time.time())
        playback.extend([first])
        events = [first, *self._follow(table, playback)]
        return Change(events, self._state(playback), places)

    # -- loading ---------------------------------------------------------------------------

    async def load(self, table_id: str) -> Table:
        """A table as it stands now; refused if there is none."""
        found = await self.store.table(table_id)
        if found is None:
            raise Refusal(404, say("There is no such table, or you have no seat at it."))
        row, seats = found
        table = Table(row, seats, self.game(row.game, row.edition, row.options))
        if row.last >= 0:
            table.playback = await self._played(table)
        return table

    async def _played(self, table: Table) -> Playback:
        row = table.row
        playback = self._playbacks.get(row.id)
        if playback is None:
            seed = proof.seed(row.server_part, [s.nonce or "" for s in table.seats])
            playback = self._playbacks[row.id] = Playback(table.game, row.players, seed)
            if len(self._playbacks) > KEPT_PLAYBACKS:
                self._playbacks.popitem(last=False)
        self._playbacks.move_to_end(row.id)
        if playback.last < row.last:
            playback.extend(await self.store.events(row.id, after=playback.last))
        return playback

    # -- playing ---------------------------------------------------------------------------

    async def act(self, table_id: str, seat: int, frame: int, code: str) -> Table:
        """A person at ``seat`` plays ``code`` in answer to his frame.

        A repeated post is answered like the first; one that comes too late raises :class:`Stale`.
        """
        for _ in range(TRIES):
            table = await self.load(table_id)
            playback = table.playing
            frames = playback.frames(seat)
            if frame != len(frames) - 1:
                if _repeats(playback, frames, seat, frame, code):
                    return table
                raise Stale
            _check_running(table)
            if playback.position().to_move != seat:
                raise Refusal(409, say("It is not your turn."))
            if await self._play(table, code, BY_HAND):
                return await self.load(table_id)
        raise busy()

    async def act_for_bot(self, table: Table, code: str, actor: str) -> bool:
        """A bot's decision at a table as it was loaded; False if another change came first."""
        return await self._play(table, code, actor)

    async def _play(self, table: Table, code: str, actor: str) -> bool:
        playback = table.playing.fork()
        try:
            event = playback.next_action(code, actor, time.time())
        except IllegalAction as error:
            raise Refusal(422, say("{why}", why=str(error))) from None
        playback.extend([event])
        events = [event, *self._follow(table, playback)]
        return await self._commit(table, Change(events, self._state(playback)))

    async def undo(self, table_id: str, seat: int, frame: int) -> Table:
        """Take back the seat's last action."""
        for _ in range(TRIES):
            table = await self._at_frame(table_id, seat, frame)
            event = table.playing.undo(seat, time.time())
            if event is None:
                raise Refusal(409, say("There is nothing of yours to take back."))
            playback = table.playing.fork()
            playback.extend([event])
            if await self._commit(table, Change([event], self._state(playback))):
                return await self.load(table_id)
        raise busy()

    async def redo(self, table_id: str, seat: int, frame: int) -> Table:
        """Play again what was taken back last."""
        for _ in range(TRIES):
            table = await self._at_frame(table_id, seat, frame)
            code = table.playing.redoable(seat)
            if code is None:
                raise Refusal(409, say("There is nothing to play again."))
            if await self._play(table, code, BY_HAND):
                return await self.load(table_id)
        raise busy()

    async def _at_frame(self, table_id: str, seat: int, frame: int) -> Table:
        table = await self.load(table_id)
        if frame != len(table.playing.frames(seat)) - 1:
            raise Stale
        _check_running(table)
        return table

    def _follow(self, table: Table, playback: Playback) -> list[Event]:
        """What follows by itself: lone answers of a person, the end of the game."""
        events: list[Event] = []
        while True:
            position = playback.position()
            if position.is_over:
                return [*events, playback.end_event(time.time())]
            if table.seats[position.to_move].kind != PERSON:
                return events
            code = playback.lone_answer()
            if code is None:
                return events
            events.append(playback.next_action(code, LONE, time.time()))
            playback.extend(events[-1:])

    def _state(self, playback: Playback) -> dict[str, Any]:
        position = playback.position()
        if position.is_over:
            return {"status": OVER, "turn": None}
        return {"status": RUNNING, "turn": position.to_move}

    async def _commit(self, table: Table, change: Change) -> bool:
        done = await self.store.commit(table.row, change)
        if done:
            self.live.ring(table.id)
        return done

    # -- showing ---------------------------------------------------------------------------

    def show(self, table: Table, viewer: int, frame: int | None = None) -> dict[str, Any]:
        """What a viewer is shown at one of his frames, the newest by default, as messages."""
        playback = table.playing
        frames = playback.frames(viewer)
        latest = len(frames) - 1
        frame = latest if frame is None else frame
        if not 0 <= frame <= latest:
            raise Refusal(404, say("There is no frame {n}.", n=frame))
        number, eyes = frames[frame], table.eyes(viewer)
        is_latest = frame == latest
        position = playback.position() if is_latest else playback.position(number)
        view = table.game.view(position, eyes)
        is_mine = is_latest and table.row.status == RUNNING and position.to_move == viewer
        if not is_mine:
            view["actions"], view["greyed"] = [], []
        return {
            "frame": frame,
            "latest": latest,
            "viewer": viewer,
            "status": table.row.status,
            "view": view,
            "told": self._told(table, number, eyes),
            "undo": is_latest and playback.undoable(viewer) is not None,
            "redo": is_mine and playback.redoable(viewer) is not None,
        }

    def log(self, table: Table, viewer: int, upto: int | None = None) -> list[dict[str, Any]]:
        """A viewer's frames told in sentences: ``frame, kind, seat, sentences``."""
        frames = table.playing.frames(viewer)
        eyes = table.eyes(viewer)
        shown = frames if upto is None else frames[: upto + 1]
        return [
            {"frame": frame, **self._told(table, number, eyes)}
            for frame, number in enumerate(shown)
        ]

    def _told(self, table: Table, number: int, eyes: int) -> dict[str, Any]:
        event = table.playing.steps[number].event
        return {
            "kind": event.kind,
            "seat": event.seat,
            "at": event.at,
            "sentences": _sentences(table.playing, event, eyes),
        }

    def result(self, table: Table) -> dict[str, Any] | None:
        """The score sheet of a finished game: sources, points by seat, totals, winners."""
        if table.row.status != OVER:
            return None
        position, game = table.playing.position(), table.game
        seats = range(table.row.players)
        return {
            "sources": [{"key": key, "heading": heading} for key, heading in game.kind.sources],
            "sheets": [game.sheet(position, number) for number in seats],
            "scores": game.scores(position),
            "winners": [n for n, share in enumerate(game.returns(position)) if share > 0],
        }


def played(table_id: str, game: Game, players: int) -> dict[str, Any]:
    """What a table's commitment binds beside the server's part."""
    return {
        "table": table_id,
        "game": game.name,
        "rules_version": game.kind.rules_version,
        "edition_hash": game.edition_hash,
        "options": dict(game.options),
        "players": players,
    }


def busy() -> Refusal:
    """The refusal when a write lost every race it entered."""
    return Refusal(503, say("The table is very busy. Please try again."))


def _sentences(playback: Playback, event: Event, eyes: int) -> list[Message]:
    who = seat(event.seat if event.seat is not None else WATCHER)
    if event.kind == "start":
        return [say("The game begins."), *playback.sentences(event.number, eyes)]
    if event.kind == "action":
        return playback.sentences(event.number, eyes)
    if event.kind == "undo":
        return [say("{seat} takes that back.", seat=who)]
    if event.kind == "end":
        winners = [n for n, share in enumerate(event.details["returns"]) if share > 0]
        if len(winners) == 1:
            return [say("The game is over. {seat} wins.", seat=seat(winners[0]))]
        return [say("The game is over. The victory is shared.")]
    raise AssertionError(event.kind)


def _repeats(playback: Playback, frames: Sequence[int], seat: int, frame: int, code: str) -> bool:
    if not 0 <= frame < len(frames) - 1:
        return False
    event = playback.steps[frames[frame + 1]].event
    return event.kind == "action" and event.seat == seat and event.code == code


def _check_running(table: Table) -> None:
    if table.row.status == FROZEN:
        raise Refusal(409, say("This table is frozen: the rules have changed since it began."))
    if table.row.status == OVER:
        raise Refusal(409, say("The game is over."))


def _name(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:LONGEST_NAME]

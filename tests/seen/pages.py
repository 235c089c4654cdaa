"""The pages of a game that a server sends to browsers: every viewer's page after a decision, and at
the end.

All requests go through HTTP, so the test holds for any implementation.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import httpx

from proa.engine.core.position import Position
from proa.engine.core.view_types import ALL, SPECTATOR
from proa.engine.messages import LOCALES
from proa.server.config.settings import Settings
from proa.server.games import opened_games
from seen.dom import normal
from seen.golden import Place
from seen.told import NAMES, NONCE, PART, letter
from server.site import Site, running

_token_hex = secrets.token_hex


def texts(
    name: str, players: int, codes: Sequence[str], steps: Collection[int]
) -> Iterator[tuple[Place, str]]:
    """Yield all pages of the game with these decisions at some steps, as normal text."""

    async def gathered() -> list[tuple[Place, str]]:
        return [found async for found in _played(name, players, codes, steps)]

    yield from asyncio.run(gathered())


def _known_part(size: int | None = None) -> str:
    """Return random ids, but a constant server part of the chance, the only one of 32 bytes."""
    return PART if size == 32 else _token_hex(size)


async def _played(
    name: str, players: int, codes: Sequence[str], steps: Collection[int]
) -> AsyncIterator[tuple[Place, str]]:
    async with at_table(name, players) as party:
        for step in range(len(codes) + 1):
            if step and (seat := await party.turn(step)) is not None:
                await party.decide(seat, await party.frame(seat), codes[step - 1])
            if step in steps:
                async for kind, viewer, locale, text in party.looks(codes[step : step + 1]):
                    yield Place(step, kind, locale, letter(viewer)), text
        if len(codes) in steps:
            async for kind, viewer, locale, text in party.looks_back():
                yield Place(len(codes), kind, locale, letter(viewer)), text


@asynccontextmanager
async def at_table(name: str, players: int) -> AsyncIterator[Party]:
    """Return people at a table that has begun, with always the same chance."""
    opened_games.PATIENCE = 600
    with (
        TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        patch("secrets.token_hex", _known_part),
    ):
        async with running(Settings(Path(folder))) as site, AsyncExitStack() as stack:
            party = Party(site, stack)
            await party.begin(name, players)
            yield party


class Party:
    """People at one table, each with a browser, and one spectator."""

    def __init__(self, site: Site, stack: AsyncExitStack) -> None:
        self.site = site
        self._stack = stack
        self._people: dict[int, httpx.AsyncClient] = {}
        self.doors: dict[int, str] = {}
        self._table = ""

    async def begin(self, game: str, players: int) -> None:
        """Open a table, take all seats, be ready."""
        for viewer in (SPECTATOR, *range(players)):
            self._people[viewer] = await self._stack.enter_async_context(self.site.browser())
        form = {"game": game, "title": "Motu", "who0": "me", "name0": NAMES[0]}
        for seat in range(1, players):
            form |= {f"who{seat}": "friend", f"name{seat}": NAMES[seat]}
        host = self._people[0]
        opened = await host.post("/tables", data=form)
        assert opened.status_code == 200, opened.text
        door = opened.url.path
        self._table = door.removeprefix("/table/")
        invites = list(dict.fromkeys(re.findall(r"/sit/[0-9a-f]+", opened.text)))
        assert len(invites) == players - 1
        for seat, invite in enumerate(invites, 1):
            named = {"name": NAMES[seat], "nonce": NONCE}
            taken = await self._people[seat].post(invite, data=named)
            assert taken.status_code == 200, taken.text
        ready = await host.post(f"{door}/ready", data={"nonce": NONCE})
        assert ready.status_code == 200, ready.text
        self.doors = dict.fromkeys(range(players), door)
        found = re.search(r"/watch/[0-9a-f]+", (await host.get(door)).text)
        assert found is not None
        self.doors[SPECTATOR] = found[0]

    @property
    def viewers(self) -> list[int]:
        """Return the viewers at the table: its seats, and one spectator."""
        return list(self.doors)

    async def turn(self, step: int) -> int | None:
        """Return who makes decision ``step``; None if the server has made it: a lone answer."""
        table = await self.site.tables.load(self._table)
        return None if len(table.playing.line()) > step else table.row.turn

    async def frame(self, viewer: int) -> int:
        """Return the number of a viewer's newest frame."""
        number: int = (await self.get(viewer, "/news")).json()["frame"]
        return number

    async def decide(self, seat: int, frame: int, code: str) -> None:
        """Send a decision like a browser without scripts."""
        form = {"frame": str(frame), "code": code}
        door = self.doors[seat]
        answer = await self._people[seat].post(f"{door}/act", data=form, follow_redirects=False)
        assert answer.status_code == 303, f"{code} was answered {answer.status_code}"

    async def position(self) -> Position:
        """Return the position at the table."""
        return (await self.site.tables.load(self._table)).playing.position()

    async def post(self, viewer: int, what: str, **form: str) -> None:
        """Send a form."""
        answer = await self._people[viewer].post(self.doors[viewer] + what, data=form)
        assert answer.status_code == 200, f"{what}: {answer.status_code} {answer.text}"

    async def get(self, viewer: int, what: str, **headers: str) -> httpx.Response:
        """Return a resource of the table, as a viewer gets it."""
        answer = await self._people[viewer].get(self.doors[viewer] + what, headers=headers)
        assert answer.status_code == 200, f"{what}: {answer.status_code} {answer.text}"
        return answer

    async def looks(self, following: Sequence[str]) -> AsyncIterator[tuple[str, int, str, str]]:
        """Yield kind, viewer, language and text of all current pages; also those of a trial."""
        turn = (await self.site.tables.load(self._table)).row.turn
        for locale in LOCALES:
            for viewer in self.viewers:
                yield "page", viewer, locale, await self._normal(viewer, "?board=1", locale)
            if following and turn is not None:
                query = f"frame={await self.frame(turn)}&code={following[0]}"
                yield "try", turn, locale, await self._normal(turn, f"/try?{query}", locale)

    async def looks_back(self) -> AsyncIterator[tuple[str, int, str, str]]:
        """Yield the end, the whole log, and the replay with everything visible."""
        for locale in LOCALES:
            for viewer in self.viewers:
                for kind in ("end", "log"):
                    yield kind, viewer, locale, await self._normal(viewer, f"/{kind}", locale)
            yield "replay", ALL, locale, await self._normal(SPECTATOR, "/replay", locale)

    async def _normal(self, viewer: int, what: str, locale: str) -> str:
        return normal((await self.get(viewer, what, **{"Accept-Language": locale})).text)

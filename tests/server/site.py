"""Applications in memory, and their clients."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import sqlalchemy as sa

from advice import Advice
from proa.server.config.settings import Settings
from proa.server.host.app import create_app
from proa.server.store import migrations
from waiting import until


class AtRandom(Advice):
    """A decider for bots without a search, the same for the same seed."""

    def __init__(self) -> None:
        self._random = random.Random(7)

    async def decide(self, game, edition, information_state, level, seed) -> int:
        return self._random.choice(information_state.legal_actions())

    async def close(self) -> None:
        pass


async def _shows_no_object(answer: httpx.Response) -> None:
    """No page shows how Python writes an object that was meant to be used."""
    if answer.headers.get("content-type", "").startswith("text/html"):
        assert " object at 0x" not in (await answer.aread()).decode(), answer.url


class Site:
    """An application and its clients."""

    def __init__(self, app, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.tables = app.state.tables

    async def bots_are_idle(self) -> None:
        """Wait until all bots and premoves have acted."""
        bot_turns = self.tables.on_bot_turn.__self__
        await until(lambda: not bot_turns._at_work)

    async def stop_bots(self) -> None:
        """Wait until all bots and premoves have acted, and let none act any more."""
        await self.bots_are_idle()
        self.tables.on_bot_turn.__self__._is_closed = True

    def _from(self, address: str) -> httpx.ASGITransport:
        return httpx.ASGITransport(self.app, raise_app_exceptions=False, client=(address, 12345))

    def client(
        self, token: str = "", base: str = "http://localhost", address: str = "127.0.0.1"
    ) -> httpx.AsyncClient:
        """Return a client for programs, with a seat's token or none."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return httpx.AsyncClient(transport=self._from(address), base_url=base, headers=headers)

    def browser(self, address: str = "127.0.0.1") -> httpx.AsyncClient:
        """Return a client like a browser, with its own cookies."""
        return httpx.AsyncClient(
            transport=self._from(address),
            base_url="http://localhost",
            headers={"Sec-Fetch-Site": "same-origin"},
            follow_redirects=True,
            event_hooks={"response": [_shows_no_object]},
        )

    async def open(self, *seats: str, game: str = "toy", **more) -> dict:
        """Open a table by API; seats are ``me``, ``friend`` or ``bot``. Return the API's answer."""
        names = ["Hina", "Teva", "Moana", "Manu", "Vaea"]
        order = [
            {"who": who, "name": names[n], **({"level": "easy"} if who == "bot" else {})}
            for n, who in enumerate(seats)
        ]
        async with self.client() as client:
            answer = await client.post("/api/tables", json={"game": game, "seats": order, **more})
        assert answer.status_code == 201, answer.text
        return answer.json()

    async def begun(self, *seats: str, game: str = "toy", **more) -> list[Player]:
        """Return the players of a table that has begun, by seat; None for bots."""
        opened = await self.open(*seats, game=game, **more)
        players = []
        for seat in opened["seats"]:
            if seat["token"] is None:
                players.append(None)
                continue
            player = Player(self, opened["table"], seat["seat"], seat["token"])
            answer = await player.post("ready", nonce=f"{seat['seat']:064x}")
            assert answer.status_code == 200, answer.text
            players.append(player)
        return players


class Player:
    """A person who plays a seat by API."""

    def __init__(self, site: Site, table: str, seat: int, token: str) -> None:
        self.site = site
        self.table = table
        self.seat = seat
        self.token = token

    async def get(self, what: str = "", **query) -> httpx.Response:
        async with self.site.client(self.token) as client:
            path = f"/api/tables/{self.table}/{what}".rstrip("/")
            return await client.get(path, params=query)

    async def post(self, what: str, **body) -> httpx.Response:
        async with self.site.client(self.token) as client:
            return await client.post(f"/api/tables/{self.table}/{what}", json=body)

    async def put(self, what: str, **body) -> httpx.Response:
        async with self.site.client(self.token) as client:
            return await client.put(f"/api/tables/{self.table}/{what}", json=body)

    async def delete(self, what: str) -> httpx.Response:
        async with self.site.client(self.token) as client:
            return await client.delete(f"/api/tables/{self.table}/{what}")

    async def view(self, **query) -> dict:
        answer = await self.get("view", **query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def codes(self) -> list[str]:
        """Return the codes that the seat can play now."""
        return [action["code"] for action in (await self.view())["view"]["actions"]]

    async def play(self, *codes: str) -> httpx.Response:
        """Play codes, by default the first legal one, in answer to the newest frame."""
        seen = await self.view()
        chosen = list(codes) or [seen["view"]["actions"][0]["code"]]
        return await self.post("actions", frame=seen["frame"], codes=chosen)


async def play_to_end(players: list[Player], seed: int = 1, most: int = 2000) -> None:
    """Play a table of people to its end, at random."""
    choose = random.Random(seed)
    for _ in range(most):
        table = await players[0].site.tables.load(players[0].table)
        if table.row.status != "running":
            return
        player = players[table.row.turn]
        codes = table.game.codes(table.playing.position())
        answer = await player.play(choose.choice(codes))
        assert answer.status_code == 200, answer.text
    raise AssertionError("the game does not end")


@asynccontextmanager
async def running(settings: Settings, decider=None, rates=False) -> AsyncIterator[Site]:
    """Run an application until the context ends.

    Without ``rates`` nothing is rate-limited: tests play faster than people.
    """
    settings = replace(settings, rates=rates)
    _lay(settings)
    app = create_app(settings, decider or AtRandom())
    async with app.router.lifespan_context(app):
        yield Site(app, settings)


def _lay(settings: Settings) -> None:
    """Give an application an empty, migrated database, instead of running each migration."""
    url = sa.make_url(settings.database)
    if url.get_backend_name() == "sqlite" and url.database and not Path(url.database).exists():
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
        Path(url.database).write_bytes(_empty())


@cache
def _empty() -> bytes:
    """Return a SQLite file that has every table, all empty."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "proa.sqlite3"
        migrations.upgrade(sa.make_url(f"sqlite:///{file}"))
        return file.read_bytes()

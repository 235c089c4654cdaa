"""A server in a thread, with bots that decide at once."""

from __future__ import annotations

import random
import socket
import threading
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import uvicorn

from advice import Advice
from proa.engine.messages import LOCALES
from proa.server.config.settings import Settings
from proa.server.games import opened_games
from proa.server.host.app import create_app
from waiting import wait_until

SMALL = """
board = {size = 3}
track = {letters = ["A", "B", "A", "B"], pearls = ["white", "blue", "white", "blue"]}
die = {faces = [0, 1, 2]}
pearls = {white = 2, blue = 2}
players = {boats = 5, money = 3, stash = 2}
"""
"""A sea of three by three squares: a game of a few turns."""


BRIEF = {"tahiti": (1.0, ("pass",)), "borabora": (0.7, ("no", "place:fishing"))}
"""How often, and with which codes, a bot keeps a game short."""


class Quick(Advice):
    """Passes where it can, goes fishing often, else chooses at random, always the same for the same
    information state: games are short."""

    async def decide(self, game, edition, information_state, level, seed) -> int:
        often, openings = BRIEF.get(game.name, (0.0, ()))
        legal = information_state.legal_actions()
        chance = random.Random(information_state.observation("int8").tobytes())
        brief = [action for action in legal if game.code(action).startswith(openings)]
        hurries = brief and chance.random() < often
        return chance.choice(brief if hurries else legal)

    async def close(self) -> None:
        pass


class Site:
    """A running server; ``url`` is its address, ``editions`` the folder of its edition files.

    ``name`` is the machine's name for browsers, ``is_public`` whether the server knows its public
    URL, ``more`` are other settings.
    """

    def __init__(
        self,
        folder: Path,
        name: str = "localhost",
        is_public: bool = False,
        host: str = "127.0.0.1",
        **more: Any,
    ) -> None:
        self.editions = folder / "editions"
        self.editions.mkdir(parents=True)
        (self.editions / "small.toml").write_text(SMALL, encoding="utf-8")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"http://{name}:{port}"
        self._here = f"http://127.0.0.1:{port}"
        self.is_public = is_public
        public_url = self.url if is_public else ""
        limits = {"rates": False, "tables_an_address": 5000}  # all visitors have one address
        settings = Settings(folder, host=host, port=port, public_url=public_url, **limits, **more)
        app = create_app(settings, Quick())
        config = uvicorn.Config(
            app, port=port, log_level="warning", access_log=False, timeout_graceful_shutdown=5
        )
        self.store, self.key = app.state.tables.store, settings.key
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run)

    def __enter__(self) -> Site:
        self._thread.start()
        wait_until(lambda: self._server.started)
        return self

    def warm_up(self) -> None:
        """Wait as long as necessary until the pages that compile rules have been shown once."""
        opened_games.PATIENCE = 600
        for locale in LOCALES:
            request = Request(self._here, headers={"Accept-Language": locale})
            urlopen(request).close()

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join()

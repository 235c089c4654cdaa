"""A person with a browser, and maybe an account."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import sqlalchemy as sa

from authenticator import Authenticator
from proa.server.config.settings import Settings
from proa.server.store import schema
from proa.server.store.transfer import engine_of
from server.site import Site

ADDRESS = "hina@example.org"


def mailing(folder: Path, office, **more) -> Settings:
    """Return the settings of a server that sends mail."""
    return Settings(folder / "data", public_url="http://localhost", **office.settings, **more)


async def sign_up(
    browser: httpx.AsyncClient, name: str, key: Authenticator | None = None
) -> httpx.Response:
    """Make an account with a passkey."""
    await browser.get("/account")
    asked = await browser.post("/account/passkeys/ask", data={"name": name})
    assert asked.status_code == 200, asked.text
    credential = (key or Authenticator()).create(asked.json())
    return await browser.post("/account/passkeys", data={"credential": credential})


class Person:
    """A person at a browser, which has an authenticator."""

    def __init__(self, site: Site, **how: Any) -> None:
        self.site = site
        self.browser = site.browser(**how)
        self.key = Authenticator()

    async def __aenter__(self) -> Person:
        await self.browser.get("/account")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.browser.aclose()

    async def ask(self, what: str, **fields: str) -> dict[str, Any]:
        """Return what the browser is asked to sign."""
        answer = await self.browser.post(f"/account/{what}/ask", data=fields)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def post(self, what: str, **fields: Any) -> httpx.Response:
        return await self.browser.post(f"/account/{what}", data=fields)

    async def sign_up(self, name: str) -> httpx.Response:
        """Make an account with a passkey."""
        return await sign_up(self.browser, name, self.key)

    async def sign_in(self) -> httpx.Response:
        """Sign in with the passkey."""
        options = await self.ask("sign-in")
        return await self.post("sign-in", credential=self.key.get(options))

    async def codes(self) -> list[str]:
        """Return new recovery codes."""
        page = await self.post("codes")
        return re.findall(r"<li><code>(.+?)</code>", page.text)

    async def name(self) -> str:
        """Return the account's name; empty when the browser is not signed in."""
        page = await self.browser.get("/account")
        assert page.status_code == 200, page.text
        found = re.search(r'<div class="top"><h1>(.*?)</h1>', page.text)
        return found[1] if found else ""

    async def open(self, *seats: str, game: str = "toy") -> str:
        """Open a table from the form; return its id."""
        form = {"game": game, "level": "easy"}
        form |= {f"who{n}": who for n, who in enumerate(seats)}
        page = await self.browser.post("/tables", data=form)
        found = re.search(r"/table/([0-9a-f]{32})", str(page.url))
        assert found, page.text
        return found[1]


def rows(site: Site, table: sa.Table) -> list[Any]:
    """Return all rows of a table of the database."""
    engine = engine_of(site.tables.store.url)
    with engine.connect() as connection:
        return [*connection.execute(sa.select(table))]


def account_of(site: Site, name: str) -> str:
    """Return the id of the account with a name."""
    return next(row.id for row in rows(site, schema.accounts) if row.name == name)

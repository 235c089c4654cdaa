"""Running the server, and keeping house: what the command line calls."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
import webbrowser
from contextlib import closing
from pathlib import Path

import uvicorn
from platformdirs import user_data_path

from proa.engine.errors import BadOption
from proa.server.app import create_app
from proa.server.settings import Settings
from proa.server.store import Store

_DAY = 24 * 3600


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    data: Path | None = None,
    database: str | None = None,
    public_url: str | None = None,
    open_browser: bool = False,
) -> None:
    """Run one server process until it is interrupted."""
    settings = Settings(
        data_dir=_folder(data),
        database_url=database or "",
        public_url=public_url or "",
        host=host,
        port=port,
    )
    config = uvicorn.Config(
        create_app(settings),
        host=host,
        port=port,
        access_log=False,
        log_level="warning",
        timeout_graceful_shutdown=3,
    )
    if open_browser:
        threading.Timer(0.5, webbrowser.open, [f"http://{host}:{port}/"]).start()
    uvicorn.Server(config).run()


def tidy(*, data: Path | None = None, database: str | None = None, days: int | None = None) -> int:
    """Remove tables and uploads that nobody has touched for so many days; counts the tables."""
    settings = Settings(data_dir=_folder(data), database_url=database or "")
    keep = settings.keep_days if days is None else days

    async def clean() -> int:
        store = Store(settings.database)
        await store.open()
        try:
            return await store.tidy(time.time() - keep * _DAY)
        finally:
            await store.close()

    if settings.is_sqlite and not _sqlite_file(settings).exists():
        return 0
    return asyncio.run(clean())


def backup(*, data: Path | None = None, output: Path) -> Path:
    """Copy the SQLite database, also while a server runs; returns the copy's path."""
    source = _sqlite_file(Settings(data_dir=_folder(data)))
    if not source.exists():
        raise BadOption("there is no database in {folder}", folder=str(source.parent))
    if output.exists():
        raise BadOption("{file}: exists already", file=str(output))
    partial = output.with_name(output.name + ".part")
    try:
        with closing(sqlite3.connect(source)) as running, closing(sqlite3.connect(partial)) as copy:
            running.backup(copy)
        partial.replace(output)
    except (OSError, sqlite3.Error) as error:
        partial.unlink(missing_ok=True)
        raise BadOption("{file}: {reason}", file=str(output), reason=str(error)) from None
    return output


def _folder(data: Path | None) -> Path:
    return data if data is not None else user_data_path("proa")


def _sqlite_file(settings: Settings) -> Path:
    return settings.data_dir / "proa.sqlite3"

"""Running the server: what the command line calls."""

from __future__ import annotations

import threading
import webbrowser
from pathlib import Path

import uvicorn

from proa.server.app import create_app
from proa.server.settings import Settings


def settings_for(
    data: Path | None, database: str | None, public_url: str | None = None, **where: object
) -> Settings:
    """The settings of a command line's choices; the user's own data folder by default."""
    from platformdirs import user_data_path

    return Settings(
        data_dir=data or user_data_path("proa"),
        database_url=database or "",
        public_url=public_url or "",
        **where,  # type: ignore[arg-type]
    )


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
    settings = settings_for(data, database, public_url, host=host, port=port)
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

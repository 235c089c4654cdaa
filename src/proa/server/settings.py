"""Where the server keeps its things, and how much it takes on."""

from __future__ import annotations

import contextlib
import os
import secrets
import tempfile
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

KEY_BYTES = 32


@dataclass(frozen=True)
class Settings:
    """How one server is run."""

    data_dir: Path
    database_url: str = ""
    """SQLAlchemy's form (``postgresql://...``); empty: a SQLite file in the data folder."""
    public_url: str = ""
    """The address people use when a proxy stands in front, as ``https://proa.example``."""
    host: str = "127.0.0.1"
    port: int = 8000
    tables_a_guest: int = 40
    """Running tables one guest may have opened."""
    tables_in_all: int = 5000
    streams_a_guest: int = 12
    """Pages of one guest that may listen at once in this process."""
    processes: int = 1
    """Processes that serve pages on one port."""
    workers: int | None = None
    """Processes that search for bots; by default one less than there are cores."""
    searches: int = 8
    """Searches of bots that may be under way at once in this process."""
    upload_bytes: int = 256 * 1024
    uploads_a_guest: int = 100
    uploads_in_all: int = 4000
    """Records that are kept; old ones go with ``proa tidy``."""

    def at_port(self, port: int) -> Settings:
        """The same for the port that was free."""
        return replace(self, port=port)

    @property
    def database(self) -> str:
        """The database's address, the SQLite file if none was given."""
        return self.database_url or f"sqlite:///{self.data_dir / 'proa.sqlite3'}"

    @property
    def search_workers(self) -> int:
        """This process's share of the processes that search for bots, at least one."""
        wanted = self.workers or (os.cpu_count() or 2) - 1
        return max(1, wanted // self.processes)

    @property
    def editions(self) -> Path:
        """The folder of edition files that may be asked for by name."""
        return self.data_dir / "editions"

    @property
    def key_file(self) -> Path:
        """Where the key lies that signs cookies."""
        return self.data_dir / "cookie.key"

    @cached_property
    def key(self) -> bytes:
        """The key that signs cookies; made once, readable by the owner only."""
        path = self.key_file
        if not path.exists():
            self.data_dir.mkdir(parents=True, exist_ok=True)
            descriptor, made = tempfile.mkstemp(dir=self.data_dir)  # with mode 0600
            with os.fdopen(descriptor, "wb") as file:
                file.write(secrets.token_bytes(KEY_BYTES))
            with contextlib.suppress(FileExistsError):  # another process was first
                os.link(made, path)
            os.unlink(made)
        return path.read_bytes()

"""A PostgreSQL server for the tests."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from server.ports import free_port

if TYPE_CHECKING:
    import psycopg


class Cluster:
    """A PostgreSQL server, with a password if given, in a folder that is removed with it."""

    def __init__(self, programs: Path, password: str = "") -> None:
        self.programs = programs
        self.password = password
        self.folder = Path(tempfile.mkdtemp(prefix="proa-pg-"))
        self.port = free_port()
        self._as = []
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            account = pwd.getpwnam("postgres")
            os.chown(self.folder, account.pw_uid, account.pw_gid)
            self._as = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        how = ["--auth=trust"]
        if password:
            file = self.folder / "password"
            file.write_text(password, encoding="utf-8")
            how = ["--auth=scram-sha-256", f"--pwfile={file}"]
        self._run("initdb", *how, "--username=postgres", "--no-sync", "-D", self._data)
        self.start()

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def start(self) -> None:
        options = (
            f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder}"
            " -c fsync=off -c max_connections=200 -c shared_buffers=32MB"
        )
        log = str(self.folder / "log")
        self._run("pg_ctl", "start", "-w", "-D", self._data, "-l", log, "-o", options)

    def stop(self) -> None:
        self._run("pg_ctl", "stop", "-m", "immediate", "-D", self._data)

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def empty_database(self) -> str:
        """Empty the one database and return its address."""
        with self.connect() as connection:
            connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        return self._address

    def connect(self) -> psycopg.Connection:
        """Return a new connection to the one database."""
        import psycopg

        return psycopg.connect(self._address, autocommit=True)

    @property
    def _address(self) -> str:
        password = f":{self.password}" if self.password else ""
        return f"postgresql://postgres{password}@127.0.0.1:{self.port}/postgres"

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self._as, str(self.programs / program), *arguments]
        subprocess.run(command, check=True, capture_output=True, cwd=self.folder)

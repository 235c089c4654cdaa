"""The worker processes of this server, and their jobs."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

from proa.engine.core.game import Game
from proa.engine.core.information_state import InformationState
from proa.review.hints import Hint
from proa.server.bots import worker
from proa.server.errors import SearchFailed

LONGEST_ANSWER = 2**24
"""Bytes of a worker's longest line: the review of a long game."""


class SearchPool:
    """Worker processes, started on first use and again after one dies."""

    def __init__(self, workers: int, level: str = "warning", *, log_json: bool = False) -> None:
        """Configure the processes' logs with ``level`` and ``log_json``."""
        form = "json" if log_json else "words"
        self._workers = [_Worker(level, form) for _ in range(workers)]
        self._numbers = count(1)

    async def decide(
        self,
        game: Game,
        edition: str | None,
        information_state: InformationState,
        level: str,
        seed: int,
    ) -> int:
        """Return the action a bot chooses. Cancelling ends the search.

        Raise :class:`SearchFailed` if the search fails.
        """
        number = next(self._numbers)
        line = worker.decision_job(number, game, edition, information_state, level, seed)
        action: int = (await self._ask(number, line))["action"]
        return action

    async def hint(
        self, game: Game, edition: str | None, information_state: InformationState
    ) -> Hint:
        """Return a hint. Cancelling ends the search; raise :class:`SearchFailed` if it fails."""
        number = next(self._numbers)
        line = worker.hint_job(number, game, edition, information_state)
        return Hint.from_json((await self._ask(number, line))["hint"])

    async def review(
        self,
        game: Game,
        edition: str | None,
        record: Mapping[str, Any],
        seconds: float,
        heard: Callable[[int, int], None],
        open_cards: bool = False,
    ) -> dict[str, Any]:
        """Return the review of a record, computed in so many seconds of a core; ``heard`` gets the
        number of valued events, and of all.

        Cancelling ends the review; raise :class:`SearchFailed` if it fails.
        """
        number = next(self._numbers)
        line = worker.review_job(number, game, edition, record, seconds, open_cards=open_cards)
        found: dict[str, Any] = (await self._ask(number, line, heard))["review"]
        return found

    async def _ask(
        self, number: int, line: str, heard: Callable[[int, int], None] = lambda done, total: None
    ) -> dict[str, Any]:
        free = min(self._workers, key=lambda worker: len(worker.waiting))
        return await free.ask(number, line, heard)

    @property
    def processes(self) -> list[int]:
        """Return the ids of the running processes."""
        return [worker.pid for worker in self._workers if worker.pid is not None]

    async def close(self) -> None:
        """End the workers."""
        await asyncio.gather(*(worker.close() for worker in self._workers))


class _Worker:
    """One worker process and its pending jobs."""

    def __init__(self, *arguments: str) -> None:
        self._arguments = arguments
        self.waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._heard: dict[int, Callable[[int, int], None]] = {}
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()

    @property
    def pid(self) -> int | None:
        """Return the id of the process; None if none runs."""
        process = self._process
        return process.pid if process is not None and process.returncode is None else None

    async def ask(
        self, number: int, line: str, heard: Callable[[int, int], None]
    ) -> dict[str, Any]:
        """Send a job and return its answer; try again up to three times if the process dies."""
        for _ in range(3):
            answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
            self.waiting[number] = answer
            self._heard[number] = heard
            try:
                await self._send(line)
                return await answer
            except asyncio.CancelledError:
                if not answer.cancelled():
                    raise
                with contextlib.suppress(OSError):
                    await self._send(json.dumps({"give_up": number}) + "\n")
                raise
            except OSError:
                continue
            finally:
                self.waiting.pop(number, None)
                self._heard.pop(number, None)
        raise OSError("the searching process died three times")

    async def _send(self, line: str) -> None:
        async with self._starting:
            if self.pid is None:
                await self._start()
        assert self._process is not None
        pipe = self._process.stdin
        assert pipe is not None
        pipe.write(line.encode())
        await pipe.drain()

    async def _start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "proa.server.bots.worker",
            *self._arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_ANSWER,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
            start_new_session=True,
        )
        self._reader = asyncio.create_task(self._read(self._process))

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        with contextlib.suppress(ValueError):  # unreadable output: the process is replaced
            async for line in process.stdout:
                self._finish(json.loads(line))
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        await process.stdout.read()  # asyncio reports the end only after all output is read
        await process.wait()  # before the next job is sent, so that a new process starts
        for waiting in self.waiting.values():
            if not waiting.done():
                waiting.set_exception(OSError("the searching process died"))

    def _finish(self, answer: dict[str, Any]) -> None:
        waiting = self.waiting.get(answer["job"])
        if waiting is None or waiting.done():
            return
        if "progress" in answer:
            self._heard[answer["job"]](*answer["progress"])
        elif "error" in answer:
            waiting.set_exception(SearchFailed(answer["error"]))
        else:
            waiting.set_result(answer)

    async def close(self) -> None:
        """End the process."""
        if self._process is None or self.pid is None:
            return
        with contextlib.suppress(ProcessLookupError):
            self._process.terminate()
        await self._process.wait()
        if self._reader is not None:
            await self._reader

"""The matches of a contest on a Ray cluster (https://docs.ray.io); needs the extra ``cluster``.

If a process or a machine is lost, its matches are played again elsewhere, with the same result.
"""

from __future__ import annotations

import pickle
import socket
from collections.abc import Generator, Sequence
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from proa.bots import bot_named
from proa.engine.errors import BadOption, ProaError
from proa.engine.processors import usable_processors

if TYPE_CHECKING:
    from proa.arena.contest import Contest, Match, Played
    from proa.bots.bot import Bot

LOCAL = "local"
"""The address of a cluster of this machine alone, which lasts as long as the contest."""
AHEAD = 4
"""Matches that wait for each processor."""
SECONDS = 10
"""How long a cluster may take to answer."""
TRIES = 5
"""How often a match is restarted when its process ends."""


def results(
    contest: Contest, matches: Sequence[Match], address: str, workers: int = 0
) -> Generator[Played, None, None]:
    """Yield the results of the matches, in their order.

    ``workers`` is the number of processors of a ``LOCAL`` cluster; 0: all of them. Raises
    :class:`BadOption` if Ray is not installed or no cluster answers at the address.
    """
    ray = _joined(address, workers)
    try:
        work = ray.remote(max_retries=TRIES)(_work)
        packed = ray.put(pickle.dumps(contest))
        versions = contest.versions()
        most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting: list[Any] = []
        coming = iter(matches)
        while True:
            more = islice(coming, most - len(waiting))
            waiting += [work.remote(packed, versions, match) for match in more]
            if not waiting:
                return
            yield _got(ray, waiting.pop(0))
    finally:
        ray.shutdown()


def _joined(address: str, workers: int) -> Any:
    """Return the module ``ray``, connected."""
    try:
        import ray
    except ImportError:
        raise BadOption(
            "this needs {library}, which is not installed: pip install 'proa[cluster]'",
            library="ray",
        ) from None
    _check_answers(address)
    wishes: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if address == LOCAL:
        wishes |= {
            "address": LOCAL,
            "include_dashboard": False,
            "num_cpus": workers or usable_processors(),
        }
    else:
        wishes["address"] = address
    try:
        ray.init(**wishes)
    except (ConnectionError, ValueError) as error:
        raise _no_cluster(address, error) from None
    return ray


def _check_answers(address: str) -> None:
    """Check that the address accepts connections: Ray itself would retry for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if port.isdigit():
        try:
            socket.create_connection((host, int(port)), SECONDS).close()
        except OSError as error:
            raise _no_cluster(address, error) from None


def _no_cluster(address: str, why: Exception) -> BadOption:
    reason = str(why).partition("\n")[0]
    return BadOption("there is no Ray cluster at {address}: {why}", address=address, why=reason)


def _got(ray: Any, result: Any) -> Played:
    try:
        played: Played = ray.get(result)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except ray.exceptions.WorkerCrashedError:
        raise ProaError("a match has crashed its process {n} times", n=TRIES + 1) from None
    return played


def _work(packed: bytes, versions: dict[str, str], match: Match) -> Played:
    contest, bots, own = _opened(packed)
    for name, version in versions.items():
        if own.get(name) != version:
            raise ProaError(
                "{machine} of the cluster has {name} {theirs}, but here it is {mine}; install the "
                "same version on every machine",
                machine=socket.gethostname(),
                name=name,
                theirs=own.get(name, "?"),
                mine=version,
            )
    return contest.play(match, bots)


@lru_cache(maxsize=1)
def _opened(packed: bytes) -> tuple[Contest, list[Bot], dict[str, str]]:
    """Return a contest, its bots, and their versions in this process."""
    contest: Contest = pickle.loads(packed)
    return contest, [bot_named(bot) for bot in contest.bots], contest.versions()

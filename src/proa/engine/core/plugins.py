"""What other packages bring: offered as entry points, or named as ``module:NAME``."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator
from functools import reduce
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, NamedTuple

from proa.engine.errors import BadOption

_log = logging.getLogger("proa.plugins")


class Plugin(NamedTuple):
    """What an installed package offers under a name: where it is, and whose it is."""

    name: str
    place: str
    """As ``module:NAME``."""
    package: str


def find_plugins(group: str, taken: Collection[str]) -> Iterator[Plugin]:
    """The entry points of a group; one whose name is ``taken`` is told in the log and left out."""
    known = set(taken)
    for point in sorted(entry_points(group=group), key=lambda point: (point.name, point.value)):
        package = f"{point.dist.name} {point.dist.version}" if point.dist else point.value
        if point.name in known:
            _log.warning("%s of %s is left out: the name is taken", point.name, package)
            continue
        known.add(point.name)
        yield Plugin(point.name, point.value, package)


def log_bad_plugin(offer: Plugin, error: Exception) -> None:
    """Say in the log why something offered is left out."""
    _log.warning("%s of %s is left out: %s", offer.name, offer.package, error)


def load_object(place: str) -> Any:
    """What ``module:NAME`` names; :class:`BadOption` that says why there is nothing."""
    module, _, name = place.partition(":")
    if not module or not name:
        raise BadOption("{place} can't be used: write it as module:NAME", place=place)
    try:
        found = import_module(module)
    except Exception as error:  # whatever somebody else's code may raise
        raise BadOption(
            "{place} can't be used: importing {module} fails with {error}",
            place=place,
            module=module,
            error=f"{type(error).__name__}: {error}",
        ) from error
    try:
        return reduce(getattr, name.split("."), found)
    except AttributeError:
        raise BadOption(
            "{place} can't be used: {module} has no {name}", place=place, module=module, name=name
        ) from None

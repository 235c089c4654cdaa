"""Plugins: objects of other packages, from entry points or named as ``module:NAME``."""

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
    """An entry point of an installed package: its name, its place and its package."""

    name: str
    place: str
    """As ``module:NAME``."""
    package: str


def find_plugins(group: str, taken: Collection[str]) -> Iterator[Plugin]:
    """Yield the entry points of a group; one whose name is ``taken`` is logged and left out."""
    known = set(taken)
    for point in sorted(entry_points(group=group), key=lambda point: (point.name, point.value)):
        package = f"{point.dist.name} {point.dist.version}" if point.dist else point.value
        if point.name in known:
            _log.warning("%s of %s is left out: the name is taken", point.name, package)
            continue
        known.add(point.name)
        yield Plugin(point.name, point.value, package)


def log_bad_plugin(offer: Plugin, error: Exception) -> None:
    """Log why a plugin is left out."""
    _log.warning("%s of %s is left out: %s", offer.name, offer.package, error)


def load_object(place: str) -> Any:
    """Return what ``module:NAME`` names; raise :class:`BadOption` with the reason if that fails."""
    module, _, name = place.partition(":")
    if not module or not name:
        raise BadOption("{place} can't be used: write it as module:NAME", place=place)
    try:
        found = import_module(module)
    except Exception as error:  # code of a plugin may raise anything
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

"""The registry of games: one folder and one line each."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from proa.engine.errors import BadOption
from proa.engine.kind import Kind

GAMES = {
    "tahiti": "proa.games.tahiti",
    "borneo": "proa.games.borneo",
    "borabora": "proa.games.borabora",
}
"""Name to the module that declares it as ``KIND``."""


def kind(name: str) -> Kind:
    """What the folder of a game declares; :class:`BadOption` if there is no such game."""
    if not isinstance(name, str) or name not in GAMES:
        raise BadOption(
            "there is no game {name}; there are {names}", name=repr(name), names=", ".join(GAMES)
        )
    return _declared(name, GAMES[name])


@cache
def _declared(name: str, module: str) -> Kind:
    from proa.engine.sources import reached_by, source_hash
    from proa.engine.verbs import register

    declared: Kind = import_module(module).KIND
    for path in reached_by(declared.verbs.values()):
        source_hash(path)  # as imported: a later edit must not pass for what this process runs
    register(name, declared.verbs)
    return declared

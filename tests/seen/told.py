"""The engine's texts of a game: views, choices, previews and stories, in every language."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from typing import Any

import proa
from proa.engine.core.game import Game
from proa.engine.core.position import Position
from proa.engine.core.view_types import ALL, SPECTATOR
from proa.engine.messages import LOCALES, localize
from proa.server.tables import proof
from seen.golden import Place

NAMES = ("Hina", "Teva", "Moana", "Manu", "Vaea")
NONCE = "0c" * 16
PART = "5e" * 32
"""The server's part of the chance: with it and the nonces every game is always the same."""


def start(game: Game, players: int, *, chance: bool = True) -> Position:
    """Return the start of the game, as a table with that part and those nonces plays it."""
    return game.start(players, proof.seed(PART, [NONCE] * players), chance=chance)


def texts(
    name: str, players: int, codes: Sequence[str], steps: Collection[int]
) -> Iterator[tuple[Place, str]]:
    """Yield all texts at some steps of the game with these decisions, except empty ones."""
    game = proa.game(name)
    before, position = start(game, players, chance=False), start(game, players)
    outcomes = game.start_with_outcomes(players, proof.seed(PART, [NONCE] * players))[1]
    for step in range(len(codes) + 1):
        if step:
            before, code = position, codes[step - 1]
            position, drawn = game.play_with_outcomes(before, code)
            outcomes = [code, *drawn]
        if step in steps:
            for kind, viewer, value in _told(game, before, outcomes, position):
                for locale in LOCALES:
                    if value:
                        said = localize(value, locale, NAMES[:players])
                        yield Place(step, kind, locale, viewer), written(said)


def _told(
    game: Game, before: Position, codes: Sequence[str], after: Position
) -> Iterator[tuple[str, str, Any]]:
    """Yield kind, viewer and value of all texts about a position and the events before it."""
    lines: dict[int, list[Any]] = {viewer: [] for viewer in (SPECTATOR, *range(after.players))}
    for code in codes:
        then = game.play(before, code, chance=False)
        for viewer, line in lines.items():
            line += game.story(before, code, then, viewer)
        before = then
    for viewer, line in lines.items():
        yield "story", letter(viewer), line
    for viewer in [*lines, *([ALL] if after.is_over else [])]:
        view, who = game.view(after, viewer), letter(viewer)
        board = dict(view["board"])
        yield "previews", who, board.pop("previews", None)
        yield "board", who, board
        yield "ask", who, view["ask"]
        yield "sections", who, view["sections"]
        yield "actions", who, [[one["code"], one["label"]] for one in view["actions"]]
        yield "greyed", who, view["greyed"]


def letter(viewer: int) -> str:
    """Return the letter of a viewer in a golden file."""
    return {SPECTATOR: "w", ALL: "a"}.get(viewer, str(viewer))


def written(value: Any) -> str:
    """Return a value as text whose differences are easy to read."""
    return json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n"

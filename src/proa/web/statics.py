"""Static files: ours, the styles of games' folders, and the drawings that pages use by id.

``/static/<version>/<name>`` may be cached forever: the version is a hash of all files of a folder.
A folder has one version for all its files, so that they can refer to each other by their plain
names: scripts that import scripts and styles that name fonts. The price: an upgrade that changes
one of our scripts or styles makes browsers fetch all of them again, 40 kB; fonts, vendored code and
each game's files have folders of their own and stay. Without a version, or with one of another
server (a page from before an upgrade), a file is revalidated each time, by its tag.

Drawings are scripts that insert them into the page, after the script element. Used from another
file, as ``<use href="/static/emblems.svg#turtle">``, they would lose what crosses files in some or
all browsers: the page's classes on their letters, clip paths, patterns.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path

from proa.engine.core.game_spec import GameSpec
from proa.games import GAMES, spec
from proa.web.compression import packed_once

STATIC = Path(__file__).parent / "static"
PREFIX = "/static/"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wav": "audio/wav",
    ".woff2": "font/woff2",
}
"""The media types of files by suffix; others are not served."""
PACKED = (".jpg", ".png", ".wav", ".woff2")
"""Suffixes of files with their own compression."""
ENDINGS = {"": "", "br": ".br", "gzip": ".gz"}
"""The suffixes that proxies look for beside a file."""
EMBLEMS = "emblems.svg"
"""Our drawings."""


_COMMENTS = {
    ".js": re.compile(rb"^ *(?://.*|/\*\*(?:.|\n)*?\*/)\n", re.MULTILINE),
    ".css": re.compile(rb"/\*(?:.|\n)*?\*/\n*"),
}
"""In scripts only whole lines, as what looks like a comment may be part of a string."""
_LAYOUT = re.compile(rb"\s*([{};\n])\s*")


@dataclass(frozen=True)
class Static:
    """A static file. ``name`` is its address below the version."""

    name: str
    body: bytes

    @property
    def media_type(self) -> str:
        return TYPES[Path(self.name).suffix]

    @property
    def codings(self) -> tuple[str, ...]:
        """Return the codings in which it is available."""
        return () if self.name.endswith(PACKED) else ("br", "gzip")

    @property
    def version(self) -> str:
        """Return a hash that changes with the file."""
        return _digest([self])

    def tag(self, coding: str = "") -> str:
        """Return the entity tag of a variant."""
        return f'"{self.version}{coding and f".{coding}"}"'

    def packed(self, coding: str) -> bytes:
        """Return a variant, made on first use; "" is the file itself."""
        return _packed(self, coding) if coding else self.body


def address(name: str) -> str:
    """Return the address of a static file, with its version. Raise :class:`FileNotFoundError`."""
    if file(name) is None:
        raise FileNotFoundError(f"no static file {name!r}")
    return f"{PREFIX}{version(_folder(name))}/{name}"


def exists(name: str) -> bool:
    """Return whether there is such a file."""
    return file(name) is not None


def file(name: str) -> Static | None:
    """Return the file with a name, as ``table.css`` or ``games/tahiti/board/board.css``."""
    return _files(_folder(name)).get(name)


def found(path: str) -> tuple[Static, bool] | None:
    """Return the file at a path below ``/static/``, and whether it may be cached forever."""
    version_asked, _, name = path.partition("/")
    versioned = file(name)
    if versioned is not None:
        return versioned, version_asked == version(_folder(name))
    bare = file(path)
    return (bare, False) if bare is not None else None


def everything() -> Iterator[Static]:
    """Yield all files."""
    for folder in _folders():
        yield from _files(folder).values()


def export(folder: Path) -> int:
    """Write all files at their addresses, with compressed variants; return their number.

    A proxy can serve them. Other files in the folder stay, so that pages from before an upgrade
    find theirs.
    """
    count = 0
    for each in everything():
        place = folder / address(each.name).lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        for coding in ("", *each.codings):
            place.with_name(place.name + ENDINGS[coding]).write_bytes(each.packed(coding))
        count += 1
    return count


@cache
def version(folder: str) -> str:
    """Return a hash that changes with any file of a folder."""
    return _digest(list(_files(folder).values()))


def drawings(name: str) -> str | None:
    """Return the name of the script with ``emblems`` or a game's drawings; None without any."""
    pieces = f"{name}.svg"
    if name in GAMES:
        own = spec(name).board.pieces
        pieces = f"games/{name}/{own}" if own else ""
    script = f"{pieces.removesuffix('.svg')}.js"
    return script if exists(script) else None


def _folder(name: str) -> str:
    """Return the folder whose version a file has: for a game the one of all its files."""
    return "/".join(name.split("/")[:2]) if name.startswith("games/") else name.rpartition("/")[0]


@cache
def _folders() -> tuple[str, ...]:
    """Return the names of the folders in addresses."""
    below = {path.parent for path in STATIC.rglob("*") if path.suffix in TYPES}
    ours = ("" if path == STATIC else path.relative_to(STATIC).as_posix() for path in below)
    return (*sorted(ours), *(f"games/{game}" for game in GAMES))


@cache
def _files(folder: str) -> dict[str, Static]:
    """Return the files of a folder by name."""
    if folder not in _folders():
        return {}
    found = list(_read(folder))
    return {made.name: made for made in found}


def _read(folder: str) -> Iterator[Static]:
    if folder.startswith("games/"):
        yield from _files_of_game(spec(folder.removeprefix("games/")))
        return
    for path in sorted((STATIC / folder).iterdir()):
        name = f"{folder}/{path.name}".lstrip("/")
        if path.suffix in TYPES and path.is_file():
            yield Static(name, _without_comments(path) if not folder else path.read_bytes())
        if path.name == EMBLEMS:
            yield _script_of(path, name)


def _without_comments(path: Path) -> bytes:
    """Return a file of ours; scripts and styles without comments, a seventh of them, and styles
    without their layout."""
    comments, body = _COMMENTS.get(path.suffix), path.read_bytes()
    body = comments.sub(b"", body) if comments else body
    return _LAYOUT.sub(rb"\1", body) if path.suffix == ".css" else body


def _files_of_game(game: GameSpec) -> Iterator[Static]:
    """Yield the styles, drawings and portrait of a game."""
    place, board = game.folder, game.board
    for file in sorted({*board.styles, *board.table_styles, *filter(None, [board.portrait])}):
        yield Static(f"games/{game.name}/{file}", _without_comments(place / file))
    if board.pieces:
        yield _script_of(place / board.pieces, f"games/{game.name}/{board.pieces}")


def _script_of(drawing: Path, name: str) -> Static:
    inserting = script(drawing.read_text(encoding="utf-8"))
    return Static(f"{name.removesuffix('.svg')}.js", inserting)


def script(drawn: str) -> bytes:
    """Return a script that inserts a drawing into the page, after the script element."""
    text = json.dumps(drawn, ensure_ascii=False)
    return f'document.currentScript.insertAdjacentHTML("afterend", {text});\n'.encode()


def _digest(files: list[Static]) -> str:
    seen = blake2b(digest_size=5)
    for each in files:
        seen.update(f"{each.name} {len(each.body)} ".encode() + each.body)
    return seen.hexdigest()


@cache
def _packed(file: Static, coding: str) -> bytes:
    return packed_once(file.body, coding)

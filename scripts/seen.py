"""Compare what people see and read in whole games with the goldens in tests/golden/seen.

    python scripts/seen.py [GAME ...]                 what differs, by kind, viewer and step
    python scripts/seen.py --write [GAME ...]         the same, and update the files
    python scripts/seen.py --against REV [GAME ...]   the texts that differ from a revision's

Short texts are always printed: sentences, questions, labels and reasons are in the files. GAME is a
file's name like tahiti-3; all of them by default. --quick checks only the few steps that the tests
check in every run. --against prints each difference once, at the place where it is first; it
compares with the files of that revision, and gets the old texts from a copy of its code. --new
GAME-PLAYERS chooses the decisions of a game that has no file yet, or other ones.
"""

from __future__ import annotations

import argparse
import difflib
import io
import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from seen import choosing, golden, looking  # noqa: E402
from seen.golden import Golden, Place  # noqa: E402

MOST = 12
"""How many places of each kind and language have their texts compared."""


def main() -> None:
    """Do what the command line asks for."""
    parser = _options()
    options = parser.parse_args()
    if options.write and options.quick:
        parser.error("--write keeps whole games; leave out --quick")
    if options.texts:
        json.dump(_texts(json.load(sys.stdin)), sys.stdout)
        return
    for name in options.new:
        game, _, players = name.rpartition("-")
        golden.path(name).write_text(
            golden.written(choosing.new_game(game, int(players))), encoding="utf-8", newline="\n"
        )
    names = [*options.games, *options.new] or golden.names()
    if unknown := sorted(set(names) - set(golden.names())):
        sys.exit(f"There is no golden game {unknown[0]}; there are {', '.join(golden.names())}.")
    found = [_compared(name, options) for name in names]
    sys.exit(1 if any(found) and not options.write else 0)


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--write", action="store_true", help="rewrite the files")
    parser.add_argument("--against", metavar="REV", help="print texts that differ from a revision")
    parser.add_argument("--quick", action="store_true", help="only the steps of every test run")
    parser.add_argument("--new", action="append", default=[], metavar="GAME", help="choose anew")
    parser.add_argument("--texts", action="store_true", help=argparse.SUPPRESS)
    return parser


def _compared(name: str, options: argparse.Namespace) -> bool:
    """Print how a game differs from its file; return whether it does."""
    old = _at(options.against, name) if options.against else golden.load(name)
    was: dict[Place, str] = {}
    new: dict[Place, str] = {}
    differing: list[Place] = []
    for part in looking.PARTS:
        at = looking.steps(old, part, quick=options.quick)
        then, now = looking.compared(old, part, at)
        differing += golden.differing(then, now, at)
        was |= then
        new |= now
    lines = golden.describe(name, differing, was, new, MOST if options.against else 3)
    print("\n".join(lines) or f"{name}: as it was", flush=True)
    if options.write:
        old.kept = new
        golden.path(name).write_text(golden.written(old), encoding="utf-8", newline="\n")
    if options.against and differing:
        _print_texts(options.against, old, _some(_long(differing)))
    return bool(differing)


def _long(places: Iterable[Place]) -> list[Place]:
    """Return the places whose texts the files don't have: of lists of codes, the English ones."""
    return [
        place._replace(locale="en") if place.locale == golden.NO_LOCALE else place
        for place in places
        if not place.is_text
    ]


def _some(places: Iterable[Place]) -> list[Place]:
    """Return the first places of each kind and language."""
    chosen: dict[tuple[str, str], list[Place]] = {}
    for place in places:
        chosen.setdefault((place.kind, place.locale), []).append(place)
    return [place for found in chosen.values() for place in found[:MOST]]


# -- the texts of another revision -----------------------------------------------------------


def _at(revision: str, name: str) -> Golden:
    """Return a game's file in a revision."""
    path = golden.path(name).relative_to(ROOT).as_posix()
    return golden.read(_git("show", f"{revision}:{path}").decode())


def _git(*arguments: str) -> bytes:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, check=False)
    if done.returncode:
        sys.exit(done.stderr.decode().strip())
    return done.stdout


def _print_texts(revision: str, game: Golden, places: Sequence[Place]) -> None:
    """Print how the texts at some places differ, each difference once."""
    asked = {"game": golden.written(game), "places": places}
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        with tarfile.open(fileobj=io.BytesIO(_git("archive", revision, "src", "docs"))) as archive:
            archive.extractall(folder, filter="data")
        before = _asked(Path(folder), asked)
    after = _asked(ROOT, asked)
    known: set[str] = set()
    for place in places:
        at = "|".join(map(str, place))
        hunks = _hunks(before.get(at, ""), after.get(at, ""))
        fresh = {changed: hunk for changed, hunk in hunks if changed not in known}
        known |= fresh.keys()
        if fresh:
            print(f"\n=== {game.name}: {place}", *fresh.values(), sep="\n")


def _hunks(old: str, new: str) -> list[tuple[str, str]]:
    """Return the differences of two texts: the changed lines, and the same with their context."""
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), n=2, lineterm="")
    hunks: list[list[str]] = []
    for line in list(lines)[2:]:
        if line.startswith("@@"):
            hunks.append(["---"])
        else:
            hunks[-1].append(line)
    return [(_changed(hunk), "\n".join(hunk)) for hunk in hunks]


def _changed(hunk: Sequence[str]) -> str:
    """Return the changed lines of a difference without indentation."""
    return "\n".join(line[0] + line[1:].strip() for line in hunk[1:] if line[0] != " ")


def _asked(tree: Path, asked: object) -> dict[str, str]:
    """Return the texts at some places, from the code of a tree, by another process."""
    environment = os.environ | {"PYTHONPATH": str(tree / "src")}
    done = subprocess.run(
        [sys.executable, __file__, "--texts"],
        input=json.dumps(asked),
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        check=True,
    )
    found: dict[str, str] = json.loads(done.stdout)
    return found


def _texts(asked: dict[str, list[object]]) -> dict[str, str]:
    """Return the texts by place, for the parent process in :func:`_asked`."""
    game = golden.read(str(asked["game"]))
    places = {Place(*place) for place in asked["places"]}  # type: ignore[misc]
    found = {}
    for part in looking.PARTS:
        at = {place.step for place in places if looking.part_of(place) == part}
        for place, text in looking.texts(game, part, at) if at else ():
            if place in places:
                found["|".join(map(str, place))] = text
    return found


if __name__ == "__main__":
    main()

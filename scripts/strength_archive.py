"""The results behind docs/strength: one file per game, one line per contest.

A contest is played in a folder of its own, so that it can be interrupted (proa.arena.contest).
Those folders are working data; these files are stored with the sources.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

FIELDS = ("scores", "returns", "sheets", "decisions", "seconds")
"""The fields of a game, in the order of its list in the file."""


def unpack(archive: Path, root: Path) -> None:
    """Write every contest of ``archive`` into its folder below ``root``.

    Existing folders are not changed, because they may hold more games.
    """
    for file in sorted(archive.glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            _unpack_contest(json.loads(line), root)


def _unpack_contest(packed: dict[str, object], root: Path) -> None:
    folder = root / str(packed["folder"])
    if folder.exists():
        return
    folder.mkdir(parents=True)
    games = [json.dumps(dict(zip(FIELDS, game, strict=True))) for game in packed["games"]]
    (folder / "games.jsonl").write_text("".join(f"{game}\n" for game in games), encoding="utf-8")
    contest = json.dumps(packed["contest"], indent=1)
    (folder / "contest.json").write_text(contest, encoding="utf-8")


def pack(folders: Iterable[Path], archive: Path) -> None:
    """Replace ``archive`` by the contests in ``folders``, one file per game.

    Other contests, of bots that play differently by now, are dropped.
    """
    lines = defaultdict(list)
    for folder in sorted(folders):
        contest = json.loads((folder / "contest.json").read_text(encoding="utf-8"))
        lines[contest["game"]].append(_packed(folder, contest))
    archive.mkdir(parents=True, exist_ok=True)
    for game, contests in lines.items():
        (archive / f"{game}.jsonl").write_text("\n".join(contests) + "\n", encoding="utf-8")


def _packed(folder: Path, contest: dict[str, object]) -> str:
    text = (folder / "games.jsonl").read_text(encoding="utf-8")
    games = [[game[field] for field in FIELDS] for game in map(json.loads, text.splitlines())]
    for game in games:
        game[-1] = [round(seconds, 4) for seconds in game[-1]]
    packed = {"folder": folder.name, "contest": contest, "games": games}
    return json.dumps(packed, separators=(",", ":"))

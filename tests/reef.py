"""A game and a bot in a separate package, as if installed: the toy under another name."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

TOY = Path(__file__).parent / "toy"
SHY = '''
from proa.bots.bot import (Bot, ImmediateChoice)

class Shy(Bot):
    """Takes the last choice."""

    name, version, budget = "shy", 1, ""

    def begin(self, sight, seed):
        return ImmediateChoice(int(sight.choices()[-1]))

class Picky(Shy):
    """Plays one game only."""

    name, game = "picky", "borneo"

class Costly(Shy):
    """Can't be made without a price."""

    def __init__(self, price):
        self.price = price

loud = "no class"
'''
OFFERS = """[proa.games]
reef = reef:SPEC
tahiti = reef:SPEC
lagoon = reef:SPEC
sunken = reef.nowhere:SPEC
shoal = reef.bots:Shy
bare = reef.bare:SPEC
murky = reef.murky:SPEC

[proa.bots]
shy = reef.bots:Shy
picky = reef.bots:Picky
loud = reef.bots:loud
random = reef.bots:Shy
"""
"""One good game and bot; names that are taken, and entries that can't be imported or have a wrong
type."""


def install(target: Path) -> None:
    """Write what ``pip install --target`` would leave of such a package."""
    package = target / "reef"
    shutil.copytree(TOY, package, ignore=shutil.ignore_patterns("__pycache__"))
    for path in [*package.rglob("*.py"), *package.rglob("ru.po")]:
        text = re.sub(r"\btoy\b", "reef", path.read_text(encoding="utf-8"))
        text = text.replace('title="Toy"', 'title="Reef"').replace("Взять карту", "Выловить карту")
        path.write_text(text, encoding="utf-8")
    (package / "bots.py").write_text(SHY, encoding="utf-8")
    bare = "from dataclasses import replace\nfrom reef import SPEC as REEF\n"
    bare += 'SPEC = replace(REEF, name="bare", verbs={})\n'
    (package / "bare.py").write_text(bare, encoding="utf-8")
    murky = "from dataclasses import replace\nfrom proa.engine.core.view_types import View\n"
    murky += "from reef import SPEC as REEF\n\n\nclass Mud:\n    pass\n\n\n"
    murky += 'SPEC = replace(REEF, name="murky", view=View[Mud, Mud, Mud])\n'
    (package / "murky.py").write_text(murky, encoding="utf-8")
    metadata = target / "reef_game-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: reef-game\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(OFFERS)


def environment(target: Path) -> dict[str, str]:
    """Return the variables of a process that has the package installed, but not the tests."""
    import proa

    paths = [str(target), str(Path(proa.__file__).parents[1])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PROA_LANG": "en"}

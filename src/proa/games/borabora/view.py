"""How Bora Bora shows itself: the functions that :class:`proa.engine.kind.Page` asks for."""

from __future__ import annotations

from proa.games.borabora.board import masked, own, public
from proa.games.borabora.labels import label
from proa.games.borabora.marks import marks
from proa.games.borabora.questions import ask
from proa.games.borabora.reasons import reasons
from proa.games.borabora.refusals import greyed
from proa.games.borabora.sections import sections

__all__ = [
    "ask",
    "greyed",
    "label",
    "marks",
    "masked",
    "own",
    "public",
    "reasons",
    "sections",
]

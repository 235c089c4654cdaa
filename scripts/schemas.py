"""Write the JSON Schemas of what proa reads, writes and shows, made from the code that does it.

python scripts/schemas.py writes src/proa/schemas; tests/test_schemas.py says when that is due.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import proa
from proa import records
from proa.games import OURS
from proa.review import results

FOLDER = records.SCHEMA.parent


def made() -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield every file and its schema: records, reviews, each game's positions, editions, views."""
    yield records.SCHEMA, records.schema()
    yield results.SCHEMA, results.schema()
    for name in OURS:
        game = proa.game(name)
        yield FOLDER / f"{name}-position.json", game.position_schema()
        yield FOLDER / f"{name}-edition.json", game.edition_schema()
        yield FOLDER / f"{name}-view.json", game.view_schema()


def written(schema: dict[str, Any]) -> str:
    """Return the text of a schema's file."""
    return json.dumps(schema, ensure_ascii=False, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for path, schema in made():
        path.write_text(written(schema), encoding="utf-8")

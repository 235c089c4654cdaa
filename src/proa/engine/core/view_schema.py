"""The JSON Schema of a game's views, made from the type that mypy checks."""

from __future__ import annotations

from typing import Any

from proa.engine.core.forms import WithoutTitles, adapter
from proa.engine.core.game_spec import GameSpec
from proa.engine.core.schema import DIALECT, Schema


class _AsShown(WithoutTitles):
    """What views show: a message is a string, and nothing is left undeclared."""

    def dict_schema(self, schema: Any) -> Schema:
        is_message = schema["values_schema"]["type"] == "any"
        return {"type": "string"} if is_message else super().dict_schema(schema)

    def typed_dict_schema(self, schema: Any) -> Schema:
        return {**super().typed_dict_schema(schema), "additionalProperties": False}


def view(spec: GameSpec, references: str = "#/$defs/{model}") -> Schema:
    """Return the schema of a game's view (:meth:`proa.engine.core.game.Game.view`)."""
    made = adapter(spec.view).json_schema(schema_generator=_AsShown, ref_template=references)
    for name, column in made["$defs"]["Question"]["properties"].items():
        rows = spec.questions.rows.values()
        column["enum"] = [*dict.fromkeys(getattr(row, name) for row in rows)] or [""]
    return {**made, "title": f"A view of {spec.title}"}


def document(spec: GameSpec) -> Schema:
    """Return the JSON Schema of a game's views."""
    return {"$schema": DIALECT, **view(spec)}

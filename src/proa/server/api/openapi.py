"""The API's OpenAPI description, with the types of the views of all installed games."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI

from proa.engine.core.schema import Schema
from proa.engine.core.view_schema import view
from proa.games import GAMES, spec

PLACE = "#/components/schemas/"


class DescribedApp(FastAPI):
    """An application whose OpenAPI description contains the type of every game's view."""

    def openapi(self) -> dict[str, Any]:
        """Return the description; it is made once."""
        if self.openapi_schema is None:
            description = super().openapi()
            named = description["components"]["schemas"]
            if "View" in named:
                named["View"] |= _views(named)
        return super().openapi()


def _views(named: dict[str, Schema]) -> Schema:
    """Return the schema of any game's view; the parts of each are added to ``named``."""
    found = []
    for game in GAMES:
        whole = view(spec(game), f"{PLACE}{game}.{{model}}")
        parts = {**whole.pop("$defs"), "View": whole}
        named.update({f"{game}.{name}": schema for name, schema in parts.items()})
        found.append({"$ref": f"{PLACE}{game}.View"})
    return {"anyOf": found, "type": "object"}

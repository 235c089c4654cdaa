"""The API's own description (OpenAPI), with the views of the games that are played here."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI

from proa.engine.core.schema import Schema
from proa.engine.core.view_schema import Schemas
from proa.engine.core.view_schema import view as view_of
from proa.games import GAMES, spec

PLACE = "#/components/schemas/"


class DescribedApp(FastAPI):
    """An application whose description tells the views of every game, by type."""

    def openapi(self) -> dict[str, Any]:
        """The description, made once."""
        if self.openapi_schema is None:
            described = super().openapi()
            named = described["components"]["schemas"]
            if "View" in named:
                named["View"] |= _views(named)
        return super().openapi()


def _views(named: dict[str, Schema]) -> Schema:
    """The view of any game; each with its parts comes among those with ``named``."""
    found = []
    for game in GAMES:
        schemas = Schemas(f"{PLACE}{game}.{{}}".format)
        whole = {"title": f"A view of {spec(game).title}", **view_of(spec(game), schemas)}
        parts = {**schemas.named, "View": whole}
        named.update({f"{game}.{name}": schema for name, schema in parts.items()})
        found.append({"$ref": f"{PLACE}{game}.View"})
    return {"anyOf": found, "type": "object"}

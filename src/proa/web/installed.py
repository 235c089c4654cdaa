"""The installable application: its manifest, service worker and offline page."""

from __future__ import annotations

import json
import re
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from proa.engine import messages
from proa.web import statics
from proa.web.pages import render
from proa.web.social_previews import SUMMARY

WORKER = Path(__file__).with_name("worker.js")
PREFIX = "/app/"
_ICON = statics.address("icons/proa-192.png")
_STATIC = re.compile(rf'"({re.escape(statics.PREFIX)}[^"]+)"')


@cache
def manifest(locale: str) -> dict[str, Any]:
    """Return the W3C Web Application Manifest."""
    summary = messages.text(SUMMARY, locale)
    return {
        "name": "proa",
        "short_name": "proa",
        "description": summary,
        "lang": locale,
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#fbf4e4",
        "theme_color": "#fffaf0",
        "categories": ["games"],
        "icons": [
            {"src": statics.address("proa.svg"), "sizes": "any", "type": "image/svg+xml"},
            _icon("proa-192.png", 192, "any"),
            _icon("proa-512.png", 512, "any"),
            _icon("proa-whole-512.png", 512, "maskable"),
        ],
    }


def _icon(name: str, size: int, purpose: str) -> dict[str, str]:
    address = statics.address(f"icons/{name}")
    return {
        "src": address,
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }


@cache
def offline(locale: str) -> str:
    """Return the page that is shown without a connection."""
    return render("offline.html", locale)


@cache
def worker(locale: str) -> str:
    """Return the service worker's script, with the files that it caches when it is installed."""
    scripts = [statics.address(file.name) for file in statics.everything() if _is_module(file.name)]
    named = dict.fromkeys([*_STATIC.findall(offline(locale)), *scripts])
    needed = [f"{PREFIX}{locale}.html", *named]
    cache_version = blake2b(
        json.dumps([needed, offline(locale)]).encode(), digest_size=5
    ).hexdigest()
    source = WORKER.read_text(encoding="utf-8")
    names = {"KEPT": f"proa-{cache_version}", "NEEDED": needed, "ICON": _ICON}
    begins = [f"const {name} = {json.dumps(value)};" for name, value in names.items()]
    return "\n".join([*begins, source])


def _is_module(name: str) -> bool:
    """Return whether a page's script may import it."""
    return name.endswith(".js") and "/" not in name

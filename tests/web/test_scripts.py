"""What the page's scripts may do only in one module."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import proa

WEB = Path(proa.__file__).parent / "web"
SCRIPTS = sorted(WEB.joinpath("static").glob("*.js"))
ONLY = {
    r"\bfetch\(": {"request.js"},
    r"\b(localStorage|sessionStorage)\b": {"storage.js"},
    r"toLocale|\bIntl\b": {"locale.js"},
    r"\b(replaceState|pushState)\b": {"address.js"},
    r"Popover\(|popover-open": {"popovers.js"},
    r"\bDate\.now\b|\bnew Date\(\)|\bDate\(\)": set(),
    r"performance\.now\b": {"clock.js", "frames.js"},  # what moves in frames.js is drawn by it
    r"AbortSignal\.(timeout|any)|findLast|\.at\(|structuredClone|randomUUID": set(),
}
"""Patterns, and the scripts that may contain them."""


def code(path: Path) -> str:
    """Return a script without its comments."""
    return re.sub(
        r"/\*.*?\*/|(?<![:\"'])//[^\n]*", "", path.read_text(encoding="utf-8"), flags=re.S
    )


@pytest.mark.parametrize("pattern", ONLY)
def test_one_script_does_it_for_all(pattern):
    assert {path.name for path in SCRIPTS if re.search(pattern, code(path))} <= ONLY[pattern]


def test_the_worker_waits_for_no_answer_without_an_end():
    worker = code(WEB / "worker.js")
    assert re.findall(r"\bfetch\([^)]*\)", worker) == ["fetch(request, { signal: control.signal })"]
    assert "Date" not in worker


def test_every_script_of_a_page_first_asks_what_the_browser_can():
    imports = re.findall(r'^import "\./(.+)";$', (WEB / "static" / "proa.js").read_text(), re.M)
    assert imports[0] == "baseline.js"


def test_what_every_browser_runs_is_written_for_every_browser():
    old = code(WEB / "static" / "old.js")
    assert not re.search(r"=>|\b(let|const|class|async|await|import)\b|`|\?\.|\?\?", old)


def test_what_a_script_imports_is_exported():
    scripts = {path.name: path.read_text(encoding="utf-8") for path in SCRIPTS}
    exported = {
        name: {*re.findall(r"export (?:async )?(?:function|const|let|class) \*?(\w+)", text)}
        for name, text in scripts.items()
    }
    for name, text in scripts.items():
        for wanted, source in re.findall(r'import \{([^}]*)\} from "\./(\w+\.js)"', text):
            names = {one.split(" as ")[0].strip() for one in wanted.split(",")}
            assert names <= exported[source], f"{name} imports {names - exported[source]}"

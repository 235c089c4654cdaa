"""A server and a real Chromium for the tests that drive one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from hashlib import blake2b
from itertools import count

import pytest
from playwright.sync_api import Browser, sync_playwright

import needs
from browser.site import Site
from browser.visitor import Visitor
from proa.server.bots import pause
from proa.server.tables import proof

HOME_NETWORK = ("192.0.2.7", "proa.test")
"""Addresses of this machine that are no loopback to the browser, so no secure context."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here drives a browser."""
    for item in items:
        if "tests/browser" in str(item.path):
            item.add_marker(pytest.mark.browser)


Launch = Callable[[needs.Need], Browser]


@pytest.fixture(scope="session")
def launch() -> Iterator[Launch]:
    """Starts a browser of the system's; the tests are skipped where there is none."""
    here = ", ".join(f"MAP {name} 127.0.0.1" for name in HOME_NETWORK)
    arguments = ["--no-sandbox", f"--host-resolver-rules={here}"]
    arguments.append("--font-render-hinting=slight")  # the shell's letters are as wide as others'
    with ExitStack() as running:
        playwright = running.enter_context(sync_playwright())

        def started(need: needs.Need) -> Browser:
            browser = playwright.chromium.launch(executable_path=need.path(), args=arguments)
            running.callback(browser.close)
            return browser

        yield started


@pytest.fixture(scope="session")
def chromium(launch: Launch) -> Browser:
    """The browser of all tests but those that need what the shell lacks."""
    return launch(needs.SHELL)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running server whose bots decide at once, and whose rules are compiled."""
    with pytest.MonkeyPatch.context() as patch, Site(tmp_path_factory.mktemp("site")) as running:
        patch.setattr(pause, "PAUSE", 0.0)
        running.warm_up()
        yield running


@pytest.fixture(autouse=True)
def _same_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The throws and cards at a test's tables are the same in every run."""
    test = request.node.nodeid
    parts = (blake2b(f"{test} {n}".encode(), digest_size=32).hexdigest() for n in count())
    monkeypatch.setattr(proof, "fresh_part", lambda: next(parts))


@pytest.fixture
def visit(chromium: Browser, site: Site) -> Iterator[Callable[..., Visitor]]:
    """Visitors, each in a browser of its own; what went wrong in one fails the test."""
    visitors: list[Visitor] = []

    def come(**how: object) -> Visitor:
        visitors.append(Visitor(chromium, site, **how))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.leave()
    assert not [problem for visitor in visitors for problem in visitor.problems]

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
"""Names of this machine that are not loopback for the browser, so no secure context."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all tests here as browser tests."""
    for item in items:
        if "tests/browser" in str(item.path):
            item.add_marker(pytest.mark.browser)


Launch = Callable[[needs.Need], Browser]


@pytest.fixture(scope="session")
def launch() -> Iterator[Launch]:
    """Return a function that starts a system browser; skip the tests if there is none."""
    here = ", ".join(f"MAP {name} 127.0.0.1" for name in HOME_NETWORK)
    arguments = ["--no-sandbox", f"--host-resolver-rules={here}"]
    arguments.append("--font-render-hinting=slight")  # letters as wide as in others
    with ExitStack() as running:
        playwright = running.enter_context(sync_playwright())

        def started(need: needs.Need) -> Browser:
            browser = playwright.chromium.launch(executable_path=need.path(), args=arguments)
            running.callback(browser.close)
            return browser

        yield started


@pytest.fixture(scope="session")
def chromium(launch: Launch) -> Browser:
    """Return the browser for all tests except those that need what the shell lacks."""
    return launch(needs.SHELL)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Run a server whose bots decide at once, and whose rules are compiled."""
    with pytest.MonkeyPatch.context() as patch, Site(tmp_path_factory.mktemp("site")) as running:
        patch.setattr(pause, "PAUSE", 0.0)
        running.warm_up()
        yield running


@pytest.fixture(autouse=True)
def _same_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the throws and cards at a test's tables the same in every run."""
    test = request.node.nodeid
    parts = (blake2b(f"{test} {n}".encode(), digest_size=32).hexdigest() for n in count())
    monkeypatch.setattr(proof, "fresh_part", lambda: next(parts))


@pytest.fixture
def visit(chromium: Browser, site: Site) -> Iterator[Callable[..., Visitor]]:
    """Return a function that makes visitors, each in its own browser; problems in one fail the
    test."""
    visitors: list[Visitor] = []

    def come(**how: object) -> Visitor:
        visitors.append(Visitor(chromium, site, **how))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.leave()
    assert not [problem for visitor in visitors for problem in visitor.problems]

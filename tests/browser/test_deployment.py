"""The files in deploy/, run without containers, and played in a browser over TLS."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import needs
from browser.seating import sit_down
from browser.visitor import Visitor
from browser.ways_to_play import by_mouse
from deployment import Composition, nginx, program, until_well
from server.cluster import Cluster
from server.ports import free_port

pytestmark = pytest.mark.postgres
PROTOCOL = "() => performance.getEntriesByType('navigation')[0].nextHopProtocol"


class Address:
    """The address for visitors."""

    def __init__(self, url: str) -> None:
        self.url = url


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """Run a PostgreSQL that requires passwords."""
    made = Cluster(needs.POSTGRESQL.path(), password="superuser")
    yield made
    made.remove()


@pytest.fixture(scope="module")
def composition(
    cluster: Cluster, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Composition]:
    """Run all of compose.yaml but Caddy."""
    folder = tmp_path_factory.mktemp("composition")
    with Composition(folder, cluster, f"localhost:{free_port()}") as running:
        yield running


def behind(proxy: str, composition: Composition, folder: Path) -> AbstractContextManager[Path]:
    """Run a proxy in front, as shipped."""
    found = program(proxy)
    if proxy == "caddy":
        return composition.caddy(found)
    port = int(composition.url.rpartition(":")[2])
    pages = [composition.ports[f"pages-{n}"] for n in (1, 2)]
    return nginx(found, folder / "nginx", port, pages)


@pytest.mark.slow
def test_two_browsers_and_a_bot(composition, tmp_path, chromium):
    """Behind one proxy after the other, so that the servers are started once."""
    for proxy in ("caddy", "nginx"):
        with behind(proxy, composition, tmp_path):
            until_well(f"{composition.url}/healthz")
            two_browsers_and_a_bot(composition.url, chromium)


def two_browsers_and_a_bot(proxied: str, chromium: Browser) -> None:
    host, friend = (Visitor(chromium, Address(proxied)) for _ in range(2))
    try:
        sit_down(host, friend, "bot", game="tahiti")
        for visitor in (host, friend):
            visitor.catch_up()
            assert visitor.page.evaluate(PROTOCOL) == "h2"
        asked: list[str] = []
        for visitor in (host, friend):
            visitor.page.on("request", lambda request: asked.append(request.url))
        for _ in range(12):
            mover = next_of(host, friend)
            frames = {visitor: visitor.frame for visitor in (host, friend)}
            by_mouse(mover)
            for visitor, frame in frames.items():
                visitor.wait_past(frame)
        assert {"view", "act"} <= {url.split("/")[5] for url in asked if "/table/" in url}
        assert not [url for url in asked if url.endswith("/news")]  # streams tell it all
        assert host.problems + friend.problems == []
    finally:
        host.leave()
        friend.leave()


def next_of(*players: Visitor) -> Visitor:
    """Return the player who is asked, after all bots before them have played."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        for player in players:
            player.catch_up()
        for player in players:
            if player.table.get_attribute("data-mine") is not None:
                return player
    raise AssertionError("nobody is asked")

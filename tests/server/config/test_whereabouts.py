"""Where a server is reached, and what is said where others can't reach it."""

from __future__ import annotations

import ipaddress

import pytest

from proa.server.config import whereabouts
from proa.server.config.settings import Settings
from server.site import running

pytestmark = pytest.mark.anyio
FORM = {"game": "toy", "who0": "me", "who1": "friend", "who2": "bot", "level": "easy"}


@pytest.mark.parametrize(
    ("how", "here", "others"),
    [
        ({}, "http://127.0.0.1:8000/", None),
        ({"host": "::1"}, "http://[::1]:8000/", None),
        ({"host": "localhost", "port": 8123}, "http://localhost:8123/", None),
        ({"host": "192.168.7.9"}, "http://192.168.7.9:8000/", "http://192.168.7.9:8000/"),
        ({"host": "0.0.0.0"}, "http://localhost:8000/", "http://10.9.8.7:8000/"),
        ({"host": "::"}, "http://localhost:8000/", "http://10.9.8.7:8000/"),
        (
            {"public_url": "https://proa.example", "host": "0.0.0.0"},
            "http://localhost:8000/",
            "https://proa.example/",
        ),
    ],
)
def test_who_opens_what(tmp_path, monkeypatch, how, here, others):
    monkeypatch.setattr(whereabouts, "_own_address", lambda everywhere: "10.9.8.7")
    settings = Settings(tmp_path, **how)
    assert whereabouts.here(settings) == here
    assert whereabouts.for_others(settings) == others


def test_a_machine_without_a_network_says_so(tmp_path, monkeypatch):
    class Unplugged:
        def __init__(self, *how):
            raise OSError("Network is unreachable")

    monkeypatch.setattr(whereabouts.socket, "socket", Unplugged)
    assert whereabouts.for_others(Settings(tmp_path, host="0.0.0.0")) is None


def test_its_own_address_is_one():
    found = whereabouts._own_address("0.0.0.0")
    assert found is None or ipaddress.ip_address(found).version == 4


async def test_a_host_on_this_computer_is_told_that_links_are_of_no_use_to_others(tmp_path):
    async with running(Settings(tmp_path)) as site, site.browser() as browser:
        lobby = await browser.post("/tables", data=FORM)
        assert "http://localhost/sit/" in lobby.text
        assert "open on this computer only" in lobby.text
        assert "--host 0.0.0.0" in lobby.text
        assert 'class="qr"' not in lobby.text


async def test_who_opens_a_house_for_all_on_this_computer_sends_links_for_others(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(whereabouts, "_own_address", lambda everywhere: "10.9.8.7")
    settings = Settings(tmp_path, host="0.0.0.0", port=8123)
    async with running(settings) as site, site.browser() as browser:
        lobby = await browser.post("/tables", data=FORM)
        assert "http://10.9.8.7:8123/sit/" in lobby.text
        assert "open on this computer only" not in lobby.text
        assert '<svg viewBox="0 0 ' in lobby.text
        assert 'class="qr"' in lobby.text
        assert "style=" not in lobby.text[lobby.text.index('class="qr"') :].partition("</svg>")[0]

"""Where a server is reached, and what is said where others can't reach it."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
from collections import namedtuple

import psutil
import pytest

from proa.server.config import urls
from proa.server.config.settings import Settings
from proa.server.http.dependencies import ADDRESS
from server.site import running

pytestmark = pytest.mark.anyio
FORM = {"game": "toy", "who0": "me", "who1": "friend", "who2": "bot", "level": "easy"}
Number = namedtuple("Number", "address")
State = namedtuple("State", "isup flags")
HOME = {
    "lo": ["127.0.0.1", "::1"],
    "docker0": ["172.17.0.1"],
    "br-0123456789ab": ["172.18.0.1"],
    "tun0": ["10.8.0.2"],
    "wlan0": ["192.168.1.5", "fe80::1%wlan0", "fd12::5", "2001:db8::5"],
    "eth1": ["169.254.7.7"],
    "eth2": ["10.1.2.3"],
    "eth3": ["192.168.9.9"],
}


@pytest.fixture
def has(monkeypatch):
    """Gives this machine interfaces; those named ``down`` are."""

    def give(interfaces, down=(), points=()):
        found = {name: [Number(each) for each in numbers] for name, numbers in interfaces.items()}
        states = {
            name: State(name not in down, "up,pointopoint" if name in points else "up")
            for name in interfaces
        }
        monkeypatch.setattr(psutil, "net_if_addrs", lambda: found)
        monkeypatch.setattr(psutil, "net_if_stats", lambda: states)
        monkeypatch.setattr(urls, "_named", lambda: ("", set()))
        urls._places.cache_clear()

    yield give
    urls._places.cache_clear()


@pytest.mark.parametrize(
    ("how", "here", "others"),
    [
        ({}, "http://localhost:8000/", []),
        ({"host": "::1"}, "http://localhost:8000/", []),
        ({"host": "localhost", "port": 8123}, "http://localhost:8123/", []),
        ({"host": "192.168.7.9"}, "http://192.168.7.9:8000/", ["http://192.168.7.9:8000/"]),
        ({"host": "0.0.0.0"}, "http://localhost:8000/", ["http://10.9.8.7:8000/"]),
        (
            {"host": "::"},
            "http://localhost:8000/",
            ["http://10.9.8.7:8000/", "http://[fd12::5]:8000/"],
        ),
        (
            {"public_url": "https://proa.example", "host": "0.0.0.0"},
            "http://localhost:8000/",
            ["https://proa.example/"],
        ),
    ],
)
def test_who_opens_what(tmp_path, has, how, here, others):
    has({"eth0": ["fd12::5", "10.9.8.7"]})
    settings = Settings(tmp_path, **how)
    assert urls.local_url(settings) == here
    assert urls.public_url(settings) == others


def test_a_machine_without_a_network_says_so(tmp_path, has, monkeypatch):
    settings = Settings(tmp_path, host="0.0.0.0")
    has({"lo": ["127.0.0.1"], "eth0": ["192.168.1.5"]}, down=("eth0",))
    assert urls.public_url(settings) == []

    def refused():
        raise PermissionError

    monkeypatch.setattr(psutil, "net_if_addrs", refused)
    urls._places.cache_clear()
    assert urls.public_url(settings) == []


def test_homes_come_before_vpns_and_those_before_containers(tmp_path, has):
    has(HOME, down=("eth3",))
    hosts = [place.host for place in urls.places(Settings(tmp_path, host="::"))]
    assert hosts == [
        "192.168.1.5",
        "10.1.2.3",
        "fd12::5",
        "2001:db8::5",
        "10.8.0.2",
        "172.17.0.1",
        "172.18.0.1",
    ]
    of_four = urls.places(Settings(tmp_path, host="0.0.0.0"))
    assert [place.host for place in of_four] == [host for host in hosts if ":" not in host]
    assert of_four[0].interface == "wlan0"


@pytest.mark.parametrize(
    "vpn",
    ["tun0", "utun4", "wg0", "ppp0", "tailscale0", "ztabcdef12", "nordlynx", "proton0", "My VPN"],
)
def test_a_vpn_that_has_the_default_route_is_not_what_friends_are_sent(tmp_path, has, vpn):
    has({vpn: ["192.168.250.2"], "Ethernet": ["172.20.1.2"]})
    assert urls.public_url(Settings(tmp_path, host="0.0.0.0")) == [
        "http://172.20.1.2:8000/",
        "http://192.168.250.2:8000/",
    ]


def test_a_vpn_by_any_name_is_known_by_its_kind(tmp_path, has):
    has({"moonlight": ["192.168.250.2"], "enp3s0": ["172.20.1.2"]}, points=("moonlight",))
    found = urls.public_url(Settings(tmp_path, host="0.0.0.0"))
    assert found == ["http://172.20.1.2:8000/", "http://192.168.250.2:8000/"]


def test_the_name_in_the_home_network_is_offered_where_it_is_this_machine(
    tmp_path, has, monkeypatch
):
    settings = Settings(tmp_path, host="0.0.0.0")
    has(HOME)
    for numbers, is_offered in (({"192.168.1.5"}, True), ({"203.0.113.9"}, False), (set(), False)):
        named = ("moorea.local", numbers)
        monkeypatch.setattr(urls, "_named", lambda named=named: named)
        urls._places.cache_clear()
        found = urls.public_url(settings)
        assert ("http://moorea.local:8000/" in found) == is_offered
        assert found[0] == "http://192.168.1.5:8000/"


def test_to_look_the_name_up_holds_nobody_up(monkeypatch):
    answers = []
    urls._looked_up.cache_clear()
    monkeypatch.setattr(socket, "gethostname", lambda: "Moorea.fritz.box")
    monkeypatch.setattr(urls.threading.Thread, "start", lambda made: answers.append(made))
    assert urls._named() == ("", set())
    monkeypatch.setattr(socket, "getaddrinfo", lambda name, port: [(0, 0, 0, "", ("10.9.8.7", 0))])
    answers[0].run()
    assert urls._named() == ("moorea.local", {"10.9.8.7"})
    urls._looked_up.cache_clear()


IN_A_NETWORK = """
ip link set lo up
ip link add home0 type veth peer name tun7
ip addr add 192.168.77.5/24 dev home0 && ip link set home0 up
ip addr add 10.8.0.6/24 dev tun7 && ip link set tun7 up
ip route add default via 10.8.0.1 dev tun7
exec "$0" -c '
from pathlib import Path
from proa.server.config import urls
from proa.server.config.settings import Settings
print(*urls.public_url(Settings(Path("/nowhere"), host="0.0.0.0")))'
"""


def test_a_real_machine_whose_vpn_has_the_default_route():
    """In a network namespace of its own, so without internet."""
    unshare = [shutil.which("unshare") or "unshare", "--user", "--map-root-user", "--net"]
    try:
        subprocess.run([*unshare, "ip", "link"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("needs ip, and network namespaces")
    command = [*unshare, "sh", "-ec", IN_A_NETWORK, sys.executable]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    if "Unknown device type" in said.stderr or "not supported" in said.stderr:
        pytest.skip("needs pairs of interfaces")
    assert said.stdout.split() == ["http://192.168.77.5:8000/", "http://10.8.0.6:8000/"]


async def test_a_host_on_this_computer_is_told_that_links_are_of_no_use_to_others(tmp_path):
    async with running(Settings(tmp_path)) as site, site.browser() as browser:
        lobby = await browser.post("/tables", data=FORM)
        assert "http://localhost/sit/" in lobby.text
        assert "open on this computer only" in lobby.text
        assert "--host 0.0.0.0" in lobby.text
        assert 'class="qr"' not in lobby.text


async def test_a_house_for_all_without_a_network_is_not_sent_to_start_anew(tmp_path, has):
    has({"lo": ["127.0.0.1"]})
    async with (
        running(Settings(tmp_path, host="0.0.0.0")) as site,
        site.browser() as browser,
    ):
        lobby = await browser.post("/tables", data=FORM)
        assert "it is in no network" in lobby.text
        assert "--host 0.0.0.0" not in lobby.text


async def test_who_opens_a_house_for_all_on_this_computer_sends_links_for_others(tmp_path, has):
    has({"eth0": ["10.9.8.7"]})
    settings = Settings(tmp_path, host="0.0.0.0", port=8123)
    async with running(settings) as site, site.browser() as browser:
        lobby = await browser.post("/tables", data=FORM)
        assert "http://10.9.8.7:8123/sit/" in lobby.text
        assert "open on this computer only" not in lobby.text
        assert '<svg viewBox="0 0 ' in lobby.text
        assert 'class="qr"' in lobby.text
        assert "style=" not in lobby.text[lobby.text.index('class="qr"') :].partition("</svg>")[0]
        assert "<select" not in lobby.text  # there is nothing to choose


async def test_the_host_chooses_the_address_that_friends_are_sent(tmp_path, has):
    has(HOME)
    settings = Settings(tmp_path, host="0.0.0.0", port=8123)
    async with running(settings) as site, site.browser() as browser:
        lobby = await browser.post("/tables", data=FORM)
        door = str(lobby.url.path)
        assert "http://192.168.1.5:8123/sit/" in lobby.text
        first = lobby.text[lobby.text.index('class="qr"') :].partition("</svg>")[0]
        chosen = await browser.post("/address", data={"address": "10.8.0.2", "back": door})
        assert str(chosen.url.path) == door
        for text in (chosen.text, (await browser.get(door)).text):
            assert "http://10.8.0.2:8123/sit/" in text
            assert "http://192.168.1.5" not in text
            assert first not in text
        again = await browser.post("/tables", data=FORM)
        assert "http://10.8.0.2:8123/sit/" in again.text, "it is remembered"
        has({"wlan0": ["192.168.1.5"], "eth0": ["192.168.3.3"]})
        gone = await browser.get(door)
        assert "http://192.168.1.5:8123/sit/" in gone.text, "what is gone is not sent"


@pytest.mark.parametrize("address", ["evil.example", "203.0.113.9", "10.8.0.2:80", "<b>", ""])
async def test_only_this_machines_addresses_can_be_chosen(tmp_path, has, address):
    has(HOME)
    settings = Settings(tmp_path, host="0.0.0.0", port=8123)
    async with running(settings) as site, site.browser() as browser:
        answer = await browser.post("/address", data={"address": address})
        assert answer.status_code == 422
        assert "<b>" not in answer.text.partition("<main")[2]
        browser.cookies.set(ADDRESS, "evil.example")
        lobby = await browser.post("/tables", data=FORM)
        assert "evil.example" not in lobby.text
        assert "http://192.168.1.5:8123/sit/" in lobby.text


async def test_the_link_for_another_device_follows_what_is_chosen_there(tmp_path, has):
    has(HOME)
    settings = Settings(tmp_path, host="0.0.0.0", port=8123)
    async with running(settings) as site, site.browser() as browser:
        door = str((await browser.post("/tables", data=FORM)).url.path)
        device = await browser.post(f"{door}/device", data={"address": "10.1.2.3"})
        assert "http://10.1.2.3:8123/rejoin/" in device.text
        assert "http://localhost/rejoin/" in device.text, "and for another name of this machine"
        assert "http://10.1.2.3:8123/sit/" in (await browser.get(door)).text


async def test_guests_of_the_network_are_not_shown_the_machines_other_addresses(tmp_path, has):
    has(HOME)
    settings = Settings(tmp_path, host="0.0.0.0", port=8123)
    async with running(settings) as site, site.browser("192.168.1.77") as friend:
        friend.headers["Host"] = "192.168.1.5:8123"
        lobby = await friend.post("/tables", data=FORM)
        assert "http://192.168.1.5:8123/sit/" in lobby.text
        for other in ("10.8.0.2", "10.1.2.3", "172.17.0.1", "<select"):
            assert other not in lobby.text

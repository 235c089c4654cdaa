"""One machine, two names: what a browser stores for each, and how seats move between them."""

from __future__ import annotations

import asyncio
import re
from collections import namedtuple

import psutil
import pytest
from playwright.sync_api import expect

from browser.site import Site
from browser.visitor import PHONE, Visitor
from proa.server.config import urls
from proa.server.tables import devices, seats

Number = namedtuple("Number", "address")
State = namedtuple("State", "isup flags")
HAS = {"lo": "127.0.0.1", "tun0": "10.8.0.2", "wlan0": "192.168.1.5"}


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Run a server for a home network, on a machine with a VPN."""
    monkeypatch.setattr(psutil, "net_if_addrs", lambda: {k: [Number(v)] for k, v in HAS.items()})
    monkeypatch.setattr(psutil, "net_if_stats", lambda: dict.fromkeys(HAS, State(True, "up")))
    monkeypatch.setattr(urls, "_named", lambda: ("", set()))
    urls._places.cache_clear()
    with Site(tmp_path, host="0.0.0.0") as running:
        running.warm_up()
        yield running
    urls._places.cache_clear()


@pytest.fixture
def visitor(chromium, home):
    made = Visitor(chromium, home)
    yield made
    made.leave()
    assert not [each for each in made.problems if "404" not in each]


def test_a_bookmark_of_the_number_leads_to_the_name(visitor, home):
    old = home.url.replace("localhost", "127.0.0.1")
    visitor.page.goto(f"{old}/rules/tahiti#TA-3.6")
    assert visitor.page.url == f"{home.url}/rules/tahiti#TA-3.6"
    assert {each["domain"] for each in visitor.page.context.cookies()} == {"localhost"}


@pytest.mark.parametrize("locale", ["en", "ru"])
def test_seats_of_the_number_are_brought_along_in_the_same_browser(chromium, home, locale):
    visitor = Visitor(chromium, home, PHONE, locale=locale)
    page, old = visitor.page, home.url.replace("localhost", "127.0.0.1")
    form = {"game": "tahiti", "title": "Papeete", "who0": "me", "who1": "friend"}
    opened = page.context.request.post(
        f"{old}/tables", form=form, headers={"Origin": old}, max_redirects=0
    )
    door = opened.headers["location"]
    page.goto(home.url + door)
    visitor.check()
    page.locator(f"a[href='{old}{door}']").click()
    expect(page.locator("h1")).to_contain_text("Papeete")
    page.goto(f"{home.url}/")
    visitor.check()
    page.locator(f"a[href='{old}/']").click()
    page.locator("form[action='/bring'] button").click()
    visitor.check()
    page.locator(".acts .go").click()
    assert page.url.startswith(f"{home.url}/bring/")
    visitor.check()
    page.locator("main form button").click()
    assert page.url == f"{home.url}/"
    page.locator(f".running a[href='{door}']").click()
    expect(page.locator("form[action$='/close']")).to_be_visible()  # the host's
    assert not [each for each in visitor.problems if "404" not in each]
    visitor.leave()


@pytest.mark.parametrize("what", ["rejoin", "bring", "sit"])
def test_a_double_click_uses_a_link_once_and_shows_what_came_of_it(
    visitor, chromium, home, what, monkeypatch
):
    """The second click comes when the server has done what the first one asked for."""
    module, function = {
        "rejoin": (devices, "rejoin"),
        "bring": (devices, "move"),
        "sit": (seats, "sit"),
    }[what]
    use = getattr(module, function)

    async def slowly(*asked):
        done = await use(*asked)
        await asyncio.sleep(2)
        return done

    monkeypatch.setattr(module, function, slowly)
    page = visitor.page
    visitor.open_table("me", "friend")
    if what == "sit":
        path = (
            page.locator(".link-out").first.inner_text().partition(home.url.rpartition(":")[2])[2]
        )
    else:
        made = "/bring" if what == "bring" else f"{page.url}/device"
        text = page.evaluate("async (at) => (await fetch(at, { method: 'POST' })).text()", made)
        path = re.search(rf"/{what}/[0-9a-f]{{32}}", text)[0]
    other = Visitor(chromium, home)
    other.go(path)
    posts: list[str] = []
    other.page.on("request", lambda asked: posts.append(asked.method))
    press = "() => document.querySelector('main form button.go').click()"
    other.page.evaluate(f"() => {{ ({press})(); setTimeout({press}, 700); }}")
    other.page.wait_for_url(lambda url: path not in url)
    assert posts.count("POST") == 1
    assert other.page.locator(".sorry").count() == 0
    assert not other.problems
    other.leave()


@pytest.mark.parametrize("locale", ["en", "ru"])
def test_the_host_chooses_the_address_in_the_lobby(chromium, home, locale):
    visitor = Visitor(chromium, home, locale=locale)
    page = visitor.page
    visitor.open_table("me", "friend")
    link, choice = page.locator(".link-out").first, page.locator("select[name=address]")
    expect(link).to_contain_text("http://192.168.1.5:")
    drawn = page.locator(".qr").first.inner_html()
    visitor.check()
    choice.select_option("10.8.0.2")
    expect(link).to_contain_text("http://10.8.0.2:")
    assert page.locator(".qr").first.inner_html() != drawn
    expect(choice).to_have_value("10.8.0.2")
    visitor.open_table("me", "friend")
    expect(page.locator(".link-out").first).to_contain_text("http://10.8.0.2:")
    for width in (1440, 375):
        visitor.resize((width, 812))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not visitor.problems
    visitor.leave()

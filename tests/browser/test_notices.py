"""Notices in a real browser: switched on, received, encrypted for it, shown, clicked."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import needs
from browser.account import sign_up
from browser.seating import sit_down
from browser.site import Site
from browser.visitor import BIG, PHONE, Visitor, wait_on
from browser.ways_to_play import by_mouse
from proa.server.bots import pause
from proa.server.notices import sender
from server.notices.receivers import Browser as Subscription
from server.notices.receivers import Receiver, receiving
from waiting import wait_until


@pytest.fixture(scope="module")
def chromium(launch):
    """Return a browser that supports notifications."""
    return launch(needs.CHROMIUM)


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Iterator[Site]:
    """Run a server that may send notices to this machine, at once."""
    folder = tmp_path_factory.mktemp("site")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pause, "PAUSE", 0.0)
        patch.setattr(sender, "GLANCE", 0.05)
        with Site(folder, notices_after=0, notice_networks=("127.0.0.1",)) as running:
            running.warm_up()
            yield running


@contextmanager
def push_service() -> Iterator[Receiver]:
    """Run a push service (RFC 8030) in a thread."""
    started, ended, found = Event(), Event(), []

    async def serve() -> None:
        async with receiving() as receiver:
            found.append(receiver)
            started.set()
            await asyncio.to_thread(ended.wait)

    thread = Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    started.wait()
    yield found[0]
    ended.set()
    thread.join()


SUBSCRIBES = """
let subscription = null;
PushManager.prototype.getSubscription = async () => subscription;
PushManager.prototype.subscribe = async (options) => {
  window.asked = { seen: options.userVisibleOnly, bytes: options.applicationServerKey.length };
  return { toJSON: () => (SUBSCRIPTION) };
};
"""
"""The browser's own push service can't be reached from here; the rest is the browser's."""
COUNTS = """() => {
  const show = registration.showNotification.bind(registration);
  self.shows = 0;
  registration.showNotification = (...given) => show(...given).finally(() => self.shows++);
}"""
OF_PLAY = "It's your turn", "The game has begun"
SHOWN = """() => navigator.serviceWorker.ready.then((r) => r.getNotifications())
  .then((all) => all.map((one) => [one.title, one.body, one.tag, one.data]))"""


def shown(page: Page, site: Site, text: str) -> list[list[str]]:
    """Give a push message to the service worker, as the browser does, and return what it shows.

    Chromium forgets a notification if it is asked for it while it is being shown, so it is asked
    only after that.
    """
    [worker] = page.context.service_workers
    worker.evaluate(COUNTS)
    session = page.context.new_cdp_session(page)
    found: list[str] = []

    def heard(event) -> None:
        for one in event["registrations"]:
            found.append(one["registrationId"])

    session.on("ServiceWorker.workerRegistrationUpdated", heard)
    session.send("ServiceWorker.enable")
    wait_until(lambda: page.wait_for_timeout(20) or found)
    message = {"origin": site.url, "registrationId": found[-1], "data": text}
    session.send("ServiceWorker.deliverPushMessage", message)
    wait_on(page, lambda: worker.evaluate("() => self.shows"))
    return page.evaluate(SHOWN)


def test_a_browser_is_told_of_a_turn_from_the_click_to_the_notification(visit, site):
    """Switched on by a click, encrypted, decrypted with the subscription's keys, shown."""
    with push_service() as service:
        subscription = Subscription(service)
        host, friend = visit(worker=True), visit()
        page = host.page
        page.context.grant_permissions(["notifications"], origin=site.url)
        keys = {"endpoint": subscription.endpoint, "keys": subscription.keys}
        page.add_init_script(SUBSCRIBES.replace("SUBSCRIPTION", json.dumps(keys)))
        sign_up(host, "Hinano")
        page.get_by_role("link", name="Notices").click()
        page.get_by_role("button", name="Tell me here").click()
        expect(page.locator("[data-endpoint]")).to_be_visible()
        host.check()
        sit_down(host, friend)
        page.goto("about:blank")
        message = _notice_of_play(host, friend, lambda: subscription.messages(site.key))
        host.go("/notices")
        [[title, body, tag, data]] = shown(page, site, json.dumps(message))
    about = message["notification"]
    assert (title, body, tag) == (about["title"], about["body"], about["tag"])
    assert data == site.url + about["tag"]


HAS_ONE = """
PushManager.prototype.getSubscription = async () => ({
  endpoint: "ENDPOINT", options: { applicationServerKey: window.key?.buffer }
});
"""


def test_a_subscription_for_another_key_is_none(visit, site):
    """As after a new cookie.key: the push service would refuse every message."""
    with push_service() as service:
        subscription = Subscription(service)
        hina = visit(worker=True)
        page = hina.page
        page.context.grant_permissions(["notifications"], origin=site.url)
        page.add_init_script(HAS_ONE.replace("ENDPOINT", subscription.endpoint))
        sign_up(hina, "Another")
        form = {"endpoint": subscription.endpoint, **subscription.keys}
        assert page.request.post(f"{site.url}/notices/push", form=form, headers=OWN).ok
        hina.go("/notices")
        expect(page.locator("[data-push=on]")).to_be_visible()
        page.add_init_script("window.key = new Uint8Array(65);")
        hina.go("/notices")
        expect(page.get_by_role("button", name="Tell me here")).to_be_visible()


OWN = {"Sec-Fetch-Site": "same-origin"}


def _notice_of_play(host: Visitor, friend: Visitor, messages: Callable[[], list[Any]]) -> Any:
    """Let the two play until the host gets a notice of the game, and return it."""
    while not (found := [one for one in messages() if one["notification"]["title"] in OF_PLAY]):
        if friend.page.request.get(f"{friend.page.url.partition('?')[0]}/news").json()["mine"]:
            by_mouse(friend)
        friend.page.wait_for_timeout(50)
    return found[-1]


@pytest.mark.parametrize("text", ["", "no JSON", "[]", "null", '{"notification": null}', "{}"])
def test_whatever_is_pushed_something_is_shown(visit, site, text):
    """A browser ends the subscription of a site that shows nothing."""
    visitor = visit(worker=True)
    page = visitor.page
    page.context.grant_permissions(["notifications"], origin=site.url)
    visitor.go("/rules")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    [[title, _, _, data]] = shown(page, site, text)
    assert (title, data) == ("proa", site.url + "/")


@pytest.mark.parametrize("locale", ["en", "ru"])
@pytest.mark.parametrize("size", [BIG, PHONE])
def test_the_page_is_accessible_and_fits(visit, site, size, locale):
    visitor = visit(size=size, locale=locale)
    page = visitor.go("/notices")
    visitor.check()
    sign_up(visitor, f"Hina{locale}{size[0]}")
    page = visitor.go("/notices")
    visitor.check()
    page.locator("[name=url][type=url]").fill("http://127.0.0.1:9/nobody")
    page.locator("form[action='/notices/webhook'] button").click()
    page.locator("form[action='/notices/try'] button").click()
    expect(page.locator(".fails")).to_be_visible()
    for summary in page.locator("main summary").all():
        summary.click()
    visitor.check()
    assert not page.evaluate("() => document.documentElement.scrollWidth > innerWidth")
    page.locator("[name=quiet_from]").fill("22:30")
    page.locator("[name=quiet_until]").fill("07:00")
    page.locator("form[action='/notices/settings'] button").click()
    expect(page.locator("[name=quiet_from]")).to_have_value("22:30")
    assert page.locator("[name=time_zone]").input_value()
    visitor.go("/")
    expect(page.get_by_role("note")).to_be_visible()
    visitor.check()
    visitor.go("/notices/off/" + "0" * 32)
    visitor.check()

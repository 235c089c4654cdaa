"""Plain http from another device: no secure context, so no Sec-Fetch-Site and no clipboard."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from fastapi.routing import APIRoute
from playwright.sync_api import Browser, Request, Response, expect

from browser.account import sign_in_without_passkey
from browser.auction import auction, open_premoves
from browser.conftest import HOME_NETWORK
from browser.site import Site
from browser.visitor import Visitor
from post_office import PostOffice, post_office
from proa.server.pages.routes import ROUTES

SUBMIT = """(action) => {
  document.documentElement.dataset.old = 1;
  document.querySelector(`form[action$='${action}']`).requestSubmit();
}"""
ABOUT_A_LINE = """() => document.querySelector("form[action*='/mute']").requestSubmit()"""
VALUES = re.compile(r"[0-9a-f]{32}|(?<=/chat/)\d+|(?<=\d/)(mute|unmute|report|delete)$")
FINISH = """async (path) => {
  const headers = { "HX-Request": "true" };
  for (const end = Date.now() + 120_000; Date.now() < end; ) {
    const { frame } = await (await fetch(`${path}/news`)).json();
    const shown = await (await fetch(`${path}/view/${frame}`, { headers })).text();
    if (shown.includes("data-over")) return;
    const codes = [...shown.matchAll(/form="act" name="code" value="([^"]+)"/g)];
    if (!shown.includes("data-mine")) await new Promise((done) => setTimeout(done, 20));
    else await fetch(`${path}/act`, {
      method: "POST", headers, body: new URLSearchParams({ frame, code: codes.at(-1)[1] }),
    });
  }
  throw new Error("the game does not end");
}"""


POST = """async ([address, fields]) =>
  (await fetch(address, { method: "POST", body: new URLSearchParams(fields) })).url"""


class Guest(Visitor):
    """A visitor who records which forms were answered."""

    def __init__(self, chromium: Browser, site: Site, **how: str) -> None:
        super().__init__(chromium, site, **how)
        self.sent: set[str] = set()
        self.refused: list[tuple[str, int]] = []
        self.left = ""
        self.page.on("request", self._asks)
        self.page.on("response", self._is_answered)

    def _asks(self, request: Request) -> None:
        if request.method == "POST":
            assert request.headers.get("sec-fetch-site") is None
            self.sent.add(VALUES.sub("-", urlsplit(request.url).path))

    def _is_answered(self, answer: Response) -> None:
        if answer.request.method != "POST" or answer.status in (200, 303):
            return
        if answer.status != 404 or not self.left or not answer.url.endswith("/stream"):
            self.refused.append((answer.url, answer.status))

    def _heard(self, message) -> None:
        if not message.text.endswith("404 (Not Found)") or self.page.url != self.left:
            super()._heard(message)

    def submit(self, action: str) -> None:
        """Submit a form of the page, and wait for the result."""
        self.page.evaluate(SUBMIT, action)
        self.page.locator("html:not([data-old])").wait_for(state="attached")
        self.page.wait_for_load_state()

    def post(self, address: str, **fields: str) -> str:
        """Send a form from the page, and return the address of the answer."""
        return self.page.evaluate(POST, [address, fields])


@pytest.fixture(scope="module")
def office() -> Iterator[PostOffice]:
    """Run an SMTP server."""
    with post_office() as running:
        yield running


@pytest.fixture(scope="module", params=[(name, name == "proa.test") for name in HOME_NETWORK])
def far_site(request: pytest.FixtureRequest, tmp_path_factory, office) -> Iterator[Site]:
    """Run a server as another device addresses it: by address, and by a name given as
    --public-url."""
    name, is_public = request.param
    folder = tmp_path_factory.mktemp("far")
    with Site(folder, name, is_public, **office.settings) as running:
        running.warm_up()
        yield running


@pytest.fixture
def come(chromium: Browser, far_site: Site) -> Iterator[Callable[..., Guest]]:
    """Return a function that makes guests, each in its own browser; a refused form fails the
    test."""
    guests: list[Guest] = []

    def come(**how: str) -> Guest:
        guests.append(Guest(chromium, far_site, **how))
        return guests[-1]

    yield come
    for guest in guests:
        guest.leave()
    assert not [problem for guest in guests for problem in guest.problems]


KEYS = {
    "p256dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQ"
    "tUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
    "auth": "DGv6ra1nlYgDCS1FRnbzlw",
}
"""Of a browser's subscription: the example of RFC 8291."""


def forms() -> set[str]:
    """Return the addresses that forms are sent to, without tokens."""
    return {
        re.sub(r"{\w+}", "-", route.path)
        for route in ROUTES
        if isinstance(route, APIRoute) and "POST" in route.methods
    }


PASSKEYS = {
    f"/account/{form}"
    for form in ("passkeys/ask", "passkeys", "passkeys/rename", "passkeys/remove", "sign-in/ask")
} | {"/account/sign-in"}
"""Passkeys need a secure context: tests/browser/test_accounts.py sends these."""
ONLY_WAY = "/account/mail-address/remove"
"""Is refused where mail is the only way in."""


def use_an_account(come: Callable[..., Guest], office: PostOffice) -> Guest:
    """Make an account by mail, send every form that it has, and delete it."""
    guest, came = come(), len(office.came)
    page = guest.page
    guest.go("/account")
    page.locator("[name=address]").fill("hina@example.org")
    guest.submit("/mail")
    page.goto(guest.site.url + office.link(came + 1))
    page.locator("[name=name]").fill("Hinano")
    guest.submit(office.link(came + 1))
    codes: list[str] = []
    for form in ("/codes", "/bots"):
        guest.go("/account")
        page.locator("form[action='/account/bots'] [name=name]").fill("Manutea")
        guest.submit(form)
        codes = page.locator(".codes code").all_inner_texts() or codes
    guest.go("/account")
    bot = page.locator("[name=bot]").first.input_value()
    for address, fields in (
        ("bots/remove", {"bot": bot}),
        ("seats", {}),
        ("name", {"name": "Hinanui"}),
        ("sessions/end", {"session": "0"}),
        ("sign-out", {}),
        ("recover", {"code": codes[0]}),
        ("sign-out-everywhere", {}),
        ("recover", {"code": codes[1]}),
        ("delete", {"name": "Hinanui"}),
    ):
        assert guest.post(f"/account/{address}", **fields) == f"{guest.site.url}/account"
    return guest


def test_an_evening_on_a_home_network(come, far_site, office, monkeypatch):
    host, friend = come(), come()
    page, other = host.page, friend.page
    host.go("/")
    assert page.evaluate("[isSecureContext, !!navigator.clipboard]") == [False, False]
    page.context.add_cookies([{"name": "prefs", "value": "", "url": far_site.url}])
    host.go("/settings")
    page.locator("label", has=page.locator("[name=pace][value=off]")).click()
    host.submit("/settings")

    # a table that is closed, and one where a seat is given to a bot
    host.go("/new?game=tahiti&with=friend")
    host.submit("/tables")
    host.left = page.url
    host.submit("/close")
    host.go("/new?game=tahiti&with=friend")
    host.submit("/tables")
    host.submit("/ready")
    host.submit("/fill")
    host.table.wait_for()

    # two people at a small table
    host.go("/new?game=tahiti&with=friend")
    page.evaluate(
        "() => { const form = document.querySelector('#new-table');"
        " for (const n of [2, 3])"
        "   form.querySelector(`[name=who${n}][value='']`).checked = true;"
        " const hidden = document.createElement('input'); hidden.type = 'hidden';"
        " hidden.name = 'edition'; hidden.value = 'small'; form.append(hidden);"
        " form.querySelector('[name=watchers_chat]').checked = true }"
    )
    host.submit("/tables")
    invitation = page.locator("output").first.inner_text()
    assert invitation.startswith(far_site.url)
    page.get_by_role("button", name="Copy link").first.click()
    expect(page.get_by_role("button", name="Copied").first).to_be_visible()
    page.evaluate(
        "() => { const a = document.createElement('textarea'); a.id = 'paste';"
        " document.body.append(a); a.focus() }"
    )
    page.keyboard.press("ControlOrMeta+v")
    assert page.locator("#paste").input_value() == invitation
    host.submit("/ready")
    other.goto(invitation)
    friend.submit(invitation.removeprefix(far_site.url))
    for visitor in (host, friend):
        visitor.table.wait_for()

    # playing, undo, redo
    mover = host if page.locator("#table[data-mine]").count() else friend
    mover.wait_for_turn()
    for action in ("act", "undo", "redo"):
        frame = mover.frame
        if action == "act":
            mover.page.locator(".spot:visible").first.click()
        else:
            mover.page.locator(f"#{action}-button").click()
        mover.wait_past(frame)

    # an answer beforehand, and none
    _, waiting = auction(host, friend)
    out = waiting.page.locator("#stand-pass")
    open_premoves(waiting)
    for pressed in ("true", "false"):
        out.click()
        expect(out).to_have_attribute("aria-pressed", pressed)

    # talk, names, the clock, another device
    for visitor in (host, friend):
        visitor.page.get_by_label("Say something").fill("Ahoy")
        visitor.page.get_by_role("button", name="Say", exact=True).click()
    expect(page.locator("#chat-lines li")).to_have_count(2)
    page.evaluate(ABOUT_A_LINE)
    expect(page.locator("#chat-lines")).to_contain_text("muted")
    host.submit("/rename")
    host.submit("/options")
    at = page.url.removeprefix(far_site.url)
    host.post(f"{at}/options", pace="600+5", watchers_chat="1")
    host.post(f"{at}/pause", what="ask")
    friend.post(f"{at}/pause", what="agree")
    friend.post(f"{at}/pause", what="resume")
    host.submit("/device")
    link = page.locator("#device-link").inner_text()
    phone = come()
    phone.page.goto(link)
    phone.submit(link.removeprefix(far_site.url))
    phone.table.wait_for()
    moved = page.evaluate("async () => (await fetch('/bring', { method: 'POST' })).text()")
    path = re.search(r"/bring/[0-9a-f]{32}", moved)[0]
    phone.page.evaluate("(path) => fetch(path, { method: 'POST' })", path)
    watch = phone.page.locator("#menu-watch").text_content()
    phone.page.goto(watch)
    phone.page.locator("#table").wait_for()
    stranger = come()
    stranger.page.goto(watch)
    stranger.page.get_by_label("Say something").fill("Hello")
    stranger.page.get_by_role("button", name="Say", exact=True).click()
    expect(stranger.page.locator("#chat-lines li")).to_have_count(3)
    stranger.page.evaluate(ABOUT_A_LINE)
    expect(stranger.page.locator("#chat-lines")).to_contain_text("muted")
    stranger.page.goto("about:blank")  # else the result opens there by itself, at any moment

    # leaving, the end, and what comes after it
    friend.left = other.url
    friend.submit("/resign")
    path = page.url.removeprefix(far_site.url).removesuffix("/device")
    phone.post(f"{path}/replace", place="1")  # it hosts the table by now
    page.evaluate(FINISH, path)
    host.go(f"{path}/end")
    host.submit("/rematch")
    host.go(f"{path}/replay?at=1")
    host.submit("/continue")
    with page.expect_download() as download:
        page.evaluate("(path) => { location.href = path }", f"{path}/record")
    host.go("/")
    with page.expect_navigation():
        page.locator("input[type=file]").set_input_files(download.value.path())
    record = page.url.removeprefix(far_site.url)
    page.goto(f"{page.url}?at=1")
    host.submit("/continue")

    # looking back, and showing others
    for address in (path, record):
        host.post(f"{address}/review")
    host.post(f"{path}/share/name", named="1")
    host.post(f"{path}/share")
    host.go(f"{path}/end")
    shared = re.search(r"/shared/[0-9a-f]{32}", page.content())[0]
    stranger.go(shared)
    stranger.post(f"{shared}/continue", at="1", place="0", level="easy")
    host.post(f"{path}/share/withdraw")

    # a lesson, and a hint in the game that it leads to
    lesson = host.post("/lessons", game="tahiti")
    page.goto(host.post(f"{lesson}/play-on"))
    host.wait_for_turn()
    address = page.url.removeprefix(far_site.url)
    host.post(f"{address}/hint", frame=str(host.frame))

    # notices of an account
    member = come()
    sign_in_without_passkey(member, "Hinano")
    member.go("/notices")
    expect(member.page.locator("[data-push=insecure]")).to_be_visible()
    member.post("/notices/push", endpoint="https://push.example/1", **KEYS)
    member.post("/notices/chat", url="ntfys://ntfy.example/topic")
    member.post("/notices/webhook", url="https://hooks.example/1")
    member.post("/notices/settings", quiet_from="22:00", quiet_until="7:00", kind="turn")
    member.go("/notices")
    channel = member.page.locator("form[action='/notices/remove'] input").first.input_value()
    member.post("/notices/try", channel=channel)
    member.post("/notices/remove", channel=channel)
    member.post(f"/notices/off/{channel}")
    member.go("/notices")
    expect(member.page.locator("form[action='/notices/remove']")).to_have_count(2)

    # an account, whose links need a name that the server knows
    visitors = [host, friend, phone, stranger, member]
    if far_site.is_public:
        visitors.append(use_an_account(come, office))
    else:
        host.go("/account")
        expect(page.locator("main")).to_contain_text("Passkeys need https")
    assert not [answer for visitor in visitors for answer in visitor.refused]
    sent = set.union(*(visitor.sent for visitor in visitors))
    # one waits for a clock to run out, the other is for who sits at the server itself
    unsent = {"/table/-/return", "/address", "/table/-/screen", *PASSKEYS, ONLY_WAY}
    unsent.add("/notices/mail")  # needs a mail address
    if not far_site.is_public:
        unsent |= {form for form in forms() if form.startswith("/account/")}
    assert forms() - sent == unsent


@pytest.mark.parametrize("locale", ["en", "ru"])
def test_a_form_of_another_site_is_refused_on_a_page(come, far_site, locale):
    guest = come(locale=locale)
    form = f'<form method="post" action="{far_site.url}/tables"></form>'
    page = f"{form}<script>document.forms[0].submit()</script>"
    elsewhere = "http://192.0.2.99/"
    guest.page.route(elsewhere, lambda route: route.fulfill(content_type="text/html", body=page))
    guest.page.goto(elsewhere)
    sentence = "another site's page" if locale == "en" else "страница другого сайта"
    expect(guest.page.locator("main")).to_contain_text(sentence)
    guest.check()
    guest.problems.clear()

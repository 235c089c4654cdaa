"""Accounts in a real browser, with its own virtual authenticator."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from browser.site import Site
from browser.visitor import PHONE, Visitor
from post_office import PostOffice, post_office

LOOKS = [
    pytest.param({}, id="noon"),
    pytest.param({"theme": "night"}, id="night", marks=pytest.mark.slow),
    pytest.param({"locale": "ru"}, id="russian", marks=pytest.mark.slow),
    pytest.param({"size": PHONE, "touch": True, "locale": "ru"}, id="phone"),
]


CANCEL = """() => {
  navigator.credentials.create = async () => { throw new DOMException("", "NotAllowedError"); };
}"""


class Device(Visitor):
    """A visitor whose device can keep passkeys."""

    def __init__(self, *what, **how) -> None:
        super().__init__(*what, **how)
        self._session = self.page.context.new_cdp_session(self.page)
        self._session.send("WebAuthn.enable")
        self.key = self._session.send("WebAuthn.addVirtualAuthenticator", {
            "options": {
                "protocol": "ctap2", "transport": "internal", "hasResidentKey": True,
                "hasUserVerification": True, "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        })["authenticatorId"]  # fmt: skip

    def passkeys(self) -> list[dict]:
        """Return the passkeys on this device."""
        known = {"authenticatorId": self.key}
        return self._session.send("WebAuthn.getCredentials", known)["credentials"]

    def press(self, *of: str) -> None:
        """Press the button of a form, and wait for the page after it."""
        self.page.evaluate("() => (document.documentElement.dataset.old = 1)")
        self.page.locator(" ".join(of)).get_by_role("button").last.click()
        self.page.locator("html:not([data-old])").wait_for(state="attached")
        self.page.wait_for_load_state()

    def sign_up(self, name: str) -> None:
        self.go("/account")
        self.page.locator("#sign-up ~ form [name=name]").fill(name)
        self.press("#sign-up ~ form")
        expect(self.page.locator("h1")).to_have_text(name)

    def check_width(self) -> None:
        self.check()
        assert not self.page.evaluate("document.documentElement.scrollWidth > innerWidth + 1")


@pytest.fixture(scope="module")
def office() -> Iterator[PostOffice]:
    with post_office() as running:
        yield running


@pytest.fixture(scope="module")
def mail_site(tmp_path_factory, office: PostOffice) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("mail")
    with Site(folder, is_public=True, **office.settings) as running:
        running.warm_up()
        yield running


@pytest.fixture
def come(chromium, mail_site: Site):
    """Return a function that makes visitors with devices; problems in one fail the test."""
    devices: list[Device] = []

    def come(**how) -> Device:
        devices.append(Device(chromium, mail_site, **how))
        return devices[-1]

    yield come
    for device in devices:
        device.leave()
    assert not [problem for device in devices for problem in device.problems]


@pytest.mark.parametrize("look", LOOKS)
def test_an_account_from_its_beginning_to_its_end(come, office, look):
    hina = come(**look)
    page, name = hina.page, f"Hinano {len(office.came)}"
    hina.go("/")
    page.locator("a[href='/account']").click()
    hina.check_width()
    path = hina.open_table("me", "bot", "bot", "bot")
    hina.sign_up(name)
    expect(page.locator("[name=seat]")).to_have_count(1)
    hina.check_width()
    hina.press("#seats ~ form")
    expect(page.locator("[name=seat]")).to_have_count(0)
    hina.go(path)
    hina.table.wait_for()

    hina.go("/account")
    hina.press("li form[action$='/codes']")
    hina.check_width()
    [code, *others] = page.locator(".codes code").all_inner_texts()
    assert len(others) == 9
    hina.go("/account")
    page.locator("[name=address]").fill("hina@example.org")
    came = len(office.came)
    hina.press("form[action$='/mail']")
    hina.check_width()
    page.goto(hina.site.url + office.link(came + 1))
    hina.check_width()
    hina.press("main form")
    expect(page.locator("#ways ~ ul")).to_contain_text("hina@example.org")
    page.locator("#data ~ details summary").click()
    page.locator("#ways ~ ul details summary").first.click()
    hina.check_width()

    # out, and in again by each way
    hina.press("form[action$='/sign-out']")
    hina.check_width()
    hina.press("form[action$='/sign-in']")
    expect(page.locator("h1")).to_have_text(name)
    hina.press("form[action$='/sign-out-everywhere']")
    page.locator("#sign-in ~ details summary").click()
    page.locator("[name=code]").fill(code)
    hina.press("form[action$='/recover']")
    expect(page.locator("h1")).to_have_text(name)

    phone = come(**look)
    phone.go("/account")
    phone.page.locator("[name=address]").fill("Hina@example.org")
    came = len(office.came)
    phone.press("form[action$='/mail']")
    phone.page.goto(phone.site.url + office.link(came + 1))
    phone.check_width()
    phone.press("main form")
    expect(phone.page.locator("h1")).to_have_text(name)
    phone.page.locator("[name=label]").last.fill("Phone")
    phone.press("#ways ~ form[data-passkey]")
    expect(phone.page.locator("#ways ~ ul details")).to_have_count(2)
    assert len(phone.passkeys()) == len(hina.passkeys()) == 1

    page.reload()
    page.locator("#data ~ details summary").click()
    page.locator("#data ~ details [name=name]").fill(name)
    hina.press("form[action$='/delete']")
    expect(page.locator("#sign-in")).to_be_visible()
    phone.go("/account")
    expect(phone.page.locator("#sign-in")).to_be_visible()


def test_what_goes_wrong_is_said_on_the_page(come):
    hina = come()
    page = hina.page
    hina.go("/account")
    form = page.locator("#sign-up ~ form")
    form.locator("[name=name]").fill("admin")
    form.get_by_role("button").click()
    expect(page.locator("#notice")).to_contain_text("could mislead")
    hina.problems.clear()  # the console notes the refusal too
    form.locator("[name=name]").fill("Hinano")
    page.evaluate(CANCEL)
    form.get_by_role("button").click()
    expect(page.locator("#notice")).to_have_text("No passkey was used.")
    hina.check_width()


def test_an_extension_in_the_place_of_the_authenticator(come):
    """Password managers answer with plain objects, which have no `toJSON`."""
    hina = come()
    hina.page.add_init_script("""
      const create = navigator.credentials.create.bind(navigator.credentials);
      navigator.credentials.create = async (options) => {
        const { id, rawId, type, response } = await create(options);
        const { clientDataJSON, attestationObject } = response;
        return { id, rawId, type, response: { clientDataJSON, attestationObject } };
      };
    """)
    hina.sign_up("Extended")


def test_a_browser_without_passkeys_says_so(come):
    hina = come()
    hina.page.add_init_script("delete window.PublicKeyCredential")
    hina.go("/account")
    expect(hina.page.locator("#notice")).to_have_text("This browser has no passkeys.")
    expect(hina.page.get_by_role("button", name="Sign in with a passkey")).to_be_disabled()


def test_a_second_passkey_on_the_same_device_is_refused_by_it(come):
    hina = come()
    hina.sign_up("Onekey")
    hina.page.locator("#ways ~ form[data-passkey] button").click()
    expect(hina.page.locator("#notice")).to_contain_text("already")
    assert len(hina.passkeys()) == 1

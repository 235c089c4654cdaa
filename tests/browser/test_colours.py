"""Other colours than ours, and drawings that keep their place and their colour everywhere."""

from __future__ import annotations

import base64
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.visitor import BIG, PHONE, Visitor

Visit = Callable[..., Visitor]

MEAN = """async (png) => {
  const bytes = Uint8Array.from(atob(png), (char) => char.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes]));
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  return data.reduce((sum, value, i) => sum + (i % 4 < 3 ? value : 0), 0) / data.length * 4 / 3;
}"""


def brightness(page: Page, selector: str) -> float:
    """Return how bright an element is on the screen, from 0 to 255."""
    picture = base64.b64encode(page.locator(selector).first.screenshot()).decode()
    return page.evaluate(MEAN, picture)


@pytest.mark.parametrize(
    ("path", "chosen", "others"),
    [
        ("/new", ".lv:has(:checked)", ".lv:not(:has(:checked))"),
        ("/new", ".place .seg label:has(:checked)", ".place .seg label:not(:has(:checked))"),
        ("/new", ".pick-game a[aria-current]", ".pick-game .choice-row:not([aria-current])"),
        ("/new", ".opts .seg label:has(:checked)", ".opts .seg label:not(:has(:checked))"),
        ("/settings", ".seg label:has(:checked)", ".seg label:not(:has(:checked))"),
    ],
)
def test_in_forced_colours_one_sees_what_is_chosen(visit: Visit, path, chosen, others):
    visitor = visit()
    visitor.page.emulate_media(forced_colors="active")
    page = visitor.go(path)
    assert abs(brightness(page, chosen) - brightness(page, others)) > 40


def test_in_forced_colours_one_sees_the_open_tab_and_what_is_left(visit: Visit):
    visitor = visit(size=PHONE)
    page = visitor.page
    page.emulate_media(forced_colors="active")
    visitor.open_table("me", "bot", game="borabora")
    visitor.wait_for_turn()
    open_tab, shut = (".tabs input:checked + label", ".tabs input:not(:checked) + label")
    assert abs(brightness(page, open_tab) - brightness(page, shut)) > 40
    visitor.resize(BIG)
    visitor.open_table("me", "bot", game="tahiti")
    visitor.wait_for_turn()
    dot = ".supply .dots .on"
    left = brightness(page, dot)
    page.locator(dot).first.evaluate("(dot) => (dot.className = 'gone')")
    assert abs(brightness(page, ".supply .dots .gone") - left) > 40


@pytest.mark.parametrize("theme", ["noon", "night", ""])
def test_a_black_pearl_stays_black_in_forced_dark(visit: Visit, theme):
    visitor = visit(theme=theme)
    page = visitor.page
    page.emulate_media(color_scheme="dark")  # as it is where browsers do this
    visitor.open_table("me", "bot", game="tahiti")
    visitor.wait_for_turn()
    page.context.new_cdp_session(page).send("Emulation.setAutoDarkModeOverride", {"enabled": True})
    black, white = (f'.supply svg:has([href="#ta-pearl-{one}"])' for one in ("black", "white"))
    assert brightness(page, black) + 40 < brightness(page, white)
    assert page.locator("meta[name=darkreader-lock]").count() == 1


def test_an_emblem_fills_its_disc_in_every_list(visit: Visit):
    visitor = visit()
    visitor.open_table("me", "bot", "bot", game="tahiti")
    page = visitor.page
    page.locator(".rail").evaluate(
        """(rail) => {
          const mark = document.querySelector(".seat .mark").outerHTML;
          rail.insertAdjacentHTML("beforeend", `<ol class="banks"><li>${mark}</li></ol>
            <ul class="supply"><li>${mark}</li></ul><ul class="figures"><li>${mark}</li></ul>`);
        }"""
    )
    off = page.evaluate(
        """() => [...document.querySelectorAll(".mark")].filter((disc) => {
          const box = (one) => one.getBoundingClientRect();
          const [round, emblem] = [box(disc), box(disc.firstElementChild)];
          const [x, y] = [round.left + round.right, round.top + round.bottom];
          const [u, v] = [emblem.left + emblem.right, emblem.top + emblem.bottom];
          return Math.abs(x - u) + Math.abs(y - v) > 3 || emblem.width < 0.6 * round.width;
        }).map((disc) => disc.parentElement.outerHTML)"""
    )
    assert off == []


def test_the_help_can_be_closed_wherever_one_reads(visit: Visit):
    visitor = visit()
    visitor.open_table("me", "bot", "bot", game="tahiti")
    page = visitor.page
    page.locator("#aid-button").click()
    pearls = page.locator("#aid div:has(> [data-signs^=ta-pearl])")
    expect(pearls).to_have_count(1)
    expect(pearls.locator("dt")).to_have_text(
        ["White pearl", "Blue pearl", "Green pearl", "Black pearl"]
    )
    boat = page.locator("#aid div:has(> [data-signs*=ta-boat])")
    assert boat.evaluate("(one) => getComputedStyle(one).getPropertyValue('--c')")
    page.locator("#aid").evaluate("(aid) => aid.scrollTo(0, aid.scrollHeight)")
    close = page.locator("#aid > .close")
    expect(close).to_be_in_viewport()
    visitor.check()
    close.click()
    expect(page.locator("#aid")).to_be_hidden()


@pytest.mark.parametrize("size", [BIG, (1100, 700)])
def test_a_long_name_leaves_room_for_you(visit: Visit, size):
    visitor = visit(size=size)
    visitor.open_table(
        "me", "bot", "bot", game="tahiti", name="Kamehameha Kalanikupuapa ikalaninui Ahil"
    )
    assert visitor.page.locator(".seat.me").evaluate(
        """(seat) => {
          const edge = seat.querySelector(".score").getBoundingClientRect().left;
          const chip = seat.querySelector(".chip");
          if (chip && chip.getBoundingClientRect().right > edge) return false;
          seat.classList.remove("turn");
          chip?.remove();
          const [room, text] = [seat.querySelector(".who .quiet"), document.createRange()];
          text.selectNodeContents(room);
          const [inner, outer] = [text, room].map((one) => one.getBoundingClientRect());
          return inner.width > 0 && inner.bottom <= outer.bottom + 1
            && inner.right <= outer.right + 1 && outer.right <= seat.getBoundingClientRect().right;
        }"""
    )

"""Events at a table on another device while a page shows it."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.test_live import is_asked, sit_down
from browser.visitor import Visitor


def post(visitor: Visitor, what: str, **form: str) -> None:
    """Send a form of a visitor's table, like another device of the same person."""
    path, _, query = visitor.page.url.partition("?")
    headers = {"Origin": visitor.site.url, "HX-Request": "true"}
    answer = visitor.page.request.post(
        f"{path}/{what}?{query}".rstrip("?"), form=form, headers=headers
    )
    assert answer.ok, answer.text()[-400:]


def rename(visitor: Visitor, name: str) -> None:
    """Give a visitor another name: the same frame is drawn again on every page of the table."""
    post(visitor, "rename", name=name)


def refresh(visitor: Visitor, by: Visitor, name: str = "Moana") -> None:
    """Cause a visitor's page to be drawn again, and wait until it is."""
    rename(by, name)
    expect(visitor.page.locator("#seats")).to_contain_text(name)


def first_code(visitor: Visitor) -> str:
    """Return the code of the first choice that a page offers."""
    offered = visitor.page.locator('#table button[form="act"][value]:not([value=""])')
    return offered.first.get_attribute("value") or ""


def play(visitor: Visitor, code: str = "", frame: int = -1) -> None:
    """Play a choice on another device: by default the first of the page's frame."""
    played = str(visitor.frame if frame < 0 else frame)
    post(visitor, "act", frame=played, code=code or first_code(visitor))


def two(visit, game: str, **how) -> tuple[Visitor, Visitor]:
    """Seat two players at a table; return the one to decide first."""
    host, friend = visit(**how), visit(**how)
    sit_down(host, friend, *(["bot"] if game == "borneo" else []), game=game)
    return in_turn(host, friend)


def in_turn(*players: Visitor) -> tuple[Visitor, Visitor]:
    """Wait until one of the two is to decide; return that one first."""
    while True:
        for player in players:
            player.catch_up()
            assert not player.is_over
            if is_asked(player):
                return player, players[0] if player is players[1] else players[1]


def until(mover: Visitor, other: Visitor, what: str) -> tuple[Visitor, Visitor]:
    """Play on until the one to decide sees an element; return the two in that order."""
    while not mover.page.locator(what).count():
        frame = mover.frame
        play(mover)
        mover.wait_past(frame)
        mover, other = in_turn(mover, other)
    return mover, other

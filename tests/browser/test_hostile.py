"""Text of other users stays text, wherever it is shown."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.visitor import Visitor
from durations import slow_but

EVIL = (
    '"><img src=x onerror=alert(1)>',
    "</title><script>alert(1)</script>",
    "{{ 7*191 }}${7*191}#{7*191}",
    "' onfocus=alert(1) autofocus x='",
)


@pytest.mark.parametrize("evil", slow_but(EVIL[:1], EVIL))
def test_names_and_talk_are_text_on_every_page(visit, evil):
    host, friend, watcher = visit(), visit(), visit()
    opened: list[str] = []
    for visitor in (host, friend, watcher):
        visitor.page.on("dialog", lambda dialog: (opened.append(dialog.message), dialog.dismiss()))

    def shown(visitor: Visitor, times: int = 1) -> None:
        """It is there to be read, and nothing but that."""
        text = visitor.page.locator("body").text_content()
        assert text.count(evil) >= times
        assert "1337" not in text
        assert (
            visitor.page.locator("img, body script:not([src]), [onfocus], [onerror]").count() == 0
        )

    path = host.open_table("me", "friend", edition="small", name=evil, title=evil)
    shown(host, 2)
    friend.page.goto(host.page.locator("output").first.inner_text())
    shown(friend, 2)
    friend.page.get_by_label("Your name").fill(f"2{evil}")
    friend.page.get_by_role("button", name="Take the seat").click()
    for visitor in (host, friend):
        visitor.table.wait_for()
    friend.page.get_by_label("Say something").fill(evil)
    friend.page.get_by_role("button", name="Say", exact=True).click()
    expect(host.page.locator("#chat-lines li")).to_contain_text(evil)
    shown(host, 4)
    line = host.page.locator("#chat-lines li").last
    line.get_by_label("Actions for this message").click()
    line.get_by_role("button", name="Report").click()
    expect(
        host.page.get_by_text("The host of this server will see the report.").first
    ).to_be_visible()
    watcher.page.goto(host.page.locator("#menu output").first.text_content())
    shown(watcher, 2)
    for where in ("/", path, f"{path}/log"):
        host.go(where)
        shown(host)
    path = host.open_table("me", "bot", edition="small", name=evil, title=evil, name1=f"3{evil}")
    host.finish(path)
    for where in (f"{path}/end", f"{path}/replay", f"{path}?board=1"):
        host.go(where)
        shown(host, 2)
    assert not opened

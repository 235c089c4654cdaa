"""The page's behaviour when answers don't arrive, arrive late or incomplete, or are buffered."""

from __future__ import annotations

import json
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from browser.test_hold import choosing, newest
from browser.test_live import is_asked, sit_down
from browser.test_turn import HIDE, SHOW
from browser.test_whole_games import by_mouse
from browser.visitor import Visitor, stop_the_clock

ACT, VIEW = re.compile(r"/act(\?|$)"), re.compile(r"/view/")
STREAM, NEWS = re.compile(r"/stream$"), re.compile(r"/news(\?|$)")
SILENT_BEACONS = "navigator.sendBeacon = () => true;"
NO_BEACONS = "delete Navigator.prototype.sendBeacon;"
REFUSED_BEACONS = "navigator.sendBeacon = () => false;"


def never(route: Route) -> None:
    """Never answer."""


def asked_and_waiting(visit, **how) -> tuple[Visitor, Visitor]:
    """Seat two people at a table; return the one to move first."""
    host, friend = visit(**how), visit(**how)
    sit_down(host, friend)
    host.catch_up()
    friend.catch_up()
    return (host, friend) if is_asked(host) else (friend, host)


def wait_for(page: Page, found: Callable[[], object], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < end
        page.wait_for_timeout(50)


def pass_by(page: Page, seconds: int, step: int = 1) -> None:
    """Let the page's time pass."""
    for _ in range(0, seconds, step):
        page.clock.run_for(1000 * step)
        page.wait_for_timeout(20)


@contextmanager
def between(site_url: str, change: Callable[[bytes, bytes], list[bytes]]) -> Iterator[str]:
    """Run a proxy in front of a site; ``change`` gets a request's head and a part of its answer,
    and returns the parts in which that is forwarded."""
    to = urlsplit(site_url)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=_accept, args=(listening, to, change), daemon=True).start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"


def _accept(listening, to, change) -> None:
    with suppress(OSError):
        while True:
            near, _ = listening.accept()
            threading.Thread(target=_pass_on, args=(near, to, change), daemon=True).start()


def _pass_on(near: socket.socket, to, change) -> None:
    """Handle one request of a connection, which then ends."""
    with near, suppress(OSError):
        asked = near.recv(65536)
        if not asked:
            return
        head, _, body = asked.partition(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: (\d+)", head)
        while length and len(body) < int(length[1]):
            body += near.recv(65536)
        head = re.sub(rb"(?i)\r\nconnection:[^\r]*", b"", head)
        head = re.sub(
            rb"(?i)(\r\n(?:origin|host): (?:http://)?)127.0.0.1:\d+",
            rb"\g<1>%s" % to.netloc.encode(),
            head,
        )
        with socket.create_connection((to.hostname, to.port)) as far:
            far.sendall(head + b"\r\nConnection: close\r\n\r\n" + body)
            while part := far.recv(65536):
                for piece in change(head, part):
                    near.sendall(piece)


# -- a turn that is held while the page is left --------------------------------------------------


@pytest.mark.parametrize("beacons", [NO_BEACONS, REFUSED_BEACONS, SILENT_BEACONS])
def test_a_held_turn_is_not_lost_where_beacons_are(visit, beacons):
    visitor = choosing(visit, "step")
    visitor.page.add_init_script(beacons)
    visitor.page.reload()
    visitor.wait_for_turn()
    table, before = visitor.page.url, newest(visitor)
    visitor.spots().first.click()
    expect(visitor.page.locator("#table[data-held]")).to_have_count(1)
    visitor.page.goto(f"{visitor.site.url}/settings")
    visitor.page.goto(table)
    assert newest(visitor) > before


def leave_in_vain(visitor: Visitor) -> str:
    """Hold a turn and leave the table, while no post arrives; return the table's address."""
    table = visitor.page.url
    visitor.spots().first.click()
    expect(visitor.page.locator("#table[data-held]")).to_have_count(1)
    visitor.page.evaluate("() => { window.fetch = () => Promise.reject(new TypeError('lost')); }")
    visitor.page.goto(f"{visitor.site.url}/settings")
    return table


def test_a_held_turn_that_did_not_arrive_is_sent_when_one_comes_back(visit):
    visitor = choosing(visit, "step")
    before, mover = newest(visitor), visitor.page.locator(".seat.me .name").inner_text()
    table = leave_in_vain(visitor)
    visitor.page.goto(table)
    expect(visitor.page.locator(".seat.me .name")).not_to_have_text(mover)
    assert newest(visitor) > before


def test_a_held_turn_that_is_lost_is_told(visit):
    visitor: Visitor = visit(hold="step")
    visitor.open_table("me", "bot", game="tahiti")
    visitor.wait_for_turn()
    frame, path = visitor.frame, urlsplit(visitor.page.url).path
    table = leave_in_vain(visitor)
    headers = {"Origin": visitor.site.url, "HX-Request": "true"}
    request = visitor.page.context.request
    shown = request.get(f"{visitor.site.url}{path}/view/{frame}", headers=headers).text()
    codes = re.findall(r'form="act" name="code" value="([^"]+)"', shown)
    form = {"frame": str(frame), "code": codes[-1]}
    request.post(f"{visitor.site.url}{path}/act", form=form, headers=headers)
    visitor.page.goto(table)
    expect(visitor.page.locator("#notice")).to_contain_text("did not reach the server")
    assert visitor.page.evaluate("localStorage.getItem('proa-unsent')") == "[]"


def test_a_held_turn_is_sent_again_when_the_page_is_looked_at_again(visit):
    visitor = choosing(visit, "step")
    before = newest(visitor)
    visitor.spots().first.click()
    expect(visitor.page.locator("#table[data-held]")).to_have_count(1)
    lost: list[Route] = []
    visitor.page.route(ACT, lambda route: (lost.append(route), route.abort()))
    visitor.page.evaluate(HIDE)
    wait_for(visitor.page, lambda: len(lost) == 2)
    visitor.page.unroute(ACT)
    visitor.page.wait_for_timeout(200)
    visitor.page.evaluate(SHOW)
    visitor.page.wait_for_url("**seat=*")
    assert newest(visitor) > before
    visitor.problems.clear()


# -- answers that do not come ----------------------------------------------------------------------


def test_a_choice_that_is_not_answered_is_sent_once_more_and_counts_once(visit):
    visitor = visit()
    visitor.page.clock.install()
    visitor.open_table("me", "bot", edition="small")
    visitor.wait_for_turn()
    posts: list[dict] = []

    def swallowed(route: Route) -> None:
        posts.append(route.request.post_data)
        if len(posts) == 1:
            route.fetch()  # the server has it; the answer is lost
        else:
            route.continue_()

    visitor.page.route(ACT, swallowed)
    frame = visitor.frame
    visitor.spots().first.click()
    wait_for(visitor.page, lambda: posts)
    visitor.page.wait_for_timeout(300)
    pass_by(visitor.page, 11)
    visitor.wait_past(frame)
    assert len(posts) == 2
    assert posts[0] == posts[1]
    expect(visitor.page.locator(".refused")).to_have_count(0)
    expect(visitor.page.locator("#notice")).to_be_empty()


def test_a_choice_that_is_never_answered_lets_go_and_can_be_sent_again(visit):
    visitor = visit()
    visitor.open_table("me", "bot", edition="small")
    visitor.wait_for_turn()
    stop_the_clock(visitor.page)
    frame = visitor.frame
    held: list[Route] = []
    visitor.page.route(ACT, lambda route: held.append(route))
    visitor.spots().first.click()
    expect(visitor.page.locator("body.sending")).to_have_count(1)
    pass_by(visitor.page, 11)
    expect(visitor.page.locator("#notice")).to_have_text(
        "The server has not answered yet. Asking once more …"
    )
    pass_by(visitor.page, 6)
    expect(visitor.page.locator("#notice")).to_contain_text("can't be reached")
    expect(visitor.page.locator("body.sending")).to_have_count(0)
    for route in held:
        route.abort()  # else the browser sends what outlives its page once nothing holds it
    visitor.page.unroute(ACT)
    assert visitor.frame == frame
    visitor.page.clock.resume()
    visitor.spots().first.click()
    visitor.wait_past(frame)
    expect(visitor.page.locator("#notice")).to_be_empty()


def test_a_choice_that_arrives_late_after_all_is_shown_and_the_sentence_goes(visit):
    visitor = visit()
    visitor.page.clock.install()
    visitor.open_table("me", "bot", edition="small")
    visitor.wait_for_turn()
    frame = visitor.frame
    visitor.page.route(ACT, never)
    visitor.spots().first.click()
    pass_by(visitor.page, 11)
    pass_by(visitor.page, 6)
    expect(visitor.page.locator("#notice")).to_contain_text("can't be reached")
    visitor.page.unroute(ACT)  # what is held is sent now: it outlives the page's patience
    visitor.wait_past(frame)
    expect(visitor.page.locator("#notice")).to_be_empty()


def test_a_frame_that_is_never_sent_is_asked_for_again_until_it_comes(visit):
    mover, other = asked_and_waiting(visit)
    other.page.clock.install()
    other.page.reload()
    other.table.wait_for()
    frame = other.frame
    other.page.route(VIEW, never)
    by_mouse(mover)
    pass_by(other.page, 17)
    expect(other.page.locator("#notice")).to_contain_text("can't be reached")
    other.page.unroute(VIEW)
    pass_by(other.page, 8)
    other.wait_past(frame)
    expect(other.page.locator("#notice")).to_be_empty()


@pytest.mark.parametrize("news_too", [False, True])
def test_a_stream_that_never_answers_is_not_waited_for(visit, news_too):
    mover, other = asked_and_waiting(visit)
    asked: list[Route] = []
    other.page.route(STREAM, never)
    if news_too:  # the first time
        other.page.route(
            NEWS, lambda route: asked.append(route) if len(asked) < 1 else route.continue_()
        )
        other.page.clock.install()
    other.page.reload()
    other.table.wait_for()
    frame = other.frame
    by_mouse(mover)
    if news_too:
        pass_by(other.page, 20)
    other.wait_past(frame)


CUT = """
const whole = window.fetch;
window.fetch = async (address, how) => {
  const answer = await whole(address, how);
  if (!String(address).includes(%s)) return answer;
  const reader = answer.body.getReader();
  return new Response(new ReadableStream({
    async start(to) {
      how?.signal?.addEventListener("abort", () => to.error(new DOMException("", "AbortError")));
      if (%s) to.enqueue((await reader.read()).value.slice(0, %s));
    },
  }), answer);
};
"""


def held_back(page: Page, path: str, first: int) -> None:
    """Simulate a proxy that forwards the head of an answer and at most ``first`` bytes of it."""
    page.add_init_script(CUT % (json.dumps(path), first, first))


@pytest.mark.parametrize("first", [0, 20])
def test_a_stream_of_which_nothing_comes_through_is_not_waited_for(visit, first):
    mover, other = asked_and_waiting(visit)
    held_back(other.page, "/stream", first)
    other.page.reload()
    other.table.wait_for()
    frame = other.frame
    by_mouse(mover)
    other.wait_past(frame)


def test_a_stream_that_falls_silent_is_noticed_by_the_next_sign_of_life(visit):
    mover, other = asked_and_waiting(visit)
    held_back(other.page, "/stream", 1 << 20)  # what comes at once, and nothing after it
    other.page.clock.install()
    other.page.reload()
    other.table.wait_for()
    other.page.wait_for_timeout(500)
    asked: list[str] = []
    other.page.on("request", lambda request: NEWS.search(request.url) and asked.append(request.url))
    frame = other.frame
    by_mouse(mover)
    pass_by(other.page, 26, 2)
    assert asked
    other.wait_past(frame)
    before = len(asked)
    pass_by(other.page, 10, 2)
    assert len(asked) > before  # it has shown nothing yet for which it could be relied on


def test_a_frame_that_breaks_off_is_not_waited_for(visit):
    mover, other = asked_and_waiting(visit)
    held_back(other.page, "/view/", 1000)
    other.page.clock.install()
    other.page.reload()
    other.table.wait_for()
    by_mouse(mover)
    pass_by(other.page, 25)
    expect(other.page.locator("#notice")).to_contain_text("can't be reached")


def late_by_one(held: list[bytes]) -> Callable[[bytes, bytes], list[bytes]]:
    def change(head: bytes, part: bytes) -> list[bytes]:
        if b"POST /stream" not in head or part.startswith(b"HTTP/"):
            return [part]
        held.append(part)
        return [held[-2]] if len(held) > 1 else []

    return change


def test_behind_what_holds_each_part_back_until_the_next_comes(visit):
    """As a well-known virus scanner does."""
    mover, other = asked_and_waiting(visit)
    with between(other.site.url, late_by_one([])) as url:
        cookies = other.page.context.cookies()
        other.page.context.add_cookies([{**c, "domain": "127.0.0.1"} for c in cookies])
        other.page.goto(url + urlsplit(other.page.url).path)
        other.table.wait_for()
        frame = other.frame
        by_mouse(mover)
        other.wait_past(frame)
        other.page.goto("about:blank")


def test_a_line_of_chat_that_is_not_answered_is_said_once(visit):
    mover, other = asked_and_waiting(visit)
    mover.page.clock.install()
    mover.page.reload()
    mover.table.wait_for()
    said: list[Route] = []

    def swallowed(route: Route) -> None:
        if route.request.method != "POST":
            return route.continue_()
        said.append(route)
        return route.fetch() and None if len(said) == 1 else route.continue_()

    mover.page.route(re.compile(r"/chat$"), swallowed)
    mover.page.get_by_label("Say something").fill("Ahoy")
    mover.page.get_by_role("button", name="Say", exact=True).click()
    wait_for(mover.page, lambda: said)
    mover.page.wait_for_timeout(300)
    pass_by(mover.page, 12)
    wait_for(mover.page, lambda: len(said) == 2)
    expect(other.page.locator("#chat-lines li[data-line]")).to_have_count(1)
    expect(mover.page.locator("#chat-lines li[data-line]")).to_have_count(1)
    for _ in range(2):  # but what is said twice is said twice
        mover.page.get_by_label("Say something").fill("Ahoy")
        mover.page.get_by_role("button", name="Say", exact=True).click()
    expect(other.page.locator("#chat-lines li[data-line]")).to_have_count(3)


def test_something_else_that_answers_for_the_server_stops_no_news(visit):
    """As the sign-in page of a network does."""
    mover, other = asked_and_waiting(visit)
    other.page.route(STREAM, lambda route: route.abort())
    answers = iter(range(1))

    def page_of_another(route: Route) -> None:
        if next(answers, None) is not None:
            route.fulfill(status=200, content_type="text/html", body="<html>Sign in</html>")
        else:
            route.continue_()

    other.page.route(NEWS, page_of_another)
    other.page.reload()
    other.table.wait_for()
    frame = other.frame
    by_mouse(mover)
    other.wait_past(frame)
    other.problems.clear()


def silent_about(path: str) -> Callable[[bytes, bytes], list[bytes]]:
    return lambda head, part: [] if head.startswith(f"GET {path} ".encode()) else [part]


def test_a_page_that_never_comes_is_told_where_a_worker_can(visit):
    visitor: Visitor = visit(worker=True)
    with between(visitor.site.url, silent_about("/settings")) as url:
        page = visitor.page
        page.goto(f"{url}/")
        page.evaluate("() => navigator.serviceWorker.ready")
        page.goto(f"{url}/settings")
        expect(page.locator("h1")).to_have_text("No connection")
        page.goto("about:blank")
    visitor.problems.clear()


def test_a_lobby_learns_who_has_come_though_an_answer_is_lost(visit):
    host, friend = visit(), visit()
    host.page.clock.install()
    host.open_table("me", "friend", "friend")
    asked: list[Route] = []
    host.page.route(
        re.compile(r"/lobby$"),
        lambda route: asked.append(route) if not asked else route.continue_(),
    )
    friend.page.goto(host.page.locator("output").first.inner_text())
    friend.page.locator("input[name=name]").fill("Teva")
    friend.page.locator("input[name=name]").press("Enter")
    wait_for(host.page, lambda: asked)
    pass_by(host.page, 12)
    expect(host.page.locator("#lobby")).to_contain_text("Teva")


def test_a_step_of_a_replay_that_is_lost_is_asked_for_again(visit):
    visitor: Visitor = visit()
    path = visitor.open_table("me", "bot", edition="small")
    visitor.finish(path)
    visitor.page.clock.install()
    page = visitor.go(f"{path}/replay?at=0")
    asked: list[Route] = []
    page.route(
        re.compile(r"/replay/1\b"),
        lambda route: asked.append(route) if not asked else route.continue_(),
    )
    page.locator("#next").click()
    wait_for(page, lambda: asked)
    pass_by(page, 12)
    expect(page.locator("#replay-step")).to_have_attribute("data-at", "1")
    expect(page.locator("#notice")).to_be_empty()

"""Two browsers at one table."""

from __future__ import annotations

from browser.seating import is_asked, sit_down
from browser.visitor import Visitor
from browser.ways_to_play import by_mouse

HIDE = """() => {
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""

LISTEN_FOR_SOUND = """
window.sounds = 0;
const Context = window.AudioContext;
window.AudioContext = function () { window.sounds++; return new Context(); };
"""


def two(visit, **how) -> tuple[Visitor, Visitor]:
    """Seat two people at a table; return the one to move first."""
    host, friend = visit(**how), visit(**how)
    for visitor in (host, friend):
        visitor.page.add_init_script(LISTEN_FOR_SOUND)
    sit_down(host, friend)
    host.catch_up()
    friend.catch_up()
    return (host, friend) if is_asked(host) else (friend, host)


def play_until_asked(mover: Visitor, waiting: Visitor) -> None:
    """Let the mover play until the other is asked."""
    path = waiting.page.url.partition("?")[0]
    while not waiting.page.request.get(f"{path}/news").json()["mine"]:
        assert mover.wait_for_turn()
        frame = mover.frame
        by_mouse(mover)
        mover.wait_past(frame)

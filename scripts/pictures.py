"""Make the pictures of the README from real positions: games of bots, opened at a chosen step.

    python scripts/pictures.py [tahiti borneo borabora film portraits icons]

Portraits are the previews of a game on other sites, from its sample position; icons are those of
the site as an installed application, from its emblem.

It needs a Chromium (or PROA_CHROMIUM with its path) and the test extras.
"""

from __future__ import annotations

import argparse
import os
import shutil
import socket
import struct
import tempfile
import threading
import time
import zlib
from pathlib import Path

import uvicorn

try:
    from playwright.sync_api import BrowserContext, Page, sync_playwright
except ModuleNotFoundError:
    raise SystemExit("needs playwright: pip install -e '.[test]' brings what is missing") from None

import proa
from proa import records
from proa.arena.matches import play_game
from proa.server.config.settings import Settings
from proa.server.host.app import create_app

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"
GAMES = ROOT / "src" / "proa" / "games"
ICONS = ROOT / "src" / "proa" / "web" / "static" / "icons"
GROUND = "#fbf4e4"
SCENES = {"tahiti": (4, 0.962), "borneo": (4, 0.5), "borabora": (4, 0.45)}
"""Players, and how far into the game the picture is taken."""
NAMES = ("Hina", "Teva", "Moana", "Manu")


class Site:
    """A server in a thread."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        app = create_app(Settings(folder, port=port))
        self._server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="warning"))
        self._thread = threading.Thread(target=self._server.run)

    def __enter__(self) -> Site:
        self._thread.start()
        while not self._server.started:
            time.sleep(0.05)
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join()


def record_of(name: str, players: int) -> records.Record:
    """Return a game of search bots, the same every time."""
    record = play_game(proa.game(name), players, 7, ["search:100"])
    record.seats = [{"name": NAMES[n], "kind": "bot"} for n in range(players)]
    return record


def open_at(context: BrowserContext, url: str, record: records.Record, share: float) -> Page:
    """Open a table that continues from a step of the record, for the seat that decides there."""
    headers = {"Origin": url}
    file = {"name": "game.json", "mimeType": "application/json"}
    file["buffer"] = records.file_text(records.to_json(record)).encode()
    answer = context.request.post(
        f"{url}/records", multipart={"file": file}, headers=headers, max_redirects=0
    )
    at = int(len(record.decisions) * share)
    form = {"at": at, "place": record.decisions[at].seat, "level": "steady"}
    upload = answer.headers["location"]
    answer = context.request.post(
        f"{url}{upload}/continue", form=form, headers=headers, max_redirects=0
    )
    page = context.new_page()
    page.goto(url + answer.headers["location"])
    page.locator("#table[data-mine]").wait_for()
    page.evaluate("() => document.fonts.ready.then(() => true)")
    page.wait_for_timeout(3500)
    return page


def film(page: Page) -> list[tuple[bytes, int]]:
    """Return pictures of the table, each with its milliseconds, while a player decides."""
    taken = [(page.screenshot(), 1200)]
    page.locator(".spot:visible, #final .go:enabled").first.click()
    for _ in range(10):
        page.wait_for_timeout(300)
        picture = page.screenshot()
        if picture == taken[-1][0]:
            taken[-1] = (picture, taken[-1][1] + 400)
        else:
            taken.append((picture, 400))
    return taken


def animated(frames: list[tuple[bytes, int]]) -> bytes:
    """Return pictures of one size (PNG), each with its milliseconds, as one animated PNG."""
    out = [frames[0][0][:8]]
    chunks = [_chunks(picture) for picture, _ in frames]
    header = dict(chunks[0])[b"IHDR"]
    out += [_chunk(b"IHDR", header), _chunk(b"acTL", struct.pack(">II", len(frames), 0))]
    number = 0
    for i, parts in enumerate(chunks):
        control = struct.pack(">I", number) + header[:8]
        control += struct.pack(">IIHHBB", 0, 0, frames[i][1], 1000, 0, 0)
        out.append(_chunk(b"fcTL", control))
        number += 1
        for name, data in parts:
            if name != b"IDAT":
                continue
            if i == 0:
                out.append(_chunk(b"IDAT", data))
            else:
                out.append(_chunk(b"fdAT", struct.pack(">I", number) + data))
                number += 1
    out.append(_chunk(b"IEND", b""))
    return b"".join(out)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _chunks(png: bytes) -> list[tuple[bytes, bytes]]:
    found, at = [], 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        found.append((png[at + 4 : at + 8], png[at + 8 : at + 8 + length]))
        at += 12 + length
    return found


def portrait(page: Page, url: str, game: str) -> bytes:
    """Return a game's sample position beside its title (JPEG)."""
    page.goto(url)
    page.locator(f"#picture-{game} svg").first.wait_for()
    page.evaluate("() => document.fonts.ready.then(() => true)")
    page.evaluate(PORTRAIT, game)
    page.wait_for_timeout(300)
    return page.screenshot(type="jpeg", quality=80)


PORTRAIT = """game => {
  const label = document.querySelector(`#picture-${game}`).closest("label");
  const [view, name] = [label.querySelector(".view"), label.querySelector(".name").textContent];
  const stage = document.createElement("div");
  const said = document.createElement("div");
  said.innerHTML = `<svg><use href="#proa"/></svg><b></b><i>proa</i>`;
  said.querySelector("b").textContent = name;
  const put = (element, rules) => Object.assign(element.style, rules);
  put(stage, {position: "fixed", inset: "0", zIndex: "99", background: "var(--deep)",
    display: "grid", gridTemplateColumns: "330px 1fr", color: "#fffaf0"});
  put(said, {display: "grid", alignContent: "center", justifyItems: "center", gap: "10px"});
  put(said.querySelector("svg"), {width: "170px", height: "150px"});
  put(said.querySelector("b"), {font: "800 64px var(--serif)"});
  put(said.querySelector("i"), {font: "500 30px var(--serif)"});
  put(view, {width: "870px", height: "630px", aspectRatio: "auto", border: "0", borderRadius: "0"});
  stage.append(said, view);
  label.append(stage);
  document.body.append(stage);
}"""


def icon(page: Page, size: int, share: float, ground: str) -> bytes:
    """Return the emblem on a square (PNG), of which it takes a share."""
    emblem = (ICONS.parent / "proa.svg").read_text(encoding="utf-8")
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(
        f"<body style='margin:0;height:100vh;display:grid;place-items:center;background:{ground}'>"
        f"<div style='width:{100 * share}%'>{emblem}</div>"
    )
    return page.screenshot(omit_background=True)


def main(wanted: list[str]) -> None:
    """Take the pictures that were asked for."""
    path = os.environ.get("PROA_CHROMIUM") or shutil.which("chromium")
    PICTURES.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        Site(Path(folder)) as site,
        sync_playwright() as playwright,
    ):
        chromium = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name in [name for name in wanted if name in SCENES]:
            players, share = SCENES[name]
            context = chromium.new_context(viewport={"width": 1440, "height": 900})
            page = open_at(context, site.url, record_of(name, players), share)
            page.screenshot(path=PICTURES / f"{name}.png")
            context.close()
        if "film" in wanted:
            window = {"width": 1024, "height": 700}
            context = chromium.new_context(viewport=window, device_scale_factor=0.6)
            page = open_at(context, site.url, record_of("tahiti", 4), SCENES["tahiti"][1])
            (PICTURES / "tahiti-film.png").write_bytes(animated(film(page)))
            context.close()
        if "portraits" in wanted:
            page = chromium.new_page(viewport={"width": 1200, "height": 630})
            for name in SCENES:
                made = portrait(page, site.url, name)
                (GAMES / name / "board" / "portrait.jpg").write_bytes(made)
        if "icons" in wanted:
            ICONS.mkdir(exist_ok=True)
            page = chromium.new_page()
            for name, size, share in (
                ("192", 192, 0.86),
                ("512", 512, 0.86),
                ("whole-512", 512, 0.6),
            ):
                (ICONS / f"proa-{name}.png").write_bytes(icon(page, size, share, GROUND))
        chromium.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    every = [*SCENES, "film", "portraits", "icons"]
    parser.add_argument("what", nargs="*", help=f"all, or some of {', '.join(every)}")
    wanted = parser.parse_args().what or every
    if unknown := sorted({*wanted} - {*every}):
        parser.error(f"there are no pictures {', '.join(unknown)}; there are {', '.join(every)}")
    main(wanted)

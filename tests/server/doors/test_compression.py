"""Answers are compressed, and what they hide does not show in their length."""

from __future__ import annotations

import random

import httpx
import pytest
from starlette.responses import HTMLResponse, Response, StreamingResponse

from proa.server.config.settings import Settings
from proa.server.doors.compression import FIRST, SMALLEST, STEP, Compression, limit
from proa.web.packing import packed

pytestmark = pytest.mark.anyio
TRIALS = 240
LONG = "<p>" + "South Sea " * SMALLEST + "</p>"


def asking(answer, tmp_path, key: bytes = b"k" * 32) -> httpx.AsyncClient:
    """A client of an application that always answers the same."""
    settings = Settings(tmp_path)
    settings.__dict__["key"] = key
    transport = httpx.ASGITransport(app=Compression(answer, settings))
    return httpx.AsyncClient(transport=transport, base_url="http://localhost")


async def sent(answer, tmp_path, coding="gzip", key: bytes = b"k" * 32) -> httpx.Response:
    async with asking(answer, tmp_path, key) as client:
        return await client.get("/", headers={"Accept-Encoding": coding})


def length(answer: httpx.Response) -> int:
    return int(answer.headers["content-length"])


# -- that it is done ---------------------------------------------------------------------------


@pytest.mark.parametrize("coding", ["gzip", "br"])
async def test_pages_frames_and_the_api_are_compressed(site, coding):
    players = await site.begun("me", "me", "me")
    async with site.client(players[0].token) as client, site.browser() as browser:
        client.headers["Accept-Encoding"] = browser.headers["Accept-Encoding"] = coding
        form = {"game": "toy", "name": "Hina", "who0": "me", "who1": "here", "who2": "here"}
        page = await browser.post("/tables", data=form)
        door = page.url.path
        page = await browser.post(f"{door}/ready", data={"nonce": "00"})
        frame = await browser.get(f"{door}/view/0", headers={"HX-Request": "true"})
        api = await client.get("/api/openapi.json")
        for answer in (page, frame, api):
            assert answer.headers["content-encoding"] == coding
            assert "Accept-Encoding" in answer.headers["vary"]
            assert length(answer) % STEP == FIRST
            assert length(answer) < len(answer.content) * 0.7 + 2 * STEP
        assert "<html" in page.text
        assert 'id="table"' in frame.text
        assert api.json()["paths"]


async def test_whoever_does_not_take_it_gets_it_plain(tmp_path):
    answer = await sent(HTMLResponse(LONG), tmp_path, "identity")
    assert "content-encoding" not in answer.headers
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.text == LONG


@pytest.mark.parametrize(
    "answer",
    [
        HTMLResponse("short"),
        Response(LONG, media_type="image/png"),
        Response(LONG, headers={"Vary": "Accept-Encoding"}, media_type="text/html"),
        StreamingResponse(iter([LONG]), media_type="text/event-stream"),
        StreamingResponse(iter([LONG, LONG]), media_type="text/html"),
    ],
    ids=["small", "a picture", "chosen already", "events", "in pieces"],
)
async def test_what_is_left_alone(tmp_path, answer):
    async with (
        asking(answer, tmp_path) as client,
        client.stream("GET", "/", headers={"Accept-Encoding": "gzip"}) as got,
    ):
        assert got.headers.get("content-encoding") != "gzip"
        assert b"".join([part async for part in got.aiter_raw()]).decode() in (
            "short",
            LONG,
            LONG + LONG,
        )


# -- that lengths tell nothing -------------------------------------------------------------------


def test_limits_are_a_step_apart_and_no_length_is_cut():
    assert [limit(n) for n in (1, FIRST, FIRST + 1, FIRST + STEP)] == [
        FIRST,
        FIRST,
        FIRST + STEP,
        FIRST + STEP,
    ]


async def test_the_same_text_has_the_same_length_and_nobody_can_compute_it(tmp_path):
    lengths = {length(await sent(HTMLResponse(LONG), tmp_path)) for _ in range(20)}
    assert len(lengths) == 1
    texts = [f"{LONG}{n:03}" for n in range(60)]
    shown = [
        [length(await sent(HTMLResponse(text), tmp_path, key=key)) for text in texts]
        for key in (b"a" * 32, b"b" * 32)
    ]
    assert shown[0] != shown[1]
    assert {n % STEP for n in shown[0]} == {FIRST}
    assert len({*shown[0]}) == 2


def _page(guess: str, hand: str, noise: int) -> str:
    """A table with somebody's name and what only its viewer may know."""
    chance = random.Random(noise)
    board = "".join(f'<use href="#x" x="{chance.randrange(900)}"/>' for _ in range(400 + 3 * noise))
    return f'<h3 class="name">{guess}{noise}</h3>{board}<g aria-label="{hand}"></g>'


@pytest.mark.parametrize("coding", ["gzip", "br"])
async def test_a_name_that_guesses_what_is_hidden_does_not_show_in_the_length(tmp_path, coding):
    """BREACH: the page is shorter where the guess is right. That is so, and it can't be seen."""
    hand = "cinnamon, red, blue and yellow"
    wrong = "nutmegs, tin, teal and magenta"
    seen: dict[str, list[int]] = {hand: [], wrong: []}
    bare: dict[str, list[int]] = {hand: [], wrong: []}
    for n in range(TRIALS):
        for guess in seen:
            page = _page(guess, hand, n)
            answer = await sent(HTMLResponse(page), tmp_path, coding)
            assert answer.text == page
            seen[guess].append(length(answer))
            bare[guess].append(len(packed(page.encode(), coding, lambda least: least)))
    told = sum(right < other for right, other in zip(bare[hand], bare[wrong], strict=True))
    assert told == TRIALS, "without filling the length tells the right guess each time"
    assert {*seen[hand]} == {*seen[wrong]}
    differ = [r < o for r, o in zip(seen[hand], seen[wrong], strict=True) if r != o]
    assert len(differ) > TRIALS / 10
    assert 0.3 < sum(differ) / len(differ) < 0.7
    assert abs(sum(seen[hand]) - sum(seen[wrong])) / TRIALS < STEP / 8

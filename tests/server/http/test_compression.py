"""Answers are compressed, event streams are not."""

from __future__ import annotations

import httpx
import pytest
from starlette.responses import HTMLResponse, Response, StreamingResponse

from proa.server.http.compression import OPTIONS, CompressMiddleware
from proa.server.pages import responses

pytestmark = pytest.mark.anyio
LONG = "<p>" + "South Sea " * 2_048 + "</p>"


def asking(answer) -> httpx.AsyncClient:
    """Return a client of an application that always gives the same answer."""
    transport = httpx.ASGITransport(app=CompressMiddleware(answer, **OPTIONS))
    return httpx.AsyncClient(transport=transport, base_url="http://localhost")


async def sent(answer, coding="gzip") -> httpx.Response:
    async with asking(answer) as client:
        return await client.get("/", headers={"Accept-Encoding": coding})


def length(answer: httpx.Response) -> int:
    return int(answer.headers["content-length"])


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
            assert length(answer) < len(answer.content) * 0.7
        assert "<html" in page.text
        assert 'id="table"' in frame.text
        assert api.json()["paths"]


@pytest.mark.parametrize("coding", ["gzip", "br", "identity"])
async def test_what_spectators_share_is_compressed_once(site, coding, monkeypatch):
    packed = []
    once = responses.packed
    monkeypatch.setattr(responses, "packed", lambda *body: packed.append(body) or once(*body))
    (player, *_) = await site.begun("me", "me", "me")
    watch = (await site.tables.load(player.table)).row.watch
    headers = {"HX-Request": "true", "Accept-Encoding": coding}
    texts = []
    for _ in range(2):
        async with site.client() as client:
            answer = await client.get(f"/watch/{watch}/view/0", headers=headers)
            assert answer.headers.get("content-encoding", "identity") == coding
            assert "Accept-Encoding" in answer.headers["vary"]
            texts.append(answer.text)
    assert texts[0] == texts[1]
    assert 'id="table"' in texts[0]
    assert len({*packed}) == (coding != "identity")


async def test_whoever_does_not_take_it_gets_it_plain():
    answer = await sent(HTMLResponse(LONG), "identity")
    assert "content-encoding" not in answer.headers
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.text == LONG


@pytest.mark.parametrize(
    "answer",
    [
        HTMLResponse("short"),
        Response(LONG, media_type="image/png"),
        StreamingResponse(iter([LONG]), media_type="text/event-stream"),
    ],
    ids=["small", "a picture", "events"],
)
async def test_what_is_left_alone(answer):
    async with (
        asking(answer) as client,
        client.stream("GET", "/", headers={"Accept-Encoding": "gzip"}) as got,
    ):
        assert got.headers.get("content-encoding") != "gzip"
        assert b"".join([part async for part in got.aiter_raw()]).decode() in ("short", LONG)

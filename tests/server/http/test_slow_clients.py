"""Clients that send slowly, or nothing, or do not read: with real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import socket

import pytest

from proa.server import addresses
from server.http.limited_server import serving
from waiting import let_others_run, until

pytestmark = pytest.mark.anyio
PLAIN = b"GET /static/tokens.css HTTP/1.1\r\nHost: 127.0.0.1\r\n"


async def said(reader: asyncio.StreamReader) -> bytes:
    """Return all that the server sends before it closes the connection, also before a reset."""
    heard = b""
    async with asyncio.timeout(60):
        with contextlib.suppress(ConnectionResetError):
            while part := await reader.read(2**16):
                heard += part
    return heard


async def test_a_request_that_never_comes_whole_is_given_up(tmp_path):
    """As slow attackers do: a byte now and then, so that no pause is long."""
    async with serving(tmp_path, head_seconds=2, body_seconds=2) as port:

        async def dribble(first: bytes) -> bytes:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(first)
            answer = asyncio.create_task(said(reader))

            async def is_answered() -> bool:
                with contextlib.suppress(ConnectionError):
                    writer.write(b"a")
                    await writer.drain()
                return answer.done()

            await until(is_answered)
            writer.close()
            return await answer

        post = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n{"
        begun = [PLAIN + b"X-Long: ", b"GET /", PLAIN + b"\r\n" + PLAIN + b"X-Long: ", post]
        answers = await asyncio.gather(*map(dribble, begun))
        slow = [answer.rpartition(b"HTTP/1.1 ")[2] for answer in answers]
        assert [answer[:3] for answer in slow] == [b"408"] * 4
        assert all(b"_seconds" in answer for answer in slow)
        assert answers[2].startswith(b"HTTP/1.1 200")


async def test_who_says_nothing_is_sent_away(tmp_path):
    async with serving(tmp_path, head_seconds=0.3) as port:
        silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(300)]
        assert set(await asyncio.gather(*(said(reader) for reader, _ in silent))) == {b""}
        for _, writer in silent:
            writer.close()


async def test_a_head_without_end_is_refused(tmp_path):
    async with serving(tmp_path) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(PLAIN)
        with contextlib.suppress(ConnectionError):
            for _ in range(100):
                writer.write(b"X-Long: " + b"a" * 4000 + b"\r\n")
                await writer.drain()
        assert (await said(reader)).startswith(b"HTTP/1.1 431")
        writer.close()


@pytest.mark.parametrize("size", [60_000, 10_000_000])
async def test_who_does_not_read_is_given_up(tmp_path, size):
    """Whether the answer waits in the application or in the server."""
    ended = asyncio.Event()

    async def application(scope, receive, send) -> None:
        if scope["type"] == "http":
            headers = [(b"content-length", b"%d" % size), (b"connection", b"close")]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": b"a" * size, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
            ended.set()

    async with serving(tmp_path, application, answer_seconds=0.3) as port:
        with socket.socket() as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            deaf.setblocking(False)
            await asyncio.get_running_loop().sock_connect(deaf, ("127.0.0.1", port))
            await asyncio.get_running_loop().sock_sendall(deaf, PLAIN + b"\r\n")
            async with asyncio.timeout(60):
                await ended.wait()


async def test_an_address_has_so_many_connections_and_the_others_are_let_in(tmp_path):
    limits = {"connections_an_address": 3, "connections_in_all": 5}

    async def answer(host: str, port: int) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(host, 0))
        writer.write(PLAIN + b"Connection: close\r\n\r\n")
        line = (await said(reader)).partition(b"\r\n\r\n")[0]
        writer.close()
        return line

    async with serving(tmp_path, **limits) as port:
        held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
        refused = await answer("127.0.0.1", port)
        assert refused.startswith(b"HTTP/1.1 429")
        assert b"retry-after: 30" in refused
        assert (await answer("127.0.0.2", port)).startswith(b"HTTP/1.1 200")
        for host in ("127.0.0.3", "127.0.0.4"):
            held.append(await asyncio.open_connection("127.0.0.1", port, local_addr=(host, 0)))
        await let_others_run()
        assert (await answer("127.0.0.2", port)).startswith(b"HTTP/1.1 503")
        for _, writer in held:
            writer.close()
            await writer.wait_closed()

        async def is_let_in() -> bool:
            return (await answer("127.0.0.1", port)).startswith(b"HTTP/1.1 200")

        await until(is_let_in)


async def test_a_trusted_proxy_may_have_any_number(tmp_path):
    limits = {"connections_an_address": 1, "trusted_proxies": ("127.0.0.0/30",)}
    async with serving(tmp_path, **limits) as port:
        for _ in range(3):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(PLAIN + b"\r\n")
            assert await reader.readline() == b"HTTP/1.1 200 OK\r\n"


@pytest.mark.parametrize(
    ("proxies", "seen"),
    [((), "127.0.0.1"), (("127.0.0.1",), "203.0.113.9"), (("127.0.0.1", "203.0.113.9"), "1.2.3.4")],
)
async def test_a_forwarded_address_is_believed_from_those_named_alone(tmp_path, proxies, seen):
    async def application(scope, receive, send) -> None:
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": scope["client"][0].encode()})

    async with serving(tmp_path, application, trusted_proxies=proxies) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        forwarded = b"X-Forwarded-For: 1.2.3.4, 203.0.113.9\r\nConnection: close\r\n\r\n"
        writer.write(PLAIN + forwarded)
        assert seen.encode() in await said(reader)
        writer.close()


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("proxy's nonsense", "?"),
        (None, "?"),
    ],
)
def test_how_addresses_are_counted(host, counted):
    assert addresses.rate_limit_key(host) == counted


async def test_so_many_requests_wait_on_a_connection(tmp_path):
    """Else one small packet makes thousands of them, which stay as long as a stream does."""
    asked = 0

    async def application(scope, receive, send) -> None:
        nonlocal asked
        asked += 1
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            while (await receive())["type"] != "http.disconnect":
                pass
            await send({"type": "http.response.body", "body": b"into the wind"})

    async with serving(tmp_path, application, requests_waiting=3) as port:
        asked = 0
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write((PLAIN + b"\r\n") * 4)
        await reader.readuntil(b"\r\n\r\n")
        writer.write((PLAIN + b"\r\n") * 1000)
        answer = await said(reader)
        assert b"HTTP/1.1 429" in answer
        assert b"retry-after: 30" in answer
        assert b"requests_waiting" in answer
        assert asked == 1
        writer.close()


async def test_whoever_goes_is_gone_whatever_they_asked_for_after_it(tmp_path):
    """A stream that nobody reads ends and frees its place, though another request waits."""
    gone = asyncio.Event()

    async def application(scope, receive, send) -> None:
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            while (await receive())["type"] != "http.disconnect":
                pass
            gone.set()

    async with serving(tmp_path, application) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write((PLAIN + b"\r\n") * 2)
        await reader.readuntil(b"\r\n\r\n")
        writer.close()
        async with asyncio.timeout(60):
            await gone.wait()


async def test_an_answer_for_whoever_was_sent_away_is_dropped(tmp_path):
    """It is no fault of the application, whose log would be filled by it."""
    refused, written = asyncio.Event(), asyncio.Event()

    async def application(scope, receive, send) -> None:
        if scope["type"] == "http":
            await refused.wait()
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"into the wind"})
            written.set()

    async with serving(tmp_path, application, head_bytes=1000) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(PLAIN + b"\r\n" + PLAIN + b"X-Long: " + b"a" * 2000)
        await reader.readuntil(b"431")
        refused.set()
        async with asyncio.timeout(60):
            await written.wait()
        writer.close()

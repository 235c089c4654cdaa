"""Requests to addresses that people give reach no private network, whatever is tried."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from proa.server.addresses import Networks
from proa.server.errors import Refusal
from proa.server.notices import outgoing
from proa.server.notices.failures import Failed
from proa.server.notices.outgoing import Answer, check_url, is_public, post

pytestmark = pytest.mark.anyio
NOWHERE = Networks(())
HERE = Networks(("127.0.0.1",))


class Receiver:
    """A server on a port of this machine that keeps what it receives."""

    def __init__(self, answer: bytes) -> None:
        self.answer = answer
        self.received: list[bytes] = []
        self.port = 0
        self.names: list[str] = []

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        self.received.append(head)
        writer.write(self.answer)
        with contextlib.suppress(ConnectionError):
            await writer.drain()
        writer.close()


@contextlib.asynccontextmanager
async def receiving(
    answer: bytes = b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n",
    tls: ssl.SSLContext | None = None,
) -> AsyncIterator[Receiver]:
    receiver = Receiver(answer)
    server = await asyncio.start_server(receiver, "127.0.0.1", 0, ssl=tls)
    receiver.port = server.sockets[0].getsockname()[1]
    yield receiver
    server.close()


@pytest.mark.parametrize(
    "host",
    ["8.8.8.8", "1.1.1.1", "93.184.216.34", "2606:4700:4700::1111", "2a00:1450:4001:81c::200e"],
)
def test_public_addresses_are_public(host):
    assert is_public(host)


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "127.255.255.254",
        "0.0.0.0",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "100.64.0.1",
        "169.254.169.254",
        "192.0.0.9",
        "192.0.2.1",
        "198.18.0.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::127.0.0.1",
        "::ffff:127.0.0.1",
        "::ffff:8.8.8.8",
        "64:ff9b::7f00:1",
        "64:ff9b:1::a00:1",
        "fe80::1",
        "fec0::1",
        "fc00::1",
        "fd00:ec2::254",
        "ff02::1",
        "100::1",
        "2001::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "3fff::1",
        "5f00::1",
        "localhost",
        "2130706433",
        "",
    ],
)
def test_other_addresses_are_not_public(host):
    assert not is_public(host)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "https://user@example.org/",
        "https://user:word@example.org/",
        "https://example.org@127.0.0.1/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[::ffff:7f00:1]/",
        "https://[64:ff9b::7f00:1]/",
        "https://169.254.169.254/latest/meta-data",
        "https://example.org:99999/",
        "https://[::1",
        "https:///path",
        "ftp://example.org/",
        "file:///etc/passwd",
        "https://exa\nmple.org/",
        "https://ex\u0430mple.org/",
        "https://example.org/" + "x" * 1000,
        "//example.org/",
        "",
    ],
)
def test_addresses_that_are_refused_at_once(url):
    with pytest.raises(Refusal):
        check_url(url, NOWHERE)


def test_addresses_that_are_accepted():
    check_url("https://example.org:8443/path?query=1", NOWHERE)
    check_url("http://127.0.0.1:8080/path", HERE)
    with pytest.raises(Refusal):
        check_url("https://127.0.0.2/path", HERE)


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "localhost",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "127.1",
        "0",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::1]",
        "localhost.",
    ],
)
async def test_however_loopback_is_written_nothing_arrives(host):
    async with receiving() as receiver:
        with pytest.raises(Failed):
            await post(f"https://{host}:{receiver.port}/", b"{}", {}, NOWHERE)
        with pytest.raises(Failed):
            await post(f"http://{host}:{receiver.port}/", b"{}", {}, NOWHERE)
    assert receiver.received == []


async def test_a_name_of_a_private_address_is_not_reached(monkeypatch):
    """One look-up alone decides: the address that was checked is the one that is connected to."""
    asked = []

    def resolve(host, port, *rest, **more):
        asked.append(host)
        address = "93.184.216.34" if len(asked) > 1 else "127.0.0.1"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    async with receiving() as receiver:
        monkeypatch.setattr(socket, "getaddrinfo", resolve)
        with pytest.raises(Failed, match="network"):
            await post(f"https://rebinds.example:{receiver.port}/", b"", {}, NOWHERE)
    assert asked == ["rebinds.example"]
    assert receiver.received == []


async def test_rebinding_after_the_check_changes_nothing(monkeypatch):
    """A name that is public when it is checked, and private afterwards."""
    asked, made = [], []

    def resolve(host, port, *rest, **more):
        asked.append(host)
        address = "127.0.0.1" if len(asked) > 1 else "93.184.216.34"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    real = outgoing.socket_factory

    def watched(permitted, *, is_secure):
        create = real(permitted, is_secure=is_secure)

        def note(addr_info):
            create(addr_info).close()
            made.append(addr_info[4][0])
            raise OSError("no network in tests")

        return note

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(outgoing, "socket_factory", watched)
    with pytest.raises(Failed):
        await post("https://rebinds.example/", b"", {}, NOWHERE)
    assert (asked, made) == (["rebinds.example"], ["93.184.216.34"])


@pytest.mark.parametrize("where", ["http://127.0.0.1:{}/", "http://169.254.169.254/{}", "/{}"])
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_redirects_are_not_followed(status, where):
    async with receiving() as target:
        moved = f"HTTP/1.1 {status} Moved\r\nLocation: {where}\r\nContent-Length: 0\r\n\r\n"
        async with receiving(moved.format(target.port).encode()) as receiver:
            answer = await post(f"http://127.0.0.1:{receiver.port}/", b"{}", {}, HERE)
            assert answer == Answer(status)
    assert target.received == []
    assert len(receiver.received) == 1


async def test_answers_of_any_length_are_left_unread():
    endless = b"HTTP/1.1 429 Later\r\nRetry-After: 30\r\nContent-Length: 99999999999\r\n\r\n"
    async with receiving(endless + b"x" * 1_000_000) as receiver:
        answer = await post(f"http://127.0.0.1:{receiver.port}/", b"{}", {}, HERE)
    assert answer == Answer(429, 30.0)


async def test_a_receiver_that_does_not_answer_has_little_time(monkeypatch):
    monkeypatch.setattr(outgoing, "SECONDS", 0.2)
    async with receiving(b"HTTP/1.1 200") as receiver:
        receiver.answer = b""
        with pytest.raises(Failed):
            await post(f"http://127.0.0.1:{receiver.port}/", b"{}", {}, HERE)


async def test_names_and_host_headers_are_those_of_the_address(monkeypatch, tmp_path):
    """TLS names the host and checks its certificate, though a number is connected to."""
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    _certify(key, certificate, "hooks.example")
    served = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    served.load_cert_chain(certificate, key)
    names = []
    served.sni_callback = lambda _, name, __: names.append(name)

    def resolve(host, port, *rest, **more):
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    async with receiving(tls=served) as receiver:
        monkeypatch.setattr(socket, "getaddrinfo", resolve)
        url = f"https://hooks.example:{receiver.port}/at"
        with pytest.raises(Failed, match="certificate"):
            await post(url, b"{}", {}, HERE)
        assert receiver.received == []
        trusted = ssl.create_default_context(cafile=certificate)
        monkeypatch.setattr("aiohttp.connector._SSL_CONTEXT_VERIFIED", trusted)
        assert (await post(url, b"{}", {}, HERE)).status == 201
    assert names == ["hooks.example"] * 2
    assert f"Host: hooks.example:{receiver.port}".encode() in receiver.received[0]


def _certify(key: Path, certificate: Path, name: str) -> None:
    """Write a key and its certificate for a name."""
    made, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    names = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    built = (
        x509.CertificateBuilder(names, names, made.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(made, hashes.SHA256())
    )
    certificate.write_bytes(built.public_bytes(Encoding.PEM))
    key.write_bytes(made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))

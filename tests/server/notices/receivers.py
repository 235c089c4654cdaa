"""Real receivers of notices on this machine: a push service, webhooks, chat."""

from __future__ import annotations

import base64
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

import http_ece
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from proa.server.notices.push import application_key


class Receiver:
    """An HTTP server that keeps what is posted to it."""

    def __init__(self) -> None:
        self.received: list[tuple[str, dict[str, str], bytes]] = []
        self.status = 201
        self.headers: dict[str, str] = {}
        self.url = ""

    async def take(self, request: web.Request) -> web.Response:
        self.received.append((request.path, dict(request.headers), await request.read()))
        return web.Response(status=self.status, headers=self.headers, text="{}")

    @property
    def documents(self) -> list[Any]:
        return [json.loads(body) for _, _, body in self.received]


@contextlib.asynccontextmanager
async def receiving() -> AsyncIterator[Receiver]:
    """Run a receiver on a port of this machine."""
    receiver, app = Receiver(), web.Application()
    app.router.add_route("*", "/{path:.*}", receiver.take)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    receiver.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield receiver
    await runner.cleanup()


class Browser:
    """A browser's push subscription (RFC 8291), at a receiver that is its push service."""

    def __init__(self, receiver: Receiver, name: str = "1") -> None:
        self._receiver = receiver
        self._path = f"/push/{name}"
        self._private = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"0123456789abcdef"
        point = self._private.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        self.endpoint = receiver.url + self._path
        self.keys = {"p256dh": _text(point), "auth": _text(self._auth)}

    def messages(self, key: bytes) -> list[Any]:
        """Return what arrived, decrypted; ``key`` is the server's, who signed it."""
        return [
            self._read(key, headers, body)
            for path, headers, body in self._receiver.received
            if path == self._path
        ]

    def _read(self, key: bytes, headers: dict[str, str], body: bytes) -> Any:
        assert headers["Content-Encoding"] == "aes128gcm"
        assert int(headers["TTL"]) > 0
        assert Vapid02.verify(headers["Authorization"])
        assert headers["Authorization"].endswith(f"k={application_key(key)}")
        return json.loads(http_ece.decrypt(body, private_key=self._private, auth_secret=self._auth))


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")

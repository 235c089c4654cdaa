"""A passkey provider in software: it signs what a page of a site would ask it to sign."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT, VERIFIED, HAS_KEY = 1, 4, 64


class Authenticator:
    """An authenticator with at most one passkey; ``count`` is how often it has signed."""

    def __init__(self, origin: str = "http://localhost") -> None:
        self.origin = origin
        self.count = 0
        self.user = ""
        self.id = secrets.token_bytes(16)
        self._key = ec.generate_private_key(ec.SECP256R1())

    def create(self, options: dict[str, Any]) -> str:
        """Return the credential of a new passkey, as a page sends it."""
        self.user = options["user"]["id"]
        signed = self._data(options["rp"]["id"], PRESENT | VERIFIED | HAS_KEY)
        signed += bytes(16) + len(self.id).to_bytes(2) + self.id + self._public_key()
        statement = {"fmt": "none", "attStmt": {}, "authData": signed}
        return self._credential(
            clientDataJSON=self._client_data("webauthn.create", options["challenge"]),
            attestationObject=cbor2.dumps(statement),
        )

    def get(self, options: dict[str, Any], *, names_user: bool = True) -> str:
        """Return the credential of the passkey for signing in, as a page sends it.

        Some authenticators don't name the user.
        """
        self.count += 1
        data = self._data(options["rpId"], PRESENT | VERIFIED)
        client = self._client_data("webauthn.get", options["challenge"])
        signature = self._key.sign(
            data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256())
        )
        user = {"userHandle": base64url_to_bytes(self.user)} if names_user else {}
        return self._credential(
            clientDataJSON=client, authenticatorData=data, signature=signature, **user
        )

    def _client_data(self, kind: str, challenge: str) -> bytes:
        client = {"type": kind, "challenge": challenge, "origin": self.origin}
        return json.dumps(client).encode()

    def _data(self, host: str, flags: int) -> bytes:
        hashed = hashlib.sha256(host.encode()).digest()
        return hashed + bytes([flags]) + self.count.to_bytes(4)

    def _public_key(self) -> bytes:
        numbers = self._key.public_key().public_numbers()
        x, y = numbers.x.to_bytes(32), numbers.y.to_bytes(32)
        return cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})

    def _credential(self, **response: bytes) -> str:
        named = {name: bytes_to_base64url(value) for name, value in response.items()}
        own = bytes_to_base64url(self.id)
        return json.dumps({"id": own, "rawId": own, "type": "public-key", "response": named})

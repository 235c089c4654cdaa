"""The proof of fair chance: the server's part is promised before people add theirs.

The seed of a table is a hash of the server's part (256 bits of ``secrets``) and of the nonces
that the people's browsers drew. The promise is a hash of the server's part and of what is played,
shown before the first nonce arrives; at the end everything is revealed.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any


def fresh_part() -> str:
    """The server's part of a new table's seed, as hex."""
    return secrets.token_hex(32)


def commitment(server_part: str, played: Mapping[str, Any]) -> str:
    """The promise: SHA-256 over the server's part and what is played, as hex.

    ``played`` names the table, game, rules version, edition's hash, options and players.
    """
    content = {"server_part": server_part, **played}
    return hashlib.sha256(_canonical(content)).hexdigest()


def seed(server_part: str, nonces: Sequence[str]) -> bytes:
    """The 32 bytes that the game's key comes from: the server's part and every seat's nonce."""
    return hashlib.sha256(_canonical([server_part, *nonces])).digest()


def _canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()

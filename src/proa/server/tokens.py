"""Secrets of browsers and links, and what is stored of them."""

from __future__ import annotations

import hashlib
import secrets


def guest_id_of_token(token: str) -> str:
    """Return the guest id for a seat's token: a hash, so that the token itself is not stored."""
    return hashlib.sha256(token.encode()).hexdigest()[:32]


def fresh_token() -> str:
    """Return a secret of 128 bits, as hex."""
    return secrets.token_hex(16)


def hashed(token: str) -> str:
    """Return what is stored of a secret."""
    return hashlib.sha256(token.encode()).hexdigest()

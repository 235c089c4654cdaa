"""The proof of fair chance: the server commits to its part before players add theirs.

The seed of a table is a hash of the server's part (256 bits of ``secrets``) and of the nonces from
the players' browsers. The commitment is a hash of the server's part and of what is played, shown
before the first nonce arrives. At the end everything is revealed.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from proa.engine.core.chance import key_from_seed
from proa.engine.core.game import Game
from proa.engine.errors import BadDocument
from proa.engine.messages import Message, say
from proa.records import Record

_HEX = re.compile(r"[0-9a-f]{0,64}")


def fresh_part() -> str:
    """Return the server's part of a new table's seed, as hex."""
    return secrets.token_hex(32)


def commitment(server_part: str, played: Mapping[str, Any]) -> str:
    """Return the commitment: SHA-256 over the server's part and what is played, as hex.

    ``played`` names the table, game, rules version, edition's hash, options and players.
    """
    content = {"server_part": server_part, **played}
    return hashlib.sha256(_canonical(content)).hexdigest()


def played(
    table_id: str,
    game: Game,
    options: Mapping[str, str],
    players: int,
    start: Mapping[str, Any] | None,
) -> dict[str, Any]:
    """Return what the commitment covers beside the server's part; ``options`` as at that time."""
    content: dict[str, Any] = {
        "table": table_id,
        "game": game.name,
        "rules_version": game.spec.rules_version,
        "edition_hash": game.edition_hash,
        "options": dict(options),
        "players": players,
    }
    return content if start is None else {**content, "start": start}


def seed(server_part: str, nonces: Sequence[str]) -> bytes:
    """Return the 32 bytes of the game's key: a hash of the server's part and every seat's nonce."""
    return hashlib.sha256(_canonical([server_part, *nonces])).digest()


def _canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def opened(record: Record) -> dict[str, Any]:
    """Return what a browser checks: ``sealed`` hashes to ``seal``, ``parts`` hash to ``seed``."""
    proof = record.proof or {}
    part, nonces = proof["server_part"], proof["nonces"]
    bound = played(proof["table"], record.game, record.made_with, record.players, record.position)
    return {
        "sealed": {"server_part": part, **bound},
        "seal": proof["commitment"],
        "parts": [part, *nonces],
        "seed": seed(part, nonces).hex(),
    }


def check_proof(record: Record) -> Message:
    """Check a record's proof: the commitment matches the revealed part, and the key matches both.

    Return the result as a message; raise :class:`BadDocument` if something does not match.
    """
    if record.proof is None:
        return say("The record contains no proof of fair chance.")
    names = ("table", "commitment", "server_part", "nonces")
    if not isinstance(record.proof, dict) or set(record.proof) != set(names):
        raise BadDocument("proof: must be an object of {names}", names=", ".join(names))
    table, committed, part, nonces = (record.proof[name] for name in names)
    if not isinstance(nonces, list) or len(nonces) != record.players:
        raise BadDocument("proof.nonces: must be a list of {n}", n=record.players)
    for value in (part, committed, *nonces):
        if not isinstance(value, str) or not _HEX.fullmatch(value):
            raise BadDocument("proof: must contain hexadecimal digits, at most 64 per value")
    bound = played(table, record.game, record.made_with, record.players, record.position)
    made = commitment(part, bound)
    if made != committed:
        raise BadDocument("proof: the server's part is not the one that was promised")
    key = key_from_seed(seed(part, nonces))
    if record.key is None or list(record.key) != list(key):
        raise BadDocument("proof: the game's key does not come from the parts that were revealed")
    return say(
        "All chance in this game comes from the server's number, promised before the first "
        "nonce arrived, and from the nonces. The promise was {seal}.",
        seal=committed,
    )

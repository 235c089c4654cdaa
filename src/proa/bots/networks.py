"""Small networks that play a game: their weights, their file, and the card in it.

A file is an uncompressed ``npz`` of numbers alone, so that reading it executes nothing and takes no
more memory than its size. Weights are stored as float16 and computed with as float32.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from proa.bots import forward
from proa.engine.core.game import Game
from proa.engine.core.information_state import InformationState
from proa.engine.errors import BadDocument, BadOption
from proa.engine.vector.saved_games import DAMAGED

MOST_BYTES = 1_000_000
"""The largest file."""
CARD = "card"
PLACE = "ai/network.npz"
"""The file of a game's own network, in its folder."""


class Weights(NamedTuple):
    """The matrices of a network, ``[inputs, outputs]``, and what is added to the outputs.

    The outputs of the last are a score for each action of the game's list, then for each seat, the
    observer first, a score for its share of the victory, and its lead, and last the observer's
    points at the end by source; leads and points in units of ``POINTS``. To the score of an action
    the game's own is added, times its ``score_weights``.
    """

    first: NDArray[np.float32]
    first_bias: NDArray[np.float32]
    second: NDArray[np.float32]
    second_bias: NDArray[np.float32]
    heads: NDArray[np.float32]
    heads_bias: NDArray[np.float32]
    score_weights: NDArray[np.float32]


POINTS = 20.0
"""Leads and points are learned in this unit."""


@dataclass(frozen=True)
class Network:
    """A network, and the card that says what it is and how it was made."""

    weights: Weights
    card: Mapping[str, Any]
    place: str
    """Where it was read, for messages."""

    @property
    def number(self) -> int:
        """Return a number that distinguishes networks."""
        digest = blake2b(digest_size=4)
        for array in self.weights:
            digest.update(array.tobytes())
        return int.from_bytes(digest.digest(), "big")

    def check(self, game: Game) -> None:
        """Raise :class:`BadOption` unless the network is for this game, as it is here."""
        if self.card["game"] != game.name:
            raise BadOption(
                "{file}: the network is for {theirs}, not for {ours}",
                file=self.place,
                theirs=self.card["game"],
                ours=game.name,
            )
        sources = len(game.spec.texts.sources)
        mine = {"layout": game.layout.hash, "actions": actions_hash(game), "sources": sources}
        if any(self.card[name] != value for name, value in mine.items()):
            raise BadOption(
                "{file}: the network is for other observations, actions or points than {game} has "
                "here; train it again with this version of proa",
                file=self.place,
                game=game.title,
            )

    def check_players(self, players: int) -> None:
        """Raise :class:`BadOption` unless the network was trained for so many players."""
        if players not in self.card["players"]:
            raise BadOption(
                "{file}: the network is for {wanted} players, not {n}",
                file=self.place,
                wanted=", ".join(map(str, self.card["players"])),
                n=players,
            )

    def outputs(self, information_state: InformationState) -> NDArray[np.float32]:
        """Return all outputs for what a seat knows; see :class:`Weights`."""
        out = np.empty(len(self.weights.heads_bias), np.float32)
        game = information_state.game
        record, seat = information_state.record(), information_state.seat
        game.run(forward.judge, record, seat, game.layout.factors, *self.weights[:-1], out)
        return out

    def scores(self, information_state: InformationState) -> dict[int, float]:
        """Return the score of each of the seat's choices that the game does not prune: its
        log-probability up to a constant. Raise :class:`BadOption` if the seat has nothing to
        decide."""
        actions, own = considered_actions(information_state)
        added = self.weights.score_weights[actions] * own
        scores = self.outputs(information_state)[actions] + added
        return dict(zip(actions.tolist(), scores.tolist(), strict=True))


def considered_actions(
    information_state: InformationState,
) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """Return the seat's choices that the game does not prune, and the game's own scores of them;
    raise :class:`BadOption` if it has nothing to decide."""
    information_state.choices()
    game = information_state.game
    actions = np.zeros(game.spec.capacity, np.int32)
    scores = np.zeros(game.spec.capacity, np.float64)
    n = game.run(forward.score_considered, information_state.record(), actions, scores)
    return actions[:n], scores[:n]


def actions_hash(game: Game) -> str:
    """Return eight bytes as hex that distinguish lists of actions."""
    return blake2b(json.dumps(game.all_codes).encode(), digest_size=8).hexdigest()


def network_bytes(weights: Weights, card: Mapping[str, Any]) -> bytes:
    """Return the file of a network."""
    arrays: dict[str, Any] = {CARD: np.frombuffer(json.dumps(card).encode(), np.uint8)}
    for name, array in weights._asdict().items():
        arrays[name] = array.astype(np.float16)
    file = BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def read_network(path: Path) -> Network:
    """Return the network in a file; raise :class:`BadDocument` if there is none."""
    try:
        content = path.read_bytes() if path.stat().st_size <= MOST_BYTES else b""
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadDocument("{file}: can't be read: {reason}", file=path, reason=reason) from None
    try:
        return Network(*_parsed(content), str(path))
    except DAMAGED:
        raise BadDocument("{file}: is not a network of proa", file=path) from None


def _parsed(content: bytes) -> tuple[Weights, dict[str, Any]]:
    """Return weights and card; raise one of many errors if they are not as written here."""
    with zipfile.ZipFile(BytesIO(content)) as entries:
        if any(entry.compress_type != zipfile.ZIP_STORED for entry in entries.infolist()):
            raise ValueError("a few bytes could become many")
    with np.load(BytesIO(content), allow_pickle=False) as found:
        card = json.loads(bytes(found[CARD]))
        weights = Weights(*(found[name].astype(np.float32) for name in Weights._fields))
    _check_shapes(weights, card)
    return weights, card


def _check_shapes(weights: Weights, card: Any) -> None:
    """Raise ``ValueError`` or ``KeyError`` for what compiled code must not get."""
    layers = ((weights[n], weights[n + 1]) for n in (0, 2, 4))
    inputs = int(card["numbers"])
    for matrix, bias in layers:
        if matrix.shape != (inputs, *bias.shape) or bias.ndim != 1:
            raise ValueError("matrices that don't fit")
        if not (np.isfinite(matrix).all() and np.isfinite(bias).all()):
            raise ValueError("not numbers")
        inputs = len(bias)
    codes = int(card["codes"])
    values = 2 * int(card["seats"]) + int(card["sources"])
    if inputs != codes + values or weights.score_weights.shape != (codes,):
        raise ValueError("outputs that don't fit")
    if not np.isfinite(weights.score_weights).all():
        raise ValueError("not numbers")
    for name in ("game", "layout", "actions"):
        if not isinstance(card[name], str):
            raise ValueError(f"no {name}")
    if not all(isinstance(players, int) for players in card["players"]):
        raise ValueError("no players")

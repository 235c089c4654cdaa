"""What the networks that come with games win alone: a table, and their cards."""

from __future__ import annotations

from collections.abc import Iterable

from proa.arena.strength import ClaimResult
from proa.bots.networks import PLACE, network_bytes, read_network
from proa.games import spec

TITLE = (
    "`learned` is a game's network alone, without search; so play the levels that say `network`"
    " above. Equals would win\n50 % of games with two seats, 33 % with three, 25 % with four, 20 %"
    " with five."
)
HEAD = "| game | seats | against | won by `learned` | 95 % | games |\n|---|---|---|--:|---|--:|"


def table(results: Iterable[ClaimResult]) -> str:
    """Return the share of victories of each network against each bot, in Markdown."""
    lines = [TITLE, "", HEAD]
    for one in results:
        low, high = one.interval
        cells = f"{100 * one.share:.0f} % | {100 * low:.0f} to {100 * high:.0f} | {one.games}"
        claim = one.claim
        lines.append(f"| {claim.game} | {claim.players} | `{claim.against[0]}` | {cells} |")
    return "\n".join(lines)


def write_cards(results: Iterable[ClaimResult]) -> None:
    """Write the results of each network into its card."""
    found: dict[str, list[dict[str, object]]] = {}
    for one in results:
        claim = one.claim
        row = {
            "against": claim.against[0],
            "players": claim.players,
            "share": round(one.share, 3),
            "interval": [round(end, 3) for end in one.interval],
            "games": one.games,
        }
        found.setdefault(claim.game, []).append(row)
    for game, strength in found.items():
        file = spec(game).folder / PLACE
        network = read_network(file)
        file.write_bytes(network_bytes(network.weights, {**network.card, "strength": strength}))

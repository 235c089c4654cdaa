"""The report of a run: as JSON, in words, and as rows of the guide's tables."""

from __future__ import annotations

import itertools
import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from load.analysis import PHASES, Counted, Times, percentile
from load.hosted_server import Server, Spent
from load.plan import Plan
from load.tally import Decision, Tally, Weight

GOALS_MS = (150, 500)
T = TypeVar("T")


def report(
    plan: Plan,
    counted: Counted,
    tally: Tally,
    decisions: Sequence[Decision],
    spent: Spent,
    window: tuple[float, float],
    machine: dict[str, object],
    server: Server,
) -> dict[str, Any]:
    """Return the report of one run."""
    answered = (one.answered for one in tally.decisions if one.answered is not None)
    made = max(sum(window[0] <= at < window[1] for at in answered), 1)
    return {
        "games": list(plan.games),
        "tables": plan.tables,
        "people_a_table": plan.party.people,
        "watchers_a_table": plan.party.watchers,
        "tables_with_a_bot": plan.bots_at,
        "processes": plan.processes,
        "database": "postgresql" if plan.database else "sqlite",
        "pace_s": plan.pace,
        "seconds": round(window[1] - window[0], 1),
        "seed": plan.seed,
        "decisions": {
            "due": counted.due,
            "made": counted.posted,
            "made_late": counted.late,
            "never_made": counted.due - counted.posted - counted.vanished,
            "acknowledged_but_not_kept": counted.vanished,
            "games_finished": tally.finished,
        },
        "frames_never_shown": counted.behind,
        "troubles": dict(tally.troubles),
        "server_said": server.complaints[-5:],
        "shown_ms": _waits(_together(counted.shown.values())),
        "shown_ms_by_game": _by_phase(counted.shown, lambda some: _waits(_together(some))),
        "shown_ms_from_the_post": _waits(counted.served),
        "own_answer_ms": _waits(counted.answered),
        "requests_ms": {name: _summary(times) for name, times in sorted(tally.times.items())},
        "cpu_ms_a_decision": {
            "serving": _ms(spent.serving, made),
            "searching": _ms(spent.searching, made),
            "database": _ms(spent.database, made) if plan.database else None,
            "clients": _ms(spent.clients, made),
        },
        "cpu_ms_a_decision_by_phase": _cpu_by_phase(decisions),
        "frames_a_decision": round(sum(map(len, counted.weights.values())) / made, 2),
        "frame_bytes": _by_phase(counted.weights, lambda some: _mean([*itertools.chain(*some)])),
        "page_bytes": _mean(tally.pages),
        "server_memory_mb": round(server.memory),
        "machine": machine,
    }


def _by_phase(
    found: Mapping[tuple[str, int], T], summary: Callable[[Sequence[T]], dict[str, Any]]
) -> dict[str, dict[str, Any]]:
    """Return reports on the findings by game and phase: of each whole game and of its phases."""
    reports: dict[str, dict[str, Any]] = {}
    for game in sorted({game for game, _ in found}):
        phases = {phase: found[name, phase] for name, phase in sorted(found) if name == game}
        reports[game] = {"all": summary([*phases.values()])}
        reports[game] |= {PHASES[phase]: summary([one]) for phase, one in phases.items()}
    return reports


def _together(parts: Iterable[Times]) -> Times:
    whole = Times()
    for times in parts:
        whole.seconds += times.seconds
        whole.lost += times.lost
    return whole


def _waits(times: Times) -> dict[str, Any]:
    """Return percentiles of a wait, with nothing left out, and how many never ended."""
    waits = [1000 * seconds for seconds in times.seconds]
    over = {f"over_{goal}": sum(wait > goal for wait in waits) for goal in GOALS_MS}
    return {**_summary(waits), **over, "lost": times.lost}


def _summary(values: Sequence[float]) -> dict[str, Any]:
    """Return number, median, 90th and 99th percentile and maximum."""
    shares = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "max": 1.0}
    if not values:
        return {"n": 0, **dict.fromkeys(shares)}
    return {"n": len(values), **{k: round(percentile(values, v), 1) for k, v in shares.items()}}


def _mean(weights: Sequence[Weight]) -> dict[str, Any]:
    """Return mean bytes on the wire, and decoded, estimated from the decoded sample."""
    if not weights:
        return {"n": 0, "wire": None, "plain": None}
    wire = statistics.fmean(weight.wire for weight in weights)
    weighed = [weight for weight in weights if weight.plain is not None]
    packed = sum(weight.wire for weight in weighed)
    plain = wire * sum(weight.plain or 0 for weight in weighed) / packed if packed else None
    return {
        "n": len(weights),
        "wire": round(wire),
        "plain": None if plain is None else round(plain),
    }


def _cpu_by_phase(decisions: Sequence[Decision]) -> dict[str, float] | None:
    """Return the cost of a decision until the next one was due, by phase; for a single table."""
    costs: dict[int, list[float]] = defaultdict(list)
    for one, after in itertools.pairwise(decisions):
        if None not in (one.phase, one.spent, after.spent) and one.table == after.table:
            assert one.phase is not None
            assert one.spent is not None
            assert after.spent is not None
            costs[one.phase].append(after.spent - one.spent)
    if not costs:
        return None
    return {PHASES[phase]: _ms(sum(all_), len(all_)) for phase, all_ in sorted(costs.items())}


def _ms(seconds: float, decisions: int) -> float:
    return round(1000 * seconds / decisions, 1)

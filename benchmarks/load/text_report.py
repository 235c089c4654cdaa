"""A report in words, and as rows of the guide's tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

TITLES = {"tahiti": "Tahiti", "borneo": "Borneo", "borabora": "Bora Bora"}
STORES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


def in_words(report: Mapping[str, Any]) -> str:
    """Return a report for people."""
    return "\n".join(_lines(report))


def _lines(report: Mapping[str, Any]) -> Iterator[str]:
    made, shown = report["decisions"], report["shown_ms"]
    games = " and ".join(TITLES.get(name, name) for name in report["games"])
    yield (
        f"{games}: {report['tables']} tables of {report['people_a_table']} people and "
        f"{report['watchers_a_table']} spectators, a decision every {report['pace_s']:g} s at each "
        f"for {report['seconds']:g} s; {STORES[report['database']]}; processes that serve pages: "
        f"{report['processes']}"
    )
    if report["tables_with_a_bot"]:
        yield f"  at {report['tables_with_a_bot']} of them one seat is a bot's"
    yield (
        f"  decisions due {made['due']}, made {made['made']}, of them late {made['made_late']}, "
        f"never made {made['never_made']}; games finished {made['games_finished']}"
    )
    yield (
        f"  never shown to somebody {shown['lost']}; frames never shown "
        f"{report['frames_never_shown']}; acknowledged but not kept "
        f"{made['acknowledged_but_not_kept']}"
    )
    yield f"  {'milliseconds':40}{'n':>8}{'p50':>9}{'p90':>9}{'p99':>9}{'max':>9}"
    yield _row("due to shown by the others", shown)
    for name, phases in report["shown_ms_by_game"].items():
        for phase, times in phases.items():
            if phase != "all" or len(report["shown_ms_by_game"]) > 1:
                yield _row(f"  {TITLES.get(name, name)}, {phase}", times)
    yield _row("due to shown by oneself", report["own_answer_ms"])
    yield _row("posted to shown by the others", report["shown_ms_from_the_post"])
    for name, times in report["requests_ms"].items():
        yield _row(f"request: {name}", times)
    yield f"  processor time a decision: {_known(report['cpu_ms_a_decision'], 'ms')}"
    if report["cpu_ms_a_decision_by_phase"]:
        yield f"  of the server by phase: {_known(report['cpu_ms_a_decision_by_phase'], 'ms')}"
    yield f"  frames a decision: {report['frames_a_decision']}"
    yield f"  memory of the server: {report['server_memory_mb']} MB"
    for name, phases in report["frame_bytes"].items():
        sizes = ", ".join(f"{phase} {_kilobytes(size)}" for phase, size in phases.items())
        yield f"  a frame of {TITLES.get(name, name)}, kB on the wire (unpacked): {sizes}"
    yield f"  a whole page: {_kilobytes(report['page_bytes'])}"
    for trouble, n in report["troubles"].items():
        yield f"  TROUBLE, {n} times: {trouble}"
    for line in report["server_said"]:
        yield f"  the server said: {line}"
    yield f"  {machine(report['machine'])}"


def machine(found: Mapping[str, Any]) -> str:
    """Return the machine in a sentence, so that a reader can judge the figures."""
    steps = found["calibration_ns"]
    before, after = (f"{s['by_clock']:g} ({s['of_processor']:g})" for s in steps.values())
    return (
        f"{found['what']}; calibration {before} ns before and {after} after, by the clock (and of "
        f"processor time); cores busy {found['busy']:.0%}, by "
        f"others {found['others']:.0%}; taken by the host {found['stolen']:.0%}; the clients woke "
        f"{found['clients_woke_late_ms_p99']} ms late (p99)"
    )


def _row(name: str, times: Mapping[str, Any]) -> str:
    values = "".join(f"{times[key]:9,.1f}" for key in ("p50", "p90", "p99", "max") if times["n"])
    return f"  {name:40}{times['n']:8}{values}"


def _known(values: Mapping[str, Any], unit: str) -> str:
    return ", ".join(f"{k} {v:g} {unit}" for k, v in values.items() if v is not None)


def _kilobytes(size: Mapping[str, Any]) -> str:
    if size["wire"] is None:
        return "-"
    plain = "" if size["plain"] is None else f" ({size['plain'] / 1000:.0f})"
    return f"{size['wire'] / 1000:.1f}{plain}"


# -- the guide's tables ----------------------------------------------------------------------

COST_HEAD = (
    "| | decisions | a decision: opening, middle, end, all | a frame on the wire (unpacked) "
    "| frames a decision |\n|---|---|---|---|---|"
)
TIMES_HEAD = (
    "| | tables | a frame | a whole page | due to shown by the others "
    "| shown after more than 500 ms | lost |\n|---|---|---|---|---|---|---|"
)
LIMIT_HEAD = "| | tables with p99 under 150 ms | under 500 ms |\n|---|---|---|"


def cost_row(report: Mapping[str, Any]) -> str:
    """Return the cost of one decision, measured at a table that plays a whole game alone."""
    (name,) = report["games"]
    phases = ", ".join(f"{ms:g}" for ms in (report["cpu_ms_a_decision_by_phase"] or {}).values())
    cpu = report["cpu_ms_a_decision"]
    size = _kilobytes(report["frame_bytes"][name]["all"])
    return (
        f"| {TITLES[name]}, {STORES[report['database']]} | {report['decisions']['made']} "
        f"| {phases}, **{cpu['serving']:g} ms** | {size} kB | {report['frames_a_decision']} |"
    )


def times_row(report: Mapping[str, Any]) -> str:
    """Return waiting times; 50th, 90th and 99th percentiles in milliseconds."""
    (name,) = report["games"]
    shown, requests = report["shown_ms"], report["requests_ms"]
    waits = (_three(requests.get("frame")), _three(requests.get("page")), _three(shown))
    lost = shown["lost"] + report["frames_never_shown"]
    return (
        f"| {TITLES[name]}, {STORES[report['database']]} | {report['tables']} "
        f"| {' | '.join(waits)} | {shown['over_500']} of {shown['n']} | {lost} |"
    )


def limit_row(name: str, database: str, limits: Mapping[float, int]) -> str:
    """Return how many tables a server can serve."""
    found = " | ".join(str(limits[goal]) for goal in sorted(limits))
    return f"| {TITLES[name]}, {STORES[database]} | {found} |"


def _three(times: Mapping[str, Any] | None) -> str:
    if not times or not times["n"]:
        return "-"
    return f"{times['p50']:.0f}, {times['p90']:.0f}, {times['p99']:.0f}"

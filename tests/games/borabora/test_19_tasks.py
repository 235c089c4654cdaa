"""Chapter 19: the sixty tasks; 20: options."""

from __future__ import annotations

import json

import pytest

import proa
from games.borabora.paths import PATH_TABLE, paths_of
from proa.games.borabora.state import REGIONS, TYPES

ALL_MEN = ["land-a", "land-b", "water-a", "woman-a"]
TERRAINS = {"mountain": ("CM", "NM", "WM"), "beach": ("CB", "EB", "NB")}
TERRAINS |= {"forest": ("CF", "EF", "SF"), "plains": ("CP", "SP", "WP")}
FISH = {"tuna": ("CF", "CM", "WM"), "parrotfish": ("CP", "EF", "EB")}
FISH |= {"angelfish": ("CB", "SF", "SP"), "boxfish": ("NB", "NM", "WP")}
"""The regions of the kinds of fish in the scenes."""
GODS = ("blue", "white", "red", "green", "yellow")
JEWELS = ("necklace", "bracelet", "earring", "ring", "anklet", "headdress")


def persons(woman=(), man=(), shifted=()):
    return {"people": (woman, man, shifted)}


def cases():
    """Yield each task, fields that are just sufficient for it, and fields that are not."""
    some = {"man": ["god-a"], "woman": ["god-b"]}
    yield "T01", persons(**some), persons(man=["god-a", "god-b"])
    yield "T02", persons(woman=["god-a"]) | {"temple": 1}, persons(woman=["god-a"])
    yield "T03", persons(man=["god-a"]) | {"temple": 1}, {"temple": 1}
    yield "T04", {"temple": 3}, {"temple": 2}
    yield "T05", persons(woman=["god-a"]) | {"jewelry": ["ring-a"]}, persons(woman=["god-a"])
    yield "T06", persons(man=["god-a"]), {}
    yield "T07", {"regions": ["CM", "CB", "CF"]}, {"regions": ["CM", "CB"]}
    yield "T08", {"regions": list(REGIONS[:9])}, {"regions": list(REGIONS[:8])}
    yield "T09", {"regions": ["CM", "EF", "SF", "NB", "WP"]}, {"regions": list(REGIONS[:8])}
    yield "T10", {"hand": {"red": 3, "blue": 2}}, {"hand": {"red": 2, "blue": 2}}
    for i, god in enumerate(GODS):
        other = GODS[i - 1]
        yield f"T{11 + i}", {"hand": {god: 2}}, {"hand": {god: 1, other: 3}, "god_tiles": 3}
    yield "T16", {"hand": dict.fromkeys(GODS[:4], 1)}, {"hand": {"blue": 3, "red": 2, "green": 2}}
    three = ["land-a", "water-a", "god-a"]
    yield "T17", persons(man=three), persons(man=["land-a", "land-b", "god-a", "god-b"])
    yield "T18", persons(woman=three), persons(woman=["land-a", "land-b", "god-a"], man=three)
    yield "T19", {"jewelry": ["ring-a", "anklet-a", "earring-a"]}, {"jewelry": ["ring-a", "ring-b"]}
    yield "T20", persons(man=ALL_MEN), persons(man=ALL_MEN[:3], woman=ALL_MEN)
    yield "T21", persons(woman=ALL_MEN), persons(woman=ALL_MEN[:3])
    four = ["ring-a", "ring-b", "ring-c", "anklet-a"]
    yield "T22", {"jewelry": four}, {"jewelry": four[:3]}
    sites = {"1": "1-2", "2": "3-4", "5": "5-6", "6": "7-8"}
    yield "T23", {"buildings": sites}, {"buildings": {"1": "1-2", "2": "3-4", "5": "5-6"}}
    for i, jewel in enumerate(JEWELS):
        other = JEWELS[i - 1]
        two = {"jewelry": [f"{jewel}-a", f"{jewel}-c"]}
        yield f"T{24 + i}", two, {"jewelry": [f"{jewel}-a", f"{other}-a", f"{other}-b"]}
    yield "T30", {"god_tiles": 2}, {"god_tiles": 1}
    yield "T31", {"offerings": 4}, {"offerings": 3}
    yield "T32", {"shells": 5}, {"shells": 4}
    beside = {"materials_on_spaces": ["1"], "materials_beside": {"sand": 2}}
    yield "T33", beside, {"materials_on_spaces": ["1", "4"], "buildings": {"1": "6-7"}}
    yield "T34", {"materials_on_spaces": ["2", "7", "9"]}, {"materials_on_spaces": ["1", "2", "7"]}
    yield "T35", {"materials_beside": {"stone": 3}}, {"materials_beside": {"stone": 2, "wood": 3}}
    mixed = {"materials_on_spaces": ["1", "2", "3"], "materials_beside": {"sand": 1, "wood": 1}}
    yield "T36", mixed, {"materials_on_spaces": ["1", "2", "3", "4"]}
    for i, terrain in enumerate(("mountain", "beach", "forest", "plains")):
        there = list(TERRAINS[terrain])
        rest = [region for region in REGIONS if region != there[0]]
        yield f"T{37 + i}", {"regions": there}, {"regions": rest}
    for i, kind in enumerate(("tuna", "parrotfish", "angelfish", "boxfish")):
        there = list(FISH[kind])
        rest = [region for region in REGIONS if region != there[1]]
        yield f"T{41 + i}", {"regions": there}, {"regions": rest}
    huts = {"huts_on_12th_space": 4, "huts_on_normal_spaces": 7}
    yield "T45", huts, {"huts_on_12th_space": 3, "huts_on_normal_spaces": 8}
    down = [f"man {tile}" for tile in ALL_MEN]
    yield "T46", persons(man=ALL_MEN, shifted=down[:3]), persons(man=ALL_MEN, shifted=down[:2])
    down = [f"woman {tile}" for tile in ALL_MEN]
    yield "T47", persons(woman=ALL_MEN, shifted=down[:3]), persons(woman=ALL_MEN, shifted=down[:2])
    both = [*down[:3], "man land-a", "man land-b"]
    people = {"woman": ALL_MEN, "man": ALL_MEN[:2]}
    yield "T48", persons(**people, shifted=both), persons(**people, shifted=both[1:])
    for i, kind in enumerate(TYPES):
        one_of_each = persons(man=[f"{kind}-a"], woman=[f"{kind}-b"])
        other = TYPES[i - 1]
        yield f"T{49 + i}", one_of_each, persons(man=[f"{kind}-a", f"{other}-a", f"{other}-b"])


def holding(scene, task, fields):
    """Return a scene in which seat 0 handles one task and has what ``fields`` say."""
    fields = dict(fields)
    woman, man, shifted = fields.pop("people", ((), (), ()))
    priests = fields.pop("temple", 0)
    s = scene(2).phase("task").seat(0, tasks=[task], **fields)
    s.persons(0, woman=woman, man=man, shifted=shifted)
    return s.set(temple=[*[0] * priests, *[None] * (6 - priests)], open_tasks=["T01", "T02"])


@pytest.mark.rule(
    "BB-19.1",
    "BB-19.2",
    "BB-19.3",
    "BB-19.4",
    "BB-19.5",
    "BB-19.6",
    "BB-19.7",
    "BB-19.8",
    "BB-19.9",
    "BB-19.10",
    "BB-19.11",
    "BB-19.12",
    "BB-19.13",
    "BB-19.14",
)
@pytest.mark.parametrize(("task", "enough", "short"), list(cases()), ids=lambda case: str(case)[:3])
def test_what_a_task_requires(scene, codes, task, enough, short):
    if task == "T06":  # seat 0 has turn order tile 1
        assert codes(holding(scene, task, enough).load()) == ["complete:T06"]
        second = holding(scene, task, enough).set(turn_order=[1, 0], status_order=[1, 0], turn=1)
        assert "complete:T06" not in codes(second.load())
    open_tasks = {"open_tasks": [t for t in ("T01", "T02", "T03") if t != task]}
    assert codes(holding(scene, task, enough).set(**open_tasks).load()) == [f"complete:{task}"]
    assert f"complete:{task}" not in codes(holding(scene, task, short).set(**open_tasks).load())


def test_every_task_has_its_case():
    assert [task for task, _, _ in cases()] == [f"T{number:02}" for number in range(1, 61)]


@pytest.mark.rule("BB-19.2", "BB-19.10", "BB-19.11")
def test_huts_count_wherever_they_stand(scene, codes):
    s = holding(scene, "T37", {"regions": list(TERRAINS["mountain"])})
    s.seat(1, regions=["EF", "NM", "WM"])
    s.set(building_spaces={"CM": 0, "NM": 1, "WM": 1, "EF": 1})
    assert codes(s.load()) == ["complete:T37"]


@pytest.mark.rule("BB-20.1")
def test_the_alternative_status_track(game):
    other = proa.game("borabora", status="alternative")
    track = list(other.tables.status_points[: other.tables.status_spaces])
    assert track == [0, 1, 1, 2, 2, 4, 4, 6, 6, 9, 9, 12, 12, 15]
    assert track[5] == 4
    assert track[4] < 4
    assert game.options["status"] == "primary"


@pytest.mark.rule("BB-20.1", "BB-12.3")
def test_the_alternative_track_ends_after_thirteen_steps(scene, play, me):
    other = proa.game("borabora", status="alternative")
    s = scene(2, edition=other).action("helper", left=1).persons(0, man=["land-c"])
    s.seat(0, status_steps=12)
    assert me(play(s.load(), "tattoo:3")).steps == 13


@pytest.mark.rule("BB-20.2", "BB-1.9")
def test_without_the_outer_ring(game):
    inner = proa.game("borabora", ring="off")
    lines = PATH_TABLE.strip().splitlines()[:-4]
    wanted = {(*sorted(line.split()[:2]), line.split()[2], int(line.split()[3])) for line in lines}
    assert paths_of(inner) == wanted
    assert len(paths_of(game)) == len(wanted) + 4
    assert game.options["ring"] == "on"


@pytest.mark.rule("BB-20.3")
def test_open_hands():
    opened, hidden = proa.game("borabora", hands="open"), proa.game("borabora")
    position = opened.start(2, seed=5)
    mover = position.to_move
    other = 1 - mover
    assert opened.resample(position, mover, 9) == position
    assert hidden.resample(hidden.start(2, seed=5), mover, 9) != hidden.start(2, seed=5)
    names = opened.observation_names()
    seen = opened.observation(position, mover)
    at = names.index("hand: left 1, blue")
    hand = [round(5 * value) for value in seen[at : at + 5].tolist()]
    assert hand == list(position.fields.player[other].hand)
    assert not opened.spec.texts.reveals(opened, position, opened.action("no"))
    assert json.dumps(opened.view(position, mover)["sections"]).count('"hand"') == 2
    text = json.dumps(hidden.view(hidden.start(2, seed=5), mover)["sections"])
    assert text.count('"hand"') == 1

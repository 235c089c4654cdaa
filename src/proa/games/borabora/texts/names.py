"""Names of Bora Bora's pieces, places and amounts."""

from __future__ import annotations

from proa.engine.core.fields import Row
from proa.engine.messages import Message, join_list
from proa.games.borabora import state as at
from proa.games.borabora.components import WHAT, Need, Tables
from proa.games.borabora.messages import plural, say

REGION = {
    "CF": say("central forest"),
    "CP": say("central plains"),
    "CM": say("central mountain"),
    "CB": say("central beach"),
    "EF": say("eastern forest"),
    "EB": say("eastern beach"),
    "SF": say("southern forest"),
    "SP": say("southern plains"),
    "NB": say("northern beach"),
    "NM": say("northern mountain"),
    "WP": say("western plains"),
    "WM": say("western mountain"),
}
TERRAIN = {
    "mountain": say("mountain regions"),
    "beach": say("beach regions"),
    "forest": say("forest regions"),
    "plains": say("plains regions"),
}
RESOURCE = {
    "sand": say("sand"),
    "wood": say("wood"),
    "stone": say("stone"),
    "offering": say("an offering"),
}
FISH = {
    "tuna": say("tuna"),
    "parrotfish": say("parrotfish"),
    "angelfish": say("angelfish"),
    "boxfish": say("boxfish"),
}
GOD = {
    "blue": say("Blue God"),
    "white": say("White God"),
    "red": say("Red God"),
    "green": say("Green God"),
    "yellow": say("Yellow God"),
}
TYPE = {
    "land": say("Land Path"),
    "water": say("Water Path"),
    "woman": say("Woman"),
    "man": say("Man"),
    "build": say("Build"),
    "material": say("Building materials"),
    "move": say("Move hut"),
    "points": say("Victory points"),
    "god": say("God card"),
    "offering": say("Offering"),
    "status": say("Status"),
    "shell": say("Shell"),
}
TILE = {
    "land": say("Land Path"),
    "water": say("Water Path"),
    "woman": say("Woman"),
    "man": say("Man"),
    "helper": say("Helper"),
    "temple": say("Temple"),
    "build": say("Build"),
    "fishing": say("Fishing"),
}
JEWEL = {
    "necklace": say("necklace"),
    "bracelet": say("bracelet"),
    "earring": say("earring"),
    "ring": say("ring"),
    "anklet": say("anklet"),
    "headdress": say("headdress"),
}
PATH = {"land": say("by land"), "water": say("by water")}


def region(number: int) -> Message:
    """Return the name of a region: "CM, central mountain"."""
    code = at.REGIONS[number]
    return say("{code}, {region}", code=code, region=REGION[code])


def fish(rules: Tables, tile: int) -> Message:
    """Return the name of a fish tile: "tuna 6"."""
    kind = at.FISH_KINDS[tile // 3]
    return say("{fish} {n}", fish=FISH[kind], n=rules.fish_value[tile])


def jewel(rules: Tables, tile: int) -> Message:
    """Return the name of a jewelry tile with its value."""
    kind = at.JEWELS[tile // at.COLUMN]
    return say("{jewel} ({points})", jewel=JEWEL[kind], points=points(rules.jewelry_points[tile]))


def god(number: int) -> Message:
    """Return the name of a God."""
    return GOD[at.GODS[number]]


def resource(number: int) -> Message:
    """Return the name of a material or an offering, as the object of a sentence."""
    return RESOURCE[at.RESOURCES[number]]


def people(sex: int, number: int) -> Message:
    """Return a number of men or women."""
    if sex:
        return plural("{n} man", "{n} men", number)
    return plural("{n} woman", "{n} women", number)


def points(number: int) -> Message:
    """Return a number of victory points."""
    return plural("{n} point", "{n} points", number)


def person(rules: Tables, sex: int, tile: int) -> Message:
    """Return the name of a man or woman tile: "Land Path, 2 shells"."""
    kind = TYPE[list(TYPE)[tile // at.COPIES]]
    return say("{kind} ({symbols})", kind=kind, symbols=symbols(sex, rules.symbols[sex][tile]))


def symbols(sex: int, number: int) -> Message:
    """Return what a person brings when it is shifted down."""
    if sex:
        return plural("{n} status symbol", "{n} status symbols", number)
    return shells(number)


def shells(number: int) -> Message:
    """Return a number of shells."""
    return plural("{n} shell", "{n} shells", number)


def temple_space(value: int, who: Message) -> Message:
    """Return a space of the temple with the seat of its priest."""
    return say("space {n}: {seat}", n=value, seat=who)


def site(number: int) -> str:
    """Return the name of two ceremony spaces: "1-2"."""
    a, b = at.SITES[number]
    return f"{a + 1}-{b + 1}"


def cards(counts: Row[int]) -> Message | str:
    """Return God cards in words: "2 × Blue God and 1 × Red God"."""
    held = [
        say("{n} × {which}", n=counts[god], which=GOD[name])
        for god, name in enumerate(at.GODS)
        if counts[god]
    ]
    return join_list(held) if held else say("none")


def effect(kind: int, power: int) -> Message:
    """Return what the use of a type does (BB-11.6)."""
    if kind in (at.T_LAND, at.T_WATER) and power >= 6:
        return (say("expand along any land path"), say("expand along any water path"))[kind]
    if kind in _UP_TO:
        return say(_UP_TO[kind], n=power)
    return points(power) if kind == at.T_POINTS else plural(*_AMOUNT[kind], power)


def short_effect(kind: int, power: int) -> Message:
    """Return the same for places where the type is drawn beside it."""
    if kind in (at.T_LAND, at.T_WATER) and power >= 6:
        return (say("by land, anywhere"), say("by water, anywhere"))[kind]
    return say(_SHORT[kind], n=power) if kind in _SHORT else effect(kind, power)


_UP_TO = {
    at.T_LAND: "expand along a land path up to {n}",
    at.T_WATER: "expand along a water path up to {n}",
    at.T_WOMAN: "take a woman from positions 1 to {n}",
    at.T_MAN: "take a man from positions 1 to {n}",
    at.T_BUILD: "build a tile up to {n}",
}
_SHORT = {
    at.T_LAND: "by land up to {n}",
    at.T_WATER: "by water up to {n}",
    at.T_WOMAN: "positions 1 to {n}",
    at.T_MAN: "positions 1 to {n}",
    at.T_BUILD: "a tile up to {n}",
}
_AMOUNT = {
    at.T_MATERIAL: ("take {n} material", "take {n} materials"),
    at.T_MOVE: ("move {n} hut to the 12th space", "move {n} huts to the 12th space"),
    at.T_GOD: ("take {n} God card", "take {n} God cards"),
    at.T_OFFERING: ("take {n} offering", "take {n} offerings"),
    at.T_STATUS: ("{n} step on the status track", "{n} steps on the status track"),
    at.T_SHELL: ("take {n} shell", "take {n} shells"),
}

_REQUIREMENT: dict[str, str | tuple[str, str]] = {
    "men": ("a man", "any {n} men"),
    "women": ("a woman", "any {n} women"),
    "man types": ("a man of any type", "{n} men of different types"),
    "woman types": ("a woman of any type", "{n} women of different types"),
    "men shifted": ("a man shifted down", "any {n} men shifted down"),
    "women shifted": ("a woman shifted down", "any {n} women shifted down"),
    "persons shifted": ("a person shifted down", "any {n} persons shifted down"),
    "persons of type": ("a person of type {which}", "{n} persons of type {which}"),
    "regions": ("a hut in any region", "huts in any {n} regions"),
    "islands": ("a hut on any island", "huts on {n} islands"),
    "terrain": ("a hut in one of the {which}", "huts in {n} {which}"),
    "fish": ("a hut at one {which}", "huts at {n} {which}"),
    "huts on the 12th space": ("a hut on the 12th space", "{n} huts on the 12th space"),
    "god cards": "{n} × {which}",
    "equal god cards": ("a God card of any colour", "{n} God cards of one colour"),
    "god colours": ("a God card of any one colour", "{n} God cards of different colours"),
    "god tiles": ("a God tile", "{n} God tiles"),
    "priests": ("a priest in the temple", "{n} priests in the temple"),
    "turn order tile 1": "turn order tile 1",
    "jewelry": ("a jewelry tile", "any {n} jewelry tiles"),
    "jewelry types": ("a jewelry tile of any type", "{n} jewelry tiles of different types"),
    "jewelry of type": "{n} × {which}",
    "buildings": ("a building", "any {n} buildings"),
    "material": "{n} × {which}",
    "materials": ("a building material", "any {n} building materials"),
    "offerings": ("an offering in hand", "{n} offerings"),
    "shells": ("a shell", "{n} shells"),
}
_WHICH: dict[str, dict[str, Message]] = {
    "persons of type": TYPE,
    "terrain": TERRAIN,
    "fish": FISH,
    "god cards": GOD,
    "jewelry of type": JEWEL,
    "material": {name: RESOURCE[name] for name in at.MATERIALS},
}
_LISTS = {
    "terrain": at.TERRAINS,
    "fish": at.FISH_KINDS,
    "god cards": at.GODS,
    "jewelry of type": at.JEWELS,
}
_LISTS |= {"persons of type": tuple(TYPE), "material": at.MATERIALS}


def task(number: int) -> str:
    """Return a task's number: "T31"."""
    return at.TASKS[number]


def requirement(rules: Tables, number: int) -> Message | str:
    """Return what a task requires (BB-19)."""
    needs = rules.task[number].need[: rules.task[number].needs]
    return join_list([_need(need) for need in needs])


def _need(need: Need) -> Message:
    what = list(WHAT)[need.what]
    values = {}
    if what in _WHICH:
        values["which"] = _WHICH[what][_LISTS[what][need.which]]
    text = _REQUIREMENT[what]
    if isinstance(text, str):
        return say(text, n=need.count, **values)
    return plural(*text, need.count, **values)


def quoted_task(rules: Tables, number: int) -> Message:
    """Return what a task requires, in quotes as its name: “4 offerings”."""
    return say("“{needs}”", needs=requirement(rules, number))


def full_task(rules: Tables, number: int) -> Message:
    """Return number and requirement: "T31: 4 offerings"."""
    return say("{task}: {needs}", task=task(number), needs=requirement(rules, number))

"""Resolves the styles of a drawing into plain attributes, for programs that know no modern CSS.

Rasterisers know neither custom properties nor ``light-dark()`` and ``color-mix()``, and not the
symbols of other files. The result needs none of them: every element carries its own attributes, by
day, and every ``use`` is replaced by what it draws.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any
from xml.etree import ElementTree

import cssselect2
import tinycss2
from tinycss2.color4 import parse_color

SVG = "{http://www.w3.org/2000/svg}"
PROPERTIES = frozenset(
    {
        "clip-path",
        "clip-rule",
        "color",
        "dominant-baseline",
        "fill",
        "fill-opacity",
        "fill-rule",
        "font-family",
        "font-size",
        "font-style",
        "font-weight",
        "letter-spacing",
        "mask",
        "opacity",
        "overflow",
        "paint-order",
        "stroke",
        "stroke-dasharray",
        "stroke-dashoffset",
        "stroke-linecap",
        "stroke-linejoin",
        "stroke-miterlimit",
        "stroke-opacity",
        "stroke-width",
        "text-anchor",
        "visibility",
    }
)
"""The properties that become attributes; others change nothing in a still picture."""
_FONT = re.compile(r"(?:(\d+)\s+)?([\d.]+px)(?:/[\d.]+)?\s+(.+)")
_REFERENCE = re.compile(r"url\(#([\w-]+)\)")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_SHARE = re.compile(r"\s*([\d.]+)%\s*")
Variables = Mapping[str, str]


class StyledDrawings:
    """Symbols and styles, parsed once, with which drawings are resolved."""

    def __init__(self, styles: Iterable[str], symbols: Iterable[str]) -> None:
        self._matcher = cssselect2.Matcher()
        for rule in chain.from_iterable(_rules(sheet) for sheet in styles):
            self._add(rule)
        self._symbols: dict[str, Any] = {}
        for text in symbols:
            self._symbols |= _by_id(_tree(text))

    def _add(self, rule: Any) -> None:
        found = tinycss2.parse_blocks_contents(rule.content, skip_comments=True)
        declared = [each for each in found if each.type == "declaration"]
        try:
            selectors = cssselect2.compile_selector_list(rule.prelude)
        except cssselect2.SelectorError:
            return  # of a pseudo-element, or only for a page
        for selector in selectors:
            self._matcher.add_selector(selector, declared)

    def resolved(self, drawing: str) -> str:
        """Return a drawing, an ``svg`` element, without styles and references to symbols."""
        return _Resolution(self._matcher, self._symbols, _tree(drawing)).text()


class _Resolution:
    """One drawing while it is resolved."""

    def __init__(self, matcher: Any, symbols: Mapping[str, Any], tree: Any) -> None:
        self._matcher, self._tree = matcher, tree
        self._ids = {**symbols, **_by_id(tree)}
        self._variables: Variables = {}

    def text(self) -> str:
        self._variables = self._own(self._tree, {})[0]
        drawn = self._element(self._tree, {}, (0.0, 0.0))
        assert drawn is not None
        self._define(drawn)
        ElementTree.register_namespace("", SVG.strip("{}"))
        return ElementTree.tostring(drawn, encoding="unicode")

    def _define(self, drawn: ElementTree.Element) -> None:
        """Add the patterns, clips and gradients to which the drawing refers."""
        defined = {each.get("id") for each in drawn.iter() if each.get("id")}
        defs = ElementTree.SubElement(drawn, f"{SVG}defs")
        wanted = _references(drawn)
        while missing := [name for name in wanted if name not in defined and name in self._ids]:
            for name in missing:
                defined.add(name)
                made = self._element(self._ids[name], self._variables, (0.0, 0.0))
                if made is not None:
                    defs.append(made)
            wanted = _references(defs)

    def _element(
        self, node: Any, variables: Variables, viewport: tuple[float, float]
    ) -> ElementTree.Element | None:
        """Return an element with its children; None if it draws nothing."""
        source = node.etree_element
        if not source.tag.startswith(SVG) or source.tag == f"{SVG}foreignObject":
            return None
        variables, styles = self._own(node, variables)
        if styles.pop("display", "") == "none":
            return None
        attributes = {
            name: _attribute(value, variables)
            for name, value in source.attrib.items()
            if name not in ("class", "style", "href")
        }
        made = ElementTree.Element(source.tag, {**attributes, **styles})
        if source.tag == f"{SVG}use":
            self._draw_used(made, source, variables, viewport)
            return made
        if source.tag == f"{SVG}svg":
            viewport = _viewport(made, viewport)
        made.text = source.text
        for child in node.iter_children():
            drawn = self._element(child, variables, viewport)
            if drawn is not None:
                made.append(drawn)
                drawn.tail = child.etree_element.tail
        return made

    def _draw_used(
        self,
        made: ElementTree.Element,
        source: ElementTree.Element,
        variables: Variables,
        viewport: tuple[float, float],
    ) -> None:
        """Turn a ``use`` into a group with what it refers to."""
        place = {name: made.attrib.pop(name, "") for name in ("x", "y", "width", "height")}
        made.tag = f"{SVG}g"
        target = self._ids.get(source.get("href", "").removeprefix("#"))
        drawn = None if target is None else self._element(target, variables, viewport)
        if drawn is None:
            return
        drawn.attrib.pop("id", None)
        if drawn.tag == f"{SVG}symbol":
            drawn.tag = f"{SVG}svg"
            drawn.attrib.update({name: value for name, value in place.items() if value})
        elif place["x"] or place["y"]:
            moved = f"translate({place['x'] or 0} {place['y'] or 0})"
            drawn, inner = ElementTree.Element(f"{SVG}g", transform=moved), drawn
            drawn.append(inner)
        made.append(drawn)

    def _own(self, node: Any, inherited: Variables) -> tuple[Variables, dict[str, str]]:
        """Return the custom properties of an element, and its other properties."""
        inline = tinycss2.parse_declaration_list(node.etree_element.get("style", ""))
        rules = [declared for *_, declared in self._matcher.match(node)]
        raw: dict[str, Any] = {}
        for each in chain(*rules, inline):
            if each.type == "declaration":
                raw.pop(each.name, None)  # a shorthand ends what was before it
                raw[each.name] = each.value
        custom = {name: value for name, value in raw.items() if name.startswith("--")}
        variables = _Variables(custom, inherited) if custom else inherited
        styles: dict[str, str] = {}
        for name, value in raw.items():
            if name == "font":
                styles |= _font(_text(value, variables))
            elif name in PROPERTIES or name == "display":
                styles[name] = _text(value, variables)
        return variables, {name: value for name, value in styles.items() if value != "inherit"}


class _Variables(dict[str, str]):
    """Custom properties of an element; those that refer to others are computed when asked for."""

    def __init__(self, raw: Mapping[str, Any], inherited: Variables) -> None:
        super().__init__(inherited)
        for name in raw:
            self.pop(name, None)
        self._raw = dict(raw)
        for name in raw:
            self.get(name)

    def get(self, name: str, default: Any = None) -> Any:
        if name in self._raw:
            self[name] = _text(self._raw.pop(name), self)
        return super().get(name, default)


def _tree(text: str) -> Any:
    text = _COMMENT.sub("", text)  # in pages they may contain two hyphens
    if "xmlns=" not in text:
        text = text.replace("<svg", f'<svg xmlns="{SVG.strip("{}")}"', 1)
    return cssselect2.ElementWrapper.from_xml_root(ElementTree.fromstring(text))


def _by_id(tree: Any) -> dict[str, Any]:
    nodes = ((node.etree_element.get("id"), node) for node in tree.iter_subtree())
    return {name: node for name, node in nodes if name}


def _rules(sheet: str) -> list[Any]:
    """Return the rules of a sheet that hold for every medium."""
    found = tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True)
    return [rule for rule in found if rule.type == "qualified-rule"]


def _references(drawn: ElementTree.Element) -> list[str]:
    values = (value for each in drawn.iter() for value in each.attrib.values())
    return [name for value in values for name in _REFERENCE.findall(value)]


def _viewport(made: ElementTree.Element, outer: tuple[float, float]) -> tuple[float, float]:
    """Return the size that children of an ``svg`` fill; give it its own if it has none."""
    for name, size in zip(("width", "height"), outer, strict=True):
        if size and made.get(name) in (None, "100%"):
            made.set(name, f"{size:g}")
    box = made.get("viewBox", "").replace(",", " ").split()
    if len(box) == 4:
        return float(box[2]), float(box[3])
    return float(made.get("width", 0)), float(made.get("height", 0))


def _font(value: str) -> dict[str, str]:
    """Return the properties of the shorthand."""
    found = _FONT.fullmatch(value.strip())
    if found is None:
        return {}
    weight, size, family = found.groups()
    return {"font-weight": weight or "400", "font-size": size, "font-family": family}


def _attribute(value: str, variables: Variables) -> str:
    """Return the value of an attribute with its custom properties."""
    if "var(" not in value:
        return value
    return _text(tinycss2.parse_component_value_list(value), variables)


def _text(tokens: Iterable[Any], variables: Variables) -> str:
    """Return a value with all functions that only browsers know computed."""
    return "".join(_token(token, variables) for token in tokens).strip()


def _token(token: Any, variables: Variables) -> str:
    if token.type != "function":
        text: str = token.serialize()
        return text
    values = _arguments(token.arguments)
    if token.lower_name == "var":
        found = variables.get(tinycss2.serialize(values[0]).strip())
        return found if found is not None else _text(values[1], variables) if values[1:] else ""
    if token.lower_name == "light-dark":
        return _text(values[0], variables)
    if token.lower_name == "color-mix":
        return _mixed(*(_text(value, variables) for value in values[1:]))
    return f"{token.name}({_text(token.arguments, variables)})"


def _arguments(tokens: Sequence[Any]) -> list[list[Any]]:
    values: list[list[Any]] = [[]]
    for token in tokens:
        if token == ",":
            values.append([])
        else:
            values[-1].append(token)
    return values


def _mixed(one: str, other: str) -> str:
    """Return the mixture of two colours in Oklab, each with its share or without."""
    first, second = _SHARE.search(one), _SHARE.search(other)
    if first is None:
        share = 1 - float(second[1]) / 100 if second else 0.5
    else:
        share = float(first[1]) / 100
    a, b = (_oklab(_SHARE.sub("", text)) for text in (one, other))
    alpha = share * a[3] + (1 - share) * b[3]
    if not alpha:
        return "rgba(0,0,0,0)"
    mixed = [(share * x * a[3] + (1 - share) * y * b[3]) / alpha for x, y in zip(a, b, strict=True)]
    red, green, blue = (round(255 * each) for each in _rgb(*mixed[:3]))
    return f"rgba({red},{green},{blue},{alpha:.3g})"


def _oklab(text: str) -> tuple[float, float, float, float]:
    """Return a colour in Oklab, with its opacity."""
    colour = parse_color(text)
    assert colour is not None, text
    *rgb, alpha = colour.to("srgb")
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb)
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    medium = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
        alpha,
    )


def _rgb(lightness: float, a: float, b: float) -> list[float]:
    """Return sRGB of a colour in Oklab."""
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )
    held = (min(max(c, 0.0), 1.0) for c in linear)
    return [12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055 for c in held]

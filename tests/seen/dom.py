"""A page as lines of text with everything that a person can see, hear or read of it, and nothing
else.

One line is one element, its attributes in order, or one piece of text; its content is indented.
Left out, because nobody notices it:

* the order of attributes and classes, and space that a browser collapses;
* comments, the content of scripts, numbers of frames, names of hashes (``data-still``) and how long
  they are cached;
* the frame's number within ids, and in all references to them (``spot-12-CM`` is ``spot-CM``);
* the version in the address of a static file, the folder of one that a game brings, and secrets in
  addresses (``/table/…/act``).

Everything else stays: each other attribute, the place of an element, its texts to the letter.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


VOID = _words("area base br col embed hr img input link meta param source track wbr")
INLINE = _words(
    "a abbr b bdi cite code dfn em i kbd mark output q s small span strong sub sup time tspan u var"
)
"""Elements that flow with text: space at their ends is visible."""
PROSE = INLINE | _words(
    "p h1 h2 h3 h4 h5 h6 li td th dt dd button caption figcaption label legend summary option "
    "title text textpath blockquote"
)
"""Elements in which text flows; in others space between elements is not visible."""
EXACT = _words("pre textarea")
UNSEEN = _words(
    "data-still data-stays data-frame data-latest data-since data-now data-people data-chat nonce "
    "integrity"
)
POINTERS = _words(
    "id for form list href xlink:href aria-describedby aria-labelledby aria-controls aria-owns "
    "aria-details aria-activedescendant aria-flowto popovertarget data-tip"
)
"""Attributes that refer to elements."""
FRAMED = "spot|choice|pick|pass|go|amount"
"""The beginnings of ids that contain the number of their frame."""
SECRET = re.compile(r"(?<![0-9A-Za-z])[0-9a-f]{32,}(?![0-9A-Za-z])")
STATIC = re.compile(r"/static/[^/]+/(?=[\w./-]+)")
ROOM = re.compile(r"(?<=/static/)(games/\w+/)[\w/]+/(?=[\w.-]+)")
LOG = re.compile(r"(?<![\w-])log-\d+(?![\w-])")


class Element:
    """An element, its attributes and its content."""

    def __init__(self, name: str, attributes: dict[str, str]) -> None:
        self.name = name
        self.attributes = attributes
        self.inside: list[Element | str] = []


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].inside.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        names = [element.name for element in self.open]
        assert tag in names[1:], f"</{tag}> closes nothing; open are {names}"
        while self.open.pop().name != tag:
            continue

    def handle_data(self, data: str) -> None:
        inside = self.open[-1].inside
        if inside and isinstance(inside[-1], str):
            inside[-1] += data
        else:
            inside.append(data)


def normal(page: str) -> str:
    """Return the page, or a part of one, in lines."""
    parser = _Parser()
    parser.feed(page)
    parser.close()
    writer = _Writer(_frame(parser.root))
    for child in parser.root.inside:
        writer.write(child, parser.root, 0)
    return "\n".join(writer.lines) + "\n"


def _frame(element: Element) -> str:
    """Return the number of the frame that a page answers; empty if it answers none."""
    if _is_frame(element):
        return element.attributes.get("value", "")
    inside = (child for child in element.inside if isinstance(child, Element))
    return next(filter(None, map(_frame, inside)), "")


class _Writer:
    """Writes a tree in lines."""

    def __init__(self, frame: str) -> None:
        self.lines: list[str] = []
        self._ids = re.compile(rf"(?<![\w-])((?:{FRAMED})-[a-z]*){frame or '(?!)'}(?!\w)-?")

    def write(self, node: Element | str, parent: Element, depth: int) -> None:
        """Write one node and its content."""
        margin = " " * depth
        if isinstance(node, str):
            if text := _text(node, parent):
                self.lines.append(f"{margin}{SECRET.sub('…', text)!r}")
            return
        values = (self._attribute(node, name) for name in sorted(node.attributes))
        self.lines.append(margin + " ".join([f"<{node.name}", *filter(None, values)]) + ">")
        if node.name not in ("script", "style"):
            for child in _shown(node):
                self.write(child, node, depth + 1)

    def _attribute(self, element: Element, name: str) -> str:
        """Return an attribute as it is written; empty if nobody notices it."""
        value = " ".join(element.attributes[name].split())
        if name in UNSEEN or (name == "value" and _is_frame(element)):
            return ""
        if name == "class":
            value = " ".join(sorted(value.split()))
        if name in POINTERS:
            value = LOG.sub("log", self._ids.sub(r"\1", value))
        value = ROOM.sub(r"\1", STATIC.sub("/static/", value))
        return f'{name}="{SECRET.sub("…", value)}"'


def _shown(element: Element) -> list[Element | str]:
    """Return the content of an element, without the space that is collapsed at its ends."""
    inside = list(element.inside)
    if element.name in EXACT or element.name in INLINE:
        return inside
    for end, strip in ((0, str.lstrip), (-1, str.rstrip)):
        if inside and isinstance(inside[end], str):
            inside[end] = strip(str(inside[end]))
    return inside


def _text(text: str, parent: Element) -> str:
    """Return a text as it is shown, with space collapsed; empty if nothing is visible."""
    if parent.name in EXACT:
        return text
    shown = re.sub(r"[ \t\r\n\f]+", " ", text)
    if not shown.strip(" ") and parent.name not in PROSE:
        return ""
    return shown if parent.name in PROSE else shown.strip(" ")


def _is_frame(element: Element) -> bool:
    return element.attributes.get("type") == "hidden" and element.attributes.get("name") == "frame"

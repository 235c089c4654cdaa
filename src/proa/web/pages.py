"""Renders pages from templates: texts, static files, sprites and the games' own drawings.

A template is rendered for one locale and the names of the seats. It has

* ``locale`` and, where the caller gives some, ``names``: macros imported without the context
  have none,
* the filter ``t``, ``t("{name} decides", name=...)`` and ``tn("{n} bot", "{n} bots", 3)``: the
  page's own texts; a game's templates name the game, ``"Rules" | t("tahiti")``,
* ``called(table)``: the table's name, ``titled(table)`` or ``titled(game)``: the game's title,
* the filter ``words`` for messages of engine and games,
* the filter ``shortened``: the start of a text, in whole characters,
* the filter ``static``: the address of a file, with its version (see ``statics.py``),
* ``sample("tahiti", locale)``: a spectator's view of a game's sample position,
* ``portrait("tahiti")``: what other sites show of a link (``social_previews.py``),
* ``qr("https://...")``: a link as a picture for phones,
* the filter ``sprite``: brings drawings (``emblems``, or a game's) to be used by id,
* ``icon``, ``mark``, ``tip_id``, ``tip``, ``deltas``, ``doing``: the parts of ``parts.html``,
* the filter ``still``: a drawing that never changes, rendered once,
* ``once(drawn)``: an element, empty where the page that requests a frame has its content,
* ``aside(drawn)``: an element with an id, empty where the requesting page doesn't show it,
* ``shut``: the ids of such hidden asides, among other names: they need not be rendered,
* ``pieces("games/tahiti/board/art.jinja", locale).boat(0, "white")``: a macro's cached result,
* ``games/<name>/<file>``: templates in a game's folder,
* ``drawn("tahiti")``: how a game is drawn (:class:`proa.engine.core.game_spec.BoardSpec`), with
  such names of files.

Every locale has its own environment. Jinja evaluates a filter of a literal when it compiles a
template, so ``"Rules" | t`` and ``"i-x" | icon`` cost nothing at run time. For other values the
same names are functions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property, lru_cache, partial
from pathlib import Path
from typing import Any

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    StrictUndefined,
    TemplateNotFound,
    pass_context,
)
from jinja2.environment import TemplateModule
from jinja2.runtime import Context
from markupsafe import Markup

from proa import graphemes
from proa.engine import messages
from proa.engine.core.game_spec import BoardSpec
from proa.games import GAMES, spec
from proa.web import statics
from proa.web.book import book
from proa.web.charts import Chart
from proa.web.client_cache import aside, fill, once
from proa.web.qr import qr
from proa.web.samples import sample
from proa.web.seats import SEATS
from proa.web.social_previews import social_preview
from proa.web.template_cache import template_cache

HERE = Path(__file__).parent
_DICT_METHODS = frozenset(dir(dict))
PARTS = ("icon", "mark", "tip_id", "tip", "deltas", "doing")


def render(template: str, locale: str = "en", names: Sequence[str] = (), /, **values: Any) -> str:
    """Return a rendered page or fragment. ``names`` are those of the seats."""
    return fill(draw(template, locale, names, **values))


def draw(template: str, locale: str = "en", names: Sequence[str] = (), /, **values: Any) -> str:
    """Return the same with marks, for :func:`proa.web.client_cache.fill`."""
    found = environment(locale).get_template(template)
    return found.render(locale=locale, names=tuple(names), **values)


def is_drawn(game: str) -> bool:
    """Return whether a game has a drawing of its board; else it is shown as text."""
    return spec(game).board.template is not None


@cache
def drawn(game: str) -> BoardSpec:
    """Return how a game is drawn, with its files as templates and addresses name them."""
    board = spec(game).board

    def named(file: str | None) -> str | None:
        return file and f"games/{game}/{file}"

    return replace(
        board,
        template=named(board.template),
        moment=named(board.moment),
        parts=named(board.parts),
        figures=named(board.figures),
        aim=named(board.aim),
        pieces=named(board.pieces),
        styles=tuple(f"games/{game}/{file}" for file in board.styles),
        table_styles=tuple(f"games/{game}/{file}" for file in board.table_styles),
    )


class _Environment(Environment):
    """Jinja's environment, faster with dicts, which most values here are."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return a key of a dict before an attribute; saves a tenth of a frame's processor time."""
        if isinstance(obj, dict) and attribute not in _DICT_METHODS and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


@cache
def environment(locale: str) -> Environment:
    """Return the Jinja environment of a locale: with escaping; unknown names are errors."""
    made = _Environment(
        loader=ChoiceLoader([FileSystemLoader(HERE / "templates"), _GameLoader()]),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.do", "jinja2.ext.loopcontrols"],
        bytecode_cache=template_cache(locale),
    )
    made.filters.update(
        words=_words,
        t=partial(_translated, locale),
        shortened=graphemes.shortened,
        icon=lambda *values: pieces("parts.html").icon(*values),
        static=statics.address,
        sprite=sprite,
        still=still,
    )
    made.globals.update(
        locale=locale,
        names=(),
        t=_t,
        tn=_tn,
        called=_called,
        titled=_titled,
        static=statics.address,
        sprite=sprite,
        still=still,
        once=once,
        aside=aside,
        pieces=pieces,
        **{name: getattr(pieces("parts.html"), name) for name in PARTS},
        drawn=drawn,
        drawing=drawing,
        portrait=partial(social_preview, locale),
        Chart=Chart,
        book=book,
        sample=sample,
        kept_picture=_cached_picture,
        qr=qr,
        SEATS=SEATS,
    )
    return made


@cache
def sprite(name: str) -> Markup:
    """Return a script element that inserts drawings, ``emblems`` or a game's, for use by id."""
    script = statics.drawings(name)
    return (
        Markup('<script src="{}"></script>').format(statics.address(script)) if script else Markup()
    )


@cache
def picture(game: str, locale: str) -> statics.Static:
    """Return the script that inserts a game's sample picture; its rules must be compiled."""
    drawn = render("_picture.html", locale, picture=game, compiling={})
    return statics.Static(f"{game}-{locale}.js", statics.script(drawn))


def picture_address(game: str, locale: str) -> str:
    """Return the picture's address, which changes with its content."""
    return f"/pictures/{picture(game, locale).version}/{game}-{locale}.js"


def _cached_picture(game: str, locale: str) -> Markup:
    """Return a script element for the sample picture, which the browser caches."""
    return Markup('<script src="{}"></script>').format(picture_address(game, locale))


class _Arguments:
    """Arguments of a template, equal if their ``repr`` is."""

    def __init__(self, values: tuple[Any, ...], named: dict[str, Any]) -> None:
        self.values = values
        self.named = named

    @cached_property
    def _text(self) -> str:
        return repr((self.values, self.named))

    def __hash__(self) -> int:
        return hash(self._text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Arguments) and self._text == other._text


def still(template: str, /, **values: Any) -> Markup:
    """Return a drawing that is always the same for the same values; it is rendered once."""
    return _rendered(template, _Arguments((), values))


@lru_cache(maxsize=1000)
def _rendered(template: str, arguments: _Arguments) -> Markup:
    return Markup(environment("en").get_template(template).render(**arguments.named))


@cache
def pieces(template: str, locale: str = "en") -> Pieces:
    """Return the macros of a template in a language, with a cache of their results."""
    return Pieces(template, locale)


class Pieces:
    """Macros that depend on their arguments alone, so that all viewers may share the results.

    They are imported without the caller's context: facts of one viewer can get in only as
    arguments.
    """

    def __init__(self, template: str, locale: str) -> None:
        self._of = template, locale

    def __getattr__(self, name: str) -> Callable[..., Markup]:
        made = partial(_made, *self._of, name)
        setattr(self, name, made)
        return made


def _made(template: str, locale: str, macro: str, /, *values: Any, **named: Any) -> Markup:
    arguments = _Arguments(values, named)
    if not (values and isinstance(values[0], messages.Shared)):
        return _piece(template, locale, macro, arguments)
    rest = _Arguments(values[1:], named)
    return values[0].cached(
        (template, locale, macro, rest), lambda: _drawn(template, locale, macro, arguments)
    )


@lru_cache(maxsize=5_000)  # a large one, as a player board of Bora Bora, takes 40 kB
def _piece(template: str, locale: str, macro: str, arguments: _Arguments) -> Markup:
    return _drawn(template, locale, macro, arguments)


def _drawn(template: str, locale: str, macro: str, arguments: _Arguments) -> Markup:
    made: Markup = getattr(_module(template, locale), macro)(*arguments.values, **arguments.named)
    return made


@cache
def _module(template: str, locale: str) -> TemplateModule:
    return environment(locale).get_template(template).make_module()


def drawing(game: str) -> Any:
    """Return the game's module of places and paths."""
    return spec(game).board.geometry


class _GameLoader(BaseLoader):
    """Loads templates from the games' folders, as ``games/<name>/<file>``."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Any]:
        name = game_of(template)
        if name is not None and name in GAMES and ".." not in template.split("/"):
            path = spec(name).folder / template.removeprefix(f"games/{name}/")
            if path.suffix == ".jinja" and path.is_file():
                return path.read_text(encoding="utf-8"), str(path), lambda: True
        raise TemplateNotFound(template)


def game_of(template: str | None) -> str | None:
    """Return the game that brings a template, ``games/<name>/<file>``; None for ours."""
    parts = (template or "").split("/")
    return parts[1] if len(parts) > 2 and parts[0] == "games" else None


def _translated(locale: str, text: str, game: str | None = None) -> str:
    return messages.translated(text, locale, game)


@pass_context
def _t(context: Context, text: str, /, **values: Any) -> str:
    return _message_text(context, {"say": text, "in": game_of(context.name), **values})


@pass_context
def _tn(context: Context, one: str, many: str, n: int, /, **values: Any) -> str:
    game = game_of(context.name)
    return _message_text(context, {"say": one, "many": many, "n": n, "in": game, **values})


@pass_context
def _called(context: Context, table: Mapping[str, Any]) -> str:
    """Return the name of a table; without a name of its own the game's title."""
    name: str = table["name"]
    return _titled(context, table) if name == table["title"] else name


@pass_context
def _titled(context: Context, about: Mapping[str, Any]) -> str:
    """Return the title of a game, or of a table's game, in that game's translation."""
    game = about.get("game", about["name"])
    return messages.translated(about["title"], context["locale"], game)


@pass_context
def _words(context: Context, message: Any) -> str:
    return _message_text(context, message)


def _message_text(context: Context, message: Any) -> str:
    return messages.text(message, context["locale"], context["names"])

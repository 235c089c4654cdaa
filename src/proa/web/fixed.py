"""Templates whose fixed parts are worked out when they are compiled.

``t("Rules")`` or ``icon("i-rules")`` stand for the same text wherever they are in the templates of
one locale. As calls they took a third of the time of a table's frame; as text they take none.

What is left for every frame, a frame does some thousand times: values are put in and macros called
without the questions that Jinja asks before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, MutableMapping
from functools import cache, partial
from types import BuiltinFunctionType, MethodType
from typing import Any

from jinja2 import Environment, nodes
from jinja2.runtime import Context, Macro
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

from proa.engine import words

FIXED = ("icon", "sprite", "static", "still")
"""Globals that give the same for the same words, whoever asks."""


_PLAIN = (dict, words.Shared)
_METHODS = frozenset(dir(dict))
"""In Jinja ``mapping.items`` is the method even where there is such a key."""
_DIRECT = (Macro, partial, BuiltinFunctionType, MethodType, type(cache(str)))
"""What wants no context: macros, those of :class:`proa.web.pages.Pieces`, methods, what is kept."""
_MARKS = re.compile("[&<>'\"]")
"""What is not text alone in a page: most texts have none of them."""
_PUT_IN = "\nfrom proa.web.fixed import put_in as escape\n"
"""Ends the code of a template, in which nothing else is called so."""


def put_in(value: Any) -> str:
    """A value as it stands in a page."""
    kind = type(value)
    if kind is Markup or (kind is str and _MARKS.search(value) is None):
        return value  # type: ignore[no-any-return]
    return str(value) if kind is int else escape(value)


class _LocalContext(Context):
    """What a template knows while it is rendered."""

    def call(self, called: Callable[..., Any], /, *args: Any, **named: Any) -> Any:
        """Call something as a template does."""
        if type(called) not in _DIRECT:
            return super().call(called, *args, **named)
        named.pop("_loop_vars", None)
        named.pop("_block_vars", None)
        return called(*args, **named)


def game_of(template: str | None) -> str | None:
    """The game that brings a template, ``games/<name>/<file>``; None for ours."""
    parts = (template or "").split("/")
    return parts[1] if len(parts) > 2 and parts[0] == "games" else None


class LocalEnvironment(Environment):
    """A Jinja environment whose templates are compiled for one locale."""

    context_class = _LocalContext

    def __init__(self, locale: str, **options: Any) -> None:
        super().__init__(**options)
        self.locale = locale

    def getattr(self, obj: Any, attribute: str) -> Any:
        """An attribute, else a key; of a dict, which most things are here, the key at once."""
        if type(obj) in _PLAIN and attribute not in _METHODS and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)

    def make_globals(self, added: Mapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The names that a template finds, in one dict: a chain of two is slow to copy."""
        return {**self.globals, **(added or {})}

    def _generate(self, source: nodes.Template, name: str | None, *where: Any, **how: Any) -> str:
        fixed = _Fixer(self, source, game_of(name)).visit(source)
        return super()._generate(fixed, name, *where, **how) + _PUT_IN


class _Fixer(NodeTransformer):
    """Puts the text of a call in its place, where all that it is given is written there."""

    def __init__(
        self, environment: LocalEnvironment, source: nodes.Template, game: str | None
    ) -> None:
        self._environment = environment
        self._game = game
        self._own = {macro.name for macro in source.find_all(nodes.Macro)}
        self._own |= {name.name for name in source.find_all(nodes.Name) if name.ctx != "load"}
        for imported in source.find_all(nodes.FromImport):
            self._own |= {name if isinstance(name, str) else name[1] for name in imported.names}

    def visit_Concat(self, joined: nodes.Concat) -> nodes.Node:  # noqa: N802
        """Left alone: joining what is fixed, Jinja would forget that a part is markup."""
        return joined

    def visit_CallBlock(self, block: nodes.CallBlock) -> nodes.Node:  # noqa: N802
        """Left alone: it has to call something."""
        return block

    def visit_Call(self, call: nodes.Call) -> nodes.Node:  # noqa: N802
        self.generic_visit(call)
        given = [value.value for value in call.args if isinstance(value, nodes.Const)]
        is_fixed = len(given) == len(call.args) and not (
            call.kwargs or call.dyn_args or call.dyn_kwargs
        )
        if not is_fixed or not isinstance(call.node, nodes.Name) or call.node.name in self._own:
            return call
        name = call.node.name
        if name == "t" and len(given) == 1:
            return nodes.Const(words.translated(given[0], self._environment.locale, self._game))
        if name in FIXED:
            made: Any = self._environment.globals[name]
            return nodes.Const(made(*given))
        return call

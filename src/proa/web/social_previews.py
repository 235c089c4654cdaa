"""Link previews for other sites: a sentence and a picture of the game, never of a table."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from proa.engine import messages
from proa.engine.messages import say
from proa.games import GAMES, spec
from proa.web import statics

SUMMARY = say("Three South Seas board games, with friends or bots.")


class SocialPreview(NamedTuple):
    """The sentence, the picture's address, and its alternative text."""

    sentence: str
    picture: str
    alt: str


@cache
def social_preview(locale: str, game: str = "") -> SocialPreview:
    """Return the preview of a game, or of the whole site with the first game's picture."""
    sentence = spec(game).sentence if game in GAMES else SUMMARY
    drawn = [name for name in (game, *GAMES) if name in GAMES and spec(name).board.portrait]
    if not drawn:
        return SocialPreview(
            messages.text(sentence, locale), statics.address("icons/proa-512.png"), "proa"
        )
    title = messages.translated(spec(drawn[0]).title, locale, drawn[0])
    return SocialPreview(
        messages.text(sentence, locale),
        statics.address(f"games/{drawn[0]}/{spec(drawn[0]).board.portrait}"),
        messages.text(say("The board of {game} in the middle of a game.", game=title), locale),
    )

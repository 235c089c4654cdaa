"""What programs are answered, made of what happens at tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from proa.bots import company as guests
from proa.bots import levels as bots
from proa.engine.words import in_words
from proa.games import GAMES, kind
from proa.server.api import models
from proa.server.errors import Refusal
from proa.server.store.schema import OVER, SeatRow, TableRow
from proa.server.tables import shown
from proa.server.tables import standing as beforehand
from proa.server.tables.access import Sitting
from proa.server.tables.table import Stale, Table


def problem(why: Refusal, sentence: str, locale: str) -> models.Problem:
    """A refusal; of a post that came too late, how the table stands now."""
    found = models.Problem(error=sentence, code=why.code)
    if why.limit:
        found.limit = why.limit
    if isinstance(why, Stale):
        found.shown = frame(why.table, why.seat, None, locale)
    return found


def frame(table: Table, viewer: int, number: int | None, locale: str) -> models.Shown:
    """One of a viewer's frames, the newest by default."""
    seen = {**shown.show(table, viewer, number), "result": shown.result(table)}
    return models.Shown(**in_words(seen, locale, table.names))


def standing(table: Table, seat: int, locale: str) -> models.Standing:
    """What a seat has answered beforehand, and what it could."""
    said = beforehand.said(table, seat)
    told = {
        "said": said and {"code": said.code, "amount": said.amount, **said.words},
        "offers": [
            {"code": code, "least": least, "most": most, **words}
            for code, amounts, words in beforehand.offers(table, seat)
            for least, most in [amounts or (None, None)]
        ],
    }
    return models.Standing(**in_words(told, locale, table.names))


def games(locale: str) -> list[models.GameAbout]:
    """The games one can play, with their options."""
    return [_game(name, locale) for name in GAMES]


def _game(name: str, locale: str) -> models.GameAbout:
    played = kind(name)
    about = {
        "name": name,
        "title": played.title,
        "fewest": played.players[0],
        "most": played.players[1],
        "minutes": played.minutes,
        "sentence": played.sentence,
        "options": [
            {
                "name": key,
                "label": option.label,
                "rule": option.rule,
                "players": list(option.players),
                "default": option.default,
                "values": [{"value": v, "label": label} for v, label in option.values.items()],
            }
            for key, option in played.components.options.items()
        ],
    }
    return models.GameAbout(**in_words(about, locale))


def levels(locale: str) -> list[models.Level]:
    """The levels of bots, in rising strength."""
    return [
        models.Level(name=name, label=in_words(level.label, locale))
        for name, level in bots.LEVELS.items()
    ]


def companions(locale: str, game: str = "") -> list[models.Level]:
    """The levels, then other bots that one can ask to a table; those that play a game."""
    found = guests.companions(game) if game else guests.company()
    others = [one for one in found.values() if isinstance(one, guests.Guest)]
    return [
        *levels(locale),
        *(models.Level(name=one.name, label=one.label, game=one.bot.game) for one in others),
    ]


def own_table(
    row: TableRow, seats: Sequence[SeatRow], holder: str, returns: Sequence[float] = ()
) -> models.OwnTable:
    """One of somebody's tables; ``returns`` say who has won there."""
    turn = seats[row.turn] if row.turn is not None else None
    return models.OwnTable(
        id=row.id,
        name=row.name,
        game=row.game,
        title=_title(row.game),
        status=row.status,
        seats=[
            models.SeatInList(seat=s.seat, name=s.name, kind=s.kind, me=holder in s.holders)
            for s in seats
        ],
        touched=row.touched,
        winners=[place.name for place, share in zip(seats, returns, strict=False) if share > 0],
        waits_for=turn.name if turn else None,
        mine=turn is not None and holder in turn.holders and not turn.stand_in,
    )


def opened(table: Table, token: str, mine: Mapping[int, str]) -> models.Opened:
    """A new table, with the tokens that play ``mine``."""
    return models.Opened(
        table=table.id,
        commitment=table.row.commitment,
        token=token,
        watch=table.row.watch,
        seats=[
            models.Seat(seat=place.seat, token=mine.get(place.seat), invite=place.invite)
            for place in table.seats
        ],
    )


def about(sitting: Sitting) -> models.About:
    """A table in general, as far as somebody may know of it."""
    row = sitting.table.row
    return models.About(
        id=sitting.table_id,
        name=row.name,
        game=row.game,
        title=_title(row.game),
        edition=row.edition,
        options=row.options,
        status=row.status,
        turn=row.turn,
        commitment=row.commitment,
        pace=row.pace,
        due=row.due,
        watchers_chat=row.watchers_chat,
        rematch=sitting.rematch,
    )


def people(table: Table, viewer: int, locale: str) -> list[models.Person]:
    """The seats in words; with their points when the game is over."""
    seats = in_words(shown.people(table, viewer), locale, table.names)
    if table.row.status == OVER and not table.why_not_shown:
        for place, score in zip(seats, table.game.scores(table.playing.position()), strict=True):
            place["score"] = score
    return [models.Person(**place) for place in seats]


def at_table(sitting: Sitting, locale: str, base: str) -> models.AtTable:
    """A table, its people, and the links that somebody may have; ``base`` begins them."""
    watch = sitting.watch_link
    return models.AtTable(
        table=about(sitting),
        viewer=sitting.viewer,
        seats=people(sitting.table, sitting.viewer, locale),
        is_host=sitting.is_host,
        may_chat=sitting.may_talk,
        watch_url=f"{base}/watch/{watch}" if watch else None,
        invites=[
            models.Invitation(seat=place.seat, name=place.name, url=f"{base}/sit/{place.invite}")
            for place in sitting.invitations
        ],
    )


def invited(sitting: Sitting, locale: str) -> models.Invited:
    """The table of an invitation."""
    seats = people(sitting.table, sitting.viewer, locale)
    return models.Invited(table=about(sitting), seat=sitting.viewer, seats=seats)


def _title(game: str) -> str:
    """A game's title; its name if it is not here any more."""
    return kind(game).title if game in GAMES else game

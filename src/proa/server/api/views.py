"""Makes the API's responses from tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from proa.bots import levels as bots
from proa.bots import roster as guests
from proa.engine.messages import localize
from proa.games import GAMES, spec
from proa.server.api import models
from proa.server.errors import Refusal
from proa.server.store.rows import SeatRow, TableRow
from proa.server.tables import at_table as general
from proa.server.tables import premoves, table_view
from proa.server.tables.access import TableAccess
from proa.server.tables.table import Stale, Table


def problem(why: Refusal, sentence: str, locale: str) -> models.Problem:
    """Return a refusal; for an outdated request with the current frame."""
    found = models.Problem(error=sentence, code=why.code)
    if why.limit:
        found.limit = why.limit
    if isinstance(why, Stale):
        found.shown = frame(why.table, why.seat, None, locale)
    return found


def frame(table: Table, viewer: int, number: int | None, locale: str) -> models.FrameView:
    """Return one of a viewer's frames, the newest by default."""
    return models.FrameView(**localize(table_view.show(table, viewer, number), locale, table.names))


def standing(table: Table, seat: int, locale: str) -> models.Premoves:
    """Return a seat's premove, and those it could set."""
    premove = premoves.current(table, seat)
    values = {
        "said": premove and {"code": premove.code, "amount": premove.amount, **premove.words},
        "offers": [
            {"code": code, "least": least, "most": most, **words}
            for code, amounts, words in premoves.offers(table, seat)
            for least, most in [amounts or (None, None)]
        ],
    }
    return models.Premoves(**localize(values, locale, table.names))


def games(locale: str) -> list[models.GameAbout]:
    """Return the games, with their options."""
    return [_game(name, locale) for name in GAMES]


def _game(name: str, locale: str) -> models.GameAbout:
    played = spec(name)
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
    return models.GameAbout(**localize(about, locale))


def levels(locale: str) -> list[models.Level]:
    """Return the levels of bots, in rising strength."""
    return [
        models.Level(name=name, label=localize(level.label, locale))
        for name, level in bots.LEVELS.items()
    ]


def companions(locale: str, game: str = "") -> list[models.Level]:
    """Return the levels, then the other bots for a table; with ``game`` only those that play it."""
    found = guests.roster_for(game) if game else guests.roster()
    others = [one for one in found.values() if isinstance(one, guests.BotEntry)]
    return [
        *levels(locale),
        *(models.Level(name=one.name, label=one.label, game=one.bot.game) for one in others),
    ]


def own_table(
    row: TableRow, seats: Sequence[SeatRow], guest_id: str, returns: Sequence[float] = ()
) -> models.OwnTable:
    """Return one of a guest's tables; ``returns`` are the shares of the win."""
    turn = seats[row.turn] if row.turn is not None else None
    return models.OwnTable(
        id=row.id,
        name=row.name,
        game=row.game,
        title=general.title(row.game),
        status=row.status,
        seats=[
            models.SeatInList(seat=s.seat, name=s.name, kind=s.kind, me=guest_id in s.holders)
            for s in seats
        ],
        touched=row.touched,
        winners=[place.name for place, share in zip(seats, returns, strict=False) if share > 0],
        waits_for=turn.name if turn else None,
        mine=turn is not None and guest_id in turn.holders and not turn.stand_in,
    )


def opened(table: Table, token: str, mine: Mapping[str, str]) -> models.NewTable:
    """Return a new table; ``mine`` has the tokens that play its seats, by guest id."""
    return models.NewTable(
        table=table.id,
        commitment=table.row.commitment,
        token=token,
        watch=table.row.watch,
        seats=[
            models.Seat(
                seat=place.seat,
                token=next((mine[one] for one in place.holders if one in mine), None),
                invite=place.invite,
            )
            for place in table.seats
        ],
    )


def at_table(access: TableAccess, locale: str, base: str) -> models.AtTable:
    """Return a table, its people, and the guest's links, which begin with ``base``."""
    seen = general.at_table(access, base)
    return models.AtTable(**localize(seen, locale, access.table.names))


def invited(access: TableAccess, locale: str) -> models.InvitationView:
    """Return the table of an invitation."""
    table, seat = access.table, access.viewer
    seen = {"table": general.about(access), "seat": seat, "seats": general.people(table, seat)}
    return models.InvitationView(**localize(seen, locale, table.names))

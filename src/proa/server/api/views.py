"""What programs are answered, made of what happens at tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from proa.bots import levels as bots
from proa.bots import roster as guests
from proa.engine.messages import localize
from proa.games import GAMES, spec
from proa.server.api import models
from proa.server.errors import Refusal
from proa.server.store.schema import OVER, SeatRow, TableRow
from proa.server.tables import premoves as beforehand
from proa.server.tables import table_view
from proa.server.tables.access import TableAccess
from proa.server.tables.table import Stale, Table


def problem(why: Refusal, sentence: str, locale: str) -> models.Problem:
    """A refusal; of a post that came too late, how the table stands now."""
    found = models.Problem(error=sentence, code=why.code)
    if why.limit:
        found.limit = why.limit
    if isinstance(why, Stale):
        found.shown = frame(why.table, why.seat, None, locale)
    return found


def frame(table: Table, viewer: int, number: int | None, locale: str) -> models.FrameView:
    """One of a viewer's frames, the newest by default."""
    seen = {**table_view.show(table, viewer, number), "result": table_view.result(table)}
    return models.FrameView(**localize(seen, locale, table.names))


def standing(table: Table, seat: int, locale: str) -> models.Premoves:
    """What a seat has answered beforehand, and what it could."""
    said = beforehand.current(table, seat)
    told = {
        "said": said and {"code": said.code, "amount": said.amount, **said.words},
        "offers": [
            {"code": code, "least": least, "most": most, **words}
            for code, amounts, words in beforehand.offers(table, seat)
            for least, most in [amounts or (None, None)]
        ],
    }
    return models.Premoves(**localize(told, locale, table.names))


def games(locale: str) -> list[models.GameAbout]:
    """The games one can play, with their options."""
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
    """The levels of bots, in rising strength."""
    return [
        models.Level(name=name, label=localize(level.label, locale))
        for name, level in bots.LEVELS.items()
    ]


def companions(locale: str, game: str = "") -> list[models.Level]:
    """The levels, then other bots that one can ask to a table; those that play a game."""
    found = guests.roster_for(game) if game else guests.roster()
    others = [one for one in found.values() if isinstance(one, guests.BotEntry)]
    return [
        *levels(locale),
        *(models.Level(name=one.name, label=one.label, game=one.bot.game) for one in others),
    ]


def own_table(
    row: TableRow, seats: Sequence[SeatRow], guest_id: str, returns: Sequence[float] = ()
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
            models.SeatInList(seat=s.seat, name=s.name, kind=s.kind, me=guest_id in s.holders)
            for s in seats
        ],
        touched=row.touched,
        winners=[place.name for place, share in zip(seats, returns, strict=False) if share > 0],
        waits_for=turn.name if turn else None,
        mine=turn is not None and guest_id in turn.holders and not turn.stand_in,
    )


def opened(table: Table, token: str, mine: Mapping[int, str]) -> models.NewTable:
    """A new table, with the tokens that play ``mine``."""
    return models.NewTable(
        table=table.id,
        commitment=table.row.commitment,
        token=token,
        watch=table.row.watch,
        seats=[
            models.Seat(seat=place.seat, token=mine.get(place.seat), invite=place.invite)
            for place in table.seats
        ],
    )


def about(access: TableAccess) -> models.About:
    """A table in general, as far as somebody may know of it."""
    row = access.table.row
    return models.About(
        id=access.table_id,
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
        rematch=access.rematch,
    )


def people(table: Table, viewer: int, locale: str) -> list[models.Person]:
    """The seats in words; with their points when the game is over."""
    seats = localize(table_view.people(table, viewer), locale, table.names)
    if table.row.status == OVER and not table.why_not_visible:
        for place, score in zip(seats, table.game.scores(table.playing.position()), strict=True):
            place["score"] = score
    return [models.Person(**place) for place in seats]


def at_table(access: TableAccess, locale: str, base: str) -> models.AtTable:
    """A table, its people, and the links that somebody may have; ``base`` begins them."""
    watch = access.watch_link
    return models.AtTable(
        table=about(access),
        viewer=access.viewer,
        seats=people(access.table, access.viewer, locale),
        is_host=access.is_host,
        may_chat=access.may_talk,
        watch_url=f"{base}/watch/{watch}" if watch else None,
        invites=[
            models.Invitation(seat=place.seat, name=place.name, url=f"{base}/sit/{place.invite}")
            for place in access.invitations
        ],
    )


def invited(access: TableAccess, locale: str) -> models.InvitationView:
    """The table of an invitation."""
    seats = people(access.table, access.viewer, locale)
    return models.InvitationView(table=about(access), seat=access.viewer, seats=seats)


def _title(game: str) -> str:
    """A game's title; its name if it is not here any more."""
    return spec(game).title if game in GAMES else game

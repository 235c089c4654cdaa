"""Who sits where: invitations, other devices, names, leaving; what the host decides."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from proa.server.doors.asking import (
    INVITATION,
    OPENING,
    USUAL,
    AllTables,
    AtTable,
    Guest,
    Locale,
    base_url,
)
from proa.server.pages import contexts
from proa.server.pages.contexts import page
from proa.server.tables import (
    opening,
    seats,
)
from proa.server.tables.access import Invited

router = APIRouter(include_in_schema=False, dependencies=[USUAL])
Text = Annotated[str, Form()]


@router.get("/sit/{invite}", dependencies=[INVITATION])
async def invitation(
    request: Request, invite: str, tables: AllTables, guest: Guest, locale: Locale
) -> HTMLResponse:
    """An invitation is shown; taking the seat is a post."""
    table, seat = await seats.invited(tables, invite)
    return page(
        request,
        "sit.html",
        table.names,
        table=contexts.about(Invited(table, guest, seat)),
        seats=contexts.seats_of(table, seat, locale),
        invite=invite,
        inviting=table.host_name,
        already_here=bool(table.seats_of(guest)),
    )


@router.post("/sit/{invite}", dependencies=[INVITATION])
async def take_seat(
    invite: str, tables: AllTables, guest: Guest, name: Text = "", nonce: Text = ""
) -> Response:
    """Take the seat of an invitation."""
    table, _ = await seats.sit(tables, invite, guest, name, nonce)
    return RedirectResponse(f"/table/{table.id}", 303)


@router.get("/rejoin/{token}", dependencies=[INVITATION])
async def rejoin_offer(
    request: Request, token: str, tables: AllTables, locale: Locale
) -> HTMLResponse:
    """A link for another device is shown; using it is a post."""
    table, seat = await seats.rejoin_offered(tables, token)
    places = contexts.seats_of(table, seat, locale)
    about = contexts.about(Invited(table, "", seat))
    return page(request, "rejoin.html", table.names, table=about, seats=places, token=token)


@router.post("/rejoin/{token}", dependencies=[INVITATION])
async def rejoin(token: str, tables: AllTables, guest: Guest) -> Response:
    """Join one's seat from this device."""
    table, _ = await seats.rejoin(tables, token, guest)
    return RedirectResponse(f"/table/{table.id}", 303)


@router.post("/table/{table_id}/device")
async def another_device(
    request: Request, sitting: AtTable, tables: AllTables, locale: Locale
) -> HTMLResponse:
    """Make a link with which another device can join one's seat, once."""
    token = await seats.offer_rejoin(tables, sitting.table, sitting.seat)
    base = base_url(request, tables)
    values = contexts.at_table(sitting, locale, base)
    values |= {"link": f"{base}/rejoin/{token}", "here_only": contexts.opens_here_only(base)}
    return page(request, "device.html", sitting.table.names, **values)


@router.post("/table/{table_id}/ready")
async def ready(table_id: str, tables: AllTables, guest: Guest, nonce: Text = "") -> Response:
    """The guest is ready; their nonce joins the seed."""
    await seats.ready(tables, table_id, guest, nonce)
    return RedirectResponse(f"/table/{table_id}", 303)


@router.post("/table/{table_id}/screen")
async def screen(
    sitting: AtTable, tables: AllTables, place: Annotated[int | None, Form()] = None
) -> Response:
    """Say which of the seats that share a screen looks from now on; nobody by default."""
    await seats.take_screen(tables, sitting, place)
    query = f"?seat={place}" if place is not None and len(sitting.mine) > 1 else ""
    return RedirectResponse(sitting.door + query, 303)


@router.post("/table/{table_id}/rename")
async def rename(sitting: AtTable, tables: AllTables, name: Text) -> Response:
    """Change the name of one's seat."""
    await seats.rename(tables, sitting.table.id, sitting.seat, name)
    return RedirectResponse(sitting.door + sitting.query, 303)


@router.post("/table/{table_id}/resign")
async def resign(sitting: AtTable, tables: AllTables, level: Text) -> Response:
    """Leave one's seat to a bot for good."""
    table = await seats.resign(tables, sitting.table.id, sitting.seat, level)
    return RedirectResponse(f"/watch/{table.row.watch}", 303)


@router.post("/table/{table_id}/options")
async def options(
    sitting: AtTable,
    tables: AllTables,
    pace: Text = "",
    watchers_chat: Text = "",
) -> Response:
    """The host changes the clock and whether spectators may talk."""
    chosen = contexts.seconds(pace)
    await seats.set_options(tables, sitting.table.id, sitting.holder, chosen, bool(watchers_chat))
    return RedirectResponse(sitting.door + sitting.query, 303)


@router.post("/table/{table_id}/fill")
async def fill(
    sitting: AtTable, tables: AllTables, place: Annotated[int, Form()], level: Text
) -> Response:
    """The host gives an open seat to a bot."""
    await seats.fill(tables, sitting.table.id, sitting.holder, place, level)
    return RedirectResponse(sitting.door, 303)


@router.post("/table/{table_id}/close")
async def close(sitting: AtTable, tables: AllTables) -> Response:
    """The host closes a table that has not begun."""
    await seats.close(tables, sitting.table.id, sitting.holder)
    return RedirectResponse("/", 303)


@router.post("/table/{table_id}/rematch", dependencies=[OPENING])
async def rematch(sitting: AtTable, tables: AllTables) -> Response:
    """Open the next game with the same people, the seats rotated; or join it."""
    table = await opening.rematch(tables, sitting.table.id, sitting.holder)
    return RedirectResponse(f"/table/{table.id}", 303)

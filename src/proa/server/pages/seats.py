"""Pages about seats: invitations, other devices, names, leaving; the host's decisions."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from proa.engine.messages import localize
from proa.server.http.dependencies import (
    ADDRESS,
    INVITATION,
    OPENING,
    USUAL,
    AllTables,
    AtTable,
    Guest,
    Locale,
    at_home,
    base_url,
    is_here,
    keep,
    known_address,
)
from proa.server.pages.lobby import reach
from proa.server.pages.responses import page
from proa.server.store.accounts import SignedIn
from proa.server.tables import devices, opening, pause, replacements, seats, time_control
from proa.server.tables.access import InvitationAccess
from proa.server.tables.at_table import about, at_table, people

router = APIRouter(include_in_schema=False, dependencies=[USUAL])
Text = Annotated[str, Form()]


@router.get("/sit/{invite}", dependencies=[INVITATION])
async def invitation(
    request: Request, invite: str, tables: AllTables, guest: Guest, locale: Locale
) -> HTMLResponse:
    """Render an invitation; a POST takes the seat."""
    table, seat = await seats.invited(tables, invite)
    return page(
        request,
        "sit.html",
        table.names,
        table=about(InvitationAccess(table, guest, seat)),
        seats=localize(people(table, seat), locale, table.names),
        invite=invite,
        inviting=table.host_name,
        already_here=bool(table.seats_of(guest)),
    )


@router.post("/sit/{invite}", dependencies=[INVITATION])
async def take_seat(
    request: Request,
    invite: str,
    tables: AllTables,
    guest: Guest,
    name: Text = "",
    nonce: Text = "",
) -> Response:
    """Take the seat of an invitation; without a name under that of the account."""
    account: SignedIn | None = request.state.account
    chosen = name or (account.name if account else "")
    table, _ = await seats.sit(tables, invite, guest, chosen, nonce)
    return RedirectResponse(f"/table/{table.id}", 303)


@router.get("/rejoin/{token}", dependencies=[INVITATION])
async def rejoin_offer(
    request: Request, token: str, tables: AllTables, locale: Locale
) -> HTMLResponse:
    """Render a link for another device; a POST uses it."""
    table, seat = await devices.rejoin_offered(tables, token)
    places = localize(people(table, seat), locale, table.names)
    offered = about(InvitationAccess(table, "", seat))
    return page(request, "rejoin.html", table.names, table=offered, seats=places, token=token)


@router.post("/rejoin/{token}", dependencies=[INVITATION])
async def rejoin(token: str, tables: AllTables, guest: Guest) -> Response:
    """Join the seat from this device."""
    table, _ = await devices.rejoin(tables, token, guest)
    return RedirectResponse(f"/table/{table.id}", 303)


@router.post("/table/{table_id}/device")
async def another_device(
    request: Request, access: AtTable, tables: AllTables, locale: Locale, address: Text = ""
) -> HTMLResponse:
    """Make a link with which another device can join the seat, once.

    The guest may choose the ``address`` of this machine that begins the link.
    """
    chosen = known_address(tables, address) if address else ""
    token = await devices.offer_rejoin(tables, access.table, access.seat, access.guest_id)
    base, home = base_url(request, tables, chosen), at_home(request, tables)
    values = localize(at_table(access, base), locale, access.table.names) | reach(request, base)
    values["link"] = f"{base}/rejoin/{token}"
    values["link_here"] = f"{home}/rejoin/{token}" if is_here(request) and base != home else ""
    answer = page(request, "device.html", access.table.names, **values)
    if chosen:
        keep(request, answer, ADDRESS, chosen)
    return answer


@router.post("/bring")
async def bring(request: Request, tables: AllTables, guest: Guest) -> HTMLResponse:
    """Make a link that moves the guest's seats to a better address of the server, once."""
    token = await devices.offer_move(tables, guest)
    better = at_home(request, tables)
    return page(request, "bring.html", better=better, link=f"{better}/bring/{token}")


@router.get("/bring/{token}", dependencies=[INVITATION])
async def brought(request: Request, token: str, tables: AllTables) -> HTMLResponse:
    """Render such a link; a POST uses it."""
    found = await tables.store.tables_of(await devices.move_offered(tables, token))
    names = [row.name for row, _ in found]
    return page(request, "brought.html", own_names=names, token=token)


@router.post("/bring/{token}", dependencies=[INVITATION])
async def take_along(token: str, tables: AllTables, guest: Guest) -> Response:
    """Take the seats of such a link."""
    await devices.move(tables, token, guest)
    return RedirectResponse("/", 303)


@router.post("/table/{table_id}/ready")
async def ready(access: AtTable, tables: AllTables, nonce: Text = "") -> Response:
    """Mark all seats of the guest as ready; their nonce becomes part of the seed."""
    access.check_plays()
    await seats.ready(tables, access.table.id, access.guest_id, nonce)
    return RedirectResponse(access.path, 303)


@router.post("/table/{table_id}/screen")
async def screen(
    access: AtTable, tables: AllTables, place: Annotated[int | None, Form()] = None
) -> Response:
    """Choose which of the seats that share a screen has it from now on; none by default."""
    await seats.take_screen(tables, access, place)
    query = f"?seat={place}" if place is not None and len(access.mine) > 1 else ""
    return RedirectResponse(access.path + query, 303)


@router.post("/table/{table_id}/rename")
async def rename(access: AtTable, tables: AllTables, name: Text) -> Response:
    """Change the name of the guest's seat."""
    await seats.rename(tables, access.table.id, access.seat, name)
    return RedirectResponse(access.path + access.query, 303)


@router.post("/table/{table_id}/resign")
async def resign(access: AtTable, tables: AllTables, level: Text) -> Response:
    """Leave the seat to a bot for the rest of the game."""
    table = await replacements.resign(tables, access.table.id, access.seat, level)
    return RedirectResponse(f"/watch/{table.row.watch}", 303)


@router.post("/table/{table_id}/options")
async def options(
    access: AtTable,
    tables: AllTables,
    pace: Text = "",
    watchers_chat: Text = "",
) -> Response:
    """Change the clock (as ``TimeControl.text``) and whether spectators may chat; only for the
    host."""
    chosen = time_control.read(pace)
    await seats.set_options(tables, access.table.id, access.guest_id, chosen, bool(watchers_chat))
    return RedirectResponse(access.path + access.query, 303)


@router.post("/table/{table_id}/pause")
async def pause_game(
    access: AtTable, tables: AllTables, what: Annotated[pause.What, Form()]
) -> Response:
    """Ask for a pause, agree to it, decline it; resume the game."""
    access.check_plays()
    await pause.change(tables, access.table.id, access.mine, what)
    return RedirectResponse(access.path + access.query, 303)


@router.post("/table/{table_id}/replace")
async def replace_player(
    access: AtTable, tables: AllTables, place: Annotated[int, Form()], level: Text = ""
) -> Response:
    """Give the seat of a player who left to a bot, or without a level offer it by a link."""
    await replacements.replace_player(
        tables, access.table.id, access.guest_id, place, level or None
    )
    return RedirectResponse(access.path + access.query, 303)


@router.post("/table/{table_id}/fill")
async def fill(
    access: AtTable, tables: AllTables, place: Annotated[int, Form()], level: Text
) -> Response:
    """Give an open seat to a bot; only for the host."""
    await seats.fill(tables, access.table.id, access.guest_id, place, level)
    return RedirectResponse(access.path, 303)


@router.post("/table/{table_id}/close")
async def close(access: AtTable, tables: AllTables) -> Response:
    """Close a table that has not begun; only for the host."""
    await seats.close(tables, access.table.id, access.guest_id)
    return RedirectResponse("/", 303)


@router.post("/table/{table_id}/rematch", dependencies=[OPENING])
async def rematch(access: AtTable, tables: AllTables) -> Response:
    """Open the next game with the same people and rotated seats, or go to it."""
    table = await opening.rematch(tables, access.table.id, access.guest_id)
    return RedirectResponse(f"/table/{table.id}", 303)

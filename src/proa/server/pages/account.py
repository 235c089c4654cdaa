"""The pages of accounts: signing in, ways in, sessions, seats, export and deletion."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.background import BackgroundTask

from proa.engine.messages import say
from proa.server.accounts import (
    bots,
    leaving,
    mailed_links,
    names,
    passkeys,
    recovery_codes,
    seats,
    sessions,
)
from proa.server.errors import Refusal
from proa.server.http.dependencies import (
    ACCOUNT,
    MAIL,
    USUAL,
    AllTables,
    Locale,
    MyAccount,
    own_origin,
    session_cookie,
    spend_on_mail,
)
from proa.server.pages.front import own_table
from proa.server.pages.responses import page
from proa.server.store.accounts import SignedIn
from proa.server.store.rows import AccountRow, PasskeyRow
from proa.server.tables.names import clean
from proa.server.tables.tables import Tables
from proa.server.tokens import hashed

router = APIRouter(include_in_schema=False, dependencies=[USUAL])
Text = Annotated[str, Form()]
HOME = "/account"


@router.get("/account")
async def account(request: Request, tables: AllTables, locale: Locale) -> HTMLResponse:
    """Render the account of this browser, or the ways to sign in and to make one."""
    mine: SignedIn | None = request.state.account
    values: dict[str, Any] = {
        "passkeys_here": passkeys.place_of(tables.settings, own_origin(request)) is not None,
        "mails": tables.settings.sends_mail,
        "public_url": tables.settings.public_url,
    }
    if mine is None:
        return page(request, "sign_in.html", **values)
    return page(request, "account.html", **values, **await _about(request, tables, mine))


async def _about(request: Request, tables: Tables, mine: SignedIn) -> dict[str, Any]:
    store, me, browser = tables.store, mine.account_id, request.state.browser
    here = hashed(request.state.session)
    return {
        "name": mine.name,
        "passkeys": [
            {"id": key.id, "name": key.name, "created": _day(key.created), "used": _day(key.used)}
            for key in await store.passkeys_of(me)
        ],
        "address": await store.address_of(me),
        "codes": await store.codes_of(me),
        "sessions": [
            {"hash": one.hash, "name": one.agent, "used": _day(one.used), "here": one.hash == here}
            for one in await store.sessions_of(me)
        ],
        "bots": [{"id": bot.id, "name": bot.name} for bot in await store.bots_of(me)],
        "seats": [
            {
                "key": own.key,
                "shared": own.is_shared,
                "seat": own.seat,
                "called": own.seats[own.seat].name,
                "table": own_table(own.table, own.seats, browser),
            }
            for own in await seats.movable(tables, browser, me)
        ],
    }


def _day(at: float | None) -> dict[str, Any] | None:
    if at is None:
        return None
    return {"day": datetime.fromtimestamp(at, UTC).date().isoformat(), "seconds": int(at)}


# -- signing in and out ------------------------------------------------------------------------


async def _signed_in(request: Request, tables: Tables, account_id: str) -> Response:
    """Begin a new session, so that nobody knows its secret beforehand."""
    agent, old = request.headers.get("user-agent", ""), request.state.session
    token = await sessions.begin(tables, account_id, agent, old)
    answer = RedirectResponse(HOME, 303)
    answer.headers.append("Set-Cookie", session_cookie(request, token))
    return answer


def _signed_out(request: Request) -> Response:
    answer = RedirectResponse(HOME, 303)
    answer.headers.append("Set-Cookie", session_cookie(request, ""))
    return answer


@router.post("/account/sign-out")
async def sign_out(request: Request, tables: AllTables, mine: MyAccount) -> Response:
    """End this browser's session."""
    await tables.store.end_sessions(mine.account_id, hashed(request.state.session))
    return _signed_out(request)


@router.post("/account/sign-out-everywhere")
async def sign_out_everywhere(request: Request, tables: AllTables, mine: MyAccount) -> Response:
    """End all sessions of the account, this one too."""
    await tables.store.end_sessions(mine.account_id)
    return _signed_out(request)


@router.post("/account/sessions/end")
async def end_session(tables: AllTables, mine: MyAccount, session: Text) -> Response:
    """End one session of the account."""
    await tables.store.end_sessions(mine.account_id, session)
    return RedirectResponse(HOME, 303)


async def _create(
    tables: Tables,
    locale: str,
    name: str,
    account_id: str,
    passkey: PasskeyRow | None = None,
    address: str = "",
) -> None:
    row = AccountRow(account_id, name, tables.now(), locale)
    if not await tables.store.create_account(row, names.keys(name), passkey, address):
        raise names.taken()


async def _free_name(tables: Tables, text: str, but_by: str = "") -> str:
    name = names.checked(text)
    if await tables.store.is_name_taken(names.keys(name), but_by):
        raise names.taken()
    return name


# -- passkeys ----------------------------------------------------------------------------------


def _place(request: Request, tables: Tables) -> passkeys.Place:
    place = passkeys.place_of(tables.settings, own_origin(request))
    if place is None:
        raise Refusal(409, say("Passkeys don't work at this address."))
    return place


@router.post("/account/passkeys/ask", dependencies=[ACCOUNT])
async def ask_for_new_passkey(request: Request, tables: AllTables, name: Text = "") -> Response:
    """Return the options for a new passkey, of a new account if this browser has none."""
    place, mine, browser = _place(request, tables), request.state.account, request.state.browser
    if mine is None:
        known, account_id = await _free_name(tables, name), secrets.token_hex(16)
    else:
        known, account_id = mine.name, mine.account_id
    options = await passkeys.ask_new(tables, place, browser, account_id, known, is_new=mine is None)
    return Response(options, media_type="application/json")


@router.post("/account/passkeys", dependencies=[ACCOUNT])
async def add_passkey(
    request: Request, tables: AllTables, locale: Locale, credential: Text = "", label: Text = ""
) -> Response:
    """Add a passkey to the account, or make an account with it."""
    mine: SignedIn | None = request.state.account
    called = clean(label) or sessions.described(request.headers.get("user-agent", ""))
    place, browser = _place(request, tables), request.state.browser
    asked, passkey = await passkeys.check_new(tables, place, browser, credential, called)
    if asked.name:
        await _create(tables, locale, asked.name, asked.account_id, passkey)
        return await _signed_in(request, tables, asked.account_id)
    if mine is None or mine.account_id != asked.account_id:
        raise Refusal(403, say("Sign in to your account first."))
    if not await tables.store.add_passkey(passkey):
        raise Refusal(409, say("This passkey is known already."))
    return RedirectResponse(HOME, 303)


@router.post("/account/passkeys/rename")
async def rename_passkey(
    tables: AllTables, mine: MyAccount, passkey: Text, label: Text
) -> Response:
    """Rename a passkey of the account."""
    if name := clean(label):
        await tables.store.rename_passkey(mine.account_id, passkey, name)
    return RedirectResponse(HOME, 303)


@router.post("/account/passkeys/remove")
async def remove_passkey(tables: AllTables, mine: MyAccount, passkey: Text) -> Response:
    """Remove a passkey of the account, unless it is the only way in."""
    mails = tables.settings.sends_mail
    if not await tables.store.remove_passkey(mine.account_id, passkey, mails=mails):
        raise _only_way()
    return RedirectResponse(HOME, 303)


def _only_way() -> Refusal:
    why = say("This is the only way into your account. Add another one first.")
    return Refusal(409, why)


@router.post("/account/sign-in/ask", dependencies=[ACCOUNT])
async def ask_for_passkey(request: Request, tables: AllTables) -> Response:
    """Return the options for signing in with a passkey."""
    place = _place(request, tables)
    options = await passkeys.ask_known(tables, place, request.state.browser)
    return Response(options, media_type="application/json")


@router.post("/account/sign-in", dependencies=[ACCOUNT])
async def sign_in(request: Request, tables: AllTables, credential: Text = "") -> Response:
    """Sign in with a passkey."""
    place, browser = _place(request, tables), request.state.browser
    account_id = await passkeys.check_known(tables, place, browser, credential)
    return await _signed_in(request, tables, account_id)


# -- mailed links ------------------------------------------------------------------------------


@router.post("/account/mail", dependencies=[MAIL])
async def mail_link(request: Request, tables: AllTables, locale: Locale, address: Text) -> Response:
    """Mail a link: to sign in or make an account, or to add the address to the account.

    The response is the same whether an account has the address or not.
    """
    settings, mine = tables.settings, request.state.account
    if not settings.sends_mail:
        raise Refusal(409, say("This server sends no mail."))
    to = mailed_links.checked(address)
    spend_on_mail(request, to)
    token = await mailed_links.offer(tables, to, mine.account_id if mine else None)
    answer = page(request, "mailed.html", address=to)
    answer.background = BackgroundTask(mailed_links.post, settings, to, token, locale)
    return answer


@router.get("/account/mail/{token}", dependencies=[ACCOUNT])
async def mailed_link(request: Request, token: str, tables: AllTables) -> HTMLResponse:
    """Render what a mailed link is for; a POST uses it, as programs open links in mails."""
    link = await mailed_links.offered(tables, token)
    _check_asker(request, link.account_id)
    known = await tables.store.account_of_address(link.address)
    owner = await tables.store.account(known) if known else None
    return page(
        request,
        "mail_link.html",
        token=token,
        address=link.address,
        adds=link.account_id is not None,
        owner=owner.name if owner else "",
    )


@router.post("/account/mail/{token}", dependencies=[ACCOUNT])
async def use_mailed_link(
    request: Request, token: str, tables: AllTables, locale: Locale, name: Text = ""
) -> Response:
    """Use a mailed link: sign in, make an account with its address, or add the address."""
    link = await mailed_links.offered(tables, token)
    _check_asker(request, link.account_id)
    known = await tables.store.account_of_address(link.address)
    chosen = "" if known or link.account_id else await _free_name(tables, name)
    await mailed_links.take(tables, token)
    if link.account_id:
        if not await tables.store.set_address(link.account_id, link.address):
            raise Refusal(409, say("Another account has this mail address."))
        return RedirectResponse(HOME, 303)
    if not known:
        known = secrets.token_hex(16)
        await _create(tables, locale, chosen, known, address=link.address)
    return await _signed_in(request, tables, known)


def _check_asker(request: Request, account_id: str | None) -> None:
    """Refuse a link that adds an address, unless its account asks: else a stranger's account could
    get the address of somebody who only opens a link."""
    mine: SignedIn | None = request.state.account
    if account_id and (mine is None or mine.account_id != account_id):
        why = say("Open this link where you are signed in to the account that asked for it.")
        raise Refusal(403, why)


@router.post("/account/mail-address/remove")
async def remove_address(tables: AllTables, mine: MyAccount) -> Response:
    """Remove the mail address of the account, unless it is the only way in."""
    if not await tables.store.remove_address(mine.account_id):
        raise _only_way()
    return RedirectResponse(HOME, 303)


# -- recovery codes ----------------------------------------------------------------------------


@router.post("/account/codes", dependencies=[ACCOUNT])
async def renew_codes(request: Request, tables: AllTables, mine: MyAccount) -> HTMLResponse:
    """Make new recovery codes and show them, this once."""
    codes = await recovery_codes.renew(tables, mine.account_id)
    return page(request, "codes.html", codes=codes)


@router.post("/account/recover", dependencies=[ACCOUNT])
async def recover(request: Request, tables: AllTables, code: Text) -> Response:
    """Sign in with a recovery code."""
    account_id = await recovery_codes.take(tables, code)
    return await _signed_in(request, tables, account_id)


# -- bots --------------------------------------------------------------------------------------


@router.post("/account/bots", dependencies=[ACCOUNT])
async def add_bot(request: Request, tables: AllTables, mine: MyAccount, name: Text) -> HTMLResponse:
    """Make a bot account and show its token, this once."""
    called, token = await bots.create(tables, mine.account_id, name)
    return page(request, "bot.html", called=called, token=token)


@router.post("/account/bots/remove", dependencies=[ACCOUNT])
async def remove_bot(tables: AllTables, mine: MyAccount, bot: Text) -> Response:
    """Delete a bot account of the account."""
    found = await bots.of_owner(tables, mine.account_id, bot)
    await leaving.remove(tables, found.id)
    return RedirectResponse(HOME, 303)


# -- name, seats, data -------------------------------------------------------------------------


@router.post("/account/name", dependencies=[ACCOUNT])
async def rename(tables: AllTables, mine: MyAccount, name: Text) -> Response:
    """Rename the account."""
    chosen = await _free_name(tables, name, mine.account_id)
    if not await tables.store.rename_account(mine.account_id, chosen, names.keys(chosen)):
        raise names.taken()
    return RedirectResponse(HOME, 303)


@router.post("/account/seats", dependencies=[ACCOUNT])
async def move_seats(request: Request, tables: AllTables, mine: MyAccount) -> Response:
    """Move the chosen seats of this browser's guest into the account."""
    form = await request.form()
    chosen = [key for key in form.getlist("seat") if isinstance(key, str)]
    await seats.move(tables, request.state.browser, mine.account_id, chosen)
    return RedirectResponse(HOME, 303)


@router.get("/account/export", dependencies=[ACCOUNT])
async def export(tables: AllTables, mine: MyAccount) -> Response:
    """Download what is stored of the account."""
    document = await leaving.export(tables, await _row(tables, mine))
    headers = {"Content-Disposition": 'attachment; filename="proa-account.json"'}
    return Response(document, media_type="application/json", headers=headers)


@router.post("/account/delete", dependencies=[ACCOUNT])
async def delete(request: Request, tables: AllTables, mine: MyAccount, name: Text) -> Response:
    """Delete the account, if ``name`` is its name."""
    await leaving.delete(tables, await _row(tables, mine), name)
    return _signed_out(request)


async def _row(tables: Tables, mine: SignedIn) -> AccountRow:
    row = await tables.store.account(mine.account_id)
    if row is None:
        raise Refusal(404, say("This account has been deleted."))
    return row

"""The page of notices: an account's channels for them, and its settings."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from proa.engine.messages import Message, localize, say
from proa.server.accounts.sessions import described
from proa.server.errors import Refusal
from proa.server.http.dependencies import (
    NOTICE,
    USUAL,
    AllTables,
    Locale,
    MyAccount,
    locale_of,
)
from proa.server.notices import channels, chat, managing, push
from proa.server.notices.channels import CHAT, MAIL, PUSH, WEBHOOK
from proa.server.notices.failures import sentence
from proa.server.pages.responses import page
from proa.server.store.outbox import KINDS, STOPS
from proa.server.store.rows import Channel, NoticeSettings
from proa.server.tables.tables import Tables

router = APIRouter(include_in_schema=False, dependencies=[USUAL])
HOME = "/notices"
Text = Annotated[str, Form()]
_TIME = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)(:\d\d)?", re.ASCII)


@router.get("/notices")
async def notices(request: Request, tables: AllTables) -> HTMLResponse:
    """Render the channels and settings."""
    return await _page(request, tables)


async def _page(
    request: Request, tables: Tables, said: Message | None = None, *, sent: bool = False
) -> HTMLResponse:
    mine, locale = request.state.account, locale_of(request)
    if mine is None:
        return page(request, "notices_guest.html")
    store, settings, me = tables.store, tables.settings, mine.account_id
    found = await store.channels(me)
    account = await store.account(me)
    named = {channel.id: _name(channel) for channel in found}
    values: dict[str, Any] = {
        "usable": {kind: channels.usable(kind, settings) for kind in channels.KINDS},
        "lacks": {kind: managing.not_usable(kind) for kind in channels.KINDS},
        "channels": [_listed(tables, channel, named[channel.id]) for channel in found],
        "failed": [
            {"way": named[channel], "kind": kind, "name": name, "on": _day(at)}
            for channel, kind, name, at in await store.failed_notices(me)
        ],
        "said": said,
    }
    return page(
        request,
        "notices.html",
        **localize(values, locale),
        sent=sent,
        address=await store.address_of(me),
        key=push.application_key(settings.key) if channels.usable(PUSH, settings) else "",
        services=list(chat.SERVICES.values()),
        time_zone=(account and account.time_zone) or "",
        waits=managing.WAITS,
        usual=int(settings.notices_after),
        **_chosen(await store.notice_settings(me)),
    )


def _listed(tables: Tables, channel: Channel, name: str) -> dict[str, Any]:
    since = channel.failing_since
    return {
        "id": channel.id,
        "kind": channel.kind,
        "name": name,
        "endpoint": channel.target if channel.kind == PUSH else "",
        "secret": channel.keys.get("secret", ""),
        "reason": sentence(channel.reason) if since is not None else "",
        "since": _day(since) if since is not None else None,
        "stopped": since is not None and tables.now() - since > STOPS,
    }


def _name(channel: Channel) -> str:
    """Return what a channel is called on its owner's page: nothing that lets others use it."""
    if channel.kind == PUSH:
        return channel.keys.get("name") or "?"
    if channel.kind == CHAT:
        return chat.service(channel.target)
    return urlsplit(channel.target).hostname or ""


def _chosen(found: NoticeSettings) -> dict[str, Any]:
    return {
        "quiet_from": _written(found.quiet_from),
        "quiet_until": _written(found.quiet_until),
        "wait": found.wait,
        "wanted": {kind: kind not in found.silent for kind in KINDS},
    }


def _written(minute: int | None) -> str:
    return "" if minute is None else f"{minute // 60:02}:{minute % 60:02}"


def _minute(text: str) -> int | None:
    """Return the minute of the day in a form's field; None if it is empty."""
    if not text.strip():
        return None
    found = _TIME.fullmatch(text.strip())
    return int(found[1]) * 60 + int(found[2]) if found else -1


def _day(at: float) -> dict[str, Any]:
    return {"day": datetime.fromtimestamp(at, UTC).date().isoformat(), "seconds": int(at)}


# -- channels ----------------------------------------------------------------------------------


@router.post("/notices/push", dependencies=[NOTICE])
async def add_browser(
    request: Request,
    tables: AllTables,
    mine: MyAccount,
    endpoint: Text,
    p256dh: Text = "",
    auth: Text = "",
) -> Response:
    """Send the account's notices to this browser."""
    name = described(request.headers.get("user-agent", ""))
    keys = {"p256dh": p256dh, "auth": auth, "name": name}
    await managing.add(tables, mine.account_id, PUSH, endpoint, keys)
    return RedirectResponse(HOME, 303)


@router.post("/notices/mail", dependencies=[NOTICE])
async def add_mail(tables: AllTables, mine: MyAccount) -> Response:
    """Send the account's notices by mail."""
    await managing.add(tables, mine.account_id, MAIL, "")
    return RedirectResponse(HOME, 303)


@router.post("/notices/webhook", dependencies=[NOTICE])
async def add_webhook(tables: AllTables, mine: MyAccount, url: Text) -> Response:
    """Send the account's notices to a program."""
    await managing.add(tables, mine.account_id, WEBHOOK, url)
    return RedirectResponse(HOME, 303)


@router.post("/notices/chat", dependencies=[NOTICE])
async def add_chat(tables: AllTables, mine: MyAccount, url: Text) -> Response:
    """Send the account's notices to a chat service."""
    await managing.add(tables, mine.account_id, CHAT, url)
    return RedirectResponse(HOME, 303)


@router.post("/notices/try", dependencies=[NOTICE])
async def try_out(
    request: Request, tables: AllTables, locale: Locale, mine: MyAccount, channel: Text
) -> HTMLResponse:
    """Send a notice now, and say how it went."""
    why = await managing.try_out(tables, mine.account_id, channel, locale)
    said = say("It could not be sent. {why}", why=why) if why else None
    return await _page(request, tables, said, sent=why is None)


@router.post("/notices/remove")
async def remove(tables: AllTables, mine: MyAccount, channel: Text) -> Response:
    """Remove a channel."""
    await managing.remove(tables, mine.account_id, channel)
    return RedirectResponse(HOME, 303)


@router.post("/notices/settings")
async def choose(
    request: Request,
    tables: AllTables,
    mine: MyAccount,
    locale: Locale,
    quiet_from: Text = "",
    quiet_until: Text = "",
    wait: Text = "",
    time_zone: Text = "",
) -> Response:
    """Store the account's settings for notices."""
    form = await request.form()
    wanted = form.getlist("kind")
    if wait and not (wait.isascii() and wait.isdecimal() and len(wait) < 9):
        raise Refusal(422, say("A notice waits for 7 days at most."))
    chosen = NoticeSettings(
        _minute(quiet_from),
        _minute(quiet_until),
        int(wait) if wait else None,
        tuple(kind for kind in KINDS if kind not in wanted),
    )
    await managing.choose(tables, mine.account_id, chosen, time_zone.strip(), locale)
    return RedirectResponse(HOME, 303)


# -- from a mail -------------------------------------------------------------------------------


@router.get("/notices/off/{channel_id}")
async def about_off(request: Request, tables: AllTables, channel_id: str) -> HTMLResponse:
    """Render a button that ends mails: programs open links in mails, so that changes nothing."""
    found = await tables.store.channel(channel_id)
    return page(request, "notices_off.html", channel_id=channel_id, is_over=found is None)


@router.post("/notices/off/{channel_id}")
async def off(request: Request, tables: AllTables, channel_id: str) -> HTMLResponse:
    """End mails (RFC 8058): whoever has the link may, without an account's cookie."""
    await tables.store.remove_channel(channel_id)
    return page(request, "notices_off.html", channel_id=channel_id, is_over=True)

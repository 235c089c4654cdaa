"""An account's channels for notices, and its settings."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends
from pydantic import BaseModel, Field

from proa.engine.messages import say, text
from proa.server.api.bodies import ChannelOrder, NoticeTimes
from proa.server.api.dependencies import Token
from proa.server.api.models import Empty
from proa.server.api.router_factory import make_router
from proa.server.errors import Refusal
from proa.server.http.dependencies import NOTICE, AllTables, Locale
from proa.server.notices import chat, managing
from proa.server.notices.channels import CHAT
from proa.server.notices.failures import sentence
from proa.server.store.rows import AccountRow, Channel, NoticeSettings
from proa.server.tokens import hashed

router = make_router("notices")


async def _account(tables: AllTables, token: Token) -> AccountRow:
    found = await tables.store.account_of_token(hashed(token))
    if found is None:
        raise Refusal(403, say("This needs the token of an account."))
    return found


Account = Annotated[AccountRow, Depends(_account)]


class ChannelView(BaseModel):
    """A channel that notices of your account are sent to."""

    id: str
    kind: str
    target: str = Field(description="of a chat service only its name")
    secret: str | None = Field(description="signs what a webhook receives")
    failing_since: float | None
    why: str = Field(description="why it fails; empty if it does not")


class NoticesView(BaseModel):
    """Your account's channels for notices, and its settings."""

    channels: list[ChannelView]
    quiet_from: int | None
    quiet_until: int | None
    time_zone: str
    wait: int
    silent: list[str]


class Trial(BaseModel):
    """Whether a notice was sent."""

    sent: bool
    why: str


@router.get("/notices")
async def notices(account: Account, tables: AllTables, locale: Locale) -> NoticesView:
    """Return your account's channels for notices, and its settings."""
    found = await tables.store.notice_settings(account.id)
    return NoticesView(
        channels=[_view(one, locale) for one in await tables.store.channels(account.id)],
        quiet_from=found.quiet_from,
        quiet_until=found.quiet_until,
        time_zone=account.time_zone or "UTC",
        wait=int(tables.settings.notices_after) if found.wait is None else found.wait,
        silent=list(found.silent),
    )


@router.post("/notices/channels", status_code=201, dependencies=[NOTICE])
async def add_channel(
    account: Account, tables: AllTables, body: ChannelOrder, locale: Locale
) -> ChannelView:
    """Add a channel for notices. The secret signs what a webhook receives."""
    made = await managing.add(tables, account.id, body.kind, body.target)
    return _view(made, locale)


@router.delete("/notices/channels/{channel}")
async def remove_channel(account: Account, tables: AllTables, channel: str) -> Empty:
    """Remove a channel."""
    await managing.remove(tables, account.id, channel)
    return Empty()


@router.post("/notices/channels/{channel}/try", dependencies=[NOTICE])
async def try_channel(account: Account, tables: AllTables, channel: str, locale: Locale) -> Trial:
    """Send a notice by a channel now."""
    why = await managing.try_out(tables, account.id, channel, locale)
    return Trial(sent=why is None, why=text(why, locale) if why else "")


@router.put("/notices/times")
async def set_times(
    account: Account, tables: AllTables, body: NoticeTimes, locale: Locale
) -> Empty:
    """Set quiet hours, the wait before a notice, and the kinds that you don't want."""
    chosen = NoticeSettings(body.quiet_from, body.quiet_until, body.wait, tuple(body.silent))
    await managing.choose(tables, account.id, chosen, body.time_zone, locale)
    return Empty()


def _view(channel: Channel, locale: str) -> ChannelView:
    """Describe a channel; the address of a chat service holds its keys, and is never shown."""
    target = chat.service(channel.target) if channel.kind == CHAT else channel.target
    return ChannelView(
        id=channel.id,
        kind=channel.kind,
        target=target,
        secret=channel.keys.get("secret"),
        failing_since=channel.failing_since,
        why=text(sentence(channel.reason), locale) if channel.reason else "",
    )

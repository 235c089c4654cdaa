"""An account's channels and times: what pages and the API do with them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from proa.engine.messages import Message, say
from proa.server.addresses import Networks
from proa.server.config.settings import Settings
from proa.server.errors import Refusal
from proa.server.notices import channels, chat, push
from proa.server.notices.channels import CHAT, MAIL, PUSH, WEBHOOK
from proa.server.notices.failures import Failed, Gone, sentence
from proa.server.notices.messages import trial
from proa.server.notices.outgoing import check_url
from proa.server.notices.quiet import DAY, is_zone
from proa.server.store.outbox import KINDS
from proa.server.store.rows import Channel, NoticeSettings
from proa.server.tables.tables import Tables

WAITS = (60, 300, 900, 3600)
"""The seconds before a notice that pages offer."""
LONGEST_WAIT = 7 * 24 * 3600
LONGEST_NAME = 60


async def add(
    tables: Tables, account_id: str, kind: str, target: str, keys: Mapping[str, str] | None = None
) -> Channel:
    """Add a channel to an account; refuse what no notice could be sent to."""
    settings, target = tables.settings, target.strip()
    if not channels.usable(kind, settings):
        raise Refusal(409, not_usable(kind))
    values = _checked(settings, kind, target, keys or {})
    if kind == MAIL and not await tables.store.address_of(account_id):
        raise Refusal(409, say("Your account has no verified mail address."))
    most = settings.channels_an_account
    made = await tables.store.add_channel(account_id, kind, target, values, most)
    if made is None:
        why = say("You have {n} channels for notices, the maximum. Remove one.", n=most)
        raise Refusal(409, why, limit="channels_an_account")
    return made


def _checked(settings: Settings, kind: str, target: str, keys: Mapping[str, str]) -> dict[str, str]:
    """Return the keys of a new channel; refuse a target that is none."""
    if kind in (PUSH, WEBHOOK):
        check_url(target, Networks(settings.notice_networks))
    if kind == CHAT:
        chat.check(target, settings)
    if kind == WEBHOOK:
        return {"secret": secrets.token_hex(32)}
    if kind != PUSH:
        return {}
    own = {name: keys.get(name, "")[:200] for name in push.KEY_BYTES}
    try:
        push.encrypted(target, own, b"?")
    except ValueError:
        raise Refusal(422, say("These keys are of no use.")) from None
    return {**own, "name": keys.get("name", "")[:LONGEST_NAME]}


def not_usable(kind: str) -> Message:
    """Return why this server sends no notices of a kind."""
    if kind == MAIL:
        return say("This server sends no mail.")
    return say("This server can't send these notices: its host can install proa[notices].")


async def channel_of(tables: Tables, account_id: str, channel_id: str) -> Channel:
    """Return a channel of an account; refuse others."""
    found = await tables.store.channel(channel_id)
    if found is None or found.account_id != account_id:
        raise Refusal(404, say("There is no such channel. It may have been removed."))
    return found


async def remove(tables: Tables, account_id: str, channel_id: str) -> None:
    """Remove a channel of an account, with what waits there."""
    found = await channel_of(tables, account_id, channel_id)
    await tables.store.remove_channel(found.id, account_id)


async def try_out(
    tables: Tables, account_id: str, channel_id: str, language: str
) -> Message | None:
    """Send a notice by a channel at once; return why it could not be sent."""
    store, settings = tables.store, tables.settings
    channel = await channel_of(tables, account_id, channel_id)
    letter = trial(language, settings.public_url.rstrip("/"))
    try:
        address = await store.address_of(account_id)
        await channels.send(settings, channel, address, letter)
    except Gone:
        await store.remove_channel(channel.id)
        return say("It does not exist any more, and was removed.")
    except Failed as why:
        await store.note_channel(channel.id, why.reason)
        return sentence(why.reason)
    await store.note_channel(channel.id, "")
    return None


async def choose(
    tables: Tables, account_id: str, chosen: NoticeSettings, time_zone: str, language: str
) -> None:
    """Store an account's settings for notices; refuse times that are none."""
    for minute in (chosen.quiet_from, chosen.quiet_until):
        if minute is not None and not 0 <= minute < DAY:
            raise Refusal(422, say("A time of the day is written as 22:30."))
    if (chosen.quiet_from is None) != (chosen.quiet_until is None):
        raise Refusal(422, say("Quiet hours need a beginning and an end."))
    if chosen.wait is not None and not 0 <= chosen.wait <= LONGEST_WAIT:
        raise Refusal(422, say("A notice waits for 7 days at most."))
    if set(chosen.silent) - set(KINDS):
        raise Refusal(422, say("There is no such kind of notice."))
    if time_zone and not is_zone(time_zone):
        raise Refusal(422, say("There is no such time zone. Write it as Europe/Riga."))
    await tables.store.set_notice_settings(account_id, chosen)
    await tables.store.set_place(account_id, time_zone or None, language)

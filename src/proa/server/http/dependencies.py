"""FastAPI dependencies: the application's parts, the guest, their preferences and their access.

All are coroutines: FastAPI would run each plain function in a thread.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import Depends, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from pydantic import TypeAdapter, ValidationError

from proa.engine.messages import LOCALES, say
from proa.server import addresses
from proa.server.accounts.bots import TOKEN
from proa.server.bots.hints import Adviser
from proa.server.bots.reviews import Reviews
from proa.server.config import urls
from proa.server.errors import Elsewhere, Refusal
from proa.server.http import cookies
from proa.server.http.rate_limits import RateLimits
from proa.server.live.subscriptions import Subscriptions
from proa.server.store.accounts import SignedIn
from proa.server.tables.access import TableAccess, load_seat_access, load_spectator_access
from proa.server.tables.replays import Replays
from proa.server.tables.tables import Tables
from proa.server.tokens import guest_id_of_token, hashed
from proa.web import prefs
from proa.web.prefs import Prefs


def tables_of(request: Request) -> Tables:
    """Return the tables of this process."""
    tables: Tables = request.app.state.tables
    return tables


async def _tables(request: Request) -> Tables:
    return tables_of(request)


async def _replays(request: Request) -> Replays:
    replays: Replays = request.app.state.replays
    return replays.asked_by(partial(_spend, request, "replay"))


async def _reviews(request: Request) -> Reviews:
    reviews: Reviews = request.app.state.reviews
    return reviews


async def _adviser(request: Request) -> Adviser:
    adviser: Adviser = request.app.state.adviser
    return adviser


async def _live(request: Request) -> Subscriptions:
    live: Subscriptions = request.app.state.live
    return live


async def _account(request: Request) -> SignedIn:
    account: SignedIn | None = request.state.account
    if account is None:
        raise Refusal(403, say("Sign in to your account first."))
    return account


async def _guest(request: Request) -> str:
    guest: str = request.state.guest
    return guest


def _counted(request: Request) -> str:
    return addresses.rate_limit_key(request.client.host if request.client else None)


async def _address(request: Request) -> str:
    return _counted(request)


def _token(request: Request) -> str:
    sent: str = request.headers.get("authorization", "")
    return sent.removeprefix("Bearer ")


def _guest_id(request: Request) -> str:
    """Return the guest id of the request's cookie or token; empty for a new guest."""
    known: str = request.state.known
    return known or (guest_id_of_token(token) if (token := _token(request)) else "")


def _known(request: Request) -> str:
    """Return the guest id for rate limits.

    Many clients may use the token of one watch link; their addresses distinguish them.
    """
    known: str = request.state.known
    token = _token(request)
    return known or (guest_id_of_token(f"{token} {_counted(request)}") if token else "")


def _spend(request: Request, kind: str) -> None:
    """Count the request as one of a kind of :mod:`proa.server.http.rate_limits`."""
    rates: RateLimits = request.app.state.rates
    request.state.spent += rates.spend(kind, _known(request), _counted(request))


def _counted_as(kind: str) -> Any:
    """Return a dependency that counts the request as one of ``kind``."""

    async def spend(request: Request) -> None:
        _spend(request, kind)

    return Depends(spend)


async def as_usual(request: Request) -> None:
    """Count a request as ``look`` or ``post``; refuse a blocked guest or address."""
    if not request.url.path.startswith("/static/"):
        tables = tables_of(request)
        await _recognize(request, tables)
        who = (_guest_id(request), request.state.browser, _known(request), _counted(request))
        tables.bans.check("block", tables.now(), *who)
        _spend(request, "look" if request.method in ("GET", "HEAD") else "post")
        if _is_of_bot(request) and request.state.bot is None:
            raise Refusal(401, say("This bot account's token is no longer valid."))


def _is_of_bot(request: Request) -> bool:
    return request.url.path.startswith("/api/") and _token(request).startswith(TOKEN)


async def _recognize(request: Request, tables: Tables) -> None:
    """Let a browser that is signed in act as its account, and a program as its bot account.

    The account's id takes the place of the guest's, which stays in ``browser``.
    """
    state = request.state
    if _is_of_bot(request):
        state.bot = await tables.store.account_of_token(hashed(_token(request)))
        state.known = state.bot.id if state.bot else ""
    if not state.session or not (found := await tables.store.session(hashed(state.session))):
        return
    state.account, state.guest, state.known = found, found.account_id, found.account_id
    if tables.now() - found.used > SESSION_NOTED and request.method == "GET":
        await tables.store.use_session(hashed(state.session))
        state.to_set.append(session_cookie(request, state.session))


def session_cookie(request: Request, token: str) -> str:
    """Return the header that sets the cookie of a session, or that removes it, without a token."""
    settings = tables_of(request).settings
    name, lasts = cookies.session_name(settings.key), cookies.YEAR if token else 0
    return cookies.written(name, token, secure=settings.is_secure, lasts=lasts)


def spend_on_mail(request: Request, address: str) -> None:
    """Count a mail to an address; refuse it over the limit."""
    rates: RateLimits = request.app.state.rates
    rates.spend_to("mail", address.lower())


USUAL = Depends(as_usual)
"""Every request is counted as ``look`` or ``post``; expensive ones also by their own kind."""
OPENING, UPLOAD, CHAT = (_counted_as(kind) for kind in ("opening", "upload", "chat"))
UNDO, TRY, REPLAY = (_counted_as(kind) for kind in ("undo", "try", "replay"))
INVITATION, HINT, REVIEW = (_counted_as(kind) for kind in ("invitation", "hint", "review"))
ACCOUNT, MAIL, NOTICE = (_counted_as(kind) for kind in ("account", "mail", "notice"))


def prefs_of(request: Request) -> Prefs:
    """Return the guest's preferences."""
    return prefs.read(*cookies.of_host(request.headers, prefs.COOKIE))


def locale_of(request: Request) -> str:
    """Return the chosen language, else the browser's first that is available, else English."""
    chosen = prefs_of(request).locale
    if chosen:
        return chosen
    for wish in request.headers.get("accept-language", "").split(","):
        if wish.strip()[:2].lower() in LOCALES:
            return wish.strip()[:2].lower()
    return "en"


async def _locale(request: Request) -> str:
    return locale_of(request)


async def _origin(request: Request) -> str:
    origin = own_origin(request)
    return origin if len(origin) <= LONGEST_ORIGIN else ""


SESSION_NOTED = 24 * 3600.0
"""Seconds after which the use of a session is noted again, and its cookie renewed."""
LONGEST_ORIGIN = 100
"""Maximal length of an address stored with a table; names in home networks are shorter."""
AllTables = Annotated[Tables, Depends(_tables)]
AllReplays = Annotated[Replays, Depends(_replays)]
AllReviews = Annotated[Reviews, Depends(_reviews)]
AnAdviser = Annotated[Adviser, Depends(_adviser)]
AllLive = Annotated[Subscriptions, Depends(_live)]
Guest = Annotated[str, Depends(_guest)]
MyAccount = Annotated[SignedIn, Depends(_account)]
Origin = Annotated[str, Depends(_origin)]
Address = Annotated[str, Depends(_address)]
Locale = Annotated[str, Depends(_locale)]
_NUMBER = TypeAdapter(int)
SeatAsked = Annotated[int | None, Query(alias="seat", description="which of your seats")]


async def access_of(request: Request, seat: int | None) -> TableAccess:
    """Return the guest's access to the table in the address; ``seat`` is the seat it names."""
    tables, guest = tables_of(request), request.state.guest
    if "watch" in request.path_params:
        return await load_spectator_access(tables, request.path_params["watch"], guest)
    table_id = request.path_params["table_id"]
    try:
        return await load_seat_access(tables, table_id, guest, seat)
    except Refusal as why:
        if why.status == 404 and (there := await _opened_elsewhere(request, tables, table_id)):
            raise Elsewhere(f"{there}/table/{table_id}") from None
        raise


async def _opened_elsewhere(request: Request, tables: Tables, table_id: str) -> str:
    found = await tables.store.table(table_id)
    return elsewhere(request, found[0].origin) if found else ""


async def _access(request: Request, seat: SeatAsked = None) -> TableAccess:
    return await access_of(request, seat)


def number(text: str, *where: str) -> int:
    """Return the number in a part of an address; raise the error that a dependency would raise."""
    try:
        return _NUMBER.validate_strings(text)
    except ValidationError as error:
        found = [{**wrong, "loc": where} for wrong in error.errors()]
        raise RequestValidationError(found) from None


AtTable = Annotated[TableAccess, Depends(_access)]


ADDRESS = "proa-address"
"""The cookie with the address of this machine that the guest shares with others."""


def keep(request: Request, answer: Response, name: str, value: str) -> None:
    """Store a choice of the guest in a cookie that scripts may read."""
    secure = tables_of(request).settings.is_secure
    cookie = cookies.written(name, value, secure=secure, scripts=True)
    answer.headers.append("Set-Cookie", cookie)


def base_url(request: Request, tables: Tables, chosen: str = "") -> str:
    """Return the address to share with others, without a slash at its end.

    ``chosen`` is the address that the guest chooses now.
    """
    if tables.settings.public_url or not is_here(request):
        return at_home(request, tables)
    offered = [place.host for place in urls.places(tables.settings)]
    for host in (chosen, *cookies.of_host(request.headers, ADDRESS)):
        if host in offered:
            return urls.written(host, tables.settings)
    if offered and urls.is_own(request.url.hostname or ""):
        return urls.written(offered[0], tables.settings)
    return at_home(request, tables)


def known_address(tables: Tables, host: str) -> str:
    """Return an address of this machine that the guest chose to share; refuse any other."""
    if host not in [place.host for place in urls.places(tables.settings)]:
        why = say("This computer does not have the address {address} now.", address=host[:100])
        raise Refusal(422, why)
    return host


def own_origin(request: Request) -> str:
    """Return the address in the request, as a browser writes it."""
    return str(request.base_url).rstrip("/").lower()


def at_home(request: Request, tables: Tables) -> str:
    """Return the best address for a guest's cookies: usually the present one."""
    if tables.settings.public_url:
        return tables.settings.public_url.rstrip("/")
    if request.url.hostname in urls.LOOPBACK:
        return str(request.base_url.replace(hostname="localhost")).rstrip("/")
    return own_origin(request)


def better_address(request: Request, tables: Tables) -> str:
    """Return that address if it differs; cookies depend on the name alone, not on the port."""
    home = at_home(request, tables)
    return "" if urlsplit(home).hostname == request.url.hostname else home


def is_here(request: Request) -> bool:
    """Return whether the browser runs on this machine, as far as known; a proxy does not count."""
    who = request.client.host if request.client else ""
    if urls.is_own(request.url.hostname or ""):
        return True
    is_number = urls.address(who) is not None and not urls.is_own(who)
    return is_number and urls.is_of_machine(who)


def elsewhere(request: Request, origin: str) -> str:
    """Return the address where a table was opened, if the client can open it; else "".

    It must be another address of this server. Clients from outside must not learn about the
    server's network.
    """
    settings = tables_of(request).settings
    host = urlsplit(origin).hostname or ""
    if not host or host == request.url.hostname:
        return ""
    if host == urlsplit(settings.public_url).hostname:
        return settings.public_url.rstrip("/")
    if urls.is_own(host):
        return origin if is_here(request) else ""
    who = urls.address(request.client.host if request.client else "")
    is_ours = host in urls.names(settings) or urls.is_of_machine(host)
    return origin if is_ours and who is not None and who.is_private else ""

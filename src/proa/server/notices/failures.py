"""Why a notice could not be sent, as it is stored and as the person reads it."""

from __future__ import annotations

from enum import StrEnum

from proa.engine.messages import Message, say


class Reason(StrEnum):
    """A reason; beside these there is ``status N`` of an HTTP answer."""

    TIME = "time"
    CONNECTION = "connection"
    CERTIFICATE = "certificate"
    NETWORK = "network"
    REDIRECT = "redirect"
    MAIL = "mail"
    NO_MAIL = "no mail"
    CHAT = "chat"
    UNUSABLE = "unusable"
    MISSING = "missing"


_SENTENCES = {
    Reason.TIME: say("There was no answer in time."),
    Reason.CONNECTION: say("No connection could be made."),
    Reason.CERTIFICATE: say("Its certificate is not valid."),
    Reason.NETWORK: say("It is in a network that this server sends nothing to."),
    Reason.REDIRECT: say("It redirects to another address, which is not followed."),
    Reason.MAIL: say("The mail server did not accept the mail."),
    Reason.NO_MAIL: say("Your account has no verified mail address."),
    Reason.CHAT: say("The chat service did not accept the message."),
    Reason.UNUSABLE: say("Its keys are of no use. Switch it on again."),
    Reason.MISSING: say("This server can't send that kind of notice now."),
}


class Failed(Exception):
    """A notice was not taken. ``again`` is the number of seconds after which to try again."""

    def __init__(self, reason: str, again: float | None = None) -> None:
        super().__init__(reason)
        self.reason = str(reason)
        self.again = again


class Gone(Exception):
    """The channel does not exist any more, for good."""


def sentence(reason: str) -> Message:
    """Return a stored reason as a sentence."""
    kind, _, number = reason.partition(" ")
    if kind == "status":
        return say("It answered with status {n}.", n=number)
    known = reason if reason in set(Reason) else Reason.CONNECTION
    return _SENTENCES[Reason(known)]

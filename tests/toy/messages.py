"""``say`` and ``plural`` for the toy's messages, translated by this game's ``ru.po``."""

from __future__ import annotations

from proa.engine.messages import MessageDomain

_voice = MessageDomain("toy")
say = _voice.say
plural = _voice.plural

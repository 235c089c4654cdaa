"""``say`` and ``plural`` for Bora Bora's messages, translated by this game's ``ru.po``."""

from __future__ import annotations

from proa.engine.messages import MessageDomain

_voice = MessageDomain("borabora")
say = _voice.say
plural = _voice.plural

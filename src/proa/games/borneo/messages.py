"""``say`` and ``plural`` for Borneo's messages, translated by this game's ``ru.po``."""

from __future__ import annotations

from proa.engine.messages import MessageDomain

_voice = MessageDomain("borneo")
say = _voice.say
plural = _voice.plural

"""Borneo's sentences: ``say`` and ``plural`` in the words of this game's ``ru.po``."""

from __future__ import annotations

from proa.engine.messages import MessageDomain

_voice = MessageDomain("borneo")
say = _voice.say
plural = _voice.plural

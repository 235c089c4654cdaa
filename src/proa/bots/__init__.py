"""Bots. They get an information state of the game, never the position."""

from proa.bots.names import bot_named

__all__ = ["bot_named"]

"""Players that are programs. They get a sight of the game, never the position."""

from proa.bots.names import bot_named

__all__ = ["bot_named"]

"""The game server: pages, API, store. It contains no rules of any game."""

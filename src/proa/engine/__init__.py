"""The engine: what all games share. It knows no game."""

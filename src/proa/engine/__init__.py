"""The engine: what all games share. It contains no code for a particular game."""

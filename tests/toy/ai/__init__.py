"""What study asks of the game: observations, dumps, checks of positions."""

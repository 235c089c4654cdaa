"""The texts of the game: labels, questions, refusals, stories."""

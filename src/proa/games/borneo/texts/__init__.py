"""The texts of the game: names, labels, questions, refusals, stories."""

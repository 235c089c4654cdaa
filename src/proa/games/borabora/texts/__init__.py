"""The game in words: names, labels, questions, refusals, stories."""

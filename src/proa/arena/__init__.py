"""Bots against each other: matches and measurements."""

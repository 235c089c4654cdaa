"""Matches between bots and measurements of their strength."""

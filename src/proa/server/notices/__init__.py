"""Notices outside the browser: whose turn it is, and that a game has begun or ended."""

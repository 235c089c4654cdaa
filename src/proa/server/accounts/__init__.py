"""Accounts: names, ways in, sessions, seats, export and deletion."""

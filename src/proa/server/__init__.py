"""The table for people: pages, API, store. It knows no game."""

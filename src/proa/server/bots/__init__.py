"""Bots at tables: their turns and the worker processes that search."""

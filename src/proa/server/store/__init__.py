"""Persistence: the database's tables and the classes that read and write them."""

"""Conversion of positions to and from JSON, reading of editions, names of chance events."""

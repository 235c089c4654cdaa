"""Conversion of positions to and from JSON, and the names of chance events."""

"""Conversion of positions to and from JSON."""

"""Logs, metrics and traces of a running server, and their exporters."""

"""Middleware and dependencies of every request, for pages and API."""

"""Tahiti's rules, one module a chapter of the rule book (docs/rules/tahiti.md)."""

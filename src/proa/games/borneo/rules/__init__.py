"""Borneo's rules, one module a chapter of the rule book (docs/rules/borneo.md)."""

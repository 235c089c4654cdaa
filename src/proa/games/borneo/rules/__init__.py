"""Borneo's rules, one module for each chapter of the rule book (docs/rules/borneo.md)."""

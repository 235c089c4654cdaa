"""Tahiti's rules, one module for each chapter of the rule book (docs/rules/tahiti.md)."""

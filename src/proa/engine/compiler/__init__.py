"""Compilation of rules: marking, linking, the cache and its keys. Independent of games' verbs."""

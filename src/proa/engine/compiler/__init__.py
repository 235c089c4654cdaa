"""Rules become machine code: marking, linking, the cache and its keys. Knows no game's verbs."""

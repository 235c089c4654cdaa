"""One game: its specification, positions, rules, messages, documents and observations."""

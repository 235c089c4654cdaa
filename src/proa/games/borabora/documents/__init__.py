"""A position as JSON, both ways, and the names of chance events."""

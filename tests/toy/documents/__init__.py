"""A position as JSON, both ways."""

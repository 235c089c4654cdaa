"""The game as drawn: data, previews, templates, styles, pieces."""

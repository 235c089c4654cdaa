"""The drawing of the game: data, previews, templates, styles, pieces."""

"""What a browser gets: templates, styles, drawings, fonts and a small script."""

"""What browsers get: templates, styles, drawings, fonts and scripts."""

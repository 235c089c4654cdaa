"""The pages, drawn for people."""

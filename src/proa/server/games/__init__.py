"""The games' rules, opened, compiled and kept at hand."""

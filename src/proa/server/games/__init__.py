"""The games of a server, opened, compiled and loaded."""

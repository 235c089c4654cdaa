"""What a host sees of a running server: its logs, what it measures, and who is told."""

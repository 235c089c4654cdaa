"""Who is told that a table has changed, by this process or another; and the time they share."""

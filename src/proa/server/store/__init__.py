"""All that outlives a process: the tables of the database, and the doors to them."""

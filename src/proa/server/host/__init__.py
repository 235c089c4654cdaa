"""For the person who runs a server: the application, its process, database, administration."""

"""Run by a host: the application put together, the server, its database, its guests."""

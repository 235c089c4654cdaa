"""The server's settings, their sources, and the addresses and file modes that follow from them."""

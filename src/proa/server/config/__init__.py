"""What the host of a server sets: settings, where they are given, what follows from them."""

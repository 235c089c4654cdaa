"""Looking back on a finished game: what luck and what choices brought each seat."""

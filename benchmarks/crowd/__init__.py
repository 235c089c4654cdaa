"""People at many tables of one server: what they do, and what it cost."""

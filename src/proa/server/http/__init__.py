"""What every request passes before a page or the API answers it, and what it brings."""

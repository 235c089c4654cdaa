"""Notifications about changed tables, within and between processes; and their shared clock."""

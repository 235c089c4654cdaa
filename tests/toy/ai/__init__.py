"""What bots and environments need: the observation."""

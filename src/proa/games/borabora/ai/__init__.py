"""What bots and environments need: observations, evaluation, scores of actions."""

"""What bots and environments need: observations, evaluation, pruning, scores of actions."""

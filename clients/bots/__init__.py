"""The bots: pure policies from a view, the legal list and a seed to a decision."""

"""Scenario files, the modes they run in, and the runner itself."""

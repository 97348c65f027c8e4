"""Replays and their files."""

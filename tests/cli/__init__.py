"""Tests of clients.cli."""

"""Tests of clients.bots."""

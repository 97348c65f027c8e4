"""Tests of clients.sdk."""

"""Tests of the server: over real sockets, with the real engine and the real store."""

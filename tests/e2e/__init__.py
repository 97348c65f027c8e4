"""The product in a real browser: the built page against a running server, driven by clicks."""

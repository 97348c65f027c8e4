"""The decision notation."""

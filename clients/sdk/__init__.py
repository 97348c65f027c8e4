"""The Python SDK: a seat or a spectator at a table, over the wire or in the same process."""

"""The server as it is operated: many workers, a proxy, a real Redis, an image."""

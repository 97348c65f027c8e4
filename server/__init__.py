"""The server: tables, rooms and sockets around the rules engine."""

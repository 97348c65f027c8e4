"""The server: tables, rooms and sockets around the rules engine."""

from importlib.metadata import PackageNotFoundError, version

try:
    VERSION = version("paltable")
except PackageNotFoundError:  # run from a checkout that is not installed
    VERSION = "0.0.0"

__all__ = ["VERSION"]

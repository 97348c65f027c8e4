"""The query of an address: names and values, with percent signs for what may not stand in it."""

import re
from collections.abc import Iterator
from typing import Final

_ESCAPED: Final = re.compile("(?:%[0-9A-F]{2})+", re.IGNORECASE)
_UNRESERVED: Final = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


def read_query(query: str) -> Iterator[tuple[str, str]]:
    """Names and values in order, decoded; what is no UTF-8 becomes the replacement character."""
    for field in query.partition("#")[0].split("&"):
        name, _, value = field.partition("=")
        yield _decoded(name), _decoded(value)


def _decoded(text: str) -> str:
    return _ESCAPED.sub(
        lambda found: bytes.fromhex(found[0].replace("%", "")).decode("utf-8", "replace"), text.replace("+", " ")
    )


def escaped(text: str) -> str:
    """The text as a value of a query."""
    return "".join(chr(byte) if byte in _UNRESERVED else f"%{byte:02X}" for byte in text.encode("utf-8", "replace"))

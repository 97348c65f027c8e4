"""Replay files as whoever knows the format could write them, whatever they say."""

import zlib
from collections.abc import Sequence
from hashlib import blake2b


def parts(data: bytes) -> tuple[bytes, bytes]:
    """The first line of a file, and its body."""
    line, _, body = data.partition(b"\n")
    return line, body


def packed(content: bytes, level: int = 9) -> bytes:
    """A file with this content, whose length and checksum fit."""
    body = zlib.compress(content, level)
    return b"paltable replay 1 %d %b\n" % (len(body), blake2b(body, digest_size=32).hexdigest().encode()) + body


def content_of(data: bytes) -> list[bytes]:
    """The lines of a file."""
    return zlib.decompress(parts(data)[1]).splitlines()


def sealed(documents: Sequence[bytes]) -> bytes:
    """Content whose seals fit."""
    seal, lines = b"", []
    for document in documents:
        seal = blake2b(seal + document, digest_size=8).hexdigest().encode()
        lines.append(seal + b" " + document + b"\n")
    return b"".join(lines)


def documents_of(data: bytes) -> list[bytes]:
    """The documents of a file, without their seals."""
    return [line[17:] for line in content_of(data)]

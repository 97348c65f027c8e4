"""The file of a replay, ``.paltable``, which `clients/replays/FORMAT.md` describes.

One replay has one file: what is read is compared with how it would be written, and a file that was cut off, changed or
made by something else is refused with a sentence that says what and where.
"""

import re
import zlib
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from server.protocol.messages import Outcome
from server.protocol.replays import End, Entry, Head, Replay
from server.protocol.shapes import Decision

FORMAT: Final = 2
"""The highest number that is read. A file has the lowest that says all that is in it: 1, or 2 if there are clocks."""
SUFFIX: Final = ".paltable"
MEDIA_TYPE: Final = "application/vnd.paltable.replay"
LARGEST_CONTENT: Final = 16 * 2**20
"""So many bytes a replay may unpack to; a match of a thousand decisions is a twentieth of it."""

_MAGIC: Final = b"paltable replay "
_FIRST_LINE: Final = re.compile(rb"paltable replay (0|[1-9][0-9]{0,8}) (0|[1-9][0-9]{0,9}) ([0-9a-f]{64})\n")
_LONGEST_FIRST_LINE: Final = 128
_VERSION: Final = re.compile(rb"paltable replay ([0-9]{1,9}) ")
_SEAL_BYTES: Final = 8
_SEAL_LENGTH: Final = 2 * _SEAL_BYTES
_CHUNK: Final = 4096


class InvalidReplay(ValueError):
    """These bytes are no replay that can be read; the text says what is wrong, and where."""


_encode: Final = msgspec.json.Encoder(order="deterministic").encode
_decode_head: Final = msgspec.json.Decoder(Head).decode
_decode_entry: Final = msgspec.json.Decoder(Entry).decode
_decode_end: Final = msgspec.json.Decoder(End).decode


def encode(replay: Replay) -> bytes:
    """The file of a replay: the same replay always has the same content, and with the same zlib the same bytes."""
    body = zlib.compress(_content(replay), 9)
    return b"%b%d %d %b\n%b" % (_MAGIC, _number(replay), len(body), _checksum(body).encode(), body)


def _number(replay: Replay) -> int:
    """The format that a replay needs."""
    banks = (replay.head.clocks, *(entry.clocks for entry in replay.entries))
    return 1 if all(bank is UNSET for bank in banks) else 2


def _checksum(body: bytes) -> str:
    return blake2b(body, digest_size=32).hexdigest()


def _content(replay: Replay) -> bytes:
    """One JSON document per line, each after a seal that hashes it and the seal before it."""
    seal, lines = "", []
    for document in (replay.head, *replay.entries, replay.end):
        line = _encode(document)
        seal = _seal(seal, line)
        lines.append(b"%b %b\n" % (seal.encode(), line))
    return b"".join(lines)


def _seal(before: str, line: bytes) -> str:
    return blake2b(before.encode() + line, digest_size=_SEAL_BYTES).hexdigest()


def same(one: object, other: object) -> bool:
    """Whether two values are written the same way."""
    return _encode(one) == _encode(other)


def decode(data: bytes) -> Replay:
    """The replay in a file. Raises `InvalidReplay`: what is wrong, and where."""
    number, body, checksum = _body(data)
    if _checksum(body) != checksum:
        raise InvalidReplay(_damage(body))
    replay = _read(_unpack(body))
    if number > (needed := _number(replay)):
        raise InvalidReplay(f"The replay is said to have format {number}, but what is in it has format {needed}.")
    return replay


def _body(data: bytes) -> tuple[int, bytes, str]:
    """The number of the format; what follows the first line, which is all there and nothing more; its checksum."""
    if not data.startswith(_MAGIC):
        if _MAGIC.startswith(data):
            raise InvalidReplay(f"The replay is cut off in its first line: it has {len(data)} bytes.")
        raise InvalidReplay(f"This is no replay: it does not begin with {_MAGIC.decode()!r}.")
    version = _VERSION.match(data)
    if version is not None and int(version[1]) > FORMAT:
        raise InvalidReplay(
            f"The replay was made by a newer version of Paltable: it has format {int(version[1])}, "
            f"and this version reads formats up to {FORMAT}."
        )
    first = _FIRST_LINE.match(data)
    if first is None or first[1] == b"0":
        if b"\n" not in data and len(data) < _LONGEST_FIRST_LINE:
            raise InvalidReplay(f"The replay is cut off in its first line: it has {len(data)} bytes.")
        raise InvalidReplay("The replay is damaged in its first line.")
    body, length = data[first.end() :], int(first[2])
    if len(body) < length:
        raise InvalidReplay(f"The replay is cut off: {len(data)} of its {first.end() + length} bytes are there.")
    if len(body) > length:
        raise InvalidReplay(f"Behind the replay stand {len(body) - length} bytes that do not belong to it.")
    return int(first[1]), body, first[3].decode()


def _unpack(body: bytes) -> bytes:
    unpacker = zlib.decompressobj()
    try:
        content = unpacker.decompress(body, LARGEST_CONTENT)
    except zlib.error as error:
        raise InvalidReplay("The replay is damaged: it cannot be unpacked.") from error
    if unpacker.unconsumed_tail:
        raise InvalidReplay(f"The replay unpacks to more than {LARGEST_CONTENT} bytes.")
    if not unpacker.eof or unpacker.unused_data:
        raise InvalidReplay("The replay is damaged: what was packed does not end where it should.")
    return content


def _damage(body: bytes) -> str:
    """Where a file was changed whose checksum does not fit."""
    content, whole = _as_far_as_it_goes(body)
    lines = content.split(b"\n")[:-1]
    broken = _first_broken(lines)
    if broken is not None:
        name = _name(broken, is_last=whole and broken == len(lines) - 1)
        return f"The replay was changed: its checksum does not fit, and the first line that does not is {name}."
    if not whole:
        return f"The replay is damaged at {_name(len(lines))}: from there on it cannot be unpacked."
    return "The replay was changed: its checksum does not fit."


def _as_far_as_it_goes(body: bytes) -> tuple[bytes, bool]:
    """What of a body can be unpacked, and whether that is all of it."""
    unpacker, content = zlib.decompressobj(), bytearray()
    try:
        for start in range(0, len(body), _CHUNK):
            content += unpacker.decompress(body[start : start + _CHUNK], max(1, LARGEST_CONTENT - len(content)))
    except zlib.error:
        return bytes(content), False
    return bytes(content), unpacker.eof


def _name(line: int, *, is_last: bool = False) -> str:
    """What stands in a line of the content, counted from 0."""
    if line == 0:
        return "what the match began with"
    return "how it ended" if is_last else f"decision {line}"


def _read(content: bytes) -> Replay:
    lines = _unsealed(content)
    if len(lines) < 2:
        raise InvalidReplay("The replay is damaged: it has no end.")
    head = _take(lines[0], _decode_head, _name(0))
    entries = tuple(_take(line, _decode_entry, _name(at)) for at, line in enumerate(lines[1:-1], 1))
    end = _take(lines[-1], _decode_end, _name(len(lines) - 1, is_last=True))
    _check_names((head.pin, head.log, head.seats.A.name, head.seats.B.name), _name(0))
    _check_names((end.outcome.reason,), _name(len(lines) - 1, is_last=True))
    for at, entry in enumerate(entries, 1):
        _check_entry(entry, at)
    if end.entries != len(entries):
        raise InvalidReplay(f"The replay says that it has {end.entries} decisions, and it has {len(entries)}.")
    return Replay(head, entries, end)


def _unsealed(content: bytes) -> list[bytes]:
    """The documents of the lines, whose seals fit."""
    if not content.endswith(b"\n"):
        raise InvalidReplay("The replay is damaged: its last line does not end.")
    lines = content[:-1].split(b"\n")
    broken = _first_broken(lines)
    if broken is not None:
        name = _name(broken, is_last=broken == len(lines) - 1)
        raise InvalidReplay(f"The replay was changed: the first line whose seal does not fit is {name}.")
    return [line[_SEAL_LENGTH + 1 :] for line in lines]


def _first_broken(lines: Sequence[bytes]) -> int | None:
    """The first line whose seal does not fit."""
    seal = ""
    for at, line in enumerate(lines):
        seal = _seal(seal, line[_SEAL_LENGTH + 1 :])
        if line[: _SEAL_LENGTH + 1] != seal.encode() + b" ":
            return at
    return None


def _take(line: bytes, decoder: Any, name: str) -> Any:
    try:
        document = decoder(line)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise InvalidReplay(f"The replay cannot be read at {name}: {error}.") from error
    if _encode(document) != line:
        raise InvalidReplay(f"The replay is written in another way than it should be at {name}.")
    return document


def _check_names(names: Sequence[str], place: str) -> None:
    """Whether they can be printed: they stand in sentences, wherever a replay is shown."""
    for name in names:
        if not name.isprintable():
            raise InvalidReplay(f"The replay cannot be read at {place}: {name!a} cannot be printed.")


def _check_entry(entry: Entry, at: int) -> None:
    if entry.n != at:
        raise InvalidReplay(f"Decision {entry.n} of the replay stands where decision {at} should.")
    _check_names((entry.by, entry.ruling.reason if isinstance(entry.ruling, Outcome) else ""), _name(at))
    is_decision = entry.seat != "" and isinstance(entry.decision, Decision) and isinstance(entry.ruling, UnsetType)
    is_ruling = entry.seat == "" and isinstance(entry.decision, UnsetType) and isinstance(entry.ruling, Outcome)
    if not is_decision and not is_ruling:
        raise InvalidReplay(f"Decision {at} of the replay is neither a player's decision nor a ruling.")

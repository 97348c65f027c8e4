"""A file that was cut off, damaged, or written by something else is refused: a sentence says what and where."""

import json
import random
import re
import zlib
from collections.abc import Callable

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from clients.replays import FORMAT, InvalidReplay, decode, encode
from server.protocol.replay_file import LARGEST_CONTENT
from server.protocol.replays import Banks
from tests.replays.games import one
from tests.replays.older import FILE
from tests.replays.writing import content_of, documents_of, packed, parts, sealed

N = 7
"""The decision that is changed."""


def refusal(data: bytes) -> str:
    with pytest.raises(InvalidReplay) as refused:
        decode(data)
    return str(refused.value)


# --- what is no whole replay ------------------------------------------------------------------------------------------


def test_every_beginning_of_a_replay_is_called_cut_off() -> None:
    data = encode(one())
    first = len(parts(data)[0]) + 1
    for length in [*range(first + 40), *range(first + 40, len(data), 97), len(data) - 1]:
        sentence = refusal(data[:length])
        assert "cut off" in sentence, (length, sentence)
        if length >= first:
            assert f"{length} of its {len(data)} bytes" in sentence


def test_what_stands_behind_a_replay_is_refused() -> None:
    assert refusal(encode(one()) + b"\n") == "Behind the replay stand 1 bytes that do not belong to it."


@pytest.mark.parametrize(
    "data", [b"PK\x03\x04 a zip", b"paltable save", b"title: A scenario\n", b"\x00" * 4096, b"{}"], ids=repr
)
def test_another_file_is_called_no_replay(data: bytes) -> None:
    assert refusal(data) == "This is no replay: it does not begin with 'paltable replay '."


def test_a_file_of_a_newer_version_is_refused_as_one_by_its_number() -> None:
    data = encode(one()).replace(b"paltable replay 1 ", b"paltable replay %d " % (FORMAT + 1), 1)
    assert refusal(data) == (
        "The replay was made by a newer version of Paltable: it has format 3, and this version reads formats up to 2."
    )


def test_a_file_has_the_lowest_number_that_says_all_of_it_and_no_other() -> None:
    timed = replace(one(), head=replace(one().head, clocks=Banks(300_000, 300_000)))
    assert [encode(replay).split(b" ")[2] for replay in (one(), timed)] == [b"1", b"2"]
    assert decode(encode(timed)) == timed
    data = encode(one()).replace(b"paltable replay 1 ", b"paltable replay 2 ", 1)
    assert refusal(data) == "The replay is said to have format 2, but what is in it has format 1."
    assert refusal(data.replace(b"replay 2 ", b"replay 0 ", 1)) == "The replay is damaged in its first line."


def test_a_file_from_before_there_were_clocks_is_read_for_ever() -> None:
    data = FILE.read_bytes()
    assert data.startswith(b"paltable replay 1 ")
    assert encode(decode(data)).startswith(b"paltable replay 1 ")
    assert decode(data).head.clocks is UNSET


def test_clocks_that_were_written_under_the_first_number_are_read() -> None:
    timed = replace(one(), head=replace(one().head, clocks=Banks(300_000, 300_000)))
    assert decode(packed(zlib.decompress(parts(encode(timed))[1]))) == timed


def test_no_changed_byte_goes_unnoticed() -> None:
    data, chance = bytearray(encode(one())), random.Random(4)
    first = len(parts(bytes(data))[0]) + 1
    places = [*range(first + 8), *chance.sample(range(first + 8, len(data)), 250), len(data) - 1]
    for place in places:
        changed = data[:]
        changed[place] ^= 1 << chance.randrange(8)
        assert refusal(bytes(changed))


def test_a_byte_that_is_damaged_is_placed_near_its_decision() -> None:
    """What was packed before it can be read, so the first line that does not fit is not far from where it is."""
    data = bytearray(encode(one()))
    data[len(data) // 2] ^= 0x10
    sentence = refusal(bytes(data))
    named = re.search(r"decision (\d+)", sentence)
    assert named is not None, sentence
    assert len(one().entries) / 5 < int(named[1]) < len(one().entries)


def test_a_replay_that_unpacks_to_too_much_is_refused_before_it_does() -> None:
    assert refusal(packed(bytes(LARGEST_CONTENT + 1))) == f"The replay unpacks to more than {LARGEST_CONTENT} bytes."


# --- content that somebody wrote --------------------------------------------------------------------------------------


def test_a_line_that_was_changed_is_named_though_the_checksum_was_renewed() -> None:
    lines = content_of(encode(one()))
    for at, name in ((0, "what the match began with"), (N, f"decision {N}"), (len(lines) - 1, "how it ended")):
        changed = [*lines]
        changed[at] = changed[at].replace(b'"', b"'", 1)
        sentence = refusal(packed(b"\n".join(changed) + b"\n"))
        assert sentence == f"The replay was changed: the first line whose seal does not fit is {name}."


def test_a_line_that_was_changed_is_named_though_the_checksum_was_not_renewed() -> None:
    data = encode(one())
    lines = content_of(data)
    lines[N] = lines[N].replace(b'"seat":"', b'"seat": "', 1)
    body = zlib.compress(b"\n".join(lines) + b"\n", 9)
    line = b"paltable replay 1 %d %b\n" % (len(body), parts(data)[0].split()[-1])
    assert refusal(line + body).endswith(f"the first line that does not is decision {N}.")


Lines = list[bytes]


def with_line(lines: Lines, at: int, old: bytes, new: bytes) -> Lines:
    assert old in lines[at]
    changed = [*lines]
    changed[at] = lines[at].replace(old, new, 1)
    return changed


HEAD, DECISION = "cannot be read at what the match began with", f"cannot be read at decision {N}"
MISPLACED = f"Decision {N + 1} of the replay stands where decision {N} should"
OUT_OF_FORMAT: dict[str, tuple[Callable[[Lines], Lines], str]] = {
    "an entry without most of it": (lambda lines: [*lines[:N], b'{"n":7}', *lines[N + 1 :]], DECISION),
    "too deep": (lambda lines: [*lines[:N], b'{"n":' * 100_000, *lines[N + 1 :]], DECISION),
    "spaces": (lambda lines: with_line(lines, N, b'"n":7', b'"n": 7'), f"than it should be at decision {N}"),
    "another number": (lambda lines: with_line(lines, N, b'"n":7', b'"n":8'), MISPLACED),
    "an entry left out": (lambda lines: [*lines[:N], *lines[N + 1 :]], MISPLACED),
    "the last entry left out": (lambda lines: [*lines[:-2], lines[-1]], "says that it has"),
    "no end": (lambda lines: lines[:-1], "cannot be read at how it ended"),
    "one line": (lambda lines: lines[:1], "it has no end"),
    "no head": (lambda lines: lines[1:], HEAD),
    "no text": (lambda lines: with_line(lines, 0, b'"pin":"', b'"pin":"\xff'), HEAD),
    "a name that commands the terminal": (lambda lines: with_line(lines, 0, b'"name":"', b'"name":"\\u001b'), HEAD),
    "a name without end": (lambda lines: with_line(lines, 0, b'"name":"', b'"name":"' + b"A" * 70_000), HEAD),
    "a deck without end": (
        lambda lines: with_line(lines, 0, b'"deck":{', b'"deck":{' + b"".join(b'"X-%d":1,' % at for at in range(999))),
        HEAD,
    ),
    "a log without end": (lambda lines: with_line(lines, 0, b'"log":"', b'"log":"' + b"A" * 70_000), HEAD),
    "a version in two lines": (lambda lines: with_line(lines, 0, b'"pin":"', b'"pin":"\\n'), HEAD),
    "a decision by nobody who can be named": (
        lambda lines: with_line(lines, N, b',"chain"', b',"by":"\\u001b","chain"'), DECISION,
    ),
    "an end that cannot be told": (
        lambda lines: with_line(lines, -1, b'"reason":"', b'"reason":"\\u001b'), "cannot be read at how it ended",
    ),
    "an unknown field": (lambda lines: with_line(lines, 0, b'{"pin"', b'{"more":1,"pin"'), HEAD),
}  # fmt: skip


@pytest.mark.parametrize("name", OUT_OF_FORMAT)
def test_content_that_is_not_in_the_format_is_refused_by_its_place(name: str) -> None:
    change, says = OUT_OF_FORMAT[name]
    assert says in refusal(packed(sealed(change(documents_of(encode(one()))))))


def test_an_entry_is_a_decision_or_a_ruling_and_not_both() -> None:
    documents = documents_of(encode(one()))
    entry = json.loads(documents[N])
    changed = {**{key: entry[key] for key in ("n", "seat", "decision")}, "ruling": {"winner": "A", "reason": "time"}}
    changed |= {"chain": entry["chain"], "told": entry["told"]}
    documents[N] = json.dumps(changed, separators=(",", ":"), ensure_ascii=False).encode()
    assert "neither a player's decision nor a ruling" in refusal(packed(sealed(documents)))

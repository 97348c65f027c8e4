"""The replay of a match that came through chaos, with everything in it that can be changed: nothing goes unnoticed.

Whatever is changed is written anew as the format wants it, with checksum and seals that fit: only what the file says
can give it away.
"""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

import pytest

import clients.replays
from clients.replays import Difference, InvalidReplay, Replay, decode, verify
from engine import SEATS, OtherVersion, catalogue
from tests.chaos.seeds import Apart
from tests.chaos.story import files
from tests.replays.writing import content_of, documents_of, packed, sealed

SEEDS: Final = (33, 13, 18, 43, 53)
"""Stories with clocks that are short enough to decide, and to end matches."""
UNPROVED: Final = ("name", "bot", "deck_name", "time", "at", "by", "clocks")
"""Whatever is the word of the server alone, as `FORMAT.md` says."""
LOOKED_AT: Final = 12
"""So many places of the views and tellings are changed, of thousands."""

OTHERS: Final = {"A": "B", "B": "A", "standard": "fast"}
"""Words that have to be others of their kind."""

Document: TypeAlias = dict[str, Any]
Place: TypeAlias = tuple[str | int, ...]


class Match:
    """One finished match: its file, and the documents of which it consists."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.replay: Replay = decode(data)
        self.promised = self.replay.head.commitment
        self.documents: list[Document] = [json.loads(document) for document in documents_of(data)]

    @property
    def last(self) -> int:
        """The number of the last entry."""
        return len(self.replay.entries)


@pytest.fixture(scope="module")
def match() -> Match:
    """A match with decisions of players and of their clocks, which ended on time."""
    for seed in SEEDS:
        told = Apart(lambda seed=seed: files(seed, 2.0, 6)).result()  # type: ignore[misc]
        assert told is not None, f"the story of {seed} broke off"
        for data in told.values():
            entries = decode(data).entries
            if not entries[-1].seat and any(entry.by for entry in entries):
                return Match(data)
    raise AssertionError("no match of these stories ended on time")


def written(documents: list[Document]) -> bytes:
    """The file that says this."""
    return packed(sealed([dumped(document) for document in documents]), 1)


def dumped(document: Document) -> bytes:
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode()


def verdict(data: bytes, promised: str) -> str:
    """Why a file is refused; empty if it is proved."""
    try:
        verify(decode(data), catalogue, promised)
    except (InvalidReplay, Difference, OtherVersion) as refused:
        return str(refused)
    return ""


# --- every place ------------------------------------------------------------------------------------------------------


def places(value: object, path: Place = ()) -> Iterator[Place]:
    """The paths of all values in a document, inner ones and leaves."""
    if path:
        yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from places(each, (*path, key))


def others(value: Any) -> Iterator[Any]:
    """Other values that might stand in the place of this one."""
    match value:
        case bool():
            yield not value
        case int():
            yield value + 1
        case str():
            yield OTHERS.get(value, _altered(value))
        case list() if value:
            yield value[:-1]
            yield [*value, value[-1]]
            if value != value[::-1]:
                yield value[::-1]
        case dict():
            yield {**value, "x": 1}
        case _:
            yield [1]


def _altered(text: str) -> str:
    """A text of the same kind: of hexadecimal digits, if it is one of those."""
    if re.fullmatch("[0-9a-f]{16,}", text):
        return ("1" if text[0] == "0" else "0") + text[1:]
    return text + "x"


def changed(document: Document, path: Place, change: Callable[[Any, str | int], None]) -> Document:
    copy: Document = json.loads(json.dumps(document))
    holder: Any = copy
    for key in path[:-1]:
        holder = holder[key]
    change(holder, path[-1])
    return copy


def forgeries(document: Document, path: Place) -> Iterator[Document]:
    """The document with another value at a place, and without it."""
    value: Any = document
    for key in path:
        value = value[key]
    for other in others(value):
        yield changed(document, path, lambda holder, key, other=other: holder.__setitem__(key, other))  # type: ignore[misc]
    yield changed(document, path, lambda holder, key: holder.__delitem__(key))


def unnoticed(match: Match, line: int, *, first: int = 10_000) -> set[str]:
    """Change every place of a line, but of views and tellings only some: which fields may be changed unnoticed."""
    document = match.documents[line]
    every = [path for path in places(document) if path[0] not in ("views", "told")]
    shown = [path for path in places(document) if path[0] in ("views", "told")]
    every += Random(line).sample(shown, min(len(shown), LOOKED_AT))
    found = set()
    for path in every:
        for forged in forgeries(document, path):
            documents = [*match.documents[:line], forged, *match.documents[line + 1 :]]
            says = verdict(written(documents), match.promised)
            if not says:
                found.add(next(str(key) for key in reversed(path) if isinstance(key, str) and key not in SEATS))
            elif line and "decision" in says.lower():
                assert str(line) in re.findall(r"\d+", says) or line > match.last, (path, says)
    return found


def test_what_was_not_changed_is_proved_when_it_is_written_anew(match: Match) -> None:
    assert verdict(match.data, match.promised) == ""
    assert verdict(written(match.documents), match.promised) == ""


def test_of_what_a_match_began_with_nothing_but_names_and_times_can_be_changed_unnoticed(match: Match) -> None:
    assert unnoticed(match, 0) == {"name", "at", "clocks", "time", "deck_name"}


def test_of_the_first_decision_nothing_but_its_time_can_be_changed_unnoticed(match: Match) -> None:
    assert unnoticed(match, 1) == {"at", "clocks"}


def test_of_a_decision_of_a_clock_nothing_but_its_time_and_maker_can_be_changed_unnoticed(match: Match) -> None:
    n = next(entry.n for entry in match.replay.entries if entry.by)
    assert unnoticed(match, n) == {"at", "by", "clocks"}


def test_of_the_end_on_time_nothing_but_when_it_was_can_be_changed_unnoticed(match: Match) -> None:
    assert unnoticed(match, match.last) == {"at", "clocks"}
    assert unnoticed(match, match.last + 1) == set()


ADDED: Final[dict[str, tuple[Place, Any, bool]]] = {
    "that somebody was named to choose": (("chooser",), "A", True),
    "that a seat was a bot": (("seats", "A", "bot"), True, False),
    "a field of no meaning": (("x",), 1, True),
}


@pytest.mark.parametrize("name", ADDED)
def test_what_is_added_to_the_beginning_is_noticed_unless_it_is_the_servers_word(match: Match, name: str) -> None:
    path, value, is_noticed = ADDED[name]
    head = changed(match.documents[0], path, lambda holder, key: holder.__setitem__(key, value))
    said = verdict(written([_ordered(head), *match.documents[1:]]), match.promised)
    assert bool(said) == is_noticed, said


HEAD_FIELDS: Final = (
    "pin", "log", "seats", "seed", "secret", "commitment", "at", "clocks", "time", "chooser", "chain", "views", "x",
)  # fmt: skip
SIDE_FIELDS: Final = ("name", "bot", "deck_name", "deck", "entropy")


def _ordered(head: Document) -> Document:
    """The fields in the order that the format wants."""
    head = {field: head[field] for field in HEAD_FIELDS if field in head}
    sides = {
        seat: {field: side[field] for field in SIDE_FIELDS if field in side} for seat, side in head["seats"].items()
    }
    return {**head, "seats": sides}


def test_the_format_says_of_each_field_that_is_not_proved_that_it_is_not() -> None:
    text = Path(clients.replays.__file__).with_name("FORMAT.md").read_text()
    statement = text[text.index("covered by the seals alone") - 200 :]
    for field in UNPROVED:
        assert f"`{field}`" in statement, field


# --- whole lines ------------------------------------------------------------------------------------------------------

Documents: TypeAlias = list[Document]


def _numbered(documents: Documents) -> Documents:
    """The entries counted from 1, and their number at the end."""
    head, *entries, end = documents
    return [head, *({**entry, "n": n} for n, entry in enumerate(entries, 1)), {**end, "entries": len(entries)}]


AT: Final = 5
ORDERS: Final[dict[str, tuple[Callable[[Documents], Documents], int]]] = {
    "an entry is missing": (lambda lines: [*lines[:AT], *lines[AT + 1 :]], AT),
    "an entry stands twice": (lambda lines: [*lines[: AT + 1], *lines[AT:]], AT + 1),
    "two entries are exchanged": (lambda lines: [*lines[:AT], lines[AT + 1], lines[AT], *lines[AT + 2 :]], AT),
    "the last entry is missing": (lambda lines: [*lines[:-2], lines[-1]], -2),
    "the last entry stands twice": (lambda lines: [*lines[:-1], *lines[-2:]], 0),
    "it is cut off in the middle": (lambda lines: [*lines[: len(lines) // 2], lines[-1]], 0),
    "nothing but the end follows the beginning": (lambda lines: [lines[0], lines[-1]], 0),
}


@pytest.mark.parametrize("name", ORDERS)
@pytest.mark.parametrize("renumbered", [True, False], ids=["renumbered", "as it was"])
def test_entries_that_are_missing_doubled_or_exchanged_are_noticed(match: Match, name: str, renumbered: bool) -> None:
    change, n = ORDERS[name]
    documents = change(match.documents)
    said = verdict(written(_numbered(documents) if renumbered else documents), match.promised)
    assert said
    if n > 0:
        assert re.search(rf"ecision {n}\b", said), said


def test_a_line_that_was_changed_is_named_if_its_seal_was_not_made_anew(match: Match) -> None:
    lines = content_of(match.data)
    for n in range(1, len(lines), 7):
        line = lines[n].replace(b'"', b"'", 1)
        said = verdict(packed(b"\n".join([*lines[:n], line, *lines[n + 1 :]]) + b"\n"), match.promised)
        name = f"decision {n}" if n <= match.last else "how it ended"
        assert said.endswith(f"does not fit is {name}."), said


def test_a_file_that_is_cut_off_says_so(match: Match) -> None:
    for length in range(0, len(match.data), 101):
        assert "cut off" in verdict(match.data[:length], match.promised)


def test_a_match_without_its_promise_is_not_taken_by_whoever_noted_it(match: Match) -> None:
    bare = {key: value for key, value in match.documents[0].items() if key not in ("secret", "commitment")}
    data = written([bare, *match.documents[1:]])
    assert "no commitment" in verify(decode(data), catalogue).sentence
    assert "the replay says none" in verdict(data, match.promised)

"""Reading a deck from text in any form in which players pass decks on; nothing is dropped without being said.

Understood are lists of numbers or names, English or Japanese, with copies before or after; sections for main deck and
souls; numbers one after the other; links that carry a list; and the codes of ``engine.decks.code``.
"""

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

from engine.decks.code import CODE, UnreadableCode, decode
from engine.decks.deck import Deck
from engine.decks.entries import SOUL, Entry, Unreadable, numbers_in, read_copies_of_souls, read_entry, tidy
from engine.decks.links import read_query
from engine.effects.catalogue import Catalogue
from engine.model.errors import Defect

SOULS: Final = 10
"""Cards in a soul deck, exactly (6.1.2.1); a list need not name them."""


class LineKind(StrEnum):
    """What a line turned out to be."""

    CARDS = "cards"
    NOTE = "note"
    """A comment, a heading, the name of the deck."""
    UNREAD = "unread"


class Line(NamedTuple):
    """A line that is not blank, or a part of one: its number from 1, its text, and why it was not read."""

    number: int
    text: str
    kind: LineKind
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """A deck as read, and what became of every line.

    ``deck`` also holds numbers that the pool does not know; their lines are unread. ``souls`` is None if the text names
    no soul cards, which means ten.
    """

    deck: Deck
    souls: int | None
    lines: tuple[Line, ...]

    @property
    def unread(self) -> tuple[Line, ...]:
        """What could not be read, with reasons."""
        return tuple(line for line in self.lines if line.kind is LineKind.UNREAD)

    def defects(self, pool: Catalogue) -> tuple[Defect, ...]:
        """Everything that is wrong with the deck besides unread lines, the number of souls included."""
        found = [defect for defect in self.deck.defects(pool) if defect.code != "unknown_card"]
        if self.souls is not None and self.souls != SOULS:
            difference = abs(SOULS - self.souls)
            found.append(Defect("souls", f"{self.souls} soul cards: {difference} {_verdict(self.souls)}."))
        return tuple(found)


def _verdict(souls: int) -> str:
    return "missing" if souls < SOULS else "too many"


def read_deck(text: str, pool: Catalogue, name: str = "Deck") -> Reading:
    """The deck that a text describes; ``name`` is taken if the text gives none. Nothing is raised."""
    reader = _Reader(pool)
    for number, line in enumerate(text.splitlines(), 1):
        reader.read_line(number, line)
    souls = reader.announced if reader.souls is None else reader.souls
    return Reading(Deck(reader.name or name, reader.main), souls, tuple(reader.lines))


_MARGIN: Final = " \t\r\ufeff"
_COMMENT: Final = re.compile(r"#|//|;")
_REMARK: Final = re.compile(r"\s(?:#|//).*$")
_BULLET: Final = re.compile(r"[-*+]\s+|[•・·]\s*")
_NAMING: Final = re.compile(r"[#/;]*\s*(?:(?:deck\s*)?(?:name|title)|デッキ名)\s*[:：]\s*(.+)", re.IGNORECASE)
_HEADING: Final = re.compile(
    r"(?P<souls>souls?|soul (?:deck|cards)|ソウル(?:デッキ)?)|(?P<aside>side ?(?:board|deck)?|maybe(?: ?board)?)"
    r"|(?P<main>main(?: ?deck)?|deck|メイン(?:デッキ)?|cards|pals?|structures?|gears?|events?|total)",
    re.IGNORECASE,
)
_COUNT: Final = re.compile(r"\s*(?:\(\s*([0-9]{1,3})(?: cards?)?\s*\)|:\s*([0-9]{1,3})(?: cards?)?|:)$", re.IGNORECASE)
_RULERS: Final = "=[]*_#~<>: "
"""What headings are drawn with."""
LINK: Final = re.compile(r"(?:^|\?)((?:[^?\s]*&)?list=.*)")
"""The end of an address that carries a list."""
_ADDRESS: Final = re.compile(r"https?://\S+", re.IGNORECASE)


@dataclass(slots=True)
class _Reader:
    """Takes lines one after the other."""

    pool: Catalogue
    name: str = ""
    main: dict[str, int] = field(default_factory=dict)
    souls: int | None = None
    announced: int | None = None
    """Souls in the heading above them, which count if none follow."""
    lines: list[Line] = field(default_factory=list)
    section: str = "main"

    def read_line(self, number: int, written: str) -> None:
        written = written.strip(_MARGIN)
        if not tidy(written):
            return
        try:
            kind = self._read(number, written)
        except Unreadable as reason:
            self._unread(number, written, str(reason))
            return
        if kind is not None:
            self.lines.append(Line(number, written, kind))

    def _unread(self, number: int, text: str, reason: str) -> None:
        self.lines.append(Line(number, text, LineKind.UNREAD, reason[:1].upper() + reason[1:]))

    def _read(self, number: int, written: str) -> LineKind | None:
        """What the line is; None if its parts have been recorded one by one."""
        kind, text = None, tidy(written)
        if (link := LINK.search(written)) is not None:
            self._read_link(number, link[1])
        elif (naming := _NAMING.fullmatch(written)) is not None:
            self.name = self.name or naming[1]
            kind = LineKind.NOTE
        elif (code := CODE.search(text)) is not None:
            self._read_code(number, code[0])
        elif _COMMENT.match(text) is not None:
            self._is_heading(text.lstrip("#/; "))
            kind = LineKind.NOTE
        else:
            kind = self._read_cards(number, _BULLET.sub("", _REMARK.sub("", text), count=1))
        return kind

    def _read_cards(self, number: int, text: str) -> LineKind | None:
        numbers = numbers_in(text)
        if len(numbers) > 1:
            self._read_parts(number, _split(text))
            return None
        if not numbers and (kind := self._read_words(text)) is not None:
            return kind
        return self._take(number, text, read_entry(text, self.pool))

    # --- lines without cards ------------------------------------------------------------------------------------------

    def _read_words(self, text: str) -> LineKind | None:
        """A heading, soul cards without a number; None if it must be a card."""
        if _ADDRESS.search(text) is not None:
            raise Unreadable("a link without a list in it cannot be read; copy the list itself.")
        if self._is_heading(text) or text.endswith(":"):
            return LineKind.NOTE
        souls = read_copies_of_souls(text)
        return None if souls is None else self._add_souls(souls)

    def _is_heading(self, text: str) -> bool:
        """Whether it is one of the headings that lists have; the section changes with it."""
        text = text.strip(_RULERS)
        count = _COUNT.search(text)
        found = _HEADING.fullmatch((text if count is None else text[: count.start()]).strip(_RULERS))
        if found is None:
            return False
        self.section = found.lastgroup or "main"
        if self.section == "souls" and count is not None and (digits := count[1] or count[2]):
            self.announced = int(digits)
        return True

    # --- lines with cards ---------------------------------------------------------------------------------------------

    def _read_link(self, number: int, query: str) -> None:
        """The end of an address, with ``list=NUMBERxCOPIES,...`` and perhaps ``name=`` in it."""
        before = len(self.lines)
        for key, value in read_query(query):
            if key == "name":
                self.name = self.name or re.sub(r"[\x00-\x1f\x7f]", "", value).strip()
            elif key == "list":
                self._read_parts(number, [part for part in re.split("[,;]", tidy(value)) if part.strip()])
        if len(self.lines) == before:
            raise Unreadable("the list in the link is empty.")

    def _read_code(self, number: int, code: str) -> None:
        try:
            main = decode(code)
        except UnreadableCode as error:
            raise Unreadable(str(error)) from error
        self.lines.append(Line(number, code, LineKind.CARDS))
        for card, copies in main.items():
            self._add(number, card, Entry(card, copies))

    def _read_parts(self, number: int, parts: list[str]) -> None:
        """Each part is read on its own; the line counts as cards if one of them was."""
        before = len(self.lines)
        readable = False
        for part in parts:
            try:
                readable |= self._take(number, part.strip(), read_entry(part, self.pool)) is not None
            except Unreadable as reason:
                self._unread(number, part.strip(), str(reason))
        if readable:
            self.lines.insert(before, Line(number, ", ".join(part.strip() for part in parts), LineKind.CARDS))

    def _take(self, number: int, text: str, entry: Entry) -> LineKind | None:
        """Count an entry where it stands."""
        if self.section == "aside":
            raise Unreadable("it stands under a heading for cards outside the deck.")
        if entry.number == SOUL:
            return self._add_souls(entry.copies)
        if self.section == "souls" and entry.number in self.pool:
            raise Unreadable("it stands under the souls, but is no soul card.")
        return self._add(number, text, entry)

    def _add(self, number: int, text: str, entry: Entry) -> LineKind | None:
        self.main[entry.number] = self.main.get(entry.number, 0) + entry.copies
        if entry.number not in self.pool:
            self._unread(number, text, f"{entry.number} is not a card of this pool.")
            return None
        return LineKind.CARDS

    def _add_souls(self, copies: int) -> LineKind:
        self.souls = (self.souls or 0) + copies
        return LineKind.CARDS


_LISTED: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?:x\s*)?[0-9]{1,3}\s*x?\s+[A-Z]\S*",  # copies before each
        r"[A-Z][^\sX]*(?:X[0-9]{1,3}|\s+x\s*[0-9]{1,3})?(?=\s|$)",  # behind each, or nowhere
        r"[A-Z]\S*\s+[0-9]{1,3}(?=\s|$)",
    )
)


def _split(text: str) -> list[str]:
    """The parts of a line with several cards: between commas, else between spaces if nothing else is on the line."""
    parts: list[str] = []
    for part in re.split("[,;]", text):
        if len(numbers_in(part)) < 2:
            parts += [part] if part.strip() else []
            continue
        for pattern in _LISTED:
            if not pattern.sub("", part).strip():
                parts += pattern.findall(part)
                break
        else:
            parts.append(part)
    return parts

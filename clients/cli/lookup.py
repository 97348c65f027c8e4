"""Looking cards and decks up."""

import re
import sys
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from clients.cli.encodings import NotText, text_of
from engine import Deck, catalogue
from engine.decks import PRESETS, Reading
from engine.decks import read_deck as read_text
from engine.decks.code import CODE
from engine.decks.entries import tidy
from engine.decks.names import names_of
from engine.decks.printings import NUMBER, canonical
from engine.decks.reading import LINK
from engine.effects.definition import CardDefinition

STANDARD_INPUT: Final = "-"
"""In the place of a file's name."""
SHOWN: Final = 80
"""So many signs of a line that was not read are shown."""


def find_cards(wanted: str) -> list[CardDefinition]:
    """The card with that number, of any printing, or that name, in either language; else those with a part of it."""
    wanted = tidy(wanted)
    numbered = NUMBER.fullmatch(wanted)
    if numbered is not None:
        number = canonical(numbered[1].upper(), (numbered[2] or "").upper(), catalogue)
        return [] if number is None else [catalogue.by_number(number)]
    if named := names_of(catalogue).find(wanted):
        return [catalogue.by_number(number) for number in named]
    return [definition for definition in catalogue.definitions if wanted.casefold() in definition.name.casefold()]


FACES: Final = 4
"""Of more cards than these that were found, the others are only counted or named."""


class UnreadableDeck(ValueError):
    """A deck that is nowhere, or a list with lines that cannot be read; the text says what is wrong."""


def read_deck(wanted: str) -> Deck:
    """A deck of which every line could be read. Raises `UnreadableDeck`; whether it may be played is not checked."""
    reading = read_list(wanted)
    if reading.unread:
        raise UnreadableDeck(" ".join(unread_lines(reading)))
    return reading.deck


def read_list(wanted: str) -> Reading:
    """A deck by the key of a preset, a file (- is the standard input), a code, or a link that carries a list.

    Raises `UnreadableDeck` if it is none of these; lines that could not be read are in the reading.
    """
    if wanted in PRESETS:
        return Reading(PRESETS[wanted], None, ())
    if LINK.search(wanted):  # it may be longer than the name of a file can be
        return read_text(wanted, catalogue)
    if wanted == STANDARD_INPUT:
        return read_text(_text_of(sys.stdin.buffer.read(), "The standard input"), catalogue)
    path = Path(wanted)
    try:
        if CODE.search(wanted) and not path.is_file():
            return read_text(wanted, catalogue)
        return read_text(_text_of(path.read_bytes(), wanted), catalogue, path.stem)
    except FileNotFoundError as error:
        raise UnreadableDeck(_why_nothing(wanted)) from error
    except IsADirectoryError as error:
        raise UnreadableDeck(f"{wanted} is a folder. Name the file with the list.") from error
    except OSError as error:
        raise UnreadableDeck(f"{wanted} cannot be read: {error.strerror}.") from error


def _text_of(raw: bytes, source: str) -> str:
    try:
        return text_of(raw)
    except NotText as error:
        raise UnreadableDeck(f"{source} {error}") from error


def _why_nothing(wanted: str) -> str:
    """Why what was meant to be a deck is none, by what it looks like."""
    if _LIKE_LINK.match(wanted):
        return f"There is no list in the link {wanted}, and nothing is fetched: copy the list itself."
    if _LIKE_CODE.match(wanted):
        return f"{wanted} is not a whole code: PT1- and at least five letters and digits. Copy it again."
    if close := get_close_matches(wanted, PRESETS, n=1):
        return f"There is no file {wanted}, and no deck of this name comes with the game. Did you mean {close[0]}?"
    return f"There is no file {wanted}, and no deck of this name comes with the game. Those that do: paltable deck list"


_LIKE_LINK: Final = re.compile(r"[a-z]+://|www\.", re.IGNORECASE)
_LIKE_CODE: Final = re.compile(r"PT[0-9]{0,3}[-_–—:][^./\\]*$", re.IGNORECASE)


def unread_lines(reading: Reading) -> list[str]:
    """A sentence for each line that could not be read."""
    return [f"Line {line.number} was not read: {_shown(line.text)} ({line.reason})" for line in reading.unread]


def _shown(line: str) -> str:
    """A line as it can be shown: not all of a long one, and nothing that a terminal would obey."""
    shown = "".join(sign if sign.isprintable() else "\ufffd" for sign in line[: SHOWN + 1])
    return shown if len(shown) <= SHOWN else f"{shown[: SHOWN - 1]}…"

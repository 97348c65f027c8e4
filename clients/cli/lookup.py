"""Looking cards and decks up."""

import sys
from pathlib import Path
from typing import Final

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
    try:
        if wanted == STANDARD_INPUT:
            return read_text(sys.stdin.read(), catalogue)
        if not CODE.search(wanted) or Path(wanted).is_file():
            return read_text(Path(wanted).read_text(encoding="utf-8"), catalogue, Path(wanted).stem)
    except (OSError, UnicodeDecodeError) as error:
        known = ", ".join(PRESETS)
        raise UnreadableDeck(
            f"{wanted} is neither a deck of the game ({known}) nor a file that can be read, nor a code or a link."
        ) from error
    return read_text(wanted, catalogue)


def unread_lines(reading: Reading) -> list[str]:
    """A sentence for each line that could not be read."""
    return [f"Line {line.number} was not read: {line.text} ({line.reason})" for line in reading.unread]

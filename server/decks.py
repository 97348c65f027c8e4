"""The decks that players bring, a preset by its key or a list; what decks may be, and what a text says of one."""

from dataclasses import replace

from msgspec import UnsetType

from engine.decks import FORMS, PRESETS, Deck, UnwritableDeck, read_deck
from engine.decks.deck import COLOURS, COPIES, DECK_SIZE, LUCKY_PALS, any_number
from engine.effects.catalogue import Catalogue
from engine.model.errors import Defect, InvalidDeck
from server.protocol.errors import Refusal
from server.protocol.messages import DeckChoice
from server.protocol.shapes import DeckDefect, DeckReading, DeckRules, Decks, PresetDeck, UnreadLine

OWN_LIST = "Own deck"


def chosen(choice: DeckChoice, catalogue: Catalogue) -> Deck:
    """The deck that was chosen, checked. Raises `Refusal`."""
    deck = _named_or_listed(choice)
    try:
        deck.check(catalogue)
    except InvalidDeck as invalid:
        raise _refusal(*invalid.defects) from None
    return deck


def _refusal(*defects: Defect) -> Refusal:
    why = " ".join(defect.text for defect in defects)
    return Refusal("invalid_deck", why, defects=tuple(DeckDefect(defect.code, defect.text) for defect in defects))


def _named_or_listed(choice: DeckChoice) -> Deck:
    match choice.preset, choice.main:
        case str(key), UnsetType():
            if key not in PRESETS:
                raise _refusal(Defect("unknown_preset", f"There is no preset deck {key!r}."))
            return PRESETS[key]
        case UnsetType(), dict(main):
            return Deck(OWN_LIST, main)
        case _:
            raise Refusal("malformed", "A deck is either a preset or a list.")


def decks(catalogue: Catalogue) -> Decks:
    """What ``/decks.json`` gives."""
    return Decks(
        DeckRules(
            DECK_SIZE, COPIES, LUCKY_PALS, COLOURS,
            tuple(sorted({card.name for card in catalogue.definitions if any_number(card)})),
        ),
        tuple(
            PresetDeck(key, deck.name, dict(deck.main), tuple(map(str, deck.colours(catalogue))))
            for key, deck in PRESETS.items()
        ),
    )  # fmt: skip


def read(text: str, catalogue: Catalogue) -> DeckReading:
    """What a text says of a deck; numbers that the pool does not know are told and left out."""
    reading = read_deck(text, catalogue, name="")
    known = Deck(reading.deck.name, {card: copies for card, copies in reading.deck.main.items() if card in catalogue})
    forms, unwritable = _written(known, catalogue)
    return DeckReading(
        main=dict(known.main),
        unread=tuple(UnreadLine(line.number, line.text, line.reason) for line in reading.unread),
        defects=tuple(
            DeckDefect(defect.code, defect.text) for defect in replace(reading, deck=known).defects(catalogue)
        ),
        forms=forms,
        unwritable=unwritable,
        name=known.name,
    )


def _written(deck: Deck, catalogue: Catalogue) -> tuple[dict[str, str], dict[str, str]]:
    """The deck in every form that can hold it, and why the others cannot; no form holds nothing."""
    forms: dict[str, str] = {}
    unwritable: dict[str, str] = {}
    if not deck.main:
        return forms, unwritable
    for form, write in FORMS.items():
        try:
            forms[form] = write(deck, catalogue)
        except UnwritableDeck as why:
            unwritable[form] = str(why)
    return forms, unwritable

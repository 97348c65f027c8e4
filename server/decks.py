"""The decks that players bring: a preset by its key, or a list."""

from msgspec import UnsetType

from engine.decks import PRESETS, Deck
from engine.effects.catalogue import Catalogue
from engine.model.errors import Defect, InvalidDeck
from server.protocol.errors import Refusal
from server.protocol.messages import DeckChoice, DeckDefect, Plain

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


def presets(catalogue: Catalogue) -> list[Plain]:
    """What ``/decks.json`` shows."""
    return [
        {"key": key, "name": deck.name, "main": dict(deck.main), "colours": [str(c) for c in deck.colours(catalogue)]}
        for key, deck in PRESETS.items()
    ]

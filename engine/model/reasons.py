"""Why something cannot be done, as a code for programs and a sentence for people."""

from enum import StrEnum
from typing import NamedTuple


class ReasonCode(StrEnum):
    """What stands in the way."""

    WRONG_KIND = "wrong_kind"
    """The decision does not answer what is asked now."""
    STRAY_FIELD = "stray_field"
    """It says more than its verb has a meaning for."""
    UNKNOWN_CARD = "unknown_card"
    """The player knows no such card."""
    NOT_IN_HAND = "not_in_hand"
    NOT_YOURS = "not_yours"
    """The card is nothing that this player can use, attack with or block with."""
    NO_ABILITY = "no_ability"
    """The card has no such activated ability where it is."""
    NOT_QUICK = "not_quick"
    ONLY_WHEN_ATTACKED = "only_when_attacked"
    USED = "used"
    """Once per turn, and this turn it was."""
    SOULS = "souls"
    RESOURCE = "resource"
    """Too little Material or Ingredient."""
    CARDS = "cards"
    """Too few cards to discard."""
    PALS = "pals"
    """Too few Pals to assign or to butcher."""
    DECK = "deck"
    """Too few cards in the deck."""
    NO_ASSIGNING = "no_assigning"
    RESTING = "resting"
    NO_TARGET = "no_target"
    """Attacks are on the opponent, their structures and their Pals."""
    STANDING = "standing"
    """The target stands, and the attacker has no Assault."""
    PROTECTED = "protected"
    """An ability forbids that this Pal attacks the target."""
    TAUNT = "taunt"
    MUST_ATTACK = "must_attack"
    ATTACKED_ITSELF = "attacked_itself"
    STEALTH = "stealth"
    CANNOT_BLOCK = "cannot_block"
    NOT_OFFERED = "not_offered"
    """A card, option or ability that is not among those to choose from."""
    TWICE = "twice"
    NUMBER = "number"
    """Too few, too many."""
    NO_SUCH_NAME = "no_such_name"
    IMPOSSIBLE = "impossible"
    """Nothing could be done, so only no is left."""


class Reason(NamedTuple):
    """The first thing that stands in the way; the figures are those of the sentence, if it compares two.

    Where several ways to pay are open, the code is that of the first, and the sentence tells of each.
    """

    code: ReasonCode
    text: str
    needed: int = 0
    held: int = 0

"""The text of a card that players see, rendered from its definition.

Nothing printed is kept: the words come from the tree, so text and behaviour cannot drift apart. The words themselves
belong to a language package (``english``); this module only chooses it.
"""

from engine.effects import english
from engine.effects.abilities import Ability
from engine.effects.definition import CardDefinition
from engine.effects.instructions import Later
from engine.model.terms import Kind

__all__ = ["ability_text", "card_text", "kind_name"]


def kind_name(kind: Kind) -> str:
    """What a kind of card is called in a sentence."""
    return english.kind_words((kind,), plural=False)


def card_text(definition: CardDefinition) -> tuple[str, ...]:
    """The rules text of a card, a paragraph per ability in printed order; empty without abilities."""
    return tuple(english.paragraph(ability) for ability in definition.abilities)


def ability_text(ability: Ability, delayed: Later | None = None) -> str:
    """The rules text of one ability, printed or granted, or of what it ``delayed``.

    InvalidCard for a node that has no words.
    """
    return english.paragraph(ability) if delayed is None else english.delayed_words(ability, delayed)

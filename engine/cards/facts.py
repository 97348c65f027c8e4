"""A card as plain data, for clients that cannot read definitions."""

from typing import NotRequired, TypedDict

from engine.effects.definition import CardDefinition
from engine.effects.text import card_text
from engine.model.terms import Kind


class CardFacts(TypedDict):
    """What is printed on a card. Power and Strike only on Pals, Durability only on structures."""

    number: str
    name: str
    main_name: str
    sub_name: str
    kind: str
    colour: str
    lucky: bool
    cost: int
    power: NotRequired[int]
    strike: NotRequired[int]
    durability: NotRequired[int]
    elements: list[str]
    work: list[str]
    set: str
    rarity: str
    text: list[str]
    keywords: list[str]
    quick: bool


def card_facts(definition: CardDefinition) -> CardFacts:
    """The printed facts of a card and its rules text, a paragraph per ability; plain strings, numbers and lists."""
    facts: CardFacts = {
        "number": definition.number,
        "name": definition.name,
        "main_name": definition.main_name,
        "sub_name": definition.sub_name,
        "kind": str(definition.kind),
        "colour": str(definition.colour),
        "lucky": definition.lucky,
        "cost": definition.cost,
        "elements": [str(element) for element in definition.elements],
        "work": [str(work) for work in definition.work],
        "set": definition.set_code,
        "rarity": definition.rarity,
        "text": list(card_text(definition)),
        "keywords": [str(keyword) for keyword in definition.keywords],
        "quick": definition.is_quick,
    }
    if definition.kind is Kind.PAL:
        facts["power"] = definition.power
        facts["strike"] = definition.strike
    elif definition.kind is Kind.STRUCTURE:
        facts["durability"] = definition.power
    return facts

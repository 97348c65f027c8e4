"""Words for costs: what stands between the brackets."""

from functools import singledispatch

from engine.effects.costs import (
    Assign,
    ButcherPals,
    Consume,
    Cost,
    CostPart,
    Discard,
    DiscardThis,
    Mill,
    PaySouls,
    RestThis,
)
from engine.effects.english.nouns import counted, number_words
from engine.effects.english.speech import Reference, Scope, capitalised, no_words
from engine.model.terms import Resource

CIRCLED = "⓪①②③④⑤⑥⑦⑧⑨⑩"
"""The sign for paying so many souls; nobody has more than ten."""


def resource_name(resource: Resource) -> str:
    """Material or Ingredient, as printed."""
    return str(resource).capitalize()


@singledispatch
def part_words(part: CostPart, scope: Scope) -> str:
    """One part of a cost, and what it binds."""
    raise no_words(part)


@part_words.register
def _(part: PaySouls, scope: Scope) -> str:
    return CIRCLED[part.number]


@part_words.register
def _(part: RestThis, scope: Scope) -> str:
    return "rest this card"


@part_words.register
def _(part: DiscardThis, scope: Scope) -> str:
    return "discard this card"


@part_words.register
def _(part: Assign, scope: Scope) -> str:
    plural = part.number > 1
    scope.references[part.binds] = Reference("the assigned Pals" if plural else "the assigned Pal", plural)
    return f"assign {part.number} {'Pals' if plural else 'Pal'}"


@part_words.register
def _(part: Discard, scope: Scope) -> str:
    plural = part.number != 1
    scope.references[part.binds] = Reference("the discarded cards" if plural else "the discarded card", plural)
    return f"discard {counted(part.number, part.cards, scope)}"


@part_words.register
def _(part: Consume, scope: Scope) -> str:
    return f"consume {number_words(part.number, scope)} {resource_name(part.resource)}"


@part_words.register
def _(part: ButcherPals, scope: Scope) -> str:
    plural = part.number > 1
    scope.references[part.binds] = Reference("the butchered Pals" if plural else "the butchered Pal", plural)
    return f"butcher {counted(part.number, part.cards, scope)}"


@part_words.register
def _(part: Mill, scope: Scope) -> str:
    cards = "card" if part.number == 1 else f"{part.number} cards"
    return f"put the top {cards} of your deck into the graveyard"


def cost_words(cost: Cost, scope: Scope) -> str:
    """One alternative without its brackets: "Consume 1 Material, assign 1 Pal"; parts with one verb share it."""
    parts: list[str] = []
    verb = ""
    for part in cost:
        words = part_words(part, scope)
        last, (verb, _, rest) = verb, words.partition(" ")
        if rest and verb == last:
            parts[-1] += f" and {rest}"
        else:
            parts.append(words)
    return capitalised(", ".join(parts))


def costs_words(costs: tuple[Cost, ...], scope: Scope) -> str:
    """All alternatives in brackets: "[③] OR [Discard 2 cards from your hand]"."""
    return " OR ".join(f"[{cost_words(cost, scope)}]" for cost in costs)

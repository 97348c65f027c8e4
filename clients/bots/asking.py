"""Which words of which ability ask the open question, found from the public card that asks and from what it offers."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from clients.bots.policy import Question
from clients.bots.table import Card, Table
from engine.effects.abilities import Ability, Act
from engine.effects.catalogue import Catalogue
from engine.effects.costs import Assign, ButcherPals, Consume, CostPart, Discard
from engine.effects.instructions import Choose, May, OneOf, OpponentLoses, Who
from engine.effects.nodes import Node
from engine.effects.subjects import PALS, Cards, Side
from engine.effects.values import Variable
from engine.model.terms import PromptKind, Zone

Asker: TypeAlias = Choose | OneOf | May | OpponentLoses | CostPart | Act
"""What can ask; an ``Act`` asks which of its costs is paid."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The card that asks, the ability it asks for, and the words that ask."""

    source: Card
    ability: Ability
    node: Asker


def granted_abilities(catalogue: Catalogue) -> tuple[Ability, ...]:
    """The abilities that cards of the pool give to other cards."""
    return tuple(
        node
        for definition in catalogue.definitions
        for ability in definition.abilities
        for node in ability.walk()
        if isinstance(node, Ability) and node is not ability
    )


def find(table: Table, question: Question, granted: tuple[Ability, ...]) -> Asked | None:
    """Who asks; ``None`` if the rules ask, or a card that the seat does not know."""
    if not question.source or not table.knows(question.source):
        return None
    source = table.card(question.source)
    for ability in (*source.definition.abilities, *granted):
        for node in _askers(ability, question.kind):
            if _fits(table, source, node, question):
                return Asked(source, ability, node)
    return None


def _askers(ability: Ability, kind: str) -> Iterator[Asker]:
    """The words of an ability that can ask such a question; a cost asks before the effect."""
    if kind == PromptKind.OPTION and isinstance(ability, Act) and len(ability.costs) > 1:
        yield ability
    for node in _own_words(ability):
        match kind, node:
            case PromptKind.CARDS, Choose() | Assign() | Discard() | ButcherPals():
                yield node
            case PromptKind.NUMBER, Consume() | Discard() if isinstance(node.number, Variable):
                yield node
            case PromptKind.NUMBER, OpponentLoses():
                yield node
            case PromptKind.OPTION, OneOf():
                yield node
            case PromptKind.MAY, May():
                yield node
            case _:
                pass


def _own_words(node: Node) -> Iterator[Node]:
    """The words below, without those of abilities that it grants."""
    for child in node.children():
        if not isinstance(child, Ability):
            yield child
            yield from _own_words(child)


def _fits(table: Table, source: Card, node: Asker, question: Question) -> bool:
    """Whether these words can have made this offer."""
    if question.kind != PromptKind.CARDS:
        return True
    cards = [table.card(handle) for handle in question.candidates]
    match node:
        case Choose():
            return _may_choose(node, source, question) and all(_is_one_of(card, node.cards) for card in cards)
        case Assign():
            return all(_is_one_of(card, PALS.yours.standing) for card in cards)
        case Discard() | ButcherPals():
            return all(_is_one_of(card, node.cards) for card in cards)
        case _:
            return False


def _may_choose(node: Choose, source: Card, question: Question) -> bool:
    """Whether the seat is the one to choose, and as many as it is asked for."""
    is_chooser = source.mine == (node.who is Who.YOU)
    fits = node.number is not None and (not isinstance(node.number, int) or question.maximum <= node.number)
    return is_chooser and fits and (question.minimum == 0 or not node.up_to)


def _is_one_of(card: Card, cards: Cards) -> bool:
    """Whether zone, kind and side fit; what changes during a resolution is not looked at. "Your" is the chooser's."""
    kind = not cards.kinds or card.definition.kind in cards.kinds
    if cards.among:
        return kind and card.zone is not Zone.BASE
    side = cards.side is Side.ANY or cards.zone is Zone.HAND or card.mine == (cards.side is Side.YOURS)
    return kind and card.zone == cards.zone and side

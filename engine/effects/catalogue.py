"""The card pool as a value that a game is given: definitions, their compiled abilities, and a hash that pins them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Final

from engine.effects.abilities import (
    Ability,
    Act,
    Auto,
    CannotBeAttackedBy,
    Cont,
    EventEffect,
    Has,
    MakesNight,
    Rule,
    Trigger,
    keyword_of,
)
from engine.effects.check import check_definition
from engine.effects.definition import CardDefinition
from engine.effects.instructions import Later
from engine.effects.program import AT, Program, compile_ability
from engine.model.errors import InvalidCard
from engine.model.terms import Keyword, Kind

Instance = tuple["CompiledAbility", int]
"""An ability as a card has it now, and its origin (see ``model.records.Pending``)."""


@dataclass(slots=True, eq=False)
class CompiledAbility:
    """An ability with its name in saves, such as ``ETD02-020/1`` or, granted by it, ``ETD02-020/1/1``."""

    id: str
    node: Ability
    program: Program | None
    card: "CompiledCard"
    """The card that prints it."""
    trigger: Trigger | None = None
    rules: tuple[Rule, ...] = ()
    granted: dict[int, "CompiledAbility"] = field(default_factory=dict)
    """The abilities that this one grants, by the identity of their node in the tree."""


@dataclass(slots=True, eq=False)
class CompiledCard:
    """A definition laid out for the rules."""

    index: int
    definition: CardDefinition
    kind: Kind
    cost: int
    power: int
    strike: int
    lucky: bool
    names: tuple[str, ...]
    is_pal: bool
    is_structure: bool
    is_quick: bool
    """Whether it is an event with the Quick icon (12.2)."""
    abilities: tuple[CompiledAbility, ...] = ()
    instances: tuple[Instance, ...] = ()
    """Printed abilities with origin 0, in printed order."""
    conts: tuple[Instance, ...] = ()
    statics: tuple[CompiledAbility, ...] = ()
    """Continuous abilities that do more than restrict or allow attacks on or by this card."""
    acts: tuple[Instance, ...] = ()
    hand_acts: tuple[Instance, ...] = ()
    effect: CompiledAbility | None = None
    """An event's own effect."""
    triggers: frozenset[Trigger] = frozenset()
    """What its automatic abilities wait for."""
    watches: bool = False
    """Whether one of them waits for something that happens to other cards."""
    reaches_others: bool = False
    """Whether it watches, or has ``statics``: in a base it may matter to what is true of other cards."""
    rules: frozenset[Rule] = frozenset()
    makes_night: bool = False
    """Whether it can be night because of this card alone."""
    keywords: tuple[Keyword, ...] = ()
    """The printed keywords, one per instance."""


class Catalogue:
    """All cards that can be in a game, in the order given; numbers and names are unique keys.

    Raises ``InvalidCard`` for a definition that the vocabulary does not allow: nothing fails open.
    """

    def __init__(self, definitions: Iterable[CardDefinition]) -> None:
        self.definitions: Final = tuple(definitions)
        self._index = {definition.number: index for index, definition in enumerate(self.definitions)}
        if len(self._index) != len(self.definitions):
            raise InvalidCard("two cards have the same number")
        self._abilities: dict[str, CompiledAbility] = {}
        self.predicates: Final[dict[int, tuple[object, Any]]] = {}
        self.means: Final[dict[int, tuple[object, Any]]] = {}
        """What the rules compile descriptions of cards, and costs, into when they first need it: by the identity of
        the node, which is kept beside it so that its identity stays its own."""
        self.cards: Final = tuple(
            _compile_card(index, definition, self._abilities) for index, definition in enumerate(self.definitions)
        )
        self.pool_hash: Final = blake2b(
            "\n".join(repr(definition) for definition in self.definitions).encode(), digest_size=16
        ).digest()

    def __reduce__(self) -> tuple[type["Catalogue"], tuple[tuple[CardDefinition, ...]]]:
        """It is pickled as its definitions, and compiled again."""
        return Catalogue, (self.definitions,)

    def by_number(self, number: str) -> CardDefinition:
        """The definition of a card number; ``KeyError`` if there is none."""
        return self.definitions[self._index[number]]

    def index(self, number: str) -> int:
        """The position of a card number in ``definitions``; ``KeyError`` if there is none."""
        return self._index[number]

    def __contains__(self, number: object) -> bool:
        return number in self._index

    def names(self) -> tuple[str, ...]:
        """Every full card name, sorted, each once: what may be declared (Q68)."""
        return tuple(sorted({definition.name for definition in self.definitions}))

    def ability(self, ability_id: str) -> CompiledAbility:
        """The ability with that name in saves; ``KeyError`` if there is none."""
        return self._abilities[ability_id]

    def keyword(self, keyword: Keyword) -> CompiledAbility:
        """An ability of the pool that is this keyword; ``KeyError`` if there is none."""
        for ability in self._abilities.values():
            if keyword_of(ability.node) is keyword:
                return ability
        raise KeyError(keyword)

    def pending(self, name: str) -> tuple[CompiledAbility, Later | None]:
        """The ability that waits under a name, and the instruction in it if it is a delayed effect that waits."""
        ability_id, _, path = name.partition(AT)
        ability = self._abilities[ability_id]
        if not path:
            return ability, None
        assert ability.program is not None, "what waits does something"
        return ability, ability.program.delaying(path)


def _compile_card(index: int, definition: CardDefinition, table: dict[str, CompiledAbility]) -> CompiledCard:
    check_definition(definition)
    card = CompiledCard(
        index=index,
        definition=definition,
        kind=definition.kind,
        cost=definition.cost,
        power=definition.power,
        strike=definition.strike,
        lucky=definition.lucky,
        names=(definition.name,),
        is_pal=definition.kind is Kind.PAL,
        is_structure=definition.kind is Kind.STRUCTURE,
        is_quick=definition.is_quick,
        keywords=definition.keywords,
    )
    card.abilities = tuple(
        _compile_ability(f"{definition.number}/{place + 1}", node, card, table)
        for place, node in enumerate(definition.abilities)
    )
    card.instances = tuple((ability, 0) for ability in card.abilities)
    card.conts = tuple(i for i in card.instances if isinstance(i[0].node, Cont))
    card.statics = tuple(ability for ability, _ in card.conts if _reaches_further(ability))
    acts = tuple(i for i in card.instances if isinstance(i[0].node, Act))
    card.acts = tuple(i for i in acts if not _from_hand(i[0]))
    card.hand_acts = tuple(i for i in acts if _from_hand(i[0]))
    card.effect = next((a for a in card.abilities if isinstance(a.node, EventEffect)), None)
    autos = [a.node for a in card.abilities if isinstance(a.node, Auto)]
    card.triggers = frozenset(node.when.trigger for node in autos)
    card.watches = any(node.when.subject is not None for node in autos)
    card.reaches_others = card.watches or bool(card.statics)
    card.rules = frozenset(rule for ability in card.abilities for rule in ability.rules)
    card.makes_night = any(
        isinstance(static, MakesNight) for a in card.statics if isinstance(a.node, Cont) for static in a.node.statics
    )
    return card


def _reaches_further(ability: CompiledAbility) -> bool:
    return isinstance(ability.node, Cont) and any(
        not isinstance(static, Has | CannotBeAttackedBy) for static in ability.node.statics
    )


def _from_hand(ability: CompiledAbility) -> bool:
    return isinstance(ability.node, Act) and ability.node.from_hand


def _compile_ability(
    name: str, node: Ability, card: CompiledCard, table: dict[str, CompiledAbility]
) -> CompiledAbility:
    ability = CompiledAbility(name, node, compile_ability(node), card)
    if isinstance(node, Auto):
        ability.trigger = node.when.trigger
    if isinstance(node, Cont):
        ability.rules = tuple(static.rule for static in node.statics if isinstance(static, Has))
    table[name] = ability
    inner = [child for child in node.walk() if isinstance(child, Ability) and child is not node]
    for place, granted in enumerate(_outermost(inner)):
        ability.granted[id(granted)] = _compile_ability(f"{name}/{place + 1}", granted, card, table)
    return ability


def _outermost(abilities: list[Ability]) -> list[Ability]:
    nested = {id(child) for ability in abilities for child in ability.walk() if child is not ability}
    return [ability for ability in abilities if id(ability) not in nested]

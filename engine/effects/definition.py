"""A card definition: printed facts and abilities, as one value."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.effects.abilities import Ability, EventEffect, keyword_of
from engine.model.terms import Colour, Element, Keyword, Kind, Work

DASH = " – "
"""Between main name and sub name."""


def main_name_of(name: str) -> str:
    """The part of a card name before the dash; the whole name without one (Q26, ambiguity 30)."""
    return name.partition(DASH)[0]


@dataclass(frozen=True, slots=True)
class CardDefinition:
    """One card of the game. ``strike`` belongs to Pals, ``power`` of a structure is its Durability (9.6.3.2)."""

    number: str
    name: str
    kind: Kind
    colour: Colour
    cost: int
    rarity: str = ""
    lucky: bool = False
    power: int = 0
    strike: int = 0
    elements: tuple[Element, ...] = ()
    work: tuple[Work, ...] = ()
    abilities: tuple[Ability, ...] = ()

    @property
    def main_name(self) -> str:
        """The part of the card name before the dash; the whole name without one."""
        return main_name_of(self.name)

    @property
    def sub_name(self) -> str:
        """The part after the dash; empty without one."""
        return self.name.partition(DASH)[2]

    @property
    def set_code(self) -> str:
        """The set, such as ETD01."""
        return self.number.split("-", 1)[0]

    @property
    def is_quick(self) -> bool:
        """Whether the card has the Quick icon (12.2)."""
        return any(isinstance(ability, EventEffect) and ability.quick for ability in self.abilities)

    @property
    def keywords(self) -> tuple[Keyword, ...]:
        """The printed keywords, one per instance."""
        return tuple(keyword for ability in self.abilities if (keyword := keyword_of(ability)) is not None)


def pal(
    number: str,
    name: str,
    colour: Colour,
    *,
    cost: int,
    power: int,
    strike: int,
    elements: Iterable[Element],
    work: Iterable[Work] = (),
    lucky: bool = False,
    rarity: str = "",
    abilities: Iterable[Ability] = (),
) -> CardDefinition:
    """A Pal."""
    return CardDefinition(
        number, name, Kind.PAL, colour, cost, rarity, lucky, power, strike,
        tuple(elements), tuple(work), tuple(abilities),
    )  # fmt: skip


def structure(
    number: str,
    name: str,
    colour: Colour,
    *,
    cost: int,
    durability: int,
    work: Iterable[Work] = (),
    rarity: str = "",
    abilities: Iterable[Ability] = (),
) -> CardDefinition:
    """A structure."""
    return CardDefinition(
        number,
        name,
        Kind.STRUCTURE,
        colour,
        cost,
        rarity,
        power=durability,
        work=tuple(work),
        abilities=tuple(abilities),
    )


def gear(
    number: str, name: str, colour: Colour, *, cost: int, rarity: str = "", abilities: Iterable[Ability] = ()
) -> CardDefinition:
    """A gear."""
    return CardDefinition(number, name, Kind.GEAR, colour, cost, rarity, abilities=tuple(abilities))


def event_card(
    number: str, name: str, colour: Colour, *, cost: int, rarity: str = "", effect: EventEffect
) -> CardDefinition:
    """An event."""
    return CardDefinition(number, name, Kind.EVENT, colour, cost, rarity, abilities=(effect,))

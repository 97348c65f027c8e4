"""The closed sets of the rule book: seats, colours, kinds, zones, phases, keywords, prompt kinds."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, Literal, TypeAlias

SeatName: TypeAlias = Literal["A", "B"]
Audience: TypeAlias = Literal["A", "B", "spectator"]

SEATS: Final[tuple[SeatName, SeatName]] = ("A", "B")
OTHER: Final[Mapping[SeatName, SeatName]] = {"A": "B", "B": "A"}
"""The opponent's seat."""
SPECTATOR: Final[Audience] = "spectator"
AUDIENCES: Final[tuple[Audience, ...]] = ("A", "B", SPECTATOR)


class Colour(StrEnum):
    """A card's colour; colorless is none of the four (Q47)."""

    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    PURPLE = "purple"
    COLORLESS = "colorless"


class Kind(StrEnum):
    """What a card is (section 2)."""

    PAL = "pal"
    STRUCTURE = "structure"
    GEAR = "gear"
    EVENT = "event"


class Element(StrEnum):
    """An element of a Pal (Q18)."""

    NEUTRAL = "Neutral"
    FIRE = "Fire"
    WATER = "Water"
    GRASS = "Grass"
    ELECTRIC = "Electric"
    ICE = "Ice"
    GROUND = "Ground"
    DARK = "Dark"
    DRAGON = "Dragon"


class Work(StrEnum):
    """A work suitability of a Pal or structure (Q15, Q16)."""

    KINDLING = "Kindling"
    HARVESTING = "Harvesting"
    ELECTRICITY = "Electricity"
    CRAFTING = "Crafting"
    COLLECTING = "Collecting"
    COOLING = "Cooling"
    TRANSPORTING = "Transporting"
    FARMING = "Farming"


class Zone(StrEnum):
    """Where a card can be (section 4)."""

    DECK = "deck"
    HAND = "hand"
    BASE = "base"
    GRAVEYARD = "graveyard"
    EXILE = "exile"
    RESOLUTION = "resolution"


class Resource(StrEnum):
    """The two counters of a player (Q14)."""

    MATERIAL = "material"
    INGREDIENT = "ingredient"


class Keyword(StrEnum):
    """The keyword abilities of section 12, except Quick, which is an icon."""

    INTERRUPT = "Interrupt"
    BRAVE = "Brave"
    SERIOUS = "Serious"
    VIGILANCE = "Vigilance"
    TAUNT = "Taunt"
    STEALTH = "Stealth"
    RETALIATE = "Retaliate"
    NOCTURNAL = "Nocturnal"
    BREAKTHROUGH = "Breakthrough"
    ASSAULT = "Assault"


class Phase(StrEnum):
    """The five phases of a turn (section 7), and the set-up before the first (6.2)."""

    SETUP = "setup"
    STAND = "stand"
    DRAW = "draw"
    SOUL = "soul"
    MAIN = "main"
    END = "end"


class BattleStep(StrEnum):
    """The five steps of a battle (9.3 to 9.7)."""

    ATTACK = "attack"
    BLOCK = "block"
    QUICK = "quick"
    DAMAGE = "damage"
    END = "end"


class PromptKind(StrEnum):
    """What a player can be asked; the same words as in scenario files."""

    SETUP = "setup"
    MAIN = "main"
    BLOCK = "block"
    QUICK = "quick"
    CARDS = "cards"
    OPTION = "option"
    NUMBER = "number"
    MAY = "may"
    NAME = "name"
    ORDER = "order"

"""The colorless cards of ETD01."""

from engine.cards.words import (
    COLORLESS,
    CRAFTING,
    FARMING,
    HARVESTING,
    MATERIAL,
    NEUTRAL,
    PUT_INTO_GRAVEYARD,
    TRANSPORTING,
)
from engine.effects.definition import CardDefinition, pal
from engine.effects.instructions import Get
from engine.effects.subjects import CostAtLeast
from engine.effects.vocabulary import auto, cannot_be_attacked_by

ETD01_COLORLESS: tuple[CardDefinition, ...] = (
    pal(
        "ETD01-023",
        "Lamball – My First Pal",
        COLORLESS,
        cost=2,
        power=200,
        strike=1,
        elements=(NEUTRAL,),
        work=(CRAFTING, TRANSPORTING, FARMING),
        rarity="TD",
        abilities=(cannot_be_attacked_by(CostAtLeast(4)),),
    ),
    pal(
        "ETD01-024",
        "Ribbuny – Little Princess",
        COLORLESS,
        cost=2,
        power=200,
        strike=1,
        elements=(NEUTRAL,),
        work=(HARVESTING, CRAFTING, TRANSPORTING),
        rarity="TD",
        abilities=(auto(PUT_INTO_GRAVEYARD, Get(MATERIAL, 1)),),
    ),
)

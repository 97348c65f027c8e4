"""The colorless cards of ETD02."""

from engine.cards.words import (
    COLLECTING,
    COLORLESS,
    CRAFTING,
    FARMING,
    HARVESTING,
    INGREDIENT,
    NEUTRAL,
    PUT_INTO_GRAVEYARD,
    TRANSPORTING,
)
from engine.effects.definition import CardDefinition, pal
from engine.effects.instructions import Get
from engine.effects.subjects import CostAtMost
from engine.effects.vocabulary import auto, cannot_be_attacked_by

ETD02_COLORLESS: tuple[CardDefinition, ...] = (
    pal(
        "ETD02-023",
        "Cattiva – My First Pal",
        COLORLESS,
        cost=2,
        power=200,
        strike=1,
        elements=(NEUTRAL,),
        work=(HARVESTING, CRAFTING, COLLECTING, TRANSPORTING),
        rarity="TD",
        abilities=(cannot_be_attacked_by(CostAtMost(3)),),
    ),
    pal(
        "ETD02-024",
        "Chikipi – My First Pal",
        COLORLESS,
        cost=2,
        power=200,
        strike=1,
        elements=(NEUTRAL,),
        work=(HARVESTING, FARMING),
        rarity="TD",
        abilities=(auto(PUT_INTO_GRAVEYARD, Get(INGREDIENT, 1)),),
    ),
)

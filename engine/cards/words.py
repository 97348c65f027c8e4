"""The closed sets of the rule book under the short names that card files use."""

from typing import Final

from engine.effects.abilities import Trigger
from engine.effects.instructions import Until, Who
from engine.model.terms import Colour, Element, Resource, Work

RED: Final = Colour.RED
BLUE: Final = Colour.BLUE
GREEN: Final = Colour.GREEN
PURPLE: Final = Colour.PURPLE
COLORLESS: Final = Colour.COLORLESS

NEUTRAL: Final = Element.NEUTRAL
FIRE: Final = Element.FIRE
WATER: Final = Element.WATER
GRASS: Final = Element.GRASS
ELECTRIC: Final = Element.ELECTRIC
ICE: Final = Element.ICE
GROUND: Final = Element.GROUND
DARK: Final = Element.DARK
DRAGON: Final = Element.DRAGON

KINDLING: Final = Work.KINDLING
HARVESTING: Final = Work.HARVESTING
ELECTRICITY: Final = Work.ELECTRICITY
CRAFTING: Final = Work.CRAFTING
COLLECTING: Final = Work.COLLECTING
COOLING: Final = Work.COOLING
TRANSPORTING: Final = Work.TRANSPORTING
FARMING: Final = Work.FARMING

MATERIAL: Final = Resource.MATERIAL
INGREDIENT: Final = Resource.INGREDIENT

OPPONENT: Final = Who.OPPONENT

DEPLOYED: Final = Trigger.DEPLOYED
ATTACKS_STRUCTURE: Final = Trigger.ATTACKS_STRUCTURE
IS_ATTACKED: Final = Trigger.IS_ATTACKED
IS_ASSIGNED: Final = Trigger.ASSIGNED
PUT_INTO_GRAVEYARD: Final = Trigger.PUT_INTO_GRAVEYARD
LEAVES_BASE: Final = Trigger.LEAVES_BASE
BUTCHERED: Final = Trigger.BUTCHERED
END_OF_BATTLE: Final = Trigger.END_OF_BATTLE
END_OF_YOUR_TURN: Final = Trigger.END_OF_YOUR_TURN

END_OF_OPPONENTS_NEXT_TURN: Final = Until.END_OF_OPPONENTS_NEXT_TURN

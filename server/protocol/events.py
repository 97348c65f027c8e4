"""What happened, as one audience may know it: the events inside an update, for animation and the log in words.

Handles are the viewer's own. A card that the viewer may not know is ``card: 0``. Which card a handle stands for is
said by the view before the update or the one after it, else by ``number`` (``engine.views.in_full`` puts it into all).
Where the turn and the battle stand is said by the view alone.

The words of an ability are the paragraph ``ability`` (from 1) of its card's text, as ``/cards.json`` has it; ``text``
is there for what is not printed on that card.
"""

import re
from typing import Literal, TypeAlias

from msgspec import Struct

from engine.model.terms import SeatName
from server.protocol.shapes import Count, Handle, HandleOrNone, Winner

Resource: TypeAlias = Literal["material", "ingredient"]
Cause: TypeAlias = Literal[
    "play", "deploy", "butcher", "discard", "damage", "effect",
    "cost", "return", "exile", "mill", "resolved", "rule", "search",
]  # fmt: skip


def snake_case(name: str) -> str:
    """The tag of a class: ``CardDrawn`` is ``card_drawn``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Event(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type", tag=snake_case):
    """The base of all events; ``type`` names the class."""


class GameStarted(Event, frozen=True):
    """The game began; ``first`` takes the first turn."""

    first: SeatName


class Kept(Event, frozen=True):
    """A player kept the opening hand."""

    seat: SeatName


class Redrawn(Event, frozen=True):
    """A player put the opening hand back and drew a new one."""

    seat: SeatName


class TurnBegan(Event, frozen=True):
    """A turn began."""

    turn: Count
    seat: SeatName


class CardDrawn(Event, frozen=True, kw_only=True):
    """A player drew a card."""

    seat: SeatName
    card: HandleOrNone
    number: str = ""


class SoulsGained(Event, frozen=True):
    """Souls came from the soul deck, standing or ``resting``."""

    seat: SeatName
    amount: Count
    resting: bool = False


class SoulsPaid(Event, frozen=True):
    """Souls were rested to pay the cost of an ability or effect."""

    seat: SeatName
    amount: Count


class SoulsStood(Event, frozen=True):
    """Resting souls stood up."""

    seat: SeatName
    amount: Count


class SoulDrawn(Event, frozen=True):
    """A player rested three souls to draw a card (8.5); the drawn card follows."""

    seat: SeatName


class CardPlayed(Event, frozen=True, kw_only=True):
    """A card was played from hand, into the resolution area, for so many souls."""

    seat: SeatName
    card: HandleOrNone
    number: str = ""
    souls: Count = 0


class AbilityActivated(Event, frozen=True, kw_only=True):
    """An activated ability was activated."""

    seat: SeatName
    card: HandleOrNone
    number: str = ""
    ability: Count = 0
    text: str = ""


class AbilityTriggered(Event, frozen=True, kw_only=True):
    """An automatic ability triggered and is pending."""

    card: HandleOrNone
    number: str = ""
    ability: Count = 0
    text: str = ""


class AbilityResolved(Event, frozen=True, kw_only=True):
    """A pending ability was resolved."""

    card: HandleOrNone
    number: str = ""
    ability: Count = 0
    text: str = ""


class CardMoved(Event, frozen=True, kw_only=True, rename={"origin": "from"}):
    """A card changed zones; ``seat`` is its owner."""

    card: HandleOrNone
    number: str = ""
    seat: SeatName
    origin: str
    to: str
    cause: Cause


class CardsShuffled(Event, frozen=True):
    """A deck was shuffled."""

    seat: SeatName


class CardRested(Event, frozen=True, kw_only=True):
    """A card was rested, and not to attack, to block or to be assigned."""

    card: HandleOrNone
    number: str = ""


class CardStood(Event, frozen=True, kw_only=True):
    """A card stood up."""

    card: HandleOrNone
    number: str = ""


class PalAssigned(Event, frozen=True, kw_only=True):
    """A Pal was assigned to a structure; it rests."""

    card: HandleOrNone
    number: str = ""
    to: HandleOrNone = 0


class ResourceGained(Event, frozen=True):
    """A player gained material or ingredients."""

    seat: SeatName
    resource: Resource
    amount: Count


class ResourceConsumed(Event, frozen=True):
    """A player consumed material or ingredients."""

    seat: SeatName
    resource: Resource
    amount: Count


class ResourceLost(Event, frozen=True):
    """A player lost material or ingredients."""

    seat: SeatName
    resource: Resource
    amount: Count


class LifeGained(Event, frozen=True):
    """A player gained life."""

    seat: SeatName
    amount: Count


class LifeLost(Event, frozen=True):
    """A player lost life."""

    seat: SeatName
    amount: Count


class DamageDealt(Event, frozen=True, kw_only=True):
    """Damage was dealt to a card of ``seat``, or with ``card`` 0 to the player."""

    card: HandleOrNone
    number: str = ""
    seat: SeatName
    amount: Count
    source: HandleOrNone = 0


class PlayerDamageRevealed(Event, frozen=True, kw_only=True):
    """Damage to a player turned up the top card of the deck."""

    seat: SeatName
    card: HandleOrNone
    number: str = ""
    lucky: bool = False


class DamagePrevented(Event, frozen=True):
    """A Lucky card prevented the damage."""

    seat: SeatName


class AttackDeclared(Event, frozen=True, kw_only=True):
    """A Pal attacked a card, or the player with ``target`` 0; it rests."""

    card: HandleOrNone
    number: str = ""
    target: HandleOrNone = 0
    seat: SeatName


class Blocked(Event, frozen=True, kw_only=True):
    """A Pal blocked; it rests."""

    card: HandleOrNone
    number: str = ""


class NotBlocked(Event, frozen=True):
    """Nothing blocked."""


class AttackFailed(Event, frozen=True):
    """The attack failed."""


class ValueChanged(Event, frozen=True, kw_only=True):
    """An effect gave a card power or strike."""

    card: HandleOrNone
    number: str = ""
    power: int = 0
    strike: int = 0


class AbilityGranted(Event, frozen=True, kw_only=True):
    """An effect gave a card an ability."""

    card: HandleOrNone
    number: str = ""
    text: str


class NameDeclared(Event, frozen=True):
    """A player declared a card name."""

    seat: SeatName
    name: str


class NightFell(Event, frozen=True):
    """It became night."""


class NightEnded(Event, frozen=True):
    """It became day."""


class CardsLooked(Event, frozen=True):
    """A player looked at cards; only the looker gets ``cards``."""

    seat: SeatName
    amount: Count
    cards: tuple[Handle, ...] = ()


class CardRevealed(Event, frozen=True, kw_only=True):
    """A card was revealed to everyone."""

    seat: SeatName
    card: HandleOrNone
    number: str = ""


class Conceded(Event, frozen=True):
    """A player gave the game up."""

    seat: SeatName


class GameEnded(Event, frozen=True):
    """The game is over."""

    winner: Winner
    reason: str


GameEvent: TypeAlias = (
    GameStarted | Kept | Redrawn | CardsShuffled | TurnBegan | CardDrawn
    | SoulsGained | SoulsPaid | SoulsStood | SoulDrawn
    | CardPlayed | AbilityActivated | AbilityTriggered | AbilityResolved
    | CardMoved | CardRested | CardStood | PalAssigned
    | ResourceGained | ResourceConsumed | ResourceLost | LifeGained | LifeLost
    | DamageDealt | PlayerDamageRevealed | DamagePrevented
    | AttackDeclared | Blocked | NotBlocked | AttackFailed
    | ValueChanged | AbilityGranted | NameDeclared | NightFell | NightEnded
    | CardsLooked | CardRevealed | Conceded | GameEnded
)  # fmt: skip

"""The four sorts of ability: continuous, automatic, activated, and the effect of an event."""

from dataclasses import dataclass
from enum import StrEnum

from engine.effects.conditions import Condition
from engine.effects.costs import Cost
from engine.effects.instructions import Instruction, what_follows
from engine.effects.nodes import Node
from engine.effects.subjects import Cards, Number, Test
from engine.model.terms import Keyword


class Trigger(StrEnum):
    """What an automatic ability waits for. The subject is the card to which it happens."""

    DEPLOYED = "deployed"
    ATTACKS = "attacks"
    ATTACKS_STRUCTURE = "attacks a structure"
    IS_ATTACKED = "is attacked"
    ASSIGNED = "assigned"
    PUT_INTO_GRAVEYARD = "put into the graveyard"
    LEAVES_BASE = "leaves the base"
    BUTCHERED = "butchered"
    FALLS_IN_BATTLE = "put into the graveyard during battle"
    OPPONENT_FALLS = "battle opponent put into the graveyard during this card's attack"
    END_OF_BATTLE = "end of the battle this card attacked"
    END_OF_YOUR_TURN = "end of your turn"


class Rule(StrEnum):
    """A keyword or sentence that changes what is legal."""

    TAUNT = "taunt"
    STEALTH = "stealth"
    ASSAULT = "assault"
    ANY_NUMBER_IN_DECK = "any number in deck"


@dataclass(frozen=True, slots=True)
class Ability(Node):
    """Something printed on a card or granted to it; ``keyword_of`` tells its name, if it has one."""


# --- continuous -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Static(Node):
    """One thing that a continuous ability makes true, as long as its condition holds."""


@dataclass(frozen=True, slots=True)
class Boost(Static):
    """These cards (``None``: this card) get Power and Strike."""

    cards: Cards | None = None
    power: Number = 0
    strike: Number = 0


@dataclass(frozen=True, slots=True)
class Grant(Static):
    """These cards get an ability (Lamp)."""

    cards: Cards
    ability: Ability


@dataclass(frozen=True, slots=True)
class Has(Static):
    """This card follows the rule."""

    rule: Rule


@dataclass(frozen=True, slots=True)
class CannotBeAttackedBy(Static):
    """This card cannot be attacked by Pals that pass every test."""

    tests: tuple[Test, ...]


@dataclass(frozen=True, slots=True)
class MoreDamage(Static):
    """When such a card of yours would deal damage other than battle damage to a Pal, it deals more instead (10.11)."""

    by: Cards
    plus: int


@dataclass(frozen=True, slots=True)
class MakesNight(Static):
    """It is night."""


@dataclass(frozen=True, slots=True)
class AutosTwice(Static):
    """Automatic abilities of these cards activate twice, never more (Q85)."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Cont(Ability):
    """A continuous ability (10.3.5): works while the card is in the base."""

    statics: tuple[Static, ...]
    condition: Condition | None = None
    keyword: Keyword | None = None


# --- automatic --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class When(Node):
    """The trigger, and to whom it must happen: ``None`` this card itself, else one of these cards.

    For ``ASSIGNED``, ``to`` restricts the structure.
    """

    trigger: Trigger
    subject: Cards | None = None
    to: tuple[Test, ...] = ()


@dataclass(frozen=True, slots=True)
class Auto(Ability):
    """An automatic ability: pending when its trigger is fulfilled, resolved at a check timing (10.5.3).

    While it resolves, ``event`` is bound to the subject and ``event_cost`` to its cost as it was; Breakthrough reads
    ``strike`` and Retaliate ``opponent``, both captured when the ability triggered (look-back).
    """

    when: When
    effect: Instruction
    keyword: Keyword | None = None
    keyword_number: int = 0


# --- activated and events ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Act(Ability):
    """An activated ability: pay the whole of exactly one alternative of the cost, then the effect."""

    costs: tuple[Cost, ...]
    effect: Instruction
    once_per_turn: bool = False
    quick: bool = False
    from_hand: bool = False
    keyword: Keyword | None = None


@dataclass(frozen=True, slots=True)
class EventEffect(Ability):
    """What an event does when it is played."""

    effect: Instruction
    quick: bool = False


def keyword_of(ability: Ability) -> Keyword | None:
    """The keyword that an ability is an instance of; ``None`` for one in words, and for the effect of an event."""
    return ability.keyword if isinstance(ability, Cont | Auto | Act) else None


def effect_of(ability: Ability) -> Instruction | None:
    """What an ability tells the players to do; ``None`` for a continuous one."""
    return ability.effect if isinstance(ability, Act | Auto | EventEffect) else None


def steps_after(ability: Ability, node: Node) -> list[Instruction]:
    """The instructions of an ability behind ``node``, in printed order; none behind what is not in its effect."""
    effect = effect_of(ability)
    return [] if effect is None else what_follows(effect, node) or []

"""What an effect tells the players to do. An instruction on a card that is gone does nothing (1.3.2)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.effects.conditions import Condition
from engine.effects.nodes import Node
from engine.effects.subjects import IT, Cards, Number, Subject, TheRest
from engine.model.terms import Resource

if TYPE_CHECKING:
    from engine.effects.abilities import Ability


class Until(StrEnum):
    """How long an effect lasts (section 10; the end of a turn is step 3 of 7.6)."""

    END_OF_TURN = "end of turn"
    END_OF_BATTLE = "end of battle"
    END_OF_OPPONENTS_NEXT_TURN = "end of opponent's next turn"


class Who(StrEnum):
    """The player told to do something, seen from the ability's master."""

    YOU = "you"
    OPPONENT = "opponent"


@dataclass(frozen=True, slots=True)
class Instruction(Node):
    """One thing to do."""


# --- choosing ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choose(Instruction):
    """Choose cards and bind them to ``bind``.

    Exactly ``number`` means as many as possible up to it (Q33); ``up_to`` lets the player choose fewer (Q34);
    ``number`` None means all (Q36). Chosen among private cards by a condition, they are then revealed (section 5).
    """

    number: Number | None
    cards: Cards
    up_to: bool = False
    who: Who = Who.YOU
    bind: str = "it"


@dataclass(frozen=True, slots=True)
class DeclareName(Instruction):
    """Declare a card name that exists; binds it to ``name``."""


# --- control ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Do(Instruction):
    """Do these in printed order."""

    steps: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class If(Instruction):
    """Do one thing if the condition holds as this is reached, else the other."""

    condition: Condition
    then: Instruction
    otherwise: Instruction | None = None


@dataclass(frozen=True, slots=True)
class May(Instruction):
    """The master may do it (Q46), ``provided`` a condition holds.

    A condition on a card that only the master sees does not decide whether the question is asked, only whether "yes"
    can be answered (ambiguity 15).
    """

    do: Instruction
    provided: Condition | None = None


@dataclass(frozen=True, slots=True)
class OneOf(Instruction):
    """The master chooses one mode; an impossible mode may be chosen."""

    modes: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class Repeat(Instruction):
    """Do it so many times, each with fresh choices (Q56)."""

    times: Number
    do: Instruction


@dataclass(frozen=True, slots=True)
class Later(Instruction):
    """At the end of this turn, do it (a delayed effect: never doubled)."""

    do: Instruction


@dataclass(frozen=True, slots=True)
class Let(Instruction):
    """Take a number before the thing it reads is moved; binds it to ``bind``."""

    number: Number
    bind: str = "x"


# --- cards ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Deal(Instruction):
    """Deal damage to Pals or structures (5); never battle damage."""

    amount: Number
    to: Subject = IT


@dataclass(frozen=True, slots=True)
class DealToOpponent(Instruction):
    """Deal damage to the opponent; 0 or less deals none (Q64)."""

    amount: Number


@dataclass(frozen=True, slots=True)
class Gets(Instruction):
    """Give Power, Strike or abilities for a while."""

    to: Subject = IT
    power: Number = 0
    strike: Number = 0
    abilities: tuple["Ability", ...] = ()
    until: Until = Until.END_OF_TURN


@dataclass(frozen=True, slots=True)
class GetsName(Instruction):
    """Give the declared card name in addition, until end of turn."""

    to: Subject = IT


@dataclass(frozen=True, slots=True)
class Rest(Instruction):
    """Rest them; resting a resting card changes nothing (Q79)."""

    what: Subject = IT


@dataclass(frozen=True, slots=True)
class Stand(Instruction):
    """Stand them."""

    what: Subject = IT


@dataclass(frozen=True, slots=True)
class SkipsStanding(Instruction):
    """They do not stand during your opponent's next stand phase."""

    what: Subject = IT


@dataclass(frozen=True, slots=True)
class LockedByThis(Instruction):
    """They do not stand while this card is in the base (Q62); nothing if it has left (ambiguity 6)."""

    what: Subject = IT


@dataclass(frozen=True, slots=True)
class CannotBlock(Instruction):
    """They cannot block until end of turn."""

    what: Subject = IT


@dataclass(frozen=True, slots=True)
class AllMustAttack(Instruction):
    """Until end of turn your Pals cannot be assigned and must attack as much as possible (ambiguity 8)."""


@dataclass(frozen=True, slots=True)
class PutIntoGraveyard(Instruction):
    """Put them into their owners' graveyards, all at once."""

    what: Subject = IT


@dataclass(frozen=True, slots=True)
class Butcher(Instruction):
    """Butcher them (5.16)."""

    what: Subject = IT


@dataclass(frozen=True, slots=True)
class DiscardCards(Instruction):
    """Discard them from hand."""

    what: Subject = IT


@dataclass(frozen=True, slots=True)
class ToHand(Instruction):
    """Return them, or add them, to their owners' hands."""

    what: Subject = IT


@dataclass(frozen=True, slots=True)
class OnTopOfDeck(Instruction):
    """Put the one card meant on the top of its owner's deck."""

    what: Subject = IT


@dataclass(frozen=True, slots=True)
class Exile(Instruction):
    """Place them into exile, linked to this object."""

    what: Subject = IT


@dataclass(frozen=True, slots=True)
class Deploy(Instruction):
    """Deploy them into the base of the effect's master (5.15), or of their owners."""

    what: Subject = IT
    resting: bool = False
    to_owners: bool = False


@dataclass(frozen=True, slots=True)
class PlayIt(Instruction):
    """Play the one card meant, its cost reduced, but not below ``floor``; asks nothing if it cannot be paid."""

    what: Subject = IT
    reduced_by: int = 0
    floor: int = 1


@dataclass(frozen=True, slots=True)
class NextGearCostsLess(Instruction):
    """Reduce the cost of playing your next gear from hand until end of turn, not below ``floor`` (ambiguity 7)."""

    by: Number
    floor: int = 1


@dataclass(frozen=True, slots=True)
class Reveal(Instruction):
    """Show cards to both players, until this resolution ends."""

    what: Subject = IT


@dataclass(frozen=True, slots=True)
class LookAtTop(Instruction):
    """Look at, or reveal, so many cards from the top of your deck; binds them. Fewer if the deck is short (Q38)."""

    number: int
    revealed: bool = False
    bind: str = "looked"


@dataclass(frozen=True, slots=True)
class ShuffleDeck(Instruction):
    """Shuffle your deck, with the rest of the cards looked at."""


# --- players ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Draw(Instruction):
    """Draw so many cards, one by one."""

    number: Number = 1


@dataclass(frozen=True, slots=True)
class Get(Instruction):
    """Get so much of a resource."""

    resource: Resource
    number: Number


@dataclass(frozen=True, slots=True)
class OpponentLoses(Instruction):
    """Choose up to so much of the opponent's Material and Ingredient in total; the opponent loses it."""

    number: int


@dataclass(frozen=True, slots=True)
class GainLife(Instruction):
    """Gain life."""

    number: int = 1


@dataclass(frozen=True, slots=True)
class IncreaseSouls(Instruction):
    """Move one soul from the soul deck to the soul area, where it rests (Q75); at most ten are there (Q76)."""


@dataclass(frozen=True, slots=True)
class StandSouls(Instruction):
    """Choose so many souls and stand them; souls are interchangeable, so nothing is asked."""

    number: Number


@dataclass(frozen=True, slots=True)
class NullifyAttack(Instruction):
    """Nullify the opponent's attack: attack failure (5.18)."""


@dataclass(frozen=True, slots=True)
class NightFalls(Instruction):
    """It becomes night until the end of the opponent's next turn."""


REST_OF_LOOKED = TheRest("looked")


# --- the order of instructions ----------------------------------------------------------------------------------------


def what_follows(tree: Instruction, node: Node) -> list[Instruction] | None:
    """The instructions behind ``node`` in printed order; ``None`` if it is not in the tree. By identity."""
    if tree is node:
        return []
    steps = [child for child in tree.children() if isinstance(child, Instruction)]
    for place, step in enumerate(steps):
        following = what_follows(step, node)
        if following is not None:
            return following + (steps[place + 1 :] if isinstance(tree, Do) else [])
    return None

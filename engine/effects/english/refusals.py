"""Why not: one sentence that begins with what is wrong, with both numbers where two are compared.

The card that a sentence is about is where the player points, so it is not named; other cards are, as players call them.
"""

from collections.abc import Mapping, Sequence

from engine.effects.costs import Assign, ButcherPals, Consume, CostPart, Discard, DiscardThis, Mill, PaySouls, RestThis
from engine.effects.english.costs import resource_name
from engine.effects.english.nouns import group, noun
from engine.effects.english.speech import Scope, no_words
from engine.effects.nodes import Node
from engine.effects.subjects import PALS, Cards, Test

WRONG_KIND = "Another question is open now, and has to be answered first."
UNKNOWN_CARD = "You see no such card."
STRAY_FIELD = "The decision says more than its verb has a meaning for."
NOT_IN_HAND = "Not in your hand."
NOT_QUICK = "Not a Quick card."
NOT_QUICK_ABILITY = "Not a Quick ability."
NOT_YOURS = "Not yours to use."
NOT_YOUR_PAL = "Not a Pal in your base."
NO_ABILITY = "It has no such ability that can be used where it lies."
ONLY_WHEN_ATTACKED = "Only while an opponent's Pal attacks."
USED = "Used this turn."
RESTING = "Already resting."
NO_TARGET = "Only your opponent, their structures and their Pals can be attacked."
STANDING = "Standing: only Pals with Assault attack standing Pals."
MUST_ATTACK = "Your Pals must attack before you end your main phase."
NO_ASSIGNING = "Your Pals cannot be assigned this turn."
ATTACKED_ITSELF = "Attacked itself: another Pal may block."
CANNOT_BLOCK = "Cannot block this turn."
TWICE = "A card can be chosen once."
NOT_OFFERED = "Only what is offered can be chosen."
NOT_PENDING = "No such ability is waiting."
NO_OPTION = "That option is not there, or cannot be paid."
IMPOSSIBLE = "It cannot be done."


def costs_souls(needed: int, held: int) -> str:
    """8, 10.4.3: standing souls that are not there."""
    return f"Costs {needed} {'soul' if needed == 1 else 'souls'}, you have {held}."


def short_of(part: CostPart, needed: int, held: int) -> str:
    """What is missing to pay this part of a cost."""
    match part:
        case PaySouls():
            return costs_souls(needed, held)
        case RestThis():
            return RESTING
        case DiscardThis():
            return NOT_IN_HAND
        case Assign():
            what = f"standing {'Pal' if needed == 1 else 'Pals'} to assign"
        case Discard():
            what = f"{noun(part.cards, plural=needed != 1)} to discard"
        case ButcherPals():
            what = f"{noun(part.cards, plural=needed != 1)} to butcher"
        case Consume():
            what = resource_name(part.resource)
        case Mill():
            what = f"{'card' if needed == 1 else 'cards'} in your deck"
        case _:
            raise no_words(part)
    return f"Needs {needed} {what}, you have {held}."


def either(sentences: Sequence[str]) -> str:
    """What keeps each of several ways to pay from being open, as one sentence."""
    first, *others = [sentence.removesuffix(".") for sentence in dict.fromkeys(sentences)]
    return "; or ".join([first, *(other[:1].lower() + other[1:] for other in others)]) + "."


def has_taunt(names: Sequence[str]) -> str:
    """12.10: of these, and nothing else, one can be attacked."""
    different = list(dict.fromkeys(names))
    if len(different) == 1:
        return f"{different[0]} has Taunt: nothing else can be attacked."
    return f"{' and '.join([', '.join(different[:-1]), different[-1]])} have Taunt: nothing else can be attacked."


def has_stealth(name: str) -> str:
    """12.11: the attacker cannot be blocked."""
    return f"Cannot be blocked: {name} has Stealth."


def protected(name: str, tests: tuple[Test, ...]) -> str:
    """The target cannot be attacked by such Pals."""
    return f"{name} cannot be attacked by {noun(PALS.that(*tests), plural=True, scope=Scope(still_open=True))}."


def only(cards: Cards, known: Mapping[Node, int]) -> str:
    """What a choice is among; ``known`` are the numbers that stand already."""
    scope = Scope(known=known, still_open=True)
    words = noun(cards, plural=True, scope=scope) if cards.among else group(cards, scope)
    return f"Only {words} can be chosen."


def choose_so_many(minimum: int, maximum: int, chosen: int) -> str:
    """Too few or too many cards."""
    if chosen > maximum:
        return f"No more than {maximum} may be chosen, and {chosen} were."
    were = "were" if chosen > 1 else "was"
    return f"At least {minimum} {'has' if minimum == 1 else 'have'} to be chosen, and {chosen or 'none'} {were}."


def so_large(minimum: int, maximum: int) -> str:
    """A number out of bounds."""
    return f"The number has to be {minimum if minimum == maximum else f'between {minimum} and {maximum}'}."


def no_such_name(name: str) -> str:
    """Q68: only names of cards can be declared."""
    return f"No card of the game is called {name}."

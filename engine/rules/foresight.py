"""What playing a card would have its player choose first, as the table stands: told before it is played."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.effects import instructions as do
from engine.effects.abilities import Auto, EventEffect, Trigger
from engine.effects.catalogue import CompiledCard
from engine.effects.subjects import IT
from engine.model.terms import Zone
from engine.rules.match import Match
from engine.rules.selection import Scope, select

_TO: Final = (do.Deal, do.Gets, do.GetsName)
"""Instructions that do something to the cards of their ``to``, and nothing if there are none."""

_WHAT: Final = (
    do.Rest,
    do.Stand,
    do.SkipsStanding,
    do.LockedByThis,
    do.CannotBlock,
    do.PutIntoGraveyard,
    do.Butcher,
    do.ToHand,
    do.OnTopOfDeck,
    do.Exile,
    do.Deploy,
)
"""Those that do it to the cards of their ``what``."""

KEPT: Final = 512
"""Of so many definitions it is remembered what they begin with."""


class FirstChoice(NamedTuple):
    """The choice with which the effect of a card begins; ``cards`` are those that qualify now, by physical number.

    ``is_all`` tells that the card does nothing but what it does to the chosen ones.
    """

    cards: list[int]
    zone: Zone
    is_all: bool


def first_choice(match: Match, card: int) -> FirstChoice | None:
    """The first choice of a hand card once it is played: of an event, or of its only On Deploy.

    ``None`` if its effect begins with something else, among what is not public, or with a number that is not printed.
    """
    beginning = _beginning(match.cards[card])
    if beginning is None:
        return None
    choice, is_all = beginning
    scope = Scope(match.state.owner(card), match.state.reference(card), {})
    return FirstChoice(select(match, choice.cards, scope), choice.cards.zone, is_all)


@lru_cache(KEPT)
def _beginning(compiled: CompiledCard) -> tuple[do.Choose, bool] | None:
    """The choice with which playing this card begins, and whether it is all that the card is about."""
    effect = _effect_of(compiled)
    if effect is None:
        return None
    steps: Sequence[do.Instruction] = effect.steps if isinstance(effect, do.Do) else (effect,)
    first = steps[0]
    if not isinstance(first, do.Choose) or first.who is not do.Who.YOU or first.cards.among:
        return None
    if first.cards.zone not in (Zone.BASE, Zone.GRAVEYARD) or not _is_plain(first):
        return None
    is_event = compiled.effect is not None
    return first, is_event and all(_is_only_about(first.bind, step) for step in steps[1:])


def _effect_of(compiled: CompiledCard) -> do.Instruction | None:
    if compiled.effect is not None:
        assert isinstance(compiled.effect.node, EventEffect), "an event has the effect of one"
        return compiled.effect.node.effect
    deployed = [
        node.effect
        for ability in compiled.abilities
        if isinstance(node := ability.node, Auto)
        and node.when.trigger is Trigger.DEPLOYED
        and node.when.subject is None
    ]
    return deployed[0] if len(deployed) == 1 else None


def _is_plain(choice: do.Choose) -> bool:
    """Whether its numbers are printed ones: others may be other ones once the card is played."""
    printed = [choice.number, *(getattr(test, "number", 0) for test in choice.cards.tests)]
    return all(isinstance(figure, int) for figure in printed)


def _is_only_about(bind: str, step: do.Instruction) -> bool:
    """Whether an instruction does nothing where nothing was chosen."""
    if bind != IT.variable:
        return False
    return (isinstance(step, _TO) and step.to == IT) or (isinstance(step, _WHAT) and step.what == IT)

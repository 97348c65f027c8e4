"""Costs (10.4): what can be paid, and paying it. A cost is all or nothing, and exact."""

from collections.abc import Callable, Iterator, Sequence

from engine.effects import costs as cost
from engine.effects.abilities import Act, Trigger
from engine.effects.catalogue import CompiledAbility
from engine.effects.instructions import Who
from engine.model.records import Modifier, ModifierKind
from engine.model.state import HAND, PHYSICAL_MASK
from engine.model.terms import Kind, Resource
from engine.rules.match import Match
from engine.rules.selection import Scope, number, select
from engine.rules.triggers import fulfil
from engine.rules.zones import is_in_base, mill, put_into_graveyard


def cost_to_play(match: Match, card: int) -> int:
    """What playing a card from hand costs now, never below 0; no reduction goes below its floor (ambiguity 7)."""
    compiled = match.cards[card]
    if compiled.kind is not Kind.GEAR or not match.state.modifiers:
        return compiled.cost
    return compiled.cost - sum(less for less, _ in reductions(match, card))


def reductions(match: Match, card: int) -> Iterator[tuple[int, Modifier]]:
    """By how much each lasting effect lowers what playing a card from hand costs, in the order of application."""
    compiled = match.cards[card]
    if compiled.kind is Kind.GEAR:
        value = compiled.cost
        for modifier in match.player_modifiers(match.state.owner(card), ModifierKind.GEAR_DISCOUNT):
            amount, floor = modifier.value
            lower = reduced(value, amount, floor)
            yield value - lower, modifier
            value = lower


def reduced(cost: int, amount: int, floor: int) -> int:
    """A cost that is so much less, but at least ``floor``; one that is below it already stays as it is."""
    return max(min(cost, floor), cost - amount)


def may_assign(match: Match, seat: int) -> bool:
    """Whether no effect forbids this player to assign Pals (ambiguity 8)."""
    return not match.state.modifiers or not match.player_modifiers(seat, ModifierKind.MUST_ATTACK)


def candidates(match: Match, part: cost.Assign | cost.Discard | cost.ButcherPals, scope: Scope) -> list[int]:
    """The cards with which a part of a cost can be paid."""
    if isinstance(part, cost.Assign):
        return match.derived.standing_pals(scope.master) if may_assign(match, scope.master) else []
    return select(match, part.cards, scope)


def largest_x(match: Match, part: cost.CostPart, scope: Scope) -> int:
    """The largest X that a part allows; X may be 0 (Q35)."""
    if isinstance(part, cost.Consume):
        return held(match, part.resource)[scope.master]
    assert isinstance(part, cost.Discard), "only Consume and Discard have an X"
    return len(candidates(match, part, scope))


def held(match: Match, resource: Resource) -> list[int]:
    """How much of a resource both players have: the state's own list, by seat."""
    return match.state.material if resource is Resource.MATERIAL else match.state.ingredient


def can_pay(match: Match, parts: cost.Cost, scope: Scope) -> bool:
    """Whether every part can be paid; the parts of one cost never compete for the same card."""
    return first_shortfall(match, parts, scope) is None


def first_shortfall(match: Match, parts: cost.Cost, scope: Scope) -> tuple[cost.CostPart, int, int] | None:
    """The first part that cannot be paid, with what it needs and what there is; None if every part can."""
    for part, means in zip(parts, _means(match, parts), strict=True):
        needed, there = means(match, scope)
        if there < needed:
            return part, needed, int(there)
    return None


Means = Callable[[Match, Scope], tuple[int, int]]
"""How much a part of a cost needs, and how much of it there is; X needs nothing, as it may be 0 (Q35)."""


def _means(match: Match, parts: cost.Cost) -> tuple[Means, ...]:
    known = match.catalogue.means.get(id(parts))
    if known is None:
        known = match.catalogue.means[id(parts)] = (parts, tuple(_compile_part(part) for part in parts))
    compiled: tuple[Means, ...] = known[1]
    return compiled


def _compile_part(part: cost.CostPart) -> Means:
    match part:
        case cost.PaySouls():
            return lambda m, scope: (part.number, m.state.souls_standing[scope.master])
        case cost.RestThis():
            return lambda m, scope: (
                1, not m.state.resting[scope.source & PHYSICAL_MASK] and is_in_base(m, scope.source),
            )  # fmt: skip
        case cost.DiscardThis():
            return lambda m, scope: (1, m.state.place[scope.source & PHYSICAL_MASK] == HAND)
        case cost.Discard() if not isinstance(part.number, int):
            return lambda m, scope: (0, 0)
        case cost.Assign() | cost.Discard() | cost.ButcherPals():
            return lambda m, scope: (number(m, part.number, scope), len(candidates(m, part, scope)))
        case cost.Consume() if not isinstance(part.number, int):
            return lambda m, scope: (0, 0)
        case cost.Consume():
            return lambda m, scope: (number(m, part.number, scope), held(m, part.resource)[scope.master])
        case cost.Mill():
            return lambda m, scope: (part.number, len(m.state.deck[scope.master]))
        case _:
            raise AssertionError(f"{type(part).__name__} is not a cost of the vocabulary")


def is_payable(match: Match, act: Act, scope: Scope) -> bool:
    """Whether any alternative of an activated ability's cost can be paid."""
    for parts in act.costs:  # loops, as this is asked more often than anything else
        for means in _means(match, parts):
            needed, there = means(match, scope)
            if there < needed:
                break
        else:
            return True
    return False


def payable_alternatives(match: Match, ability: CompiledAbility, scope: Scope) -> tuple[int, ...]:
    """The alternatives of an activated ability's cost that can be paid, counted from 1."""
    assert isinstance(ability.node, Act), "only activated abilities have a cost"
    return tuple(i + 1 for i, parts in enumerate(ability.node.costs) if can_pay(match, parts, scope))


def pay(match: Match, parts: cost.Cost, scope: Scope) -> None:
    """Pay all parts at once; what was chosen for them stands in the variables.

    Triggers of a cost (On Assign, butchered) go pending now and wait for the effect to end.
    """
    for part in parts:
        _pay_part(match, part, scope)


def _pay_part(match: Match, part: cost.CostPart, scope: Scope) -> None:
    seat, source = scope.master, scope.source & PHYSICAL_MASK
    match part:
        case cost.PaySouls():
            pay_souls(match, seat, part.number)
        case cost.RestThis():
            match.rest(source)
        case cost.DiscardThis():
            put_into_graveyard(match, [source], "cost")
        case cost.Assign():
            assign(match, _chosen(part, scope), source)
        case cost.Discard():
            put_into_graveyard(match, _chosen(part, scope), "cost")
        case cost.ButcherPals():
            put_into_graveyard(match, _chosen(part, scope), "butcher", butchered=True)
        case cost.Consume():
            consume(match, seat, part.resource, number(match, part.number, scope))
        case cost.Mill():
            mill(match, seat, part.number)
        case _:
            raise AssertionError(f"{type(part).__name__} is not a cost of the vocabulary")


def _chosen(part: cost.CostPart, scope: Scope) -> list[int]:
    return [reference & PHYSICAL_MASK for reference in scope.variables[part.binds]]


def pay_souls(match: Match, seat: int, amount: int) -> None:
    """Rest so many standing souls (10.4.3)."""
    state = match.state
    assert state.souls_standing[seat] >= amount, "what is offered can be paid"
    if amount:
        state.souls_standing[seat] -= amount
        state.souls_resting[seat] += amount
        match.touch()
        match.emit("souls_paid", seat, amount)


def assign(match: Match, cards: Sequence[int], structure: int) -> None:
    """Assign standing Pals to a structure at once: all rest (5.17) before what triggers is sought."""
    state = match.state
    for card in cards:
        assert not state.resting[card], "a resting Pal cannot be assigned"
        match.rest(card)
        reference = state.reference(card)
        if reference not in state.assigned:
            state.assigned.append(reference)
        match.touch()
        match.emit("pal_assigned", match.sight(card), match.sight(structure))
    for card in cards:
        fulfil(match, Trigger.ASSIGNED, card, to=structure)


def consume(match: Match, seat: int, resource: Resource, amount: int) -> None:
    """Consume so much of a resource (5.13)."""
    amounts = held(match, resource)
    assert amounts[seat] >= amount, "what is offered can be paid"
    if amount:
        amounts[seat] -= amount
        match.touch()
        match.emit("resource_consumed", seat, resource.value, amount)


def player_meant(who: Who, master: int) -> int:
    """The seat that an instruction speaks to."""
    return master if who is Who.YOU else 1 - master

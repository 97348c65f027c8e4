"""What is checked when a definition is loaded, so that no card can fail open in a game.

Continuous effects depend on each other without recursion because they are *stratified*: facts, zones, orientation and
counters; then night; then abilities; then names; then numbers. Each declares what it writes; here is proven that it
reads only lower strata. And every variable that is read was bound by something before it.
"""

from enum import IntEnum

from engine.effects import abilities, conditions, costs, instructions, subjects, values
from engine.effects.definition import CardDefinition
from engine.effects.nodes import Node
from engine.model.errors import InvalidCard
from engine.model.terms import Kind


class Stratum(IntEnum):
    """What a derived value may depend on: only on lower ones."""

    FACTS = 0
    NIGHT = 1
    ABILITIES = 2
    NAMES = 3
    NUMBERS = 4
    LEGALITY = 5


READS: dict[type[Node], Stratum] = {
    conditions.IsNight: Stratum.NIGHT,
    subjects.HasKeyword: Stratum.ABILITIES,
    subjects.LacksKeyword: Stratum.ABILITIES,
    subjects.MainNameIs: Stratum.NAMES,
    subjects.NameContains: Stratum.NAMES,
    values.DifferentNamesOf: Stratum.NAMES,
    conditions.ThereAreNamed: Stratum.NAMES,
    subjects.PowerAtMost: Stratum.NUMBERS,
    values.PowerOf: Stratum.NUMBERS,
}
"""What a node reads beyond facts."""

WRITES: dict[type[Node], Stratum] = {
    abilities.MakesNight: Stratum.NIGHT,
    abilities.Grant: Stratum.ABILITIES,
    abilities.Boost: Stratum.NUMBERS,
    abilities.Has: Stratum.LEGALITY,
    abilities.CannotBeAttackedBy: Stratum.LEGALITY,
    abilities.MoreDamage: Stratum.LEGALITY,
    abilities.AutosTwice: Stratum.LEGALITY,
}
"""What a static makes true."""

TRIGGER_VARIABLES = frozenset({"event", "event_cost"})
MOMENTS = frozenset({abilities.Trigger.END_OF_BATTLE, abilities.Trigger.END_OF_YOUR_TURN})
"""Events that happen to no card."""
CAPTURED: dict[abilities.Trigger, frozenset[str]] = {
    abilities.Trigger.OPPONENT_FALLS: frozenset({"strike"}),
    abilities.Trigger.FALLS_IN_BATTLE: frozenset({"opponent"}),
}


def check_definition(definition: CardDefinition) -> None:
    """Raise ``InvalidCard`` if the definition cannot be played exactly as it is written."""
    effects = [a for a in definition.abilities if isinstance(a, abilities.EventEffect)]
    if (definition.kind is Kind.EVENT) != bool(effects) or len(effects) > 1:
        raise InvalidCard(f"{definition.number}: an event has exactly one effect, another card none")
    for ability in definition.abilities:
        _check_ability(definition.number, ability)


def _check_ability(number: str, ability: abilities.Ability) -> None:
    match ability:
        case abilities.Cont():
            for static in ability.statics:
                _check_stratum(number, ability, static)
        case abilities.Auto():
            subject = frozenset() if ability.when.trigger in MOMENTS else TRIGGER_VARIABLES
            bound = set(subject | CAPTURED.get(ability.when.trigger, frozenset()))
            _check_bindings(number, ability.effect, bound)
        case abilities.Act():
            for cost in ability.costs:
                _check_bindings(number, ability.effect, _bound_by_cost(cost))
        case abilities.EventEffect():
            _check_bindings(number, ability.effect, set())
        case _:
            raise InvalidCard(f"{number}: {type(ability).__name__} is not an ability of the vocabulary")


def _check_stratum(number: str, ability: abilities.Cont, static: abilities.Static) -> None:
    written = WRITES.get(type(static))
    if written is None:
        raise InvalidCard(f"{number}: {type(static).__name__} is not a static of the vocabulary")
    read: list[Node] = [*_walk_outside_grants(static)]
    if ability.condition is not None:
        read.extend(ability.condition.walk())
    for node in read:
        if READS.get(type(node), Stratum.FACTS) >= written:
            raise InvalidCard(
                f"{number}: {type(static).__name__} reads {type(node).__name__} of its own or a higher stratum"
            )
    if isinstance(static, abilities.Grant):
        _check_ability(number, static.ability)


def _walk_outside_grants(node: Node) -> list[Node]:
    found = [node]
    for child in node.children():
        if not isinstance(child, abilities.Ability):
            found.extend(_walk_outside_grants(child))
    return found


def _bound_by_cost(cost: costs.Cost) -> set[str]:
    bound: set[str] = set()
    for part in cost:
        if part.binds:
            bound.add(part.binds)
        if isinstance(part, costs.Consume | costs.Discard) and isinstance(part.number, values.Variable):
            bound.add(part.number.name)
    return bound


CONTROL = (instructions.Do, instructions.OneOf, instructions.Later)
"""Nodes that only hold other instructions."""


def _check_bindings(number: str, effect: Node, bound: set[str]) -> None:
    """Walk in printed order; what one branch binds counts for what follows, as unbound reads as none."""
    if not isinstance(effect, instructions.Instruction):
        raise InvalidCard(f"{number}: {type(effect).__name__} is not an instruction of the vocabulary")
    if isinstance(effect, instructions.Repeat):
        _check_number(number, effect.times, bound)
        _check_bindings(number, effect.do, bound)
    elif isinstance(effect, instructions.If):
        _check_reads(number, effect.condition, bound)
        for branch in (effect.then, effect.otherwise):
            if branch is not None:
                _check_bindings(number, branch, bound)
    elif isinstance(effect, instructions.May):
        if effect.provided is not None:
            _check_reads(number, effect.provided, bound)
        _check_bindings(number, effect.do, bound)
    elif isinstance(effect, CONTROL):
        for child in effect.children():
            _check_bindings(number, child, bound)
    else:
        _check_reads(number, effect, bound)
        _check_granted(number, effect, bound)
        bound.update(_bound_by(effect))


def _check_granted(number: str, effect: Node, bound: set[str]) -> None:
    if isinstance(effect, instructions.Gets):
        for ability in effect.abilities:
            _check_ability(number, ability)
    if isinstance(effect, instructions.GetsName) and "name" not in bound:
        raise InvalidCard(f"{number}: a name is given before one is declared")


def _bound_by(effect: Node) -> set[str]:
    match effect:
        case instructions.Choose() | instructions.LookAtTop() | instructions.Let():
            return {effect.bind}
        case instructions.DeclareName():
            return {"name"}
        case _:
            return set()


def _check_number(number: str, value: subjects.Number, bound: set[str]) -> None:
    if isinstance(value, Node):
        _check_reads(number, value, bound)


def _check_reads(number: str, node: Node, bound: set[str]) -> None:
    """Every variable that ``node`` reads, outside the abilities that it grants, is bound."""
    for child in _walk_outside_grants(node):
        match child:
            case subjects.Those() | subjects.TheRest():
                variable = child.variable
            case subjects.Cards() if child.among:
                variable = child.among
            case values.Variable():
                variable = child.name
            case conditions.Chose():
                variable = "it"
            case _:
                continue
        if variable not in bound:
            raise InvalidCard(f"{number}: {type(node).__name__} reads {variable!r}, which nothing binds before it")

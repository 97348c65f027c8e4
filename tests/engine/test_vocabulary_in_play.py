"""Every word of the card vocabulary can be played: carried out, paid, counted, tested; an unknown one is an error."""

from collections.abc import Callable, Iterator, MutableMapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from engine import Game, SeatName, catalogue
from engine.cards import CARDS
from engine.effects import abilities as having
from engine.effects import conditions as when
from engine.effects import costs as cost
from engine.effects import instructions as do
from engine.effects import program as steps
from engine.effects import subjects as on
from engine.effects import values as of
from engine.effects.abilities import Ability
from engine.effects.catalogue import Catalogue, CompiledAbility
from engine.effects.check import WRITES
from engine.effects.definition import CardDefinition, event_card, structure
from engine.effects.nodes import Node
from engine.model.position import CardAt, Position, Side
from engine.model.state import PHYSICAL_MASK
from engine.model.terms import Colour, PromptKind
from engine.rules.costs import can_pay, payable_alternatives
from engine.rules.effect_frames import push_effect
from engine.rules.executors import CONTINUE, EXECUTE
from engine.rules.machine import run
from engine.rules.match import Match
from engine.rules.selection import Scope, holds, number, passes_all, references
from tests.cards.samples import SAMPLES
from tests.engine.play import abilities
from tests.engine.promises.order import count_cards

TREES = tuple(dict.fromkeys([ability for ability, _ in SAMPLES] + [each for card in CARDS for each in card.abilities]))
"""The abilities of the samples and of the cards, each once."""

PALS = tuple(map(CardAt, ("ETD01-002", "ETD01-003", "ETD02-001", "ETD02-006")))
OTHERS = tuple(map(CardAt, ("ETD01-008", "ETD01-010", "ETD01-011", "ETD02-021")))

SIDE = Side(
    material=6,
    ingredient=6,
    base=(PALS[0], replace(PALS[1], resting=True), *OTHERS[:2]),
    hand=(*PALS[:2], *OTHERS),
    graveyard=(*PALS, *OTHERS),
    deck=(*PALS, *OTHERS) * 3,
)
"""Some of everything."""

MODULES = (having, when, cost, do, on, of)

STEPS = {steps.ChooseCost, steps.ChooseX, steps.ChooseForCost, steps.Pay}
"""What the cost of an activated ability is compiled to."""

ASK = {
    do.Choose,
    do.DeclareName,
    do.May,
    do.OneOf,
    do.OpponentLoses,
    steps.ChooseCost,
    steps.ChooseX,
    steps.ChooseForCost,
}
"""The nodes that may ask a player, and so have to take an answer."""


def concrete(*roots: type[Node]) -> set[type[Node]]:
    """The classes of the vocabulary below these roots."""
    classes = [each for module in MODULES for each in vars(module).values() if isinstance(each, type)]
    return {each for each in classes if issubclass(each, roots) and each not in roots}


# --- a table to play them on ------------------------------------------------------------------------------------------


def card_with(ability: Ability, number: str) -> CardDefinition:
    if isinstance(ability, having.EventEffect):
        return event_card(number, "Sample", Colour.RED, cost=1, effect=ability)
    return structure(number, "Sample", Colour.RED, cost=1, durability=500, abilities=(ability,))


CARD_WITH = {ability: card_with(ability, f"SAMPLE-{place:03}") for place, ability in enumerate(TREES)}
POOL = Catalogue((*catalogue.definitions, *CARD_WITH.values()))


def table(ability: Ability, *, night: bool) -> Game:
    """A game in which A has the card with that ability, in the base or the hand, and both have some of everything."""
    from_hand = isinstance(ability, having.EventEffect) or (isinstance(ability, having.Act) and ability.from_hand)
    sample = (CardAt(CARD_WITH[ability].number),)
    own = replace(SIDE, hand=SIDE.hand + sample) if from_hand else replace(SIDE, base=SIDE.base + sample)
    sides: dict[SeatName, Side] = {"A": own, "B": SIDE}
    return Game.from_position(POOL, Position(sides, night=night))


def compiled(ability: Ability) -> list[CompiledAbility]:
    """The compiled ability, and those that it grants."""
    name = f"{CARD_WITH[ability].number}/"
    return [each for each in abilities(POOL) if each.id.startswith(name)]


def sample(game: Game) -> int:
    """The physical number of the sample card."""
    return next(card for card, index in enumerate(game._match.state.cards) if index >= len(catalogue.definitions))


def scope_of(game: Game) -> Scope:
    state = game._match.state
    own, others = (tuple(map(state.reference, state.base[seat][:1])) for seat in (0, 1))
    variables = {"event": own, "event_cost": 3, "strike": 2, "opponent": others, "x": 2, "it": own}
    return Scope(0, state.reference(sample(game)), variables)


def resolve(game: Game, ability: CompiledAbility, rng: Random) -> None:
    """Let the ability resolve as if it had triggered or been activated, and answer by chance until it is over."""
    state, scope = game._match.state, scope_of(game)
    state.prompt = None
    push_effect(game._match, ability.id, 0, scope.source, scope.variables)
    run(game._match)
    while (prompt := game.prompt) is not None and prompt.kind != PromptKind.MAIN:
        assert prompt.plain()["text"]
        game.decide(rng.choice(prompt.legal()))
    count_cards(game)


# --- what is carried out ----------------------------------------------------------------------------------------------


def test_every_instruction_is_carried_out_in_play(monkeypatch: pytest.MonkeyPatch) -> None:
    carried_out: set[type[Node]] = set()
    answered: set[type[Node]] = set()
    registries: list[tuple[MutableMapping[type[Node], Any], set[type[Node]]]] = [
        (EXECUTE, carried_out),
        (CONTINUE, answered),
    ]
    for registry, seen in registries:
        for node, function in tuple(registry.items()):
            monkeypatch.setitem(registry, node, recorded(function, node, seen))
    for place, ability in enumerate(TREES):
        for way in range(4):
            game = table(ability, night=way % 2 == 0)
            for each in compiled(ability):
                if each.program is not None and can_be_paid(game, each):
                    resolve(game, each, Random(f"{place} {way}"))
    assert carried_out == set(EXECUTE) == (concrete(do.Instruction) | STEPS) - {do.Do}
    assert answered == set(CONTINUE) == ASK


def can_be_paid(game: Game, ability: CompiledAbility) -> bool:
    return not isinstance(ability.node, having.Act) or bool(
        payable_alternatives(game._match, ability, scope_of(game)._replace(variables={}))
    )


def recorded(function: Callable[..., object], node: type[Node], seen: set[type[Node]]) -> Callable[..., object]:
    def record(*arguments: object) -> object:
        seen.add(node)
        return function(*arguments)

    return record


def nodes_with_games() -> Iterator[tuple[Game, Node]]:
    for ability in TREES:
        game = table(ability, night=True)
        for node in ability.walk():
            yield game, node


def test_every_condition_number_test_subject_and_cost_is_understood_in_play() -> None:
    understood: set[type[Node]] = set()
    for game, node in nodes_with_games():
        match, scope = game._match, scope_of(game)
        card = scope.source & PHYSICAL_MASK
        match node:
            case when.Condition():
                assert holds(match, node, scope) in (True, False)
            case on.Test():
                assert passes_all(match, (node,))(match, card, scope) in (True, False)
            case on.Value():
                assert number(match, node, scope) >= -10_000
            case on.Subject():
                assert all(0 <= each < len(match.cards) for each in references(match, node, scope))
            case cost.CostPart():
                assert can_pay(match, (node,), scope) in (True, False)
            case _:
                continue
        understood.add(type(node))
    assert understood == concrete(when.Condition, on.Test, on.Value, on.Subject, cost.CostPart)


def test_every_static_makes_a_difference_or_is_a_rule_that_is_read() -> None:
    """Each has its stratum; and the derived values of a table with it can all be read."""
    assert set(WRITES) == concrete(having.Static)
    seen: set[type[Node]] = set()
    for ability in TREES:
        if isinstance(ability, having.Cont):
            seen |= {type(static) for static in ability.statics}
            match = table(ability, night=True)._match
            based = match.state.base[0] + match.state.base[1]
            for card in based:
                assert match.derived.power(card) == match.derived.power(card)
                assert match.derived.activations(card) in (1, 2)
                assert match.derived.extra_damage(card, based[0]) >= 0
                assert match.derived.may_be_attacked_by(card, based[0]) in (True, False)
    assert seen == concrete(having.Static)


# --- what nobody knows ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StrangeCondition(when.Condition):
    """Of no vocabulary."""


@dataclass(frozen=True, slots=True)
class StrangeTest(on.Test):
    """Of no vocabulary."""


@dataclass(frozen=True, slots=True)
class StrangeValue(on.Value):
    """Of no vocabulary."""


@dataclass(frozen=True, slots=True)
class StrangeSubject(on.Subject):
    """Of no vocabulary."""


@dataclass(frozen=True, slots=True)
class StrangeCost(cost.CostPart):
    """Of no vocabulary."""


def understand(match: Match, scope: Scope, node: Node) -> object:
    match node:
        case when.Condition():
            return holds(match, node, scope)
        case on.Test():
            return passes_all(match, (node,))(match, 0, scope)
        case on.Value():
            return number(match, node, scope)
        case on.Subject():
            return references(match, node, scope)
        case cost.CostPart():
            return can_pay(match, (node,), scope)
        case _:
            raise TypeError(node)


@pytest.mark.parametrize("node", [StrangeCondition(), StrangeTest(), StrangeValue(), StrangeSubject(), StrangeCost()])
def test_a_word_that_nobody_knows_is_an_error_and_never_nothing(node: Node) -> None:
    game = table(TREES[0], night=False)
    with pytest.raises(AssertionError, match=f"{type(node).__name__} is not a"):
        understand(game._match, scope_of(game), node)

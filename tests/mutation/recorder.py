"""Watching from outside which nodes of a pool are carried out and evaluated, and with what outcome.

The rules hold no hook for this. While a recorder watches, others stand in for the functions by which the rules read
nodes: they are found by name in ``engine.rules``, replaced wherever they were imported to, and put back afterwards. In
the recorder's own pool every place of every ability is a node of its own, so what is seen belongs to one place.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from types import FunctionType, ModuleType
from typing import Any, Final
from unittest.mock import patch

from engine.effects.abilities import Has
from engine.effects.catalogue import Catalogue
from engine.effects.definition import CardDefinition
from engine.effects.instructions import May
from engine.effects.nodes import Node
from engine.effects.program import ChooseForCost, Pay
from engine.effects.subjects import Cards, Test
from engine.rules.derived import Derived
from engine.rules.executors import CONTINUE, EXECUTE
from engine.rules.selection import passes_all
from tests.mutation.trees import fresh

RULES: Final = "engine.rules"

Function = Callable[..., Any]


class Recorder:
    """What was seen of each node: the outcomes of a question, ``True`` alone for what is done, counted or meant."""

    def __init__(self, definitions: Iterable[CardDefinition]) -> None:
        self.pool = Catalogue(replace(each, abilities=fresh(each.abilities)) for each in definitions)
        self._seen: dict[int, set[bool]] = {}
        self._predicates: dict[int, tuple[object, Function]] = {}

    def outcomes(self, node: Node) -> frozenset[bool]:
        """What was seen of a node of the recorder's pool."""
        return frozenset(self._seen.get(id(node), ()))

    def _saw(self, node: Node, outcome: bool = True) -> None:
        self._seen.setdefault(id(node), set()).add(outcome)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Record what any game does that is played with the recorder's pool."""
        stand_ins: dict[str, Callable[[Function], Function]] = {
            "holds": self._reading,
            "number": self._reading,
            "references": self._reading,
            "is_among": self._belonging,
            "description": self._describing,
            "passes_all": self._testing,
            "make_pending": self._triggering,
        }
        with ExitStack() as stack:
            for name, stand_in in stand_ins.items():
                for module, function in _uses_of(name):
                    stack.enter_context(patch.object(module, name, stand_in(function)))
            stack.enter_context(patch.object(Derived, "gains", self._gaining(Derived.gains)))
            stack.enter_context(patch.object(Derived, "has_rule", self._following(Derived.has_rule)))
            stack.enter_context(patch.dict(EXECUTE, _each(EXECUTE, self._carry_out)))
            stack.enter_context(patch.dict(CONTINUE, _each(CONTINUE, self._answer)))
            yield

    # --- instructions and costs ---------------------------------------------------------------------------------------

    def _carry_out(self, node: Node) -> None:
        if isinstance(node, Pay):
            for part in node.cost:
                self._saw(part)
        elif isinstance(node, ChooseForCost):
            self._saw(node.part)
        elif not isinstance(node, May):
            self._saw(node)

    def _answer(self, node: Node, decision: Any) -> None:
        if isinstance(node, May):
            self._saw(node, decision.verb == "yes")

    # --- conditions, numbers, subjects, descriptions ------------------------------------------------------------------

    def _reading(self, function: Function) -> Function:
        """Of ``f(match, node, scope)``: whether it holds, or that it was counted or meant."""

        def read(match: Any, node: Any, scope: Any) -> Any:
            result = function(match, node, scope)
            if isinstance(node, Node):
                self._saw(node, result if isinstance(result, bool) else True)
            return result

        return read

    def _belonging(self, function: Function) -> Function:
        """Of ``f(match, cards, card, scope)``, which looks at sides and zones as well."""

        def belong(match: Any, cards: Cards, card: int, scope: Any) -> bool:
            result: bool = function(match, cards, card, scope)
            self._saw(cards, result)
            return result

        return belong

    def _describing(self, function: Function) -> Function:
        return lambda match, cards: self._predicate(match, cards, cards.tests, function(match, cards))

    def _testing(self, function: Function) -> Function:
        return lambda match, tests: self._predicate(match, tests, tests, function(match, tests))

    def _predicate(self, match: Any, key: object, tests: tuple[Test, ...], function: Function) -> Function:
        """A predicate that remembers each test that it comes to, and the whole if ``key`` is a description."""
        if id(key) not in self._predicates:
            singles = [(test, passes_all(match, (test,))) for test in tests]

            def passes(match: Any, card: int, scope: Any) -> bool:
                result: bool = function(match, card, scope)
                if isinstance(key, Cards):
                    self._saw(key, result)
                    if key.kinds and match.cards[card].kind not in key.kinds:
                        return result
                for test, single in singles:
                    passed = single(match, card, scope)
                    self._saw(test, passed)
                    if not passed:
                        break
                return result

            self._predicates[id(key)] = (key, passes)
        return self._predicates[id(key)][1]

    # --- triggers and continuous abilities ----------------------------------------------------------------------------

    def _triggering(self, function: Function) -> Function:
        def trigger(match: Any, card: int, ability: Any, *rest: Any) -> Any:
            self._saw(ability.node.when)
            return function(match, card, ability, *rest)

        return trigger

    def _gaining(self, function: Function) -> Function:
        def gain(derived: Any, card: int, kind: Any) -> Iterator[Any]:
            for amount, source in function(derived, card, kind):
                if hasattr(source, "boost"):
                    self._saw(source.boost)
                yield amount, source

        return gain

    def _following(self, function: Function) -> Function:
        def follow(derived: Any, card: int, rule: Any) -> bool:
            result: bool = function(derived, card, rule)
            givers = [ability.node for ability, _ in derived.instances(card) if rule in ability.rules]
            for static in (static for node in givers for static in node.statics):
                if isinstance(static, Has) and static.rule is rule:
                    self._saw(static)
            return result

        return follow


def _uses_of(name: str) -> list[tuple[ModuleType, FunctionType]]:
    """Every module of the rules that holds the one function of this name which the rules define."""
    modules = [module for key, module in sys.modules.items() if key == RULES or key.startswith(f"{RULES}.")]
    holding = [(module, vars(module)[name]) for module in modules if name in vars(module)]
    uses = [(module, value) for module, value in holding if isinstance(value, FunctionType)]
    assert len({value for _, value in uses}) == 1, f"the rules have no function {name!r}, or several"
    return uses


def _each(registry: Mapping[type[Node], Any], see: Function) -> dict[type[Node], Any]:
    """A registry of executors in which each is seen to be called, with the node and what follows it."""

    def seen(function: Function) -> Function:
        def call(match: Any, frame: Any, operation: Any, node: Node, *answer: Any) -> Any:
            see(node, *answer)
            return function(match, frame, operation, node, *answer)

        return call

    return {node_class: seen(function) for node_class, function in registry.items()}

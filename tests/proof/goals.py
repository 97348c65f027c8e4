"""Everything that the cards can do, as goals: each card played, each ability used, each step of each program taken.

A step is a goal once for each way on from it: both ways of a condition, yes and no, each mode and each cost, a loop
again and its end. A continuous ability does nothing by itself; it is in force when its card lies in a base and its
condition holds.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from engine import Game
from engine.effects.abilities import Act, Auto, Cont
from engine.effects.catalogue import Catalogue, CompiledAbility
from engine.effects.instructions import May, Repeat
from engine.effects.nodes import Node
from engine.effects.program import Operation
from engine.model.decisions import Decision
from engine.model.state import F_ABILITY, Frame
from engine.rules.executors import CONTINUE, EXECUTE
from engine.rules.match import Event, Match
from engine.rules.selection import Scope, holds

PLAYED: Final = "played"
USED: Final = "used"
IN_FORCE: Final = "in force"
STEP: Final = "step"
KINDS: Final = (PLAYED, USED, IN_FORCE, STEP)


class Goal(NamedTuple):
    """Something to happen: ``what`` is a card number, the name of an ability, or that with a step and the next one."""

    kind: str
    what: str

    @property
    def card(self) -> str:
        """The number of the card that prints it."""
        return self.what.partition("/")[0]


def goals_of(pool: Catalogue, abilities: Iterable[CompiledAbility]) -> set[Goal]:
    """All goals of a pool."""
    found = {Goal(PLAYED, card.number) for card in pool.definitions}
    for ability in abilities:
        if isinstance(ability.node, Cont):
            found.add(Goal(IN_FORCE, ability.id))
        elif isinstance(ability.node, Act | Auto):
            found.add(Goal(USED, ability.id))
        if ability.program is not None:
            for operation in ability.program.operations.values():
                found.update(_step(ability.id, operation, following) for following in _ways_on(operation))
    return found


def _ways_on(operation: Operation) -> tuple[str, ...]:
    if isinstance(operation.node, May | Repeat):
        return (*operation.branches, operation.next)
    return operation.branches if len(operation.branches) > 1 else (operation.next,)


def _step(ability: str, operation: Operation, following: str) -> Goal:
    return Goal(STEP, f"{ability} {operation.path} -> {following or 'end'}")


class Trace:
    """Sees which goals are reached, in the game and, apart from it, in trials on clones."""

    def __init__(self) -> None:
        self.reached: set[Goal] = set()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """See every step that any game takes."""
        with (
            patch.dict(EXECUTE, {node: self._seeing(run) for node, run in EXECUTE.items()}),
            patch.dict(CONTINUE, {node: self._seeing(run) for node, run in CONTINUE.items()}),
        ):
            yield

    @contextmanager
    def trial(self) -> Iterator[set[Goal]]:
        """What is reached in here is told, and does not count."""
        counted, self.reached = self.reached, set()
        try:
            yield self.reached
        finally:
            self.reached = counted

    def _seeing(self, run: Callable[..., str | None]) -> Callable[..., str | None]:
        def see(match: Match, frame: Frame, operation: Operation, node: Node, *answer: Decision) -> str | None:
            ability = frame[F_ABILITY]
            following = run(match, frame, operation, node, *answer)
            if match.state.prompt is None:
                self.reached.add(_step(ability, operation, operation.next if following is None else following))
            return following

        return see

    def see(self, game: Game, events: Sequence[Event]) -> None:
        """See what happened in a decision, and what is in force after it."""
        definitions = game.catalogue.definitions
        for event in events:
            match event:
                case ("card_played", _, sight, *_):
                    self.reached.add(Goal(PLAYED, definitions[sight[0]].number))
                case ("ability_resolved", _, str(name)) | ("ability_activated", _, _, _, str(name)):
                    self.reached.add(Goal(USED, name.partition("@")[0]))
                case _:
                    pass
        self.reached.update(Goal(IN_FORCE, name) for name in _in_force(game._match))


def _in_force(match: Match) -> Iterator[str]:
    state, derived = match.state, match.derived
    for card in (*state.base[0], *state.base[1]):
        for ability, _ in derived.instances(card):
            node: Any = ability.node
            if isinstance(node, Cont):
                scope = Scope(state.owner(card), state.reference(card), {})
                if node.condition is None or holds(match, node.condition, scope):
                    yield ability.id

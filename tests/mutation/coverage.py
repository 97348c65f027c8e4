"""Which nodes of which cards no trial carries out or evaluates: a question needs both outcomes, all else one."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.effects.abilities import (
    Act,
    Auto,
    AutosTwice,
    CannotBeAttackedBy,
    Cont,
    EventEffect,
    Grant,
    MakesNight,
    MoreDamage,
)
from engine.effects.conditions import Condition
from engine.effects.definition import CardDefinition
from engine.effects.instructions import Do, May
from engine.effects.nodes import Node
from engine.effects.subjects import Cards, Test
from tests.mutation.recorder import Recorder
from tests.mutation.trees import brief, dotted, places
from tests.mutation.trials import Trial

DONE: Final = frozenset({True})
BOTH: Final = frozenset({True, False})
QUESTIONS: Final = (Condition, Test, Cards, May)


@dataclass(frozen=True, slots=True)
class Gap:
    """A node of which something was not seen: ``place`` is where it stands, ``missing`` what was not."""

    place: str
    node: Node
    missing: frozenset[bool]

    def __str__(self) -> str:
        if not isinstance(self.node, QUESTIONS):
            return f"{self.place} {brief(self.node)} was not carried out"
        answers = " or ".join(word for word, outcome in (("yes", True), ("no", False)) if outcome in self.missing)
        return f"{self.place} {brief(self.node)} was not answered {answers}"


@dataclass(frozen=True, slots=True)
class CardCoverage:
    """What was seen of one card."""

    number: str
    nodes: int
    gaps: tuple[Gap, ...]


def coverage(definitions: Sequence[CardDefinition], trials: Iterable[Trial]) -> list[CardCoverage]:
    """Run every trial and tell, for each card, how many nodes it has and what was not seen of them."""
    recorder = Recorder(definitions)
    with recorder.watching():
        for trial in trials:
            trial.run(recorder.pool)
    return [_of_card(recorder, definition) for definition in recorder.pool.definitions]


def _of_card(recorder: Recorder, definition: CardDefinition) -> CardCoverage:
    nodes, gaps = 0, []
    for index, ability in enumerate(definition.abilities):
        for path, node in places(ability):
            nodes += 1
            missing = wanted(node) - _seen(recorder, ability, node)
            if missing:
                gaps.append(Gap(f"{definition.number}/{index + 1} {dotted(path)}".rstrip(), node, missing))
    return CardCoverage(definition.number, nodes, tuple(gaps))


def wanted(node: Node) -> frozenset[bool]:
    """The outcomes that have to be seen; a description that says nothing of a card leaves no card out."""
    if isinstance(node, Cards):
        return BOTH if node.kinds or node.tests else DONE
    return BOTH if isinstance(node, QUESTIONS) else DONE


def _seen(recorder: Recorder, root: Node, node: Node) -> frozenset[bool]:
    """What was seen of a node, or of those by which it is known to be at work."""
    signs = list(_signs(root, node))
    if not signs:
        return recorder.outcomes(node)
    return frozenset(outcome for sign in signs for outcome in _seen(recorder, root, sign)) & DONE


def _signs(root: Node, node: Node) -> Iterator[Node]:
    """What holds other nodes is at work when one of them is: an ability, a sequence, a description put to use."""
    match node:
        case Do(steps):
            yield steps[0]
        case Auto(when):
            yield when
        case Act(costs):
            yield from (part for cost in costs for part in cost)
        case EventEffect(effect):
            yield effect
        case Cont(statics):
            yield from statics
        case Grant(cards) | AutosTwice(cards) | MoreDamage(cards):
            yield cards
        case CannotBeAttackedBy(tests):
            yield from tests
        case MakesNight():
            holders = [each for each in root.walk() if isinstance(each, Cont) and node in each.statics]
            yield from (holder.condition for holder in holders if holder.condition is not None)
        case _:
            pass

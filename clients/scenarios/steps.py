"""The steps of a scenario as values, and how they are read."""

from dataclasses import dataclass
from typing import Final, TypeAlias, cast

from clients.scenarios.cards import Labels
from clients.scenarios.document import Value
from clients.scenarios.expectations import Expectation, PathReader
from engine import notation
from engine.model.terms import SEATS, PromptKind, SeatName
from engine.notation import ParseError

_FORMS: Final = "A: DECISION, B: DECISION, illegal, prompt, expect, say, settle or end turn"


@dataclass(frozen=True, slots=True)
class Take:
    """``A: DECISION``: that player's decision is taken; ``text`` is the line of notation."""

    seat: SeatName
    text: str


@dataclass(frozen=True, slots=True)
class Refuse:
    """``illegal: {A: DECISION}``: the prompt is that player's and the decision is not legal."""

    seat: SeatName
    text: str


@dataclass(frozen=True, slots=True)
class Ask:
    """``prompt: {to: A, kind: KIND}``: the pending prompt is of that kind and that player's."""

    seat: SeatName
    kind: str


@dataclass(frozen=True, slots=True)
class Expect:
    """``expect: {PATH: VALUE, …}``: the position is as written."""

    expectations: tuple[Expectation, ...]


@dataclass(frozen=True, slots=True)
class Settle:
    """``settle``: nothing more is done, up to the turn player's main-phase play timing."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """``end turn``: the turn ends, up to the other player's main-phase play timing."""


@dataclass(frozen=True, slots=True)
class Say:
    """``say: TEXT``: words for whoever is led through the file; nothing is done."""

    text: str


Action: TypeAlias = Take | Refuse | Ask | Expect | Settle | EndTurn | Say


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its number counted from 1, its line in the file, how it is written, and what it does."""

    number: int
    line: int
    shown: str
    action: Action

    @property
    def checks(self) -> bool:
        """Whether the step can fail on the position, so that a file with it does not pass by accident."""
        return isinstance(self.action, Expect | Refuse)


class _LabelNumbers:
    """Stands in for a seat's handles while a file is read: only whether a label exists counts then."""

    def __init__(self, labels: Labels) -> None:
        self._labels = labels

    def label(self, handle: int) -> str:
        return self._labels.of(handle - 1)

    def handle(self, label: str) -> int:
        return self._labels.card(label) + 1


def read_steps(value: Value, labels: Labels, paths: PathReader) -> tuple[Step, ...]:
    """Read the list of steps; raise ``MalformedScenario`` where it checks nothing."""
    steps = tuple(
        Step(number, item.line, _shown(item), _read_action(item, labels, paths))
        for number, item in enumerate(value.items("a list of steps"), 1)
    )
    if not any(step.checks for step in steps):
        raise value.error("the steps check nothing: there is no expect and no illegal")
    return steps


def _shown(item: Value) -> str:
    return item.shown.removeprefix("{").removesuffix("}") if item.is_mapping else item.shown


def _read_action(item: Value, labels: Labels, paths: PathReader) -> Action:
    if not item.is_mapping:
        words = item.text(_FORMS)
        if words == "settle":
            return Settle()
        if words == "end turn":
            return EndTurn()
        raise item.error(f'expected {_FORMS}, found "{words}"')
    entries = item.entries()
    if len(entries) != 1:
        raise item.error(f"a step is one of {_FORMS}, and this one has {len(entries)} keys")
    key, value = entries[0]
    match key.text():
        case "A" | "B" as seat:
            return Take(seat, _read_decision(value, labels))
        case "illegal":
            return _read_refusal(value, labels)
        case "prompt":
            return _read_question(value)
        case "expect":
            return Expect(paths.read_all(value))
        case "say":
            return Say(value.text("a few words"))
        case other:
            raise key.error(f'the step "{other}" is unknown; a step is one of {_FORMS}')


def _read_refusal(value: Value, labels: Labels) -> Refuse:
    fields = value.fields(SEATS, "{A: DECISION} or {B: DECISION}")
    if len(fields) != 1:
        raise value.error(f"expected {{A: DECISION}} or {{B: DECISION}}, found {value.shown}")
    [(seat, decision)] = fields.items()
    return Refuse(cast(SeatName, seat), _read_decision(decision, labels))


def _read_question(value: Value) -> Ask:
    fields = value.fields(("to", "kind"), "{to: SEAT, kind: KIND}")
    if len(fields) != 2:
        raise value.error(f"expected {{to: SEAT, kind: KIND}}, found {value.shown}")
    seat = cast(SeatName, fields["to"].one_of(SEATS))
    return Ask(seat, fields["kind"].one_of(tuple(kind.value for kind in PromptKind)))


def _read_decision(value: Value, labels: Labels) -> str:
    """Check that the text is a decision about cards that exist, and return it."""
    text = value.text("a decision")
    try:
        notation.parse(text, None, _LabelNumbers(labels))
    except ParseError as error:
        raise value.error(str(error)) from error
    return text

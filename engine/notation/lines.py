"""One decision, one canonical line of text: ``format`` and ``parse`` are inverse.

The notation is public: scenario files, the match log, the replay export and the terminal client all use it. It holds
no handles; a ``Names`` says which label a card bears for the reader of the line.
"""

import re
from collections.abc import Mapping
from typing import Final, Protocol, assert_never

from engine.model.decisions import VERBS, Decision, Verb

FORMS: Final[Mapping[Verb, str]] = {
    "first": "first",
    "second": "second",
    "keep": "keep",
    "redraw": "redraw",
    "play": "play LABEL",
    "activate": "activate LABEL [N]",
    "attack": "attack LABEL -> LABEL or player",
    "draw": "draw",
    "end": "end",
    "block": "block LABEL",
    "pass": "pass",
    "choose": "choose LABEL … or none",
    "option": "option N",
    "number": "number N",
    "yes": "yes",
    "no": "no",
    "name": "name FULL CARD NAME",
    "resolve": "resolve LABEL [N]",
    "concede": "concede",
}
"""How each verb is written; what a message says that it expected."""

ANSWERS: Final[Mapping[str, tuple[Verb, ...]]] = {
    "setup": ("first", "second", "keep", "redraw"),
    "main": ("play", "activate", "attack", "draw", "end"),
    "block": ("block", "pass"),
    "quick": ("play", "activate", "pass"),
    "cards": ("choose",),
    "option": ("option",),
    "number": ("number",),
    "may": ("yes", "no"),
    "name": ("name",),
    "order": ("resolve",),
}
"""The verbs that can answer a prompt of each kind; ``concede`` answers all of them."""

RESERVED: Final = frozenset({"player", "none", "->"})
"""Words that no label can be."""

_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,8}")
_ARROW: Final = "->"
_DASH: Final = "–"


class Names(Protocol):
    """The labels of the cards that the prompted seat knows, for one reader of a line."""

    def label(self, handle: int) -> str:
        """Return the label of the card with that handle."""

    def handle(self, label: str) -> int:
        """Return the handle of the card with that label, or raise ``UnknownLabel``."""


class Asking(Protocol):
    """What ``parse`` reads of a prompt: its kind, to say what was expected."""

    @property
    def kind(self) -> str:
        """The kind of the prompt."""


class ParseError(ValueError):
    """A line that is no decision: ``text`` is the line, ``expected`` and ``found`` say where it goes wrong."""

    def __init__(self, text: str, expected: str, found: str) -> None:
        super().__init__(f'"{text}" is not a decision: expected {expected}, found {found}.')
        self.text = text
        self.expected = expected
        self.found = found


class UnknownLabel(LookupError):
    """A label that no card bears, or none that the prompted seat may name."""

    def __init__(self, label: str) -> None:
        super().__init__(f'no card has the label "{label}"')
        self.label = label


def format(decision: Decision, names: Names) -> str:  # noqa: A001 - the notation's own word, used as notation.format
    """Write ``decision`` as its one canonical line."""
    verb = decision.verb
    match verb:
        case "play" | "block":
            return f"{verb} {names.label(decision.card)}"
        case "activate" | "resolve":
            which = "" if decision.number == 1 else f" {decision.number}"
            return f"{verb} {names.label(decision.card)}{which}"
        case "attack":
            target = names.label(decision.target) if decision.target else "player"
            return f"{verb} {names.label(decision.card)} {_ARROW} {target}"
        case "choose":
            labels = sorted(names.label(card) for card in decision.cards)
            return " ".join([verb, *(labels or ["none"])])
        case "option" | "number":
            return f"{verb} {decision.number}"
        case "name":
            return f"{verb} {decision.name}"
        case "first" | "second" | "keep" | "redraw" | "draw" | "end" | "pass" | "yes" | "no" | "concede":
            return verb
        case _:
            assert_never(verb)


def parse(text: str, prompt: Asking | None, names: Names) -> Decision:
    """Read one line; raise ``ParseError`` where it is none, or where a label is unknown.

    The decision need not answer ``prompt``, which may be closed (None): the prompt only says what was to be expected.
    """
    words = text.split()
    if not words or words[0] not in VERBS:
        raise ParseError(text, _expected(prompt), f'"{words[0]}"' if words else "nothing")
    return _Line(text, words[0], words[1:], names).read()


def _expected(prompt: Asking | None) -> str:
    verbs = VERBS if prompt is None else (*ANSWERS[prompt.kind], "concede")
    return "one of: " + ", ".join(FORMS[verb] for verb in verbs)


class _Line:
    """One line that is being read: its verb, and the words after it."""

    def __init__(self, text: str, verb: Verb, words: list[str], names: Names) -> None:
        self.text = text
        self.verb = verb
        self.words = words
        self.names = names

    def read(self) -> Decision:
        verb = self.verb
        match verb:
            case "play" | "block":
                self._need(1)
                return Decision(verb, self._card(0))
            case "activate" | "resolve":
                self._need(1, 2)
                return Decision(verb, self._card(0), 0, self._count(1) if len(self.words) == 2 else 1)
            case "attack":
                return self._attack()
            case "choose":
                return self._choose()
            case "option":
                self._need(1)
                return Decision(verb, 0, 0, self._count(0))
            case "number":
                self._need(1)
                return Decision(verb, 0, 0, self._number(0))
            case "name":
                return self._name()
            case "first" | "second" | "keep" | "redraw" | "draw" | "end" | "pass" | "yes" | "no" | "concede":
                self._need(0)
                return Decision(verb)
            case _:
                assert_never(verb)

    def _attack(self) -> Decision:
        self._need(3)
        if self.words[1] != _ARROW:
            raise self._error(1)
        target = 0 if self.words[2] == "player" else self._card(2)
        return Decision("attack", self._card(0), target)

    def _choose(self) -> Decision:
        if not self.words:
            raise self._error(0)
        if self.words == ["none"]:
            return Decision("choose")
        cards = [self._card(index) for index in range(len(self.words))]
        for index, card in enumerate(cards):
            if card in cards[:index]:
                raise ParseError(self.text, "no label twice", f'"{self.words[index]}" again')
        return Decision("choose", 0, 0, 0, tuple(sorted(cards)))

    def _name(self) -> Decision:
        if not self.words:
            raise self._error(0)
        full_name = " ".join(_DASH if word == "-" else word for word in self.words)
        return Decision("name", 0, 0, 0, (), full_name)

    def _need(self, least: int, most: int | None = None) -> None:
        most = least if most is None else most
        if len(self.words) < least:
            raise self._error(len(self.words))
        if len(self.words) > most:
            raise self._error(most)

    def _card(self, index: int) -> int:
        label = self.words[index]
        if label in RESERVED:
            raise self._error(index)
        try:
            return self.names.handle(label)
        except UnknownLabel as unknown:
            raise ParseError(self.text, "the label of a card", f'"{label}", which no card has') from unknown

    def _number(self, index: int) -> int:
        if not _NUMBER.fullmatch(self.words[index]):
            raise self._error(index)
        return int(self.words[index])

    def _count(self, index: int) -> int:
        number = self._number(index)
        if number == 0:
            raise self._error(index)
        return number

    def _error(self, index: int) -> ParseError:
        found = f'"{self.words[index]}"' if index < len(self.words) else "the end of the line"
        return ParseError(self.text, FORMS[self.verb], found)

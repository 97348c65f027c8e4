"""A prompt made of plain data: what the wire brings, with the same face as the engine's own."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.cards import catalogue
from engine.model import decisions
from engine.model.decisions import END, NO, PASS, Decision
from engine.model.offered import from_offered
from engine.model.subsets import Choices
from engine.model.terms import PromptKind, SeatName


class Option(NamedTuple):
    """One mode of an option prompt, counted from 1 in printed order; the legal ones are in ``legal()``."""

    number: int
    text: str


class Entry(NamedTuple):
    """One pending automatic ability of an order prompt."""

    card: int
    number: int
    text: str


class PlainPrompt:
    """One question to ``seat``, to whom it was sent. Cards are handles of the seat's own view."""

    __slots__ = (
        "_decisions", "_plain", "aims", "candidates", "detail", "entries", "id", "idle", "kind", "maximum", "minimum",
        "no_draw", "only_pass", "options", "seat", "source", "text",
    )  # fmt: skip

    def __init__(self, plain: Mapping[str, Any], seat: SeatName) -> None:
        self._plain = plain
        self._decisions: tuple[Decision, ...] | None = None
        self.id: int = plain["id"]
        self.seat: SeatName = seat
        self.kind: str = plain["kind"]
        self.text: str = plain["text"]
        self.detail: str = plain.get("detail", "")
        self.source: int = plain.get("source", 0)
        self.only_pass: bool = plain.get("only_pass", False)
        self.no_draw: str = plain.get("no_draw", "")
        self.aims: dict[int, tuple[int, ...]] = {card: tuple(cards) for card, *cards in plain.get("aims", ())}
        self.idle: tuple[int, ...] = tuple(plain.get("idle", ()))
        self.minimum: int = plain.get("minimum", 0)
        self.maximum: int = plain.get("maximum", 0)
        self.candidates: tuple[int, ...] = tuple(plain.get("candidates", ()))
        self.options = tuple(Option(each["number"], each["text"]) for each in plain.get("options", ()))
        self.entries = tuple(Entry(each["card"], each["number"], each["text"]) for each in plain.get("entries", ()))

    def __repr__(self) -> str:
        return f"<prompt {self.id} to {self.seat}: {self.kind}: {self.text}>"

    def legal(self) -> Sequence[Decision]:
        """Every legal decision; never empty. Lazy where it is large."""
        match self.kind:
            case PromptKind.CARDS:
                return Choices(self.candidates, self.minimum, self.maximum)
            case PromptKind.NUMBER:
                return [decisions.number(value) for value in range(self.minimum, self.maximum + 1)]
            case PromptKind.NAME:
                return [decisions.name(name) for name in catalogue.names()]
            case PromptKind.ORDER:
                return [decisions.resolve(entry.card, entry.number) for entry in self.entries]
            case _:
                if self._decisions is None:
                    self._decisions = tuple(from_offered(self._plain["decisions"]))
                return self._decisions

    @property
    def default(self) -> Decision:
        """What is taken for a player who does not answer: pass, end, no, none, the least number, else the first."""
        match self.kind:
            case PromptKind.NUMBER:
                return decisions.number(self.minimum)
            case PromptKind.CARDS:
                return decisions.choose(self.candidates[: self.minimum])
            case _:
                legal = self.legal()
                return next((decision for decision in (PASS, END, NO) if decision in legal), legal[0])

    def plain(self) -> dict[str, Any]:
        """The plain data that it was made of."""
        return dict(self._plain)

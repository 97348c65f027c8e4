"""The open prompt as the asked player sees it: the question, what may be answered, and the default.

One legal list serves players, bots, scenarios, timeouts and fuzzers. Decisions hold handles of the asked seat;
``resolve`` turns a legal one into the references that the rules work with.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.model.asked import AskedCards, AskedMay, AskedNumber, AskedOption, AskedOrder, AskedSetup
from engine.model.decisions import (
    DRAW,
    END,
    NO,
    PASS,
    YES,
    Decision,
    activate,
    attack,
    block,
    option,
    play,
    resolve,
)
from engine.model.errors import IllegalDecision
from engine.model.offered import to_offered
from engine.model.reasons import Reason
from engine.model.state import PHYSICAL_MASK
from engine.model.subsets import Choices
from engine.model.terms import SEATS, PromptKind, SeatName, Zone
from engine.questions import Question, entry_texts, option_texts, question
from engine.rules.foresight import FirstChoice, first_choice
from engine.rules.legality import (
    PLAYER,
    activatable,
    attackers,
    blockers,
    may_draw_with_souls,
    open_actions,
    playable,
    targets,
)
from engine.rules.match import Match
from engine.rules.reasons import refusals, why_not


class Prompt:
    """One question to one seat. It belongs to one moment of a game: it is replaced after every decision.

    ``kind`` is one of ``PromptKind``; ``minimum`` and ``maximum`` count for ``cards`` and ``number``, ``candidates``
    for ``cards``. ``only_pass`` tells that by public information nothing but ``pass`` is possible.
    """

    __slots__ = (
        "_first",
        "_listed",
        "_match",
        "_question",
        "_seat",
        "candidates",
        "id",
        "kind",
        "maximum",
        "minimum",
        "seat",
    )

    def __init__(self, match: Match) -> None:
        state = match.state
        asked = state.prompt
        assert asked is not None, "a prompt is open"
        self._match = match
        self._first: list[tuple[int, FirstChoice]] | None = None
        self._listed: list[Decision] | None = None
        self._question: Question | None = None
        self._seat: int = asked.seat
        self.id: int = state.decisions + 1
        self.seat: SeatName = SEATS[self._seat]
        self.kind: str = asked.kind
        self.minimum = 0
        self.maximum = 0
        self.candidates: tuple[int, ...] = ()
        match asked:
            case AskedCards():
                handles = state.handles[self._seat]
                self.candidates = tuple(sorted(handles[reference & PHYSICAL_MASK] for reference in asked.references))
                self.minimum, self.maximum = asked.minimum, asked.maximum
            case AskedNumber():
                self.minimum, self.maximum = asked.minimum, asked.maximum
            case _:
                pass

    # --- what may be answered -----------------------------------------------------------------------------------------

    def legal(self) -> Sequence[Decision]:
        """Every legal decision; never empty. Lazy where it is large."""
        match self.kind:
            case PromptKind.CARDS:
                return Choices(self.candidates, self.minimum, self.maximum)
            case PromptKind.NUMBER:
                return [Decision("number", 0, 0, value) for value in range(self.minimum, self.maximum + 1)]
            case PromptKind.NAME:
                return [Decision("name", 0, 0, 0, (), name) for name in self._match.catalogue.names()]
            case _:
                return self._enumerated()[:]

    def _enumerated(self) -> list[Decision]:
        if self._listed is None:
            self._listed = _ENUMERATE[self.kind](self._match, self._seat)
        return self._listed

    def resolve(self, decision: Decision) -> Decision:
        """The decision with references in the place of handles; ``IllegalDecision`` if it is not legal."""
        match self.kind:
            case PromptKind.CARDS:
                decision = decision._replace(cards=tuple(sorted(decision.cards)))
                if decision in Choices(self.candidates, self.minimum, self.maximum):
                    return Decision("choose", 0, 0, 0, self._references(decision.cards))
            case PromptKind.NUMBER:
                plain = Decision("number", 0, 0, decision.number)
                if decision == plain and self.minimum <= decision.number <= self.maximum:
                    return decision
            case PromptKind.NAME:
                plain = Decision("name", 0, 0, 0, (), decision.name)
                if decision == plain and decision.name in self._match.catalogue.names():
                    return decision
            case _:
                if decision in self._enumerated():
                    return self._with_references(decision)
        reason = self.why_not(decision)
        assert reason is not None, "what is not legal has a reason"
        raise IllegalDecision("illegal", reason.text, self, reason)

    def why_not(self, decision: Decision) -> Reason | None:
        """Why the decision is not legal, with a code, a sentence and its figures; None if it is legal.

        Any decision may be asked about, one about an opponent's card or none at all too. The reason tells nothing that
        the asked player may not know.
        """
        return why_not(self._match, self._seat, decision)

    def refusals(self, card: int) -> list[tuple[Decision, Reason]]:
        """What the asked player could want of a card now and may not, each with its reason; ``card`` is a handle.

        To play, use, attack or block with an own card, to attack one of the opponent's, to choose it. Empty for a card
        with which all of that is possible, that has nothing to do with the question, or that the player does not know.
        """
        return refusals(self._match, self._seat, card)

    def _with_references(self, decision: Decision) -> Decision:
        """One of the listed ones; that of an order holds the index into what is pending."""
        state = self._match.state
        if isinstance(state.prompt, AskedOrder):
            return Decision("resolve", 0, 0, state.prompt.indexes[self._enumerated().index(decision)])
        handles = state.handles[self._seat]
        card = state.reference(handles.index(decision.card)) if decision.card else 0
        target = state.reference(handles.index(decision.target)) if decision.target else 0
        return Decision(decision.verb, card, target, decision.number)

    def _references(self, chosen: tuple[int, ...]) -> tuple[int, ...]:
        """In the order in which the candidates stand, so that the order of the answer tells nothing."""
        handles = self._match.state.handles[self._seat]
        asked = self._match.state.prompt
        assert isinstance(asked, AskedCards), "cards are asked for"
        return tuple(r for r in asked.references if handles[r & PHYSICAL_MASK] in chosen)

    @property
    def default(self) -> Decision:
        """What is taken for a player who does not answer: pass, end, no, none, the least number, else the first."""
        match self.kind:
            case PromptKind.NUMBER:
                return Decision("number", 0, 0, self.minimum)
            case PromptKind.CARDS:
                return Decision("choose", 0, 0, 0, self.candidates[: self.minimum])
            case _:
                legal = self.legal()
                return next((d for d in (PASS, END, NO) if d in legal), legal[0])

    @property
    def only_pass(self) -> bool:
        """Whether public information alone tells that only ``pass`` is possible; false for other kinds."""
        state = self._match.state
        if self.kind == PromptKind.BLOCK:
            return len(self._enumerated()) == 1
        if self.kind == PromptKind.QUICK:
            return not state.hand[self._seat] and len(self._enumerated()) == 1
        return False

    @property
    def no_draw(self) -> str:
        """Why the main phase offers no card for souls, in a sentence; empty if it does, and for other kinds."""
        reason = self.why_not(DRAW) if self.kind == PromptKind.MAIN else None
        return "" if reason is None else reason.text

    @property
    def aims(self) -> dict[int, tuple[int, ...]]:
        """For each play that first chooses in the bases: the cards that qualify now. Handles, by that of the hand card.

        It is what can be seen before: what happens between may change it, and the question that follows decides.
        """
        handles = self._match.state.handles[self._seat]
        return {
            card: tuple(handles[each] for each in first.cards)
            for card, first in self._first_choices()
            if first.zone is Zone.BASE and first.cards
        }

    @property
    def idle(self) -> tuple[int, ...]:
        """The plays that would do nothing, by handle: they only do something to chosen cards, and none qualifies."""
        return tuple(card for card, first in self._first_choices() if first.is_all and not first.cards)

    def _first_choices(self) -> list[tuple[int, FirstChoice]]:
        if self._first is None:
            self._first = []
            if self.kind in (PromptKind.MAIN, PromptKind.QUICK):
                handles = self._match.state.handles[self._seat]
                plays = [decision.card for decision in self._enumerated() if decision.verb == "play"]
                found = [(card, first_choice(self._match, handles.index(card))) for card in plays]
                self._first = [(card, first) for card, first in found if first is not None]
        return self._first

    # --- the question -------------------------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """The question in one sentence."""
        return self._asked().text

    @property
    def detail(self) -> str:
        """The second line: limits and reasons; may be empty."""
        return self._asked().detail

    @property
    def source(self) -> int:
        """The asked seat's handle of the card that asks; 0 if the rules ask, or the card is not known any more."""
        return self._asked().source

    def _asked(self) -> Question:
        if self._question is None:
            self._question = question(self._match, self)
        return self._question

    def plain(self) -> dict[str, Any]:
        """The prompt as plain data for the asked seat; ``server.protocol.shapes`` says what stands in it."""
        plain: dict[str, Any] = {"id": self.id, "kind": self.kind, "text": self.text}
        told = {
            "detail": self.detail,
            "source": self.source,
            "only_pass": self.only_pass,
            "no_draw": self.no_draw,
            "aims": [[card, *cards] for card, cards in self.aims.items()],
            "idle": list(self.idle),
        }
        plain |= {name: value for name, value in told.items() if value}
        match self.kind:
            case PromptKind.CARDS:
                plain |= {"candidates": list(self.candidates), "minimum": self.minimum, "maximum": self.maximum}
            case PromptKind.NUMBER:
                plain |= {"minimum": self.minimum, "maximum": self.maximum}
            case PromptKind.NAME:
                pass
            case PromptKind.ORDER:
                plain["entries"] = [
                    {"card": decision.card, "number": decision.number, "text": text}
                    for decision, text in zip(self._enumerated(), entry_texts(self._match), strict=True)
                ]
            case _:
                plain["decisions"] = to_offered(self._enumerated())
        if self.kind == PromptKind.OPTION:
            texts = option_texts(self._match)
            plain["options"] = [{"number": place + 1, "text": text} for place, text in enumerate(texts)]
        return plain


# --- the enumerated kinds ---------------------------------------------------------------------------------------------


def _setup(match: Match, seat: int) -> list[Decision]:
    asked = match.state.prompt
    assert isinstance(asked, AskedSetup), "the set-up asks"
    return [Decision(verb) for verb in asked.verbs]


def _main(match: Match, seat: int) -> list[Decision]:
    handles, actions = match.state.handles[seat], open_actions(match, seat)
    listed = _plays(match, seat, quick_only=False) if "play" in actions else []
    if "activate" in actions:
        listed += _activations(match, seat, quick_only=False)
    if "attack" in actions:
        for attacker in attackers(match, seat):
            for target in targets(match, attacker):
                listed.append(attack(handles[attacker], 0 if target == PLAYER else handles[target]))
    if "draw" in actions and may_draw_with_souls(match, seat):
        listed.append(DRAW)
    if "end" in actions:
        listed.append(END)
    return listed


def _plays(match: Match, seat: int, *, quick_only: bool) -> list[Decision]:
    handles = match.state.handles[seat]
    return [play(handles[card]) for card in playable(match, seat, quick_only=quick_only)]


def _activations(match: Match, seat: int, *, quick_only: bool) -> list[Decision]:
    handles = match.state.handles[seat]
    return [activate(handles[card], number) for card, number in activatable(match, seat, quick_only=quick_only)]


def _quick(match: Match, seat: int) -> list[Decision]:
    return [*_plays(match, seat, quick_only=True), *_activations(match, seat, quick_only=True), PASS]


def _block(match: Match, seat: int) -> list[Decision]:
    handles = match.state.handles[seat]
    return [*(block(handles[card]) for card in blockers(match, seat)), PASS]


def _option(match: Match, seat: int) -> list[Decision]:
    asked = match.state.prompt
    assert isinstance(asked, AskedOption), "an option is asked for"
    return [option(number) for number in asked.available]


def _may(match: Match, seat: int) -> list[Decision]:
    asked = match.state.prompt
    assert isinstance(asked, AskedMay), "yes or no is asked for"
    return [YES, NO] if asked.possible else [NO]


def _order(match: Match, seat: int) -> list[Decision]:
    """Numbers count the offered entries of one card."""
    asked, pending = match.state.prompt, match.state.pending
    assert isinstance(asked, AskedOrder), "an order is asked for"
    counts: dict[int, int] = {}
    listed = []
    for index in asked.indexes:
        handle = pending[index].handles[seat]
        counts[handle] = counts.get(handle, 0) + 1
        listed.append(resolve(handle, counts[handle]))
    return listed


_ENUMERATE: Mapping[str, Callable[[Match, int], list[Decision]]] = {
    PromptKind.SETUP: _setup,
    PromptKind.MAIN: _main,
    PromptKind.BLOCK: _block,
    PromptKind.QUICK: _quick,
    PromptKind.OPTION: _option,
    PromptKind.MAY: _may,
    PromptKind.ORDER: _order,
}

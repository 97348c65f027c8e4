"""A view that is kept up: what one audience has been told last, and what is new for it after a decision.

The views are those of ``view_of``. A card that has not changed is the same object in one view and the next, which makes
the patch cheap to find; and what everyone sees of a card in a base is found once for all audiences. Nothing of this is
state: a watch can begin at any moment.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from engine.model.records import InstanceKey
from engine.model.state import BASE
from engine.model.terms import SEATS
from engine.rules.derived import Derived
from engine.rules.match import Event, Match
from engine.views.events import Listener, audience_events
from engine.views.patch import diff
from engine.views.view import card_in_base, card_of, changed_cost, seen_by, view_around

Plain = dict[str, Any]


class Told(NamedTuple):
    """What is new: the events, and the patch from the last view to the present one.

    An event has no ``number`` of a card that one of these two views holds.
    """

    events: list[Plain]
    patch: Plain


class Bases:
    """What everyone sees of the cards in the bases, found once for all audiences and as long as it stays true."""

    __slots__ = ("_cards", "_damage", "_derived", "_match", "_used")

    def __init__(self, match: Match) -> None:
        self._match = match
        self._derived: Derived | None = None
        self._damage: dict[int, int] = {}
        self._used: list[InstanceKey] = []
        self._cards: dict[int, Plain] = {}

    def renew(self) -> None:
        """Forget what is not true any more: derived values are renewed by every change but these two."""
        match, state = self._match, self._match.state
        if match.derived is not self._derived or state.damage != self._damage or state.used != self._used:
            self._derived, self._damage, self._used = match.derived, state.damage.copy(), state.used[:]
            self._cards = {}

    def card(self, card: int) -> Plain:
        """What everyone sees of a card in a base now."""
        facts = self._cards.get(card)
        if facts is None:
            facts = self._cards[card] = card_in_base(self._match, card)
        return facts


class Watch:
    """One audience (0 A, 1 B, 2 spectators) and its last view, which is replaced and never changed."""

    __slots__ = ("_bases", "_had_modifiers", "_handles", "_match", "_places", "_viewer", "view")

    def __init__(self, match: Match, viewer: int, bases: Bases) -> None:
        self._match = match
        self._viewer = viewer
        self._bases = bases
        self._handles: Sequence[int] = [0] * len(match.state.cards)
        self._places: Sequence[int] = match.state.place[:]
        self._had_modifiers = True
        self.view: Plain = {"cards": {}}
        self.view = self._look()

    def follow(self, events: Sequence[Event]) -> Told:
        """Look again, after events; what is new."""
        old, new = self.view, self._look()
        self.view = new
        listener = Listener(self._match.catalogue, self._viewer, _Held(old["cards"], new["cards"]))
        return Told(audience_events(listener, events), diff(old, new))

    def _look(self) -> Plain:
        return view_around(self._match, self._viewer, self._cards())

    def _cards(self) -> Plain:
        """The known cards; the same object as last time, if nothing about any of them has changed."""
        last: Plain = self.view["cards"]
        cards = self._after_moves(last)
        changed = dict(self._changes_in_bases(cards))
        changed.update(self._changes_in_hand(cards))
        return {**cards, **changed} if changed else cards

    def _after_moves(self, cards: Plain) -> Plain:
        """With what is known of the cards that have another handle or are in another zone.

        New handles are higher than all before them, so the order stays that of the handles.
        """
        state = self._match.state
        handles, places = state.handles[self._viewer], state.place
        if handles == self._handles and places == self._places:
            return cards
        cards = dict(cards)
        moved: list[tuple[int, int]] = []
        changes = zip(self._handles, handles, self._places, places, strict=True)
        for card, (was_called, is_called, was, now) in enumerate(changes):
            if was_called == is_called and was == now:
                continue
            if was_called and was_called != is_called:
                del cards[str(was_called)]
            if is_called:
                moved.append((is_called, card))
        for handle, card in sorted(moved):
            cards[str(handle)] = card_of(self._match, card, self._viewer) if places[card] != BASE else {}
        self._handles, self._places = handles[:], places[:]
        return cards

    def _changes_in_bases(self, cards: Plain) -> Iterator[tuple[str, Plain]]:
        state = self._match.state
        handles = state.handles[self._viewer]
        self._bases.renew()
        for base in state.base:
            for card in base:
                key = str(handles[card])
                facts = seen_by(self._match, card, self._viewer, self._bases.card(card))
                if cards[key] != facts:
                    yield key, facts

    def _changes_in_hand(self, cards: Plain) -> Iterator[tuple[str, Plain]]:
        """What the viewer would pay can change without a move, but not without a lasting effect that begins or ends."""
        state = self._match.state
        if self._viewer >= len(SEATS) or not (state.modifiers or self._had_modifiers):
            return
        self._had_modifiers = bool(state.modifiers)
        handles = state.handles[self._viewer]
        for card in state.hand[self._viewer]:
            key = str(handles[card])
            if cards[key].get("cost") != changed_cost(self._match, card, self._viewer):
                yield key, card_of(self._match, card, self._viewer)


class _Held:
    """The handles of cards that two views hold."""

    def __init__(self, old: Plain, new: Plain) -> None:
        self._old = old
        self._new = new

    def __contains__(self, handle: object) -> bool:
        key = str(handle)
        return key in self._old or key in self._new

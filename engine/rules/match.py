"""A match in progress: the state, what is derived from it, and the small changes that everything else is made of."""

from typing import Any, TypeAlias

from engine.effects.catalogue import Catalogue, CompiledCard
from engine.model import chance
from engine.model.records import Handles, Modifier, ModifierKind, on_player
from engine.model.state import PHYSICAL_MASK, State
from engine.rules.derived import Derived

Sight: TypeAlias = tuple[int, int, int, int]
"""A card as seen at one moment: definition index, and its handles for A, B and spectators."""

Event: TypeAlias = tuple[Any, ...]
"""(type, field, ...); ``views.events`` knows the fields and cuts what an audience may not see."""


class Match:
    """One game being played. All changes go through its methods and the functions of this package."""

    __slots__ = ("_derived", "cards", "catalogue", "events", "is_settled", "state")

    def __init__(self, catalogue: Catalogue, state: State) -> None:
        self.catalogue = catalogue
        self.state = state
        self.cards: list[CompiledCard] = [catalogue.cards[index] for index in state.cards]
        """Compiled definitions by physical number."""
        self.events: list[Event] = []
        """What happened since the last decision."""
        self._derived: Derived | None = None
        self.is_settled = False
        """Whether the rule actions were found to have nothing to do, and nothing has changed since."""

    def clone(self) -> "Match":
        """An independent copy that shares only what never changes."""
        twin = Match.__new__(Match)
        twin.catalogue, twin.cards = self.catalogue, self.cards
        twin.state = self.state.clone()
        twin.events = []
        twin._derived = None
        twin.is_settled = False
        return twin

    # --- derived values -----------------------------------------------------------------------------------------------

    @property
    def derived(self) -> Derived:
        """Effective values of the state as it is now; renewed, never repaired, after a change."""
        if self._derived is None:
            self._derived = Derived(self)
            self._derived.build()
        return self._derived

    def touch(self) -> None:
        """Forget what was derived: something that it can depend on has changed."""
        self._derived = None
        self.is_settled = False

    def unsettle(self) -> None:
        """Let rule actions be sought again: damage or life has changed, which no derived value reads."""
        self.is_settled = False

    # --- events -------------------------------------------------------------------------------------------------------

    def emit(self, *event: Any) -> None:
        """Record that something happened."""
        self.events.append(event)

    def sight(self, card: int) -> Sight:
        """The card as each viewer knows it now."""
        a, b, spectator = self.state.handles
        return self.state.cards[card], a[card], b[card], spectator[card]

    def handles(self, card: int) -> Handles:
        """The card's handles for A, B and spectators."""
        a, b, spectator = self.state.handles
        return a[card], b[card], spectator[card]

    # --- references ---------------------------------------------------------------------------------------------------

    def alive(self, reference: int) -> int:
        """The physical number of the object, or -1 if it is gone."""
        return reference & PHYSICAL_MASK if self.state.is_alive(reference) else -1

    # --- orientation --------------------------------------------------------------------------------------------------

    def rest(self, card: int) -> bool:
        """Rest a card in a base; returns whether that changed it (Q79)."""
        state = self.state
        if state.resting[card]:
            return False
        was_night = self.is_night_for(card)
        state.resting[card] = 1
        self.touch()
        self.events.append(("card_rested", self.sight(card)))
        self.tell_night(card, was_night)
        return True

    def stand(self, card: int) -> bool:
        """Stand a card in a base, unless an effect locks it (Q62); returns whether that changed it.

        What keeps it resting in one stand phase only (``turn.stand_all``) does not hinder this (ambiguity 28).
        """
        state = self.state
        if not state.resting[card] or (state.modifiers and self.derived.is_locked(card)):
            return False
        was_night = self.is_night_for(card)
        state.resting[card] = 0
        self.touch()
        self.events.append(("card_stood", self.sight(card)))
        self.tell_night(card, was_night)
        return True

    # --- night --------------------------------------------------------------------------------------------------------

    def is_night_for(self, card: int) -> bool:
        """Whether it is night, if that can depend on this card; false if not."""
        return self.cards[card].makes_night and self.derived.night

    def tell_night(self, card: int, was_night: bool) -> None:
        """Record that night fell or ended, if the change of this card made it."""
        if self.cards[card].makes_night and self.derived.night != was_night:
            self.events.append(("night_ended",) if was_night else ("night_fell",))

    # --- lasting effects ----------------------------------------------------------------------------------------------

    def next_number(self) -> int:
        """The next creation number."""
        self.state.counter += 1
        return self.state.counter

    def add_modifier(self, target: int, kind: ModifierKind, value: Any, until: int, source: int) -> None:
        """Let an effect last."""
        self.state.modifiers.append(Modifier(target, kind, value, until, source, self.next_number()))
        self.touch()

    def player_modifiers(self, seat: int, kind: ModifierKind) -> list[Modifier]:
        """The lasting effects of a kind on a player."""
        target = on_player(seat)
        return [m for m in self.state.modifiers if m.target == target and m.kind is kind]

    # --- chance -------------------------------------------------------------------------------------------------------

    def shuffle_deck(self, seat: int) -> None:
        """Shuffle a player's deck; a deck of one card or none still counts as shuffled (5)."""
        state = self.state
        state.random = chance.shuffle(state.seed, state.random, state.deck[seat])
        self.events.append(("cards_shuffled", seat))

    def random_below(self, bound: int) -> int:
        """A random number in ``range(bound)``."""
        value, self.state.random = chance.draw_below(self.state.seed, self.state.random, bound)
        return value

"""Making a case small: moves, cards and numbers are left out as long as the same promise breaks in the same place."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

from clients.scenarios.cards import Labels
from clients.scenarios.position import FILLER
from engine import EngineBug, InvalidPosition
from engine.model.terms import PromptKind
from tests.engine.elsewhere import Elsewhere
from tests.proof.case import ZONES, Card, Case, Half, Move, Script, Signature, Stand, signature, stand_of

ENOUGH: Final = 30_000
"""After so many decisions in all the runs together, a case is small enough."""

DEFAULT: Final = Half()
COUNTERS: Final = ("life", "standing", "resting", "material", "ingredient")


class Kept(Exception):
    """The promise is kept in this case, so there is nothing to make smaller."""


class Shrinker:
    """Looks for a smaller case that breaks the same promise in the same place."""

    def __init__(self, case: Case, elsewhere: Elsewhere | None) -> None:
        """Run the case; raises ``Kept``."""
        self._elsewhere = elsewhere
        found = case.run(elsewhere)
        if found.broken is None:
            raise Kept
        self.broken = found.broken
        self._wanted: Signature = signature(found.broken)
        self._decisions = 0
        self.case = replace(case, moves=found.taken)

    def shrink(self) -> Case:
        """The smallest case that was found: if it can be, one that stands in a position."""
        self._stand_later()
        before = None
        while before != self.case and self._decisions < ENOUGH:
            before = self.case
            self._drop(self.case.moves, lambda moves: replace(self.case, moves=moves), lambda: self.case.moves)
            for seat in (0, 1) if isinstance(self.case.beginning, Stand) else ():
                self._drop_cards(seat)
                self._simplify(seat)
        return self.case

    def _try(self, case: Case) -> bool:
        """Take this case instead, if the same promise breaks in the same place."""
        if case == self.case or self._decisions >= ENOUGH:
            return False
        try:
            found = case.run(self._elsewhere)
        except InvalidPosition:
            return False
        self._decisions += len(found.taken) + 1
        if found.broken is None or signature(found.broken) != self._wanted:
            return False
        self.broken = found.broken
        self.case = replace(case, moves=found.taken)
        return True

    # --- beginnings ---------------------------------------------------------------------------------------------------

    def _stand_later(self) -> None:
        """Begin at the last main-phase play timing from which the promise still breaks, if there is one."""
        for stand, moves in reversed(list(self._stands())):
            if self._try(replace(self.case, beginning=stand, moves=moves)):
                return

    def _stands(self) -> Iterator[tuple[Stand, tuple[Move, ...]]]:
        """Every position at a main phase on the way, with the moves that are left."""
        game = self.case.begin()
        script = Script(game, Labels(self.case.beginning.labels()), list(self.case.moves))
        while (prompt := game.prompt) is not None:
            if prompt.kind == PromptKind.MAIN:
                yield stand_of(game), tuple(script.moves)
            decision = script.decide(prompt)
            if decision is None:
                return
            try:
                game.decide(decision)
            except EngineBug:
                return

    # --- moves and cards ----------------------------------------------------------------------------------------------

    def _drop(
        self,
        whole: tuple[Any, ...],
        without: Callable[[tuple[Any, ...]], Case],
        now: Callable[[], tuple[Any, ...]],
    ) -> None:
        """Leave out halves, quarters and so on down to single things; ``now`` are those that are left."""
        size = max(1, len(whole) // 2)
        while size:
            at = 0
            while at < len(now()):
                if not self._try(without(now()[:at] + now()[at + size :])):
                    at += size
            size //= 2

    def _drop_cards(self, seat: int) -> None:
        self._try(self._with(seat, deck=(), exact=False))
        self._try(self._with(seat, exact=False))
        for zone in ZONES:
            cards = self._cards(seat, zone)
            self._drop(cards, lambda rest: self._with(seat, **{zone: rest}), lambda: self._cards(seat, zone))  # noqa: B023

    def _simplify(self, seat: int) -> None:
        for name in COUNTERS:
            self._try(self._with(seat, **{name: getattr(DEFAULT, name)}))
        for zone in ("deck", "base"):
            for place, card in enumerate(self._cards(seat, zone)):
                for simpler in (Card(FILLER), replace(card, resting=False), replace(card, damage=0)):
                    cards = self._cards(seat, zone)
                    self._try(self._with(seat, **{zone: (*cards[:place], simpler, *cards[place + 1 :])}))
        stand = self._standing()
        self._try(replace(self.case, beginning=replace(stand, night=False)))
        self._try(replace(self.case, beginning=replace(self._standing(), seed=bytes(32))))

    def _standing(self) -> Stand:
        stand = self.case.beginning
        assert isinstance(stand, Stand), "only a position has cards to leave out"
        return stand

    def _cards(self, seat: int, zone: str) -> tuple[Card, ...]:
        cards: tuple[Card, ...] = getattr(self._standing().halves[seat], zone)
        return cards

    def _with(self, seat: int, **changes: Any) -> Case:
        stand = self._standing()
        halves = list(stand.halves)
        halves[seat] = replace(halves[seat], **changes)
        return replace(self.case, beginning=replace(stand, halves=(halves[0], halves[1])))

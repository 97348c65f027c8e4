"""A main deck as a value, and everything that can be wrong with it (section 6.1).

The soul deck is always ten blank soul cards (6.1), so a deck does not list it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from engine.effects.abilities import Cont, Has, Rule
from engine.effects.catalogue import Catalogue
from engine.effects.definition import CardDefinition
from engine.model.errors import Defect, InvalidDeck
from engine.model.terms import Colour

DECK_SIZE: Final = 50
"""Cards in a main deck, exactly (6.1.1.1)."""
COPIES: Final = 4
"""Cards with one card name, at most, over all numbers (6.1.1.2, Q2)."""
LUCKY_PALS: Final = 8
"""Cards with the Lucky icon, at most (6.1.1.3)."""
COLOURS: Final = 2
"""Colours, at most, besides colorless cards (Q17)."""


@dataclass(frozen=True, slots=True)
class Deck:
    """A named list of cards: ``main`` maps card numbers to copies. Building one checks nothing."""

    name: str
    main: Mapping[str, int]

    @property
    def size(self) -> int:
        """How many cards it lists."""
        return sum(self.main.values())

    def colours(self, catalogue: Catalogue) -> tuple[Colour, ...]:
        """Its colours other than colorless, in the order of the rule book; cards not in the pool have none."""
        present = {definition.colour for definition, _ in self._known(catalogue)}
        return tuple(colour for colour in Colour if colour in present and colour is not Colour.COLORLESS)

    def defects(self, catalogue: Catalogue) -> tuple[Defect, ...]:
        """Everything that keeps the deck from being played with this pool, each as a code and a sentence."""
        return (
            *self._unreadable_lines(catalogue),
            *self._wrong_size(),
            *self._too_many_copies(catalogue),
            *self._too_many_lucky_pals(catalogue),
            *self._too_many_colours(catalogue),
        )

    def check(self, catalogue: Catalogue) -> None:
        """Raise ``InvalidDeck`` with every defect, if there is one."""
        if defects := self.defects(catalogue):
            raise InvalidDeck(defects)

    def _known(self, catalogue: Catalogue) -> Iterator[tuple[CardDefinition, int]]:
        return ((catalogue.by_number(number), copies) for number, copies in self.main.items() if number in catalogue)

    def _unreadable_lines(self, catalogue: Catalogue) -> Iterator[Defect]:
        for number, copies in self.main.items():
            if number not in catalogue:
                yield Defect("unknown_card", f"{number} is not a card of this pool.")
            elif copies < 1:
                yield Defect("no_copies", f"{copies} copies of {catalogue.by_number(number).name}: at least 1.")

    def _wrong_size(self) -> Iterator[Defect]:
        if self.size != DECK_SIZE:
            difference = abs(DECK_SIZE - self.size)
            verdict = f"{_cards(difference)} {'missing' if self.size < DECK_SIZE else 'too many'}"
            yield Defect("size", f"{_cards(self.size)}: {verdict}.")

    def _too_many_copies(self, catalogue: Catalogue) -> Iterator[Defect]:
        by_name: Counter[str] = Counter()
        for definition, copies in self._known(catalogue):
            by_name[definition.name] += copies
        for name, copies in by_name.items():
            if copies > COPIES and not any(any_number(d) for d, _ in self._known(catalogue) if d.name == name):
                yield Defect("copies", f"{copies} copies of {name}: at most {COPIES}.")

    def _too_many_lucky_pals(self, catalogue: Catalogue) -> Iterator[Defect]:
        lucky = sum(copies for definition, copies in self._known(catalogue) if definition.lucky)
        if lucky > LUCKY_PALS:
            yield Defect("lucky", f"{lucky} Lucky Pals: at most {LUCKY_PALS}.")

    def _too_many_colours(self, catalogue: Catalogue) -> Iterator[Defect]:
        colours = self.colours(catalogue)
        if len(colours) > COLOURS:
            listed = ", ".join(colours)
            yield Defect("colours", f"{len(colours)} colours ({listed}): at most {COLOURS} and colorless.")


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def any_number(definition: CardDefinition) -> bool:
    """Whether the card lifts the limit of copies for its own name."""
    return any(
        isinstance(ability, Cont) and Has(Rule.ANY_NUMBER_IN_DECK) in ability.statics
        for ability in definition.abilities
    )

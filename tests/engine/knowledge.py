"""Who may know which card, told from the zones alone; and card pools in which every single card can be told apart.

This is the tests' own account of section 4: the engine's handles are compared with it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

from engine import Deck, Game, SeatName, catalogue
from engine.decks.deck import COPIES
from engine.effects.catalogue import Catalogue
from engine.effects.definition import CardDefinition
from engine.model.state import (
    BASE,
    DECK,
    EXILE,
    F_KIND,
    F_SOURCE,
    GRAVEYARD,
    HAND,
    PHYSICAL_MASK,
    RESOLUTION,
    State,
)
from engine.rules.effect_frames import EFFECT
from engine.rules.match import Event, Match
from tests.engine.play import decks_of, seed_of

PUBLIC: Final = (BASE, GRAVEYARD, EXILE, RESOLUTION)
TAG: Final = "#"
"""Before the number by which a card of a marked pool is told from all others."""


# --- marked pools -----------------------------------------------------------------------------------------------------


def marked_pool(*, names: bool) -> Catalogue:
    """The pool with as many cards in the place of each as two decks may hold, with numbers, and names, of their own."""
    return Catalogue(marked((card for card in catalogue.definitions for _ in range(2 * COPIES)), names=names))


def marked(definitions: Iterable[CardDefinition], *, names: bool) -> Iterator[CardDefinition]:
    """The definitions in their order, each with a number, and a name, of its own."""
    for place, definition in enumerate(definitions):
        tag = f"{TAG}{place}"
        name = definition.name.replace(definition.main_name, definition.main_name + tag, 1)
        yield replace(definition, number=definition.number + tag, name=name if names else definition.name)


def begin_marked(number: int, pool: Catalogue) -> Game:
    """The game of that number, every single card with a definition of its own."""
    return Game.start(pool, marked_decks(decks_of(number), pool), seed_of(number))


def marked_decks(decks: Mapping[SeatName, Deck], pool: Catalogue) -> dict[SeatName, Deck]:
    """The decks with cards of a marked pool, no two alike."""
    free: dict[str, list[str]] = {}
    for definition in pool.definitions:
        free.setdefault(definition.number.split(TAG)[0], []).append(definition.number)
    return {
        seat: Deck(deck.name, {free[card].pop(): 1 for card, copies in deck.main.items() for _ in range(copies)})
        for seat, deck in decks.items()
    }


# --- who may know what ------------------------------------------------------------------------------------------------


def visible(state: State, viewer: int) -> set[int]:
    """The cards that a viewer (0 A, 1 B, 2 spectators) may know as they lie, by physical number."""
    seen = {card for card, place in enumerate(state.place) if place in PUBLIC}
    if viewer < 2:
        seen.update(state.hand[viewer])
    if state.looked and state.looked[0] == viewer:
        seen.update(state.looked[1:])
    return seen | set(state.revealed)


def remembered(state: State, viewer: int) -> set[int]:
    """The cards that everyone has seen act: what their abilities do yet is told by their names, wherever they are.

    A Pal may be back in its owner's hand when what triggered as it was put into the graveyard resolves.
    """
    sources = [entry.source for entry in state.pending if entry.handles[viewer]]
    sources += [entry.source for entry in state.delayed if entry.handles[viewer]]
    sources += [frame[F_SOURCE] for frame in state.frames if frame[F_KIND] == EFFECT]
    return {source & PHYSICAL_MASK for source in sources}


def shown(state: State, viewer: int, events: Sequence[Event]) -> set[int]:
    """The cards that a viewer came to see while these things happened. Only for pools of marked cards."""
    by_definition = {definition: card for card, definition in enumerate(state.cards)}
    found: set[int] = set()
    for event in events:
        found.update(by_definition[sight[0]] for sight in _shown_by(viewer, event))
    return found


def _shown_by(viewer: int, event: Event) -> Iterator[Any]:
    match event:
        case ("card_moved", before, _, owner, origin, to, _):
            if origin in PUBLIC or to in PUBLIC or (owner == viewer and HAND in (origin, to)):
                yield before
        case ("card_drawn", seat, sight) if seat == viewer:
            yield sight
        case ("cards_looked", seat, _, sights) if seat == viewer:
            yield from sights
        case ("card_revealed", _, sight):
            yield sight
        case _:
            pass


# --- other worlds -----------------------------------------------------------------------------------------------------


def another_world(game: Game, viewer: int, rng: Random, known: set[int]) -> Game:
    """A twin in which the cards that the viewer may not know are dealt anew, but for those in ``known``.

    Which cards lie in an owner's hidden places is the same; which of them lies where is left to chance, and so is the
    order of a hand, which has none (section 4).
    """
    twin = game.clone()
    match, state = twin._match, twin._match.state
    cards = list(state.cards)
    seen = visible(state, viewer) | remembered(state, viewer) | known
    for owner in (0, 1):
        hidden = [card for card in range(len(cards)) if card not in seen and state.owner(card) == owner]
        assert all(state.place[card] in (DECK, HAND) for card in hidden)
        for card, other in zip(hidden, rng.sample(hidden, len(hidden)), strict=True):
            cards[card] = state.cards[other]
        if owner != viewer:
            rng.shuffle(state.hand[owner])
    state.cards = tuple(cards)
    twin._match = Match(match.catalogue, state)
    return twin


def equal_cards_exchanged(game: Game, rng: Random) -> Game:
    """A twin in whose decks equal cards have changed places among themselves."""
    twin = game.clone()
    state = twin._match.state
    for deck in state.deck:
        places: dict[int, list[int]] = {}
        for place, card in enumerate(deck):
            places.setdefault(state.cards[card], []).append(place)
        for equal in places.values():
            cards = [deck[place] for place in equal]
            for place, card in zip(equal, rng.sample(cards, len(cards)), strict=True):
                deck[place] = card
    return twin

"""Putting cards where a game begins: two decks for a match, or a position for a scenario."""

from collections.abc import Mapping

from engine.effects.catalogue import Catalogue
from engine.model.errors import InvalidPosition
from engine.model.position import CardAt, Position, Side
from engine.model.state import BASE, DECK, EXILE, GRAVEYARD, HAND, SOULS, State
from engine.model.terms import SEATS, Phase, SeatName
from engine.rules.checking import is_anything_due
from engine.rules.match import Match
from engine.rules.zones import count_as_batch, show


def place_decks(catalogue: Catalogue, decks: Mapping[SeatName, Mapping[str, int]], seed: bytes) -> State:
    """A state with both decks (copies by card number) in the order of their lists, not yet shuffled."""
    lists = [
        [catalogue.index(number) for number, copies in decks[seat].items() for _ in range(copies)] for seat in SEATS
    ]
    state = State(tuple(lists[0] + lists[1]), len(lists[0]), seed)
    for card in range(len(state.cards)):
        state.place[card] = DECK
        state.deck[state.owner(card)].append(card)
    return state


def place_position(catalogue: Catalogue, position: Position) -> State:
    """A state at the main-phase play timing of a position; raises ``InvalidPosition``."""
    if set(position.sides) != set(SEATS):
        raise InvalidPosition("a position has a side A and a side B")
    sides = [position.sides[seat] for seat in SEATS]
    cards = [[each for _, zone in _zones(side) for each in zone] for side in sides]
    for each in (*cards[0], *cards[1]):
        if each.number not in catalogue:
            raise InvalidPosition(f"{each.number} is not a card of this pool")
    indexes = [[catalogue.index(each.number) for each in side] for side in cards]
    state = State(tuple(indexes[0] + indexes[1]), len(indexes[0]), position.seed)
    card = 0
    for seat, side in enumerate(sides):
        _place_counters(state, seat, side)
        for code, zone in _zones(side):
            for _ in zone:
                state.place[card] = code
                state.zones(code)[seat].append(card)
                card += 1
        state.deck[seat].reverse()
    _place_turn(state, position)
    match = Match(catalogue, state)
    _place_bases(match, sides)
    for number in range(len(state.cards)):
        show(match, number)
    _refuse_due_actions(match)
    return state


def _zones(side: Side) -> list[tuple[int, tuple[CardAt, ...]]]:
    """Zones in reading order, the deck top first."""
    return [
        (BASE, side.base),
        (HAND, side.hand),
        (DECK, side.deck),
        (GRAVEYARD, side.graveyard),
        (EXILE, side.exile),
    ]


def _place_counters(state: State, seat: int, side: Side) -> None:
    souls = side.souls_standing + side.souls_resting
    numbers = (side.souls_standing, side.souls_resting, side.material, side.ingredient)
    if min(numbers) < 0 or souls > SOULS:
        raise InvalidPosition(f"{SEATS[seat]} has at most {SOULS} souls, and no number is negative")
    state.life[seat] = side.life
    state.souls_standing[seat], state.souls_resting[seat] = side.souls_standing, side.souls_resting
    state.soul_deck[seat] = SOULS - souls
    state.material[seat], state.ingredient[seat] = side.material, side.ingredient


def _place_turn(state: State, position: Position) -> None:
    state.active = SEATS.index(position.turn)
    state.first = 0
    state.turn = 5 + state.active
    state.phase = Phase.MAIN.value
    if position.night:
        state.nights = [state.turn + 1]


def _place_bases(match: Match, sides: list[Side]) -> None:
    state = match.state
    count_as_batch(state, state.base[0] + state.base[1])
    for seat, side in enumerate(sides):
        for card, each in zip(state.base[seat], side.base, strict=True):
            if match.catalogue.cards[state.cards[card]].effect is not None:
                raise InvalidPosition(f"{each.number} is an event, which is never in a base")
            if each.damage < 0:
                raise InvalidPosition(f"{each.number} cannot have {each.damage} damage")
            state.resting[card] = 1 if each.resting else 0
            if each.damage:
                state.damage[card] = each.damage


def _refuse_due_actions(match: Match) -> None:
    if is_anything_due(match):
        raise InvalidPosition("a rule action is due at once in this position")

"""Cards moving between zones (section 4): a card that changes zone is a new object."""

from collections.abc import Sequence

from engine.effects.abilities import Trigger
from engine.model.records import Captures
from engine.model.state import BASE, DECK, EXILE, GRAVEYARD, HAND, PHYSICAL_MASK, RESOLUTION, WHILE_SOURCE, State
from engine.rules.match import Match
from engine.rules.triggers import fulfil


def move(match: Match, card: int, to: int, cause: str, *, resting: bool = False) -> None:
    """Move one card to its owner's zone ``to``; a deck receives it on top. Collects no trigger.

    Cards enter a base standing unless ``resting``.
    """
    state = match.state
    before, origin, was_night = match.sight(card), state.place[card], match.is_night_for(card)
    place = state.zone_list(card)
    if place[-1] == card:
        place.pop()
    else:
        place.remove(card)
    if origin == BASE:
        _forget_object(match, card)
    state.generation[card] += 1
    state.place[card] = to
    state.resting[card] = 1 if resting else 0
    (state.resolution if to == RESOLUTION else state.zones(to)[state.owner(card)]).append(card)
    show(match, card)
    match.touch()
    match.emit("card_moved", before, match.sight(card), state.owner(card), origin, to, cause)
    match.tell_night(card, was_night)


def _forget_object(match: Match, card: int) -> None:
    """Drop what belonged to the object that the card was in the base (4.1.4), and what lasted only as long as it."""
    state = match.state
    reference = state.reference(card)
    state.damage.pop(card, None)
    state.batch.pop(card, None)
    if state.modifiers:
        state.modifiers = [
            m
            for m in state.modifiers
            if m.target != reference and not (m.until == WHILE_SOURCE and m.source == reference)
        ]
    if state.used:
        state.used = [used for used in state.used if used.reference != reference]
    if reference in state.assigned:
        state.assigned.remove(reference)


def show(match: Match, card: int) -> None:
    """Give handles to the viewers who may know the card where it is now, and take them from the others.

    A handle is renewed when the card passes through a zone that is hidden from the viewer.
    """
    state = match.state
    place = state.place[card]
    if place == DECK:
        for handles in state.handles:
            handles[card] = 0
        return
    owner = state.owner(card)
    for viewer, handles in enumerate(state.handles):
        if place != HAND or viewer == owner:
            if not handles[card]:
                handles[card] = state.next_handle[viewer]
                state.next_handle[viewer] += 1
        else:
            handles[card] = 0


def show_to(match: Match, card: int, viewers: Sequence[int]) -> None:
    """Give a handle for a card in a hidden zone to viewers who look at it or to whom it is revealed."""
    state = match.state
    for viewer in viewers:
        if not state.handles[viewer][card]:
            state.handles[viewer][card] = state.next_handle[viewer]
            state.next_handle[viewer] += 1


def look_at(match: Match, seat: int, cards: Sequence[int]) -> None:
    """Let one player look at cards of a hidden zone until the resolution ends."""
    state = match.state
    for card in cards:
        show_to(match, card, (seat,))
    state.looked = [seat, *cards]
    match.emit("cards_looked", seat, len(cards), tuple(match.sight(card) for card in cards))


def reveal(match: Match, cards: Sequence[int]) -> None:
    """Show cards of hidden zones to everyone until the resolution ends."""
    state = match.state
    for card in cards:
        show_to(match, card, (0, 1, 2))
        if card not in state.revealed:
            state.revealed.append(card)
        match.emit("card_revealed", state.owner(card), match.sight(card))


def end_of_showing(match: Match) -> None:
    """Looking and revealing end with the resolution: who may not know a card where it lies loses sight of it."""
    state = match.state
    if state.looked or state.revealed:
        shown = state.looked[1:] + state.revealed
        state.looked, state.revealed = [], []
        for card in shown:
            show(match, card)


# --- leaving the base -------------------------------------------------------------------------------------------------


def leave_base(match: Match, cards: Sequence[int], to: int, cause: str, *, butchered: bool = False) -> None:
    """Take a batch of cards out of the bases at once.

    First every trigger of every leaver and watcher is collected as the state still is, with what it captures, then the
    cards move: they see each other leave (look-back).
    """
    for card in cards:
        fulfil(match, Trigger.LEAVES_BASE, card)
        if butchered:
            fulfil(match, Trigger.BUTCHERED, card)
        if to == GRAVEYARD:
            fulfil(match, Trigger.PUT_INTO_GRAVEYARD, card)
            _fulfil_in_battle(match, card)
    for card in cards:
        move(match, card, to, cause)


def _fulfil_in_battle(match: Match, card: int) -> None:
    """Retaliate and Breakthrough need the battle opponents of 9.4.3; a target killed before has none."""
    state, battle = match.state, match.state.battle
    if battle is None or not battle.opponents:
        return
    reference = state.reference(card)
    if reference not in (battle.attacker, battle.target):
        return
    opponent = battle.target if reference == battle.attacker else battle.attacker
    captures: Captures = (("opponent", (opponent,)),)
    fulfil(match, Trigger.FALLS_IN_BATTLE, card, captures)
    if reference == battle.target and (attacker := match.alive(battle.attacker)) >= 0:
        strike: Captures = (("strike", match.derived.strike(attacker)),)
        fulfil(match, Trigger.OPPONENT_FALLS, attacker, strike)


# --- entering a base --------------------------------------------------------------------------------------------------


def deploy(match: Match, cards: Sequence[int], cause: str, *, resting: bool = False) -> None:
    """Deploy a batch of cards into their owners' bases (5.15); their On Deploy goes pending after all have moved."""
    for card in cards:
        move(match, card, BASE, cause, resting=resting)
    count_as_batch(match.state, cards)
    for card in cards:
        fulfil(match, Trigger.DEPLOYED, card)


def count_as_batch(state: State, cards: Sequence[int]) -> None:
    """These cards have come into bases at once, as one batch for the next overload (11.5, ambiguity 43)."""
    state.serial += 1
    for card in cards:
        state.batch[card] = state.serial


# --- single moves of the rules ----------------------------------------------------------------------------------------


def draw(match: Match, seat: int, number: int) -> int:
    """Draw so many cards, one by one; an empty deck gives none. Returns how many."""
    state = match.state
    drawn = 0
    while drawn < number and state.deck[seat]:
        card = state.deck[seat].pop()
        state.generation[card] += 1
        state.place[card] = HAND
        state.hand[seat].append(card)
        show(match, card)
        drawn += 1
        match.emit("card_drawn", seat, match.sight(card))
    if drawn:
        match.touch()
    return drawn


def put_into_graveyard(match: Match, cards: Sequence[int], cause: str, *, butchered: bool = False) -> None:
    """Put cards into their owners' graveyards at once, from wherever they are; from a base with triggers (Q41)."""
    relocate(match, cards, GRAVEYARD, cause, butchered=butchered)


def relocate(match: Match, cards: Sequence[int], to: int, cause: str, *, butchered: bool = False) -> None:
    """Move cards at once to their owners' zone ``to``; those in a base leave it as one batch."""
    state = match.state
    leaving = [card for card in cards if state.place[card] == BASE]
    if leaving:
        leave_base(match, leaving, to, cause, butchered=butchered)
    for card in cards:
        if card not in leaving:
            move(match, card, to, cause)


def mill(match: Match, seat: int, number: int) -> int:
    """Put so many cards from the top of a deck into the graveyard; returns how many there were."""
    cards = match.state.deck[seat][-number:][::-1] if number > 0 else []
    for card in cards:
        move(match, card, GRAVEYARD, "mill")
    return len(cards)


def exile_with_link(match: Match, cards: Sequence[int], source: int) -> None:
    """Place cards into exile and remember which object exiled them."""
    relocate(match, cards, EXILE, "exile")
    state = match.state
    if state.is_alive(source):
        state.links.extend((source, state.reference(card)) for card in cards)


def is_in_base(match: Match, reference: int) -> bool:
    """Whether the object still exists and is in a base."""
    state = match.state
    return state.is_alive(reference) and state.place[reference & PHYSICAL_MASK] == BASE

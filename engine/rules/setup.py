"""Setting up a match (6.2), from shuffled decks to the first turn."""

from engine.model.decisions import Decision
from engine.model.state import DECK, Frame
from engine.rules.asking import ask_setup
from engine.rules.match import Match
from engine.rules.procedure import Procedure, step
from engine.rules.souls import increase_souls
from engine.rules.zones import draw, show

OPENING_HAND = 5

CHOOSER = 2
"""Local of the frame: the seat that chooses to go first or second."""

BY_CHANCE = -1
"""In its place: nobody yet, chance finds one."""


def shuffle_decks(match: Match, frame: Frame) -> str | None:
    """6.2.1.1: both decks are shuffled; the soul decks are placed."""
    match.shuffle_deck(0)
    match.shuffle_deck(1)
    return None


def choose_who_goes_first(match: Match, frame: Frame) -> str | None:
    """6.2.1.3: a player found by chance chooses to go first or second (Q8), or the one who was named beforehand."""
    if frame[CHOOSER] == BY_CHANCE:
        frame[CHOOSER] = match.random_below(2)
    ask_setup(match, frame[CHOOSER], ("first", "second"))
    return None


def _take_first_or_second(match: Match, frame: Frame, decision: Decision) -> str | None:
    seat = frame[CHOOSER]
    match.state.first = seat if decision.verb == "first" else 1 - seat
    match.emit("game_started", match.state.first)
    return None


def give_second_player_a_soul(match: Match, frame: Frame) -> str | None:
    """6.2.1.5: the second player moves one soul to the soul area, standing."""
    increase_souls(match, 1 - match.state.first, 1, resting=False)
    return None


def draw_opening_hands(match: Match, frame: Frame) -> str | None:
    """6.2.1.6: each draws five."""
    first = match.state.first
    draw(match, first, OPENING_HAND)
    draw(match, 1 - first, OPENING_HAND)
    return None


def offer_redraw_to_first(match: Match, frame: Frame) -> str | None:
    """6.2.1.7: the first player decides first."""
    ask_setup(match, match.state.first, ("keep", "redraw"))
    return None


def offer_redraw_to_second(match: Match, frame: Frame) -> str | None:
    """6.2.1.7: then the second player, who knows that choice."""
    ask_setup(match, 1 - match.state.first, ("keep", "redraw"))
    return None


def _take_redraw_of_first(match: Match, frame: Frame, decision: Decision) -> str | None:
    return _redraw(match, frame, match.state.first, decision)


def _take_redraw_of_second(match: Match, frame: Frame, decision: Decision) -> str | None:
    return _redraw(match, frame, 1 - match.state.first, decision)


def _redraw(match: Match, frame: Frame, seat: int, decision: Decision) -> str | None:
    """The whole hand goes back, the deck is shuffled, five are drawn (Q9): at once (ambiguity 27)."""
    if decision.verb == "keep":
        match.emit("kept", seat)
        return None
    state = match.state
    match.emit("redrawn", seat)
    for card in state.hand[seat]:
        state.generation[card] += 1
        state.place[card] = DECK
        state.deck[seat].append(card)
        show(match, card)
    state.hand[seat].clear()
    match.shuffle_deck(seat)
    draw(match, seat, OPENING_HAND)
    return None


SETUP = Procedure(
    "setup",
    step("6.2.1.1", shuffle_decks),
    step("6.2.1.3", choose_who_goes_first, _take_first_or_second),
    step("6.2.1.5", give_second_player_a_soul),
    step("6.2.1.6", draw_opening_hands),
    step("6.2.1.7", offer_redraw_to_first, _take_redraw_of_first),
    step("6.2.1.7", offer_redraw_to_second, _take_redraw_of_second),
)
"""Life, damage and resources stand at their beginning values from the start (6.2.1.8); the first turn follows."""

"""The soul area: souls are blank and interchangeable, so moving and standing them never asks anything."""

from engine.rules.match import Match

MAXIMUM_OF_SOULS = 10
"""Souls in the soul area at most (Q76): the rule's own limit, whatever a player owns."""


def increase_souls(match: Match, seat: int, amount: int, *, resting: bool) -> int:
    """Move souls from the soul deck to the soul area (Q75); returns how many moved."""
    state = match.state
    held = state.souls_standing[seat] + state.souls_resting[seat]
    moved = max(min(amount, state.soul_deck[seat], MAXIMUM_OF_SOULS - held), 0)
    if moved:
        state.soul_deck[seat] -= moved
        (state.souls_resting if resting else state.souls_standing)[seat] += moved
        match.touch()
        match.emit("souls_gained", seat, moved, resting)
    return moved


def stand_souls(match: Match, seat: int, amount: int) -> int:
    """Stand so many resting souls, as far as there are; returns how many stood."""
    state = match.state
    stood = max(min(amount, state.souls_resting[seat]), 0)
    if stood:
        state.souls_resting[seat] -= stood
        state.souls_standing[seat] += stood
        match.touch()
        match.emit("souls_stood", seat, stood)
    return stood

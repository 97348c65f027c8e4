"""What is told of what happened: the rules record every step, and a player is told deeds.

Nothing is lost: what is left out here is a part of a deed that is told, or stands in the next view.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from engine.model.state import HAND, RESOLUTION
from engine.rules.match import Event

UNTOLD: Final = frozenset({"phase_began", "turn_ended", "battle_step_began", "battle_ended"})
"""Steps: the next view says where the turn and the battle stand."""

NIGHTS: Final = ("night_fell", "night_ended")
"""What can come of a card's resting at once."""


def deeds(events: Sequence[Event]) -> Iterator[Event]:
    """The events to tell; that of a played card has one field more, the souls that were paid for it."""
    for place, event in enumerate(events):
        kind = event[0]
        if kind == "card_played":
            yield (*event, _souls_paid(events, place + 1))
        elif kind not in UNTOLD and not _is_part(events, place):
            yield event


def _souls_paid(events: Sequence[Event], place: int) -> int:
    paid: int = events[place][2] if place < len(events) and events[place][0] == "souls_paid" else 0
    return paid


def _is_part(events: Sequence[Event], place: int) -> bool:
    """Whether an event is a part of the deed that is told before or after it.

    Who plays a card puts it from hand into the resolution area and rests souls for it (8.2), who draws with souls rests
    three (8.5), and a Pal that attacks, blocks or is assigned rests (9.3.2, 9.4.2, 5.17). A card that
    is played from elsewhere is told to move.
    """
    match events[place]:
        case ("card_moved", _, _, _, origin, to, cause):
            return bool(cause == "play" and origin == HAND and to == RESOLUTION)
        case ("souls_paid", *_):
            return place > 0 and events[place - 1][0] in ("card_played", "soul_drawn")
        case ("card_rested", card):
            return (place > 0 and events[place - 1][:2] == ("attack_declared", card)) or _rests_for(events, place)
        case _:
            return False


def _rests_for(events: Sequence[Event], place: int) -> bool:
    """Whether the card that rests here is the one that blocks, or is assigned: that is told at once."""
    following = next((event for event in events[place + 1 : place + 3] if event[0] not in NIGHTS), ("",))
    return following[0] in ("blocked", "pal_assigned")

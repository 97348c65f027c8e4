"""Matches that one player goes on with alone, against a bot: from a moment of a finished match, or from a lesson."""

from collections.abc import Mapping
from typing import NamedTuple

from engine import Game, OtherVersion
from engine.effects.catalogue import Catalogue
from engine.model.terms import OTHER, SeatName
from server.auth import Guest
from server.lessons import PUPIL, Lesson, bot_of
from server.match import Services
from server.protocol.errors import Refusal
from server.protocol.messages import BOT_NAMES, Learn, PlayOn
from server.replays import BrokenLog, Busy, FromPosition, NoMoment, NoReplay, Replays
from server.restore import Beginning
from server.store.base import Seat


class Solo(NamedTuple):
    """Who sits where, and the position."""

    seats: Mapping[SeatName, Seat]
    beginning: Beginning


async def solo(message: PlayOn | Learn, guest: Guest, services: Services, replays: Replays) -> Solo:
    """The match that is asked for. Raises `Refusal` and `StoreFailed`."""
    if isinstance(message, Learn):
        return _lesson(message, guest, services)
    return await _from_moment(message, guest, services, replays)


def _lesson(message: Learn, guest: Guest, services: Services) -> Solo:
    lesson = services.lessons.get(message.lesson)
    if lesson is None:
        raise Refusal("bad_state", f"There is no lesson {message.lesson!r}.")
    title = lesson.facts.title
    seats = {
        PUPIL: Seat(guest.id, guest.name, title, {}),
        OTHER[PUPIL]: Seat("", "Sparring bot", title, {}, bot=bot_of(message.lesson)),
    }
    return Solo(seats, Beginning(position=_come_to(message.at, lesson, services.catalogue).save()))


def _come_to(at: int, lesson: Lesson, catalogue: Catalogue) -> Game:
    """The lesson at this prompt, after all that is decided before it. Raises `Refusal` if no line leads there."""
    game = Game.from_position(catalogue, lesson.position)
    while game.prompt is not None and game.prompt.id < at:
        if game.prompt.id not in lesson.line:
            break
        game.decide(lesson.line[game.prompt.id])
    if game.prompt is None or game.prompt.id < at:
        raise Refusal("bad_state", f"The lesson {lesson.facts.title!r} has no prompt {at}; begin it anew.")
    return game


async def _from_moment(message: PlayOn, guest: Guest, services: Services, replays: Replays) -> Solo:
    if message.bot not in services.bots:
        raise Refusal("bad_state", f"This server has no bot {message.bot!r}.")
    try:
        decks, game = await replays.moment(message.room, message.at)
    except NoReplay:
        raise Refusal("unknown_table", "There is no finished match of this name.") from None
    except NoMoment as end:
        raise Refusal("bad_state", f"This match has {end} decisions, and not {message.at}.") from None
    except OtherVersion:
        raise Refusal("other_version", "This match was played with another version of Paltable.") from None
    except FromPosition:
        raise Refusal("bad_state", "This match itself went on from a position.") from None
    except BrokenLog:
        raise Refusal("bad_state", "This match ended by a fault of the server.") from None
    except Busy:
        raise Refusal("limit", "Many matches are being looked up just now; try again in a moment.") from None
    if game.outcome is not None:
        raise Refusal("game_over", "The match is over at this moment; go back a decision.")
    other = OTHER[message.seat]
    seats = {
        message.seat: Seat(guest.id, guest.name, *decks[message.seat]),
        other: Seat("", BOT_NAMES[message.bot], *decks[other], bot=message.bot, open_hands=True),
    }
    return Solo(seats, Beginning(position=game.save()))

"""What a viewer is sent does not depend on cards that it may not know: over the wire, byte by byte."""

from collections.abc import Iterator
from random import Random

import pytest

from engine import catalogue
from server.protocol.messages import CLIENT_MESSAGES
from tests.chaos.loop import VirtualLoop
from tests.engine.play import decks_of
from tests.server.two_worlds import Story, Viewer
from tests.server.viewers import PLAYERS
from tests.server.watchers import PRIES, WATCHERS

VIEWERS = (*PLAYERS, *WATCHERS)
STORIES = 150
"""Stories of each viewer in the slow run."""


def batches() -> Iterator[object]:
    """Each kind of viewer with the numbers of its stories: a few, and then those of the slow run."""
    for kind in VIEWERS:
        for numbers in (range(2 - kind.few, 2), *(range(at, at + 10) for at in range(2, STORIES, 10))):
            name = f"{kind.__name__}, stories {numbers[0]} to {numbers[-1]}"
            yield pytest.param(kind, numbers, id=name, marks=pytest.mark.slow if numbers[0] >= 2 else ())


def game_of(kind: type[Viewer], number: int) -> int:
    """The number of the game that a story of this number tells to a viewer."""
    return 7 * number + VIEWERS.index(kind)


over_many_stories = pytest.mark.parametrize(("kind", "numbers"), tuple(batches()))


@over_many_stories
async def test_a_viewer_is_sent_the_same_whatever_it_may_not_know(
    virtual_time: VirtualLoop, kind: type[Viewer], numbers: range
) -> None:
    differ = hidden = 0
    for number in numbers:
        async with Story(virtual_time, game_of(kind, number), kind()) as story:
            await story.play(Random(number).randrange(10, 160))
            hidden += story.hidden
            differ += story.others_differ()
    assert hidden > 20 * len(numbers), "there mostly are many cards that the viewer never sees"
    assert 2 * differ >= len(numbers), "and others see them"


@pytest.mark.parametrize("kind", VIEWERS, ids=lambda kind: kind.__name__)
def test_every_card_of_the_pool_is_in_a_story_of_each_viewer(kind: type[Viewer]) -> None:
    decks = (deck for number in range(2, STORIES) for deck in decks_of(game_of(kind, number)).values())
    assert {card for deck in decks for card in deck.main} == {card.number for card in catalogue.definitions}


def test_whoever_pries_sends_every_message_that_there_is() -> None:
    assert set(PRIES) == set(CLIENT_MESSAGES)

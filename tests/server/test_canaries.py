"""Every single card has a number and a name of its own: no byte speaks of one to somebody who may not know it."""

import pytest

from tests.chaos.loop import VirtualLoop
from tests.server.canaries import watch
from tests.server.test_two_worlds import VIEWERS, over_many_stories
from tests.server.two_worlds import Viewer

LENGTH = 120


@over_many_stories
@pytest.mark.parametrize("kind", VIEWERS, ids=lambda kind: kind.__name__)
async def test_no_byte_speaks_of_a_card_to_somebody_who_may_not_know_it(
    virtual_time: VirtualLoop, kind: type[Viewer], numbers: range
) -> None:
    for number in numbers:
        least = await watch(virtual_time, 11 * number + VIEWERS.index(kind), kind(), LENGTH)
        assert least > 15, "frames do speak of cards"

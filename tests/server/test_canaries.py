"""Every single card has a number and a name of its own: no byte speaks of one to somebody who may not know it."""

from random import Random

from tests.chaos.loop import VirtualLoop
from tests.server.canaries import watch
from tests.server.test_two_worlds import VIEWERS, over_many_stories
from tests.server.two_worlds import Viewer


@over_many_stories
async def test_no_byte_speaks_of_a_card_to_somebody_who_may_not_know_it(
    virtual_time: VirtualLoop, kind: type[Viewer], numbers: range
) -> None:
    for number in numbers:
        length = Random(number).randrange(40, 160)
        least = await watch(virtual_time, 11 * number + VIEWERS.index(kind), kind(), length)
        assert least > 5, "frames do speak of cards"

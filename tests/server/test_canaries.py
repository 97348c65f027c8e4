"""Every single card has a number and a name of its own: no byte speaks of one to somebody who may not know it."""

from random import Random

import pytest
from structlog.testing import capture_logs

from tests.chaos.loop import VirtualLoop
from tests.server.test_two_worlds import over_many_stories
from tests.server.two_worlds import Cards, Stage, Viewer, lapse, marks_in
from tests.server.viewers import VIEWERS
from tests.server.witness import Witness, ahead

LENGTH = 150


@over_many_stories
@pytest.mark.parametrize("kind", VIEWERS, ids=lambda kind: kind.__name__)
async def test_no_byte_speaks_of_a_card_to_a_player_who_may_not_know_it(
    virtual_time: VirtualLoop, kind: type[Viewer], numbers: range
) -> None:
    for number in numbers:
        await _watch(virtual_time, 11 * number + VIEWERS.index(kind), kind())


async def _watch(loop: VirtualLoop, number: int, kind: Viewer) -> None:
    with capture_logs() as logs:
        async with Stage(loop, number, kind.codec, Cards(number, are_named=True)) as stage:
            witness = await _play(stage, number, kind)
            assert len(witness.may_know(stage.viewer)) > 15, "frames do speak of cards"
            figures = [node.metrics.exposition() for node in stage.nodes]
    assert logs
    assert not marks_in(repr(logs))
    assert not any(map(marks_in, figures))


async def _play(stage: Stage, number: int, kind: Viewer) -> Witness:
    """Play, and look at every frame."""
    await stage.open(kind)
    witness = Witness(stage)
    for at, taken in enumerate(ahead(witness.game, number, LENGTH)):
        await kind.look(stage, Random(f"look {number} {at}"))
        witness.look()
        _ = witness.follow(taken.decision)
        await kind.decide(stage, taken.decision, Random(f"decide {number} {at}"))
        witness.look()
    await kind.end(stage, Random(number))
    await lapse([stage], 1)
    witness.look()
    return witness

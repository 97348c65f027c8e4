"""Every single card has a number and a name of its own: no byte speaks of one to somebody who may not know it."""

from random import Random

import pytest
from structlog.testing import capture_logs

from tests.chaos.loop import VirtualLoop
from tests.server.test_two_worlds import VIEWERS, over_many_stories
from tests.server.two_worlds import Cards, Stage, Viewer, lapse, marks_in, taken, think
from tests.server.witness import Witness, ahead

LENGTH = 120


@over_many_stories
@pytest.mark.parametrize("kind", VIEWERS, ids=lambda kind: kind.__name__)
async def test_no_byte_speaks_of_a_card_to_somebody_who_may_not_know_it(
    virtual_time: VirtualLoop, kind: type[Viewer], numbers: range
) -> None:
    for number in numbers:
        await watch(virtual_time, 11 * number + VIEWERS.index(kind), kind())


async def watch(loop: VirtualLoop, number: int, kind: Viewer) -> None:
    """Play the game of that number before a viewer, and look at every frame that anybody is sent."""
    with capture_logs() as logs:
        async with Stage(loop, number, kind.codec, Cards(number, are_named=True), kind.terms) as stage:
            witness = await _play(stage, number, kind)
            assert len(witness.may_know(stage.viewer)) > 15, "frames do speak of cards"
            assert len(set[str]().union(*(marks_in(frame) for _, frame in kind.frames(stage)))) > 5, "the viewer's too"
            figures = [node.metrics.exposition() for node in stage.nodes]
    assert logs
    assert not marks_in(repr(logs))
    assert not any(map(marks_in, figures))


async def _play(stage: Stage, number: int, kind: Viewer) -> Witness:
    """Play, and look at every frame."""
    await stage.open(kind)
    await kind.begin(stage)
    witness = Witness(stage)
    for at, each in enumerate(ahead(witness.game, number, LENGTH)):
        await kind.look(stage, Random(f"look {number} {at}"))
        await think([stage], kind, f"{number} {at}")
        witness.look()
        _ = witness.follow(each.decision)
        if not await taken([stage], kind, each.decision, f"{number} {at}"):
            break
        witness.look()
    await kind.end(stage, Random(number))
    witness.look()
    await lapse([stage], 1 + kind.lingers)
    witness.look()
    return witness

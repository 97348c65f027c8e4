"""Games in which every single card has a number and a name of its own, and every byte that is sent is looked at."""

from random import Random

from structlog.testing import capture_logs

from tests.chaos.loop import VirtualLoop
from tests.server.two_worlds import Cards, Stage, Viewer, lapse, marks_in, taken, think
from tests.server.witness import Witness, ahead


async def watch(loop: VirtualLoop, number: int, kind: Viewer, length: int) -> int:
    """Play the game of that number before a viewer, and look at everything that anybody is sent.

    Of so many cards, at least, the players' frames may speak, and the viewer's do.
    """
    with capture_logs() as logs:
        async with Stage(loop, number, kind.codec, Cards(number, are_named=True), kind.terms) as stage:
            witness = await _play(stage, number, kind, length)
            spoken_of = set[str]().union(*(marks_in(frame) for _, frame in kind.frames(stage)))
            least = min(len(spoken_of), len(witness.may_know(stage.viewer)))
            figures = [node.metrics.exposition() for node in stage.nodes]
    assert logs
    assert not marks_in(repr(logs))
    assert not any(map(marks_in, figures))
    return least


async def _play(stage: Stage, number: int, kind: Viewer, length: int) -> Witness:
    """Play, and look at every frame."""
    await stage.open(kind)
    await kind.begin(stage)
    witness = Witness(stage)
    for at, each in enumerate(ahead(witness.game, number, length)):
        await kind.look(stage, Random(f"look {number} {at}"))
        goes_on = await think([stage], kind, f"{number} {at}")
        witness.look()
        if not goes_on:
            break
        _ = witness.follow(each.decision)
        if not await taken([stage], kind, each.decision, f"{number} {at}"):
            break
        witness.look()
    await kind.end(stage, Random(number))
    witness.look()
    await lapse([stage], 1 + kind.lingers)
    witness.look()
    return witness

"""The checks of two worlds and of canaries find a leak, whoever is told what it should not know."""

import pytest

from tests.chaos.loop import VirtualLoop
from tests.server.breaks import BREAKS, Break
from tests.server.canaries import watch
from tests.server.test_two_worlds import VIEWERS
from tests.server.two_worlds import Differs, Story, Viewer
from tests.server.witness import Leaks

TRIES, LENGTH = 4, 40
"""In so many stories of so many decisions a leak shows."""
MORE_TRIES, LONGER = 60, 150
"""And one that is told seldom."""


async def compare(loop: VirtualLoop, kind: type[Viewer], numbers: range, length: int) -> None:
    for number in numbers:
        async with Story(loop, number, kind()) as story:
            await story.play(length)


async def look_at_every_byte(loop: VirtualLoop, kind: type[Viewer], numbers: range, length: int) -> None:
    for number in numbers:
        await watch(loop, number, kind(), length)


CHECKS = {"two worlds": (compare, Differs), "canaries": (look_at_every_byte, Leaks)}
CASES = [
    pytest.param(each, check, id=f"{each}-{check}", marks=pytest.mark.slow if each.is_seldom else ())
    for each in BREAKS
    for check in each.by
]


@pytest.mark.parametrize(("broken", "check"), CASES)
async def test_a_leak_is_found(
    virtual_time: VirtualLoop, broken: Break, check: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken.patch(monkeypatch)
    finds, found = CHECKS[check]
    tries, length = (MORE_TRIES, LONGER) if broken.is_seldom else (TRIES, LENGTH)
    with pytest.raises(found):
        await finds(virtual_time, broken.viewer, range(broken.begin, broken.begin + tries), length)


def test_there_is_a_leak_for_each_viewer() -> None:
    assert {each.viewer for each in BREAKS} == set(VIEWERS)

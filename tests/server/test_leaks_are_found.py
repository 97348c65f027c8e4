"""The checks of two worlds and of canaries find a leak, whoever is told what it should not know; so do named tests."""

from collections.abc import Awaitable, Callable, Mapping
from inspect import signature

import pytest

from server.settings import Settings
from tests.chaos.loop import VirtualLoop
from tests.server import test_recorded_leaks as recorded
from tests.server.breaks import BREAKS, Break
from tests.server.canaries import watch
from tests.server.leaks import LEAKS, Leak
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


# --- leaks on record --------------------------------------------------------------------------------------------------


IN_VIRTUAL_TIME = [leak for leak in LEAKS if "virtual_time" in signature(leak.test).parameters]
OTHERS = [leak for leak in LEAKS if leak not in IN_VIRTUAL_TIME]


async def notice(leak: Leak, monkeypatch: pytest.MonkeyPatch, fixtures: Mapping[str, object]) -> None:
    """Run a named test with its leak: it fails at the statement that speaks of it."""
    leak.patch(monkeypatch)
    with pytest.raises(AssertionError) as failed:
        await run(leak.test, fixtures)
    assert leak.by in str(failed.traceback[-1].statement)


async def run(test: Callable[..., Awaitable[None] | None], fixtures: Mapping[str, object]) -> None:
    """Run a test with those of the fixtures that it asks for."""
    running = test(**{name: fixtures[name] for name in signature(test).parameters})
    if running is not None:
        await running


@pytest.mark.parametrize("leak", IN_VIRTUAL_TIME, ids=str)
async def test_a_leak_on_record_is_noticed(
    virtual_time: VirtualLoop, leak: Leak, monkeypatch: pytest.MonkeyPatch
) -> None:
    await notice(leak, monkeypatch, {"virtual_time": virtual_time})


@pytest.mark.parametrize("leak", OTHERS, ids=str)
async def test_a_leak_on_record_is_noticed_outside_of_worlds(
    settings: Settings, leak: Leak, monkeypatch: pytest.MonkeyPatch
) -> None:
    await notice(leak, monkeypatch, {"settings": settings, "name": "greedy", "games": 1})


def test_there_is_a_leak_for_each_named_test() -> None:
    assert {leak.test.__name__ for leak in LEAKS} == {name for name in vars(recorded) if name.startswith("test_")}

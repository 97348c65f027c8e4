"""Several things at once, of which nothing is left behind."""

import asyncio

import pytest

from server.together import together
from tests.chaos.loop import VirtualLoop

pytestmark = pytest.mark.usefixtures("virtual_time")


async def test_if_one_fails_the_others_are_done_before_that_is_raised(virtual_time: VirtualLoop) -> None:
    done = list[int]()

    async def work(number: int) -> int:
        if number in (1, 2):
            raise ZeroDivisionError(number)
        await asyncio.sleep(number)
        done.append(number)
        return number

    with pytest.raises(ZeroDivisionError, match="1"):
        await together(work(number) for number in (3, 1, 2, 0))
    assert done == [0, 3]
    assert await together(work(number) for number in (5, 4)) == [5, 4]
    assert await together(work(number) for number in range(0)) == []
    assert virtual_time.failures == []


async def test_what_comes_of_them_may_be_an_exception_and_raises_nothing() -> None:
    async def work() -> Exception:
        return ValueError("found")

    (found,) = await together([work()])
    assert str(found) == "found"


async def test_whoever_is_cancelled_leaves_none_of_them_behind() -> None:
    ended = list[int]()

    async def work(number: int) -> None:
        try:
            await asyncio.sleep(100.0)
        finally:
            ended.append(number)

    all_of_them = asyncio.create_task(together(work(number) for number in range(3)))
    await asyncio.sleep(1.0)
    all_of_them.cancel()
    with pytest.raises(asyncio.CancelledError):
        await all_of_them
    assert ended == [0, 1, 2]

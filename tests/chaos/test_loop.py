"""The loop of the simulation: virtual time, and processes that are held, released and killed."""

import asyncio
import hashlib
import random
from asyncio import events
from collections.abc import Coroutine

import pytest

from tests.chaos import loop as loops
from tests.chaos.loop import Crept, Process, Stuck, VirtualLoop, run


async def _count(seen: list[float], step: float = 1.0) -> None:
    while True:
        await asyncio.sleep(step)
        seen.append(asyncio.get_running_loop().time())


def test_an_hour_passes_without_waiting() -> None:
    async def main(loop: VirtualLoop) -> float:
        began = loop.time()
        async with asyncio.timeout(4000):
            await asyncio.sleep(3600)
        return loop.time() - began

    assert run(main) == pytest.approx(3600)


def test_a_time_limit_strikes_at_its_time() -> None:
    async def main(loop: VirtualLoop) -> float:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(2.5):
                await asyncio.Event().wait()
        return loop.time()

    assert run(main) == pytest.approx(loops.START + 2.5)


def test_task_groups_queues_and_events_run_on_it() -> None:
    async def main(_: VirtualLoop) -> list[int]:
        queue: asyncio.Queue[int] = asyncio.Queue(2)
        done, got = asyncio.Event(), list[int]()

        async def take() -> None:
            while len(got) < 5:
                got.append(await queue.get())
            done.set()

        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(take())
            for number in range(5):
                await queue.put(number)
            await done.wait()
        return got

    assert run(main) == [0, 1, 2, 3, 4]


def test_a_stopped_process_runs_nothing_and_does_it_later_in_order() -> None:
    async def main(loop: VirtualLoop) -> None:
        process, seen, calls = Process("w", loop), list[float](), list[int]()
        process.spawn(_count(seen))
        await asyncio.sleep(2.5)
        process.stop()
        for number in range(3):
            process.call(calls.append, number)
        await asyncio.sleep(5)
        assert seen == pytest.approx([loops.START + 1, loops.START + 2])
        assert calls == []
        process.go_on()
        await asyncio.sleep(0.1)
        assert calls == [0, 1, 2]
        assert seen[2:] == pytest.approx([loops.START + 7.5])  # one timer was due, and it was late
        await asyncio.sleep(1.0)
        assert seen[3:] == pytest.approx([loops.START + 8.5])

    run(main)


def test_a_stopped_process_does_not_take_its_neighbour_with_it() -> None:
    async def main(loop: VirtualLoop) -> None:
        here, there = Process("here", loop), Process("there", loop)
        mine, other = list[float](), list[float]()
        here.spawn(_count(mine))
        there.spawn(_count(other))
        here.stop()
        await asyncio.sleep(3.5)
        assert (len(mine), len(other)) == (0, 3)

    run(main)


def test_a_killed_process_runs_no_finally() -> None:
    ended = []

    async def work() -> None:
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(_count([]))
                tasks.create_task(asyncio.sleep(4))
        finally:
            ended.append("finally")

    async def main(loop: VirtualLoop) -> None:
        process = Process("w", loop)
        process.spawn(work())
        await asyncio.sleep(2)
        process.kill()
        process.go_on()
        await asyncio.sleep(10)
        assert process.state == "dead"

    run(main)
    assert ended == []


def test_what_a_process_starts_belongs_to_it() -> None:
    async def main(loop: VirtualLoop) -> None:
        process, seen = Process("w", loop), list[str]()

        async def start() -> None:
            loop.call_later(1.0, seen.append, "timer")
            inner = asyncio.create_task(asyncio.sleep(1.0))
            inner.add_done_callback(lambda _: seen.append("task"))
            await inner
            seen.append("awaited")

        process.spawn(start())
        await asyncio.sleep(0.5)
        process.stop()
        await asyncio.sleep(2)
        assert seen == []
        process.go_on()
        await asyncio.sleep(0.1)
        assert sorted(seen) == ["awaited", "task", "timer"]

    run(main)


def test_a_timer_that_is_cancelled_while_it_is_held_does_not_run() -> None:
    async def main(loop: VirtualLoop) -> None:
        process, seen = Process("w", loop), list[str]()
        timers = list[asyncio.TimerHandle]()
        process.call(lambda: timers.append(loop.call_later(1.0, seen.append, "timer")))
        await asyncio.sleep(0)
        process.stop()
        await asyncio.sleep(2)
        timers[0].cancel()
        process.go_on()
        await asyncio.sleep(1)
        assert seen == []

    run(main)


def test_waiting_for_what_cannot_happen_is_an_error() -> None:
    async def main(_: VirtualLoop) -> None:
        await asyncio.Event().wait()

    with pytest.raises(Stuck):
        run(main)


def test_spinning_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(VirtualLoop, "SPIN", 100)

    async def main(_: VirtualLoop) -> None:
        while True:  # noqa: ASYNC110 - the fault that is meant
            await asyncio.sleep(0)

    with pytest.raises(Crept):
        run(main)


def test_a_clock_near_the_seconds_of_unix_never_reaches_its_timer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seed of the trial that crept: with asyncio's own resolution such a timer is never due."""
    monkeypatch.setattr(loops, "START", 1.8e9)
    monkeypatch.setattr(loops, "RESOLUTION", 1e-9)
    monkeypatch.setattr(VirtualLoop, "SPIN", 1000)
    with pytest.raises(Crept):
        run(lambda _: asyncio.sleep(0.3))
    monkeypatch.setattr(loops, "RESOLUTION", 1e-6)
    run(lambda _: asyncio.sleep(0.3))


def test_threads_are_refused() -> None:
    async def main(_: VirtualLoop) -> None:
        await asyncio.to_thread(list)

    with pytest.raises(AssertionError, match="no threads"):
        run(main)


def test_errors_that_nobody_caught_are_kept() -> None:
    async def main(loop: VirtualLoop) -> list[str]:
        loop.call_soon(lambda: [][1])
        await asyncio.sleep(1)
        return loop.failures

    (failure,) = run(main)
    assert "IndexError" in failure


def _story(seed: int) -> str:
    """A random story of processes that talk through queues, as a digest."""

    async def main(loop: VirtualLoop) -> str:
        chance, digest = random.Random(seed), hashlib.blake2b()
        queue: asyncio.Queue[int] = asyncio.Queue(4)
        processes = [Process(f"w{number}", loop) for number in range(3)]

        async def talk(me: int) -> None:
            while True:
                await asyncio.sleep(chance.random())
                await queue.put(me)

        async def listen() -> None:
            while True:
                digest.update(b"%d %.9f;" % (await queue.get(), loop.time()))

        for number, process in enumerate(processes):
            process.spawn(talk(number))
        listening = asyncio.create_task(listen())
        for _ in range(20):
            await asyncio.sleep(chance.random())
            process = chance.choice(processes)
            chance.choice((process.stop, process.go_on))()
        processes[0].kill()
        await asyncio.sleep(5)
        for process in processes:
            process.kill()
        listening.cancel()
        return digest.hexdigest()

    return run(main)


def test_the_same_seed_tells_the_same_story() -> None:
    assert _story(7) == _story(7)
    assert _story(7) != _story(8)


def test_the_real_loop_is_not_touched() -> None:
    async def main(_: VirtualLoop) -> None:
        assert events._get_running_loop() is not None

    run(main)
    assert events._get_running_loop() is None


def test_a_story_of_a_coroutine_is_run_once() -> None:
    ran = []

    def main(_: VirtualLoop) -> Coroutine[object, object, None]:
        async def story() -> None:
            ran.append(1)

        return story()

    run(main)
    assert ran == [1]

"""The supervisor over real processes: each wait is for what they say, or for their end."""

import os
import signal
from pathlib import Path

from tests.server.supervised import Supervised, entries, install, program_of, supervised


def children_of(pid: int) -> list[tuple[int, str]]:
    """The children of a process, with their states (``Z`` for one that is dead and not buried)."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            number, rest = stat.read_text().split(" (", 1)
        except (FileNotFoundError, ProcessLookupError):  # it ended while we looked
            continue
        state, parent = rest.rpartition(") ")[2].split(" ")[:2]
        if int(parent) == pid:
            found.append((int(number), state))
    return found


async def started(running: Supervised) -> dict[int, int]:
    assert await running.ready()
    while len(running.up) < 3:
        await running.line()
    return dict(running.up)


async def test_all_workers_serve_and_all_end_in_good_order(tmp_path: Path) -> None:
    async with supervised(tmp_path) as running:
        up = await started(running)
        assert sorted(pid for pid, _ in children_of(running.process.pid)) == sorted(up.values())
        running.signal(signal.SIGTERM)
        assert await running.end() == 0
        assert sorted(line.split()[2] for line in running.lines if line.startswith("down")) == sorted(
            map(str, up.values())
        )
        assert entries(running) == []


async def test_a_worker_that_dies_is_started_again_and_leaves_no_zombie(tmp_path: Path) -> None:
    async with supervised(tmp_path, settled_seconds=0.0) as running:
        up = await started(running)
        os.kill(up[1], signal.SIGKILL)
        await running.until("up 1 ")
        assert running.up[1] != up[1]
        assert {0: up[0], 2: up[2]}.items() <= running.up.items()
        assert {state for _, state in children_of(running.process.pid)}.isdisjoint("Z")
        running.signal(signal.SIGINT)
        assert await running.end() == 0
        (entry,) = entries(running)
        assert entry["child"] == up[1]
        assert (entry["event"], entry["code"], entry["restart_in"]) == ("worker ended", -signal.SIGKILL, 0.0)


async def test_whoever_dies_again_and_again_is_started_later_and_later(tmp_path: Path) -> None:
    async with supervised(tmp_path, first_wait=0.01, longest_wait=0.05) as running:
        up = await started(running)
        (tmp_path / "broken").touch()
        os.kill(up[0], signal.SIGKILL)
        for _ in range(5):
            await running.until("broken 0")
        (tmp_path / "broken").unlink()
        await running.until("up 0 ")
        running.signal(signal.SIGTERM)
        assert await running.end() == 0
        waits = [entry["restart_in"] for entry in entries(running)]
        assert waits[:5] == [0.01, 0.02, 0.04, 0.05, 0.05]


async def test_what_keeps_the_first_worker_from_starting_ends_it_all_at_once_with_its_code(tmp_path: Path) -> None:
    (tmp_path / "broken").touch()
    async with supervised(tmp_path) as running:
        assert not await running.ready()
        assert await running.end() == 3
        assert [line.split()[0] for line in running.lines if line] == ["broken"]


async def test_it_can_be_stopped_while_it_starts(tmp_path: Path) -> None:
    (tmp_path / "slow").touch()
    async with supervised(tmp_path) as running:
        await running.until("slow 0")
        running.signal(signal.SIGTERM)
        assert await running.end() == 0
        assert [line.split()[0] for line in running.lines if line] == ["slow", "asked1", "down"]


async def test_a_worker_that_is_stopped_before_it_can_stop_by_itself_has_done_nothing_wrong(tmp_path: Path) -> None:
    (tmp_path / "early").touch()
    async with supervised(tmp_path) as running:
        await running.until("early")
        running.signal(signal.SIGTERM)
        assert await running.end() == 0


async def test_a_worker_that_takes_too_long_to_serve_is_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "slow").touch()
    async with supervised(tmp_path, start_seconds=1.0) as running:
        assert not await running.ready()
        assert await running.end() == 1
        # How far its worker came in that time is the machine's business: it may not even have told that it is slow.
        assert running.up == {}


async def test_hup_replaces_one_worker_after_another_each_by_one_that_serves(tmp_path: Path) -> None:
    async with supervised(tmp_path) as running:
        old = await started(running)
        running.signal(signal.SIGHUP)
        await running.until("all workers replaced")
        new = dict(running.up)
        assert set(old.values()).isdisjoint(new.values())
        happened = [line.split() for line in running.lines if line.startswith(("up", "down"))][3:]
        expected = []
        for index in (0, 1, 2):
            expected += [["up", str(index), str(new[index])], ["down", str(index), str(old[index])]]
        assert happened == expected
        assert {state for _, state in children_of(running.process.pid)}.isdisjoint("Z")
        os.kill(new[2], signal.SIGKILL)  # the new ones are kept as the old ones were
        await running.until("up 2 ")
        running.signal(signal.SIGTERM)
        assert await running.end() == 0


async def test_if_the_new_worker_does_not_start_the_old_ones_stay(tmp_path: Path) -> None:
    async with supervised(tmp_path) as running:
        old = await started(running)
        (tmp_path / "broken").touch()
        running.signal(signal.SIGHUP)
        await running.until("the workers stay")
        assert running.up == old
        assert sorted(pid for pid, _ in children_of(running.process.pid)) == sorted(old.values())
        (tmp_path / "broken").unlink()
        running.signal(signal.SIGHUP)  # and the next try may succeed
        await running.until("all workers replaced")
        running.signal(signal.SIGTERM)
        assert await running.end() == 0


async def test_if_the_program_cannot_be_started_the_old_ones_stay(tmp_path: Path) -> None:
    async with supervised(tmp_path) as running:
        old = await started(running)
        program_of(tmp_path).unlink()
        running.signal(signal.SIGHUP)
        await running.until("worker cannot be started")
        await running.until("the workers stay")
        assert running.up == old
        install(tmp_path)
        running.signal(signal.SIGHUP)
        await running.until("all workers replaced")
        running.signal(signal.SIGTERM)
        assert await running.end() == 0


async def test_a_worker_that_dies_is_started_as_soon_as_its_program_can_be(tmp_path: Path) -> None:
    async with supervised(tmp_path, first_wait=0.01, longest_wait=0.05) as running:
        old = await started(running)
        program_of(tmp_path).unlink()
        os.kill(old[0], signal.SIGKILL)
        for _ in range(2):
            await running.until("worker cannot be started")
        install(tmp_path)
        await running.until("up 0 ")
        assert (running.up[1], running.up[2]) == (old[1], old[2])
        running.signal(signal.SIGTERM)
        assert await running.end() == 0


async def test_without_a_program_nothing_starts(tmp_path: Path) -> None:
    async with supervised(tmp_path, installed=False) as running:
        assert not await running.ready()
        assert await running.end() == 1
        assert [entry["event"] for entry in entries(running)] == ["worker cannot be started"]


async def test_a_worker_that_does_not_stop_is_killed_and_the_exit_code_says_so(tmp_path: Path) -> None:
    async with supervised(tmp_path, stop_seconds=0.2) as running:
        await started(running)
        (tmp_path / "stubborn").touch()
        running.signal(signal.SIGTERM)
        assert await running.end() == 1
        assert [entry["event"] for entry in entries(running)] == ["worker killed: it did not stop"] * 3


async def test_ctrl_c_reaches_the_supervisor_alone_which_asks_each_worker_once(tmp_path: Path) -> None:
    async with supervised(tmp_path) as running:
        await started(running)
        os.killpg(running.process.pid, signal.SIGINT)  # as a terminal does it
        assert await running.end() == 0
        assert sorted(line.split()[0] for line in running.lines[3:] if line) == ["asked1"] * 3 + ["down"] * 3


async def test_a_second_signal_is_passed_on(tmp_path: Path) -> None:
    async with supervised(tmp_path, workers=3) as running:
        await started(running)
        (tmp_path / "stubborn").touch()
        running.signal(signal.SIGTERM)
        for _ in range(3):
            await running.until("asked1")
        (tmp_path / "stubborn").unlink()
        running.signal(signal.SIGTERM)
        await running.until("asked2")
        assert await running.end() == 0


async def test_a_worker_that_is_silent_is_killed_and_started_again(tmp_path: Path) -> None:
    async with supervised(tmp_path, quiet_seconds=4.0) as running:
        up = await started(running)
        os.kill(up[0], signal.SIGSTOP)
        await running.until("worker killed: it is silent")
        await running.until("up 0 ")
        assert (running.up[1], running.up[2]) == (up[1], up[2])
        running.signal(signal.SIGTERM)
        assert await running.end() == 0


async def test_without_their_supervisor_the_workers_end(tmp_path: Path) -> None:
    async with supervised(tmp_path) as running:
        up = await started(running)
        running.signal(signal.SIGKILL)
        assert await running.end() == -signal.SIGKILL
        assert sorted(line.split()[2] for line in running.lines if line.startswith("down")) == sorted(
            map(str, up.values())
        )

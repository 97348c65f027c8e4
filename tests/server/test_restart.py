"""A server that was killed and started again: every match stands where it stood."""

import asyncio
import random
import sys
from pathlib import Path

import pytest

from server.protocol.messages import (
    MSGPACK,
    CreateTable,
    Ended,
    Goaway,
    Join,
    Ping,
    Pong,
    Snapshot,
    Table,
)
from tests.server.player import DECK, OTHER_DECK, Player, any_decision, fetch_ticket, play_on, seat_two
from tests.server.process import ROOT, served


async def move(players: list[Player], chance: random.Random, decisions: int) -> None:
    """So many decisions of whoever is asked; everyone has read everything afterwards."""
    for _ in range(decisions):
        asked = next((player for player in players if player.end.prompt is not None), None)
        if asked is None:
            return
        assert asked.end.prompt is not None
        await asked.decide(any_decision(asked.end.prompt, chance))
        while asked.end.pending:
            await asked.next()
        while all(player.end.prompt is None and player.end.outcome is None for player in players):
            await next(player for player in players if player is not asked).next()


async def test_a_killed_server_comes_back_with_the_same_prompt(tmp_path: Path) -> None:
    chance = random.Random(11)
    async with served(tmp_path) as first:
        ann, ben = await Player(first.url, "Ann").arrive(), await Player(first.url, "Ben", MSGPACK).arrive()
        players = [ann, ben]
        await seat_two(ann, ben)
        await move(players, chance, 25)
        for player in players:
            await player.catch_up()
        before = [(player.end.view, player.end.prompt, player.end.n) for player in players]
        epoch = ann.end.epoch
        await first.kill()
    async with served(tmp_path) as second:
        for player in players:
            player.url = second.url
            await player.arrive()
            await player.wait(Snapshot)
        assert [(player.end.view, player.end.prompt, player.end.n) for player in players] == before
        assert ann.end.epoch > epoch
        async with asyncio.TaskGroup() as tasks:
            for player in players:
                tasks.create_task(play_on(player, chance))
        assert ann.end.outcome is not None
        assert ann.end.outcome == ben.end.outcome
        for player in players:
            await player.leave()


@pytest.mark.parametrize("seed", range(2))
async def test_no_acknowledged_decision_is_lost_whenever_the_server_is_killed(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    ann = Player("", "Ann")
    for start in range(3):
        async with served(tmp_path) as server:
            ann.url = server.url
            acked, seq = ann.end.acked, ann.end.seq
            await ann.arrive()
            if start == 0:
                await ann.send(CreateTable(opponent="bot", bot="random", deck=DECK))
            snapshot = await ann.wait(Snapshot)
            assert acked <= snapshot.n <= acked + 1
            assert snapshot.seq > seq
            for _ in range(chance.randrange(2, 8)):
                prompt = await ann.until_asked()
                if prompt is None:
                    break
                await ann.decide(any_decision(prompt, chance))
                while ann.end.pending:
                    await ann.next()
            if ann.end.prompt is not None:
                await ann.decide(any_decision(ann.end.prompt, chance))  # and nobody waits for the answer
            await server.kill()
    async with served(tmp_path) as server:
        ann.url = server.url
        await ann.arrive()
        await ann.wait(Snapshot)
        await play_on(ann, chance)
        assert ann.end.outcome is not None
        await ann.leave()


async def test_the_bot_plays_on_after_a_kill(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ann = await Player(server.url, "Ann").arrive()
        await ann.send(CreateTable(opponent="bot", bot="random", deck=DECK))
        await ann.wait(Snapshot)
        await server.kill()
    async with served(tmp_path) as server:
        ann.url = server.url
        await ann.arrive()
        await ann.wait(Snapshot)
        await play_on(ann, random.Random(3))
        assert ann.end.outcome is not None
        await ann.leave()


async def test_a_waiting_table_an_identity_and_a_ticket_survive_a_kill(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ann, ben = await Player(server.url, "Ann").arrive(), await Player(server.url, "Ben").arrive()
        await ann.send(CreateTable(opponent="human", deck=DECK))
        code = (await ann.wait(Table)).code
        ticket = await fetch_ticket(server.url, ben.token)
        await server.kill()
    async with served(tmp_path) as server:
        ann.url = ben.url = server.url
        await ann.arrive()
        table = await ann.wait(Table)
        assert (table.code, table.state) == (code, "waiting")
        await ben.dial()
        await ben.send(ben.end.hello(ticket))
        await ben.send(Join(code=code, deck=OTHER_DECK))
        await ben.wait(Snapshot)
        await ann.wait(Snapshot)
        await ann.leave()
        await ben.leave()


async def test_a_finished_table_can_still_be_read_after_a_restart(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ann, ben = await Player(server.url, "Ann").arrive(), await Player(server.url, "Ben").arrive()
        await seat_two(ann, ben)
        await ann.send(ann.end.concede())
        while ann.end.outcome is None:
            await ann.next()
        view = ann.end.view
        await server.kill()
    async with served(tmp_path) as server:
        tab = Player(server.url, "another tab")
        tab.token = ann.token
        await tab.arrive()
        assert (await tab.wait(Table)).state == "ended"
        assert (await tab.wait(Snapshot)).view == view
        assert (await tab.wait(Ended)).outcome.reason == "concede"
        await tab.leave()


async def test_a_stopped_server_says_goodbye_and_exits_with_0(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ann, ben = await Player(server.url, "Ann").arrive(), await Player(server.url, "Ben").arrive()
        await seat_two(ann, ben)
        stopped = asyncio.create_task(server.terminate())
        told = [await player.wait(Goaway) for player in (ann, ben)]
        assert len({goaway.retry_ms for goaway in told}) == 2, "they leave one after another"
        await ann.send(Ping(t=1))
        assert (await ann.wait(Pong)).t == 1, "until then all goes on over the connection"
        assert (await ann.until_closed()).code == 1012
        assert (await ben.until_closed()).code == 1012
        assert await stopped == 0


async def test_a_second_server_on_the_same_state_says_what_is_wrong(tmp_path: Path) -> None:
    async with served(tmp_path):
        second = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.server.process", str(tmp_path), "today's",
            cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        out, error = await second.communicate()
        assert second.returncode == 1
        assert out == b""
        assert "in use by another Paltable" in error.decode()

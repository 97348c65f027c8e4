"""Bots that take long, over real sockets and in a real process of their own."""

import asyncio
import os
import random
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

import server.thinking
from engine import Decision, Game, catalogue
from engine.decks import PRESETS
from server.app import running
from server.bots import Bot
from server.protocol.messages import CreateTable, Ended, Snapshot
from server.settings import Settings
from server.thinking import WAITING, Thinking
from tests.server.bots import Uniform
from tests.server.chance import Scripted
from tests.server.player import DECK, PATIENCE, Player, play_on
from tests.server.thinkers import Cheats, Dies, Elsewhere, Hangs, Raises, Waits

pytestmark = pytest.mark.usefixtures("plain_logs")

SOME = 6
"""So many decisions of the player."""


@pytest.fixture(autouse=True)
def _no_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow this machine is just now, no bot decides in haste because of that."""
    monkeypatch.setattr(server.thinking, "PATIENCE_SECONDS", 10 * PATIENCE)
    monkeypatch.setattr(server.thinking, "BEAT_SECONDS", 0.0)


async def at_a_table(url: str, name: str = "Ann") -> Player:
    player = await Player(url, name).arrive()
    await player.send(CreateTable(opponent="bot", deck=DECK))
    await player.wait(Snapshot)
    return player


async def test_a_bot_that_takes_long_decides_in_another_process(settings: Settings) -> None:
    with capture_logs() as logs:
        async with running(settings, {"greedy": Elsewhere(os.getpid())}, Scripted(1)) as url:
            ann = await at_a_table(url)
            assert await play_on(ann, random.Random(1), SOME) == SOME
            await ann.leave()
    assert not errors(logs)


def errors(logs: list[Any]) -> list[str]:
    return [entry["event"] for entry in logs if entry["log_level"] == "error"]


async def test_while_a_bot_thinks_nobody_waits_for_it(settings: Settings, tmp_path: Path) -> None:
    """Not at other tables, and not at its own: even that match can be ended."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    bots: dict[str, Bot] = {"greedy": Waits(os.getpid(), pipe), "random": Uniform()}
    async with running(settings, bots, Scripted(1)) as url:
        ann, ben = await at_a_table(url), await Player(url, "Ben").arrive()
        await until_the_bot_is_asked(ann)
        await ben.send(CreateTable(opponent="bot", bot="random", deck=DECK))
        await ben.wait(Snapshot)
        assert await play_on(ben, random.Random(2), 40) == 40
        await ann.send(ann.end.concede())
        assert (await ann.wait(Ended)).outcome.reason == "concede"
        for player in (ann, ben):
            await player.leave()


async def until_the_bot_is_asked(player: Player) -> None:
    chance = random.Random(1)
    while player.end.prompt is not None:
        await play_on(player, chance, 1)
        await player.catch_up()


async def test_a_process_that_is_killed_costs_its_bot_one_good_decision_and_is_begun_anew(
    settings: Settings, tmp_path: Path
) -> None:
    with capture_logs() as logs:
        async with running(settings, {"greedy": dying(tmp_path, 1)}, Scripted(1)) as url:
            ann = await at_a_table(url)
            assert await play_on(ann, random.Random(1), SOME) == SOME
            await ann.leave()
    assert errors(logs) == ["bot decides in haste"]


def dying(folder: Path, times: int) -> Dies:
    """A bot whose process dies so often."""
    deaths = folder / "deaths"
    deaths.mkdir()
    for number in range(times):
        (deaths / str(number)).touch()
    return Dies(os.getpid(), deaths)


@asynccontextmanager
async def thinks(bot: Elsewhere) -> AsyncIterator[Thinking]:
    """Somebody who asks the bot, known as ``bot``."""
    thinking = Thinking({"bot": bot})
    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(thinking.run())
        yield thinking
        running.cancel()


async def test_whoever_dies_at_each_question_is_stood_in_for_at_each(tmp_path: Path) -> None:
    game = a_game(one_choice=False)
    async with thinks(dying(tmp_path, 2)) as thinking:
        decided = [await thinking.decide("bot", game, "log") for _ in range(3)]
    first, last = legal_of(game)[0], legal_of(game)[-1]
    assert decided == [last, last, first]


def legal_of(game: Game) -> Sequence[Decision]:
    assert game.prompt is not None
    return game.prompt.legal()


@pytest.mark.parametrize("bot", [Raises(os.getpid()), Cheats(os.getpid())], ids=["raises", "cheats"])
async def test_a_bot_that_fails_there_is_stood_in_for(bot: Elsewhere) -> None:
    game = a_game(one_choice=False)
    with capture_logs() as logs:
        async with thinks(bot) as thinking:
            assert await thinking.decide("bot", game, "log") == legal_of(game)[-1]
    assert errors(logs) == ["bot decides in haste"]


async def test_a_process_that_hangs_is_ended_and_nobody_waits_longer_than_the_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server.thinking, "PATIENCE_SECONDS", 0.1)
    game, now = a_game(one_choice=False), asyncio.get_running_loop().time
    async with thinks(Hangs(os.getpid())) as thinking:
        begun = now()
        decided = await asyncio.gather(*(thinking.decide("bot", game, "log") for _ in range(3)))
        took = now() - begun
    assert decided == 3 * [legal_of(game)[-1]]
    assert took < PATIENCE


async def test_of_too_many_questions_at_once_some_are_answered_in_haste() -> None:
    """The others wait for their turn, one after the other."""
    game = a_game(one_choice=False)
    async with thinks(Elsewhere(os.getpid())) as thinking:
        decided = await asyncio.gather(*(thinking.decide("bot", game, "log") for _ in range(WAITING + 3)))
    assert decided == WAITING * [legal_of(game)[0]] + 3 * [legal_of(game)[-1]]


@pytest.mark.parametrize("one_choice", [True, False])
async def test_it_decides_on_its_beat_however_little_there_is_to_think_about(
    monkeypatch: pytest.MonkeyPatch, one_choice: bool
) -> None:
    """Else whoever plays it could tell from its speed whether it holds a card that could be played."""
    monkeypatch.setattr(server.thinking, "BEAT_SECONDS", 0.2)
    game, now = a_game(one_choice=one_choice), asyncio.get_running_loop().time
    async with thinks(Elsewhere(os.getpid())) as thinking:
        await thinking.decide("bot", game, "log")  # its process has begun
        begun = now()
        await thinking.decide("bot", game, "log")
        assert now() - begun >= 0.2


@pytest.mark.parametrize("bot", [Elsewhere(os.getpid()), Hangs(os.getpid())], ids=["quick", "slow"])
async def test_in_a_quick_window_it_takes_as_long_whether_it_has_an_answer_or_not(
    monkeypatch: pytest.MonkeyPatch, bot: Elsewhere
) -> None:
    """It would take longer over two decisions than over one, and then the other player would know."""
    monkeypatch.setattr(server.thinking, "WINDOW_SECONDS", 0.2)
    game, now = a_game(one_choice=True), asyncio.get_running_loop().time
    while game.prompt is not None and game.prompt.kind != "quick":
        game.decide(game.prompt.legal()[0])
    async with thinks(bot) as thinking:
        begun = now()
        await thinking.decide("bot", game, "log")
        assert 0.2 <= now() - begun < PATIENCE


def a_game(*, one_choice: bool) -> Game:
    """A game in which whoever is asked has one legal decision, or more."""
    game = Game.start(catalogue, {"A": PRESETS["trial-1"], "B": PRESETS["trial-2"]}, bytes(32))
    while game.prompt is not None and (len(game.prompt.legal()) == 1) != one_choice:
        game.decide(game.prompt.legal()[0])
    return game


KILLED = """
import asyncio, os, signal
from server.thinking import Thinking
from tests.server.test_thinking import a_game
from tests.server.thinkers import Elsewhere

async def main():
    thinking = Thinking({"elsewhere": Elsewhere(os.getpid())})
    running = asyncio.ensure_future(thinking.run())
    await thinking.decide("elsewhere", a_game(one_choice=False), "log")
    print("decided", flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


async def test_a_worker_that_is_killed_takes_the_process_of_its_bots_along() -> None:
    """Both write their errors to one pipe: it ends when both have."""
    worker = await asyncio.create_subprocess_exec(
        sys.executable, "-c", KILLED, stdout=PIPE, stderr=PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert await asyncio.wait_for(worker.communicate(), PATIENCE) == (b"decided\n", b"")
    assert worker.returncode == -signal.SIGKILL

"""Bots that fail, and what every bot is given."""

import random
from collections.abc import Sequence

import pytest
from structlog.testing import capture_logs

from engine import Decision, Prompt
from server.app import running
from server.protocol.messages import CreateTable, Snapshot, Table
from server.settings import Settings
from tests.server.chance import Scripted
from tests.server.player import DECK, Player, play_on

pytestmark = pytest.mark.usefixtures("plain_logs")


class Raises:
    """A bot that fails."""

    def choose(self, view: dict[str, object], prompt: Prompt, legal: Sequence[Decision], seed: int) -> Decision:
        raise ZeroDivisionError("the bot is broken")


class Cheats:
    """A bot that wants what is not legal."""

    def choose(self, view: dict[str, object], prompt: Prompt, legal: Sequence[Decision], seed: int) -> Decision:
        return Decision("attack", 1, 1)


@pytest.mark.parametrize("bot", [Raises(), Cheats()], ids=["raises", "cheats"])
async def test_a_bot_that_fails_takes_the_default_and_the_match_goes_on(settings: Settings, bot: Raises) -> None:
    with capture_logs() as logs:
        async with running(settings, {"greedy": bot}, Scripted(1)) as url:
            ann = await Player(url, "Ann").arrive()
            await ann.send(CreateTable(opponent="bot", deck=DECK))
            await ann.wait(Snapshot)
            await play_on(ann, random.Random(1))
            assert ann.end.outcome is not None
            assert ann.end.outcome.reason != "fault"
            await ann.leave()
    assert {entry["event"] for entry in logs if entry["log_level"] == "error"} == {"bot failed"}


async def test_a_bot_sees_what_its_seat_sees_and_its_chance_follows_from_the_log(settings: Settings) -> None:
    seen: list[tuple[object, str, int]] = []

    class Watches:
        def choose(self, view: dict[str, object], prompt: Prompt, legal: Sequence[Decision], seed: int) -> Decision:
            seen.append((view["viewer"], prompt.seat, seed))
            return legal[seed % len(legal)]

    async with running(settings, {"greedy": Watches()}, Scripted(1)) as url:
        ann = await Player(url, "Ann").arrive()
        await ann.send(CreateTable(opponent="bot", deck=DECK))
        table = await ann.wait(Table)
        await play_on(ann, random.Random(1))
        await ann.leave()
    assert {(viewer, seat) for viewer, seat, _ in seen} == {("B" if table.seat == "A" else "A",) * 2}
    assert len({seed for *_, seed in seen}) == len(seen)

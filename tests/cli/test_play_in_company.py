"""The terminal client against another person, in one process: what it shows while the other one comes and goes."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from clients.bots import BOTS
from clients.cli.keyboard import Keyboard
from clients.cli.play import Left, Play
from clients.cli.sessions import Wish, record, sit_down
from clients.replays import decode
from clients.sdk import Client, InProcess, Table, connect, in_process
from engine import Game, SeatName, catalogue
from engine.decks import PRESETS
from engine.model.decisions import FIRST, KEEP
from engine.model.terms import OTHER
from server.app import create_app
from server.protocol import shuffles
from server.protocol.messages import WatchPolicy
from server.store.base import watched_by
from tests.deploy.fleet import served
from tests.redis import redis_server
from tests.sdk.servers import DECK, Repeatable, local, settings


class Screen(StringIO):
    """A terminal's output that one can wait for."""

    def __init__(self) -> None:
        super().__init__()
        self._written = asyncio.Event()

    def write(self, text: str) -> int:
        self._written.set()
        return super().write(text)

    async def shows(self, text: str) -> str:
        """Wait until the text was written, and forget everything so far, which is returned."""
        async with asyncio.timeout(20):
            while text not in self.getvalue():
                self._written.clear()
                await self._written.wait()
        shown = self.getvalue()
        self.truncate(0)
        self.seek(0)
        return shown


class AskedSecond(Repeatable):
    """Seats whoever opens a table where the other one is asked first, if no player adds anything to the chance."""

    _made = 0
    """So many matches have their secret."""

    @property
    def _log(self) -> str:
        """The name of the next match's log."""
        return f"log-{self._made:08}"

    def secret(self) -> bytes:
        self._made += 1
        return bytes(32)

    def token(self) -> str:
        return self._log + super().token()

    def seat(self) -> SeatName:
        deck, seed = PRESETS[DECK], shuffles.seed_of(bytes(32), {}, self._log)
        first = Game.start(catalogue, decks={"A": deck, "B": deck}, seed=seed).prompt
        assert first is not None
        return OTHER[first.seat]


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[InProcess]:
    """A server at which the one who opens a table is asked second."""
    async with local(tmp_path, AskedSecond(1)) as here:
        yield here.transport


@pytest.fixture
def keyboard() -> Iterator[tuple[Keyboard, int]]:
    """A keyboard, and where one types."""
    reading, writing = os.pipe()
    yield Keyboard(reading), writing
    os.close(reading)
    os.close(writing)


async def company(ann: Client, ben: Client) -> tuple[Table, Table]:
    """Ann waits at her table, and Ben, who has joined it, is asked whether he goes first."""
    mine = await ann.create_table(deck=DECK)
    other = await ben.join(mine.code, DECK)
    prompt = await other.asked()
    assert prompt is not None
    assert mine.prompt is None
    return mine, other


async def test_who_comes_for_the_first_time_is_here_and_not_back(
    server: InProcess, keyboard: tuple[Keyboard, int]
) -> None:
    async with connect(server, name="Ann", entropy=str) as ann, connect(server, name="Ben", entropy=str) as ben:
        mine, _ = await company(ann, ben)
        screen = Screen()
        play = Play(mine, Console(file=screen, width=80), keyboard[0])
        play._opponent = "Ben"
        said = []
        for here in (False, True, False, True):
            mine.is_opponent_here = here
            play._tell_who_is_here()
            said.append(screen.getvalue().split("\n")[-2])
        assert said == [
            "Ben is not here yet.", "Ben is here.", "Ben is gone; waiting for it to come back.", "Ben is back.",
        ]  # fmt: skip


async def test_one_sees_the_other_go_and_come_back(server: InProcess, keyboard: tuple[Keyboard, int]) -> None:
    async with connect(server, name="Ann", entropy=str) as ann, connect(server, name="Ben", entropy=str) as ben:
        mine, _ = await company(ann, ben)
        screen = Screen()
        playing = asyncio.create_task(Play(mine, Console(file=screen, width=80), keyboard[0]).run())
        await screen.shows("You play against Ben")

        ben.lose_connection()
        await screen.shows("Ben is gone; waiting for it to come back.")
        await screen.shows("Ben is back.")
        ann.lose_connection()
        await screen.shows("Your connection is back.")

        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)


async def test_one_who_is_asked_is_told_when_the_connection_goes_and_comes_back(
    server: InProcess, keyboard: tuple[Keyboard, int]
) -> None:
    async with connect(server, name="Ann", entropy=str) as ann, connect(server, name="Ben", entropy=str) as ben:
        _, other = await company(ann, ben)
        screen = Screen()
        playing = asyncio.create_task(Play(other, Console(file=screen, width=80), keyboard[0]).run())
        await screen.shows("> ")

        ben.lose_connection()
        await screen.shows("\nYour connection is gone; trying again…\n> ")
        await screen.shows("\nYour connection is back.\n> ")
        ann.lose_connection()
        await screen.shows("\nAnn is gone; waiting for it to come back.\n> ")
        os.write(keyboard[1], b"first\n")
        await screen.shows("You go first.")

        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)


async def test_the_other_concedes_while_one_thinks(server: InProcess, keyboard: tuple[Keyboard, int]) -> None:
    async with connect(server, name="Ann", entropy=str) as ann, connect(server, name="Ben", entropy=str) as ben:
        mine, other = await company(ann, ben)
        screen = Screen()
        playing = asyncio.create_task(Play(mine, Console(file=screen, width=80), keyboard[0]).run())
        await other.decide(FIRST)
        await other.asked()
        await other.decide(KEEP)
        await screen.shows("> ")

        await other.concede()
        await playing

        shown = screen.getvalue()
        assert "Ben concedes." in shown
        assert "You win: Ben conceded." in shown


async def test_one_concedes_by_the_word_of_the_notation(server: InProcess, keyboard: tuple[Keyboard, int]) -> None:
    async with connect(server, name="Ann", entropy=str) as ann, connect(server, name="Ben", entropy=str) as ben:
        mine, other = await company(ann, ben)
        screen = Screen()
        playing = asyncio.create_task(Play(other, Console(file=screen, width=80), keyboard[0]).run())
        await screen.shows("> ")
        os.write(keyboard[1], b"concede\nyes\n")

        with pytest.raises(Left):
            await playing

        outcome = await mine.ended()
        assert outcome is not None
        assert (outcome.winner, outcome.reason) == (mine.seat, "concede")


async def test_both_are_told_while_the_table_waits_for_the_store(
    tmp_path: Path, keyboard: tuple[Keyboard, int]
) -> None:
    with redis_server(tmp_path / "redis") as redis:
        async with (
            served(tmp_path, "--redis-url", redis.url) as there,
            connect(there.url, name="Ann", entropy=str) as ann,
            connect(there.url, name="Ben", entropy=str) as ben,
        ):
            mine = await ann.create_table(deck=DECK)
            await ben.join(mine.code, DECK)
            screen = Screen()
            playing = asyncio.create_task(Play(mine, Console(file=screen, width=80), keyboard[0]).run())
            await screen.shows("You play against Ben")
            redis.pause()
            await screen.shows("The table waits for the server…")
            redis.resume()
            await screen.shows("The table goes on.")
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)


@pytest.mark.parametrize(("typed", "hands"), [("y", "open"), ("", "hidden")])
async def test_whoever_joins_where_open_hands_are_wanted_is_asked(
    tmp_path: Path, keyboard: tuple[Keyboard, int], typed: str, hands: str
) -> None:
    keys, typing = keyboard
    async with (
        local(tmp_path) as here,
        connect(here.transport, name="Ann") as ann,
        connect(here.transport, name="Ben") as ben,
    ):
        mine = await ann.create_table(deck=DECK, watch=WatchPolicy(hands="open"))
        os.write(typing, f"{typed}\n".encode())
        theirs = await sit_down(ben, Wish(state_dir=tmp_path, code=mine.code), keys)
        assert watched_by((await here.room(theirs)).match.row).hands == hands


async def test_after_the_end_both_play_again_if_both_want_to(server: InProcess, keyboard: tuple[Keyboard, int]) -> None:
    async with connect(server, name="Ann", entropy=str) as ann, connect(server, name="Ben", entropy=str) as ben:
        mine, other = await company(ann, ben)
        screen = Screen()
        match = Play(mine, Console(file=screen, width=80), keyboard[0])
        playing = asyncio.create_task(match.run())
        await other.concede()
        await playing
        again = asyncio.create_task(match.again())
        await screen.shows("Type r for a rematch; Enter alone leaves.\n> ")

        his = asyncio.create_task(other.rematch())
        await screen.shows("Ben wants a rematch.")
        os.write(keyboard[1], b"r\n")
        next_table = await again

        assert next_table is not None
        assert next_table is ann.table
        assert (await his).id == next_table.id != mine.id
        assert next_table.state == "playing"


async def test_replays_of_rematches_are_kept_beside_that_of_the_first_match(server: InProcess, tmp_path: Path) -> None:
    wish = Wish(state_dir=tmp_path, record=tmp_path / "evening.paltable")
    async with connect(server, name="Ann", entropy=str) as ann, connect(server, name="Ben", entropy=str) as ben:
        mine, other = await company(ann, ben)
        for number in (1, 2, 3):
            await mine.concede()
            await record(ann, mine, wish, number)
            mine, other = await asyncio.gather(mine.rematch(), other.rematch())
    kept = [tmp_path / name for name in ("evening.paltable", "evening-2.paltable", "evening-3.paltable")]
    assert len({decode(file.read_bytes()).head.log for file in kept}) == 3


async def test_an_offer_is_taken_back_with_the_enter_key(server: InProcess, keyboard: tuple[Keyboard, int]) -> None:
    async with connect(server, name="Ann", entropy=str) as ann, connect(server, name="Ben", entropy=str) as ben:
        mine, other = await company(ann, ben)
        screen = Screen()
        match = Play(mine, Console(file=screen, width=80), keyboard[0])
        playing = asyncio.create_task(match.run())
        await other.concede()
        await playing
        again = asyncio.create_task(match.again())
        os.write(keyboard[1], b"r\n")
        await screen.shows("Waiting for Ben, who has to want it too; Enter alone takes it back.")
        await ben.until(lambda: other.offers == (mine.seat,))
        os.write(keyboard[1], b"\n")
        assert await again is None
        await ben.until(lambda: other.offers == ())


async def test_who_leaves_makes_a_rematch_impossible_and_the_other_is_told(
    server: InProcess, keyboard: tuple[Keyboard, int]
) -> None:
    async with connect(server, name="Ann", entropy=str) as ann, connect(server, name="Ben", entropy=str) as ben:
        mine, other = await company(ann, ben)
        screen = Screen()
        match = Play(mine, Console(file=screen, width=80), keyboard[0])
        playing = asyncio.create_task(match.run())
        await other.concede()
        await playing
        again = asyncio.create_task(match.again())
        os.write(keyboard[1], b"r\n")
        await screen.shows("Waiting for Ben")
        await ben.until(lambda: other.offers == (mine.seat,))
        await other.leave()
        assert await again is None
        assert "There is no rematch: it was declined." in screen.getvalue()


async def test_phrases_are_said_and_heard(server: InProcess, keyboard: tuple[Keyboard, int]) -> None:
    async with connect(server, name="Ann", entropy=str) as ann, connect(server, name="Ben", entropy=str) as ben:
        mine, other = await company(ann, ben)
        screen = Screen()
        playing = asyncio.create_task(Play(other, Console(file=screen, width=80), keyboard[0]).run())
        await screen.shows("> ")
        await mine.say("smile")
        await screen.shows("Ann smiles.\n> ")
        os.write(keyboard[1], b"say good luck\n")
        await screen.shows("You: Good luck!\n> ")
        assert await heard(ann, mine) == ["good_luck"]
        os.write(keyboard[1], b"say it aloud\n")
        await screen.shows("Say one of: hello, good luck,")
        os.write(keyboard[1], b"say thanks\n")
        await screen.shows("You have just said something; wait a moment.")
        os.write(keyboard[1], b"mute\n")
        await screen.shows("You hear no phrases any more.")

        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)


async def heard(client: Client, table: Table) -> list[str]:
    """What the opponent has said, once it has said something."""
    phrases: list[str] = []

    def hears() -> bool:
        phrases.extend(table.new_phrases())
        return bool(phrases)

    await client.until(hears)
    return phrases


async def test_one_sees_the_clocks_and_is_told_when_a_question_was_answered_by_them(
    tmp_path: Path, keyboard: tuple[Keyboard, int]
) -> None:
    timed = replace(settings(tmp_path), fast_time="60+0/1")
    async with (
        in_process(create_app(timed, BOTS, AskedSecond(1))) as server,
        connect(server, name="Ann", entropy=str) as ann,
        connect(server, name="Ben", entropy=str) as ben,
    ):
        mine = await ann.create_table(deck=DECK, time="fast")
        other = await ben.join(mine.code, DECK)
        screen = Screen()
        playing = asyncio.create_task(Play(other, Console(file=screen, width=80), keyboard[0]).run())
        await screen.shows("Clocks: you 1:00 · Ann 1:00")
        shown = await screen.shows("Clocks: you 0:59 · Ann 1:00")
        assert "Your time for this question is over: it was answered for you." in shown
        os.write(keyboard[1], b"auto\n")
        await screen.shows("The server passes for you")
        os.write(keyboard[1], b"claim\n")
        await screen.shows("Your opponent is there")

        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)

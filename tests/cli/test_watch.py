"""``paltable watch``: the matches of a server, and one of them as the terminal shows it."""

import asyncio
import re
from pathlib import Path

from rich.console import Console
from typer.testing import CliRunner

from clients.bots import BOTS
from clients.cli import identity
from clients.cli.main import app
from clients.cli.sessions import watchable
from clients.cli.watching import Watching
from clients.sdk import Table, WatchPolicy, connect
from server.app import running
from tests.cli.programs import PALTABLE, ROOT, environment
from tests.cli.test_play_in_company import Screen
from tests.sdk.servers import DECK, OTHER_DECK, Local, local, settings

NOW = WatchPolicy(delay=0, decisions=0)


async def watch(folder: Path, url: str, *arguments: str, code: int = 0) -> list[str]:
    """What the command prints until it ends."""
    process = await asyncio.create_subprocess_exec(
        *PALTABLE, "watch", "--url", url, *arguments, cwd=ROOT, env=environment(folder),
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    printed, _ = await process.communicate()
    assert process.returncode == code, printed
    return printed.decode().splitlines()


async def play_to_turn(turn: int, *tables: Table) -> None:
    """Let these decide until that turn has come."""
    while tables[0].view["turn"] < turn:
        await asyncio.wait([asyncio.ensure_future(each.asked()) for each in tables], return_when="FIRST_COMPLETED")
        asked = next(each for each in tables if each.prompt is not None)
        assert asked.prompt is not None
        await asked.decide(asked.prompt.default)


async def shown(here: Local, table: str, token: str = "") -> list[str]:
    """All that the terminal prints of a match, to its end."""
    async with connect(here.transport, token=token, watches=True) as client:
        screen = Screen()
        watching = Watching(await client.watch(table), Console(file=screen, width=100, highlight=False))
        await watching.run()
        return screen.getvalue().splitlines()


async def test_matches_are_listed_with_how_many_watch_them_and_how_late(tmp_path: Path) -> None:
    async with running(settings(tmp_path / "server"), BOTS) as url, connect(url, name="Ann") as ann:
        assert await watch(tmp_path, url) == ["No match is being played."]
        table = await ann.create_table(deck=DECK, opponent="bot")
        heading, line, how = await watchable(url)
        assert heading == "Matches:"
        assert line.split()[0] == table.id
        assert line.endswith("have just begun (0 watch, 30 s late)")
        assert "Ann" in line
        assert how == f"Watch one with: paltable watch --url {url} ID"


async def test_a_listed_match_says_how_far_it_is_for_its_watchers(tmp_path: Path) -> None:
    async with running(settings(tmp_path / "server"), BOTS) as url, connect(url, name="Ann") as ann:
        table = await ann.create_table(deck=DECK, opponent="bot", watch=WatchPolicy(delay=0, decisions=0))
        await play_to_turn(2, table)
        _, line, _ = await watchable(url)
        assert re.search(r" have just begun, turn [2-9], life \d+ to \d+ \(0 watch, 0 s late\)$", line), line


async def test_a_match_is_told_and_drawn_at_every_turn_until_it_is_over(tmp_path: Path) -> None:
    async with (
        local(tmp_path) as here,
        connect(here.transport, name="Ann") as ann,
        connect(here.transport, name="Ben") as ben,
    ):
        policy = WatchPolicy(delay=0, decisions=0, hands="open")
        mine = await ann.create_table(deck=DECK, watch=policy)
        theirs = await ben.join(mine.code, OTHER_DECK, open_hands=True)
        watching = asyncio.create_task(shown(here, mine.id))
        while here.server.worker.gallery.watchers == 0:
            await ann.tables()
        await play_to_turn(3, mine, theirs)
        await mine.concede()
        lines = await watching
        assert lines[0].endswith("You see it as it happens.")
        assert lines[-1] == "Ben wins: Ann conceded."
        assert sum(" · life " in line for line in lines) >= 2
        assert any(line.startswith("Ann holds ") for line in lines)
        assert any(line.startswith("Ben holds ") for line in lines)
        assert not any(word in line for line in lines for word in ("Your hand", "your turn", "You draw"))


async def test_whoever_plays_it_too_is_shown_the_own_seat(tmp_path: Path) -> None:
    async with local(tmp_path) as here, connect(here.transport, name="Ann") as ann:
        table = await ann.create_table(deck=DECK, opponent="bot")
        watching = asyncio.create_task(shown(here, table.id, ann.token))
        while not here.server.worker.gallery.watchers:
            await ann.tables()
        await play_to_turn(2, table)
        await table.concede()
        assert "Your hand" in await watching


async def test_late_matches_say_how_late_they_are(tmp_path: Path) -> None:
    async with local(tmp_path) as here, connect(here.transport) as ann, connect(here.transport, watches=True) as cid:
        table = await ann.create_table(deck=DECK, opponent="bot", watch=WatchPolicy(delay=3600, decisions=1))
        screen = Screen()
        watching = Watching(await cid.watch(table.id), Console(file=screen, width=100, highlight=False))
        task = asyncio.create_task(watching.run())
        await screen.shows("There is nothing to show yet.")
        await cid.unwatch()
        await screen.shows("You do not watch this match any more.")
        await task


async def test_what_cannot_be_watched_is_said(tmp_path: Path) -> None:
    async with running(settings(tmp_path / "server"), BOTS) as url:
        identity.remember(tmp_path, url, "a token of another server")
        printed = await watch(tmp_path, url, "none", code=1)
        assert printed == ["Error: There is no match to watch under this id."]


def test_a_server_has_to_be_named() -> None:
    assert CliRunner().invoke(app, ["watch"]).exit_code == 2


async def test_whoever_follows_is_shown_the_rematch_too(tmp_path: Path) -> None:
    async with running(settings(tmp_path / "server"), BOTS) as url, connect(url, name="Ann") as ann:
        table = await ann.create_table(deck=DECK, opponent="bot", watch=NOW)
        process = await asyncio.create_subprocess_exec(
            *PALTABLE, "watch", "--url", url, "--follow", table.id, cwd=ROOT, env=environment(tmp_path),
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip
        assert process.stdout is not None
        for begun in range(2):
            heading = (await process.stdout.readline()).decode()
            assert "You see it as it happens." in heading
            await table.concede()
            while "If they play again, you see it." not in (line := (await process.stdout.readline()).decode()):
                assert line, f"it ended after {begun} matches"
            if not begun:
                table = await table.rematch()
        process.terminate()
        await process.communicate()

"""The commands that sit at a table: how they come there, and how they leave."""

import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from clients.bots import BOTS, Bot
from clients.cli import identity
from clients.cli.chance import Seeded
from clients.cli.console import out
from clients.cli.keyboard import Keyboard
from clients.cli.play import Play
from clients.cli.words import drawn, lost
from clients.sdk import Client, DeckLike, Table, UnknownIdentity, connect, in_process
from server.app import create_app
from server.log import configure
from server.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """Where someone wants to play, and against whom. Without a ``url`` the match is played in this process.

    At most one of ``code``, ``opens`` and ``queues``; without them a bot is the opponent.
    """

    url: str = ""
    name: str = ""
    state_dir: Path
    deck: DeckLike = "trial-1"
    code: str = ""
    opens: bool = False
    listed: bool = False
    """Everyone sees the table that this ``opens`` in the lobby."""
    queues: bool = False
    bot: str = "greedy"
    bot_deck: DeckLike | None = None
    seed: int | None = None
    """From which a match in this process follows; ``None`` for chance."""


@asynccontextmanager
async def client_for(wish: Wish) -> AsyncIterator[Client]:
    """A client of the server, or of one of its own in this process. Raises `CannotConnect`."""
    if not wish.url:
        configure("critical", as_json=False)
        chance = None if wish.seed is None else Seeded(wish.seed)
        with tempfile.TemporaryDirectory(prefix="paltable-") as folder:
            app = create_app(Settings(state_dir=Path(folder)), BOTS, chance)
            async with in_process(app) as transport, connect(transport, name=wish.name or "You") as client:
                yield client
        return
    async with _known_client(wish) as client:
        yield client


@asynccontextmanager
async def _known_client(wish: Wish) -> AsyncIterator[Client]:
    """The client of this user's identity on that server, kept for the next time; a new one if the server lost it."""
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(identity.claim(wish.state_dir))
        token = identity.recall(folder, wish.url)
        try:
            client = await stack.enter_async_context(connect(wish.url, name=wish.name, token=token))
        except UnknownIdentity:
            client = await stack.enter_async_context(connect(wish.url, name=wish.name))
        identity.remember(folder, wish.url, client.token)
        yield client


async def sit_down(client: Client, wish: Wish) -> Table:
    """The table of the wish, or the one at which this identity still plays. Raises `Refused` and `ConnectionLost`."""
    here = client.table
    if client.parked:
        out.print(client.parked, markup=False)
    if here is not None and here.state != "ended":
        out.print(f"You are back at table {here.code}.", markup=False)
        return here
    if wish.code:
        return await client.join(wish.code, wish.deck)
    if wish.queues:
        out.print("Waiting for an opponent …")
        return await client.queue(wish.deck)
    if wish.opens:
        table = await client.create_table(deck=wish.deck, is_open=wish.listed)
        seen = " Everyone sees it in the lobby." if wish.listed else ""
        out.print(f"Table {table.code} is open. Whoever joins it plays you.{seen}", markup=False)
        return table
    return await client.create_table(
        deck=wish.deck, opponent="bot", bot="random" if wish.bot == "random" else "greedy", bot_deck=wish.bot_deck
    )


async def play(wish: Wish) -> None:
    """Play in the terminal, as often as both like. Raises `Left`, `CannotConnect`, `Refused` and `ConnectionLost`."""
    async with client_for(wish) as client:
        keyboard = Keyboard()
        table: Table | None = await sit_down(client, wish)
        while table is not None:
            match = Play(table, out, keyboard)
            await match.run()
            table = await match.again()


async def lobby(wish: Wish) -> list[str]:
    """The tables of a server's lobby, a line each. Raises `CannotConnect`, `Refused` and `ConnectionLost`."""
    async with client_for(wish) as client:
        tables = await client.tables()
    now = client.server_time
    waiting = [f"  {one.code:8} {one.name:24} waits {_since(one.since, now)}" for one in tables.open]
    playing = [f"  {one.players.A.name} and {one.players.B.name} play {_since(one.since, now)}" for one in tables.live]
    join = f"Join one with: paltable play --url {wish.url} --table CODE"
    return [*(["Open tables:", *waiting, join] if waiting else ["No table is open."]), *playing]


def _since(moment: int, now: int) -> str:
    minutes = max(0, now - moment) // 60_000
    return f"since {minutes} min" if minutes else "since just now"


async def let_play(wish: Wish, bot: Bot) -> str:
    """Have a bot play, and say how it ended. Raises `CannotConnect`, `Refused` and `ConnectionLost`."""
    async with client_for(wish) as client:
        table = await sit_down(client, wish)
        await table.started()
        opponent = "nobody" if table.opponent is None else table.opponent.name
        out.print(f"{client.name} plays {opponent} at table {table.code}.", markup=False)
        async for prompt in table:
            await table.decide(bot.choose(table.view, prompt, prompt.legal(), prompt.id))
        return _told(table)


def _told(table: Table) -> str:
    outcome = table.outcome
    if outcome is None:
        return table.parked or "The bot has left the table."
    winner = next((player.name for seat, player in table.players.items() if seat == outcome.winner), "")
    loser = next((player.name for seat, player in table.players.items() if seat != outcome.winner), "")
    return f"{winner} wins: {lost(outcome.reason, loser)}" if winner else drawn(outcome.reason)

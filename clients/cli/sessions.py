"""The commands that sit at a table: how they come there, and how they leave."""

import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from msgspec import UnsetType

from clients.bots import HOUSE_BOTS, Bot
from clients.cli import identity
from clients.cli.chance import Seeded
from clients.cli.console import out
from clients.cli.keyboard import Keyboard
from clients.cli.play import Left, Play, is_yes
from clients.cli.watching import Watching
from clients.cli.words import drawn, lost
from clients.replays import Difference, InvalidReplay, decode, verify
from clients.sdk import Client, DeckLike, Refused, Table, UnknownIdentity, Watched, connect, fresh_entropy, in_process
from engine import OtherVersion, catalogue
from server.app import create_app
from server.log import configure
from server.protocol.messages import Bot as BotName
from server.protocol.messages import Standing, TimeControlName
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
    time: TimeControlName = "none"
    """How the players' time is measured at the table that this ``opens``."""
    queues: bool = False
    bot: BotName = "greedy"
    bot_deck: DeckLike | None = None
    seed: int | None = None
    """From which a match in this process follows; ``None`` for chance."""
    record: Path | None = None
    """Where the replay is kept when the match is over; those of its rematches are kept beside it, with numbers."""


@asynccontextmanager
async def client_for(wish: Wish) -> AsyncIterator[Client]:
    """A client of the server, or of one of its own in this process. Raises `CannotConnect`."""
    if not wish.url:
        configure("critical", as_json=False)
        chance, entropy = (None, fresh_entropy) if wish.seed is None else (Seeded(wish.seed), str)
        with tempfile.TemporaryDirectory(prefix="paltable-") as folder:
            app = create_app(Settings(state_dir=Path(folder)), HOUSE_BOTS, chance)
            async with (
                in_process(app) as transport,
                connect(transport, name=wish.name or "You", entropy=entropy) as client,
            ):
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


async def sit_down(client: Client, wish: Wish, keyboard: Keyboard | None = None) -> Table:
    """The table of the wish, or the one at which this identity still plays. Raises `Refused` and `ConnectionLost`.

    Without a ``keyboard`` nobody is asked about anything.
    """
    here = client.table
    if client.parked:
        out.print(client.parked, markup=False)
    if here is not None and here.state != "ended":
        waits = " Nobody has joined it yet." if here.state == "waiting" else ""
        out.print(f"You are back at table {here.code}.{waits}", markup=False)
        return here
    if wish.code:
        return await _join(client, wish, keyboard)
    if wish.queues:
        out.print("Waiting for an opponent …")
        return await client.queue(wish.deck)
    if wish.opens:
        table = await client.create_table(deck=wish.deck, is_open=wish.listed, time=wish.time)
        seen = " Everyone sees it in the lobby." if wish.listed else ""
        out.print(f"Table {table.code} is open. Whoever joins it plays you.{seen}", markup=False)
        return table
    return await client.create_table(deck=wish.deck, opponent="bot", bot=wish.bot, bot_deck=wish.bot_deck)


async def _join(client: Client, wish: Wish, keyboard: Keyboard | None) -> Table:
    """The table with the code of the wish; where open hands are wanted, the player is asked."""
    if keyboard is None:
        return await client.join(wish.code, wish.deck)
    try:
        return await client.join(wish.code, wish.deck, open_hands=None)
    except Refused as refused:
        if refused.code != "open_hands":
            raise
        out.print(f"{refused.why} Type y for yes; Enter alone is no.", markup=False)
    return await client.join(wish.code, wish.deck, open_hands=is_yes(await keyboard.line()))


async def play(wish: Wish) -> None:
    """Play in the terminal, as often as both like.

    Raises `Left`, `CannotConnect`, `Refused`, `ConnectionLost` and `OSError`.
    """
    async with client_for(wish) as client:
        keyboard = Keyboard()
        table = await sit_down(client, wish, keyboard)
        for number in count(1):
            match = Play(table, out, keyboard)
            try:
                await match.run()
            except Left:
                await record(client, table, wish, number)
                raise
            await record(client, table, wish, number)
            following = await match.again()
            if following is None:
                return
            table = following


async def record(client: Client, table: Table, wish: Wish, number: int) -> None:
    """Keep the replay, and say what it proves; or say how to get it. Those of rematches have their ``number`` too.

    Raises `Refused`, `CannotConnect` and `OSError`.
    """
    if table.outcome is None:
        if wish.record is not None:
            out.print("The match is not over: there is no replay of it yet.")
        return
    if wish.record is None:
        if wish.url:
            get = f"paltable replay {table.id} --url {wish.url}"
            out.print(f"See the match again: {get}", markup=False, soft_wrap=True, style="dim")
        return
    data = await client.replay(table.id)
    file = wish.record if number == 1 else wish.record.with_stem(f"{wish.record.stem}-{number}")
    file.write_bytes(data)
    out.print(f"The replay is kept in {file}. {_proved(data, table.commitment)}", markup=False, soft_wrap=True)


def _proved(data: bytes, commitment: str) -> str:
    """What a replay proves to whoever was told this commitment, or what is wrong with it."""
    try:
        return verify(decode(data), catalogue, commitment).sentence
    except (InvalidReplay, Difference, OtherVersion) as wrong:
        return f"It proves nothing: {wrong}"


async def lobby(url: str) -> list[str]:
    """The tables of a server's lobby, a line each. Raises `CannotConnect`, `Refused` and `ConnectionLost`."""
    async with connect(url) as client:
        tables = await client.tables()
    now = client.server_time
    waiting = [f"  {one.code:8} {one.name:24} {_since(one.since, now, 'has', 'waited', 'come')}" for one in tables.open]
    playing = [
        f"  {one.players.A.name} and {one.players.B.name} {_since(one.since, now, 'have', 'played', 'begun')}"
        for one in tables.live
    ]
    join = f"Join one with: paltable play --url {url} --table CODE"
    return [*(["Open tables:", *waiting, join] if waiting else ["No table is open."]), *playing]


async def watch(url: str, state_dir: Path, table_id: str, *, follows: bool = False) -> None:
    """Show a match in the terminal. Raises `CannotConnect`, `Refused` and `ConnectionLost`.

    Whoever plays it with the same state is shown the own seat: to watch takes no seat away. ``follows``: it goes
    on with each rematch.
    """
    async with AsyncExitStack() as stack:
        token = identity.recall(state_dir, url)
        try:
            client = await stack.enter_async_context(connect(url, token=token, watches=True))
        except UnknownIdentity:
            client = await stack.enter_async_context(connect(url, watches=True))
        watched: Watched | None = await client.watch(table_id)
        while watched is not None:
            await Watching(watched, out).run()
            if not follows:
                return
            out.print("If they play again, you see it. Stop with Ctrl+C.")
            watched = await watched.following()


async def watchable(url: str) -> list[str]:
    """The matches that can be watched, a line each. Raises `CannotConnect`, `Refused` and `ConnectionLost`."""
    async with connect(url, watches=True) as client:
        tables = await client.tables(standings=True)
    now = client.server_time
    lines = [
        f"  {one.id}  {one.players.A.name} and {one.players.B.name} {_since(one.since, now, 'have', 'played', 'begun')}"
        f"{_stands(one.standing)} ({one.watchers} watch, {one.delay} s late)"
        for one in tables.live
    ]
    if not lines:
        return ["No match is being played."]
    return ["Matches:", *lines, f"Watch one with: paltable watch --url {url} ID"]


def _stands(standing: Standing | UnsetType) -> str:
    return f", turn {standing.turn}, life {standing.life.A} to {standing.life.B}" if standing else ""


def _since(moment: int, now: int, have: str, lasted: str, begun: str) -> str:
    """What somebody has done since then: for how long, or that it has just begun."""
    minutes = max(0, now - moment) // 60_000
    return f"{have} {lasted} {minutes} min" if minutes else f"{have} just {begun}"


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

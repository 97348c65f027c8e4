"""Those who watch a world's table, and what the log says that they may see."""

from collections.abc import Sequence

from engine import SPECTATOR, Audience, Game, catalogue
from server import records, restore
from server.auth import Guest
from server.protocol.messages import JSON, CreateTable, Hands, Join, Plain, TimeControlName, Watch, WatchPolicy
from server.records import Decided, Played, Started
from server.store.base import Record
from tests.server.nodes import Node
from tests.server.player import DECK, OTHER_DECK
from tests.server.world import Client, World

NOW = WatchPolicy(delay=0, decisions=0)
"""Watched as it happens."""


async def play_before(
    world: World,
    policy: WatchPolicy = NOW,
    *nodes: Node,
    hands: Hands = "hidden",
    seat: bool = True,
    time: TimeControlName = "none",
) -> str:
    """Bring the first two clients to a table that is watched like this; its id."""
    ann, ben = world.clients[:2]
    await world.arrive(*nodes)
    is_open = policy.who == "everyone"
    ann.send(CreateTable(opponent="human", deck=DECK, watch=policy, open=is_open, time=time))
    await world.deliver_all()
    if seat:
        ben.send(Join(code=ann.table.code, deck=OTHER_DECK, hands=hands))
        await world.deliver_all()
    return ann.table.id


async def onlooker(
    world: World, codec: str = JSON, node: Node | None = None, guest: Guest | None = None, *, only: bool = True
) -> Client:
    """One more client, which sits nowhere, and by default only watches."""
    number = len(world.clients)
    client = Client(guest or Guest(f"guest {number}", f"Player {number}"), codec)
    client.end.watches = only
    world.clients.append(client)
    await world.connect(client, node)
    await world.deliver_all()
    return client


async def watching(
    world: World, table: str, codec: str = JSON, node: Node | None = None, guest: Guest | None = None
) -> Client:
    """One more client, which watches this table."""
    client = await onlooker(world, codec, node, guest)
    client.send(Watch(table=table))
    await world.deliver_all()
    return client


def latest(policy: WatchPolicy, now: int, log: Sequence[tuple[int, bool]], *, is_over: bool) -> int:
    """The last position of a log that may be shown at this time; 0 for none.

    Of each record is given when it was written, and whether it is a decision; ``is_over``: none follows.
    """
    then = now - 1000 * policy.delay
    if is_over and log[-1][0] <= then:
        return len(log)
    behind = 0
    for back, (at, is_decision) in enumerate(reversed(log)):
        if at <= then and behind >= policy.decisions:
            return len(log) - back
        behind += is_decision
    return 0


class Truth:
    """The views of an audience at each record of a log, found by playing it again."""

    def __init__(self, audience: Audience = SPECTATOR) -> None:
        self._audience: Audience = audience
        self._game: Game | None = None
        self._views: list[Plain] = []
        self._log: list[Record] = []
        self._decisions: list[bool] = []
        """Which records are decisions."""

    def learn(self, log: tuple[Record, ...]) -> None:
        """Take in what the log has more."""
        assert list(log[: len(self._log)]) == self._log, "a log only grows"
        for record in log[len(self._log) :]:
            entry = records.decode(record.body)
            if isinstance(entry, Started):
                self._game = restore.begun(entry, catalogue)
            elif isinstance(entry, Played):
                assert self._game is not None
                restore.apply(self._game, entry)
            self._log.append(record)
            self._decisions.append(isinstance(entry, Decided))
            self._views.append({} if self._game is None else self._game.view(self._audience))

    def at(self, seq: int) -> Plain:
        """The view after the record at this position; nothing before the first."""
        return self._views[seq - 1] if seq else {}

    def latest(self, policy: WatchPolicy, now: int) -> int:
        """The last position that may be shown at this time; 0 for none."""
        is_over = self._game is not None and self._game.outcome is not None
        times = [(record.at, is_decision) for record, is_decision in zip(self._log, self._decisions, strict=True)]
        return latest(policy, now, times, is_over=is_over)

    @property
    def end(self) -> int:
        """The position of the last record."""
        return len(self._log)

"""The client's end: what a client has to remember so that a table survives any number of connections.

Messages go in, what has to be sent in answer comes out; the caller owns the socket. Rules: a frame with a lower epoch
than seen for its log is ignored; a gap is answered with one resync; an unacknowledged command is sent again with its
number, and so is a resync that was not answered (`ClientEnd.again`).
"""

from typing import assert_never

import msgspec
from msgspec import UNSET, UnsetType

from engine.views import in_full, merge
from server.protocol.messages import (
    Ack,
    Audience,
    ClientMessage,
    Concede,
    Confirm,
    Decide,
    Ended,
    Hello,
    LeftQueue,
    LeftTable,
    Matched,
    OpenHands,
    Outcome,
    Paused,
    Plain,
    Players,
    Presence,
    Queued,
    Refused,
    Resume,
    Resync,
    ServerMessage,
    Snapshot,
    Table,
    Unwatched,
    Update,
    Watch,
    Watching,
    Welcome,
)
from server.protocol.shapes import Decision


class ClientEnd:
    """One player's client: `hello` begins each connection, `receive` takes every message of the server."""

    def __init__(self, agent: str, tab: str) -> None:
        self.agent = agent
        self.tab = tab
        self.conn = 0
        self.welcome: Welcome | None = None
        self.queued = False
        self.watches = False
        """Whether its connections only watch, and take no seat."""
        self._forget()

    def _forget(self) -> None:
        self.table: Table | None = None
        self.watching: Watching | None = None
        """What it watches: then view, events, players and outcome are those of that audience."""
        self.watchers = 0
        """How many watch, as it was told last."""
        self.hands: OpenHands | None = None
        """What both players hold, if watchers may see that."""
        self._looks_again = False
        """Whether it has asked a new connection for what it watches, and nobody has answered."""
        self.view: Plain = {}
        self.told: list[Plain] = []
        """The events of the last message that was taken in, each with the number of its card if that is known."""
        self.prompt: Plain | None = None
        self.players: Players | None = None
        self.outcome: Outcome | None = None
        self.online: dict[str, bool] = {}
        self.epoch = 0
        self.seq = 0
        self.n = 0
        """The last command number used."""
        self.acked = 0
        self.pending: dict[int, Decide | Concede] = {}
        """Commands that nobody has acknowledged or refused, by number."""
        self.paused = False
        """Whether the table waits for the server's store."""
        self._resyncing = False

    def hello(self, ticket: str) -> Hello:
        """The first message of the next connection."""
        self.conn += 1
        self.queued = self.paused = False
        self._resyncing = False
        resume: Resume | UnsetType = UNSET
        if self.table is not None and self.seq:
            resume = Resume(log=self.table.log, epoch=self.epoch, seq=self.seq, n=self.acked)
        return Hello(
            ticket=ticket, agent=self.agent, tab=self.tab, conn=self.conn, resume=resume, watches=self.watches
        )  # fmt: skip

    def decide(self, decision: Decision) -> Decide:
        """Answer the open prompt; ``AssertionError`` without one."""
        assert self.prompt is not None, "nothing is asked of this seat"
        prompt = self.prompt["id"]
        assert isinstance(prompt, int)
        self.n += 1
        command = Decide(n=self.n, prompt=prompt, decision=decision)
        self.pending[self.n] = command
        return command

    def concede(self) -> Concede:
        """Give the game up."""
        self.n += 1
        command = Concede(n=self.n)
        self.pending[self.n] = command
        return command

    def again(self) -> list[ClientMessage]:
        """What has to be sent again when nothing has come for a while: between two servers a message may be lost."""
        return [*self.pending.values(), *([Resync()] if self._resyncing else [])]

    def receive(self, message: ServerMessage) -> list[ClientMessage]:
        """Take a message in; the list is what has to be sent now."""
        self.told = []
        match message:
            case Table():
                return self._sit(message)
            case Welcome():
                return self._welcome(message)
            case Snapshot():
                return self._replace(message)
            case Update():
                return self._advance(message)
            case Ack():
                return self._repeated(message)
            case Matched():
                return [Confirm(offer=message.offer)]
            case _:
                self._note(message)
                return []

    def _note(self, message: ServerMessage) -> None:
        """Remember what needs no answer; would_ask, goaway and pong leave nothing to remember."""
        match message:
            case Watching() | Unwatched() | Audience():
                self._look_on(message)
            case Queued() | LeftQueue():
                self.queued = isinstance(message, Queued)
            case LeftTable():
                self._forget()
            case Refused():
                self._refuse(message)
            case Ended():
                self.outcome = message.outcome
                self.prompt = None
            case Presence():
                self.online[message.seat] = message.online
            case Paused():
                self.paused = message.on
            case _:
                pass

    def _welcome(self, message: Welcome) -> list[ClientMessage]:
        self.welcome = message
        if self.table is not None and message.table != self.table.id:
            self._forget()
        if self.watching is None or self.outcome is not None:
            return []
        self._looks_again = True
        return [Watch(table=self.watching.id)]

    def _look_on(self, message: Watching | Unwatched | Audience) -> None:
        """Another worker may be a moment behind the last one: what it shows is taken as it comes."""
        match message:
            case Watching():
                self._forget()
                self.watching, self.watchers = message, message.watchers
            case Unwatched():
                self._forget()
            case Audience():
                self.watchers = message.watchers
            case _:
                assert_never(message)

    @property
    def _log(self) -> str:
        """The log of the table at which it sits, or which it watches."""
        shown = self.table or self.watching
        return "" if shown is None else shown.log

    def _sit(self, message: Table) -> list[ClientMessage]:
        if self.table is None or self.table.log != message.log:
            self._forget()
        self.table, self.watching = message, None
        self.queued = False
        return list(self.pending.values())

    def _replace(self, message: Snapshot) -> list[ClientMessage]:
        self._resyncing = False
        if message.log != self._log:
            return self._resync()  # the table itself was lost on the way, and comes with the next snapshot
        if (message.epoch, message.seq) < (self.epoch, self.seq):
            return self._resync()
        self.view = message.view
        self.players = message.players
        self._see(message.hands)
        self._stand(message.epoch, message.seq, message.prompt)
        self.n = max(self.n, message.n)
        self.acked = max(self.acked, message.n)
        for n in [n for n in self.pending if n <= message.n]:
            self._acknowledge(n)
        return []

    def _advance(self, message: Update) -> list[ClientMessage]:
        if message.epoch < self.epoch or (message.epoch == self.epoch and message.seq <= self.seq):
            return []
        if message.epoch > self.epoch or message.follows != self.seq:
            return self._resync()  # a new owner, or another table, begins with a snapshot
        merged = merge(self.view, message.patch)
        self.told = in_full(message.events, self.view, merged)
        self.view = merged
        self._see(message.hands)
        self._stand(message.epoch, message.seq, message.prompt)
        if message.n:
            self._acknowledge(message.n)
        return []

    def _stand(self, epoch: int, seq: int, prompt: Plain | UnsetType) -> None:
        self.epoch, self.seq = epoch, seq
        self.prompt = None if isinstance(prompt, UnsetType) else prompt
        result = self.view.get("outcome")
        if result:  # what `ended` says too, which may be lost between two servers
            self.outcome = msgspec.convert(result, Outcome)

    def _see(self, hands: OpenHands | UnsetType) -> None:
        if not isinstance(hands, UnsetType):
            self.hands = hands

    def _repeated(self, message: Ack) -> list[ClientMessage]:
        """A command that was sent again is acknowledged behind its update: if it still waits, the update was lost."""
        if message.n not in self.pending:
            return []
        self._acknowledge(message.n)
        self.prompt = None
        return self._resync()

    def _acknowledge(self, n: int) -> None:
        self.acked = max(self.acked, n)
        self.pending.pop(n, None)

    def _refuse(self, message: Refused) -> None:
        self.pending.pop(message.n, None)
        if self._looks_again and message.n == 0:
            self._forget()
        if not isinstance(message.prompt, UnsetType):
            self.prompt = message.prompt

    def _resync(self) -> list[ClientMessage]:
        if self._resyncing:
            return []
        self._resyncing = True
        return [Resync()]

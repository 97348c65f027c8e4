"""The client's end: what a client has to remember so that a table survives any number of connections.

Messages go in, what has to be sent in answer comes out; the caller owns the socket. Rules: a frame with a lower epoch
than seen for its log is ignored; a gap is answered with one resync; an unacknowledged command is sent again with its
number, and so are a resync and a preview that were not answered (`ClientEnd.again`).
"""

from typing import TypeVar, assert_never

import msgspec
from msgspec import UNSET, UnsetType

from engine.views import in_full, merge
from server.protocol.messages import (
    Ack,
    Audience,
    ClaimWin,
    ClientMessage,
    Clocks,
    Command,
    Concede,
    Confirm,
    Decide,
    DeckChoice,
    Ended,
    Explain,
    Explained,
    Hello,
    LeftQueue,
    LeftTable,
    Matched,
    Mute,
    OpenHands,
    Outcome,
    Passing,
    Paused,
    Plain,
    Players,
    Presence,
    Preview,
    Queued,
    Refused,
    Rematch,
    RematchBegan,
    RematchDeclined,
    RematchOffered,
    Resume,
    Resync,
    ServerMessage,
    Settings,
    Snapshot,
    Table,
    Unwatched,
    Update,
    Watch,
    Watching,
    Welcome,
    WouldAsk,
)
from server.protocol.shapes import Decision

C = TypeVar("C", Decide, Concede, ClaimWin, Settings)


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
        self.muted = False
        """Whether this tab hears no phrases of opponents, at any table."""
        self._forget()

    def _forget(self) -> None:
        self.table: Table | None = None
        self.watching: Watching | None = None
        """What it watches: then view, events, players and outcome are those of that audience."""
        self.watchers = 0
        """How many watch, as it was told last."""
        self.rematch_id = ""
        """The id of the match in which the players of the one that it has watched to the end play again."""
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
        self.offers: dict[str, None] = {}
        """The seats that offer a rematch."""
        self.wish: Rematch | None = None
        """The rematch that this player asks for."""
        self.epoch = 0
        self.seq = 0
        self.n = 0
        """The last command number used."""
        self.acked = 0
        self.pending: dict[int, Command] = {}
        """Commands that nobody has acknowledged or refused, by number."""
        self.asking: Preview | Explain | None = None
        """What it has asked about the game and nobody has answered or refused yet; whoever asks says so here."""
        self.paused = False
        """Whether the table waits for the server's store."""
        self.clocks: Clocks | None = None
        """Both clocks as they were told last; None at a table without."""
        self.claim_at = 0
        """From when on the win can be claimed, by the server's time; 0 if the opponent is there."""
        self.settings: tuple[Passing, tuple[str, ...]] = ("ask", ())
        """What the server passes for this seat."""
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
        return self._keep(Decide(n=self.n + 1, prompt=prompt, decision=decision))

    def concede(self) -> Concede:
        """Give the game up."""
        return self._keep(Concede(n=self.n + 1))

    def claim_win(self) -> ClaimWin:
        """Win because the opponent has left."""
        return self._keep(ClaimWin(n=self.n + 1))

    def settle(self, passing: Passing, yields: tuple[str, ...] = ()) -> Settings:
        """Choose what the server passes for this seat."""
        return self._keep(Settings(n=self.n + 1, passing=passing, yields=yields))

    def _keep(self, command: C) -> C:
        """Remember a new command until it is acknowledged or refused."""
        self.n = command.n
        self.pending[command.n] = command
        return command

    def rematch(self, deck: DeckChoice | UnsetType = UNSET, entropy: str = "", *, on: bool = True) -> Rematch:
        """Offer a rematch, or decline it."""
        message = Rematch(on=on, deck=deck, entropy=entropy)
        self.wish = message if on else None
        return message

    def mute(self, on: bool) -> Mute:
        """Hear no phrases any more, or hear them again."""
        self.muted = on
        return Mute(on=on)

    def again(self) -> list[ClientMessage]:
        """What has to be sent again when nothing has come for a while: between two servers a message may be lost."""
        again: list[ClientMessage] = [*self.pending.values()]
        if self._resyncing:
            again.append(Resync())
        if self.asking is not None:
            again.append(self.asking)
        if self.wish is not None and self.table is not None and self.table.seat not in self.offers:
            again.append(self.wish)
        return again

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
        """Remember what needs no answer; said, goaway and pong leave nothing to remember."""
        match message:
            case Watching() | Unwatched() | Audience() | RematchBegan():
                self._look_on(message)
            case Queued() | LeftQueue():
                self.queued = isinstance(message, Queued)
            case LeftTable():
                self._forget()
            case Refused():
                self._refuse(message)
            case WouldAsk() | Explained():
                self._answered(message)
            case Ended():
                self.outcome = message.outcome
                self.prompt = None
            case Presence() | RematchOffered() | RematchDeclined():
                self._note_seat(message)
            case Paused():
                self.paused = message.on
            case _:
                pass

    def _note_seat(self, message: Presence | RematchOffered | RematchDeclined) -> None:
        """Remember who is there, and who wants to play again."""
        match message:
            case Presence():
                self.online[message.seat] = message.online
                if self.table is not None and message.seat != self.table.seat:
                    self.claim_at = 0 if isinstance(message.claim_at, UnsetType) else message.claim_at
            case RematchOffered():
                self.offers[message.seat] = None
            case RematchDeclined():
                self.offers.clear()
                self.wish = None
            case _:
                assert_never(message)

    def _welcome(self, message: Welcome) -> list[ClientMessage]:
        self.welcome = message
        if self.table is not None and message.table != self.table.id:
            self._forget()
        if self.watching is None:
            return []
        self._looks_again = True
        return [Watch(table=self.watching.id)]

    def _look_on(self, message: Watching | Unwatched | Audience | RematchBegan) -> None:
        """Another worker may be a moment behind the last one: what it shows is taken as it comes."""
        match message:
            case Watching():
                self._forget()
                self.watching, self.watchers = message, message.watchers
            case Unwatched():
                self._forget()
            case Audience():
                self.watchers = message.watchers
            case RematchBegan():
                self.rematch_id = message.id
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
        self._set_clocks(message.clocks)
        self.queued = False
        self.offers.clear()  # those that stand are told again
        return [*self.pending.values(), *([Mute(on=True)] if self.muted else [])]

    def _replace(self, message: Snapshot) -> list[ClientMessage]:
        self._resyncing = False
        if message.log != self._log:
            return self._resync()  # the table itself was lost on the way, and comes with the next snapshot
        if (message.epoch, message.seq) < (self.epoch, self.seq):
            return self._resync()
        self.view = message.view
        self.players = message.players
        self._set_clocks(message.clocks)
        self.settings = message.passing, message.yields
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
        self._set_clocks(message.clocks)
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

    def _set_clocks(self, clocks: Clocks | UnsetType) -> None:
        """The newest is right: updates that were missed tell of earlier."""
        if not isinstance(clocks, UnsetType) and (self.clocks is None or clocks.as_of >= self.clocks.as_of):
            self.clocks = clocks

    def _see(self, hands: OpenHands | UnsetType) -> None:
        if not isinstance(hands, UnsetType):
            self.hands = hands

    def _repeated(self, message: Ack) -> list[ClientMessage]:
        """A command that was sent again is acknowledged behind its update: if it still waits, the update was lost."""
        if message.n not in self.pending:
            return []
        about_the_game = not isinstance(self.pending[message.n], Settings)
        self._acknowledge(message.n)
        if not about_the_game:
            return []
        self.prompt = None
        return self._resync()

    def _acknowledge(self, n: int) -> None:
        self.acked = max(self.acked, n)
        done = self.pending.pop(n, None)
        if isinstance(done, Settings):
            self.settings = done.passing, done.yields

    def _refuse(self, message: Refused) -> None:
        self.pending.pop(message.n, None)
        if message.n == 0:
            self.asking = None
            self.wish = None  # it may be this that was refused, and is not asked for without end
        if self._looks_again and message.n == 0:
            self._forget()
        if not isinstance(message.prompt, UnsetType):
            self.prompt = message.prompt

    def _answered(self, message: WouldAsk | Explained) -> None:
        match self.asking, message:
            case Preview(prompt=asked), WouldAsk(prompt=told) if asked == told:
                self.asking = None
            case Explain(card=asked), Explained(card=told) if asked == told:
                self.asking = None
            case _:
                pass

    def _resync(self) -> list[ClientMessage]:
        if self._resyncing:
            return []
        self._resyncing = True
        return [Resync()]

"""The messages of the protocol: one tagged union for each direction, the same for both codecs.

``type`` names the class; unknown types and unknown fields are refused. A field with a default may be left out and is
left out by us. Times are milliseconds of the Unix epoch. Every frame of a table carries ``log`` (which log), ``epoch``
(which owner wrote it) and ``seq`` (position in the log): nobody accepts a lower epoch than it has seen for a log. An
update, which is sent most, belongs to the log that the last `table` or `watching` on its connection named.
"""

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias, get_args

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from engine.model.reasons import ReasonCode
from engine.model.terms import SeatName
from server.protocol.events import snake_case
from server.protocol.shapes import (
    LARGEST,
    BySeat,
    Count,
    Decision,
    DeckDefect,
    Handle,
    HandleOrNone,
    Number,
    Shape,
    Winner,
)

JSON: Final = "paltable.v1.json"
MSGPACK: Final = "paltable.v1.msgpack"
Subprotocol: TypeAlias = Literal["paltable.v1.msgpack", "paltable.v1.json"]
SUBPROTOCOLS: Final[tuple[Subprotocol, ...]] = (MSGPACK, JSON)
FRAME_LIMIT: Final = 8192
"""The largest frame that the server takes, in bytes."""

Plain: TypeAlias = dict[str, object]
PlainView: TypeAlias = Annotated[Plain, Meta(extra_json_schema={"x-shape": "View"})]
PlainPatch: TypeAlias = Annotated[
    Plain, Meta(extra_json_schema={"description": "RFC 7396 merge patch onto the last view of this table."})
]
PlainPrompt: TypeAlias = Annotated[Plain, Meta(extra_json_schema={"x-shape": "Prompt"})]
PlainEvent: TypeAlias = Annotated[Plain, Meta(extra_json_schema={"x-shape": "GameEvent"})]

Position: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST)]
CommandNumber: TypeAlias = Annotated[
    int, Meta(ge=1, le=LARGEST, description="Counts this seat's commands from 1; none is applied twice.")
]
CommandOrNone: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST, description="A command number; 0: none.")]
Milliseconds: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST)]
Word: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
Code: TypeAlias = Annotated[str, Meta(min_length=1, max_length=16)]
Entropy: TypeAlias = Annotated[
    str, Meta(max_length=64, description="Chance that this client adds to the shuffles; the more random, the better.")
]
Bot: TypeAlias = Literal["greedy", "search", "random"]
BOT_NAMES: Final[Mapping[str, str]] = {"random": "Easy bot", "greedy": "Even bot", "search": "Hard bot"}
"""What the house bots are called where people see them: by how well they play."""
TableState: TypeAlias = Literal["waiting", "playing", "ended"]
Hands: TypeAlias = Literal["hidden", "open"]
"""Whether watchers see what both players hold."""
DelaySeconds: TypeAlias = Annotated[int, Meta(ge=0, le=3600, description="Seconds.")]
DelayDecisions: TypeAlias = Annotated[int, Meta(ge=0, le=200, description="Decisions.")]
Phrase: TypeAlias = Literal[
    "hello", "good_luck", "well_played", "thanks", "oops", "one_moment", "that_was_close", "good_game",
    "smile", "laugh", "surprise", "thinking", "sad", "heart",
]  # fmt: skip
"""What players can say to each other: eight phrases, then six emotes. Clients have the words."""
PHRASES: tuple[Phrase, ...] = get_args(Phrase)
TimeControlName: TypeAlias = Literal["none", "standard", "fast"]
Passing: TypeAlias = Literal["ask", "playable"]

RefusalCode: TypeAlias = Literal[
    "malformed", "unknown_message", "bad_state", "unknown_table", "table_full", "open_hands", "other_version",
    "invalid_deck", "stale_prompt", "not_your_prompt", "illegal", "game_over", "limit",
]  # fmt: skip
REFUSAL_CODES: tuple[RefusalCode, ...] = get_args(RefusalCode)


class Message(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type", tag=snake_case):
    """The base of all messages; ``type`` names the class."""


# --- values inside messages -------------------------------------------------------------------------------------------


class DeckChoice(Shape, frozen=True):
    """A deck: exactly one of the two fields is there."""

    preset: Annotated[str, Meta(min_length=1, max_length=64)] | UnsetType = UNSET
    main: Annotated[dict[Number, Annotated[int, Meta(ge=0, le=999)]], Meta(max_length=200)] | UnsetType = UNSET


class Resume(Shape, frozen=True):
    """Where a client stands at its table: the last frame that it applied, and its last acknowledged command."""

    log: Word
    epoch: Position
    seq: Position
    n: CommandOrNone = 0


class Limits(Shape, frozen=True):
    """What the server takes: ``frame`` is the largest frame in bytes."""

    frame: int


class Player(Shape, frozen=True):
    """Someone who sits at a table."""

    name: str
    bot: bool


class Players(BySeat[Player], frozen=True):
    """Both players of a table, by seat."""


class Outcome(Shape, frozen=True):
    """Who won, and by which rule."""

    winner: Winner
    reason: str


class Clocks(Shape, frozen=True):
    """Both clocks, in milliseconds that are left, at the server's time ``as_of``; the newest is right.

    ``running`` is the seat whose time runs since then, and ``left`` what it has for the open question: when that is
    over, the question is answered by its default, or the match is lost.
    """

    A: Milliseconds
    B: Milliseconds
    as_of: Milliseconds
    running: SeatName | UnsetType = UNSET
    left: Milliseconds | UnsetType = UNSET


class WatchPolicy(Shape, frozen=True):
    """Who may watch a table, and what a watcher is shown.

    What happened is shown when it is ``delay`` old *and* so many ``decisions`` lie behind it; the end comes with the
    ``delay`` alone. Open ``hands`` are shown if both players want it: until the second one has sat down it is a wish.
    """

    who: Literal["everyone", "nobody"] = "everyone"
    delay: DelaySeconds = 30
    decisions: DelayDecisions = 2
    hands: Hands = "hidden"


class OpenHands(BySeat[tuple[Number, ...]], frozen=True):
    """What both players hold, for those who may see it: numbers, by seat, in the order of the hand."""


# --- client to server -------------------------------------------------------------------------------------------------


class Hello(Message, frozen=True):
    """The first message of a connection. ``tab`` is random for each tab, ``conn`` counts that tab's connections.

    A connection that only ``watches`` takes nobody's seat, whoever it is: it may list tables and watch them.
    """

    ticket: Annotated[str, Meta(min_length=1, max_length=128)]
    agent: Annotated[str, Meta(max_length=200)]
    tab: Word
    conn: Count
    resume: Resume | UnsetType = UNSET
    watches: bool = False


class CreateTable(Message, frozen=True, kw_only=True):
    """Open a table, or play a bot at once; without ``bot_deck`` the server picks any preset for it.

    A table is private, found by its code alone, unless it is ``open`` to everyone. ``time`` is how the players' time is
    measured.
    """

    n: CommandOrNone = 0
    opponent: Literal["human", "bot"]
    open: bool = False
    time: TimeControlName = "none"
    bot: Bot = "greedy"
    deck: DeckChoice
    bot_deck: DeckChoice | UnsetType = UNSET
    entropy: Entropy = ""
    watch: WatchPolicy = WatchPolicy()


class PlayOn(Message, frozen=True):
    """Play on from a moment of a finished match, against a bot: its ``room`` after ``at`` decisions, in this ``seat``.

    The new match is private, has no clocks, and nobody watches it.
    """

    room: Annotated[str, Meta(min_length=1, max_length=64)]
    at: Count
    seat: SeatName
    bot: Bot = "greedy"


class Learn(Message, frozen=True):
    """Play a lesson or a puzzle of ``/lessons.json``; a lesson from the prompt ``at`` on, 0 is its beginning."""

    lesson: Word
    at: Count = 0


class Join(Message, frozen=True):
    """Sit down at a table by its code. Watchers see both ``hands`` if whoever opened it wants that too.

    Where that is wanted, whoever leaves ``hands`` out is refused with ``open_hands``, and says it the next time.
    """

    code: Code
    deck: DeckChoice
    entropy: Entropy = ""
    hands: Hands | UnsetType = UNSET


class Queue(Message, frozen=True):
    """Play the next one who queues, as soon as both have confirmed."""

    deck: DeckChoice
    entropy: Entropy = ""


class LeaveQueue(Message, frozen=True):
    """Wait no longer."""


class Decide(Message, frozen=True):
    """Answer the open prompt."""

    n: CommandNumber
    prompt: Position
    decision: Decision


class Preview(Message, frozen=True):
    """Ask which question would follow, without deciding anything."""

    prompt: Position
    decisions: Annotated[tuple[Decision, ...], Meta(min_length=1, max_length=32)]


class Explain(Message, frozen=True):
    """Ask what the values of a card in your view are made of, and why it cannot do what it cannot; see `explained`.

    After some ``decisions`` for the open ``prompt``, as in `preview`, the reasons are about the question that would be
    asked then. If another prompt is open by now, they are left aside.
    """

    card: Handle
    prompt: Position = 0
    decisions: Annotated[tuple[Decision, ...], Meta(max_length=32)] = ()


class Concede(Message, frozen=True):
    """Give the game up."""

    n: CommandNumber


class ClaimWin(Message, frozen=True):
    """Win because the opponent has left, and has been away since `presence` told it: from ``claim_at`` on."""

    n: CommandNumber


class Settings(Message, frozen=True):
    """What the server passes for you in this match from now on: block and quick questions, and no others.

    ``playable``: those that you can only pass. ``yields``: those of battles in which a card of one of these numbers
    attacks, whatever you could do. Until they are told again, settings stay; at first nothing is passed. While anything
    is, no pass of yours takes effect before a moment that chance chooses, so that its speed tells nothing. Settings may
    be told 20 times within 10 seconds, and 100 times within 600.
    """

    n: CommandNumber
    passing: Passing = "ask"
    yields: Annotated[tuple[Number, ...], Meta(max_length=64)] = ()


class Resync(Message, frozen=True):
    """Send a snapshot: the updates have a gap."""


class Ping(Message, frozen=True):
    """Measure the way there and back; ``t`` comes back as it is."""

    t: Annotated[int, Meta(ge=-LARGEST, le=LARGEST)] | float


class Leave(Message, frozen=True):
    """Stand up from a table that has ended or not begun; answered by left_table."""


class Rematch(Message, frozen=True):
    """Offer the opponent another match, after the end, with this deck or the last one; with ``on`` false, decline it.

    When both offer it, or at once against a bot, it begins at a new table: whoever did not choose who goes first in
    this match chooses in the next. Whoever leaves the table takes the offer back.
    """

    on: bool = True
    deck: DeckChoice | UnsetType = UNSET
    entropy: Entropy = ""


class Say(Message, frozen=True):
    """Say one of the phrases to the opponent."""

    phrase: Phrase


class Mute(Message, frozen=True):
    """Hear no phrases of the opponent any more in this tab, or hear them again."""

    on: bool


class Confirm(Message, frozen=True):
    """You are there, for the opponent that `matched` offers."""

    offer: Word


class ListTables(Message, frozen=True):
    """Ask which tables wait openly, and which are being played; with ``standings``, how far those are."""

    standings: bool = False


class Watch(Message, frozen=True):
    """Watch a match by the id of its table; answered by `watching`. Of two matches the later one is watched."""

    table: Word


class Unwatch(Message, frozen=True):
    """Watch no longer; answered by `unwatched`."""


ClientMessage: TypeAlias = (
    Hello | CreateTable | PlayOn | Learn | Join | Queue | LeaveQueue | Confirm | ListTables | Watch | Unwatch
    | Decide | Preview | Explain | Concede | ClaimWin | Settings | Resync | Rematch | Say | Mute | Ping | Leave
)  # fmt: skip

Command: TypeAlias = Decide | Concede | ClaimWin | Settings
"""What changes a match, and is done once for each number."""
TableMessage: TypeAlias = Command | Preview | Explain | Resync | Rematch | Say | Mute
"""What is about the match and its players alone."""


def number_of(message: ClientMessage) -> int:
    """The number of a message that changes something; 0 for one that has none."""
    return message.n if isinstance(message, Command | CreateTable) else 0


# --- server to client -------------------------------------------------------------------------------------------------


class Welcome(Message, frozen=True):
    """Who you are; ``ticket`` is for your next connection, ``table`` the table at which you sit.

    ``parked`` is a sentence about a match of yours that another version of the server began and this one only keeps.
    """

    name: str
    version: str
    server_time: Milliseconds
    limits: Limits
    ticket: str
    table: str = ""
    parked: str = ""


class Queued(Message, frozen=True):
    """You wait for an opponent."""


class LeftQueue(Message, frozen=True):
    """You wait no longer."""


class LeftTable(Message, frozen=True):
    """You have stood up, and sit nowhere."""


class Matched(Message, frozen=True):
    """An opponent is found: answer with `confirm`, or lose your place in the queue."""

    offer: str


class OpenTable(Shape, frozen=True):
    """A table that waits for whoever wants to play: `join` it by its code. ``since`` is when it was opened."""

    code: str
    name: str
    since: Milliseconds
    watch: WatchPolicy = WatchPolicy()


class Life(BySeat[int], frozen=True):
    """The life of both players, by seat."""


class Standing(Shape, frozen=True):
    """How far a match is; ``turn`` 0 is before the first one."""

    turn: Count
    life: Life


class LiveTable(Shape, frozen=True):
    """A table whose match is being played: `watch` it by its id. ``since`` is when it was opened.

    So many ``watchers`` see it, so many seconds late, with ``hands`` open or hidden. ``standing`` is what they are
    shown, or were a moment ago; it is left out if that is nothing, or if nobody has asked for it.
    """

    id: str
    players: Players
    since: Milliseconds
    watchers: Count = 0
    delay: DelaySeconds = 0
    hands: Hands = "hidden"
    standing: Standing | UnsetType = UNSET


class Tables(Message, frozen=True):
    """The tables of the lobby: those that have waited longest, and the latest matches that may be watched."""

    open: tuple[OpenTable, ...]
    live: tuple[LiveTable, ...]


class Paused(Message, frozen=True):
    """The table waits for the server, or does so no longer. Nothing acknowledged is lost.

    The server cannot store anything now, or looks for the worker that has the table.
    """

    on: bool


class Table(Message, frozen=True):
    """You sit at this table, which others may ``watch`` like this.

    ``commitment`` is the hash, in hex, of the secret from which the shuffles follow (`server.protocol.shuffles`); the
    replay reveals it. It is left out of a match whose shuffles cannot be proved.
    """

    id: str
    code: str
    seat: SeatName
    log: str
    state: TableState
    opponent: Player | UnsetType = UNSET
    commitment: str = ""
    time: TimeControlName = "none"
    clocks: Clocks | UnsetType = UNSET
    watch: WatchPolicy = WatchPolicy()
    lesson: Annotated[str, Meta(description="The lesson that is played here; left out elsewhere.")] = ""


class Watching(Message, frozen=True, kw_only=True):
    """You watch this table, as one of so many ``watchers``; snapshot, updates and the end are those of its audience.

    They carry no prompt, and ``n`` 0. The first snapshot comes as soon as there is something to show. A player who
    watches the own table sees what the own seat may see, and no ``delay`` and no ``decisions`` lie before it.
    """

    id: str
    log: str
    players: Players
    delay: DelaySeconds
    decisions: DelayDecisions
    hands: Hands
    watchers: Count


class Unwatched(Message, frozen=True):
    """You watch this table no longer; ``why`` is a sentence if you have not asked for that."""

    id: str
    why: str = ""


class Audience(Message, frozen=True):
    """So many ``watchers`` watch the table that you watch, or at which you sit.

    It is told now and then, and only if it has changed; at first nobody watches the table at which you sit.
    """

    watchers: Count


class Snapshot(Message, frozen=True, kw_only=True):
    """Everything you may know, in place of what you knew. ``n`` is the last command of yours that was applied."""

    log: str
    epoch: Position
    seq: Position
    view: PlainView
    prompt: PlainPrompt | UnsetType = UNSET
    players: Players
    n: CommandOrNone
    clocks: Clocks | UnsetType = UNSET
    passing: Passing = "ask"
    yields: tuple[Number, ...] = ()
    hands: OpenHands | UnsetType = UNSET


class Update(Message, frozen=True, kw_only=True):
    """What happened since ``prev``, the position of your last update; with ``n`` it acknowledges your command.

    ``prev`` is left out if it is the position right before ``seq``.
    """

    epoch: Position
    seq: Position
    prev: Position | UnsetType = UNSET
    n: CommandOrNone = 0
    events: tuple[PlainEvent, ...] = ()
    patch: PlainPatch = msgspec.field(default_factory=dict)
    prompt: PlainPrompt | UnsetType = UNSET
    clocks: Clocks | UnsetType = UNSET
    """As they are reckoned to stand when this is sent; the next one is exact up to its own sending."""
    hands: OpenHands | UnsetType = UNSET
    """To watchers who may see them, if one has changed."""

    @property
    def follows(self) -> int:
        """The position of the update before this one."""
        return self.seq - 1 if isinstance(self.prev, UnsetType) else self.prev


class Ack(Message, frozen=True):
    """Your command is durable; nothing new for you came of it, or you sent it again. ``seq`` is the end of the log."""

    log: str
    epoch: Position
    seq: Position
    n: CommandNumber


class WouldAsk(Message, frozen=True):
    """The prompt that would follow; without ``would`` the next question is not yours, or there is none."""

    prompt: Position
    would: PlainPrompt | UnsetType = UNSET


class ValuePart(Shape, frozen=True):
    """One part of a value: an amount to add, or a keyword, in words, and the card that it comes from."""

    value: int | str
    text: str
    source: HandleOrNone = 0


class WhyNot(Shape, frozen=True):
    """A decision that you may not take now, and why: a sentence, and the two figures that it compares, if it does."""

    decision: Decision
    code: ReasonCode
    text: str
    needed: int = 0
    held: int = 0


class Explained(Message, frozen=True):
    """What the values of a card are made of now: parts in the order of application, whose sum is the value.

    ``power`` is the Durability of a structure. What such a card does not have has no parts. ``refusals`` are what you
    could want of the card now and may not, if a question is open to you: nobody else is told any.
    """

    card: Handle
    power: tuple[ValuePart, ...] = ()
    strike: tuple[ValuePart, ...] = ()
    cost: tuple[ValuePart, ...] = ()
    keywords: tuple[ValuePart, ...] = ()
    refusals: tuple[WhyNot, ...] = ()


class Refused(Message, frozen=True, kw_only=True):
    """Your message was refused, nothing changed: a code, a sentence, and the open prompt if it is yours."""

    n: CommandOrNone = 0
    code: RefusalCode
    why: str
    prompt: PlainPrompt | UnsetType = UNSET
    defects: tuple[DeckDefect, ...] = ()


class Ended(Message, frozen=True):
    """The game is over."""

    log: str
    epoch: Position
    seq: Position
    outcome: Outcome


class Presence(Message, frozen=True):
    """A seat's player is there, or not; from ``claim_at`` on (the server's time) the other may claim the win."""

    seat: SeatName
    online: bool
    claim_at: Milliseconds | UnsetType = UNSET


class RematchOffered(Message, frozen=True):
    """A seat offers a rematch; when both do, `table` names the new one."""

    seat: SeatName


class RematchDeclined(Message, frozen=True):
    """No rematch is offered any more: this seat declined it, took its own offer back, or left."""

    seat: SeatName


class RematchBegan(Message, frozen=True):
    """The players of the match that you have watched to its end play again: `watch` their next one by its ``id``.

    It is told no sooner than that match is as old as its audience is late.
    """

    id: str


class Said(Message, frozen=True):
    """The opponent says something."""

    seat: SeatName
    phrase: Phrase


class Goaway(Message, frozen=True):
    """The server stops. Until ``retry_ms`` have passed, all goes on over this connection; then connect anew.

    Everyone is told another time, so that not all come at once; whoever stays is closed within moments.
    """

    retry_ms: Milliseconds


class Pong(Message, frozen=True):
    """The answer to a ping."""

    t: Annotated[int, Meta(ge=-LARGEST, le=LARGEST)] | float
    server_time: Milliseconds


ServerMessage: TypeAlias = (
    Welcome | Queued | LeftQueue | Matched | Tables | Paused | LeftTable | Table | Snapshot | Update | Ack
    | WouldAsk | Explained | Refused | Ended | Presence | RematchOffered | RematchDeclined | Said | Goaway | Pong
    | Watching | Unwatched | Audience | RematchBegan
)  # fmt: skip

CLIENT_MESSAGES: tuple[type[ClientMessage], ...] = get_args(ClientMessage)
SERVER_MESSAGES: tuple[type[ServerMessage], ...] = get_args(ServerMessage)

"""One side of a table: who sits there, which connection plays it, and what that viewer has been sent so far."""

from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

from msgspec import UNSET, UnsetType

from engine import Game
from engine.model.terms import SeatName
from engine.views import Watch
from server.peer import Sitter
from server.protocol.codec import CODECS, Codec, Frame
from server.protocol.messages import MSGPACK, Clocks, Plain, Players, Resume, Snapshot, Update
from server.protocol.pace import PHRASE_PACE, SETTINGS_PACE, Pace
from server.store.base import Seat

Events: TypeAlias = Sequence[tuple[Any, ...]]
"""What happened, as the engine gives it: opaque until an audience is told."""

RING = 16
"""So many updates are kept for a client that comes back."""


class News(NamedTuple):
    """What a record brings to one viewer."""

    events: Events
    n: int = 0
    """The command that it acknowledges; 0 for none."""
    clocks: Clocks | None = None


class _Sent(NamedTuple):
    seq: int
    prev: int
    codec: Codec
    frame: Frame


def open_prompt(game: Game, seat: SeatName) -> Plain | UnsetType:
    """The open prompt as it is sent, if it is this seat's."""
    prompt = game.prompt
    return UNSET if prompt is None or prompt.seat != seat else prompt.plain()


class Place:
    """What one seat's viewer knows; ``seq`` is the position of its last update, ``n`` of its last applied command."""

    def __init__(self, seat: SeatName, row: Seat, n: int, seq: int) -> None:
        self.seat = seat
        self.row = row
        self.n = n
        self.seq = seq
        self.peer: Sitter | None = None
        self.pace = Pace(*PHRASE_PACE)
        """Of the phrases that are said here."""
        self.settings_pace = Pace(*SETTINGS_PACE)
        """Of the choices of what is passed."""
        self.muted = ""
        """The tab in which the opponent's phrases are not heard."""
        self.lag = 0
        """The lag of its connection as it was measured last, in milliseconds."""
        self.gone = 0.0
        """Since when nobody is there, if so, by the loop's clock."""
        self._watch: Watch | None = None
        self._ring: deque[_Sent] = deque(maxlen=RING)

    @property
    def is_online(self) -> bool:
        """Whether someone, or a bot, is there."""
        return self.peer is not None or bool(self.row.bot)

    @property
    def hears(self) -> bool:
        """Whether somebody is here who wants to hear phrases."""
        return self.peer is not None and self.peer.tab != self.muted

    def begin(self, game: Game) -> None:
        """Take the game's present view as what the viewer knows."""
        if not self.row.bot:
            self._watch = game.watch(self.seat)

    def update(self, game: Game, news: News, epoch: int, seq: int) -> Frame | None:
        """The frame that tells what happened up to position ``seq``; None if there is nothing to tell.

        From now on the viewer counts as told: whoever asks for the frame sends it, or gives the whole room up.
        """
        if self._watch is None:
            return None
        told, patch = self._watch.follow(news.events)
        prompt = open_prompt(game, self.seat)
        if not (patch or told or news.n) and isinstance(prompt, UnsetType):
            return None
        prev = UNSET if self.seq == seq - 1 else self.seq
        update = Update(
            epoch=epoch, seq=seq, prev=prev, n=news.n, events=tuple(told), patch=patch, prompt=prompt,
            clocks=news.clocks or UNSET,
        )  # fmt: skip
        codec = CODECS[MSGPACK] if self.peer is None else self.peer.codec
        frame = codec.encode(update)
        self._ring.append(_Sent(seq, self.seq, codec, frame))
        self.seq = seq
        return frame

    @property
    def view(self) -> Plain:
        """What the viewer sees now."""
        assert self._watch is not None, "a bot's seat has no viewer"
        return self._watch.view

    def snapshot(self, game: Game, log: str, epoch: int, players: Players) -> Snapshot:
        """Everything that the viewer may know."""
        assert self._watch is not None, "a seat that is shown a match is no bot's"
        return Snapshot(
            log=log, epoch=epoch, seq=self.seq, view=self._watch.view, prompt=open_prompt(game, self.seat),
            players=players, n=self.n,
        )  # fmt: skip

    def missed(self, resume: Resume, log: str, epoch: int, codec: Codec) -> list[tuple[int, Frame]] | None:
        """The updates after the position where the client stands, each with its own; None if they are not all here."""
        if (resume.log, resume.epoch) != (log, epoch):
            return None
        if resume.seq == self.seq:
            return []
        at = next((at for at, sent in enumerate(self._ring) if sent.prev == resume.seq), None)
        if at is None:
            return None
        return [
            (sent.seq, sent.frame if sent.codec is codec else codec.encode(sent.codec.from_server(sent.frame)))
            for sent in list(self._ring)[at:]
        ]

"""Who may know which card of a match that is played over the wire, told from the engine's events and zones alone."""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeVar

from engine import SEATS, Decision, Game
from engine.rules.match import Event
from server.protocol.codec import CODECS, Frame
from server.protocol.messages import JSON, Ended, Snapshot, Update
from server.records import Decided, decode
from tests.engine.play import Player
from tests.server.audiences import BOTH, SPECTATORS, shown, visible
from tests.server.onlookers import NOW, latest
from tests.server.two_worlds import Recorder, Stage, marks_in, marks_of

T = TypeVar("T")

AUDIENCES: Final = range(BOTH + 1)


class Taken(NamedTuple):
    """A decision that will be taken: who is asked what, the answer, and what comes of it."""

    seat: int
    kind: str
    decision: Decision
    events: Sequence[Event]


def ahead(game: Game, number: int, length: int) -> list[Taken]:
    """What happens in a game if the player of that number plays it on."""
    game, player, taken = game.clone(), Player(number), list[Taken]()
    while (prompt := game.prompt) is not None and len(taken) < length:
        decision = player.decide(prompt)
        taken.append(Taken(SEATS.index(prompt.seat), prompt.kind, decision, game.decide(decision)))
    return taken


class Known(NamedTuple):
    """What each audience knows after so many decisions, as marks."""

    ever: list[set[str]]
    """Of all that it may have learned so far."""
    now: list[set[str]]
    """Of what it may know as the cards lie."""


class Leaks(AssertionError):
    """Something speaks of a card to somebody who may not know it, or not yet."""


def check(sent: Frame, may_know: set[str]) -> None:
    """What is sent speaks of these cards at most. Raises `Leaks`."""
    if leaked := marks_in(sent) - may_know:
        raise Leaks(f"{sorted(leaked)} in {sent!r}")


class Witness:
    """Knows for all audiences what they may have learned so far, and looks at everything that is sent."""

    def __init__(self, stage: Stage) -> None:
        self.game = stage.game_of(stage.viewer).clone()
        self.looked_at = 0
        """So many frames."""
        self._stage = stage
        self._known = [visible(self.game._match.state, audience) for audience in AUDIENCES]
        self._marks = [marks_of(self.game, {card}) for card in range(len(self.game._match.state.cards))]
        """By card."""
        self._names: set[str] = set()
        """Marks in names that were declared, which everyone hears."""
        self._steps: list[Known] = []
        """After each decision, from none on."""
        self._log: list[tuple[int, bool]] = []
        """Of each record of the log, when it was written, and whether it is a decision."""
        self._checked: dict[int, int] = {}
        """So many frames of each list of them."""
        self._remember()

    def follow(self, decision: Decision) -> Sequence[Event]:
        """A decision is taken; what comes of it."""
        events = self.game.decide(decision)
        state = self.game._match.state
        for audience, known in enumerate(self._known):
            known |= shown(state, audience, events) | visible(state, audience)
        self._names |= {mark for event in events if event[0] == "name_declared" for mark in marks_in(event[2])}
        self._remember()
        return events

    def _remember(self) -> None:
        state = self.game._match.state
        ever = [self._marks_of(known) for known in self._known]
        now = [self._marks_of(visible(state, audience)) for audience in AUDIENCES]
        self._steps.append(Known(ever, now))

    def _marks_of(self, cards: set[int]) -> set[str]:
        return self._names.union(*(self._marks[card] for card in cards))

    def may_know(self, client: Recorder) -> set[str]:
        """The marks of all that a player may ever have learned."""
        return self._steps[-1].ever[SEATS.index(client.table.seat)]

    def may_see(self, client: Recorder) -> set[str]:
        """The marks of what it may know as the cards lie now."""
        return self._steps[-1].now[SEATS.index(client.table.seat)]

    # --- what was sent ---

    def look(self) -> None:
        """Nothing speaks of a card to somebody who may not know it, or not yet; no snapshot of one that lies hidden."""
        self._read_on()
        for client in self._stage.clients:
            for at, frame in self._new(client.frames):
                if client.audience is None:
                    self._check_player(client, frame)
                else:
                    self._check_watcher(client.audience, at, frame, client.codec)
        for at, part in self._new(self._stage.streamed):
            event = _event_in(part)
            if event is None:
                check(part, set())
            else:
                self._check_watcher(SPECTATORS, at, event, JSON)
        for _, part in self._new(self._stage.read):
            if isinstance(part, bytes):  # an answer while the match ran
                check(part, set())
        for sight in self._new(self._stage.sights):
            step = self._steps[min(sight.at, len(self._steps) - 1)]
            check(sight.whole, step.ever[sight.audience])
            check(sight.view, step.now[sight.audience])

    def _read_on(self) -> None:
        records = self._stage.ground.backend.rooms[self._stage.viewer.table.id].records
        for record in records[len(self._log) :]:
            self._log.append((record.at, isinstance(decode(record.body), Decided)))

    def _new(self, kept: Sequence[T]) -> Sequence[T]:
        """What was not looked at yet."""
        begun = self._checked.get(id(kept), 0)
        self._checked[id(kept)] = len(kept)
        self.looked_at += len(kept) - begun
        return kept[begun:]

    def _check_player(self, client: Recorder, frame: Frame) -> None:
        check(frame, self.may_know(client))
        if isinstance(CODECS[client.codec].from_server(frame), Snapshot):
            check(frame, self.may_see(client))

    def _check_watcher(self, audience: int, at: float, frame: Frame, codec: str) -> None:
        """A frame that was sent at this time, by the loop's clock."""
        message = CODECS[codec].from_server(frame)
        if isinstance(message, Snapshot | Update | Ended) and message.seq > self._due(audience, at):
            raise Leaks(f"{message!r} comes too soon")
        if not isinstance(message, Snapshot | Update):
            check(frame, set())
            return
        step = self._steps[sum(is_decision for _, is_decision in self._log[: message.seq])]
        check(frame, step.ever[audience])
        if isinstance(message, Snapshot):
            check(frame, step.now[audience])

    def _due(self, audience: int, at: float) -> int:
        """The last position of the log that this audience may be shown at this time."""
        now = self._stage.ground.clock_at(at)
        log = [entry for entry in self._log if entry[0] <= now]
        is_over = len(log) == len(self._log) and self._stage.game_of(self._stage.viewer).outcome is not None
        return latest(NOW if audience < SPECTATORS else self._stage.terms.watch, now, log, is_over=is_over)


def _event_in(part: Frame) -> str | None:
    """The message in a part of an answer, if it is a server-sent event."""
    text = part if isinstance(part, str) else part.decode(errors="replace")
    return text.removeprefix("data: ").removesuffix("\n\n") if text.startswith("data: ") else None

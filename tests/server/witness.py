"""Who may know which card of a match that is played over the wire, told from the engine's events and zones alone."""

from collections.abc import Sequence
from typing import NamedTuple

from engine import SEATS, Decision, Game
from engine.rules.match import Event
from server.protocol.codec import CODECS, Frame
from server.protocol.messages import Snapshot
from tests.engine.knowledge import shown, visible
from tests.engine.play import Player
from tests.server.two_worlds import Recorder, Stage, marks_in, marks_of


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


class Witness:
    """Knows for both players what they may have learned so far, and looks at every frame that they are sent."""

    def __init__(self, stage: Stage) -> None:
        self.game = stage.game_of(stage.viewer).clone()
        self.looked_at = 0
        """So many frames."""
        self._stage = stage
        self._known = [visible(self.game._match.state, seat) for seat in range(2)]
        self._names: set[str] = set()
        """Marks in names that were declared, which everyone hears."""
        self._checked = {client.guest.id: 0 for client in stage.clients}

    def follow(self, decision: Decision) -> Sequence[Event]:
        """A decision is taken; what comes of it."""
        events = self.game.decide(decision)
        state = self.game._match.state
        for seat, known in enumerate(self._known):
            known |= shown(state, seat, events) | visible(state, seat)
        self._names |= {mark for event in events if event[0] == "name_declared" for mark in marks_in(event[2])}
        return events

    def may_know(self, client: Recorder) -> set[str]:
        """The marks of all that a player may ever have learned."""
        return marks_of(self.game, self._known[SEATS.index(client.table.seat)]) | self._names

    def may_see(self, client: Recorder) -> set[str]:
        """The marks of what it may know as the cards lie now."""
        return marks_of(self.game, visible(self.game._match.state, SEATS.index(client.table.seat))) | self._names

    def look(self) -> None:
        """No frame speaks of a card that its player may not know, no snapshot of one that it may not see."""
        for client in self._stage.clients:
            for _, frame in client.frames[self._checked[client.guest.id] :]:
                assert marks_in(frame) <= self.may_know(client)
                if is_snapshot(frame, client.codec):
                    assert marks_in(frame) <= self.may_see(client)
                self.looked_at += 1
            self._checked[client.guest.id] = len(client.frames)


def is_snapshot(frame: Frame, codec: str) -> bool:
    return isinstance(CODECS[codec].from_server(frame), Snapshot)

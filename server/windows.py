"""The open window of a room: when a pass takes effect there, if its seat has auto-pass on."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.model.decisions import PASS
from engine.model.terms import SeatName
from server.chance import Chance
from server.match import Match
from server.passing import LATEST, SOONEST, is_window, passes_itself
from server.peer import Sitter
from server.protocol.messages import Decide
from server.protocol.shapes import to_engine


@dataclass(slots=True)
class Window:
    """An open window of a seat with auto-pass on."""

    prompt: int
    due: float
    """When a pass takes effect, by the loop's clock."""
    until: float
    """Until when it could have been due: a pass of the player's own looks and costs like one of the server's."""
    by_server: bool = False
    """Whether it is passed for the player."""
    held: tuple[Decide, Sitter] | None = None
    """The player's own pass that waits for the moment, and from which connection it came."""

    @property
    def is_decided(self) -> bool:
        """Whether it will be passed when its moment comes: until then no clock ends."""
        return self.by_server or self.held is not None


class Windows:
    """Watches for the windows of a match; ``loop_time`` gives seconds that never go back."""

    def __init__(self, match: Match, chance: Chance, loop_time: Callable[[], float]) -> None:
        self.open: Window | None = None
        """The one that is open now, if its seat has auto-pass on."""
        self._moment = (-1, 0.0, 0.0)
        """The last window for which a moment was chosen, with its `Window.due` and `Window.until`: turned off and on,
        auto-pass has no other."""
        self._match = match
        self._chance = chance
        self._loop_time = loop_time

    def look(self) -> None:
        """Something was done, or chosen: see which window is open now. Its moment is chosen once."""
        self.open = self._look()

    def _look(self) -> Window | None:
        seat = self._match.asked
        if seat is None:
            return None
        game, choice, window = self._match.game, self._match.chosen[seat], self.open
        assert game is not None, "a seat is asked by a game"
        assert game.prompt is not None, "and by a question"
        if window is not None and window.prompt != game.prompt.id:
            window = None
        if not choice.is_on or not is_window(game.prompt):
            return None
        if window is None:
            window = Window(*self._chosen(game.prompt.id))
        window.by_server = passes_itself(game.prompt, self._match.places[seat].view, choice)
        return window

    def _chosen(self, prompt: int) -> tuple[int, float, float]:
        if self._moment[0] != prompt:
            now = self._loop_time()
            self._moment = prompt, now + self._chance.between(SOONEST, LATEST), now + LATEST
        return self._moment

    def covers(self, command: Decide) -> bool:
        """Whether this is a pass at a time at which the server might have passed."""
        window = self.open
        is_here = window is not None and window.prompt == command.prompt and self._loop_time() < window.until
        return is_here and to_engine(command.decision) == PASS

    def hold(self, command: Decide, peer: Sitter) -> bool:
        """Keep a pass that is covered for its moment; False if the moment is over."""
        window = self.open
        assert window is not None, "a pass that is covered is made in a window"
        if self._loop_time() >= window.due:
            return False
        window.held = command, peer
        return True

    def holds_for(self, seat: SeatName) -> bool:
        """Whether a pass of this seat waits for its moment."""
        return self.open is not None and self.open.held is not None and seat == self._match.asked

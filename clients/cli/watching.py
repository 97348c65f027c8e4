"""A match as the terminal shows it to somebody who watches."""

from collections.abc import Mapping
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from clients.cli.screen import Screen, width_of
from clients.cli.words import TURN_MARK, YOU, Teller, drawn, listed, lost, number_of
from clients.sdk import Watched
from engine.cards import catalogue
from engine.model.terms import OTHER, SEATS, SeatName
from server.films.labels import Labels

NOT_YET: Final = "There is nothing to show yet."


class Watching:
    """Tells a match and draws the table at every turn, until it is over. A player is shown the own hand, too."""

    def __init__(self, watched: Watched, console: Console) -> None:
        self._watched = watched
        self._console = console
        self._labels = Labels(catalogue)
        self._names: dict[str, str] = {seat: watched.players[seat].name for seat in SEATS}
        self._turn = -1

    async def run(self) -> None:
        """Raises `ConnectionLost`."""
        watched = self._watched
        self._say(f"{self._names['A']} plays {self._names['B']}. {self._late()}")
        if not watched.view:
            self._say(NOT_YET)
        async for view in watched:
            self._show(view)
        self._say(self._end(), "bold")

    def _late(self) -> str:
        watched = self._watched
        late = [number_of(watched.delay, "second")] if watched.delay else []
        late += [number_of(watched.decisions, "decision")] if watched.decisions else []
        return f"What you see is {listed(late)} old." if late else "You see it as it happens."

    def _show(self, view: Mapping[str, Any]) -> None:
        names = {**self._names, view["viewer"]: YOU} if view["viewer"] in SEATS else self._names
        events = list(self._watched.new_events())
        for event in events:
            self._labels.note(event)
        for sentence in Teller(names, self._labels).tell(events):
            self._say(sentence, "bold" if sentence.startswith(TURN_MARK) else "dim")
        self._labels.look(view)
        if view["turn"] != self._turn:
            self._turn = view["turn"]
            self._draw(view, names)

    def _draw(self, view: Mapping[str, Any], names: Mapping[str, str]) -> None:
        seat: SeatName = view["viewer"] if view["viewer"] in SEATS else "A"
        width = width_of(self._console)
        self._console.print()
        self._console.print(Screen(catalogue, self._labels, names).board(view, seat, width), width=width)
        for each in (OTHER[seat], seat):
            if each in self._watched.hands:
                held = [catalogue.by_number(number).main_name for number in self._watched.hands[each]]
                self._say(f"{self._names[each]} holds {listed(held) if held else 'nothing'}.")

    def _end(self) -> str:
        outcome = self._watched.outcome
        if outcome is None:
            return self._watched.why or "You do not watch this match any more."
        if outcome.winner == "draw":
            return drawn(outcome.reason)
        winner: SeatName = "A" if outcome.winner == "A" else "B"
        return f"{self._names[winner]} wins: {lost(outcome.reason, self._names[OTHER[winner]])}"

    def _say(self, sentence: str, style: str = "") -> None:
        self._console.print(Text(sentence, style=style), width=width_of(self._console))

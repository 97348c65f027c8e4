"""A replay in the terminal: the table after each decision, as one seat saw it or with both hands open."""

import os
import re
import sys
import termios
import tty
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from msgspec import UnsetType
from rich.console import Console
from rich.text import Text

from clients.cli.screen import Screen, width_of
from clients.cli.words import Teller, drawn, lost
from clients.replays import Entry, Film, Position, Sight
from engine.cards import catalogue
from engine.model.terms import OTHER, SEATS, SeatName
from server.films.labels import Labels, written
from server.protocol.messages import Outcome

Angle: TypeAlias = Literal["A", "B", "open"]
ANGLES: Final[tuple[Angle, ...]] = ("A", "B", "open")
SECOND: Final = 1000
MINUTE: Final = 60

HELP: Final = """\
→ n space   the next decision        ← p   the one before
↓ N         the next turn            ↑ P   the turn before
a b o       what A saw, what B saw, both hands open
< >         the beginning, the end   q     quit
"""

_NEXT, _BACK, _NEXT_TURN, _BACK_TURN, _FIRST, _LAST = "n", "p", "N", "P", "<", ">"
ARROWS: Final[Mapping[str, str]] = {
    "\x1b[C": _NEXT, "\x1b[D": _BACK, "\x1b[B": _NEXT_TURN, "\x1b[A": _BACK_TURN, "\x1b[H": _FIRST, "\x1b[F": _LAST,
    " ": _NEXT, "\n": _NEXT, "\r": _NEXT, "": _NEXT,
}  # fmt: skip
"""Keys that mean what another one means."""

_KEY: Final = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO.|.", re.DOTALL)

_BY: Final[Mapping[str, str]] = {"cap": "time for the question was over", "pass": "as it had chosen to pass"}
"""Who decided in a seat's place, and why."""


class Page(NamedTuple):
    """What is shown of one position from one angle."""

    sight: Sight
    labels: Labels
    decision: str
    """Who decided what; only who, if this angle may not know more."""
    sentences: tuple[str, ...]


class Viewer:
    """Shows a film. The pages of an angle are made at once, so that a card has one label however one came to it."""

    def __init__(self, film: Film, console: Console) -> None:
        self._film = film
        self._console = console
        self._names = film.replay.names
        self._pages: dict[Angle, tuple[Page, ...]] = {}

    def _turn_over(self, angle: Angle) -> Iterator[Page]:
        labels = Labels(catalogue)
        narrator = Teller(self._names, labels)
        for position in self._film.positions:
            decision = self._decided(position, angle)
            sight = position.open if angle == "open" else position.sights[angle]
            for event in sight.events:
                labels.note(event)
            sentences = tuple(narrator.tell(sight.events))
            labels.look(sight.view, _hands(sight.view))
            yield Page(sight, copy(labels), decision, sentences)

    def _decided(self, position: Position, angle: Angle) -> str:
        entry = position.entry
        if entry is None:
            return "The match begins."
        if isinstance(entry.ruling, Outcome):
            return "The match was ended from outside the rules."
        assert entry.seat, "checked when it was read"
        name = self._names[entry.seat]
        if angle not in ("open", entry.seat):
            return f"{name} decides."
        by = f" ({_BY.get(entry.by, entry.by)})" if entry.by else ""
        return f"{name}{by}: {self._line(entry, entry.seat)}"

    def _line(self, entry: Entry, seat: SeatName) -> str:
        """The decision in the notation."""
        assert not isinstance(entry.decision, UnsetType), "checked when it was read"
        return written(entry.decision, self._film.positions[entry.n - 1].sights[seat].view, catalogue)

    # --- one page -----------------------------------------------------------------------------------------------------

    def show(self, n: int, angle: Angle) -> None:
        """Print the position after ``n`` decisions."""
        if angle not in self._pages:
            self._pages[angle] = tuple(self._turn_over(angle))
        page, position, console = self._pages[angle][n], self._film.positions[n], self._console
        width = width_of(console)
        self._say(f"Decision {n} of {len(self._film)}{self._when(position)} · {_called(angle, self._names)}", "bold")
        self._say(page.decision)
        for sentence in page.sentences:
            self._say(sentence, "dim")
        console.print()
        screen = Screen(catalogue, page.labels, self._names)
        seat: SeatName = "A" if angle == "open" else angle
        console.print(screen.board(page.sight.view, seat, width), width=width)
        if angle == "open":
            console.print(screen.hand(page.sight.view, OTHER[seat], width), width=width)
        self._say(self._what_next(position), "bold")

    def _say(self, sentence: str, style: str = "") -> None:
        self._console.print(Text(sentence, style=style), width=width_of(self._console))

    def _when(self, position: Position) -> str:
        """The time since the beginning, if it is known."""
        began = self._film.replay.head.at
        if position.entry is None or not (began and position.entry.at):
            return ""
        minutes, seconds = divmod(max(0, position.entry.at - began) // SECOND, MINUTE)
        return f" · {minutes}:{seconds:02}"

    def _what_next(self, position: Position) -> str:
        if position.n == len(self._film):
            return ended(self._film.replay.end.outcome, self._names)
        asked = position.asked
        return "" if asked is None else f"{self._names[asked[0]]} is asked ({asked[1]})."

    # --- all of them --------------------------------------------------------------------------------------------------

    def browse(self, n: int, angle: Angle, keys: Iterable[str], *, clears: bool) -> None:
        """Show pages as the keys say, until there are no more keys."""
        self._turn_to(n, angle, clears=clears)
        for key in keys:
            match ARROWS.get(key, key):
                case "q":
                    return
                case "a" | "b" | "o" as chosen:
                    angle = {"a": ANGLES[0], "b": ANGLES[1], "o": ANGLES[2]}[chosen]
                case "?":
                    self._console.print(HELP, end="", markup=False)
                    continue
                case step:
                    n = self._step(n, step)
            self._turn_to(n, angle, clears=clears)

    def _step(self, n: int, step: str) -> int:
        film = self._film
        match step:
            case "n":
                return min(n + 1, len(film))
            case "p":
                return max(n - 1, 0)
            case "N":
                return film.next_turn(n)
            case "P":
                return film.last_turn(n)
            case "<":
                return 0
            case ">":
                return len(film)
            case _:
                return n

    def _turn_to(self, n: int, angle: Angle, *, clears: bool) -> None:
        if clears:
            self._console.clear()
        self.show(n, angle)
        self._say("n next, p back, N P turns, a b o seats, q quit, ? help", "dim")


def _hands(view: Mapping[str, Any]) -> list[int]:
    return [handle for seat in SEATS for handle in view["players"][seat]["hand"]]


def _called(angle: Angle, names: Mapping[str, str]) -> str:
    return "both hands open" if angle == "open" else f"as {names[angle]} ({angle}) saw it"


def ended(outcome: Outcome, names: Mapping[str, str]) -> str:
    """How a match ended, in a sentence."""
    if outcome.winner == "draw":
        return drawn(outcome.reason)
    return f"{names[outcome.winner]} wins: {lost(outcome.reason, names[OTHER[outcome.winner]])}"


# --- keys -------------------------------------------------------------------------------------------------------------


def typed(descriptor: int) -> Iterator[str]:
    """Keys as they are pressed; from a file, a key for each line."""
    if not os.isatty(descriptor):
        yield from (line.strip() for line in sys.stdin)
        return
    with _unbuffered(descriptor):
        while pressed := os.read(descriptor, 256):
            yield from keys(pressed.decode(errors="replace"))


def keys(text: str) -> list[str]:
    """The keys of what a terminal sent at once: a key that is held down comes several times."""
    found: list[str] = _KEY.findall(text)
    return found


@contextmanager
def _unbuffered(descriptor: int) -> Iterator[None]:
    """The terminal gives each key at once, and does not show it."""
    before = termios.tcgetattr(descriptor)
    tty.setcbreak(descriptor)
    try:
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)

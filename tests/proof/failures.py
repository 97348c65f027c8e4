"""From a promise that was not kept in a game to the smallest file that shows it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from traceback import extract_tb

from clients.scenarios.cards import Labels
from clients.scenarios.scene import SeatLabels
from engine import notation
from engine.model.decisions import from_plain
from tests.engine.play import decks_of, seed_of
from tests.engine.promises import Broken, Means
from tests.proof.case import Case, Dealt, Move
from tests.proof.shrinking import Kept, Shrinker
from tests.proof.writing import suffix, write


@dataclass(frozen=True, slots=True)
class Failure:
    """A promise that was not kept in a game of a run, and the file that shows it."""

    number: int
    promise: str
    decision: int
    error: str
    document: str
    suffix: str

    def __str__(self) -> str:
        return f"game {self.number}, decision {self.decision}: {self.promise}\n    {self.error}"

    def save(self, folder: Path) -> Path:
        """Write the file."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"game-{self.number}-{self.promise}{self.suffix}"
        path.write_text(self.document, encoding="utf-8")
        return path


def failure_of(number: int, broken: Broken, means: Means) -> Failure:
    """Make the failure of a game small.

    A break that only the chance of the run found, or only all promises together, keeps the moves of its whole game.
    """
    decks = {seat: dict(deck.main) for seat, deck in decks_of(number).items()}
    case = Case(broken.promise, Dealt(decks, seed_of(number)), ())
    case, error = replace(case, moves=tuple(moves_of(case, broken))), describe(broken)
    try:
        shrinker = Shrinker(case, means.elsewhere)
    except Kept:
        error += f"\n    It is kept when it is watched alone: take game {number} with all promises."
    else:
        case, error = shrinker.shrink(), describe(shrinker.broken)
    return Failure(number, broken.promise.__name__, broken.game.decisions, error, write(case, error), suffix(case))


def moves_of(case: Case, broken: Broken) -> Iterator[Move]:
    """What was decided in the game of the case up to the break."""
    game, labels = case.begin(), Labels(case.beginning.labels())
    decisions = [from_plain(plain) for _, plain in broken.game.log["entries"]]
    for decision in decisions if broken.due is None else [*decisions, broken.due]:
        prompt = game.prompt
        assert prompt is not None, "the decisions were all taken by the game"
        yield Move(prompt.seat, notation.format(decision, SeatLabels(game, labels, prompt.seat)))
        if len(decisions) > game.decisions:
            game.decide(decision)


def describe(broken: Broken) -> str:
    """The promise, the error, and where it was raised."""
    error = broken.error
    cause = error.__cause__ if error.__cause__ is not None else error
    last = extract_tb(cause.__traceback__)[-1]
    return f"{broken}\n    {Path(last.filename).name}:{last.lineno} {last.line}"

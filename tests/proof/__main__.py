"""``python -m tests.proof games|everything|perft|again``: the proof at scale; ``-h`` tells more of each."""

import argparse
import sys
from pathlib import Path
from typing import Final

from tests.proof.everything import LIMIT, Search, progress
from tests.proof.everything import report as report_search
from tests.proof.failures import describe
from tests.proof.games import Figures, Progress, other_process, prove, report
from tests.proof.perft import counts, positions, table
from tests.proof.writing import read

FOLDER: Final = Path("build/proof")
"""Where files of failures are written."""


def games(arguments: argparse.Namespace) -> int:
    """Play random games, and watch every promise."""
    last, written = Progress(Figures(), arguments.games, 0.0), 0
    try:
        for last in prove(arguments.seed, arguments.games, arguments.jobs):
            _say(last.line())
            for failure in last.figures.failures[written:]:
                _say(f"written: {failure.save(FOLDER)}")
            written = len(last.figures.failures)
    except KeyboardInterrupt:
        _say("stopped")
    sys.stdout.write(report(last, arguments.seed) + "\n")
    return 0 if last.figures.games >= arguments.games and not last.figures.failures else 1


def _say(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


def everything(arguments: argparse.Namespace) -> int:
    """Play until every card was played and every step of every ability was taken, each way on."""
    found = Search()
    for search in found.run(arguments.limit):
        if search.games % arguments.every == 0:
            _say(progress(search))
    sys.stdout.write(report_search(found) + "\n")
    return 1 if found.missing else 0


def perft(_arguments: argparse.Namespace) -> int:
    """Count the decision trees of ten positions, and print the numbers in the form of the golden file."""
    sys.stdout.write(table([count for name, game in positions().items() for count in counts(name, game)]))
    return 0


def again(arguments: argparse.Namespace) -> int:
    """Take the moves of the files of failures, and watch their promises."""
    broken = 0
    for path in arguments.files:
        case = read(path)
        with other_process([case.promise]) as elsewhere:
            run = case.run(elsewhere)
        broken += run.broken is not None
        told = "kept" if run.broken is None else f"not kept\n{describe(run.broken)}"
        sys.stdout.write(f"{path}: {told}\n")
    return 1 if broken else 0


def parser() -> argparse.ArgumentParser:
    """The commands and what they take."""
    commands = argparse.ArgumentParser(prog="python -m tests.proof", description="The proof at scale.")
    verbs = commands.add_subparsers(required=True)
    verb = verbs.add_parser("games", help=games.__doc__)
    verb.add_argument("--games", type=int, default=20_000, help="how many")
    verb.add_argument("--seed", type=int, default=0, help="the number of the first; everything follows from the number")
    verb.add_argument("--jobs", type=int, default=0, help="how many processes; 0 for one on each core")
    verb.set_defaults(run=games)
    verb = verbs.add_parser("everything", help=everything.__doc__)
    verb.add_argument("--limit", type=int, default=LIMIT, help="the most games")
    verb.add_argument("--every", type=int, default=10, help="after how many games to tell what is missing")
    verb.set_defaults(run=everything)
    verb = verbs.add_parser("perft", help=perft.__doc__)
    verb.set_defaults(run=perft)
    verb = verbs.add_parser("again", help=again.__doc__)
    verb.add_argument("files", type=Path, nargs="+", metavar="FILE")
    verb.set_defaults(run=again)
    return commands


if __name__ == "__main__":
    if not __debug__:
        sys.exit("The promises are assertions: run without -O.")
    chosen = parser().parse_args()
    sys.exit(chosen.run(chosen))

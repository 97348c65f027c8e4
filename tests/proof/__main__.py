"""``python -m tests.proof games|everything|perft|again``: the proof at scale; ``-h`` tells more of each."""

import argparse
import sys
from pathlib import Path
from typing import Final

from tests.proof.failures import describe
from tests.proof.games import Progress, other_process, prove, report
from tests.proof.writing import read

FOLDER: Final = Path("build/proof")
"""Where files of failures are written."""


def games(arguments: argparse.Namespace) -> int:
    """Play random games, and watch every promise."""
    figures, seconds = prove(arguments.seed, arguments.games, arguments.jobs, _tell)
    sys.stdout.write(report(figures, seconds, arguments.seed) + "\n")
    for failure in figures.failures:
        sys.stdout.write(f"written: {failure.save(FOLDER)}\n")
    return 1 if figures.failures else 0


def _tell(progress: Progress) -> None:
    sys.stderr.write(progress.line() + "\n")
    sys.stderr.flush()


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
    verb = verbs.add_parser("again", help=again.__doc__)
    verb.add_argument("files", type=Path, nargs="+", metavar="FILE")
    verb.set_defaults(run=again)
    return commands


if __name__ == "__main__":
    if not __debug__:
        sys.exit("The promises are assertions: run without -O.")
    chosen = parser().parse_args()
    sys.exit(chosen.run(chosen))

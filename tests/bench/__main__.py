"""``python -m tests.bench [NAME ...]``: measure the targets named, or all, and print them as JSON."""

import argparse
import json
import platform
import sys

from tests.bench.targets import TARGETS
from tests.bench.windows import Windows


def report(names: list[str], windows: Windows) -> dict[str, object]:
    """The figures of these targets, with how they were taken."""
    measured = {}
    for name in names:
        what, goal, measure = TARGETS[name]
        measured[name] = {"what": what, "goal": goal, **measure(windows)}
    return {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "windows": {"pairs": windows.pairs, "seconds": windows.seconds},
        "targets": measured,
    }


def main(arguments: list[str]) -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(TARGETS)}; all without one")
    parser.add_argument("--pairs", type=int, default=Windows().pairs, help="pairs of windows of each ratio")
    parser.add_argument("--seconds", type=float, default=Windows().seconds, help="length of a window")
    chosen = parser.parse_args(arguments)
    if unknown := [name for name in chosen.names if name not in TARGETS]:
        parser.error(f"no such target: {', '.join(unknown)}")
    figures = report(chosen.names or list(TARGETS), Windows(chosen.pairs, chosen.seconds))
    sys.stdout.write(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])

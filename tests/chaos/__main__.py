"""``python -m tests.chaos``: the simulation's seeds, as tests and people run them."""

import argparse
import secrets
import sys
from collections import Counter

from tests.chaos.mutants import MUTANTS, hunt
from tests.chaos.seeds import tell_all
from tests.chaos.story import SECONDS, Outcome, tell

FIXED = range(1, 21)
FRESH = 4


def _simulate(options: argparse.Namespace) -> int:
    fresh = [secrets.randbelow(1 << 31) for _ in range(options.fresh)]
    seeds = list(options.seeds) or [*(() if options.only_fresh else FIXED), *fresh]
    outcomes = []
    for outcome in tell_all(seeds, options.jobs, lambda seed: tell(seed, options.seconds, options.trace)):
        _print(outcome)
        outcomes.append(outcome)
    total: Counter[str] = Counter()
    for outcome in outcomes:
        total.update(outcome.figures)
    findings = sum(len(outcome.findings) for outcome in outcomes)
    sys.stdout.write(f"{len(outcomes)} seeds, {findings} findings; {_figures(total)}\n")
    return min(findings, 1)


def _mutants(options: argparse.Namespace) -> int:
    survivors = 0
    for mutant in MUTANTS:
        if not options.names or mutant.name in options.names:
            found = hunt(mutant, options.jobs)
            survivors += not found
            sys.stdout.write(f"{mutant.name:30} {found or 'SURVIVES'}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{survivors} mutants survive\n")
    return min(survivors, 1)


def _print(outcome: Outcome) -> None:
    sys.stdout.write(f"seed {outcome.seed}: {outcome.digest}, {_figures(outcome.figures)}\n")
    for finding in outcome.findings:
        sys.stdout.write(f"  {finding}\n")
    sys.stdout.flush()


def _figures(figures: Counter[str]) -> str:
    return ", ".join(f"{name} {figures[name]}" for name in sorted(figures))


def main() -> int:
    """Run what the command line asks for; 1 if anything was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    verbs = parser.add_subparsers(required=True)
    simulate = verbs.add_parser(
        "simulate", help="stories on virtual time; without seeds, the fixed and some fresh ones"
    )
    simulate.add_argument("seeds", nargs="*", type=int)
    simulate.add_argument("--fresh", type=int, default=FRESH, help="so many seeds that nobody has seen before")
    simulate.add_argument("--only-fresh", action="store_true", help="none but those")
    simulate.add_argument("--jobs", type=int, default=1)
    simulate.add_argument("--seconds", type=float, default=SECONDS)
    simulate.add_argument("--trace", action="store_true", help="write what happens in the first seed's story")
    simulate.set_defaults(run=_simulate)
    mutants = verbs.add_parser("mutants", help="broken servers, each of which has to be found by a story or a test")
    mutants.add_argument("names", nargs="*")
    mutants.add_argument("--jobs", type=int, default=1)
    mutants.set_defaults(run=_mutants)
    options = parser.parse_args()
    code: int = options.run(options)
    return code


if __name__ == "__main__":
    sys.exit(main())

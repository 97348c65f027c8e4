"""``python -m tests.chaos``: stories on virtual time, mutants, real processes and crowds, with their figures."""

import argparse
import asyncio
import secrets
import sys
from collections import Counter
from collections.abc import Callable, Coroutine

from server.controls import FAST
from tests.chaos import countdown
from tests.chaos.crowds import draining, memory, queueing, rolling
from tests.chaos.mutants import MUTANTS, hunt
from tests.chaos.real import PLAYERS, chaos
from tests.chaos.report import Report, listed, tell_report
from tests.chaos.seeds import tell_all
from tests.chaos.story import SECONDS, Outcome, tell
from tests.chaos.timing import KINDS, measure

FIXED = range(1, 21)
FRESH = 4
CROWDS = ("rolling", "draining", "queue", "memory")

PARTS = (
    "real --at-least 1000",
    "real --kills 0 --stops 0 --tears 0 --terms 25 --players 20 --seconds 200",
    "crowds",
    "countdown",
    "timing",
    "mutants --jobs 2",
    "simulate --fresh 40 --jobs 2",
)
"""What ``all`` runs, with its usual sizes: first those that the time of a machine is measured in.

Workers that nothing worse happens to than being asked to end have a part of their own, for T16 is theirs.
"""


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
    sys.stdout.write(f"{len(outcomes)} seeds, {findings} findings; {listed(total)}\n")
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


def _real(options: argparse.Namespace) -> int:
    plan = {"kill": options.kills, "stop": options.stops, "term": options.terms, "tear": options.tears}
    report = asyncio.run(chaos(plan, options.seconds, options.seed, options.players))
    failovers = report.counts["failovers by kill"]
    if failovers < options.at_least:
        report.findings.append(f"there were {failovers} failovers by kill -9, not {options.at_least} or more")
    return tell_report(report, "real processes")


def _timing(options: argparse.Namespace) -> int:
    return tell_report(
        measure(options.seconds, options.kind or KINDS), "failover on virtual time, where no machine is busy"
    )


def _crowds(options: argparse.Namespace) -> int:
    runs: dict[str, Callable[[], Coroutine[object, object, Report]]] = {
        "rolling": lambda: rolling(options.games, options.seed),
        "draining": lambda: draining(options.drained, options.seed),
        "queue": lambda: queueing(options.players, 3, options.seed),
        "memory": lambda: memory(options.connects, options.rooms, options.seed),
    }
    return max(tell_report(asyncio.run(runs[name]()), name) for name in options.which or CROWDS)


def _crowd(name: str) -> str:
    """The name of a crowd. (Before Python 3.12 ``choices`` refuse that none is named.)"""
    if name not in CROWDS:
        raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(CROWDS)}")
    return name


def _run(arguments: list[str]) -> int:
    options = commands().parse_args(arguments)
    code: int = options.run(options)
    return code


def _print(outcome: Outcome) -> None:
    sys.stdout.write(f"seed {outcome.seed}: {outcome.digest}, {listed(outcome.figures)}\n")
    for finding in outcome.findings:
        sys.stdout.write(f"  {finding}\n")
    sys.stdout.flush()


def commands() -> argparse.ArgumentParser:
    """What the command line may ask for; ``run`` of the options does it."""
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
    real = verbs.add_parser("real", help="real processes under signals, on a real Redis")
    for name, count in {"kills": 75, "stops": 5, "terms": 12, "tears": 4}.items():
        real.add_argument(f"--{name}", type=int, default=count)
    real.add_argument("--at-least", type=int, default=0, help="fewer failovers of rooms by kill -9 are a finding")
    real.add_argument("--seconds", type=float, default=1800.0, help="no fault is begun after so many")
    real.add_argument("--players", type=int, default=PLAYERS)
    real.add_argument("--seed", type=int, default=1)
    real.set_defaults(run=_real)
    ended = verbs.add_parser("countdown", help="a match that ends by its clock, through a kill -9 in mid-countdown")
    ended.add_argument("--control", default=FAST, help="the time control, as BANK+INCREMENT/CAP in seconds")
    ended.add_argument("--seed", type=int, default=1)
    ended.set_defaults(run=lambda options: countdown.main(options.control, options.seed))
    timing = verbs.add_parser("timing", help="how long a failover takes where no machine is busy")
    timing.add_argument("--seconds", type=float, default=200.0, help="virtual seconds for each kind of fault")
    timing.add_argument("--kind", choices=KINDS, action="append", help="only this fault; may be given again")
    timing.set_defaults(run=_timing)
    crowds = verbs.add_parser("crowds", help="a rolling restart under games, a crowd in the queue, memory")
    crowds.add_argument("which", nargs="*", type=_crowd, help=f"of {', '.join(CROWDS)}; all, if none is named")
    crowds.add_argument("--games", type=int, default=200)
    crowds.add_argument("--drained", type=int, default=500, help="so many rooms does the worker have that is drained")
    crowds.add_argument("--players", type=int, default=500)
    crowds.add_argument("--connects", type=int, default=10_000)
    crowds.add_argument("--rooms", type=int, default=2_000)
    crowds.add_argument("--seed", type=int, default=1)
    crowds.set_defaults(run=_crowds)
    verbs.add_parser("all", help="all of them").set_defaults(run=lambda _: max([_run(part.split()) for part in PARTS]))
    return parser


def main() -> int:
    """Run what the command line asks for; 1 if anything was found."""
    return _run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())

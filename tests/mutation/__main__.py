"""``python -m tests.mutation [coverage|mutants] [CARD ...]``: how well the tests hold the cards.

Without a word both are reported, without cards all of them. The end is not 0 if a node is not seen, if fewer mutants
than ``--least`` per cent are caught, or if ``known.py`` names what is not so.
"""

import argparse
import sys
import time
from collections.abc import Sequence

from engine.cards import CARDS
from engine.effects.definition import CardDefinition
from tests.mutation import known
from tests.mutation.coverage import coverage
from tests.mutation.hunt import Fate, Hunt, Verdict
from tests.mutation.mutants import FACT
from tests.mutation.report import coverage_lines, mutant_lines, share_caught
from tests.mutation.trials import Trial, all_trials, cards_in

REPORTS = ("coverage", "mutants")


def main(arguments: Sequence[str]) -> int:
    """Print the reports asked for; 1 if they are not good enough."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("words", nargs="*", metavar="WORD", help=f"{' or '.join(REPORTS)}, and card numbers")
    parser.add_argument("--least", type=float, default=99.0, help="how many per cent have to be caught")
    chosen = parser.parse_args(arguments)
    reports = [word for word in chosen.words if word in REPORTS] or list(REPORTS)
    numbers = [word for word in chosen.words if word not in REPORTS]
    pool = {definition.number for definition in CARDS}
    if unknown := [number for number in numbers if number not in pool]:
        parser.error(f"neither a report nor a card of the pool: {', '.join(unknown)}")
    cards = [definition for definition in CARDS if not numbers or definition.number in numbers]
    trials = all_trials()
    passed = [_report_coverage(cards, trials)] if "coverage" in reports else []
    if "mutants" in reports:
        passed.append(_report_mutants(cards, trials, chosen.least))
    return 0 if all(passed) else 1


def _report_coverage(cards: Sequence[CardDefinition], trials: Sequence[Trial]) -> bool:
    wanted = {definition.number for definition in cards}
    found = [card for card in coverage(CARDS, trials) if card.number in wanted]
    _say(*coverage_lines(found, known.UNREACHABLE), "")
    gaps = {gap.place for card in found for gap in card.gaps}
    return gaps <= known.UNREACHABLE.keys() and _is_true(known.UNREACHABLE, gaps, wanted)


def _report_mutants(cards: Sequence[CardDefinition], trials: Sequence[Trial], least: float) -> bool:
    started = time.perf_counter()
    hunt = Hunt(CARDS, trials, cards_in(trials), frozenset(known.EQUIVALENT))
    verdicts = [verdict for definition in cards for verdict in hunt.verdicts(definition.number)]
    seconds = time.perf_counter() - started
    _say(*mutant_lines(verdicts, known.EQUIVALENT), "", _summary(verdicts, seconds))
    equivalent = {verdict.mutant.name for verdict in verdicts if verdict.fate is Fate.EQUIVALENT}
    enough = 100 * share_caught(_of_abilities(verdicts)) >= least
    return enough and _is_true(known.EQUIVALENT, equivalent, {definition.number for definition in cards})


def _is_true(listed: dict[str, str], found: set[str], numbers: set[str]) -> bool:
    """Whether everything that is listed for these cards was found; tells what was not."""
    wrong = [name for name in listed if name.partition("/")[0] in numbers and name not in found]
    _say(*(f"known.py is wrong: {name}" for name in wrong))
    return not wrong


def _summary(verdicts: Sequence[Verdict], seconds: float) -> str:
    abilities = _of_abilities(verdicts)
    survivors = sum(verdict.fate is Fate.SURVIVED for verdict in abilities)
    share = 100 * share_caught(abilities)
    return f"{len(abilities)} mutants of abilities, {survivors} survivors, {share:.2f} % caught, in {seconds:.0f} s"


def _of_abilities(verdicts: Sequence[Verdict]) -> list[Verdict]:
    return [verdict for verdict in verdicts if verdict.mutant.kind != FACT]


def _say(*lines: str) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

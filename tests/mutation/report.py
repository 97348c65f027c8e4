"""The two reports in words and figures."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tests.mutation.coverage import CardCoverage
from tests.mutation.hunt import Fate, Verdict
from tests.mutation.mutants import FACT


def coverage_lines(cards: Sequence[CardCoverage], unreachable: Mapping[str, str]) -> Iterator[str]:
    """Every card with its nodes, then what was not seen; what is known to be out of reach has its reason."""
    yield "Nodes of abilities, and how many of them the tests carry out (of a question: with both answers)"
    yield ""
    cells = [f"{card.number} {card.nodes - len(card.gaps):3}/{card.nodes:<3}" for card in cards]
    yield from ("  ".join(cells[start : start + 6]).rstrip() for start in range(0, len(cells), 6))
    gaps = [gap for card in cards for gap in card.gaps]
    yield ""
    yield from (f"{gap}: {unreachable.get(gap.place, 'NOT SEEN')}" for gap in gaps)
    nodes = sum(card.nodes for card in cards)
    known = sum(gap.place in unreachable for gap in gaps)
    seen, missed = nodes - len(gaps), len(gaps) - known
    yield f"{len(cards)} cards, {nodes} nodes: {seen} seen, {known} out of reach, {missed} not seen"


def mutant_lines(verdicts: Sequence[Verdict], equivalent: Mapping[str, str]) -> Iterator[str]:
    """A table by kind, and the names of those that nobody noticed."""
    yield "Mutants of cards, by what was changed"
    yield ""
    yield _row("", "mutants", "refused", "caught", "equivalent", "survived", "caught")
    kinds = sorted({verdict.mutant.kind for verdict in verdicts} - {FACT})
    for kind in kinds:
        yield _counted(kind, [verdict for verdict in verdicts if verdict.mutant.kind == kind])
    yield _counted("together", [verdict for verdict in verdicts if verdict.mutant.kind != FACT])
    yield _counted("printed facts", [verdict for verdict in verdicts if verdict.mutant.kind == FACT])
    yield ""
    for verdict in verdicts:
        if verdict.fate is Fate.EQUIVALENT:
            yield f"equivalent: {verdict.mutant.name}: {equivalent[verdict.mutant.name]}"
    for verdict in verdicts:
        if verdict.fate is Fate.SURVIVED:
            yield f"SURVIVED: {verdict.mutant.name}"


def share_caught(verdicts: Iterable[Verdict]) -> float:
    """How many of the mutants that could be loaded, and are not the card itself, were caught; of none, all were."""
    fates = Counter(verdict.fate for verdict in verdicts)
    tried = fates[Fate.CAUGHT] + fates[Fate.SURVIVED]
    return fates[Fate.CAUGHT] / tried if tried else 1.0


def _counted(name: str, verdicts: Sequence[Verdict]) -> str:
    fates = Counter(verdict.fate for verdict in verdicts)
    columns = (Fate.REFUSED, Fate.CAUGHT, Fate.EQUIVALENT, Fate.SURVIVED)
    return _row(name, len(verdicts), *(fates[fate] for fate in columns), f"{100 * share_caught(verdicts):.1f} %")


def _row(name: str, *cells: object) -> str:
    return f"{name:14}" + "".join(f"{cell!s:>11}" for cell in cells)

"""Trying every mutant of a card in the trials in which that card occurs, until one of them fails."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from engine.effects.catalogue import Catalogue
from engine.effects.definition import CardDefinition
from engine.model.errors import InvalidCard
from tests.mutation.mutants import FACT, Mutant, mutants_of
from tests.mutation.trials import Trial, failure
from tests.mutation.wrong_words import KEYWORD


class Fate(StrEnum):
    """What became of a mutant."""

    REFUSED = "refused when it was loaded"
    CAUGHT = "caught by a test"
    EQUIVALENT = "known to play like the card itself"
    SURVIVED = "noticed by no test"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A mutant and what became of it; ``by`` names the trial that caught it."""

    mutant: Mutant
    fate: Fate
    by: str = ""


class Hunt:
    """The pool, and what holds each of its cards.

    ``occurring`` are the cards of each trial, by its name; ``equivalent`` the names of mutants that no trial can catch.
    """

    def __init__(
        self,
        definitions: Sequence[CardDefinition],
        trials: Sequence[Trial],
        occurring: Mapping[str, tuple[str, ...]],
        equivalent: frozenset[str] = frozenset(),
    ) -> None:
        self._definitions = tuple(definitions)
        self._trials = trials
        self._occurring = occurring
        self._equivalent = equivalent

    def verdicts(self, number: str) -> Iterator[Verdict]:
        """What becomes of every mutant of a card, in printed order. The trial that caught the last is tried first."""
        definition = next(each for each in self._definitions if each.number == number)
        of_facts, in_play = self._trials_of(number)
        of_keywords = [*of_facts, *in_play]
        for mutant in mutants_of(definition):
            trials = {FACT: of_facts, KEYWORD: of_keywords}.get(mutant.kind, in_play)
            verdict = self._verdict(mutant, trials)
            if verdict.fate is Fate.CAUGHT:
                trials.sort(key=partial(_is_another, verdict.by))
            yield verdict

    def _trials_of(self, number: str) -> tuple[list[Trial], list[Trial]]:
        """Of facts and in play; those that are about the card come first."""
        known = [trial for trial in self._trials if number in self._occurring[trial.name]]
        known.sort(key=lambda trial: trial.about != number)
        return [each for each in known if each.is_of_facts], [each for each in known if not each.is_of_facts]

    def _verdict(self, mutant: Mutant, trials: Sequence[Trial]) -> Verdict:
        number = mutant.definition.number
        try:
            pool = Catalogue(mutant.definition if each.number == number else each for each in self._definitions)
        except InvalidCard:
            return Verdict(mutant, Fate.REFUSED)
        for trial in trials:
            if failure(trial, pool) is not None:
                return Verdict(mutant, Fate.CAUGHT, trial.name)
        return Verdict(mutant, Fate.EQUIVALENT if mutant.name in self._equivalent else Fate.SURVIVED)


def _is_another(name: str, trial: Trial) -> bool:
    return trial.name != name

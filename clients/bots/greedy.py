"""The house bot: looks one ply ahead, and takes what seems worth most right now."""

from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import Final

from clients.bots import answers, asking, defence
from clients.bots.main_phase import MainPhase
from clients.bots.policy import Question, View
from clients.bots.table import Table
from engine.effects.abilities import Ability
from engine.effects.catalogue import Catalogue
from engine.model.decisions import KEEP, REDRAW, Decision
from engine.model.terms import Kind, PromptKind

EARLY: Final = 4
"""A hand is kept with two Pals of this cost or less."""


class Greedy:
    """Knows what every player knows: the view of its seat, the prompt, and what is printed on the cards."""

    name: Final = "greedy"

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    @cached_property
    def _granted(self) -> tuple[Ability, ...]:
        return asking.granted_abilities(self._catalogue)

    def choose(self, view: View, prompt: Question, legal: Sequence[Decision], seed: int) -> Decision:
        if len(legal) == 1:
            return legal[0]
        table = Table(view, prompt.seat, self._catalogue)
        match prompt.kind:
            case PromptKind.SETUP:
                return set_up(table, legal, seed)
            case PromptKind.MAIN:
                return MainPhase(table, legal).choose()
            case PromptKind.BLOCK:
                return defence.block(table, legal)
            case PromptKind.QUICK:
                return defence.quick(table, legal)
            case _:
                return self.answer(table, prompt, legal)

    def ranked(self, view: View, prompt: Question, legal: Sequence[Decision]) -> list[Decision]:
        """The decisions at a main, block or quick prompt, what seems best first; all others behind them."""
        first = self.choose(view, prompt, legal, 0)
        table = Table(view, prompt.seat, self._catalogue)
        others = MainPhase(table, legal).ranked() if prompt.kind == PromptKind.MAIN else legal
        return [first, *(decision for decision in others if decision != first)]

    def answer(
        self, table: Table, prompt: Question, legal: Sequence[Decision], taste: answers.Taste = answers.exact
    ) -> Decision:
        """What to answer to an ability or a cost, by what each answer seems to be worth."""
        if prompt.kind == PromptKind.NAME:
            return answers.name(table, legal)
        if prompt.kind == PromptKind.ORDER:
            return answers.order(table, legal)
        asked = asking.find(table, prompt, self._granted)
        match prompt.kind:
            case PromptKind.CARDS:
                return answers.cards(table, prompt, asked, taste)
            case PromptKind.OPTION:
                return answers.option(table, asked, legal, taste)
            case PromptKind.NUMBER:
                return answers.number(table, prompt, asked, legal)
            case _:
                return answers.may(table, asked, legal)


def set_up(table: Table, legal: Sequence[Decision], seed: int) -> Decision:
    """Keep a hand with two early Pals; whether to go first is all the same to it."""
    if KEEP not in legal:
        return legal[Random(seed).randrange(len(legal))]
    early = sum(card.definition.kind is Kind.PAL and card.cost <= EARLY for card in table.hand)
    return KEEP if early >= 2 else REDRAW

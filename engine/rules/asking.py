"""Asking a player: the open prompt as plain data, and when nothing is asked.

Except for set-up, main, block and quick, nothing is asked when *public* information leaves exactly one legal decision.
Whether anyone is asked anything never depends on what a player may not know.
"""

from collections.abc import Sequence

from engine.model.asked import AskedCards, AskedMay, AskedNumber, AskedOpenly, AskedOption, AskedOrder, AskedSetup
from engine.model.decisions import Verb
from engine.model.terms import PromptKind
from engine.rules.match import Match


def ask_setup(match: Match, seat: int, verbs: tuple[Verb, Verb]) -> None:
    """Ask a question of the set-up."""
    match.state.prompt = AskedSetup(seat, PromptKind.SETUP.value, verbs)


def give_play_timing(match: Match, seat: int, kind: PromptKind) -> None:
    """Give a play timing (main, quick) or the choice of a blocker; always asked."""
    match.state.prompt = AskedOpenly(seat, kind.value)


def ask_cards(
    match: Match, seat: int, cards: Sequence[int], minimum: int, maximum: int, *, by_hidden_facts: bool = False
) -> list[int] | None:
    """Ask for between ``minimum`` and ``maximum`` of these cards; or return the only possible choice, unasked.

    ``by_hidden_facts`` tells that which cards qualify depends on cards that the other player does not see: then it is
    asked even with one candidate or none.
    """
    maximum = min(maximum, len(cards))
    minimum = min(minimum, maximum)
    if not by_hidden_facts:
        if maximum == 0:
            return []
        if minimum == len(cards):
            return list(cards)
    reference = match.state.reference
    references = tuple(reference(card) for card in cards)
    match.state.prompt = AskedCards(seat, PromptKind.CARDS.value, references, minimum, maximum)
    return None


def ask_option(match: Match, seat: int, available: tuple[int, ...], total: int, *, modal: bool) -> int | None:
    """Ask which of ``total`` options, counted from 1; or return the only payable branch. Modes are always asked."""
    if not modal and len(available) == 1:
        return available[0]
    match.state.prompt = AskedOption(seat, PromptKind.OPTION.value, available, total)
    return None


def ask_number(match: Match, seat: int, minimum: int, maximum: int) -> int | None:
    """Ask for a number; or return the only possible one."""
    if minimum == maximum:
        return minimum
    match.state.prompt = AskedNumber(seat, PromptKind.NUMBER.value, minimum, maximum)
    return None


def ask_may(match: Match, seat: int, *, possible: bool, by_hidden_facts: bool) -> bool | None:
    """Ask yes or no; or return no if it cannot be done by public facts."""
    if not possible and not by_hidden_facts:
        return False
    match.state.prompt = AskedMay(seat, PromptKind.MAY.value, possible)
    return None


def ask_name(match: Match, seat: int) -> None:
    """Ask for a card name that exists."""
    match.state.prompt = AskedOpenly(seat, PromptKind.NAME.value)


def ask_order(match: Match, seat: int, entries: list[int]) -> int | None:
    """Ask which pending ability resolves next; or return the only kind there is."""
    if len(entries) == 1:
        return entries[0]
    match.state.prompt = AskedOrder(seat, PromptKind.ORDER.value, tuple(entries))
    return None

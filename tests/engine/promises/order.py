"""Promises 2, 3 and 9: cards are never lost, every game ends, and rule actions leave nothing to do."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from unittest.mock import patch

from engine import Decision, Game, Prompt
from engine.model.state import BASE, DECK, EXILE, GRAVEYARD, HAND, RESOLUTION
from engine.model.terms import PromptKind
from engine.rules import machine
from engine.rules.checking import CHECK, is_anything_due, lethally_damaged, losers, overloaded
from engine.rules.effect_frames import EFFECT
from engine.rules.match import Event
from tests.engine.promises.watching import Means, Promise

SOULS = 10
MOST_STEPS = 400
"""Steps between two prompts that no game of this pool needs; the stall guard is fifty times as far."""
MOST_DECISIONS = 3_000
"""Decisions that no game of 100 cards needs."""

OUTCOMES = ("life", "deck", "life and deck")


class CardsAreConserved(Promise):
    number = 2
    title = "every card is in one zone, and every player has ten souls"

    def __init__(self, game: Game, means: Means, rng: Random) -> None:
        super().__init__(game, means, rng)
        self.cards = game._match.state.cards
        count_cards(game)

    def after(self, prompt: Prompt, decision: Decision, events: Sequence[Event]) -> None:
        assert self.game._match.state.cards == self.cards
        count_cards(self.game)
        self.count()


def count_cards(game: Game) -> None:
    state = game._match.state
    zones = {DECK: state.deck, HAND: state.hand, BASE: state.base, GRAVEYARD: state.graveyard, EXILE: state.exile}
    found: Counter[int] = Counter(state.resolution)
    for code, both in zones.items():
        for seat, zone in enumerate(both):
            found.update(zone)
            assert all(state.place[card] == code and state.owner(card) == seat for card in zone)
    assert sorted(found.elements()) == list(range(len(state.cards)))
    assert all(state.place[card] == RESOLUTION for card in state.resolution)
    based = set(state.base[0] + state.base[1])
    assert {card for card, resting in enumerate(state.resting) if resting} | set(state.damage) <= based
    assert set(state.batch) == based
    assert all(damage > 0 for damage in state.damage.values())
    for seat in (0, 1):
        souls = (state.souls_standing[seat], state.souls_resting[seat], state.soul_deck[seat])
        assert sum(souls) == SOULS
        assert min(*souls, state.material[seat], state.ingredient[seat], state.owed[seat]) >= 0


class GamesEnd(Promise):
    """Watched with ``a_near_stall_guard``, or a loop of fewer steps than the guard's goes unnoticed."""

    number = 3
    title = "every game ends by the rules, far from the stall guard"

    def before(self, prompt: Prompt, decision: Decision) -> None:
        assert self.game.decisions < MOST_DECISIONS

    def end(self) -> None:
        outcome = self.game.outcome
        if outcome is not None:
            assert outcome.reason in OUTCOMES
            assert_the_loser_has_lost(self.game)
            self.count()
            self.count(outcome.reason)


@contextmanager
def a_near_stall_guard() -> Iterator[None]:
    """Let a game that needs unusually many steps between two prompts end by the guard."""
    with patch.object(machine, "STALL", MOST_STEPS):
        yield


def assert_the_loser_has_lost(game: Game) -> None:
    state, outcome = game._match.state, game.outcome
    assert outcome is not None
    lost = [seat for seat in (0, 1) if state.life[seat] <= 0 or not state.deck[seat]]
    assert outcome.winner == ("draw" if len(lost) == 2 else "AB"[1 - lost[0]])
    assert ("life" in outcome.reason) == (min(state.life) <= 0)
    assert ("deck" in outcome.reason) == (not all(state.deck))


class NothingIsDue(Promise):
    number = 9
    title = "no rule action is due at a prompt but within a resolution"

    def before(self, prompt: Prompt, decision: Decision) -> None:
        match = self.game._match.clone()
        assert match.state.owed == [0, 0]
        self.count()
        self.count(prompt.kind)
        if prompt.kind in (PromptKind.MAIN, PromptKind.BLOCK, PromptKind.QUICK):
            assert not is_anything_due(match)
        elif prompt.kind == PromptKind.ORDER:
            assert not losers(match)
            assert not lethally_damaged(match)
            assert not overloaded(match)
        elif prompt.kind != PromptKind.SETUP:
            overload = match.state.frames[-1][0] == CHECK.name and overloaded(match)
            assert overload or match.state.frames[-1][0] == EFFECT

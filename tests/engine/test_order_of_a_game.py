"""Invariants 2, 3 and 9: cards are never lost, every game ends, and rule actions leave nothing to do."""

from collections import Counter

import pytest

from engine import Game
from engine.model.state import BASE, DECK, EXILE, GRAVEYARD, HAND, RESOLUTION
from engine.model.terms import PromptKind
from engine.rules import machine
from engine.rules.checking import CHECK, is_anything_due, lethally_damaged, losers, overloaded
from engine.rules.effect_frames import EFFECT
from tests.engine.play import Player, begin, over_many_games

SOULS = 10
MOST_STEPS = 400
"""Steps between two prompts that no game of this pool needs; the stall guard is fifty times as far."""

OUTCOMES = ("life", "deck", "life and deck")


@over_many_games
def test_every_card_is_in_exactly_one_zone_and_every_player_has_ten_souls(numbers: range) -> None:
    for number in numbers:
        game, player = begin(number), Player(number)
        count_cards(game)
        while (prompt := game.prompt) is not None:
            game.decide(player.decide(prompt))
            count_cards(game)


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


@over_many_games
def test_every_game_ends_by_the_rules_and_far_from_the_stall_guard(
    numbers: range, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "STALL", MOST_STEPS)
    for number in numbers:
        game, player = begin(number), Player(number)
        while (prompt := game.prompt) is not None:
            game.decide(player.decide(prompt))
        assert game.outcome is not None
        assert game.outcome.reason in OUTCOMES
        assert_the_loser_has_lost(game)


def assert_the_loser_has_lost(game: Game) -> None:
    state, outcome = game._match.state, game.outcome
    assert outcome is not None
    lost = [seat for seat in (0, 1) if state.life[seat] <= 0 or not state.deck[seat]]
    assert outcome.winner == ("draw" if len(lost) == 2 else "AB"[1 - lost[0]])
    assert ("life" in outcome.reason) == (min(state.life) <= 0)
    assert ("deck" in outcome.reason) == (not all(state.deck))


@over_many_games
def test_no_rule_action_is_due_at_a_prompt_but_in_the_middle_of_a_resolution(numbers: range) -> None:
    seen: Counter[str] = Counter()
    for number in numbers:
        game, player = begin(number), Player(number)
        while (prompt := game.prompt) is not None:
            match = game._match.clone()
            assert match.state.owed == [0, 0]
            seen[prompt.kind] += 1
            if prompt.kind in (PromptKind.MAIN, PromptKind.BLOCK, PromptKind.QUICK):
                assert not is_anything_due(match)
            elif prompt.kind == PromptKind.ORDER:
                assert not losers(match)
                assert not lethally_damaged(match)
                assert not overloaded(match)
            elif prompt.kind != PromptKind.SETUP:
                overload = match.state.frames[-1][0] == CHECK.name and overloaded(match)
                assert overload or match.state.frames[-1][0] == EFFECT
            game.decide(player.decide(prompt))
    assert seen[PromptKind.ORDER] > 0

"""Invariant 1: there is exactly one prompt or an outcome, and a prompt takes what it lists and nothing else."""

import re
from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from engine import Decision, Game, IllegalDecision, Prompt, catalogue
from engine.effects.abilities import Act
from engine.effects.instructions import DeclareName, May, OneOf, OpponentLoses
from engine.effects.nodes import Node
from engine.effects.program import ChooseX
from engine.model.decisions import VERBS
from engine.model.reasons import Reason
from engine.model.terms import PromptKind
from tests.engine.forging import forgeries
from tests.engine.play import GAMES, Player, abilities, begin, over_many_games

EVERY = 4
"""At one prompt of so many, decisions are tried besides the one that is taken."""

LISTED = 2
"""Listed decisions that are tried at a prompt, besides its default."""

FORGED = 6
"""Forged decisions that are tried at a prompt."""


@over_many_games
def test_there_is_one_prompt_or_an_outcome_and_every_listed_decision_applies(numbers: range) -> None:
    for number in numbers:
        game, player, rng = begin(number), Player(number), Random(number)
        while (prompt := game.prompt) is not None:
            assert game.outcome is None
            assert prompt.id == game.decisions + 1
            legal = prompt.legal()
            assert len(legal) > 0
            assert prompt.default in legal
            if rng.randrange(EVERY) == 0:
                for decision in (prompt.default, *(legal[rng.randrange(len(legal))] for _ in range(LISTED))):
                    take_on_a_clone(game, decision)
            game.decide(player.decide(prompt))
        assert game.outcome is not None
        with pytest.raises(IllegalDecision, match="over"):
            game.decide(Decision("pass"))


def take_on_a_clone(game: Game, decision: Decision) -> None:
    twin = game.clone()
    twin.decide(decision)
    assert twin.decisions == game.decisions + 1
    assert (twin.prompt is None) == (twin.outcome is not None)


@over_many_games
def test_a_decision_that_is_not_listed_is_refused_and_changes_nothing(numbers: range) -> None:
    refused: Counter[str] = Counter()
    for number in numbers:
        game, player, rng = begin(number), Player(number), Random(number)
        earlier: list[Decision] = []
        while (prompt := game.prompt) is not None:
            if rng.randrange(EVERY) == 0:
                forged = list(forgeries(game, prompt, rng.sample(earlier, min(3, len(earlier))), rng))
                chosen = rng.sample(forged, min(FORGED, len(forged)))
                refuse(game, prompt, chosen)
                refused.update(decision.verb for decision in chosen)
            earlier.append(player.decide(prompt))
            game.decide(earlier[-1])
    assert set(refused) == set(VERBS) - {"concede"}


def refuse(game: Game, prompt: Prompt, forged: Sequence[Decision]) -> None:
    before, chain, entries = game.save(), game.chain, len(game.log["entries"])
    for decision in forged:
        with pytest.raises(IllegalDecision) as refusal:
            game.decide(decision)
        assert refusal.value.code == "illegal"
        assert refusal.value.prompt is prompt is game.prompt
        assert refusal.value.reason == prompt.why_not(decision)
        assert refusal.value.reason is not None
        assert_it_tells_the_truth(refusal.value.sentence, refusal.value.reason)
    assert (game.save(), game.chain, len(game.log["entries"])) == (before, chain, entries)


def assert_it_tells_the_truth(sentence: str, reason: Reason) -> None:
    assert reason.text == sentence
    assert re.fullmatch(r"[A-Z].*[.]", sentence)
    if comparison := re.match(r"(?:Costs|Needs) (\d+) .*?, you have (\d+)", sentence):
        assert (int(comparison[1]), int(comparison[2])) == (reason.needed, reason.held)
        assert reason.needed > reason.held


def test_a_cost_that_is_offered_can_be_paid_to_the_end() -> None:
    """Whatever a player chooses on the way: every prompt of the cost lists something, and the effect comes."""
    paid = 0
    for number in range(0, GAMES, 4):
        game, player, rng = begin(number), Player(number), Random(number)
        while (prompt := game.prompt) is not None:
            offered = (
                [decision for decision in prompt.legal() if decision.verb == "activate"] if is_open(prompt) else []
            )
            for decision in rng.sample(offered, min(2, len(offered))):
                twin = game.clone()
                twin.decide(decision)
                while twin._is_unpaid() and (question := twin.prompt) is not None:
                    twin.decide(rng.choice(question.legal()))
                paid += 1
            game.decide(player.decide(prompt))
    assert paid > 1_000


def is_open(prompt: Prompt) -> bool:
    return prompt.kind in (PromptKind.MAIN, PromptKind.QUICK)


def test_a_chosen_set_may_be_given_in_any_order() -> None:
    tried = 0
    for number in range(40):
        game, player = begin(number), Player(number)
        while (prompt := game.prompt) is not None:
            decision = player.decide(prompt)
            if len(decision.cards) > 1:
                twin = game.clone()
                twin.decide(decision._replace(cards=decision.cards[::-1]))
                game.decide(decision)
                assert twin.chain == game.chain
                tried += 1
            else:
                game.decide(decision)
    assert tried > 10


# --- how much the random games see --------------------------------------------------------------------------------


ASKED_BY: dict[type[Node], PromptKind] = {
    May: PromptKind.MAY,
    OneOf: PromptKind.OPTION,
    DeclareName: PromptKind.NAME,
    ChooseX: PromptKind.NUMBER,
    OpponentLoses: PromptKind.NUMBER,
}


def kinds_of_the_pool() -> set[PromptKind]:
    """The kinds of prompt that some card of the pool or the rules can ask."""
    kinds = {PromptKind.SETUP, PromptKind.MAIN, PromptKind.BLOCK, PromptKind.QUICK, PromptKind.CARDS, PromptKind.ORDER}
    for ability in abilities():
        if ability.program is not None:
            nodes = [operation.node for operation in ability.program.operations.values()]
            kinds |= {kind for node in nodes for asks, kind in ASKED_BY.items() if isinstance(node, asks)}
            if isinstance(ability.node, Act) and len(ability.node.costs) > 1:
                kinds.add(PromptKind.OPTION)
    return kinds


SELDOM_USED = 30
"""One ability of so many may have a condition that the random games do not meet."""


def test_the_random_games_ask_everything_play_every_card_and_use_the_abilities() -> None:
    kinds, played, used = set(), set(), set()
    for number in range(GAMES):
        game, player = begin(number), Player(number)
        while (prompt := game.prompt) is not None:
            kinds.add(PromptKind(prompt.kind))
            for event in game.decide(player.decide(prompt)):
                match event:
                    case ("card_played", _, sight):
                        played.add(catalogue.definitions[sight[0]].number)
                    case ("ability_resolved", _, name) | ("ability_activated", _, _, _, name):
                        used.add(name.partition("@")[0])
                    case _:
                        pass
    assert kinds == kinds_of_the_pool()
    assert played == {card.number for card in catalogue.definitions}
    resolving = {a.id for a in abilities() if a.program is not None and a.card.effect is not a}
    assert used <= resolving
    assert len(resolving - used) <= len(resolving) // SELDOM_USED, resolving - used

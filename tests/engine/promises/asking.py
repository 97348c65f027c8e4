"""Promise 1: there is exactly one prompt or an outcome, and a prompt takes what it lists and nothing else."""

import re
from collections.abc import Sequence
from random import Random

from engine import Decision, Game, IllegalDecision, Prompt
from engine.model.reasons import Reason
from engine.model.terms import PromptKind
from engine.rules.match import Event
from tests.engine.forging import forgeries
from tests.engine.promises.watching import Means, Promise

EVERY = 4
"""At one prompt of so many, decisions are tried besides the one that is taken."""

LISTED = 2
"""Listed decisions that are tried at a prompt, besides its default."""

FORGED = 6
"""Forged decisions that are tried at a prompt."""

PAID = 2
"""Offered activations that are paid at a prompt."""


class ListedApply(Promise):
    number = 1
    title = "one prompt or an outcome; what is listed applies"

    def before(self, prompt: Prompt, decision: Decision) -> None:
        assert self.game.outcome is None
        assert prompt.id == self.game.decisions + 1
        legal = prompt.legal()
        assert len(legal) > 0
        assert prompt.default in legal
        self.count()
        if self.seldom(EVERY):
            for listed in (prompt.default, *(legal[self.rng.randrange(len(legal))] for _ in range(LISTED))):
                take_on_a_clone(self.game, listed)

    def end(self) -> None:
        if self.game.prompt is None:
            assert self.game.outcome is not None
            assert refusal(self.game, Decision("pass")).code == "game_over"


def take_on_a_clone(game: Game, decision: Decision) -> None:
    twin = game.clone()
    twin.decide(decision)
    assert twin.decisions == game.decisions + 1
    assert (twin.prompt is None) == (twin.outcome is not None)


class OthersAreRefused(Promise):
    number = 1
    title = "what is not listed is refused and changes no byte"

    def __init__(self, game: Game, means: Means, rng: Random) -> None:
        super().__init__(game, means, rng)
        self.earlier: list[Decision] = []

    def before(self, prompt: Prompt, decision: Decision) -> None:
        if self.seldom(EVERY):
            earlier = self.rng.sample(self.earlier, min(3, len(self.earlier)))
            forged = list(forgeries(self.game, prompt, earlier, self.rng))
            tried = forged if self.is_thorough else self.rng.sample(forged, min(FORGED, len(forged)))
            refuse(self.game, prompt, tried)
            for each in tried:
                self.count()
                self.count(each.verb)

    def after(self, prompt: Prompt, decision: Decision, events: Sequence[Event]) -> None:
        self.earlier.append(decision)


def refuse(game: Game, prompt: Prompt, forged: Sequence[Decision]) -> None:
    before, chain, entries = game.save(), game.chain, len(game.log["entries"])
    for decision in forged:
        refused = refusal(game, decision)
        assert refused.code == "illegal"
        assert refused.prompt is prompt is game.prompt
        assert refused.reason == prompt.why_not(decision)
        assert refused.reason is not None
        assert_it_tells_the_truth(refused.sentence, refused.reason)
    assert (game.save(), game.chain, len(game.log["entries"])) == (before, chain, entries)


def refusal(game: Game, decision: Decision) -> IllegalDecision:
    """The refusal of a decision that has to be refused."""
    try:
        game.decide(decision)
    except IllegalDecision as refused:
        return refused
    raise AssertionError(f"{decision} is taken, though it is not listed")


def assert_it_tells_the_truth(sentence: str, reason: Reason) -> None:
    assert reason.text == sentence
    assert re.fullmatch(r"[A-Z].*[.]", sentence)
    if comparison := re.match(r"(?:Costs|Needs) (\d+) .*?, you have (\d+)", sentence):
        assert (int(comparison[1]), int(comparison[2])) == (reason.needed, reason.held)
        assert reason.needed > reason.held


class OfferedCanBePaid(Promise):
    """Whatever a player chooses on the way: every prompt of the cost lists something, and the effect comes."""

    number = 1
    title = "a cost that is offered can be paid to the end"

    def before(self, prompt: Prompt, decision: Decision) -> None:
        if prompt.kind not in (PromptKind.MAIN, PromptKind.QUICK) or not self.seldom(EVERY):
            return
        offered = [listed for listed in prompt.legal() if listed.verb == "activate"]
        for activation in self.rng.sample(offered, min(PAID, len(offered))):
            pay(self.game.clone(), activation, self.rng)
            self.count()


def pay(game: Game, activation: Decision, rng: Random) -> None:
    game.decide(activation)
    while game._is_unpaid() and (question := game.prompt) is not None:
        game.decide(rng.choice(question.legal()))

"""The bot that looks ahead: it tries its best decisions out in worlds that could be the true one.

A world is a game that looks to its seat like the view, with cards dealt at random to what the seat cannot see. There a
decision is taken, and the greedy bot plays both sides on for some turns: how likely the seat is to win when those begin
is what the decision comes to, on average. All decisions are tried in the same worlds, and the hopeless ones not again.
The greedy bot's own decision is left only for something that is better beyond doubt.

How much is tried is counted in decisions and not in time, so that the same view gives the same decision.
"""

from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final, TypeAlias

from clients.bots.greedy import Greedy
from clients.bots.guessing import Guesser
from clients.bots.outlook import chance_to_win
from clients.bots.policy import Question, View
from engine.decks.deck import Deck
from engine.effects.catalogue import Catalogue
from engine.game import Game
from engine.model.decisions import DRAW, Decision
from engine.model.terms import PromptKind
from engine.rules.legality import SOULS_TO_DRAW

THOUGHT_ABOUT: Final = (PromptKind.MAIN, PromptKind.BLOCK, PromptKind.QUICK)
"""Everything else it answers as the greedy bot does."""
HORIZONS: Final = 3
"""It looks up as the next own turn begins, the opponent's after that, and the own one after that."""
OTHERS: Final = 4
"""So many decisions are compared with the greedy bot's: those that seem best to it."""
ROUNDS: Final = ((3, 3), (4, 2), (8, 1))
"""In so many worlds they are tried, and then so many are left."""
HOPELESS: Final = -0.05
"""What comes to so much less is not tried again."""
DOUBT: Final = 0.5
"""By so many standard errors a decision has to be better."""

IN_HASTE: Final = 3
"""In a quick window it tries so many times less."""

Gains: TypeAlias = dict[Decision, list[float]]
"""By how much decisions were better than the greedy bot's, world by world."""


class Search:
    """Thinks about what to do at play timings, and answers the questions of effects as the greedy bot does.

    ``decks`` are those that it takes for played. After so many decisions of the greedy bot (``budget``) it tries out no
    further world.
    """

    name: Final = "search"

    def __init__(self, catalogue: Catalogue, decks: Sequence[Deck], budget: int = 1200) -> None:
        self._catalogue = catalogue
        self._greedy = Greedy(catalogue)
        self._guesser = Guesser(decks)
        self._budget = budget

    @property
    def hasty(self) -> Greedy:
        """The bot that decides in its place when there is no time."""
        return self._greedy

    def choose(self, view: View, prompt: Question, legal: Sequence[Decision], seed: int) -> Decision:
        if len(legal) == 1 or prompt.kind not in THOUGHT_ABOUT:
            return self._greedy.choose(view, prompt, legal, seed)
        usual, *others = self._greedy.ranked(view, prompt, legal)[: 1 + OTHERS]
        gains: Gains = {decision: [] for decision in others}
        chance = Random(seed)
        left = self._budget // (IN_HASTE if prompt.kind == PromptKind.QUICK else 1)
        for worlds, kept in ROUNDS:
            for _ in range(worlds):
                if gains and left > 0:
                    world = self._world(view, prompt, legal, chance)
                    left -= self._compare(world, usual, gains)
            gains = best(gains, kept)
        return next((decision for decision, found in gains.items() if sure(found) > 0), usual)

    def _world(self, view: View, prompt: Question, legal: Sequence[Decision], chance: Random) -> Game:
        """A game that the seat cannot tell from the one that it sees."""
        souls = view["players"][prompt.seat]["souls"]
        drawn = prompt.kind == PromptKind.MAIN and souls >= SOULS_TO_DRAW and DRAW not in legal
        hidden = self._guesser.deal(view, chance)
        return Game.from_view(self._catalogue, view, prompt.kind, hidden, chance.randbytes(32), soul_drawn=drawn)

    def _compare(self, world: Game, usual: Decision, gains: Gains) -> int:
        """Try all out in one world; gives how many decisions the greedy bot made."""
        before, spent = self._try(world, usual)
        for decision, found in gains.items():
            value, more = self._try(world, decision)
            found.append(value - before)
            spent += more
        return spent

    def _try(self, world: Game, decision: Decision) -> tuple[float, int]:
        """What the decision comes to in this world, and how many decisions of the greedy bot that took."""
        assert world.prompt is not None, "a world stands at a question"
        seat, game, spent = world.prompt.seat, world.clone(), 0
        if decision not in world.prompt.legal():  # it hangs on what no view shows
            return 0.0, 0
        last, seen = world.turn + (world.glimpse(seat)["active"] == seat), list[float]()
        game.decide(decision)
        while (prompt := game.prompt) is not None and len(seen) < HORIZONS:
            if game.turn > last:
                last = game.turn
                seen.append(chance_to_win(game, seat, self._catalogue))
                continue
            legal = prompt.legal()
            if len(legal) > 1:
                spent += 1
                game.decide(self._greedy.choose(game.glimpse(prompt.seat), prompt, legal, 0))
            else:
                game.decide(legal[0])
        if game.outcome is not None:
            seen += [chance_to_win(game, seat, self._catalogue)] * (HORIZONS - len(seen))
        return fmean(seen), spent


def best(gains: Gains, number: int) -> Gains:
    """The decisions that came to most, the best first; none that came to the same as the greedy bot's everywhere."""
    ranked = sorted(gains, key=lambda decision: -fmean(gains[decision] or [0.0]))
    return {
        decision: gains[decision]
        for decision in ranked[:number]
        if any(gains[decision]) and fmean(gains[decision]) > HOPELESS
    }


def sure(found: Sequence[float]) -> float:
    """The mean gain, less the doubt about it."""
    return fmean(found) - DOUBT * (stdev(found) / sqrt(len(found)) if len(found) > 1 else 0.0)

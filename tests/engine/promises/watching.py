"""Playing games while the engine's promises are watched: one loop for the tests, the proof at scale, and shrinking.

A promise is one of the ten of ARCHITECTURE.md, or a part of one. It looks at a game before and after every decision and
at the end, and fails by an assertion. What costs much is looked at seldom, at a rate that stands where it is looked at.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from random import Random
from typing import ClassVar

from engine import Decision, Game, Prompt, catalogue
from engine.effects.catalogue import Catalogue
from engine.rules.match import Event
from tests.engine.elsewhere import Elsewhere
from tests.engine.knowledge import begin_marked, marked_pool
from tests.engine.play import Player, begin

Decide = Callable[[Prompt], Decision | None]
"""Who plays; ``None`` stops before the end."""

Tally = Counter[tuple[str, str]]
"""How often each promise was looked at (title, ""), and what it met on the way (title, what)."""


class Pool(Enum):
    """The cards that a promise is watched with."""

    PLAIN = "plain"
    MARKED = "marked"
    """Every single card has a number of its own."""
    NAMED = "named"
    """Every single card has a number and a name of its own."""


@cache
def pool_of(pool: Pool) -> Catalogue:
    """The whole pool of cards, marked or not."""
    return catalogue if pool is Pool.PLAIN else marked_pool(names=pool is Pool.NAMED)


@dataclass(slots=True)
class Means:
    """What looking takes: a count of the looks, the other process for saves, and how seldom to look.

    What is looked at seldom is looked at ``rarer`` times as seldom; 0 leaves nothing out.
    """

    elsewhere: Elsewhere | None = None
    rarer: int = 1
    tally: Tally = field(default_factory=Counter)


class Promise:
    """One promise, watched over one game from its first prompt on."""

    number: ClassVar[int]
    """Among the ten of ARCHITECTURE.md."""
    title: ClassVar[str]
    pool: ClassVar[Pool] = Pool.PLAIN

    def __init__(self, game: Game, means: Means, rng: Random) -> None:
        self.game = game
        self.means = means
        self.rng = rng

    def before(self, prompt: Prompt, decision: Decision) -> None:
        """Look at the game before a decision is taken."""

    def after(self, prompt: Prompt, decision: Decision, events: Sequence[Event]) -> None:
        """Look at the game after a decision was taken; ``prompt`` is the answered one."""

    def end(self) -> None:
        """Look at the game after the last decision, which may have ended it."""

    def seldom(self, rate: int) -> bool:
        """Whether to look now, at one of ``rate`` moments."""
        rate *= self.means.rarer
        return rate <= 1 or self.rng.randrange(rate) == 0

    @property
    def is_thorough(self) -> bool:
        """Whether nothing is left out."""
        return self.means.rarer == 0

    def count(self, what: str = "") -> None:
        """Count a look, or what was met."""
        self.means.tally[self.title, what] += 1


class Broken(AssertionError):
    """A promise that was not kept: which, in which game, by which error, and the decision that was due."""

    def __init__(self, promise: type[Promise], game: Game, error: Exception, due: Decision | None) -> None:
        super().__init__(f"{promise.__name__} ({promise.title}) at decision {game.decisions}: {error!r}")
        self.promise = promise
        self.game = game
        self.error = error
        self.due = due


class DecisionsAreTaken(Promise):
    """What the engine raises when it takes a listed decision breaks this one."""

    number = 1
    title = "a listed decision is taken, and the engine raises nothing"

    def after(self, prompt: Prompt, decision: Decision, events: Sequence[Event]) -> None:
        self.count()


def keep(game: Game, decide: Decide, promises: Sequence[type[Promise]], means: Means, seed: object) -> None:
    """Play a game and look; ``Broken`` names the first promise that is not kept."""
    kept: list[Promise] = []
    looking: type[Promise] = DecisionsAreTaken
    due: Decision | None = None
    try:
        for looking in promises:
            kept.append(looking(game, means, Random(f"{seed} {looking.__name__}")))
        while (prompt := game.prompt) is not None and (due := decide(prompt)) is not None:
            decision = due
            for each in kept:
                looking = type(each)
                each.before(prompt, decision)
            looking = DecisionsAreTaken
            events = game.decide(decision)
            due = None
            for each in kept:
                looking = type(each)
                each.after(prompt, decision, events)
        for each in kept:
            looking = type(each)
            each.end()
    except Exception as error:
        raise Broken(looking, game, error, due) from error


def begin_in(pool: Pool, number: int) -> Game:
    """The game of that number, played with that pool."""
    return begin(number) if pool is Pool.PLAIN else begin_marked(number, pool_of(pool))


def by_pool(promises: Iterable[type[Promise]]) -> dict[Pool, list[type[Promise]]]:
    """The promises that can be watched in one game."""
    together: dict[Pool, list[type[Promise]]] = {}
    for promise in promises:
        together.setdefault(promise.pool, []).append(promise)
    return together


def keep_over(numbers: Iterable[int], *promises: type[Promise], means: Means | None = None) -> Tally:
    """Play the games of these numbers and look; what was counted."""
    means = Means() if means is None else means
    for number in numbers:
        for pool, together in by_pool(promises).items():
            keep(begin_in(pool, number), Player(number).decide, together, means, number)
    return means.tally


def met(promise: type[Promise], tally: Tally) -> set[str]:
    """What a promise met on the way."""
    return {what for title, what in tally if title == promise.title and what}

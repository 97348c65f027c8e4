"""Games that are steered to what has not happened yet, until every card was played and everything on it was done.

The decks hold cards of which something is missing. A player takes a decision that reaches something new, tried on a
clone; without one it prefers the cards that something is missing of, and else decides by chance and temper.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from engine import Decision, Deck, Game, Prompt, SeatName, catalogue
from engine.decks import PRESETS
from engine.decks.deck import COPIES, DECK_SIZE, LUCKY_PALS
from engine.effects.definition import CardDefinition
from engine.model.terms import Colour
from tests.engine.play import PAIRS, Player, abilities, seed_of
from tests.proof.goals import KINDS, Goal, Trace, goals_of

TRIED: Final = 40
"""Decisions that are tried on clones at one prompt."""

EAGER: Final = 12.0
"""How much likelier a decision is that is about a card of which something is missing."""

LIMIT: Final = 2_000
"""Games after which the search ends without success."""


@dataclass(slots=True)
class Search:
    """What is still missing, and how it went so far."""

    missing: set[Goal] = field(default_factory=lambda: goals_of(catalogue, abilities()))
    games: int = 0
    decisions: int = 0
    reached_in: dict[Goal, int] = field(default_factory=dict)
    """By goal: the game that reached it first, from 1."""
    trace: Trace = field(default_factory=Trace)

    def run(self, limit: int = LIMIT) -> Iterator["Search"]:
        """Play, and tell after each game, until nothing is missing or so many games are played."""
        with self.trace.watching():
            while self.missing and self.games < limit:
                self._play(self.games)
                self.games += 1
                yield self

    def _play(self, number: int) -> None:
        rng = Random(f"everything {number}")
        decks: dict[SeatName, Deck] = {"A": self._deck(rng), "B": self._deck(rng)}
        game, seeker = Game.start(catalogue, decks, seed_of(number)), Seeker(self, number)
        while (prompt := game.prompt) is not None:
            events = game.decide(seeker.decide(game, prompt))
            self.trace.see(game, events)
            self._take_in(number + 1)
        self.decisions += game.decisions

    def _take_in(self, number: int) -> None:
        for goal in self.trace.reached & self.missing:
            self.reached_in[goal] = number
        self.missing -= self.trace.reached
        self.trace.reached.clear()

    def wanted(self) -> Counter[str]:
        """By card number: how much is missing of it."""
        return Counter(goal.card for goal in self.missing)

    def _deck(self, rng: Random) -> Deck:
        wanted = self.wanted()
        presets = [deck for deck in PRESETS.values() if any(card in wanted for card in deck.main)]
        if presets and rng.random() < 0.3:
            return rng.choice(presets)
        return deck_of(wanted, rng)


def deck_of(wanted: Mapping[str, int], rng: Random) -> Deck:
    """A deck that holds what is wanted of two colours: most likely those of which most is."""
    weights = [0.1 + sum(wanted.get(card.number, 0) for card in _pool(pair)) for pair in PAIRS]
    (pair,) = rng.choices(PAIRS, weights)
    cards = _pool(pair)
    rng.shuffle(cards)
    cards.sort(key=lambda card: card.number not in wanted)
    main: dict[str, int] = {}
    lucky = 0
    for card in cards:
        room = min(COPIES, DECK_SIZE - sum(main.values()), LUCKY_PALS - lucky if card.lucky else COPIES)
        copies = room if card.number in wanted else min(room, rng.randint(1, COPIES))
        if copies > 0:
            main[card.number] = copies
            lucky += copies if card.lucky else 0
    return Deck("for what is missing", main)


def _pool(pair: tuple[Colour, Colour]) -> list[CardDefinition]:
    return [card for card in catalogue.definitions if card.colour in (*pair, Colour.COLORLESS)]


class Seeker:
    """Decides for both seats of a game, so that something new happens."""

    def __init__(self, search: Search, number: int) -> None:
        self._search = search
        self._rng = Random(f"seeker {number}")
        self._player = Player(number)

    def decide(self, game: Game, prompt: Prompt) -> Decision:
        """A legal decision: one that reaches something new, or is about a card that something is missing of."""
        legal = prompt.legal()
        tried = [legal[place] for place in self._rng.sample(range(len(legal)), min(TRIED, len(legal)))]
        gains = [(self._gain(game, decision), decision) for decision in tried] if len(legal) > 1 else []
        best = max((gain for gain, _ in gains), default=0)
        if best:
            return self._rng.choice([decision for gain, decision in gains if gain == best])
        return self._prefer(game, prompt, tried) or self._player.decide(prompt)

    def _gain(self, game: Game, decision: Decision) -> int:
        """How much a decision reaches at once that is missing."""
        twin = game.clone()
        with self._search.trace.trial() as reached:
            self._search.trace.see(twin, twin.decide(decision))
        return len(reached & self._search.missing)

    def _prefer(self, game: Game, prompt: Prompt, legal: Sequence[Decision]) -> Decision | None:
        wanted = self._search.wanted()
        about = [decision for decision in legal if any(card in wanted for card in _cards(game, prompt, decision))]
        if not about or self._rng.random() * (EAGER + 1) > EAGER:
            return None
        return self._rng.choice(about)


def _cards(game: Game, prompt: Prompt, decision: Decision) -> Iterator[str]:
    """The numbers of the cards that a decision is about, or chooses."""
    for handle in (decision.card, *decision.cards):
        if handle:
            yield game.inspect(game.physical(handle, prompt.seat)).number


def report(search: Search) -> str:
    """How much of each kind is reached and what is missing, at 80 columns."""
    lines = [f"{search.games:,} games, {search.decisions:,} decisions"]
    missing = Counter(goal.kind for goal in search.missing)
    reached = Counter(goal.kind for goal in search.reached_in)
    for kind in KINDS:
        late = max((number for goal, number in search.reached_in.items() if goal.kind == kind), default=0)
        every = missing[kind] + reached[kind]
        lines.append(f"  {kind:9} {reached[kind]:5} of {every:5}, the last in game {late}")
    lines += [f"  missing: {goal.kind} {goal.what}" for goal in sorted(search.missing)]
    return "\n".join(lines)


FEW: Final = 6
"""So many goals are told one by one."""


def progress(search: Search) -> str:
    """What is missing now: how much of each kind, and of which cards most, or each goal when they are few."""
    missing = Counter(goal.kind for goal in search.missing)
    counts = ", ".join(f"{missing[kind]} {kind}" for kind in KINDS)
    line = f"game {search.games}: missing {counts}"
    if len(search.missing) > FEW:
        return f"{line}; most of {', '.join(card for card, _ in search.wanted().most_common(4))}"
    return "\n".join([line, *(f"  {goal.kind} {goal.what}" for goal in sorted(search.missing))])

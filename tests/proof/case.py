"""A case: where a game begins, the moves from there, and the promise that is not kept on the way.

A game begins from two decks, or stands in a position. Cards are called by labels, so that a case which loses cards and
moves is still understood. Running a case leaves nothing out: the promise is looked at before and after every decision.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from traceback import extract_tb
from typing import Final

from clients.scenarios.cards import Labels
from clients.scenarios.position import FILLED_DECK, FILLER
from clients.scenarios.scene import SeatLabels
from engine import SEATS, Decision, Deck, EngineBug, Game, Prompt, SeatName, catalogue, notation
from engine.effects.catalogue import Catalogue
from engine.model.position import CardAt, Position, Side
from engine.model.terms import PromptKind
from engine.notation import ParseError
from tests.engine.elsewhere import Elsewhere
from tests.engine.knowledge import TAG, marked, marked_decks
from tests.engine.promises import Broken, Means, Pool, Promise, a_near_stall_guard, keep
from tests.engine.promises.watching import pool_of

ZONES: Final = ("base", "hand", "deck", "graveyard", "exile")
"""In the order in which a position is read."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a position, with the label by which moves call it; without one it is never called."""

    number: str
    label: str = ""
    resting: bool = False
    damage: int = 0


@dataclass(frozen=True, slots=True)
class Half:
    """One player's side. A deck has its top card first and is filled up, unless it is ``exact``."""

    life: int = 10
    standing: int = 10
    resting: int = 0
    material: int = 0
    ingredient: int = 0
    base: tuple[Card, ...] = ()
    hand: tuple[Card, ...] = ()
    deck: tuple[Card, ...] = ()
    graveyard: tuple[Card, ...] = ()
    exile: tuple[Card, ...] = ()
    exact: bool = False

    def filled(self) -> tuple[Card, ...]:
        """The whole deck."""
        return self.deck if self.exact else self.deck + (Card(FILLER),) * (FILLED_DECK - len(self.deck))

    def cards(self) -> Iterator[Card]:
        """Every card in the order of physical numbers."""
        for zone in ZONES:
            yield from self.filled() if zone == "deck" else getattr(self, zone)


@dataclass(frozen=True, slots=True)
class Stand:
    """A game that begins at the main phase of a position."""

    halves: tuple[Half, Half]
    turn: SeatName = "A"
    night: bool = False
    seed: bytes = bytes(32)

    def labels(self) -> list[str]:
        """Every card's label, by physical number; those that are never called have one that nothing says."""
        cards = [card for half in self.halves for card in half.cards()]
        return [card.label or f"nobody {place}" for place, card in enumerate(cards)]

    def begin(self, pool: Pool) -> Game:
        """The game at its first prompt; raises ``InvalidPosition``."""
        numbers = [card.number for half in self.halves for card in half.cards()]
        if pool is Pool.PLAIN:
            return Game.from_position(catalogue, self._position(iter(numbers)))
        own = marked((catalogue.by_number(number) for number in numbers), names=pool is Pool.NAMED)
        tagged = (f"{number}{TAG}{place}" for place, number in enumerate(numbers))
        return Game.from_position(Catalogue([*own, *catalogue.definitions]), self._position(tagged))

    def _position(self, numbers: Iterator[str]) -> Position:
        sides = {seat: _side(half, numbers) for seat, half in zip(SEATS, self.halves, strict=True)}
        return Position(sides, self.turn, self.night, self.seed)


def _side(half: Half, numbers: Iterator[str]) -> Side:
    """``numbers`` are those of the cards in reading order."""
    zones = {
        zone: tuple(
            CardAt(next(numbers), card.resting, card.damage)
            for card in (half.filled() if zone == "deck" else getattr(half, zone))
        )
        for zone in ZONES
    }
    return Side(half.life, half.standing, half.resting, half.material, half.ingredient, **zones)


@dataclass(frozen=True, slots=True)
class Dealt:
    """A game that begins with two decks and a seed. A label is ``c`` and the physical number."""

    decks: Mapping[SeatName, Mapping[str, int]]
    seed: bytes

    def labels(self) -> list[str]:
        """Every card's label, by physical number."""
        return [f"c{card}" for card in range(sum(sum(deck.values()) for deck in self.decks.values()))]

    def begin(self, pool: Pool) -> Game:
        """The game at its first prompt."""
        decks = {seat: Deck("dealt", main) for seat, main in self.decks.items()}
        marked_pool = pool_of(pool)
        return Game.start(marked_pool, decks if pool is Pool.PLAIN else marked_decks(decks, marked_pool), self.seed)


@dataclass(frozen=True, slots=True)
class Move:
    """A decision as a line of notation."""

    seat: SeatName
    text: str


@dataclass(frozen=True, slots=True)
class Case:
    """Where a game begins, the moves, and the promise that is watched."""

    promise: type[Promise]
    beginning: Stand | Dealt
    moves: tuple[Move, ...]

    def begin(self) -> Game:
        """The game at its first prompt; raises ``InvalidPosition``."""
        return self.beginning.begin(self.promise.pool)

    def run(self, elsewhere: Elsewhere | None) -> "Run":
        """Take the moves as far as they go; what cannot be done is left out."""
        game = self.begin()
        script = Script(game, Labels(self.beginning.labels()), list(self.moves))
        with a_near_stall_guard():
            try:
                keep(game, script.decide, [self.promise], Means(elsewhere, rarer=0), "case")
            except Broken as broken:
                return Run(tuple(script.taken), broken)
        return Run(tuple(script.taken), None)


@dataclass(frozen=True, slots=True)
class Run:
    """What came of a case: the moves that were taken, and the promise that was not kept."""

    taken: tuple[Move, ...]
    broken: Broken | None


@dataclass(slots=True)
class Script:
    """Answers prompts by moves. As in a scenario, prompts with one answer are answered where no move fits."""

    game: Game
    labels: Labels
    moves: list[Move]
    taken: list[Move] = field(default_factory=list)

    def decide(self, prompt: Prompt) -> Decision | None:
        """The next move that is legal here, or the only answer; ``None`` after the last move."""
        while self.moves:
            decision = self._read(prompt, self.moves[0])
            if decision is not None:
                self.taken.append(self.moves.pop(0))
                return decision
            if (only := only_answer(prompt)) is not None:
                return only
            del self.moves[0]
        return None

    def _read(self, prompt: Prompt, move: Move) -> Decision | None:
        if move.seat != prompt.seat:
            return None
        try:
            decision = notation.parse(move.text, prompt, SeatLabels(self.game, self.labels, prompt.seat))
        except ParseError:
            return None
        return decision if decision in prompt.legal() else None


def only_answer(prompt: Prompt) -> Decision | None:
    """The single legal decision of a prompt that is no main-phase play timing; ``None`` if there is a choice."""
    if prompt.kind == PromptKind.MAIN:
        return None
    legal = prompt.legal()
    return legal[0] if len(legal) == 1 else None


Signature = tuple[type[Promise], type[Exception], str, int | None]


def signature(broken: Broken) -> Signature:
    """What makes two breaks one and the same: the promise, the error, and the line that raised it."""
    error = broken.error
    if isinstance(error, EngineBug) and isinstance(error.__cause__, Exception):
        error = error.__cause__
    last = extract_tb(error.__traceback__)[-1]
    return broken.promise, type(error), last.filename, last.lineno


def stand_of(game: Game) -> Stand:
    """The position of a game at a main-phase play timing, without what it remembers. Labels are as in ``Dealt``."""
    state = game._match.state
    return Stand((_half_of(game, 0), _half_of(game, 1)), SEATS[state.active], night=bool(state.nights), seed=state.seed)


def _half_of(game: Game, seat: int) -> Half:
    state = game._match.state

    def card(physical: int) -> Card:
        number = game.inspect(physical).number.split(TAG)[0]
        return Card(number, f"c{physical}", bool(state.resting[physical]), state.damage.get(physical, 0))

    return Half(
        state.life[seat],
        state.souls_standing[seat],
        state.souls_resting[seat],
        state.material[seat],
        state.ingredient[seat],
        tuple(map(card, state.base[seat])),
        tuple(map(card, state.hand[seat])),
        tuple(map(card, state.deck[seat][::-1])),
        tuple(map(card, state.graveyard[seat])),
        tuple(map(card, state.exile[seat])),
        exact=True,
    )

"""Whole matches between bots, for tests: everything follows from one number."""

from collections.abc import Callable, Mapping
from random import Random

from clients.bots import BOTS, Bot, Search
from engine import SEATS, Decision, Deck, Game, Prompt, SeatName, catalogue
from engine.decks import PRESETS
from engine.model.position import CardAt, Position, Side

BRIEF = Search(catalogue, tuple(PRESETS.values()), budget=1)
"""The searching bot, with so little to spend that it tries its decisions out in one world only."""
QUICK: Mapping[str, Bot] = {**BOTS, BRIEF.name: BRIEF}
"""All bots by name, none of which takes long."""

Watch = Callable[[Game, Prompt, Decision], None]


def decks_of(seed: int) -> dict[SeatName, Deck]:
    """Two preset decks: every pair comes up in turn."""
    keys = list(PRESETS)
    return {"A": PRESETS[keys[seed % len(keys)]], "B": PRESETS[keys[seed // len(keys) % len(keys)]]}


def play(bots: Mapping[SeatName, Bot], seed: int, watch: Watch | None = None) -> Game:
    """Play a match to its end; the engine refuses every illegal decision."""
    chance = Random(seed)
    game = Game.start(catalogue, decks_of(seed), chance.randbytes(32))
    while (prompt := game.prompt) is not None:
        decision = bots[prompt.seat].choose(game.view(prompt.seat), prompt, prompt.legal(), chance.getrandbits(63))
        if watch is not None:
            watch(game, prompt, decision)
        game.decide(decision)
    return game


def standing(**sides: Side) -> Game:
    """A game at A's main phase; seats that are not given have nothing."""
    filled = {seat: sides.get(seat, Side(deck=FILLER)) for seat in SEATS}
    return Game.from_position(catalogue, Position(sides=filled))


FILLER = tuple(CardAt("ETD01-003") for _ in range(30))


def side(base: str = "", hand: str = "", **numbers: int) -> Side:
    """One player: cards by number, separated by spaces; ``NUMBER/rest`` is a resting one."""
    return Side(base=_cards(base), hand=_cards(hand), deck=FILLER, **numbers)  # type: ignore[arg-type]


def _cards(text: str) -> tuple[CardAt, ...]:
    return tuple(CardAt(word.removesuffix("/rest"), resting=word.endswith("/rest")) for word in text.split())

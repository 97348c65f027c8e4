"""Whole games played by seeded chance: what the invariants are tested on.

A game has a number, and everything about it follows from the number: the decks, the seed, who decides and how. The
players are biased, each in its own way, so that attacks, blocks, quick cards, abilities and full decks all occur.
"""

from collections.abc import Mapping
from random import Random
from typing import Final, NamedTuple

import pytest

from engine import Decision, Deck, Game, Prompt, SeatName, catalogue
from engine.decks import PRESETS
from engine.decks.deck import COPIES, DECK_SIZE, LUCKY_PALS
from engine.effects.catalogue import Catalogue, CompiledAbility
from engine.model.terms import Colour

GAMES: Final = 300
"""Games of the ordinary run."""

MORE_GAMES: Final = 3_000
"""Games of the slow run."""

BATCH: Final = 75
"""Games of one test, so that they spread over the cores."""

COLOURS: Final = tuple(colour for colour in Colour if colour is not Colour.COLORLESS)
PAIRS: Final = tuple((one, other) for place, one in enumerate(COLOURS) for other in COLOURS[place + 1 :])


def batches() -> list[object]:
    """The numbers of the games, in batches; those of the slow run are marked."""
    found: list[object] = []
    for first in range(0, GAMES + MORE_GAMES, BATCH):
        numbers = range(first, first + BATCH)
        marks = () if first < GAMES else (pytest.mark.slow,)
        found.append(pytest.param(numbers, marks=marks, id=f"games {numbers[0]} to {numbers[-1]}"))
    return found


over_many_games = pytest.mark.parametrize("numbers", batches())
"""A test over the games of each batch."""


# --- decks ------------------------------------------------------------------------------------------------------------


def random_deck(rng: Random, colours: tuple[Colour, ...]) -> Deck:
    """A deck of these colours and colorless cards that may be played."""
    pool = [card for card in catalogue.definitions if card.colour in colours or card.colour is Colour.COLORLESS]
    rng.shuffle(pool)
    main: dict[str, int] = {}
    lucky = 0
    while sum(main.values()) < DECK_SIZE:
        for card in pool:
            room = LUCKY_PALS - lucky if card.lucky else COPIES
            held = main.get(card.number, 0)
            more = min(rng.randint(1, COPIES), COPIES - held, DECK_SIZE - sum(main.values()), room)
            if more > 0:
                main[card.number] = held + more
                lucky += more if card.lucky else 0
    return Deck("by chance", main)


def decks_of(number: int) -> Mapping[SeatName, Deck]:
    """Two presets in every second game, so that each meets every other, else decks by chance of all colours."""
    presets, place = list(PRESETS.values()), number // 2
    if number % 2 == 0:
        first = place % len(presets)
        return {"A": presets[first], "B": presets[(first + 1 + place // len(presets)) % len(presets)]}
    rng = Random(number)
    return {
        "A": random_deck(rng, PAIRS[place % len(PAIRS)]),
        "B": random_deck(rng, PAIRS[(place // len(PAIRS) + place) % len(PAIRS)]),
    }


def abilities(pool: Catalogue = catalogue) -> tuple[CompiledAbility, ...]:
    """Every ability of a pool, granted ones too."""
    return tuple(pool._abilities.values())


def seed_of(number: int) -> bytes:
    """The seed of a game."""
    return number.to_bytes(32, "big")


def begin(number: int, pool: Catalogue = catalogue) -> Game:
    """A game at its first prompt."""
    return Game.start(pool, decks_of(number), seed_of(number))


# --- players ----------------------------------------------------------------------------------------------------------


class Temper(NamedTuple):
    """How much a player likes each verb of a play timing; 1 if not named."""

    name: str
    weights: Mapping[str, float]


TEMPERS: Final = (
    Temper("even", {}),
    Temper("bold", {"attack": 8, "play": 5, "activate": 4, "block": 3, "draw": 2, "end": 0.3, "pass": 0.7}),
    Temper("builder", {"attack": 0.3, "play": 8, "activate": 6, "draw": 4, "block": 4, "end": 0.5, "pass": 0.5}),
    Temper("timid", {"attack": 0.15, "play": 1, "activate": 1, "draw": 3, "block": 0.5, "end": 3, "pass": 2}),
)


class Player:
    """Decides for both seats of a game, by chance and temper."""

    def __init__(self, number: int) -> None:
        self._rng = Random(f"player {number}")
        self._tempers = {seat: TEMPERS[(number // place) % len(TEMPERS)] for seat, place in (("A", 1), ("B", 4))}

    def decide(self, prompt: Prompt) -> Decision:
        """A legal decision."""
        legal = prompt.legal()
        if prompt.kind not in ("main", "block", "quick"):
            return legal[self._rng.randrange(len(legal))]
        by_verb: dict[str, list[Decision]] = {}
        for decision in legal:
            by_verb.setdefault(decision.verb, []).append(decision)
        liking = self._tempers[prompt.seat].weights
        weights = [liking.get(verb, 1) for verb in by_verb]
        (verb,) = self._rng.choices(list(by_verb), weights)
        return by_verb[verb][self._rng.randrange(len(by_verb[verb]))]

"""The greedy bot plays with cards that use every word of the vocabulary, also those that no card of the pool uses."""

from collections import Counter
from random import Random

import pytest

from clients.bots import Bot, Greedy, Uniform
from clients.bots.asking import find, granted_abilities
from clients.bots.table import Table
from engine import Deck, Game
from engine.cards import CARDS
from engine.effects.abilities import Ability, Act, EventEffect
from engine.effects.catalogue import Catalogue
from engine.effects.costs import Assign
from engine.effects.definition import CardDefinition, event_card, pal, structure
from engine.model.terms import Colour, Element, PromptKind, Work
from tests.cards.samples import SAMPLES

NAMES = ("Bee", "Pengullet", "Antique Sample", "My First Sample", "Sample")
WINDOW = 12
"""Kinds of card in a deck, four copies each."""


def card_with(place: int, ability: Ability) -> CardDefinition:
    """A red card with one sample ability, cheap enough to be played."""
    number, name = f"SMP01-{place:03}", f"{NAMES[place % len(NAMES)]} – {place}"
    cost = 1 + place % 5
    if isinstance(ability, EventEffect):
        return event_card(number, name, Colour.RED, cost=cost, effect=ability)
    if isinstance(ability, Act) and any(isinstance(part, Assign) for parts in ability.costs for part in parts):
        return structure(
            number, name, Colour.RED, cost=cost, durability=900, work=(Work.FARMING,), abilities=(ability,)
        )
    return pal(
        number, name, Colour.RED,
        cost=cost, power=100 + 200 * cost, strike=1 + cost // 3, elements=(Element.DRAGON,),
        abilities=(ability,),
    )  # fmt: skip


POOL = Catalogue((*CARDS, *(card_with(place, ability) for place, (ability, _) in enumerate(SAMPLES))))


def deck_from(place: int) -> Deck:
    """The sample cards from one place on, and two others."""
    numbers = [f"SMP01-{(place + step) % len(SAMPLES):03}" for step in range(WINDOW)]
    return Deck("samples", {**dict.fromkeys(numbers, 4), "ETD01-005": 2})


@pytest.mark.parametrize("driver", [Greedy(POOL), Uniform()])
def test_it_finds_its_way_through_every_word(driver: Bot) -> None:
    """In its own matches, and at every question of matches that anything may happen in."""
    greedy, granted = Greedy(POOL), granted_abilities(POOL)
    kinds: Counter[str] = Counter()
    for place in range(0, len(SAMPLES), 3):
        chance = Random(place)
        decks = {"A": deck_from(place), "B": deck_from(place + WINDOW)}
        game = Game.start(POOL, decks, chance.randbytes(32))  # type: ignore[arg-type]
        while (prompt := game.prompt) is not None:
            kinds[prompt.kind] += 1
            view, legal = game.view(prompt.seat), prompt.legal()
            if prompt.source and prompt.kind != PromptKind.NAME:
                assert find(Table(view, prompt.seat, POOL), prompt, granted) is not None, prompt.text
            assert greedy.choose(view, prompt, legal, seed=place) in legal
            game.decide(driver.choose(view, prompt, legal, chance.getrandbits(63)))

    if driver.name == "random":
        assert set(kinds) == {str(kind) for kind in PromptKind}

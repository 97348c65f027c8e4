"""Invariant 10: the names of the seats mean nothing. A game and its mirror image go the same way."""

import json
from random import Random
from typing import Any

from engine import AUDIENCES, Audience, Game
from engine.model.state import State
from engine.rules.match import Match
from tests.engine.play import Player, begin, over_many_games

Plain = dict[str, Any]

SELDOM = 12
"""At one decision of so many everything is compared."""

OPPOSITE: dict[Audience, Audience] = {"A": "B", "B": "A", "spectator": "spectator"}

CARDS = 50
"""Of each player: a card of A and its image of B have numbers so far apart."""


def mirrored(game: Game) -> Game:
    """The game at its first prompt with the seats exchanged: the same cards lie in the same order on the other side."""
    state = game._match.state
    image = State(state.cards[CARDS:] + state.cards[:CARDS], CARDS, state.seed)
    image.random, image.place = state.random, state.place[:]
    image.active, image.first = 1 - state.active, 1 - state.first
    image.deck = [[other(card) for card in deck] for deck in reversed(state.deck)]
    turn, (kind, step, chooser) = state.frames
    image.frames = [list(turn), [kind, step, 1 - chooser]]
    assert state.prompt is not None
    image.prompt = state.prompt._replace(seat=1 - state.prompt.seat)
    return Game(Match(game.catalogue, image), None)


def other(card: int) -> int:
    return (card + CARDS) % (2 * CARDS)


@over_many_games
def test_a_game_and_its_mirror_image_go_the_same_way(numbers: range) -> None:
    """Each decision's events as one audience or another is told them; now and then everything that anybody sees."""
    for number in numbers:
        game, player, rng = begin(number), Player(number), Random(number)
        image = mirrored(game)
        while (prompt := game.prompt) is not None:
            facing = image.prompt
            assert facing is not None
            if rng.randrange(SELDOM) == 0:
                assert facing.plain() == exchanged(prompt.plain())
                for audience, opposite in OPPOSITE.items():
                    assert json.dumps(image.view(opposite)) == json.dumps(exchanged(game.view(audience)))
            decision = player.decide(prompt)
            events, image_events = game.decide(decision), image.decide(decision)
            audience = rng.choice(AUDIENCES)
            assert image.events_for(OPPOSITE[audience], image_events) == exchanged(game.events_for(audience, events))
        assert image.outcome == exchanged(game.outcome)


SEATS_OF = {"A": "B", "B": "A"}


def exchanged(value: Any) -> Any:
    """Plain data with the names of the seats exchanged, wherever they are a whole text or a key."""
    if isinstance(value, dict):
        entries = [(SEATS_OF.get(key, key), exchanged(each)) for key, each in value.items()]
        if set(value) == {"A", "B"}:
            entries.reverse()
        return dict(entries)
    if isinstance(value, list | tuple):
        return type(value)(map(exchanged, value)) if not hasattr(value, "_make") else value._make(map(exchanged, value))
    return SEATS_OF.get(value, value) if isinstance(value, str) else value

"""Promise 10: the names of the seats mean nothing. A game and its mirror image go the same way."""

import json
from array import array
from collections.abc import Sequence
from random import Random
from typing import Any

from engine import AUDIENCES, Audience, Decision, Game, Prompt
from engine.model.state import State
from engine.rules.match import Event, Match
from tests.engine.promises.watching import Means, Promise

SELDOM = 12
"""At one decision of so many everything is compared."""

OPPOSITE: dict[Audience, Audience] = {"A": "B", "B": "A", "spectator": "spectator"}

SEATS_OF = {"A": "B", "B": "A"}

BY_SEAT = ("life", "material", "ingredient", "souls_standing", "souls_resting", "soul_deck", "played", "owed")
ALIKE = ("random", "turn", "phase", "serial")


class MirrorImagesAgree(Promise):
    """Each decision's events as one audience or another is told them; now and then everything that anybody sees."""

    number = 10
    title = "a game and its mirror image go the same way"

    def __init__(self, game: Game, means: Means, rng: Random) -> None:
        super().__init__(game, means, rng)
        self.image = mirrored(game)

    def before(self, prompt: Prompt, decision: Decision) -> None:
        facing = self.image.prompt
        assert facing is not None
        if self.seldom(SELDOM):
            assert facing.plain() == exchanged(prompt.plain())
            for audience, opposite in OPPOSITE.items():
                assert json.dumps(self.image.view(opposite)) == json.dumps(exchanged(self.game.view(audience)))

    def after(self, prompt: Prompt, decision: Decision, events: Sequence[Event]) -> None:
        image_events = self.image.decide(decision)
        for audience in self._audiences():
            told = self.game.events_for(audience, events)
            assert self.image.events_for(OPPOSITE[audience], image_events) == exchanged(told)
        self.count()

    def _audiences(self) -> Sequence[Audience]:
        if self.is_thorough:
            return AUDIENCES
        return [self.rng.choice(AUDIENCES)] if self.seldom(1) else []

    def end(self) -> None:
        assert self.image.outcome == exchanged(self.game.outcome)


def mirrored(game: Game) -> Game:
    """A game at its first prompt with the seats exchanged: the same cards lie in the same order on the other side.

    The first prompt is that of the set-up, or the main phase of a position: nothing is pending or lasts.
    """
    state = game._match.state
    of_a, of_b = range(state.first_of_b), range(state.first_of_b, len(state.cards))
    order = [*of_b, *of_a]
    image_of = {card: place for place, card in enumerate(order)}
    image = State(tuple(state.cards[card] for card in order), len(of_b), state.seed)
    for name in BY_SEAT:
        setattr(image, name, getattr(state, name)[::-1])
    for name in ALIKE:
        setattr(image, name, getattr(state, name))
    image.nights = state.nights[:]
    image.active, image.first = 1 - state.active, 1 - state.first
    for zone in ("deck", "hand", "base", "graveyard", "exile"):
        setattr(image, zone, [[image_of[card] for card in cards] for cards in reversed(getattr(state, zone))])
    image.place, image.resting = (bytearray(each[card] for card in order) for each in (state.place, state.resting))
    image.generation = array("H", (state.generation[card] for card in order))
    image.handles = [array("H", (state.handles[viewer][card] for card in order)) for viewer in (1, 0, 2)]
    image.next_handle = [state.next_handle[viewer] for viewer in (1, 0, 2)]
    image.damage = {image_of[card]: damage for card, damage in state.damage.items()}
    image.batch = {image_of[card]: batch for card, batch in state.batch.items()}
    image.frames = [[kind, step, *(1 - seat for seat in local)] for kind, step, *local in state.frames]
    assert state.prompt is not None
    image.prompt = state.prompt._replace(seat=1 - state.prompt.seat)
    return Game(Match(game.catalogue, image), None)


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

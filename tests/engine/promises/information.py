"""Promise 7: what a viewer may not know changes nothing that it is sent, and nothing about who is asked what."""

import json
import re
from collections.abc import Sequence
from random import Random
from typing import Any

from engine import AUDIENCES, Decision, Game, Prompt
from engine.model.state import HAND
from engine.model.terms import PromptKind
from engine.rules.machine import run
from engine.rules.match import Event
from engine.views import diff
from tests.engine.forging import is_listed
from tests.engine.knowledge import PUBLIC, TAG, another_world, equal_cards_exchanged, shown, visible
from tests.engine.promises.watching import Means, Pool, Promise

Plain = dict[str, Any]

SELDOM = {PromptKind.MAIN: 24, PromptKind.BLOCK: 10, PromptKind.QUICK: 10, PromptKind.CARDS: 5}
"""One prompt of so many is looked at; every one of the other kinds."""

EVERY = 6
"""One decision of so many is looked at closely."""

GAMES = 20
"""In one game of so many, equal cards change places."""

WORLDS = 4
"""Other worlds that are compared at each prompt if nothing is left out."""


class HiddenChangesNothing(Promise):
    """The hidden cards are dealt anew: view, prompt and text are byte-identical, now and after the same decision.

    Only what the viewer comes to see in the step itself stays where it is. In the other world the open question is
    asked again, so whether anybody is asked anything depends on nothing hidden either.
    """

    number = 7
    title = "what a viewer may not know changes nothing that it is sent"
    pool = Pool.MARKED

    def before(self, prompt: Prompt, decision: Decision) -> None:
        if self.seldom(SELDOM.get(PromptKind(prompt.kind), 1)):
            for _ in range(WORLDS if self.is_thorough else 1):
                self.count(compare(self.game, prompt, decision, self.rng))
                self.count()


def compare(game: Game, prompt: Prompt, decision: Decision, rng: Random) -> str:
    """Compare with another world; tells how far that was possible."""
    viewer = rng.randrange(3)
    following = game.clone()
    events = following.decide(decision)
    known = shown(game._match.state, viewer, events)
    world = another_world(game, viewer, rng, known)
    assert sees(world, viewer, []) == sees(game, viewer, [])
    if prompt.kind != PromptKind.SETUP:
        ask_again(world)
        assert sees(world, viewer, []) == sees(game, viewer, [])
    other_prompt = world.prompt
    assert other_prompt is not None
    if not is_listed(other_prompt, decision):
        assert prompt.seat != AUDIENCES[viewer], "a player's own choices depend on nothing hidden from it"
        return "not after it"
    other_events = world.decide(decision)
    assert sees(world, viewer, other_events) == sees(following, viewer, events)
    return "all"


def ask_again(game: Game) -> None:
    """Let the step that asked ask anew, as its facts may be others now."""
    state = game._match.state
    asked = state.prompt
    assert asked is not None
    state.prompt = None
    run(game._match)
    again = game._match.state.prompt
    assert again is not None
    same = (again.seat, again.kind) == (asked.seat, asked.kind)
    assert same, "whether anyone is asked anything depends on public information only"


def sees(game: Game, viewer: int, events: Sequence[Event]) -> str:
    """Everything that a viewer is told, as text."""
    audience, prompt = AUDIENCES[viewer], game.prompt
    own = prompt.plain() if prompt is not None and prompt.seat == audience else None
    return json.dumps([game.view(audience), own, game.events_for(audience, events)])


class EqualCardsAreEqual(Promise):
    """Equal cards of the decks change places: for everyone the whole game is byte-identical, every order included."""

    number = 7
    title = "which of two equal cards it is can never be told"

    def __init__(self, game: Game, means: Means, rng: Random) -> None:
        super().__init__(game, means, rng)
        self.twin = equal_cards_exchanged(game, rng) if self.seldom(GAMES) else None

    def after(self, prompt: Prompt, decision: Decision, events: Sequence[Event]) -> None:
        if self.twin is not None:
            twin_events = self.twin.decide(decision)
            for viewer in range(3):
                assert sees(self.twin, viewer, twin_events) == sees(self.game, viewer, events)
            self.count()


# --- handles and names ------------------------------------------------------------------------------------------------


class HandlesAreKnowledge(Promise):
    number = 7
    title = "a viewer has a handle of exactly the cards that it may know"

    def __init__(self, game: Game, means: Means, rng: Random) -> None:
        super().__init__(game, means, rng)
        self.viewer, self.handles, self.first_new = 0, [0], 0

    def before(self, prompt: Prompt, decision: Decision) -> None:
        state, self.viewer = self.game._match.state, self.rng.randrange(3)
        self.handles, self.first_new = list(state.handles[self.viewer]), state.next_handle[self.viewer]

    def after(self, prompt: Prompt, decision: Decision, events: Sequence[Event]) -> None:
        state, first_new = self.game._match.state, self.first_new
        handles = state.handles[self.viewer]
        known = {card for card, handle in enumerate(handles) if handle}
        assert known == visible(state, self.viewer)
        given_out = [handles[card] for card in known]
        assert len(set(given_out)) == len(given_out)
        assert all(handle < state.next_handle[self.viewer] for handle in given_out)
        assert all(handles[card] >= first_new for card in known if handles[card] != self.handles[card])
        assert_renewed_by_hidden_zones(self.viewer, events, first_new)
        self.count()


def assert_renewed_by_hidden_zones(viewer: int, events: Sequence[Event], first_new: int) -> None:
    """A card that moves from where the viewer does not see it has a new handle, or none."""
    for event in events:
        if event[0] == "card_moved":
            _, before, after, owner, origin, to, _ = event
            hidden = origin not in PUBLIC and not (origin == HAND and owner == viewer)
            if hidden and to in PUBLIC and not before[1 + viewer]:
                assert after[1 + viewer] >= first_new


class NothingIsSpokenOf(Promise):
    """Each single card has a number and a name of its own: it can be found wherever it is spoken of."""

    number = 7
    title = "nothing speaks of a card that its audience may not know"
    pool = Pool.NAMED

    def __init__(self, game: Game, means: Means, rng: Random) -> None:
        super().__init__(game, means, rng)
        self.known_names: set[str] = set()
        self.numbers_by_handle: list[dict[int, str]] = [{}, {}, {}]
        self.old = {audience: game.view(audience) for audience in AUDIENCES}
        self.known: list[set[int]] | None = None

    def before(self, prompt: Prompt, decision: Decision) -> None:
        state = self.game._match.state
        self.known = [visible(state, viewer) for viewer in range(3)] if self.seldom(EVERY) else None

    def after(self, prompt: Prompt, decision: Decision, events: Sequence[Event]) -> None:
        self.known_names.update(marks_in([event[2] for event in events if event[0] == "name_declared"]))
        if self.known is None:
            return
        state = self.game._match.state
        for viewer in range(3):
            self.known[viewer] |= shown(state, viewer, events) | visible(state, viewer)
            self._look_as(viewer, marks(self.game, self.known[viewer]) | self.known_names, events)
        if (following := self.game.prompt) is not None:
            seat = AUDIENCES.index(following.seat)
            assert marks_in(following.plain()) <= marks(self.game, self.known[seat]) | self.known_names
        self.count()

    def _look_as(self, viewer: int, may_know: set[str], events: Sequence[Event]) -> None:
        audience, state = AUDIENCES[viewer], self.game._match.state
        plain, new = self.game.events_for(audience, events), self.game.view(audience)
        match_handles(plain, self.numbers_by_handle[viewer], state.next_handle[viewer])
        assert marks_in(plain) <= may_know
        assert marks_in(diff(self.old[audience], new)) <= may_know
        assert marks_in(new) <= marks(self.game, visible(state, viewer)) | self.known_names
        self.old[audience] = new


def marks(game: Game, cards: set[int]) -> set[str]:
    """The marks of cards."""
    state, definitions = game._match.state, game.catalogue.definitions
    return {definitions[state.cards[card]].number.split(TAG)[1] for card in cards}


def marks_in(plain: object) -> set[str]:
    """The marks of all cards of which plain data speak."""
    return set(re.findall(rf"{TAG}(\d+)", json.dumps(plain)))


def match_handles(events: Sequence[Plain], numbers: dict[int, str], next_handle: int) -> None:
    """A handle stands for one card for ever, and an event names a card with its handle or not at all."""
    for event in events:
        for key in ("card", "target", "source", "to"):
            handle = event.get(key, 0)
            if isinstance(handle, int):
                assert 0 <= handle < next_handle
        if "number" in event:
            assert event["card"] > 0
            assert numbers.setdefault(event["card"], event["number"]) == event["number"]

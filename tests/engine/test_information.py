"""Invariant 7: what a viewer may not know changes nothing that it sees, and nothing about who is asked what."""

import json
from collections import Counter
from collections.abc import Sequence
from random import Random

from engine import AUDIENCES, Decision, Game, Prompt
from engine.model.terms import PromptKind
from engine.rules.machine import run
from engine.rules.match import Event
from tests.engine.forging import is_listed
from tests.engine.knowledge import another_world, begin_marked, equal_cards_exchanged, marked_pool, shown
from tests.engine.play import Player, begin, over_many_games

POOL = marked_pool(names=False)

SELDOM = {PromptKind.MAIN: 24, PromptKind.BLOCK: 10, PromptKind.QUICK: 10, PromptKind.CARDS: 5}
"""One prompt of so many is looked at; every one of the other kinds."""


@over_many_games
def test_what_a_viewer_may_not_know_changes_nothing_that_it_sees(numbers: range) -> None:
    """The hidden cards are dealt anew: view, prompt and text are byte-identical, now and after the same decision.

    Only what the viewer comes to see in the step itself stays where it is. In the other world the open question is
    asked again, so whether anybody is asked anything depends on nothing hidden either.
    """
    compared: Counter[str] = Counter()
    for number in numbers:
        game, player, rng = begin_marked(number, POOL), Player(number), Random(number)
        while (prompt := game.prompt) is not None:
            decision = player.decide(prompt)
            if rng.randrange(SELDOM.get(PromptKind(prompt.kind), 1)) == 0:
                compared[compare(game, prompt, decision, rng)] += 1
            game.decide(decision)
    assert set(compared) == {"all", "not after it"}
    assert compared["all"] > 9 * compared["not after it"]


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
    assert (again.seat, again.kind) == (asked.seat, asked.kind), (
        "whether anyone is asked anything depends on public information only"
    )


def sees(game: Game, viewer: int, events: Sequence[Event]) -> str:
    """Everything that a viewer is told, as text."""
    audience, prompt = AUDIENCES[viewer], game.prompt
    own = prompt.plain() if prompt is not None and prompt.seat == audience else None
    return json.dumps([game.view(audience), own, game.events_for(audience, events)])


def test_which_of_two_equal_cards_it_is_can_never_be_told() -> None:
    """Equal cards of the decks change places: for everyone the whole game is byte-identical, every order included."""
    for number in range(15):
        game, player, rng = begin(number), Player(number), Random(number)
        twin = equal_cards_exchanged(game, rng)
        while (prompt := game.prompt) is not None:
            decision = player.decide(prompt)
            events, twin_events = game.decide(decision), twin.decide(decision)
            for viewer in range(3):
                assert sees(twin, viewer, twin_events) == sees(game, viewer, events)


def test_other_worlds_are_other_worlds() -> None:
    """The comparison has something to compare: the players that know the cards do see a difference."""
    differ = 0
    for number in range(10):
        game, player, rng = begin_marked(number, POOL), Player(number), Random(number)
        while (prompt := game.prompt) is not None and game.decisions < 40:
            world = another_world(game, 2, rng, set())
            differ += sees(world, 0, []) != sees(game, 0, []) and sees(world, 1, []) != sees(game, 1, [])
            game.decide(player.decide(prompt))
    assert differ > 10 * 40 * 0.8

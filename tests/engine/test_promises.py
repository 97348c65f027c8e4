"""Each promise notices an engine that breaks it: every one is sabotaged, and found out."""

from collections.abc import Callable
from contextlib import nullcontext
from itertools import count
from typing import Any

import pytest

from engine import Decision, Game, Prompt
from engine.effects import instructions as do
from engine.effects import program as steps
from engine.effects.nodes import Node
from engine.model.state import State
from engine.model.terms import PromptKind
from engine.rules import machine
from engine.rules.executors import EXECUTE
from engine.rules.match import Match
from engine.rules.zones import show_to
from tests.engine.elsewhere import Elsewhere
from tests.engine.promises import (
    PROMISES,
    Broken,
    CardsAreConserved,
    DecisionsAreTaken,
    DerivedIsFresh,
    EqualCardsAreEqual,
    EventsAddUp,
    GamesEnd,
    HandlesAreKnowledge,
    HiddenChangesNothing,
    ListedApply,
    LogReplays,
    LookingChangesNothing,
    Means,
    MirrorImagesAgree,
    NoCacheIsNeeded,
    NothingIsDue,
    NothingIsSpokenOf,
    OfferedCanBePaid,
    OthersAreRefused,
    PatchesLeadOn,
    Promise,
    SavesGoOn,
    TwinsGoTheirOwnWay,
    keep_over,
    views,
)

HASH_SEED = 4242
"""Of the other process."""

GAMES = 40
"""In so many games each sabotage is found out."""

Sabotage = Callable[[pytest.MonkeyPatch], None]
Also = Callable[[Match, Any], None]
"""What a sabotaged instruction does besides; it is given the match and the frame."""


def also(node: type[Node], what: Also, *, instead: bool = False) -> Sabotage:
    """Carrying out the node does something else too, or instead."""
    run = EXECUTE[node]

    def sabotaged(match: Match, frame: Any, operation: Any, instruction: Any) -> str | None:
        following = None if instead else run(match, frame, operation, instruction)
        what(match, frame)
        return following

    return lambda patch: patch.setitem(EXECUTE, node, sabotaged)


def fails(match: Match, frame: Any) -> None:
    raise AssertionError("sabotaged")


def gives_life_to_a(match: Match, frame: Any) -> None:
    match.state.life[0] += 1


def gives_a_soul_to_a(match: Match, frame: Any) -> None:
    match.state.souls_standing[0] += 1


def gives_life_now_and_then(match: Match, frame: Any, counter: Any = count()) -> None:  # noqa: B008 - kept on purpose
    match.state.life[0] += next(counter) % 3


def gives_life_for_pals(match: Match, frame: Any) -> None:
    match.state.life[0] += sum(match.cards[card].is_pal for card in match.state.looked[1:])


def gives_life_for_odd_cards(match: Match, frame: Any) -> None:
    match.state.life[0] += sum(card % 2 for card in match.state.looked[1:])


def shows_it_to_all(match: Match, frame: Any) -> None:
    for card in match.state.looked[1:]:
        show_to(match, card, (0, 1, 2))


def speaks_of_it_to_all(match: Match, frame: Any) -> None:
    shows_it_to_all(match, frame)
    for card in match.state.looked[1:]:
        match.emit("value_changed", match.sight(card), 1, 1)


def looks_for_nothing_due(match: Match, frame: Any) -> None:
    match.is_settled = True


def gives_material_in_silence(match: Match, frame: Any) -> None:
    match.state.material[0] += 1


def shares_life_with_twins(patch: pytest.MonkeyPatch) -> None:
    clone = State.clone

    def sharing(state: State) -> State:
        twin = clone(state)
        twin.life = state.life
        return twin

    patch.setattr(State, "clone", sharing)


def never_forgets_what_was_derived(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Match, "touch", Match.unsettle)


def takes_any_number(patch: pytest.MonkeyPatch) -> None:
    resolve = Prompt.resolve

    def generous(prompt: Prompt, decision: Decision) -> Decision:
        return decision if prompt.kind == PromptKind.NUMBER else resolve(prompt, decision)

    patch.setattr(Prompt, "resolve", generous)


def lists_passing_as_the_default(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Prompt, "default", Decision("pass"))


def stalls_soon(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(machine, "STALL", 12)


def looks_with_chance(patch: pytest.MonkeyPatch) -> None:
    clone = Game.clone

    def chancy(game: Game) -> Game:
        game._match.state.random += 1
        return clone(game)

    patch.setattr(Game, "clone", chancy)


def patches_nothing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(views, "diff", lambda old, new: {})


SABOTAGES: dict[type[Promise], Sabotage] = {
    DecisionsAreTaken: also(do.Draw, fails),
    ListedApply: lists_passing_as_the_default,
    OthersAreRefused: takes_any_number,
    OfferedCanBePaid: also(steps.Pay, fails),
    CardsAreConserved: also(do.StandSouls, gives_a_soul_to_a),
    GamesEnd: stalls_soon,
    SavesGoOn: also(do.GainLife, gives_life_to_a),
    LogReplays: also(do.Draw, gives_life_now_and_then),
    TwinsGoTheirOwnWay: shares_life_with_twins,
    DerivedIsFresh: never_forgets_what_was_derived,
    NoCacheIsNeeded: never_forgets_what_was_derived,
    HiddenChangesNothing: also(do.LookAtTop, gives_life_for_pals),
    EqualCardsAreEqual: also(do.LookAtTop, gives_life_for_odd_cards),
    HandlesAreKnowledge: also(do.LookAtTop, shows_it_to_all),
    NothingIsSpokenOf: also(do.LookAtTop, speaks_of_it_to_all),
    PatchesLeadOn: patches_nothing,
    EventsAddUp: also(do.Draw, gives_material_in_silence),
    NothingIsDue: also(do.Deal, looks_for_nothing_due),
    MirrorImagesAgree: also(do.Draw, gives_life_to_a),
    LookingChangesNothing: looks_with_chance,
}


def test_every_promise_has_a_sabotage() -> None:
    assert list(SABOTAGES) == list(PROMISES)


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
def test_an_engine_that_breaks_a_promise_is_found_out(promise: type[Promise], monkeypatch: pytest.MonkeyPatch) -> None:
    SABOTAGES[promise](monkeypatch)
    with (
        Elsewhere(HASH_SEED) if promise is SavesGoOn else nullcontext() as elsewhere,
        pytest.raises(Broken) as broken,
    ):
        keep_over(range(GAMES), promise, means=Means(elsewhere, rarer=0))
    assert broken.value.promise is promise


def test_who_is_to_blame_and_what_was_due_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    SABOTAGES[DecisionsAreTaken](monkeypatch)
    with pytest.raises(Broken, match=r"DecisionsAreTaken .*sabotaged") as broken:
        keep_over(range(GAMES), ListedApply, means=Means(rarer=1_000_000))
    assert broken.value.due is not None
    assert broken.value.game.prompt is not None

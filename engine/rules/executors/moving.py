"""Cards that rest and stand, and cards that go from zone to zone."""

from typing import Any

from engine.effects import instructions as do
from engine.effects.program import Operation
from engine.effects.subjects import Subject
from engine.model.state import BASE, DECK, GRAVEYARD, HAND, Frame
from engine.rules.effect_frames import bind, scope_of
from engine.rules.executors.registry import bind_cards, cards_in_base, executes
from engine.rules.match import Match
from engine.rules.playing import can_play, play_card
from engine.rules.selection import references
from engine.rules.zones import (
    deploy,
    end_of_showing,
    exile_with_link,
    look_at,
    put_into_graveyard,
    relocate,
    reveal,
)


@executes(do.Rest)
def _rest(match: Match, frame: Frame, operation: Operation, node: do.Rest) -> str | None:
    cards = cards_in_base(match, node.what, scope_of(frame))
    bind(frame, "done", sum(match.rest(card) for card in cards))
    return None


@executes(do.Stand)
def _stand(match: Match, frame: Frame, operation: Operation, node: do.Stand) -> str | None:
    cards = cards_in_base(match, node.what, scope_of(frame))
    bind(frame, "done", sum(match.stand(card) for card in cards))
    return None


# --- from zone to zone ------------------------------------------------------------------------------------------------


@executes(do.PutIntoGraveyard)
def _put_into_graveyard(match: Match, frame: Frame, operation: Operation, node: do.PutIntoGraveyard) -> str | None:
    return _relocate(match, frame, node.what, GRAVEYARD, "effect")


@executes(do.DiscardCards)
def _discard(match: Match, frame: Frame, operation: Operation, node: do.DiscardCards) -> str | None:
    return _relocate(match, frame, node.what, GRAVEYARD, "discard")


@executes(do.ToHand)
def _to_hand(match: Match, frame: Frame, operation: Operation, node: do.ToHand) -> str | None:
    """Cards of the deck are found there; others return."""
    cards = references(match, node.what, scope_of(frame))
    from_deck = any(match.state.place[card] == DECK for card in cards)
    return _relocate(match, frame, node.what, HAND, "search" if from_deck else "return")


def _relocate(match: Match, frame: Frame, subject: Subject, to: int, cause: str) -> str | None:
    cards = references(match, subject, scope_of(frame))
    relocate(match, cards, to, cause)
    bind(frame, "done", len(cards))
    return None


@executes(do.Butcher)
def _butcher(match: Match, frame: Frame, operation: Operation, node: do.Butcher) -> str | None:
    cards = cards_in_base(match, node.what, scope_of(frame))
    put_into_graveyard(match, cards, "butcher", butchered=True)
    bind(frame, "done", len(cards))
    return None


@executes(do.OnTopOfDeck)
def _on_top_of_deck(match: Match, frame: Frame, operation: Operation, node: do.OnTopOfDeck) -> str | None:
    return _relocate(match, frame, node.what, DECK, "effect")


@executes(do.Exile)
def _exile(match: Match, frame: Frame, operation: Operation, node: do.Exile) -> str | None:
    scope = scope_of(frame)
    cards = references(match, node.what, scope)
    exile_with_link(match, cards, scope.source)
    bind(frame, "done", len(cards))
    return None


@executes(do.Deploy)
def _deploy(match: Match, frame: Frame, operation: Operation, node: do.Deploy) -> str | None:
    """In this pool the owner of what is deployed is always the base's player (Q24), so one function serves both."""
    scope = scope_of(frame)
    cards = [card for card in references(match, node.what, scope) if match.state.place[card] != BASE]
    assert node.to_owners or all(match.state.owner(card) == scope.master for card in cards), "Q24"
    if cards:
        deploy(match, cards, "deploy", resting=node.resting)
    bind(frame, "done", len(cards))
    return None


@executes(do.PlayIt)
def _play_it(match: Match, frame: Frame, operation: Operation, node: do.PlayIt) -> str | None:
    cards = references(match, node.what, scope_of(frame))
    playable = [card for card in cards[:1] if can_play(match, card, reduced_by=node.reduced_by, floor=node.floor)]
    for card in playable:
        play_card(match, card, reduced_by=node.reduced_by, floor=node.floor)
    bind(frame, "done", len(playable))
    return None


@executes(do.Reveal)
def _reveal(match: Match, frame: Frame, operation: Operation, node: do.Reveal) -> str | None:
    reveal(match, references(match, node.what, scope_of(frame)))
    return None


@executes(do.LookAtTop)
def _look_at_top(match: Match, frame: Frame, operation: Operation, node: do.LookAtTop) -> str | None:
    scope = scope_of(frame)
    cards = match.state.deck[scope.master][-node.number :][::-1]
    bind_cards(match, frame, node.bind, cards)
    if node.revealed:
        reveal(match, cards)
    else:
        look_at(match, scope.master, cards)
    return None


@executes(do.ShuffleDeck)
def _shuffle(match: Match, frame: Frame, operation: Operation, node: Any) -> str | None:
    """Who looked at cards of the deck does not know them any more once it is shuffled."""
    end_of_showing(match)
    match.shuffle_deck(scope_of(frame).master)
    return None

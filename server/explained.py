"""What is told about a card to somebody who sees it: what its values are made of, and why it cannot act."""

from collections.abc import Mapping
from typing import Any

from engine import Game, Prompt
from engine.model.terms import Audience
from server.protocol.errors import Refusal
from server.protocol.messages import Explained, ValuePart, WhyNot
from server.protocol.shapes import to_wire


def explained(
    game: Game, card: int, audience: Audience, view: Mapping[str, Any], asked: Prompt | None = None
) -> Explained:
    """The parts of each value of a card of this view, which the audience has been shown. Raises `Refusal`.

    ``asked`` is what the audience, a player, has to answer; why the card cannot do what it cannot is told of it.
    """
    if str(card) not in view["cards"]:
        raise Refusal("illegal", "There is no such card in your view.")
    power, strike, cost, keywords = (
        tuple(ValuePart(*part) for part in game.explain(card, aspect, audience))
        for aspect in ("power", "strike", "cost", "keywords")
    )
    return Explained(card, power, strike, cost, keywords, _refusals(card, asked))


def _refusals(card: int, asked: Prompt | None) -> tuple[WhyNot, ...]:
    """What the player could want of the card now and may not; nothing if no question is open to that player."""
    found = [] if asked is None else asked.refusals(card)
    return tuple(WhyNot(to_wire(decision), *reason) for decision, reason in found)

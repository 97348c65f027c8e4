"""What the values of a card are made of, told to somebody who sees the card."""

from collections.abc import Mapping
from typing import Any

from engine import Game
from engine.model.terms import Audience
from server.protocol.errors import Refusal
from server.protocol.messages import Explained, ValuePart


def explained(game: Game, card: int, audience: Audience, view: Mapping[str, Any]) -> Explained:
    """The parts of each value of a card of this view, which the audience has been shown. Raises `Refusal`."""
    if str(card) not in view["cards"]:
        raise Refusal("illegal", "There is no such card in your view.")
    power, strike, cost, keywords = (
        tuple(ValuePart(*part) for part in game.explain(card, aspect, audience))
        for aspect in ("power", "strike", "cost", "keywords")
    )
    return Explained(card, power, strike, cost, keywords)

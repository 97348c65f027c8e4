"""What is told about a card to somebody who sees it: what its values are made of, and why it cannot act."""

from collections.abc import Mapping
from typing import Any

from engine import Game
from engine.model.terms import Audience, SeatName
from server.protocol.errors import Refusal
from server.protocol.messages import Explained, ValuePart, WhyNot
from server.protocol.shapes import to_wire


def explained(
    game: Game, card: int, audience: Audience, view: Mapping[str, Any], asked: SeatName | None = None
) -> Explained:
    """The parts of each value of a card of this view, which the audience has been shown. Raises `Refusal`.

    ``asked`` is the seat of a player, who is told as well why the card cannot do what it cannot.
    """
    if str(card) not in view["cards"]:
        raise Refusal("illegal", "There is no such card in your view.")
    power, strike, cost, keywords = (
        tuple(ValuePart(*part) for part in game.explain(card, aspect, audience))
        for aspect in ("power", "strike", "cost", "keywords")
    )
    return Explained(card, power, strike, cost, keywords, _refusals(game, card, asked))


def _refusals(game: Game, card: int, seat: SeatName | None) -> tuple[WhyNot, ...]:
    """What the player could want of the card now and may not; nothing if no question is open to that player."""
    prompt = game.prompt
    if prompt is None or prompt.seat != seat:
        return ()
    return tuple(WhyNot(to_wire(decision), *reason) for decision, reason in prompt.refusals(card))

"""A game in this process that becomes a replay when it is over."""

from collections.abc import Sequence
from typing import Any, cast

from engine import SEATS, Game, pin
from server.protocol.messages import Outcome
from server.protocol.replays import Head, Replay, Sides, Writer
from server.protocol.shapes import Winner


class Recording:
    """Follows a game from its first prompt on. ``seed`` is the one that it was started with."""

    def __init__(self, game: Game, sides: Sides, seed: bytes) -> None:
        self._game = game
        self._writer = Writer({seat: game.watch(seat) for seat in SEATS})
        self._head = Head(
            pin=pin(game.catalogue), seats=sides, seed=seed.hex(), time="none", chain=game.chain.hex(),
            views=self._writer.views,
        )  # fmt: skip

    def follow(self, events: Sequence[Any]) -> None:
        """Take what the game's last decision led to."""
        self._writer.enter(self._game.last_entry, events, self._game.chain)

    def replay(self) -> Replay:
        """The replay of a game that is over."""
        outcome = self._game.outcome
        assert outcome is not None, "a replay is of a finished game"
        return self._writer.replay(self._head, Outcome(winner=cast(Winner, outcome.winner), reason=outcome.reason))

"""Whether a player can force a win in this turn, whatever the other does: an and-or search over the engine."""

from dataclasses import dataclass, field
from typing import Final

from engine import Game
from engine.model.decisions import DRAW, END, Decision
from engine.model.terms import PromptKind, SeatName

PUPIL: Final[SeatName] = "A"


@dataclass(slots=True)
class Search:
    """Looks through one position; nothing is drawn on the way, since that would be luck."""

    limit: int
    """After so many decisions it gives up, with an `AssertionError`."""
    nodes: int = 0
    _known: dict[tuple[object, ...], bool] = field(default_factory=dict)

    def wins(self, game: Game) -> bool:
        """Whether the pupil, whose turn it is, can win before it ends."""
        prompt = game.prompt
        if prompt is None:
            assert game.outcome is not None, "a game without a question is over"
            return game.outcome.winner == PUPIL
        if prompt.kind != PromptKind.MAIN:
            return self._found(game)
        key = _key(game)
        if key not in self._known:
            self._known[key] = self._found(game)
        return self._known[key]

    def _found(self, game: Game) -> bool:
        prompt = game.prompt
        assert prompt is not None, "the game goes on"
        if prompt.seat == PUPIL:
            return any(self.wins(self.after(game, decision)) for decision in moves(game))
        return all(self.wins(self.after(game, decision)) for decision in moves(game))

    def after(self, game: Game, decision: Decision) -> Game:
        """A twin in which the decision is taken."""
        self.nodes += 1
        assert self.nodes <= self.limit, f"the position is too large: more than {self.limit} decisions"
        twin = game.clone()
        twin.decide(decision)
        return twin


def moves(game: Game) -> list[Decision]:
    """What may be decided without ending the turn or drawing; passing comes last, for either player."""
    assert game.prompt is not None, "the game goes on"
    return [decision for decision in reversed(game.prompt.legal()) if decision not in (END, DRAW)]


def _key(game: Game) -> tuple[object, ...]:
    """What the rest of the turn hangs on, in a main phase: not in which order it came about, and no handles."""
    state = game._match.state
    return (
        *(tuple(each) for each in (state.life, state.material, state.ingredient)),
        *(tuple(each) for each in (state.souls_standing, state.souls_resting)),
        *(tuple(each) for each in state.deck),
        tuple(state.nights),
        tuple(state.delayed),
        *(tuple(sorted(cards)) for cards in (*state.hand, *state.base, *state.graveyard, *state.exile)),
        bytes(state.resting),
        tuple(sorted(state.damage.items())),
        tuple(sorted(state.used)),
        tuple(sorted(state.assigned)),
        tuple(sorted(modifier[:-1] for modifier in state.modifiers)),
    )

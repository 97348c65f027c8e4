"""The modes that every scenario runs in: each proves one way to carry a game from one decision to the next."""

from collections.abc import Callable
from typing import Any

from clients.scenarios import PlainDriver, Scenario
from engine import Decision, Game, SeatName, catalogue
from engine.model.decisions import CONCEDE, to_plain
from tests.engine.elsewhere import Answer, Elsewhere, Request, seen


class SavingDriver(PlainDriver):
    """Every decision is taken here and, from a save, in a process with another hash seed; the game goes on from it."""

    def __init__(self, elsewhere: Elsewhere) -> None:
        self._elsewhere = elsewhere

    def decide(self, game: Game, decision: Decision) -> Game:
        assert game.prompt is not None
        return self._both(
            game, [game.prompt.seat, to_plain(decision)], lambda: super(SavingDriver, self).decide(game, decision)
        )

    def concede(self, game: Game, seat: SeatName) -> Game:
        return self._both(game, [seat, to_plain(CONCEDE)], lambda: super(SavingDriver, self).concede(game, seat))

    def _both(self, game: Game, entry: list[Any], take: Callable[[], Game]) -> Game:
        before = game.save()
        after = take()
        assert self._elsewhere.go_on([Request(before, [entry])]) == [Answer(before, [after.chain], seen(after))]
        loaded = Game.load(after.save(), catalogue)
        assert loaded.save() == after.save()
        assert loaded.chain == after.chain
        return loaded


class CloningDriver(PlainDriver):
    """A clone takes another decision, and another one the same; neither disturbs the game, which goes on as a clone."""

    def decide(self, game: Game, decision: Decision) -> Game:
        before = game.save()
        self._diverge(game.clone(), decision)
        assert game.save() == before
        twin, witness = game.clone(), game.clone()
        super().decide(game, decision)
        assert witness.save() == before
        super().decide(twin, decision)
        assert twin.save() == game.save()
        assert twin.chain == game.chain
        return twin

    def concede(self, game: Game, seat: SeatName) -> Game:
        before = game.save()
        twin = game.clone()
        super().concede(twin, seat)
        assert game.save() == before
        return super().concede(game, seat)

    def _diverge(self, twin: Game, decision: Decision) -> None:
        """Take the first other legal decision, if there is one, and then a few defaults."""
        assert twin.prompt is not None
        legal = twin.prompt.legal()
        other = next((legal[index] for index in range(min(len(legal), 2)) if legal[index] != decision), None)
        if other is None:
            return
        twin.decide(other)
        for _ in range(4):
            if twin.prompt is not None:
                twin.decide(twin.prompt.default)


class ReplayingDriver(PlainDriver):
    """At the end the log is replayed: the chain is the same at every decision, and so are the bytes at the end."""

    def __init__(self) -> None:
        self._chains: list[bytes] = []

    def start(self, scenario: Scenario) -> Game:
        game = super().start(scenario)
        self._chains = [game.chain]
        return game

    def decide(self, game: Game, decision: Decision) -> Game:
        game = super().decide(game, decision)
        self._chains.append(game.chain)
        return game

    def concede(self, game: Game, seat: SeatName) -> Game:
        game = super().concede(game, seat)
        self._chains.append(game.chain)
        return game

    def finish(self, game: Game) -> None:
        log = game.log
        again = Game.begin_log(log["start"], catalogue)
        chains = [again.chain]
        for entry in log["entries"]:
            again.take_entry(entry)
            chains.append(again.chain)
        assert chains == self._chains
        assert again.save() == game.save() == Game.replay(log, catalogue).save()

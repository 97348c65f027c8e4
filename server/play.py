"""How a match goes on: by the commands of its players, by its bot, and by itself when a moment has come.

Every change of the game is made here, and is kept (`server.match`) before anyone is told. The room calls it from its
task, one thing after the other.
"""

import asyncio
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import assert_never

from engine import Game, Prompt
from engine.model.decisions import PASS, Decision
from engine.model.errors import IllegalDecision
from engine.model.terms import OTHER, SeatName
from server.bots import bot_decision
from server.explained import explained
from server.inbox import Due, Thought
from server.match import Match, Services
from server.peer import Sitter
from server.place import Events, Place
from server.protocol import shapes
from server.protocol.errors import Refusal
from server.protocol.messages import (
    Ack,
    ClaimWin,
    Command,
    Concede,
    Decide,
    Explain,
    Preview,
    Settings,
    WouldAsk,
)
from server.protocol.shapes import to_engine, to_wire
from server.records import Adjudicated, Conceded, Decided, Played, Settled, Taken
from server.stopwatch import EARLY
from server.timer import Timer
from server.windows import Window, Windows


class Play:
    """The game of a room's match, as it is played. ``post`` gets what comes by itself: a moment, a bot's decision."""

    def __init__(self, match: Match, services: Services, post: Callable[[Due | Thought], None]) -> None:
        self._match = match
        self._services = services
        self._post = post
        self._timer = Timer(lambda generation: post(Due(generation)))
        self._thinking: asyncio.Task[Decision] | None = None
        self._thinks_about = 0
        self._windows = Windows(match, services.chance, asyncio.get_running_loop().time)

    def stop(self) -> None:
        """Wait for no moment any more, and for no bot."""
        self._timer.stop()
        if self._thinking is not None:
            self._thinking.cancel()

    # --- what a seat, or its bot, does ---

    async def command(self, seat: SeatName, command: Command, peer: Sitter) -> None:
        """Do what a player commands, once, and acknowledge it. Raises `Refusal`."""
        match, place = self._match, self._match.places[seat]
        if command.n <= place.n:
            if not match.has_applied(seat, command.n):
                raise Refusal("game_over" if match.is_ended else "stale_prompt", "A later command was quicker.")
            self._acknowledge(peer, command.n)
            return
        if match.game is None and not match.is_ended:
            raise Refusal("bad_state", "The match has not begun.")
        if match.game is None or match.is_ended:
            raise Refusal("game_over", "The match is over.")
        if isinstance(command, Settings):
            await self._settle(seat, command, peer)
        elif isinstance(command, Decide):
            await self._answer_prompt(seat, command, peer, match.game)
        else:
            await self._play(seat, command, peer, match.game)

    def preview(self, seat: SeatName, message: Preview, peer: Sitter) -> None:
        """Tell a player what would be asked after some decisions. Raises `Refusal`."""
        match = self._match
        if match.game is None or match.is_ended:
            raise Refusal("bad_state", "No match is going on.")
        self._check_prompt(seat, message.prompt)
        would = self._would_ask(match.game, message.decisions)
        if would is None or would.seat != seat:
            peer.send(WouldAsk(prompt=message.prompt))
        else:
            peer.send(WouldAsk(prompt=message.prompt, would=would.plain()))

    @staticmethod
    def _would_ask(game: Game, decisions: Sequence[shapes.Decision]) -> Prompt | None:
        """What would be asked after half-made choices. Raises `Refusal`."""
        try:
            return game.preview([to_engine(decision) for decision in decisions])
        except IllegalDecision as illegal:
            raise Refusal("illegal", illegal.sentence) from None

    def explain(self, seat: SeatName, message: Explain, peer: Sitter) -> None:
        """Tell a player what the values of a card are made of, and why it cannot act. Raises `Refusal`."""
        game = self._match.game
        if game is None:
            raise Refusal("bad_state", "No match is going on.")
        asked = game.prompt if game.prompt is not None and game.prompt.seat == seat else None
        if asked is not None and message.decisions and message.prompt == asked.id:
            asked = self._would_ask(game, message.decisions)
        peer.send(explained(game, message.card, seat, game.view(seat), asked))

    @property
    def is_thinking(self) -> bool:
        """Whether a bot has the open question already, and takes long."""
        game = self._match.game
        return game is not None and game.prompt is not None and game.prompt.id == self._thinks_about

    async def bot_decides(self, place: Place) -> None:
        """Have the bot of a seat answer what it is asked; if it takes long, a `Thought` comes when it has."""
        game = self._match.game
        assert game is not None, "a bot is asked by a game"
        if place.row.bot in self._services.thinking:
            self._think(place, game)
        else:
            decision = bot_decision(self._services.bots, place.row.bot, game, self._match.row.log)
            await self._decide_for_bot(place, game, decision)

    def _think(self, place: Place, game: Game) -> None:
        assert game.prompt is not None, "a bot is asked by a question"
        if self._thinking is not None:
            self._thinking.cancel()  # it has had no time for the last question
        prompt = self._thinks_about = game.prompt.id

        def decided(thinking: asyncio.Task[Decision]) -> None:
            if not thinking.cancelled():
                self._post(Thought(prompt, thinking.result()))

        self._thinking = self._services.thinking.decide(place.row.bot, game, self._match.row.log)
        self._thinking.add_done_callback(decided)

    async def thought(self, item: Thought) -> None:
        """A bot has decided; of what is not asked any more nothing follows."""
        game, place = self._match.game, self._match.bot_to_move
        if game is None or place is None or game.prompt is None or game.prompt.id != item.prompt:
            return
        await self._decide_for_bot(place, game, item.decision)

    async def _decide_for_bot(self, place: Place, game: Game, decision: Decision) -> None:
        away, events = self._match.stopwatch.away, self._decide(game, decision)
        entry = Decided(place.seat, 0, to_wire(decision), game.chain, away=away)
        await self._match.keep(entry, events)

    # --- the game ---

    async def _settle(self, seat: SeatName, command: Settings, peer: Sitter) -> None:
        if self._windows.holds_for(seat):
            raise Refusal("bad_state", "Your pass is just being carried out; choose again after it.")
        if not self._match.places[seat].settings_pace.take(self._now):
            raise Refusal("limit", "You have chosen too often in a short time; wait a moment.")
        await self._match.settle(Settled(seat, command.n, command.passing, command.yields))
        peer.accepted()
        self._acknowledge(peer, command.n)

    async def _answer_prompt(self, seat: SeatName, command: Decide, peer: Sitter, game: Game) -> None:
        self._check_prompt(seat, command.prompt)
        if not self._windows.covers(command):
            await self._play(seat, command, peer, game)
        elif not self._windows.hold(command, peer):
            await self._play(seat, command, peer, game, "pass")

    async def _play(
        self, seat: SeatName, command: Decide | Concede | ClaimWin, peer: Sitter, game: Game, taken: Taken = ""
    ) -> None:
        """Change the game as a command says. Raises `Refusal`."""
        entry: Played
        match command:
            case Concede():
                events: Events = game.concede(seat)
                entry = Conceded(seat, command.n, game.chain)
            case ClaimWin():
                self._check_claim(seat)
                events = game.adjudicate(seat, "abandoned")
                entry = Adjudicated(seat, "abandoned", game.chain, command.n)
            case Decide():
                stopwatch = self._match.stopwatch
                credit, away = stopwatch.credit(seat, self._match.lag), stopwatch.away
                try:
                    events = self._decide(game, to_engine(command.decision))
                except IllegalDecision as illegal:
                    raise Refusal("illegal", illegal.sentence) from None
                entry = Decided(seat, command.n, command.decision, game.chain, taken, credit, away)
            case _:
                assert_never(command)
        peer.accepted()
        await self._match.keep(entry, events)

    def _decide(self, game: Game, decision: Decision) -> Events:
        begun = perf_counter()
        events = game.decide(decision)
        self._services.metrics.decide_seconds.observe(perf_counter() - begun)
        return events

    def _acknowledge(self, peer: Sitter, n: int) -> None:
        row = self._match.row
        peer.send(Ack(log=row.log, epoch=row.epoch, seq=row.seq, n=n))

    def _check_prompt(self, seat: SeatName, prompt_id: int) -> None:
        game = self._match.game
        assert game is not None, "checked by the caller"
        assert game.prompt is not None, "a match that is not over asks something"
        if game.prompt.id != prompt_id:
            raise Refusal("stale_prompt", "This question is not open any more.")
        if game.prompt.seat != seat:
            raise Refusal("not_your_prompt", "This question is your opponent's.")

    def _check_claim(self, seat: SeatName) -> None:
        """Raises `Refusal` if the win may not be claimed."""
        other = self._match.places[OTHER[seat]]
        if other.row.bot:
            raise Refusal("bad_state", "Your opponent is a bot: it does not leave, so there is nothing to claim.")
        if other.is_online:
            raise Refusal("bad_state", "Your opponent is there: the win cannot be claimed.")
        if self._match.stopwatch.stands:
            raise Refusal("bad_state", "The table waits for the server: your opponent cannot come back just now.")
        wait = self._match.claimable_in(other.seat)
        if wait > 0:
            raise Refusal("bad_state", f"Your opponent may still come back: claim the win in {-(-wait // 1000)} s.")

    # --- what happens by itself ---

    @property
    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    @property
    def is_timed(self) -> bool:
        """Whether somebody's time runs."""
        return self._match.stopwatch.clocks is not None and self._match.asked is not None

    def watch_time(self) -> None:
        """Set the timer to the next moment at which something happens by itself."""
        self._windows.look()
        asked, window = self._match.asked, self._windows.open
        if asked is None:
            self._timer.set(None)
        elif window is not None and window.is_decided:
            self._timer.set(window.due)
        else:
            self._timer.set(self._match.stopwatch.due(asked, self._match.lag))

    async def by_itself(self, item: Due) -> None:
        """The moment has come that was waited for last; of others nothing follows."""
        if not self._timer.is_current(item.generation):
            return
        game, asked, window = self._match.game, self._match.asked, self._windows.open
        if game is None or asked is None:
            return
        self._timer.stop()
        if window is not None and window.is_decided:
            if self._now >= window.due - EARLY:
                await self._pass(asked, window, game)
        elif self._match.stopwatch.is_over(asked, self._match.lag):
            await self._end_time(asked, game)

    async def _pass(self, seat: SeatName, window: Window, game: Game) -> None:
        """A pass takes effect, the player's own or the server's."""
        if window.held is not None:
            command, peer = window.held
            await self._play(seat, command, peer, game, "pass")
        else:
            await self._decide_for(seat, PASS, game, "pass")

    async def _end_time(self, seat: SeatName, game: Game) -> None:
        """The time of whoever is asked is over: for the question, or for the match."""
        clocks = self._match.stopwatch.clocks
        assert clocks is not None, "only clocks end"
        if clocks.limit(seat, self._match.lag).then == "cap":
            assert game.prompt is not None, "the asked seat is asked something"
            await self._decide_for(seat, game.prompt.default, game, "cap")
        else:
            winner = OTHER[seat]
            events = game.adjudicate(winner, "time")
            await self._match.keep(Adjudicated(winner, "time", game.chain), events)

    async def _decide_for(self, seat: SeatName, decision: Decision, game: Game, taken: Taken) -> None:
        """Decide in the place of a seat."""
        away, events = self._match.stopwatch.away, game.decide(decision)
        await self._match.keep(Decided(seat, 0, to_wire(decision), game.chain, taken, away=away), events)

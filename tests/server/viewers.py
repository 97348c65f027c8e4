"""The kinds of players for whom two worlds have to look the same. `PLAYERS` lists them: a new kind is one class."""

from collections.abc import Callable
from random import Random
from typing import Any, Final, get_args

from engine import SEATS, Decision
from engine.model.decisions import Verb
from server.protocol.client import ClientEnd
from server.protocol.messages import (
    MSGPACK,
    PHRASES,
    ClaimWin,
    ClientMessage,
    Concede,
    Confirm,
    CreateTable,
    Decide,
    DeckChoice,
    Explain,
    Hello,
    Join,
    Learn,
    Leave,
    LeaveQueue,
    ListTables,
    Mute,
    Passing,
    Ping,
    PlayOn,
    Preview,
    Queue,
    Rematch,
    Resync,
    Say,
    Settings,
    Unwatch,
    Watch,
)
from server.protocol.shapes import Decision as Answer
from server.protocol.shapes import to_engine, to_wire
from tests.engine.forging import is_listed
from tests.server.nodes import Node
from tests.server.onlookers import NOW
from tests.server.player import DECK, any_decision
from tests.server.two_worlds import Stage, Terms, Viewer


class Opponent(Viewer):
    """Whoever plays against the cards, at the worker that has the table."""


class OpponentInBytes(Viewer):
    """The same with the other codec."""

    codec = MSGPACK


class Relayed(Viewer):
    """A player whose connection another worker than the table's holds."""

    codec = MSGPACK

    def places(self, stage: Stage) -> tuple[Node, Node]:
        w0, w1 = stage.nodes
        return (w0, w1) if stage.viewer is stage.clients[1] else (w1, w0)


class Returning(Viewer):
    """A player who loses the connection at any moment, and comes back at any worker, in the same tab or another one."""

    async def look(self, stage: Stage, rng: Random) -> None:
        if stage.viewer.is_connected and rng.random() < 0.1:
            stage.viewer.cut()
            await stage.deliver_all()
        if not stage.viewer.is_connected and (stage.asked_player is stage.viewer or rng.random() < 0.3):
            await self._come_back(stage, rng)

    async def _come_back(self, stage: Stage, rng: Random) -> None:
        if not stage.viewer.end.pending and rng.random() < 0.3:
            stage.viewer.end = ClientEnd("paltable-tests", f"another tab, {rng.random()}")
        await stage.connect(stage.viewer, rng.choice(stage.nodes))
        await stage.deliver_all()

    async def decide(self, stage: Stage, decision: Decision, rng: Random) -> None:
        """Now and then the connection breaks while the decision, or what comes of it, is on its way."""
        viewer, asked = stage.viewer, stage.send_decision(decision)
        if viewer.is_connected and rng.random() < 0.3:
            if asked is not viewer or rng.random() < 0.5:
                await stage.deliver_up(asked)
                for _ in range(rng.randrange(len(viewer.wire.down) + 1)):
                    viewer.deliver_down()
            viewer.cut()
        await stage.deliver_all()
        if asked is viewer and not viewer.is_connected:
            await self._come_back(stage, rng)


class Moved(Relayed):
    """A player whose table goes from one worker to the other, now and then."""

    async def look(self, stage: Stage, rng: Random) -> None:
        if rng.random() < 0.1:
            await stage.hand_over(stage.viewer, stage.elsewhere)


class Prying(Viewer):
    """A player who asks for everything, at any time, in every wrong way."""

    async def look(self, stage: Stage, rng: Random) -> None:
        for pry in rng.sample(pries_now(stage), 3):
            stage.viewer.send(pry(stage, rng))
            await stage.deliver_all()

    async def decide(self, stage: Stage, decision: Decision, rng: Random) -> None:
        """What is asked is half made first, which has the next question told."""
        viewer = stage.viewer
        if stage.asked_player is viewer:
            viewer.send(Preview(prompt=_open(stage), decisions=(to_wire(decision),)))
        await super().decide(stage, decision, rng)

    async def end(self, stage: Stage, rng: Random) -> None:
        await super().end(stage, rng)
        for pry in pries_now(stage):
            stage.viewer.send(pry(stage, rng))
            await stage.deliver_all()


class PryingFromAfar(Relayed, Prying):
    """The same, through another worker."""


def _open(stage: Stage) -> int:
    """The number of the open question, whoever is asked."""
    prompt = stage.game_of(stage.viewer).prompt
    return 0 if prompt is None else prompt.id


VERBS: Final[tuple[Verb, ...]] = tuple(verb for verb in get_args(Verb) if verb != "concede")


def _guess(stage: Stage, rng: Random) -> Answer:
    """A decision that is not legal."""
    prompt = stage.game_of(stage.viewer).prompt
    while True:
        verb = rng.choice(VERBS)
        cards = tuple(rng.sample(range(1, 60), rng.randrange(3)))
        guess = Answer(verb, rng.randrange(60), rng.randrange(60), rng.randrange(4), cards, rng.choice(("", "Jolthog")))
        if prompt is None or not is_listed(prompt, to_engine(guess)):
            return guess


def _reaching_over(stage: Stage, rng: Random) -> ClientMessage:
    """Whether a card, known or not, could be played: by whoever is asked."""
    return Preview(prompt=_open(stage), decisions=(Answer("play", card=rng.randrange(1, 30)),))


def _half_made(stage: Stage, rng: Random) -> ClientMessage:
    prompt = stage.viewer.end.prompt
    answer = _guess(stage, rng) if prompt is None else any_decision(prompt, rng)
    return Preview(prompt=_open(stage), decisions=(answer,))


def _taken_apart(stage: Stage, rng: Random) -> ClientMessage:
    """What a card is made of that the player can see, and why it cannot act; also after a half-made choice."""
    view: dict[str, Any] = stage.viewer.end.view
    card = int(rng.choice(sorted(view.get("cards", {}), key=int) or ["1"]))
    prompt = stage.viewer.end.prompt
    answer = _guess(stage, rng) if prompt is None or rng.random() < 0.2 else any_decision(prompt, rng)
    return Explain(card=card, prompt=_open(stage), decisions=(answer,) if rng.random() < 0.5 else ())


def _sent_again(stage: Stage, rng: Random) -> ClientMessage:
    """A command whose number was used for another one."""
    n = stage.viewer.end.acked
    return Concede(n=n) if n else Decide(n=1, prompt=_open(stage) + 1, decision=_guess(stage, rng))


def _settled_again(stage: Stage, rng: Random) -> ClientMessage:
    """What is passed, under a number that was used for another command."""
    n = stage.viewer.end.acked
    return Settings(n=n, passing="playable") if n else Mute(on=False)


ENDING: Final[list[Callable[[Stage, Random], ClientMessage]]] = [
    lambda stage, rng: Leave(),
    lambda stage, rng: CreateTable(opponent="human", deck=DECK),
    lambda stage, rng: PlayOn(stage.viewer.table.id, rng.randrange(99), rng.choice(SEATS)),
]
"""What is refused while the match goes on, and brings the player elsewhere when it is over."""
PRIES: Final[list[Callable[[Stage, Random], ClientMessage]]] = [
    lambda stage, rng: Decide(n=stage.viewer.end.n + 1000, prompt=_open(stage), decision=_guess(stage, rng)),
    lambda stage, rng: Decide(n=stage.viewer.end.n + 1000, prompt=rng.randrange(200), decision=_guess(stage, rng)),
    _sent_again,
    _settled_again,
    lambda stage, rng: Hello(ticket="forged", agent="paltable-tests", tab="t", conn=1),
    lambda stage, rng: Preview(prompt=_open(stage), decisions=(_guess(stage, rng),)),
    lambda stage, rng: Preview(prompt=rng.randrange(200), decisions=(_guess(stage, rng),)),
    _half_made,
    _taken_apart,
    _taken_apart,
    lambda stage, rng: Explain(card=rng.randrange(1, 120)),
    _reaching_over,
    _reaching_over,
    lambda stage, rng: Resync(),
    lambda stage, rng: Ping(t=rng.randrange(1000)),
    lambda stage, rng: ListTables(standings=rng.random() < 0.5),
    lambda stage, rng: ClaimWin(n=stage.viewer.end.n + 1000),
    lambda stage, rng: Watch(table=stage.viewer.table.id),
    lambda stage, rng: Unwatch(),
    lambda stage, rng: Join(code=stage.viewer.table.code, deck=DECK),
    lambda stage, rng: Join(code="NOCODE", deck=DECK),
    lambda stage, rng: Learn("no such lesson"),
    lambda stage, rng: Queue(deck=DeckChoice(preset="no such deck")),
    lambda stage, rng: LeaveQueue(),
    lambda stage, rng: Say(phrase=rng.choice(PHRASES)),
    lambda stage, rng: stage.viewer.end.mute(rng.random() < 0.5),
    lambda stage, rng: Rematch(),
    lambda stage, rng: Rematch(on=False),
    lambda stage, rng: Confirm(offer="no such offer"),
    *ENDING,
]
"""Messages that decide nothing while the match goes on."""


def pries_now(stage: Stage) -> list[Callable[[Stage, Random], ClientMessage]]:
    """Those that decide nothing now: after the end, a player who leaves is gone."""
    return PRIES if stage.viewer.end.outcome is None else PRIES[: -len(ENDING)]


class Timed(Viewer):
    """A player at a table with clocks, with auto-pass on for both; some questions, and matches, end by the clock."""

    terms = Terms(time="fast", watch=NOW, passing="playable")
    few = 1

    def thinks(self, rng: Random) -> float:
        return rng.choice((0.0, 0.1, 0.7, 3.0, 30.0))

    def runs_out(self, rng: Random) -> bool:
        return rng.random() < 0.1

    async def look(self, stage: Stage, rng: Random) -> None:
        """Now and then somebody chooses anew what is passed."""
        await super().look(stage, rng)
        if rng.random() < 0.1:
            client, passing = rng.choice(stage.clients[:2]), rng.choice(PASSINGS)
            yields = rng.choice(((), (card_that_attacks(stage),)))
            if client.is_connected:
                client.send(client.end.settle(passing, yields))
                await stage.deliver_all()


class TimedFromAfar(Timed, Relayed):
    """The same, through another worker."""


class TimedReturning(Timed, Returning):
    """The same, whose connection breaks now and then."""


PASSINGS: Final[tuple[Passing, ...]] = ("ask", "playable", "playable")


def card_that_attacks(stage: Stage) -> str:
    """The number of the card that attacks just now; another one if there is none."""
    view: dict[str, Any] = stage.viewer.end.view
    card = view["cards"].get(str((view.get("battle") or {}).get("attacker", 0)), {})
    return str(card.get("number", "ETD01-001"))


PLAYERS: Final = (
    Opponent, OpponentInBytes, Relayed, Returning, Moved, Prying, PryingFromAfar, Timed, TimedFromAfar, TimedReturning,
)  # fmt: skip

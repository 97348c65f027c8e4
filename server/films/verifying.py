"""Whether a replay is what it says: the promise about its shuffles, every decision, and every link of its chain."""

from collections.abc import Generator
from typing import NamedTuple

from engine import SEATS, Deck, Game, OtherVersion, SeatName, pin
from engine.effects.catalogue import Catalogue
from engine.model.errors import EngineBug, IllegalDecision, InvalidDeck
from server.protocol import shuffles
from server.protocol.messages import Outcome
from server.protocol.replay_file import same
from server.protocol.replays import Entry, Head, Replay, Writer

FAULT = "fault"
"""The reason of a match that its server could not go on with: then the game itself has no outcome."""


class Difference(Exception):
    """The first thing in which a replay is not what it says; ``n`` is the decision, 0 for what comes before them."""

    def __init__(self, n: int, sentence: str) -> None:
        super().__init__(sentence)
        self.n = n


class Proof(NamedTuple):
    """What was proved of a replay."""

    commitment: str
    """The promise that was kept; empty if none was made."""
    is_promised: bool
    """Whether that is the promise which someone noted when the match began, and not only what the file says."""
    decisions: int
    winner: str
    reason: str
    is_ruled: bool
    """Whether the rules did not end the match: then the server alone says how it ended."""

    @property
    def sentence(self) -> str:
        """What was proved, in one line."""
        if not self.commitment:
            shuffles_told = "no commitment (nothing was promised of the shuffles); both shuffles follow from the seed"
        else:
            noted = " that was told at the start" if self.is_promised else ""
            shuffles_told = (
                f"the secret fits the commitment {self.commitment[:16]}…{noted}, and both shuffles follow from it and "
                "from what the players added"
            )
        won = "nobody won" if self.winner == "draw" else f"{self.winner} won"
        counted = f"{self.decisions} decisions are legal and give the same chain and the same views"
        ruled = "the server ruled that " if self.is_ruled else ""
        return f"Proved: {shuffles_told}; {counted}; {ruled}{won} ({self.reason})."


def verify(replay: Replay, catalogue: Catalogue, promised: str = "") -> Proof:
    """Play a replay again and compare everything with what it says.

    ``promised`` is the commitment that someone noted when the match began, in hex. Raises `Difference`, and
    `OtherVersion` for a match of other rules or cards.
    """
    proving = verifying(replay, catalogue, promised)
    while True:
        try:
            next(proving)
        except StopIteration as proved:
            proof: Proof = proved.value
            return proof


def verifying(replay: Replay, catalogue: Catalogue, promised: str = "") -> Generator[None, None, Proof]:
    """The same as `verify`, a decision at a time."""
    head = replay.head
    if head.pin != pin(catalogue):
        raise OtherVersion(f"the match was played under {head.pin}, this is {pin(catalogue)}")
    _check_promise(head, promised)
    game = _begin(head, catalogue)
    writer = Writer({seat: game.watch(seat) for seat in SEATS})
    if game.chain.hex() != head.chain:
        raise Difference(0, "The chain before the first decision is not the one that seed and decks lead to.")
    if not same(writer.views, head.views):
        raise Difference(0, "What the players saw before the first decision is not what seed and decks lead to.")
    for entry in replay.entries:
        _check_entry(game, writer, entry)
        _check_clock(head, entry)
        yield
    _check_end(game, replay)
    outcome = replay.end.outcome
    is_ruled = game.outcome is None or isinstance(replay.entries[-1].ruling, Outcome)
    return Proof(head.commitment, bool(promised), len(replay.entries), outcome.winner, outcome.reason, is_ruled)


def _check_promise(head: Head, promised: str) -> None:
    if promised and head.commitment != promised:
        said = head.commitment or "none"
        raise Difference(0, f"The commitment was {promised} when the match began, and the replay says {said}.")
    if bool(head.secret) != bool(head.commitment):
        raise Difference(0, "Of the secret and its commitment the replay has one alone.")
    if not head.secret:
        return
    secret = bytes.fromhex(head.secret)
    if shuffles.commitment(secret) != head.commitment:
        raise Difference(0, "The secret does not fit the commitment.")
    entropy: dict[SeatName, str] = {seat: side.entropy for seat, side in head.seats.items()}
    if shuffles.seed_of(secret, entropy, head.log).hex() != head.seed:
        raise Difference(0, "The seed does not follow from the secret, what the players added, and the log's name.")


def _begin(head: Head, catalogue: Catalogue) -> Game:
    decks: dict[SeatName, Deck] = {}
    for seat, side in head.seats.items():
        deck = decks[seat] = Deck(side.deck_name, side.deck)
        try:
            deck.check(catalogue)
        except InvalidDeck as invalid:
            raise Difference(0, f"The deck of {seat} may not be played: {invalid}") from invalid
    return Game.start(catalogue, decks, bytes.fromhex(head.seed), head.chooser or None)


def _check_entry(game: Game, writer: Writer, entry: Entry) -> None:
    n = entry.n
    try:
        events = game.take_entry(entry.plain)
    except IllegalDecision as illegal:
        raise Difference(n, f"Decision {n} is not legal: {illegal.sentence}") from illegal
    except (ValueError, EngineBug) as error:
        raise Difference(n, f"Decision {n} cannot be taken: {error}.") from error
    writer.enter(game.last_entry, events, game.chain, at=entry.at, by=entry.by)
    again = writer.entries[-1]
    if again.plain != entry.plain:
        raise Difference(n, f"Decision {n} is written in another way than the rules take it.")
    if again.chain != entry.chain:
        raise Difference(n, f"The chain after decision {n} is not the one that the decisions up to it lead to.")
    for seat, theirs, ours in (("A", entry.told.A, again.told.A), ("B", entry.told.B, again.told.B)):
        if not same(theirs, ours):
            raise Difference(n, f"What {seat} was told after decision {n} is not what happened.")


def _check_clock(head: Head, entry: Entry) -> None:
    if isinstance(entry.ruling, Outcome) and entry.ruling.reason == "time" and head.time == "none":
        raise Difference(entry.n, f"Entry {entry.n} ends the match by a clock, and it was played without clocks.")


def _check_end(game: Game, replay: Replay) -> None:
    n, says = len(replay.entries), replay.end.outcome
    outcome = game.outcome
    if outcome is None:
        if (says.winner, says.reason) != ("draw", FAULT):
            raise Difference(n, f"After decision {n} the match is not over, and the replay ends there.")
    elif (outcome.winner, outcome.reason) != (says.winner, says.reason):
        ended = f"{outcome.winner} ({outcome.reason})"
        raise Difference(n, f"The match ended with {ended}, and the replay says {says.winner} ({says.reason}).")

"""Replays for tests: whole games of players who decide by chance, with and without a promise about the shuffles."""

from functools import cache

from msgspec.structs import replace

from clients.replays import Recording, Replay, Side, Sides
from engine import SEATS, Game, SeatName, catalogue
from server.protocol import shuffles
from tests.engine.play import Player, decks_of

SECRET = bytes(range(32))
LOG = "the log"
ENTROPY: dict[SeatName, str] = {"A": "Ann's chance", "B": "Bens Zufall ♣"}


def played(number: int, secret: bytes = SECRET, limit: int = 10_000) -> tuple[Game, Replay]:
    """A whole game, and its replay; without a secret the seed is one that nobody promised.

    After so many decisions A gives up.
    """
    decks = decks_of(number)
    seed = shuffles.seed_of(secret, ENTROPY, LOG) if secret else bytes(32)
    game = Game.start(catalogue, decks, seed)
    sides = [
        Side(
            name=name, deck_name=decks[seat].name, deck=dict(decks[seat].main), entropy=ENTROPY[seat] if secret else "",
        )
        for seat, name in zip(SEATS, ("Ann", "Ben"), strict=True)
    ]  # fmt: skip
    recording, player = Recording(game, Sides(*sides), seed), Player(number)
    while (prompt := game.prompt) is not None:
        is_over = game.decisions == limit
        recording.follow(game.concede("A") if is_over else game.decide(player.decide(prompt)))
    replay = recording.replay()
    if secret:
        promised = replace(replay.head, secret=secret.hex(), commitment=shuffles.commitment(secret), log=LOG)
        replay = replace(replay, head=promised)
    return game, replay


@cache
def short() -> Replay:
    """A replay of some turns, for tests that show it often."""
    return played(2, limit=70)[1]


@cache
def one() -> Replay:
    """A replay that many tests look at."""
    return played(2)[1]

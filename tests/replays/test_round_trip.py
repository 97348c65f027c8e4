"""A replay's file gives back the whole match: the same proof, and the same views at every step."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from clients.replays import Film, Recording, Side, Sides, decode, encode, verify
from engine import SEATS, Deck, Game, SeatName, catalogue
from engine.decks import PRESETS
from server.protocol.replay_file import same
from server.protocol.replays import Replay
from tests.replays.games import one, played

ROOT = Path(__file__).parents[2]


def started(replay: Replay) -> Game:
    seats = replay.head.seats
    decks: dict[SeatName, Deck] = {"A": Deck("", seats.A.deck), "B": Deck("", seats.B.deck)}
    return Game.start(catalogue, decks, bytes.fromhex(replay.head.seed), replay.head.chooser or None)


@pytest.mark.parametrize("number", range(12))
def test_a_file_gives_every_seat_the_view_of_every_step(number: int) -> None:
    game, replay = played(number)
    data = encode(replay)
    read = decode(data)

    assert read == decode(encode(read))
    assert encode(read) == data
    proof = verify(read, catalogue)
    assert (proof.decisions, proof.winner) == (game.decisions, game.outcome.winner if game.outcome else "")

    film, again = Film(read, catalogue), started(read)
    for position in film.positions:
        if position.entry is not None:
            events = again.take_entry(position.entry.plain)
            for seat in SEATS:
                assert len(position.sights[seat].events) == len(again.events_for(seat, events))
        for seat in SEATS:
            assert same(position.sights[seat].view, again.view(seat)), (position.n, seat)
    assert again.chain == game.chain


@pytest.mark.parametrize("number", range(4))
def test_every_event_of_a_file_names_the_card_that_its_seat_knew(number: int) -> None:
    _, replay = played(number)
    read, again = decode(encode(replay)), started(replay)
    for position in Film(read, catalogue).positions[1:]:
        assert position.entry is not None
        events = again.take_entry(position.entry.plain)
        for seat in SEATS:
            assert same(position.sights[seat].events, again.events_for(seat, events)), (position.n, seat)


def test_a_usual_match_is_a_small_file() -> None:
    sizes = [len(encode(played(number)[1])) for number in range(6)]
    assert max(sizes) < 60_000


def test_a_match_without_a_promise_says_so() -> None:
    sentence = verify(played(3, b"")[1], catalogue).sentence
    assert "no commitment" in sentence
    assert verify(one(), catalogue).sentence.startswith("Proved: the secret fits the commitment")


def test_the_same_replay_has_the_same_bytes_in_every_process() -> None:
    program = (
        "import hashlib\n"
        "from clients.replays import encode\n"
        "from tests.replays.games import played\n"
        "print(*(hashlib.blake2b(encode(played(n)[1])).hexdigest() for n in (0, 1)))\n"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", program], cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True,
            text=True, check=True, timeout=120,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(told) == 1
    assert len(told.pop().split()) == 2


@pytest.mark.parametrize("reason", ["concede", "abandoned"])
def test_a_match_that_did_not_end_by_the_rules_is_a_replay_too(reason: str) -> None:
    deck = PRESETS["trial-1"]
    game = Game.start(catalogue, {"A": deck, "B": deck}, bytes(32))
    side = Side(name="x", deck=dict(deck.main))
    recording = Recording(game, Sides(side, side), bytes(32))
    assert game.prompt is not None
    recording.follow(game.decide(game.prompt.legal()[0]))
    recording.follow(game.concede("B") if reason == "concede" else game.adjudicate("A", reason))

    read = decode(encode(recording.replay()))
    proof = verify(read, catalogue)
    assert proof.reason == reason
    assert ("the server ruled that A won" in proof.sentence) == (reason == "abandoned")
    assert Film(read, catalogue).positions[-1].sights["B"].view["outcome"] == {"winner": "A", "reason": reason}

"""Promise 4: a saved game goes on anywhere as if it had never been saved; and what is not a save is refused."""

import sys
from array import array
from collections.abc import Iterator

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Game, InvalidSave, catalogue, saves
from engine.effects.catalogue import Catalogue
from tests.engine.elsewhere import Answer, Elsewhere, Request, go_on, seen
from tests.engine.play import Player, begin, over_many_games
from tests.engine.promises import Means, SavesGoOn, keep_over

HASH_SEED = 4242
"""Of the other process; the tests' own is random."""

SIZE_IN_MID_GAME = 2_048
"""Bytes (T5)."""


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[Elsewhere]:
    with Elsewhere(HASH_SEED) as process:
        yield process


@over_many_games
def test_a_loaded_game_goes_on_to_the_same_chain_in_another_process(numbers: range, elsewhere: Elsewhere) -> None:
    keep_over(numbers, SavesGoOn, means=Means(elsewhere))


def test_a_loaded_game_goes_on_to_the_same_chain_at_every_prompt_here() -> None:
    for number in range(20):
        game, player = begin(number), Player(number)
        while (prompt := game.prompt) is not None:
            before = game.save()
            decision = player.decide(prompt)
            game.decide(decision)
            answer = go_on(Request(before, game.log["entries"][-1:]))
            assert answer == Answer(before, [game.chain], seen(game))


def test_a_save_in_mid_game_is_small() -> None:
    for number in range(20):
        game, player = begin(number), Player(number)
        while (prompt := game.prompt) is not None:
            game.decide(player.decide(prompt))
            assert len(game.save()) <= SIZE_IN_MID_GAME


def test_numbers_are_saved_with_the_lower_byte_first_on_every_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = array("H", [1, 2, 258, 65_535])
    packed = b"\x01\x00\x02\x00\x02\x01\xff\xff"
    assert saves._bytes_of(numbers) == packed
    assert saves._numbers_in(packed) == numbers
    monkeypatch.setattr(saves, "_IS_LITTLE_ENDIAN", sys.byteorder != "little")
    assert saves._bytes_of(numbers) == b"".join(number.to_bytes(2, "big") for number in numbers)
    assert saves._numbers_in(saves._bytes_of(numbers)) == numbers


# --- what is not a save -----------------------------------------------------------------------------------------------


def mid_game() -> Game:
    game, player = begin(7), Player(7)
    while game.decisions < 60 and (prompt := game.prompt) is not None:
        game.decide(player.decide(prompt))
    return game


SAVE = mid_game().save()


def test_a_save_of_another_card_pool_is_refused_by_name() -> None:
    fewer = Catalogue(catalogue.definitions[:-1])
    with pytest.raises(InvalidSave, match=rf"pool {catalogue.pool_hash.hex()}, this is {fewer.pool_hash.hex()}"):
        Game.load(SAVE, fewer)


def test_a_save_of_another_format_is_refused_by_name() -> None:
    magic, version, *rest = msgpack.unpackb(SAVE)
    with pytest.raises(InvalidSave, match=rf"format {version + 1}.*format {version}\b"):
        Game.load(msgpack.packb([magic, version + 1, *rest]), catalogue)


@pytest.mark.parametrize(
    "blob",
    [b"", b"\xc0", b"paltable", b"\x81\xa1a\x01", msgpack.packb(["chess", 1, b"", b"", []]), msgpack.packb([1, 2, 3])],
)
def test_bytes_that_are_no_save_are_refused(blob: bytes) -> None:
    with pytest.raises(InvalidSave, match="not a save"):
        Game.load(blob, catalogue)


@given(st.binary(max_size=200))
def test_any_bytes_are_refused_and_nothing_else_happens(blob: bytes) -> None:
    with pytest.raises(InvalidSave):
        Game.load(blob, catalogue)


@given(st.integers(0, len(SAVE) - 1), st.integers(1, 255))
def test_a_save_with_a_damaged_byte_is_refused(place: int, change: int) -> None:
    damaged = bytearray(SAVE)
    damaged[place] ^= change
    with pytest.raises(InvalidSave):
        Game.load(bytes(damaged), catalogue)


@given(st.integers(0, len(SAVE) - 1))
def test_a_save_that_was_cut_short_is_refused(length: int) -> None:
    with pytest.raises(InvalidSave):
        Game.load(SAVE[:length], catalogue)


def test_a_save_with_something_behind_it_is_refused() -> None:
    with pytest.raises(InvalidSave):
        Game.load(SAVE + b"\x00", catalogue)


def test_a_field_of_the_state_that_is_not_saved_is_one_that_the_others_tell() -> None:
    """A new field of the state has to be saved, or the next process plays another game."""
    apart = {"cards", "first_of_b", "seed", "chain", "generation", "handles", "damage", "batch", "battle", "frames"}
    saved = {*saves._PLAIN, *apart}
    assert set(type(mid_game()._match.state).__slots__) - saved == {"place"}

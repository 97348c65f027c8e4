"""Canonical bytes of a state: the save, and what the hash chain is made of. The one file that knows msgpack.

A save holds the whole state at any prompt and nothing else: the same state always has the same bytes, on every machine
and under every hash seed. The card pool and the save format are pinned by name.
"""

import sys
from array import array
from collections.abc import Callable
from hashlib import blake2b
from operator import attrgetter
from typing import Any, Final

import msgpack

from engine.effects.catalogue import Catalogue
from engine.model.asked import Asked, asked_from
from engine.model.errors import InvalidSave, OtherVersion
from engine.model.records import Delayed, InstanceKey, Modifier, ModifierKind, Pending
from engine.model.state import BASE, DECK, EXILE, F_VARS, GRAVEYARD, HAND, RESOLUTION, BattleRecord, Frame, State

VERSION: Final = 2
"""Of the save format; another version is refused by name.

Every change of what stands in a save, and where, raises it: matches that were begun before wait for the version that
can read them. `tests/engine/test_golden_saves.py` holds us to it.
"""

MAGIC: Final = "paltable"
CHAIN_BYTES: Final = 16
DIGEST_BYTES: Final = 8


def _as_it_is(value: Any) -> Any:
    return value


def _lists(value: tuple[Any, ...]) -> list[list[Any]]:
    return [list(each) for each in value]


def _instances(value: tuple[Any, ...]) -> list[InstanceKey]:
    return [InstanceKey(*each) for each in value]


def _modifiers(value: tuple[Any, ...]) -> list[Modifier]:
    return [Modifier(target, ModifierKind(kind), *others) for target, kind, *others in value]


def _delayed(value: tuple[Any, ...]) -> list[Delayed]:
    return [Delayed(*each) for each in value]


def _pending(value: tuple[Any, ...]) -> list[Pending]:
    return [Pending(*each) for each in value]


def _prompt(value: tuple[Any, ...] | None) -> Asked | None:
    return None if value is None else asked_from(value)


_PLAIN: Final[dict[str, Callable[[Any], Any]]] = {
    "random": _as_it_is, "decisions": _as_it_is, "turn": _as_it_is, "active": _as_it_is, "first": _as_it_is,
    "phase": _as_it_is, "life": list, "material": list, "ingredient": list, "owed": list, "souls_standing": list,
    "souls_resting": list, "soul_deck": list, "soul_drawn": _as_it_is, "played": list, "deck": _lists, "hand": _lists,
    "base": _lists, "graveyard": _lists, "exile": _lists, "resolution": list, "resting": bytearray,
    "next_handle": list, "used": _instances, "assigned": list, "modifiers": _modifiers, "nights": list,
    "delayed": _delayed, "pending": _pending, "links": list, "looked": list, "revealed": list, "turn_fired": _instances,
    "prompt": _prompt, "outcome": _as_it_is, "counter": _as_it_is, "serial": _as_it_is,
}  # fmt: skip
"""Fields that are saved as they are, in the order of the save, and what each is loaded with.

Whatever was a list or a tuple is read as a tuple; lists are made again of those that the engine changes in place, and
records of what has named fields.
"""

_plain_fields: Final = attrgetter(*_PLAIN)

_IS_LITTLE_ENDIAN: Final = sys.byteorder == "little"


_pack: Final[Callable[[object], bytes]] = msgpack.Packer().pack
"""Of one packer, which keeps its buffer."""


def encode_cards(state: State) -> bytes:
    """The canonical bytes of what never changes in a game: whose which cards are, and the seed."""
    return _pack((state.cards, state.first_of_b, state.seed))


def encode(state: State) -> bytes:
    """The canonical bytes of everything else, without the chain."""
    a, b, spectators = state.handles
    return _pack(
        (
            _plain_fields(state),
            _bytes_of(state.generation),
            (_bytes_of(a), _bytes_of(b), _bytes_of(spectators)),
            sorted(state.damage.items()) if state.damage else (),
            sorted(state.batch.items()),
            None if state.battle is None else _encode_battle(state.battle),
            [frame if len(frame) <= F_VARS else _encode_effect(frame) for frame in state.frames],
        )
    )


def _bytes_of(numbers: "array[int]") -> bytes:
    """Two bytes for each number, the lower one first, on every machine."""
    if _IS_LITTLE_ENDIAN:
        return numbers.tobytes()
    swapped = numbers[:]
    swapped.byteswap()
    return swapped.tobytes()


def _numbers_in(packed: bytes) -> "array[int]":
    numbers = array("H")
    numbers.frombytes(packed)
    if not _IS_LITTLE_ENDIAN:
        numbers.byteswap()
    return numbers


_encode_battle: Final = attrgetter("attacker", "target", "step", "opponents", "failed", "attacking", "fired")


def _encode_effect(frame: Frame) -> Frame:
    """Only frames of effects are long enough to have variables; they are saved as sorted pairs."""
    return [*frame[:F_VARS], sorted(frame[F_VARS].items()), *frame[F_VARS + 1 :]]


def first_link(state: State) -> bytes:
    """The link that a game begins with: of everything, also of what never changes."""
    return blake2b(encode_cards(state) + encode(state), digest_size=CHAIN_BYTES).digest()


def link(chain: bytes, entry: object, state: State) -> bytes:
    """The next link of the hash chain: of the last link, a log entry, and the state after it."""
    return blake2b(chain + _pack(entry) + encode(state), digest_size=CHAIN_BYTES).digest()


def save(state: State, catalogue: Catalogue) -> bytes:
    """A state as bytes that ``load`` takes back."""
    parts = (state.chain, encode_cards(state), encode(state))
    return _pack((MAGIC, VERSION, catalogue.pool_hash, _digest(parts), parts))


def _digest(parts: tuple[bytes, ...]) -> bytes:
    """What tells a damaged save."""
    return blake2b(b"".join(parts), digest_size=DIGEST_BYTES).digest()


def load(blob: bytes, catalogue: Catalogue) -> State:
    """The state that ``save`` wrote.

    Raises ``OtherVersion`` for another format or card pool, and ``InvalidSave`` for bytes that are damaged or no save.
    """
    try:
        unpacked = msgpack.unpackb(blob, use_list=False)
    except (ValueError, msgpack.UnpackException) as error:
        raise InvalidSave("these bytes are not a save") from error
    match unpacked:
        case (str(magic), int(version), bytes(pool_hash), bytes(digest), tuple(parts)) if magic == MAGIC:
            pass
        case _:
            raise InvalidSave("these bytes are not a save")
    if version != VERSION:
        raise OtherVersion(f"the save has format {version}, this engine reads format {VERSION}")
    if pool_hash != catalogue.pool_hash:
        raise OtherVersion(f"the save belongs to card pool {pool_hash.hex()}, this is {catalogue.pool_hash.hex()}")
    if not all(isinstance(part, bytes) for part in parts) or digest != _digest(parts):
        raise InvalidSave("the save is damaged: its digest does not fit")
    return _decode(*parts)


def _decode(chain: bytes, cards: bytes, encoded: bytes) -> State:
    state = State(*msgpack.unpackb(cards, use_list=False))
    state.chain = chain
    fields = msgpack.unpackb(encoded, use_list=False, strict_map_key=False)
    plain, generation, handles, damage, batch, battle, frames = fields
    for (name, made), value in zip(_PLAIN.items(), plain, strict=True):
        setattr(state, name, made(value))
    state.generation = _numbers_in(generation)
    state.handles = [_numbers_in(packed) for packed in handles]
    state.damage, state.batch = dict(damage), dict(batch)
    state.battle = _decode_battle(battle)
    state.frames = [_decode_frame(frame) for frame in frames]
    _index_places(state)
    return state


def _decode_battle(fields: tuple[Any, ...] | None) -> BattleRecord | None:
    if fields is None:
        return None
    attacker, target, step, opponents, failed, attacking, fired = fields
    battle = BattleRecord(attacker, target)
    battle.step, battle.opponents, battle.failed, battle.attacking = step, opponents, failed, attacking
    battle.fired = _instances(fired)
    return battle


def _decode_frame(fields: tuple[Any, ...]) -> Frame:
    frame = list(fields)
    if len(frame) > F_VARS:
        frame[F_VARS] = dict(frame[F_VARS])
    return frame


def _index_places(state: State) -> None:
    for code in (DECK, HAND, BASE, GRAVEYARD, EXILE):
        for zone in state.zones(code):
            for card in zone:
                state.place[card] = code
    for card in state.resolution:
        state.place[card] = RESOLUTION

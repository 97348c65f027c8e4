"""Canonical bytes of a state: the save, and what the hash chain is made of. The one file that knows msgpack.

A save holds the whole state at any prompt and nothing else: the same state always has the same bytes, on every machine
and under every hash seed. The card pool and the save format are pinned by name.
"""

from hashlib import blake2b
from typing import Any, Final

import msgpack

from engine.effects.catalogue import Catalogue
from engine.model.errors import InvalidSave
from engine.model.state import BASE, DECK, EXILE, F_VARS, GRAVEYARD, HAND, RESOLUTION, BattleRecord, Frame, State

VERSION: Final = 1
"""Of the save format; another version is refused by name."""

MAGIC: Final = "paltable"
CHAIN_BYTES: Final = 16
DIGEST_BYTES: Final = 8

_PLAIN: Final = (
    "random", "decisions", "turn", "active", "first", "phase", "life", "material", "ingredient", "owed",
    "souls_standing", "souls_resting", "soul_deck", "soul_drawn", "played", "deck", "hand", "base", "graveyard",
    "exile",
    "resolution", "generation", "resting", "handles", "next_handle", "used", "assigned", "modifiers", "nights",
    "delayed", "pending", "links", "looked", "revealed", "turn_fired", "prompt", "outcome", "counter", "serial",
)  # fmt: skip
"""Fields that are saved as they are, in the order of the save."""

_BY_CARD: Final = ("damage", "batch")
"""Sparse mappings, saved as sorted pairs."""

_LISTS: Final = (
    "life", "material", "ingredient", "owed", "souls_standing", "souls_resting", "soul_deck", "played", "resolution",
    "generation", "next_handle", "used", "assigned", "modifiers", "nights", "delayed", "pending", "links", "looked",
    "revealed", "turn_fired",
)  # fmt: skip
_LISTS_BY_SEAT: Final = ("deck", "hand", "base", "graveyard", "exile", "handles")


def encode(state: State) -> bytes:
    """The canonical bytes of a state, without its chain."""
    fields: list[Any] = [state.cards, state.first_of_b, state.seed]
    fields.extend([getattr(state, name) for name in _PLAIN])
    fields.extend([sorted(getattr(state, name).items()) for name in _BY_CARD])
    fields.append(_encode_battle(state.battle))
    fields.append([_encode_frame(frame) for frame in state.frames])
    packed: bytes = msgpack.packb(fields)
    return packed


def _encode_battle(battle: BattleRecord | None) -> list[Any] | None:
    if battle is None:
        return None
    return [
        battle.attacker,
        battle.target,
        battle.step,
        battle.opponents,
        battle.failed,
        battle.attacking,
        battle.fired,
    ]


def _encode_frame(frame: Frame) -> Frame:
    """Only frames of effects are long enough to have variables; they are saved as sorted pairs."""
    if len(frame) <= F_VARS:
        return frame
    return [*frame[:F_VARS], sorted(frame[F_VARS].items()), *frame[F_VARS + 1 :]]


def link(chain: bytes, entry: object, state: State) -> bytes:
    """The next link of the hash chain: of the last link, a log entry, and the state after it."""
    return blake2b(chain + msgpack.packb(entry) + encode(state), digest_size=CHAIN_BYTES).digest()


def save(state: State, catalogue: Catalogue) -> bytes:
    """A state as bytes that ``load`` takes back."""
    encoded = encode(state)
    packed: bytes = msgpack.packb(
        [MAGIC, VERSION, catalogue.pool_hash, _digest(state.chain, encoded), state.chain, encoded]
    )
    return packed


def _digest(chain: bytes, encoded: bytes) -> bytes:
    """What tells a damaged save."""
    return blake2b(chain + encoded, digest_size=DIGEST_BYTES).digest()


def load(blob: bytes, catalogue: Catalogue) -> State:
    """The state that ``save`` wrote; ``InvalidSave`` for other bytes, another version or another card pool."""
    try:
        unpacked = msgpack.unpackb(blob, use_list=False)
    except (ValueError, msgpack.UnpackException) as error:
        raise InvalidSave("these bytes are not a save") from error
    match unpacked:
        case (str(magic), int(version), bytes(pool_hash), bytes(digest), bytes(chain), bytes(encoded)) if (
            magic == MAGIC
        ):
            pass
        case _:
            raise InvalidSave("these bytes are not a save")
    if version != VERSION:
        raise InvalidSave(f"the save has format {version}, this engine reads format {VERSION}")
    if pool_hash != catalogue.pool_hash:
        raise InvalidSave(f"the save belongs to card pool {pool_hash.hex()}, this is {catalogue.pool_hash.hex()}")
    if digest != _digest(chain, encoded):
        raise InvalidSave("the save is damaged: its digest does not fit")
    return _decode(msgpack.unpackb(encoded, use_list=False, strict_map_key=False), chain)


def _decode(fields: tuple[Any, ...], chain: bytes) -> State:
    cards, first_of_b, seed, *rest = fields
    state = State(cards, first_of_b, seed)
    state.chain = chain
    values = dict(zip((*_PLAIN, *_BY_CARD, "battle", "frames"), rest, strict=True))
    for name in _PLAIN:
        setattr(state, name, _thaw(name, values[name]))
    for name in _BY_CARD:
        setattr(state, name, dict(values[name]))
    state.battle = _decode_battle(values["battle"])
    state.frames = [_decode_frame(frame) for frame in values["frames"]]
    _index_places(state)
    return state


def _thaw(name: str, value: Any) -> Any:
    """Tuples stay tuples, except where the engine changes a list in place."""
    if name == "resting":
        return bytearray(value)
    if name in _LISTS:
        return list(value)
    if name in _LISTS_BY_SEAT:
        return [list(each) for each in value]
    if name == "prompt" and value is not None:
        return list(value)
    return value


def _decode_battle(fields: tuple[Any, ...] | None) -> BattleRecord | None:
    if fields is None:
        return None
    attacker, target, step, opponents, failed, attacking, fired = fields
    battle = BattleRecord(attacker, target)
    battle.step, battle.opponents, battle.failed, battle.attacking = step, opponents, failed, attacking
    battle.fired = list(fired)
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

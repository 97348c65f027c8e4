"""Reading the position of a scenario: what each player has, whose turn it is, and the random source."""

from dataclasses import dataclass
from typing import Final, cast

from clients.scenarios.cards import KindOf, Labels, WrittenCard, give_labels, read_card
from clients.scenarios.document import Value
from engine.model.chance import SEED_BYTES
from engine.model.position import CardAt, Position, Side
from engine.model.state import LIFE, SOULS
from engine.model.terms import SEATS, SeatName

FILLER: Final = "ETD01-003"
"""What lies below the named cards of a deck: no ability, not Lucky."""

FILLED_DECK: Final = 30

_ZONES: Final = ("base", "hand", "deck", "graveyard", "exile")
"""The zones of a side in reading order."""

_SIDE_KEYS: Final = ("life", "souls", "material", "ingredient", *_ZONES, "exact_deck")

POSITION_KEYS: Final = ("turn", "A", "B", "night", "seed")


@dataclass(frozen=True, slots=True)
class WrittenSide:
    """One player's half of the position: its counters, and its cards by zone."""

    side: Side
    cards: tuple[tuple[WrittenCard, ...], ...]


def read_position(fields: dict[str, Value], kind_of: KindOf) -> tuple[Position, Labels]:
    """Read the keys of ``POSITION_KEYS`` among ``fields``; return the position and the label of every card in it."""
    written = {seat: _read_side(fields.get(seat), kind_of) for seat in SEATS}
    labels = give_labels([card for seat in SEATS for zone in written[seat].cards for card in zone])
    turn = cast(SeatName, fields["turn"].one_of(SEATS)) if "turn" in fields else "A"
    night = fields["night"].truth() if "night" in fields else False
    seed = fields["seed"].number(most=256**SEED_BYTES - 1) if "seed" in fields else 0
    sides = {seat: written[seat].side for seat in SEATS}
    return Position(sides, turn, night, seed.to_bytes(SEED_BYTES, "big")), labels


def _read_side(value: Value | None, kind_of: KindOf) -> WrittenSide:
    fields = {} if value is None else value.fields(_SIDE_KEYS, "what the player has")
    zones = {zone: _read_zone(fields.get(zone), zone, kind_of) for zone in _ZONES}
    exact = fields["exact_deck"].truth() if "exact_deck" in fields else False
    if not exact:
        filler = WrittenCard(CardAt(FILLER))
        zones["deck"] += (filler,) * (FILLED_DECK - len(zones["deck"]))
    standing, resting = _read_souls(fields.get("souls"))
    side = Side(
        life=_number(fields, "life", LIFE),
        souls_standing=standing,
        souls_resting=resting,
        material=_number(fields, "material", 0),
        ingredient=_number(fields, "ingredient", 0),
        **{zone: tuple(written.card for written in zones[zone]) for zone in _ZONES},
    )
    return WrittenSide(side, tuple(zones[zone] for zone in _ZONES))


def _read_zone(value: Value | None, zone: str, kind_of: KindOf) -> tuple[WrittenCard, ...]:
    if value is None:
        return ()
    return tuple(read_card(item, zone, kind_of) for item in value.items("a list of cards"))


def _read_souls(value: Value | None) -> tuple[int, int]:
    """Return standing and resting souls."""
    if value is None:
        return SOULS, 0
    if not value.is_mapping:
        return value.number(most=SOULS), 0
    standing, resting = read_soul_pair(value)
    if standing + resting > SOULS:
        raise value.error(f"a player has no more than {SOULS} souls, and these are {standing + resting}")
    return standing, resting


def read_soul_pair(value: Value) -> tuple[int, int]:
    """Read ``{stand: n, rest: m}``; both are needed."""
    fields = value.fields(("stand", "rest"), "{stand: n, rest: m}")
    if len(fields) < 2:
        raise value.error(f"expected {{stand: n, rest: m}}, found {value.shown}")
    return fields["stand"].number(most=SOULS), fields["rest"].number(most=SOULS)


def _number(fields: dict[str, Value], key: str, default: int) -> int:
    return fields[key].number() if key in fields else default

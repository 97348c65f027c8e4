"""The yardstick of saves: the same state as one dict with named fields per card, through msgpack and back.

Written once, to compare with; it is never made faster.
"""

from typing import Any

import msgpack

from engine.model.state import BASE, DECK, EXILE, GRAVEYARD, HAND, RESOLUTION, BattleRecord, State

ZONES = {"deck": DECK, "hand": HAND, "base": BASE, "graveyard": GRAVEYARD, "exile": EXILE}

NUMBERS = (
    "first_of_b", "random", "decisions", "turn", "active", "first", "phase", "soul_drawn", "counter", "serial",
)  # fmt: skip
BY_PLAYER = (
    "life", "material", "ingredient", "owed", "souls_standing", "souls_resting", "soul_deck", "played",
)  # fmt: skip
LISTS = (
    "used", "assigned", "modifiers", "nights", "delayed", "pending", "links", "looked", "revealed", "turn_fired",
    "next_handle",
)  # fmt: skip
BATTLE = ("attacker", "target", "step", "opponents", "failed", "attacking", "fired")


def save(state: State) -> bytes:
    """The state as bytes."""
    document: dict[str, Any] = {name: getattr(state, name) for name in (*NUMBERS, *LISTS, "seed", "chain", "outcome")}
    document["prompt"] = state.prompt
    document["cards"] = [_card(state, card) for card in range(len(state.cards))]
    document["players"] = [{name: getattr(state, name)[seat] for name in BY_PLAYER} for seat in (0, 1)]
    document["zones"] = [{zone: state.zones(code)[seat] for zone, code in ZONES.items()} for seat in (0, 1)]
    document["resolution"] = state.resolution
    document["battle"] = None if state.battle is None else {name: getattr(state.battle, name) for name in BATTLE}
    document["frames"] = state.frames
    packed: bytes = msgpack.packb(document)
    return packed


def _card(state: State, card: int) -> dict[str, Any]:
    return {
        "definition": state.cards[card],
        "owner": state.owner(card),
        "zone": state.place[card],
        "generation": state.generation[card],
        "resting": bool(state.resting[card]),
        "damage": state.damage.get(card, 0),
        "batch": state.batch.get(card, 0),
        "handles": {"A": state.handles[0][card], "B": state.handles[1][card], "spectator": state.handles[2][card]},
    }


def load(blob: bytes) -> State:
    """The state that ``save`` wrote."""
    document = msgpack.unpackb(blob, strict_map_key=False)
    cards = document["cards"]
    state = State(tuple(card["definition"] for card in cards), document["first_of_b"], document["seed"])
    for name in (*NUMBERS, *LISTS, "chain", "prompt"):
        setattr(state, name, document[name])
    state.outcome = None if document["outcome"] is None else tuple(document["outcome"])
    for number, card in enumerate(cards):
        _read_card(state, number, card)
    for seat in (0, 1):
        for name in BY_PLAYER:
            getattr(state, name)[seat] = document["players"][seat][name]
        for zone, code in ZONES.items():
            state.zones(code)[seat] = document["zones"][seat][zone]
    state.resolution = document["resolution"]
    assert all(state.place[card] == RESOLUTION for card in state.resolution)
    state.battle = _read_battle(document["battle"])
    state.frames = document["frames"]
    return state


def _read_card(state: State, number: int, card: dict[str, Any]) -> None:
    state.place[number] = card["zone"]
    state.generation[number] = card["generation"]
    state.resting[number] = card["resting"]
    if card["damage"]:
        state.damage[number] = card["damage"]
    if card["batch"]:
        state.batch[number] = card["batch"]
    for viewer, name in enumerate(("A", "B", "spectator")):
        state.handles[viewer][number] = card["handles"][name]


def _read_battle(fields: dict[str, Any] | None) -> BattleRecord | None:
    if fields is None:
        return None
    battle = BattleRecord(fields["attacker"], fields["target"])
    for name in BATTLE:
        setattr(battle, name, fields[name])
    return battle

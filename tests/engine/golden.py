"""Golden saves: games in the middle, as the present version saves them, with how they went on.

``python -m tests.engine.golden`` writes them anew, which is right only after the version was raised: of the rules
(`engine.game.ENGINE_VERSION`), or of the save format (`engine.saves.VERSION`). It refuses to write over the saves of
the version that runs: matches that are stored under this very name would not go on any more.
"""

import json
import sys
from base64 import b64decode, b64encode
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine import SEATS, Game, SeatName, catalogue, pin
from engine.decks import PRESETS, Deck
from engine.effects.catalogue import Catalogue
from engine.model.state import BattleRecord, State
from tests.engine.play import Player, seed_of

FILE: Final = Path(__file__).with_name("golden_saves.json")

GAMES: Final = 140
"""Games in which positions are looked for."""

AFTER: Final = 40
"""So many entries of the log are kept after a save."""

POOL: Final = Catalogue(
    definition
    for definition in catalogue.definitions
    if any(definition.number in deck.main for deck in PRESETS.values())
)
"""The cards of the decks that come with the game, so that other new cards change nothing here."""


class Golden(NamedTuple):
    """A game as it was saved, digests of what the fields of its state were, and how the game went on."""

    save: bytes
    fields: dict[str, str]
    entries: list[list[Any]]
    chain: bytes


def fields_of(state: State) -> dict[str, str]:
    """A digest of every field by its name: the same bytes may not be taken for another field."""
    named = {name: getattr(state, name) for name in State.__slots__}
    if state.battle is not None:
        named["battle"] = {name: getattr(state.battle, name) for name in BattleRecord.__slots__}
    return {name: blake2b(repr(_canonical(value)).encode(), digest_size=4).hexdigest() for name, value in named.items()}


def _canonical(value: object) -> object:
    """Lists may be tuples, words members of an enum, and dicts in another order: all are the same in a save."""
    match value:
        case dict():
            return sorted((key, _canonical(each)) for key, each in value.items())
        case list() | tuple():
            return [_canonical(each) for each in value]
        case str():
            return str(value)
        case _:
            return value


def stored() -> tuple[str, list[Golden]]:
    """The pin of the stored saves, and the saves."""
    document = json.loads(FILE.read_text())
    return document["pin"], [
        Golden(b64decode(each["save"]), each["fields"], each["entries"], bytes.fromhex(each["chain"]))
        for each in document["saves"]
    ]


def make() -> list[Golden]:
    """Few positions that together hold all that is held anywhere: first the one that holds most, then what it lacks."""
    positions = [position for number in range(GAMES) for position in positions_of(number)]
    found: list[Golden] = []
    missing = set().union(*(held for held, _ in positions))
    while missing:
        held, golden = max(positions, key=lambda position: len(position[0] & missing))
        missing -= held
        found.append(golden)
    return found


def positions_of(number: int) -> Iterator[tuple[set[str], Golden]]:
    """What each position of a game holds, and its save."""
    game, player = Game.start(POOL, decks_of(number), seed_of(number)), Player(number)
    passed: list[tuple[set[str], bytes, dict[str, str]]] = []
    chains = [game.chain]
    while (prompt := game.prompt) is not None:
        state = game._match.state
        passed.append((holds(state), game.save(), fields_of(state)))
        game.decide(player.decide(prompt))
        chains.append(game.chain)
    entries = game.log["entries"]
    for at, (held, save, fields) in enumerate(passed):
        after = entries[at : at + AFTER]
        yield held, Golden(save, fields, after, chains[at + len(after)])


def decks_of(number: int) -> dict[SeatName, Deck]:
    """Two neighbours in the list, in turn on both sides."""
    decks = list(PRESETS.values())
    both = [decks[number % len(decks)], decks[(number + 1) % len(decks)]]
    return dict(zip(SEATS, both if number % 4 < 2 else both[::-1], strict=True))


def holds(state: State) -> set[str]:
    """What a position has that not every position has: fields that are not empty, and kinds of frames."""
    fields = {name for name in State.__slots__ if name != "cards" and _is_something(getattr(state, name))}
    return fields | {f"frame {frame[0]} {len(frame)}" for frame in state.frames}


def _is_something(value: object) -> bool:
    return any(map(_is_something, value)) if isinstance(value, list | tuple) else bool(value)


def main() -> None:
    """Write the file."""
    if FILE.exists() and stored()[0] == pin(POOL):
        sys.exit(f"{FILE.name} holds the saves of this version. If it has changed, raise its number first.")
    saves = [
        {"save": b64encode(save).decode(), "fields": fields, "entries": entries, "chain": chain.hex()}
        for save, fields, entries, chain in make()
    ]
    lines = ",\n".join(json.dumps(each) for each in saves)
    FILE.write_text(f'{{"pin": {json.dumps(pin(POOL))}, "saves": [\n{lines}\n]}}\n')


if __name__ == "__main__":
    main()

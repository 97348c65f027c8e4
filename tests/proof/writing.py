"""Cases in files: a scenario where a position says it all, else a log with decks, seed and moves; and reading them."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from clients.scenarios import load
from clients.scenarios.scenario import Scenario
from clients.scenarios.steps import Take
from engine import SEATS, catalogue
from engine.model.position import CardAt, Side
from tests.engine.promises import PROMISES, Promise
from tests.proof.case import ZONES, Card, Case, Dealt, Half, Move, Stand

BY_NAME: Final[dict[str, type[Promise]]] = {promise.__name__: promise for promise in PROMISES}

AGAIN: Final = "python -m tests.proof again"
"""The command that takes a file's moves and watches its promise."""


def suffix(case: Case) -> str:
    """Of the file that holds the case."""
    return ".yaml" if isinstance(case.beginning, Stand) else ".json"


def write(case: Case, error: str) -> str:
    """The case as the text of a file."""
    if isinstance(case.beginning, Stand):
        return "\n".join(_scenario(_named(case, case.beginning), error)) + "\n"
    beginning = case.beginning
    document = {
        "promise": case.promise.__name__,
        "error": error,
        "seed": beginning.seed.hex(),
        "decks": beginning.decks,
        "moves": [f"{move.seat}: {move.text}" for move in case.moves],
    }
    return json.dumps(document, indent=1) + "\n"


# --- scenarios --------------------------------------------------------------------------------------------------------


def _scenario(case: Case, error: str) -> list[str]:
    stand, promise = case.beginning, case.promise
    assert isinstance(stand, Stand), "a scenario begins in a position"
    lines = [f"# {line}" for line in error.splitlines()]
    lines += [f"# {AGAIN} FILE takes these moves and watches the promise.", ""]
    lines += [f"title: Not kept, promise {promise.number} ({promise.title.replace(': ', ', ')})"]
    lines += [f"source: [{promise.__name__}]"]
    lines += [f"turn: {stand.turn}"] if stand.turn != "A" else []
    lines += ["night: true"] if stand.night else []
    lines += [f"seed: {int.from_bytes(stand.seed, 'big')}"] if any(stand.seed) else []
    for seat, half in zip(SEATS, stand.halves, strict=True):
        lines += _half(seat, half)
    lines += ["steps:", f"  - expect: {{turn: {stand.turn}, phase: main, winner: null}}"]
    return lines + [f"  - {move.seat}: {move.text}" for move in case.moves]


def _half(seat: str, half: Half) -> list[str]:
    fields = [f"{name}: {getattr(half, name)}" for name in ("life", "material", "ingredient") if _differs(half, name)]
    if _differs(half, "standing") or _differs(half, "resting"):
        fields.append(f"souls: {{stand: {half.standing}, rest: {half.resting}}}")
    for zone in ZONES:
        if cards := getattr(half, zone):
            fields.append(f"{zone}: [{', '.join(map(_card, cards))}]")
    fields += ["exact_deck: true"] if half.exact else []
    return [f"{seat}:", *(f"  {field}" for field in fields)] if fields else [f"{seat}: {{}}"]


def _differs(half: Half, name: str) -> bool:
    return bool(getattr(half, name) != getattr(Half(), name))


def _card(card: Card) -> str:
    words = [card.number]
    words += ["as", card.label] if card.label else []
    words += ["rest"] if card.resting else []
    words += [f"damage={card.damage}"] if card.damage else []
    return " ".join(words)


def _named(case: Case, stand: Stand) -> Case:
    """The case with labels that read well, for the cards that moves call; the others have none."""
    called = {word for move in case.moves for word in move.text.split()}
    labels: dict[str, str] = {}
    copies: Counter[str] = Counter()
    for half in stand.halves:
        for card in half.cards():
            if card.label in called:
                word = re.sub(r"[^a-z0-9]+", "-", catalogue.by_number(card.number).main_name.lower()).strip("-")
                copies[word] += 1
                labels[card.label] = word if copies[word] == 1 else f"{word}-{copies[word]}"
    a, b = (_relabelled(half, labels) for half in stand.halves)
    moves = tuple(
        replace(move, text=" ".join(labels.get(word, word) for word in move.text.split())) for move in case.moves
    )
    return replace(case, beginning=replace(stand, halves=(a, b)), moves=moves)


def _relabelled(half: Half, labels: Mapping[str, str]) -> Half:
    zones: dict[str, Any] = {
        zone: tuple(replace(card, label=labels.get(card.label, "")) for card in getattr(half, zone)) for zone in ZONES
    }
    return replace(half, **zones)


# --- reading ----------------------------------------------------------------------------------------------------------


def read(path: Path) -> Case:
    """The case in a file; raises ``ValueError`` for a file that names no promise."""
    if path.suffix == ".yaml":
        return _of_scenario(load(path))
    document = json.loads(path.read_text(encoding="utf-8"))
    beginning = Dealt(document["decks"], bytes.fromhex(document["seed"]))
    moves = (line.split(": ", 1) for line in document["moves"])
    return Case(_promise([document["promise"]]), beginning, tuple(Move(seat, text) for seat, text in moves))


def _of_scenario(scenario: Scenario) -> Case:
    labels = iter([scenario.labels.of(card) for card in range(len(scenario.labels))])
    position = scenario.position
    a, b = (_half_of(position.sides[seat], labels) for seat in SEATS)
    moves = tuple(Move(step.action.seat, step.action.text) for step in scenario.steps if isinstance(step.action, Take))
    return Case(_promise(scenario.source), Stand((a, b), position.turn, position.night, position.seed), moves)


def _half_of(side: Side, labels: Iterator[str]) -> Half:
    def cards(zone: tuple[CardAt, ...]) -> tuple[Card, ...]:
        return tuple(Card(card.number, next(labels), card.resting, card.damage) for card in zone)

    zones = {zone: cards(getattr(side, zone)) for zone in ZONES}
    return Half(side.life, side.souls_standing, side.souls_resting, side.material, side.ingredient, **zones, exact=True)


def _promise(names: Iterable[str]) -> type[Promise]:
    for name in names:
        if name in BY_NAME:
            return BY_NAME[name]
    raise ValueError(f"the file names no promise; the promises are {', '.join(BY_NAME)}")

"""How an expectation compares: each check holds the expected value and tells what was found instead."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from clients.scenarios.probes import battle_of
from clients.scenarios.scene import Scene
from engine.model.terms import SeatName


class Check(Protocol):
    """Compares the game with one expected value."""

    def found(self, scene: Scene) -> str | None:
        """Return None if the expectation holds, else what the game shows instead."""


@dataclass(frozen=True, slots=True)
class Equals:
    """The value that ``probe`` reads is this one."""

    probe: Callable[[Scene], object]
    value: object

    def found(self, scene: Scene) -> str | None:
        value = self.probe(scene)
        return None if value == self.value else show(value)


@dataclass(frozen=True, slots=True)
class InAnyOrder:
    """The texts that ``probe`` reads are these, in any order, as often as listed."""

    probe: Callable[[Scene], tuple[str, ...]]
    values: tuple[str, ...]

    def found(self, scene: Scene) -> str | None:
        values = self.probe(scene)
        return None if Counter(values) == Counter(self.values) else show(values)


@dataclass(frozen=True, slots=True)
class CardsAre:
    """A zone holds exactly these cards, in any order; a card number stands for any card with it, as often as listed."""

    seat: SeatName
    zone: str
    wanted: tuple[str, ...]
    numbers: frozenset[str]

    def found(self, scene: Scene) -> str | None:
        cards = scene.zone(self.seat, self.zone)
        by_label = [word for word in self.wanted if word not in self.numbers]
        rest = [card for card in cards if scene.label(card) not in by_label]
        wanted_numbers = Counter(word for word in self.wanted if word in self.numbers)
        named = len(rest) + len(by_label) == len(cards)
        if named and Counter(scene.number(card) for card in rest) == wanted_numbers:
            return None
        return show(tuple(scene.label(card) for card in cards))


@dataclass(frozen=True, slots=True)
class DeckBegins:
    """The deck is this from the top, as far as the list goes."""

    seat: SeatName
    wanted: tuple[str, ...]
    numbers: frozenset[str]

    def found(self, scene: Scene) -> str | None:
        cards = scene.zone(self.seat, "deck")[: len(self.wanted)]
        if len(cards) == len(self.wanted) and all(map(self._fits, self.wanted, cards, [scene] * len(cards))):
            return None
        return show(tuple(scene.label(card) for card in cards))

    def _fits(self, word: str, card: int, scene: Scene) -> bool:
        return (scene.number(card) if word in self.numbers else scene.label(card)) == word


@dataclass(frozen=True, slots=True)
class BattleIs:
    """A battle stands, with the attacker, the target and the step that the mapping names; others are not checked."""

    wanted: Mapping[str, str]

    def found(self, scene: Scene) -> str | None:
        battle = battle_of(scene)
        if battle is not None and all(battle[key] == value for key, value in self.wanted.items()):
            return None
        return show(battle)


def show(value: object) -> str:
    """Write a found value as the file would."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(show, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {show(item)}" for key, item in value.items()) + "}"
    return str(value)

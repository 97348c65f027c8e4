"""What ``expect`` can check: every path, how its value is read, and how it is compared with the game."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from clients.scenarios.cards import KindOf, Labels
from clients.scenarios.document import Value
from clients.scenarios.position import SOULS, read_soul_pair
from clients.scenarios.scene import Scene
from engine.model.terms import SEATS, BattleStep, Keyword, Phase, SeatName, Zone

COUNTERS: Final = ("life", "material", "ingredient", "damage")
CARD_LISTS: Final = ("hand", "deck", "graveyard", "exile", "base", "pals", "structures", "gear")
CARD_NUMBERS: Final = ("power", "strike", "durability", "damage")
GAME_PATHS: Final = ("night", "turn", "phase", "battle", "pending", "winner")
CARD_PATHS: Final = ("zone", "state", *CARD_NUMBERS, "cost", "keywords", "names")
SEAT_PATHS: Final = (*COUNTERS, *CARD_LISTS, "souls")


class Check(Protocol):
    """Compares the game with one expected value."""

    def found(self, scene: Scene) -> str | None:
        """Return None if the expectation holds, else what the game shows instead."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """One ``PATH: VALUE`` of an ``expect`` step; ``shown`` is the value as written."""

    path: str
    line: int
    shown: str
    check: Check


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
        battle = _battle(scene)
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


def _battle(scene: Scene) -> dict[str, str] | None:
    battle = scene.report["battle"]
    if not battle:
        return None
    target = battle["target"]
    return {
        "attacker": scene.label(battle["attacker"]),
        "target": "player" if target is None else scene.label(target),
        "step": str(battle["step"]),
    }


def _winner(scene: Scene) -> str | None:
    outcome = scene.game.outcome
    return None if outcome is None else outcome.winner


def _pending(scene: Scene) -> tuple[str, ...]:
    return tuple(scene.label(card) for card in scene.report["pending"])


@dataclass(frozen=True, slots=True)
class PlayerCounter:
    """Reads one counter of a player."""

    seat: SeatName
    key: str

    def __call__(self, scene: Scene) -> object:
        return scene.player(self.seat)[self.key]


@dataclass(frozen=True, slots=True)
class Souls:
    """Reads a player's souls: all of the soul area, or standing and resting ones apart."""

    seat: SeatName
    apart: bool

    def __call__(self, scene: Scene) -> object:
        player = scene.player(self.seat)
        standing, resting = player["souls_standing"], player["souls_resting"]
        return {"stand": standing, "rest": resting} if self.apart else standing + resting


@dataclass(frozen=True, slots=True)
class Amount:
    """Reads how many cards a player's zone holds."""

    seat: SeatName
    zone: str

    def __call__(self, scene: Scene) -> object:
        return len(scene.zone(self.seat, self.zone))


@dataclass(frozen=True, slots=True)
class OfGame:
    """Reads one value of the whole game."""

    key: str

    def __call__(self, scene: Scene) -> object:
        return scene.report[self.key]


@dataclass(frozen=True, slots=True)
class OfCard:
    """Reads one value of a card; orientation, numbers and damage exist only in a base."""

    label: str
    key: str

    def __call__(self, scene: Scene) -> object:
        card = scene.card(self.label)
        if self.key == "zone":
            return str(card.zone)
        if self.key == "cost":
            return card.cost
        if card.zone != Zone.BASE:
            return f"none, for it is in the {card.zone}"
        if self.key == "state":
            return "rest" if card.resting else "stand"
        value = getattr(card, self.key)
        return "none, for its kind has none" if value is None else value


@dataclass(frozen=True, slots=True)
class TextsOfCard:
    """Reads the keywords or the names of a card."""

    label: str
    key: str

    def __call__(self, scene: Scene) -> tuple[str, ...]:
        return tuple(str(text) for text in getattr(scene.card(self.label), self.key))


class PathReader:
    """Reads expectations; knows which labels, card numbers and card names exist."""

    def __init__(self, labels: Labels, kind_of: KindOf, card_names: frozenset[str]) -> None:
        self._labels = labels
        self._kind_of = kind_of
        self._card_names = card_names

    def read_all(self, value: Value) -> tuple[Expectation, ...]:
        """Read ``{PATH: VALUE, …}``; an empty one checks nothing and is an error."""
        entries = value.entries("{PATH: VALUE, …}")
        if not entries:
            raise value.error("the expect checks nothing")
        return tuple(Expectation(key.text(), key.line, item.shown, self._read(key, item)) for key, item in entries)

    def _read(self, key: Value, value: Value) -> Check:
        path = key.text()
        if path in GAME_PATHS:
            return self._of_game(path, value)
        subject, dot, attribute = path.rpartition(".")
        if dot and subject in SEATS and attribute in SEAT_PATHS:
            return self._of_seat(subject, attribute, value)
        if dot and attribute in CARD_PATHS and subject not in SEATS:
            if subject not in self._labels:
                raise key.error(f'no card has the label "{subject}"')
            return self._of_card(subject, attribute, value)
        raise key.error(
            f'the path "{path}" is unknown; known are {", ".join(GAME_PATHS)}, '
            f"A.x and B.x with x one of {', '.join(SEAT_PATHS)}, and LABEL.x with x one of {', '.join(CARD_PATHS)}"
        )

    def _of_game(self, path: str, value: Value) -> Check:
        match path:
            case "night":
                return Equals(OfGame("night"), value.truth())
            case "turn":
                return Equals(OfGame("turn"), value.one_of(SEATS))
            case "phase":
                phases = tuple(phase.value for phase in Phase if phase is not Phase.SETUP)
                return Equals(OfGame("phase"), value.one_of(phases))
            case "winner":
                return Equals(_winner, None if value.is_null else value.one_of(("A", "B", "draw")))
            case "pending":
                return InAnyOrder(_pending, tuple(self._label(item) for item in value.items("a list of labels")))
            case _:
                return self._battle(value)

    def _battle(self, value: Value) -> Check:
        if value.is_null:
            return Equals(_battle, None)
        fields = value.fields(("attacker", "target", "step"), "null or {attacker: …, target: …, step: …}")
        if not fields:
            raise value.error("the battle checks nothing")
        wanted: dict[str, str] = {}
        for key, item in fields.items():
            if key == "step":
                wanted[key] = item.one_of(tuple(step.value for step in BattleStep))
            elif key == "target" and item.text() == "player":
                wanted[key] = "player"
            else:
                wanted[key] = self._label(item)
        return BattleIs(wanted)

    def _of_seat(self, seat: SeatName, attribute: str, value: Value) -> Check:
        if attribute in COUNTERS:
            return Equals(PlayerCounter(seat, attribute), value.any_number())
        if attribute == "souls":
            if value.is_mapping:
                standing, resting = read_soul_pair(value)
                return Equals(Souls(seat, apart=True), {"stand": standing, "rest": resting})
            return Equals(Souls(seat, apart=False), value.number(most=SOULS))
        if not value.is_list:
            return Equals(Amount(seat, attribute), value.number())
        wanted = tuple(self._card_word(item) for item in value.items())
        numbers = frozenset(word for word in wanted if self._kind_of(word) is not None)
        return DeckBegins(seat, wanted, numbers) if attribute == "deck" else CardsAre(seat, attribute, wanted, numbers)

    def _of_card(self, label: str, attribute: str, value: Value) -> Check:
        match attribute:
            case "zone":
                return Equals(OfCard(label, "zone"), value.one_of(tuple(zone.value for zone in Zone)))
            case "state":
                return Equals(OfCard(label, "state"), value.one_of(("stand", "rest")))
            case "keywords":
                words = tuple(keyword.value for keyword in Keyword)
                items = value.items("a list of keywords")
                return InAnyOrder(TextsOfCard(label, "keywords"), tuple(item.one_of(words) for item in items))
            case "names":
                items = value.items("a list of card names")
                return InAnyOrder(TextsOfCard(label, "names"), tuple(self._card_name(item) for item in items))
            case _:
                return Equals(OfCard(label, attribute), value.any_number())

    def _label(self, value: Value) -> str:
        label = value.text("a label")
        if label not in self._labels:
            raise value.error(f'no card has the label "{label}"')
        return label

    def _card_word(self, value: Value) -> str:
        """Read a card number, which stands for any card with it, or a label."""
        word = value.text("a card number or a label")
        if self._kind_of(word) is None and word not in self._labels:
            raise value.error(f'"{word}" is neither a card number nor a label')
        return word

    def _card_name(self, value: Value) -> str:
        name = value.text("a card name").replace(" - ", " – ")
        if name not in self._card_names:
            raise value.error(f'no card has the name "{name}"')
        return name

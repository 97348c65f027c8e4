"""What ``expect`` can check: every path, how its value is read, and how it is compared with the game."""

from dataclasses import dataclass
from typing import Final

from clients.scenarios.cards import KindOf, Labels
from clients.scenarios.checks import BattleIs, CardsAre, Check, DeckBegins, Equals, InAnyOrder
from clients.scenarios.document import Value
from clients.scenarios.position import read_soul_pair
from clients.scenarios.probes import (
    Amount,
    OfCard,
    OfGame,
    PlayerCounter,
    Souls,
    TextsOfCard,
    battle_of,
    pending_of,
    winner_of,
)
from engine.model.state import SOULS
from engine.model.terms import SEATS, BattleStep, Keyword, Phase, SeatName, Zone

COUNTERS: Final = ("life", "material", "ingredient", "damage")
CARD_LISTS: Final = ("hand", "deck", "graveyard", "exile", "base", "pals", "structures", "gear")
CARD_NUMBERS: Final = ("power", "strike", "durability", "damage")
GAME_PATHS: Final = ("night", "turn", "phase", "battle", "pending", "winner")
CARD_PATHS: Final = ("zone", "state", *CARD_NUMBERS, "cost", "keywords", "names")
SEAT_PATHS: Final = (*COUNTERS, *CARD_LISTS, "souls")


@dataclass(frozen=True, slots=True)
class Expectation:
    """One ``PATH: VALUE`` of an ``expect`` step; ``shown`` is the value as written."""

    path: str
    line: int
    shown: str
    check: Check


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
                return Equals(winner_of, None if value.is_null else value.one_of(("A", "B", "draw")))
            case "pending":
                return InAnyOrder(pending_of, tuple(self._label(item) for item in value.items("a list of labels")))
            case _:
                return self._battle(value)

    def _battle(self, value: Value) -> Check:
        if value.is_null:
            return Equals(battle_of, None)
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

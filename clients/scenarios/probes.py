"""What an expectation reads of a game: each probe takes the scene and returns one value, as the file would write it."""

from dataclasses import dataclass

from clients.scenarios.scene import Scene
from engine.model.terms import SeatName, Zone


def battle_of(scene: Scene) -> dict[str, str] | None:
    """Return attacker, target and step of the battle; None between battles."""
    battle = scene.report["battle"]
    if not battle:
        return None
    target = battle["target"]
    return {
        "attacker": scene.label(battle["attacker"]),
        "target": "player" if target is None else scene.label(target),
        "step": str(battle["step"]),
    }


def winner_of(scene: Scene) -> str | None:
    """Return the winner, or ``draw``; None while the game goes on."""
    outcome = scene.game.outcome
    return None if outcome is None else outcome.winner


def pending_of(scene: Scene) -> tuple[str, ...]:
    """Return the labels of the cards with pending abilities, once for each activation."""
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

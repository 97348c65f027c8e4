"""Promise 8: patches take one view to the next, and events tell what changed between them."""

from collections.abc import Sequence
from random import Random
from typing import Any

from engine import AUDIENCES, Decision, Game, Prompt
from engine.rules.match import Event
from engine.views import diff, merge
from tests.engine.promises.watching import Means, Promise

Plain = dict[str, Any]

EVERY = 8
"""At one decision of so many a patch is made, so that most lead over several; in one game of so many at each."""


class PatchesLeadOn(Promise):
    number = 8
    title = "every view is the one before it with its patch merged in"

    def __init__(self, game: Game, means: Means, rng: Random) -> None:
        super().__init__(game, means, rng)
        self.old = {audience: game.view(audience) for audience in AUDIENCES}
        self.is_dense = self.seldom(EVERY)

    def after(self, prompt: Prompt, decision: Decision, events: Sequence[Event]) -> None:
        if not self.is_dense and self.game.prompt is not None and not self.seldom(EVERY):
            return
        for audience in AUDIENCES:
            new = self.game.view(audience)
            assert merge(self.old[audience], diff(self.old[audience], new)) == new
            assert not has_null(new)
            self.old[audience] = new
            self.count()


def has_null(value: object) -> bool:
    if isinstance(value, dict):
        return any(has_null(each) for each in value.values())
    if isinstance(value, list):
        return any(has_null(each) for each in value)
    return value is None


class EventsAddUp(Promise):
    """Life, souls, resources, sizes of zones, orientation, damage, night and turn: for everyone, whoever looks."""

    number = 8
    title = "the events add up to the difference between two views"

    def __init__(self, game: Game, means: Means, rng: Random) -> None:
        super().__init__(game, means, rng)
        self.viewer = rng.choice(AUDIENCES)
        self.told = Ledger(game.view(self.viewer))

    def after(self, prompt: Prompt, decision: Decision, events: Sequence[Event]) -> None:
        for event in self.game.events_for(self.viewer, events):
            self.told.enter(event)
        if self.seldom(1):
            shown = Ledger(self.game.view(self.viewer))
            assert self.told.sums() == shown.sums()
            assert self.told.resting.items() <= shown.resting.items()
            self.told = shown
            self.count()


class Ledger:
    """A view reduced to what events must tell, kept up by them."""

    def __init__(self, view: Plain) -> None:
        self.players: dict[str, Plain] = {seat: dict(player) for seat, player in view["players"].items()}
        for player in self.players.values():
            player["base"], player["graveyard"], player["exile"] = (
                len(player[zone]) for zone in ("base", "graveyard", "exile")
            )
            del player["hand"]
        self.resolution = len(view["resolution"])
        self.night, self.turn, self.active = view["night"], view["turn"], view.get("active")
        based = {handle: card for handle, card in view["cards"].items() if card["zone"] == "base"}
        self.resting = {handle: card.get("rest", False) for handle, card in based.items()}
        self.damage = {handle: card["damage"] for handle, card in based.items() if "damage" in card}

    def sums(self) -> list[object]:
        return [self.players, self.resolution, self.night, self.turn, self.active, self.damage]

    def enter(self, event: Plain) -> None:
        enter = getattr(self, "_" + event["type"], None)
        if enter is not None:
            enter(event)

    def _card_moved(self, event: Plain) -> None:
        self._count(event["seat"], event["from"], -1)
        is_played = event["cause"] == "play" and event["to"] == "resolution"  # as if it came by way of the hand
        self._count(event["seat"], "hand" if is_played else event["to"], 1)
        if event["from"] == "base":
            self.damage.pop(str(event["card"]), None)
            self.resting.pop(str(event["card"]), None)

    def _count(self, seat: str, zone: str, amount: int) -> None:
        if zone == "resolution":
            self.resolution += amount
        else:
            self.players[seat][{"hand": "hand_size", "deck": "deck_size"}.get(zone, zone)] += amount

    def _card_drawn(self, event: Plain) -> None:
        self._count(event["seat"], "deck", -1)
        self._count(event["seat"], "hand", 1)

    def _card_played(self, event: Plain) -> None:
        self._count(event["seat"], "hand", -1)
        self.resolution += 1
        self._souls_paid({"seat": event["seat"], "amount": event.get("souls", 0)})

    def _redrawn(self, event: Plain) -> None:
        player = self.players[event["seat"]]
        player["deck_size"] += player["hand_size"]
        player["hand_size"] = 0

    def _souls_gained(self, event: Plain) -> None:
        player = self.players[event["seat"]]
        player["soul_deck"] -= event["amount"]
        player["resting_souls" if event.get("resting") else "souls"] += event["amount"]

    def _soul_drawn(self, event: Plain) -> None:
        self._souls_paid({"seat": event["seat"], "amount": 3})

    def _souls_paid(self, event: Plain) -> None:
        self.players[event["seat"]]["souls"] -= event["amount"]
        self.players[event["seat"]]["resting_souls"] += event["amount"]

    def _souls_stood(self, event: Plain) -> None:
        self.players[event["seat"]]["souls"] += event["amount"]
        self.players[event["seat"]]["resting_souls"] -= event["amount"]

    def _resource_gained(self, event: Plain) -> None:
        self.players[event["seat"]][event["resource"]] += event["amount"]

    def _resource_consumed(self, event: Plain) -> None:
        self.players[event["seat"]][event["resource"]] -= event["amount"]

    _resource_lost = _resource_consumed

    def _life_gained(self, event: Plain) -> None:
        self.players[event["seat"]]["life"] += event["amount"]

    def _life_lost(self, event: Plain) -> None:
        self.players[event["seat"]]["life"] -= event["amount"]

    def _card_rested(self, event: Plain) -> None:
        self.resting[str(event["card"])] = True

    _attack_declared = _blocked = _pal_assigned = _card_rested

    def _card_stood(self, event: Plain) -> None:
        self.resting[str(event["card"])] = False

    def _damage_dealt(self, event: Plain) -> None:
        if event["card"]:
            card = str(event["card"])
            self.damage[card] = self.damage.get(card, 0) + event["amount"]

    def _turn_began(self, event: Plain) -> None:
        self.turn, self.active = event["turn"], event["seat"]
        self.damage = {}

    def _night_fell(self, event: Plain) -> None:
        self.night = True

    def _night_ended(self, event: Plain) -> None:
        self.night = False

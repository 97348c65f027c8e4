"""The table as one seat sees it: its view as objects, with what is printed on each card."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from msgspec import Struct

from clients.bots.policy import View
from engine.effects.catalogue import Catalogue
from engine.effects.definition import CardDefinition
from engine.model.terms import OTHER, Keyword, Kind, SeatName, Zone

_ZONES: Final = {zone.value: zone for zone in Zone}


class Card(Struct, frozen=True, kw_only=True, eq=False):
    """A card that the seat knows. In the base the numbers are the current ones, elsewhere the printed ones.

    ``power`` of a structure is its Durability; ``handle`` 0 is a card that one can only imagine.
    """

    handle: int
    definition: CardDefinition
    mine: bool
    zone: Zone
    power: int
    strike: int
    cost: int
    damage: int = 0
    rests: bool = False
    locked: bool = False
    keywords: tuple[str, ...] = ()
    used: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    is_pal: bool = True

    def has(self, keyword: Keyword) -> bool:
        """Whether it has the keyword now."""
        return keyword in self.keywords


class Player(Struct, frozen=True, kw_only=True, eq=False):
    """One player's numbers, and the cards of the base."""

    life: int
    souls: int
    material: int
    ingredient: int
    hand_size: int
    deck_size: int
    all_souls: int
    base: tuple[Card, ...]
    pals: tuple[Card, ...]
    structures: tuple[Card, ...]
    standing: tuple[Card, ...]
    """The Pals that stand: attackers in the own turn, blockers in the other."""


@dataclass(frozen=True, slots=True)
class Battle:
    """The battle that goes on; ``target`` is ``None`` for the player, ``attacker`` if it is gone."""

    attacker: Card | None
    target: Card | None
    on_player: bool


class Table:
    """What the seat sees. ``me`` is the seat itself, ``foe`` its opponent."""

    def __init__(self, view: View, seat: SeatName, catalogue: Catalogue) -> None:
        self._view = view
        self._seat = seat
        self._catalogue = catalogue
        self._cards: dict[int, Card] = {}
        self.attacks: Final[dict[tuple[Card, Card | None], float]] = {}
        """What attacks were found to be worth (`battle.attack`)."""
        self.risks: Final[dict[Card, float]] = {}
        """What Pals were found to risk by resting (`battle.resting_risk`)."""
        self.me: Final = self._player(seat)
        self.foe: Final = self._player(OTHER[seat])
        self.battle: Final = self._battle(view.get("battle", {}))

    @property
    def is_my_turn(self) -> bool:
        return bool(self._view.get("active") == self._seat)

    @property
    def is_night(self) -> bool:
        return bool(self._view["night"])

    @property
    def hand(self) -> tuple[Card, ...]:
        """The seat's own hand."""
        return self.cards(self._view["players"][self._seat]["hand"])

    def graveyard(self, *, mine: bool) -> tuple[Card, ...]:
        """A player's graveyard."""
        seat = self._seat if mine else OTHER[self._seat]
        return self.cards(self._view["players"][seat]["graveyard"])

    @property
    def looked(self) -> tuple[Card, ...]:
        """Cards of hidden zones that the seat sees at this moment."""
        return self.cards(self._view["looked"])

    def player(self, *, mine: bool) -> Player:
        """The seat itself, or its opponent."""
        return self.me if mine else self.foe

    def knows(self, handle: int) -> bool:
        """Whether the view holds that card."""
        return str(handle) in self._view["cards"]

    def card(self, handle: int) -> Card:
        """The card with that handle; ``KeyError`` if the view does not hold it."""
        card = self._cards.get(handle)
        if card is None:
            card = self._cards[handle] = self._read(handle, self._view["cards"][str(handle)])
        return card

    def cards(self, handles: Iterable[int]) -> tuple[Card, ...]:
        """The cards with those handles."""
        return tuple([self.card(handle) for handle in handles])

    def exiled_by(self, card: Card) -> tuple[Card, ...]:
        """What a card of a base holds in exile."""
        plain = self._view["cards"].get(str(card.handle), {})
        return self.cards(handle for handle in plain.get("exiled", ()) if handle)

    def _read(self, handle: int, plain: Mapping[str, Any]) -> Card:
        definition = self._catalogue.by_number(plain["number"])
        power = plain.get("power", plain.get("durability", definition.power))
        return Card(
            handle=handle,
            definition=definition,
            mine=plain["owner"] == self._seat,
            zone=_ZONES[plain["zone"]],
            power=power,
            strike=plain.get("strike", definition.strike),
            cost=plain.get("cost", definition.cost),
            damage=plain.get("damage", 0),
            rests=plain.get("rest", False),
            locked=plain.get("locked", False),
            keywords=tuple(plain.get("keywords", ())),
            used=tuple(plain.get("used", ())),
            names=tuple(plain.get("names", (definition.name,))),
            is_pal=definition.kind is Kind.PAL,
        )

    def _player(self, seat: SeatName) -> Player:
        plain = self._view["players"][seat]
        base = self.cards(plain["base"])
        pals = tuple(card for card in base if card.is_pal)
        return Player(
            life=plain["life"],
            souls=plain["souls"],
            material=plain["material"],
            ingredient=plain["ingredient"],
            hand_size=plain["hand_size"],
            deck_size=plain["deck_size"],
            all_souls=plain["souls"] + plain["resting_souls"],
            base=base,
            pals=pals,
            structures=tuple(card for card in base if card.definition.kind is Kind.STRUCTURE),
            standing=tuple(card for card in pals if not card.rests),
        )

    def _battle(self, plain: Mapping[str, Any]) -> Battle | None:
        if not plain:
            return None
        attacker, target = plain.get("attacker", 0), plain.get("target", -1)
        return Battle(
            attacker=self.card(attacker) if attacker else None,
            target=self.card(target) if target > 0 else None,
            on_player=target == 0,
        )

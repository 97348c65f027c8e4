"""What it is worth to a seat that something happens to one card: it leaves, is hurt, rests, arrives."""

from typing import Final

from msgspec.structs import replace

from clients.bots import battle, worth
from clients.bots.reading import Reader
from clients.bots.table import Card, Player
from engine.model.terms import Keyword, Zone
from engine.rules.checking import MAXIMUM_OF_PALS

SMALL: Final = 0.02
"""Points for a point of power that changes nothing now: enough to prefer the stronger of two idle Pals."""


class Changes(Reader):
    """Reckons with what happens to cards, seen from the table as it is."""

    # --- single cards -------------------------------------------------------------------------------------------------

    def gone(self, card: Card) -> float:
        """What it is worth that the card leaves where it is."""
        if card.zone is Zone.BASE:
            return worth.lost(card) + self._without(card)
        if card.zone is Zone.HAND:
            return -worth.in_hand(card, self.table.me.all_souls) if card.mine else worth.CARD
        return -worth.MILLED if card.mine else worth.MILLED

    def hurt(self, card: Card, amount: int) -> float:
        """What damage to the card is worth."""
        if amount <= 0:
            return 0.0
        if battle.falls(card, amount):
            return self.gone(card)
        wound = amount / max(1, card.power - card.damage)
        return 0.1 * wound * worth.lost(card) + self._changed(card, replace(card, damage=card.damage + amount))

    def boosted(self, card: Card, power: int, strike: int) -> float:
        """What it is worth that a card has more or less Power and Strike for a while."""
        better = replace(card, power=card.power + power, strike=card.strike + strike)
        if card.damage and card.damage >= better.power:
            return self.gone(card)
        little = SMALL * (power + 50 * strike) * (1.0 if card.mine else -1.0)
        return little + self._changed(card, better)

    def _changed(self, card: Card, changed: Card) -> float:
        """What the change makes of the battle that goes on, or of the attacks that may follow."""
        fight = self.table.battle
        if fight is not None:
            now, then = self.fought(), self.fought((card, changed))
            return then - now
        if not self.table.is_my_turn:
            return 0.0
        if card.mine:
            return max(0.0, self.best_attack(changed)) - max(0.0, self.best_attack(card))
        return self.as_target(changed) - self.as_target(card)

    def fought(self, change: tuple[Card, Card] | None = None) -> float:
        """What the battle that goes on comes to, with one card changed."""
        fight = self.table.battle
        if fight is None or fight.attacker is None or (fight.target is None and not fight.on_player):
            return 0.0
        attacker, target = fight.attacker, fight.target
        if change is not None:
            before, after = change
            attacker = after if attacker.handle == before.handle else attacker
            target = after if target is not None and target.handle == before.handle else target
        return battle.outcome(self.table, attacker, target)

    def _without(self, card: Card) -> float:
        """What it makes of the battle that goes on if the card leaves it."""
        fight = self.table.battle
        fighters = () if fight is None else (fight.attacker, fight.target)
        if any(fighter is not None and fighter.handle == card.handle for fighter in fighters):
            return -self.fought()
        return 0.0

    def best_attack(self, pal: Card) -> float:
        """What the best attack of this Pal of the seat is worth; 0 if it cannot attack."""
        if not pal.is_pal or pal.rests or not self.table.is_my_turn:
            return 0.0
        targets: list[Card | None] = [None, *self.table.foe.structures]
        targets += [foe for foe in self.table.foe.pals if foe.rests or pal.has(Keyword.ASSAULT)]
        return max(battle.attack(self.table, pal, target) for target in targets)

    def as_target(self, foe: Card) -> float:
        """What the best attack on a Pal of the opponent is worth; 0 if it cannot be attacked now."""
        if foe.mine or not foe.rests or not self.table.is_my_turn:
            return 0.0
        return max((battle.attack(self.table, pal, foe) for pal in self.table.me.standing), default=0.0)

    def rested(self, card: Card) -> float:
        """What it is worth that the card rests."""
        if card.rests or not card.is_pal:
            return 0.0
        if not card.mine:
            return 0.2 * worth.in_base(card) + max(0.0, self.as_target(replace(card, rests=True)))
        return -max(0.0, self.best_attack(card)) - battle.resting_risk(self.table, card) - SMALL * card.power

    def arrived(self, card: Card, *, mine: bool, resting: bool = False) -> float:
        """What it is worth that the card comes into a base; a sixth Pal drives another one out (11.5)."""
        value = worth.printed(card.definition) - (30.0 if resting else 0.0)
        pals = self.table.player(mine=mine).pals
        if card.is_pal and len(pals) >= MAXIMUM_OF_PALS:
            value -= min(worth.in_base(pal) for pal in pals)
        return value if mine else -value

    # --- players ------------------------------------------------------------------------------------------------------

    @property
    def sign(self) -> float:
        """1 if this seat is the master of the ability, else -1."""
        return 1.0 if self.mine else -1.0

    @property
    def master(self) -> Player:
        return self.table.player(mine=self.mine)

    @property
    def other(self) -> Player:
        return self.table.player(mine=not self.mine)

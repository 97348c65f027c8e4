"""The main phase: what to do next with the souls, the cards and the Pals at hand."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from clients.bots import battle, worth
from clients.bots.prices import best_offer
from clients.bots.reckoning import Reckoner
from clients.bots.table import Card, Table
from engine.effects.abilities import Act, Auto, EventEffect, Trigger
from engine.model.decisions import Decision
from engine.model.terms import Keyword, Kind, Zone
from engine.rules.checking import MAXIMUM_OF_PALS
from engine.rules.legality import SOULS_TO_DRAW

LEAST = 15.0
"""What is worth less than this is left undone."""
HELD_INTERRUPT = 130.0
HELD_EVENT = 110.0
"""What it is worth to keep the souls for a card that can be played in the opponent's turn."""


class Item(NamedTuple):
    """Something that souls can be spent on; without a decision they are kept for the opponent's turn."""

    value: float
    souls: int
    decision: Decision | None = None


class MainPhase:
    """Weighs the legal decisions of one main phase prompt."""

    def __init__(self, table: Table, legal: Sequence[Decision]) -> None:
        self.table = table
        self.legal = legal

    def choose(self) -> Decision:
        """Finish the opponent if that is possible; else spend souls well, then attack well, then end."""
        attacks = self.attacks()
        if attacks and battle.is_lethal(self.table) and (straight := [a for a in attacks if not a[1].target]):
            return max(straight, key=lambda attack: self.table.card(attack[1].card).strike)[1]
        spending = best_set(self.items(), self.table.me.souls)
        if spending and not (attacks and self._crowded(spending)):
            decision = max(spending, key=lambda item: item.value).decision
            assert decision is not None, "only decisions are returned"
            return decision
        if attacks:
            return attacks[0][1]
        return self._rest()

    def ranked(self) -> list[Decision]:
        """What could be done, by what it seems worth: of a Pal's attacks the best one; to end is worth nothing."""
        found = [(item.value, item.decision) for item in self.items() if item.decision is not None]
        attacks = {decision.card: (value, decision) for value, decision in reversed(self.ranked_attacks())}
        found += attacks.values()
        found += [(0.0, decision) for decision in self.legal if decision.verb == "end"]
        return [decision for _, decision in sorted(found, key=lambda each: -each[0])]

    def _rest(self) -> Decision:
        """End the phase; a player who must attack first does what costs least (ambiguity 8)."""
        for decision in self.legal:
            if decision.verb == "end":
                return decision
        ranked = self.ranked_attacks()
        return ranked[0][1] if ranked else self.legal[0]

    def _crowded(self, spending: Iterable[Item]) -> bool:
        """Whether a Pal would come that drives out another one, which had better attack first."""
        full = len(self.table.me.pals) >= MAXIMUM_OF_PALS
        return full and all(self._is_pal(item.decision) for item in spending)

    def _is_pal(self, decision: Decision | None) -> bool:
        return decision is not None and decision.verb == "play" and self.table.card(decision.card).is_pal

    def sensible(self) -> list[Decision]:
        """Whatever is worth doing, taken by itself."""
        items = [item.decision for item in self.items() if item.decision is not None and item.value > LEAST]
        return items + [decision for _, decision in self.attacks()]

    # --- attacks ------------------------------------------------------------------------------------------------------

    def attacks(self) -> list[tuple[float, Decision]]:
        """The attacks that pay, the best first."""
        return [attack for attack in self.ranked_attacks() if attack[0] > LEAST]

    def ranked_attacks(self) -> list[tuple[float, Decision]]:
        """All attacks, the best first."""
        found = [(self._attack(d), d) for d in self.legal if d.verb == "attack"]
        return sorted(found, key=lambda attack: -attack[0])

    def _attack(self, decision: Decision) -> float:
        attacker = self.table.card(decision.card)
        target = self.table.card(decision.target) if decision.target else None
        return battle.attack(self.table, attacker, target) + self._on(Trigger.ATTACKS, attacker)

    def _on(self, trigger: Trigger, card: Card) -> float:
        """What the card's automatic abilities do when this happens to it."""
        reckoner = Reckoner(self.table, card, mine=True)
        return sum(
            reckoner.effect(ability.effect, {})
            for ability in card.definition.abilities
            if isinstance(ability, Auto) and ability.when.trigger is trigger and ability.when.subject is None
        )

    # --- souls --------------------------------------------------------------------------------------------------------

    def items(self) -> list[Item]:
        """Everything that could be done but attacking, and what could be kept souls for."""
        found = [*self._held()]
        for decision in self.legal:
            match decision.verb:
                case "play":
                    card = self.table.card(decision.card)
                    found.append(Item(self._play(card), card.cost, decision))
                case "activate":
                    found.append(self._activate(decision))
                case "draw":
                    value = worth.drawn(self.table.me, 1) - 20.0
                    found.append(Item(value, SOULS_TO_DRAW, decision))
                case _:
                    pass
        return found

    def _held(self) -> Iterable[Item]:
        """Souls kept for the quick steps of the opponent's turn, if it has Pals to attack with."""
        if not self.table.foe.pals:
            return
        held = [card for card in self.table.hand if card.definition.is_quick]
        if held:
            yield Item(HELD_EVENT, min(card.cost for card in held))
        if any(Keyword.INTERRUPT in card.definition.keywords for card in self.table.hand):
            yield Item(HELD_INTERRUPT, 1)

    def _play(self, card: Card) -> float:
        """What it is worth to play a card from hand now."""
        reckoner = Reckoner(self.table, card, mine=True)
        if card.definition.kind is Kind.EVENT:
            effects = (a.effect for a in card.definition.abilities if isinstance(a, EventEffect))
            spent = 0.7 * worth.in_hand(card, self.table.me.all_souls)
            return sum(reckoner.effect(effect, {}) for effect in effects) - spent
        value = reckoner.arrived(card, mine=True) + self._on(Trigger.DEPLOYED, card)
        if card.is_pal:
            value += 0.5 * max(0.0, reckoner.best_attack(card))
        elif not self.table.me.pals:
            value *= 0.5
        return value - (80.0 if Keyword.INTERRUPT in card.definition.keywords else 0.0)

    def _activate(self, decision: Decision) -> Item:
        card = self.table.card(decision.card)
        act = activated(card, decision.number)
        if act is None:
            return Item(-worth.WIN, 0, decision)
        offer = best_offer(Reckoner(self.table, card, mine=True), act)
        return Item(offer.value, offer.souls, decision)


def activated(card: Card, number: int) -> Act | None:
    """The printed activated ability with that number where the card is; ``None`` for a granted one."""
    from_hand = card.zone is Zone.HAND
    acts = [a for a in card.definition.abilities if isinstance(a, Act) and a.from_hand == from_hand]
    return acts[number - 1] if number <= len(acts) else None


def best_set(items: Iterable[Item], souls: int) -> list[Item]:
    """The decisions of the set of items that is worth most for so many souls."""
    best: dict[int, tuple[float, tuple[Item, ...]]] = {0: (0.0, ())}
    for item in items:
        if item.value <= LEAST:
            continue
        for spent, (value, chosen) in list(best.items()):
            total, worth_so_far = spent + item.souls, value + item.value
            if total <= souls and worth_so_far > best.get(total, (0.0, ()))[0]:
                best[total] = (worth_so_far, (*chosen, item))
    _, chosen = max(best.values(), key=lambda entry: entry[0])
    return [item for item in chosen if item.decision is not None]

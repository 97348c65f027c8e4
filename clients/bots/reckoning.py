"""What effects are worth to a seat, one ply ahead: an effect is walked through as it would be carried out.

Every choice on the way is made as the chooser would like it best. Points are this seat's: what harms the opponent is
positive, whoever does it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from clients.bots import worth
from clients.bots.changes import Changes
from clients.bots.reading import Scope, unknown_card
from clients.bots.table import Card
from engine.effects import instructions as to
from engine.effects.abilities import Ability, keyword_of
from engine.effects.nodes import Node
from engine.effects.subjects import Subject, Those
from engine.model.terms import Keyword, Resource, Zone
from engine.rules.souls import MAXIMUM_OF_SOULS


class Reckoner(Changes):
    """Reckons with the effects of one card's abilities."""

    def effect(self, instruction: to.Instruction, scope: Scope) -> float:
        """What it is worth to carry this out; choices are bound in ``scope``."""
        return _WORTH[type(instruction)](self, instruction, scope)

    def steps(self, steps: Sequence[to.Instruction], scope: Scope) -> float:
        """What several instructions in a row are worth."""
        total = 0.0
        for place, step in enumerate(steps):
            if isinstance(step, to.Choose):
                scope[step.bind] = self.choice(step, steps[place + 1 :], scope)
            else:
                total += self.effect(step, scope)
        return total

    # --- choices ------------------------------------------------------------------------------------------------------

    def choice(self, node: to.Choose, following: Sequence[to.Instruction], scope: Scope) -> tuple[Card, ...]:
        """The cards that the chooser takes for what follows."""
        theirs = node.who is to.Who.OPPONENT
        found = self.cards(node.cards, scope, flipped=theirs)
        if node.number is None:
            return found
        sign = -1.0 if theirs == self.mine else 1.0
        acting = acting_on(node, following)
        values = [(sign * self.chosen(card, node, acting, scope), card) for card in found]
        ranked = sorted(values, key=lambda each: -each[0])[: self.number(node.number, scope)]
        return tuple(card for value, card in ranked if value > 0 or not node.up_to)

    def chosen(self, card: Card, node: to.Choose, acting: Sequence[to.Instruction], scope: Scope) -> float:
        """What it is worth to have chosen this card, by what is done to it (`acting_on`)."""
        return sum(self.effect(step, {**scope, node.bind: (card,)}) for step in acting)


def acting_on(node: to.Choose, following: Sequence[to.Instruction]) -> list[to.Instruction]:
    """The instructions of those that follow a choice which do something to what was chosen."""
    acting = []
    for step in following:
        if isinstance(step, to.Choose) and step.bind == node.bind:
            break
        if any(inner == Those(node.bind) for inner in step.walk()):
            acting.append(step)
    return acting


# --- instructions -----------------------------------------------------------------------------------------------------

Worth: TypeAlias = Callable[[Reckoner, Any, Scope], float]


def _each(value: Callable[[Reckoner, Card], float]) -> Worth:
    """The sum over the cards that the instruction acts on."""

    def total(reckoner: Reckoner, node: Any, scope: Scope) -> float:
        subject: Subject = node.what if hasattr(node, "what") else node.to
        return sum(value(reckoner, card) for card in reckoner.subject(subject, scope))

    return total


def _nothing(reckoner: Reckoner, node: to.Instruction, scope: Scope) -> float:
    return 0.0


def _choose(reckoner: Reckoner, node: to.Choose, scope: Scope) -> float:
    scope[node.bind] = reckoner.choice(node, (), scope)
    return 0.0


def _if(reckoner: Reckoner, node: to.If, scope: Scope) -> float:
    chance = reckoner.chance(node.condition, scope)
    value = chance * reckoner.effect(node.then, scope) if chance else 0.0
    if node.otherwise is not None and chance < 1.0:
        value += (1.0 - chance) * reckoner.effect(node.otherwise, scope)
    return value


def _one_of(reckoner: Reckoner, node: to.OneOf, scope: Scope) -> float:
    return max(reckoner.effect(mode, dict(scope)) for mode in node.modes)


def _repeat(reckoner: Reckoner, node: to.Repeat, scope: Scope) -> float:
    return reckoner.number(node.times, scope) * reckoner.effect(node.do, scope)


def _let(reckoner: Reckoner, node: to.Let, scope: Scope) -> float:
    scope[node.bind] = reckoner.number(node.number, scope)
    return 0.0


def _deal(reckoner: Reckoner, node: to.Deal, scope: Scope) -> float:
    amount = reckoner.number(node.amount, scope)
    return sum(reckoner.hurt(card, amount) for card in reckoner.subject(node.to, scope))


def _gets(reckoner: Reckoner, node: to.Gets, scope: Scope) -> float:
    power, strike = reckoner.number(node.power, scope), reckoner.number(node.strike, scope)
    total = 0.0
    for card in reckoner.subject(node.to, scope):
        total += reckoner.boosted(card, power, strike) + sum(_granted(reckoner, card, a) for a in node.abilities)
    return total


def _granted(reckoner: Reckoner, card: Card, ability: Ability) -> float:
    """What an ability is worth to a card; one that hinders blocks counts for the attacks that may follow."""
    keyword = keyword_of(ability)
    if keyword is None or not card.mine:
        return 15.0 if card.mine else -15.0
    better = replace(card, keywords=(*card.keywords, keyword.value))
    return 5.0 + max(0.0, reckoner.best_attack(better)) - max(0.0, reckoner.best_attack(card))


def _stood(reckoner: Reckoner, card: Card) -> float:
    if not card.rests:
        return 0.0
    if not card.mine:
        return -0.25 * worth.in_base(card)
    return 30.0 + max(0.0, reckoner.best_attack(replace(card, rests=False)))


def _locked(reckoner: Reckoner, card: Card) -> float:
    """A Pal that does not stand next time is worth less; not if it can be attacked and beaten this turn."""
    if card.locked or reckoner.as_target(card) > 0:
        return 0.0
    return 0.3 * worth.lost(card)


def _cannot_block(reckoner: Reckoner, card: Card) -> float:
    blocking = not card.rests and bool(reckoner.table.me.standing)
    return (0.1 * worth.lost(card)) if blocking else 0.0


def _to_hand(reckoner: Reckoner, card: Card) -> float:
    if card.zone is Zone.BASE:
        kept = worth.in_hand(card, reckoner.table.player(mine=card.mine).all_souls)
        return reckoner.gone(card) + (kept if card.mine else -kept)
    if not card.handle:
        return reckoner.sign * worth.CARD
    gained = 120.0 + worth.in_hand(card, reckoner.table.me.all_souls)
    return gained if card.mine else -gained


def _on_top(reckoner: Reckoner, card: Card) -> float:
    """A card on top of a deck comes back with the next draw, but in the place of another."""
    if card.zone is Zone.HAND and card.mine:
        return -0.5 * worth.in_hand(card, reckoner.table.me.souls)
    return 0.8 * reckoner.gone(card)


def _deploy(reckoner: Reckoner, node: to.Deploy, scope: Scope) -> float:
    total = 0.0
    for card in reckoner.subject(node.what, scope):
        mine = card.mine if node.to_owners else reckoner.mine
        total += reckoner.arrived(card, mine=mine, resting=node.resting)
    return total


def _play_it(reckoner: Reckoner, node: to.PlayIt, scope: Scope) -> float:
    return sum(0.7 * reckoner.arrived(card, mine=reckoner.mine) for card in reckoner.subject(node.what, scope))


def _look(reckoner: Reckoner, node: to.LookAtTop, scope: Scope) -> float:
    if node.bind not in scope:
        scope[node.bind] = (unknown_card(mine=reckoner.mine),) * min(node.number, reckoner.master.deck_size)
    return 0.0


def _draw(reckoner: Reckoner, node: to.Draw, scope: Scope) -> float:
    number = reckoner.number(node.number, scope)
    return reckoner.sign * worth.drawn(reckoner.master, number) if number else 0.0


def _get(reckoner: Reckoner, node: to.Get, scope: Scope) -> float:
    owned = reckoner.master.material if node.resource is Resource.MATERIAL else reckoner.master.ingredient
    plenty = 0.4 if owned >= 6 else 1.0
    return reckoner.sign * plenty * worth.RESOURCE * reckoner.number(node.number, scope)


def _opponent_loses(reckoner: Reckoner, node: to.OpponentLoses, scope: Scope) -> float:
    return reckoner.sign * worth.RESOURCE * min(node.number, reckoner.other.material + reckoner.other.ingredient)


def _soul_gained(reckoner: Reckoner, node: to.IncreaseSouls, scope: Scope) -> float:
    return reckoner.sign * 100.0 if reckoner.master.all_souls < MAXIMUM_OF_SOULS else 0.0


def _souls_stood(reckoner: Reckoner, node: to.StandSouls, scope: Scope) -> float:
    resting = reckoner.master.all_souls - reckoner.master.souls
    return reckoner.sign * worth.SOUL * min(resting, reckoner.number(node.number, scope))


def _night(reckoner: Reckoner, node: to.NightFalls, scope: Scope) -> float:
    if reckoner.table.is_night:
        return 0.0
    mine = sum(card.has(Keyword.NOCTURNAL) for card in reckoner.table.me.pals)
    theirs = sum(card.has(Keyword.NOCTURNAL) for card in reckoner.table.foe.pals)
    return 5.0 + 80.0 * (mine - theirs)


_WORTH: Final[Mapping[type[to.Instruction], Worth]] = {
    to.Choose: _choose,
    to.DeclareName: _nothing,
    to.Do: lambda r, node, scope: r.steps(node.steps, scope),
    to.If: _if,
    to.May: lambda r, node, scope: max(0.0, r.effect(node.do, scope)),
    to.OneOf: _one_of,
    to.Repeat: _repeat,
    to.Later: lambda r, node, scope: 0.8 * r.effect(node.do, scope),
    to.Let: _let,
    to.Deal: _deal,
    to.DealToOpponent: lambda r, node, scope: r.sign * worth.hit(r.other, r.number(node.amount, scope)),
    to.Gets: _gets,
    to.GetsName: _each(lambda r, card: 10.0 if card.mine else 0.0),
    to.Rest: _each(Reckoner.rested),
    to.Stand: _each(_stood),
    to.SkipsStanding: _each(_locked),
    to.LockedByThis: _each(_locked),
    to.CannotBlock: _each(_cannot_block),
    to.AllMustAttack: lambda r, node, scope: -20.0,
    to.PutIntoGraveyard: _each(Reckoner.gone),
    to.Butcher: _each(Reckoner.gone),
    to.DiscardCards: _each(Reckoner.gone),
    to.ToHand: _each(_to_hand),
    to.OnTopOfDeck: _each(_on_top),
    to.Exile: _each(Reckoner.gone),
    to.Deploy: _deploy,
    to.PlayIt: _play_it,
    to.NextGearCostsLess: lambda r, node, scope: r.sign * worth.SOUL * r.number(node.by, scope),
    to.Reveal: _nothing,
    to.LookAtTop: _look,
    to.ShuffleDeck: _nothing,
    to.Draw: _draw,
    to.Get: _get,
    to.OpponentLoses: _opponent_loses,
    to.GainLife: lambda r, node, scope: r.sign * node.number * worth.life_point(r.master.life),
    to.IncreaseSouls: _soul_gained,
    to.StandSouls: _souls_stood,
    to.NullifyAttack: lambda r, node, scope: -r.fought(),
    to.NightFalls: _night,
}


def instruction_types() -> frozenset[type[Node]]:
    """The instructions that can be reckoned with."""
    return frozenset(_WORTH)

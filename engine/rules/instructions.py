"""Carrying out what an effect tells the players to do: one function per node of the vocabulary, in a registry.

An executor changes the match, or asks a player and is continued by its answer. Both return the path to go to, or
``None`` for the next operation. Instructions on objects that are gone do nothing (1.3.2); what may do less than it was
told binds how much it did to ``done``.
"""

from collections.abc import Callable, Sequence
from typing import Any

from engine.effects import instructions as do
from engine.effects import program as steps
from engine.effects.conditions import Condition
from engine.effects.costs import Discard
from engine.effects.nodes import Node
from engine.effects.program import Operation
from engine.effects.subjects import Cards, Subject, Those
from engine.model.decisions import Decision
from engine.model.state import BASE, BATTLE, DECK, GRAVEYARD, HAND, PHYSICAL_MASK, WHILE_SOURCE, Frame
from engine.model.terms import Resource, Zone
from engine.rules import asking, costs
from engine.rules.damage import deal_to_card, deal_to_player
from engine.rules.effect_frames import ability_of, bind, scope_of, unbind
from engine.rules.match import Match
from engine.rules.playing import play_card
from engine.rules.selection import Scope, holds, number, references, select
from engine.rules.souls import increase_souls, stand_souls
from engine.rules.zones import (
    deploy,
    draw,
    end_of_showing,
    exile_with_link,
    is_in_base,
    look_at,
    put_into_graveyard,
    relocate,
    reveal,
)

Execute = Callable[[Match, Frame, Operation, Any], str | None]
Continue = Callable[[Match, Frame, Operation, Any, Decision], str | None]

EXECUTE: dict[type[Node], Execute] = {}
CONTINUE: dict[type[Node], Continue] = {}


def executes(*nodes: type[Node]) -> Callable[[Execute], Execute]:
    """Register the executor of some nodes."""

    def register(function: Execute) -> Execute:
        EXECUTE.update(dict.fromkeys(nodes, function))
        return function

    return register


def continues(*nodes: type[Node]) -> Callable[[Continue], Continue]:
    """Register what takes the answer to the question of some nodes."""

    def register(function: Continue) -> Continue:
        CONTINUE.update(dict.fromkeys(nodes, function))
        return function

    return register


def _source_card(frame: Frame) -> int:
    return scope_of(frame).source & PHYSICAL_MASK


def _bind_cards(match: Match, frame: Frame, name: str, cards: Sequence[int]) -> None:
    reference = match.state.reference
    bind(frame, name, tuple(reference(card) for card in cards))


def _chosen(decision: Decision) -> list[int]:
    return [reference & PHYSICAL_MASK for reference in decision.cards]


# --- costs ------------------------------------------------------------------------------------------------------------


@executes(steps.ChooseCost)
def _choose_cost(match: Match, frame: Frame, operation: Operation, node: steps.ChooseCost) -> str | None:
    scope = scope_of(frame)
    available = costs.payable_alternatives(match, ability_of(match, frame), scope)
    option = asking.ask_option(match, scope.master, available, len(node.costs), modal=False)
    return None if option is None else operation.branches[option - 1]


@continues(steps.ChooseCost, do.OneOf)
def _take_option(match: Match, frame: Frame, operation: Operation, node: Any, decision: Decision) -> str | None:
    return operation.branches[decision.number - 1]


@executes(steps.ChooseX)
def _choose_x(match: Match, frame: Frame, operation: Operation, node: steps.ChooseX) -> str | None:
    scope = scope_of(frame)
    value = asking.ask_number(match, scope.master, 0, costs.largest_x(match, node.part, scope))
    if value is not None:
        bind(frame, "x", value)
    return None


@continues(steps.ChooseX)
def _take_x(match: Match, frame: Frame, operation: Operation, node: Any, decision: Decision) -> str | None:
    bind(frame, "x", decision.number)
    return None


@executes(steps.ChooseForCost)
def _choose_for_cost(match: Match, frame: Frame, operation: Operation, node: steps.ChooseForCost) -> str | None:
    scope, part = scope_of(frame), node.part
    count = number(match, part.number, scope)
    hidden = isinstance(part, Discard) and costs.depends_on_hidden_cards(part.cards)
    cards = costs.candidates(match, part, scope)
    chosen = asking.ask_cards(match, scope.master, cards, count, count, by_hidden_facts=hidden)
    if chosen is not None:
        _bind_cards(match, frame, part.binds, chosen)
    return None


@continues(steps.ChooseForCost)
def _take_for_cost(
    match: Match, frame: Frame, operation: Operation, node: steps.ChooseForCost, decision: Decision
) -> str | None:
    bind(frame, node.part.binds, decision.cards)
    return None


@executes(steps.Pay)
def _pay(match: Match, frame: Frame, operation: Operation, node: steps.Pay) -> str | None:
    costs.pay(match, node.cost, scope_of(frame))
    return None


# --- choosing ---------------------------------------------------------------------------------------------------------


def _chooser_scope(scope: Scope, who: do.Who) -> Scope:
    """The word "yours" in what a player chooses among is the chooser's."""
    return scope._replace(master=costs.player_meant(who, scope.master))


def _is_private(match: Match, cards: Cards, scope: Scope) -> bool:
    """Whether a choice is among cards that the other player does not see; an empty hand has none."""
    if cards.among:
        return _is_hidden(match, references(match, Those(cards.among), scope))
    return cards.zone is Zone.HAND and bool(match.state.hand[scope.master])


@executes(do.Choose)
def _choose(match: Match, frame: Frame, operation: Operation, node: do.Choose) -> str | None:
    scope = _chooser_scope(scope_of(frame), node.who)
    cards = select(match, node.cards, scope)
    if node.number is None:
        _bind_cards(match, frame, node.bind, cards)
        return None
    most = max(number(match, node.number, scope_of(frame)), 0)
    hidden = _is_private(match, node.cards, scope) and costs.depends_on_hidden_cards(node.cards)
    # Nobody can check a condition among hidden cards, so a player may act as though there were none (decision 20).
    least = 0 if node.up_to or hidden else most
    chosen = asking.ask_cards(match, scope.master, cards, least, most, by_hidden_facts=hidden and most > 0)
    if chosen is not None:
        _bind_cards(match, frame, node.bind, chosen)
    return None


@continues(do.Choose)
def _take_choice(match: Match, frame: Frame, operation: Operation, node: do.Choose, decision: Decision) -> str | None:
    bind(frame, node.bind, decision.cards)
    scope = _chooser_scope(scope_of(frame), node.who)
    if costs.depends_on_hidden_cards(node.cards) and _is_private(match, node.cards, scope):
        reveal(match, _chosen(decision))
    return None


@executes(do.DeclareName)
def _declare_name(match: Match, frame: Frame, operation: Operation, node: Any) -> str | None:
    asking.ask_name(match, scope_of(frame).master)
    return None


@continues(do.DeclareName)
def _take_name(match: Match, frame: Frame, operation: Operation, node: Any, decision: Decision) -> str | None:
    bind(frame, "name", decision.name)
    match.emit("name_declared", scope_of(frame).master, decision.name)
    return None


# --- control ----------------------------------------------------------------------------------------------------------


@executes(do.If)
def _if(match: Match, frame: Frame, operation: Operation, node: do.If) -> str | None:
    return operation.branches[0 if holds(match, node.condition, scope_of(frame)) else 1]


@executes(do.May)
def _may(match: Match, frame: Frame, operation: Operation, node: do.May) -> str | None:
    scope = scope_of(frame)
    possible, hidden = _possibility(match, node.do, scope)
    if node.provided is not None:
        possible = possible and holds(match, node.provided, scope)
        hidden = hidden or _reads_hidden_card(match, node.provided, scope)
    answer = asking.ask_may(match, scope.master, possible=possible, by_hidden_facts=hidden)
    if answer is None:
        return None
    bind(frame, "done", 0)
    return operation.next


@continues(do.May)
def _take_may(match: Match, frame: Frame, operation: Operation, node: Any, decision: Decision) -> str | None:
    if decision.verb == "yes":
        return operation.branches[0]
    bind(frame, "done", 0)
    return operation.next


def _possibility(match: Match, node: do.Instruction, scope: Scope) -> tuple[bool, bool]:
    """Whether something optional can be done, and whether that depends on cards the other player does not see."""
    match node:
        case do.Do():
            return _possibility(match, node.steps[0], scope)
        case do.Choose() if not node.up_to:
            private = _is_private(match, node.cards, scope) and costs.depends_on_hidden_cards(node.cards)
            return bool(select(match, node.cards, scope)), private
        case do.PlayIt():
            cards = references(match, node.what, scope)
            return bool(cards) and _can_play(match, cards[0], node), _is_hidden(match, cards)
        case do.ToHand() | do.Deploy() | do.Exile() | do.PutIntoGraveyard() | do.Butcher():
            return bool(references(match, node.what, scope)), False
        case _:
            return True, False


def _is_hidden(match: Match, cards: Sequence[int]) -> bool:
    """Whether one of these cards lies where only one player may know it, and has not been revealed."""
    state = match.state
    return any(state.place[card] in (DECK, HAND) and card not in state.revealed for card in cards)


def _reads_hidden_card(match: Match, condition: Condition, scope: Scope) -> bool:
    subjects = [node for node in condition.walk() if isinstance(node, Subject)]
    return any(_is_hidden(match, references(match, subject, scope)) for subject in subjects)


def _can_play(match: Match, card: int, node: do.PlayIt) -> bool:
    cost = costs.reduced(costs.cost_to_play(match, card), node.reduced_by, node.floor)
    return match.state.souls_standing[match.state.owner(card)] >= cost


@executes(do.OneOf)
def _one_of(match: Match, frame: Frame, operation: Operation, node: do.OneOf) -> str | None:
    modes = len(node.modes)
    asking.ask_option(match, scope_of(frame).master, tuple(range(1, modes + 1)), modes, modal=True)
    return None


@executes(do.Repeat)
def _repeat(match: Match, frame: Frame, operation: Operation, node: do.Repeat) -> str | None:
    """The counter lives in the frame and is forgotten on leaving the loop."""
    scope, counter = scope_of(frame), f"left {operation.path}"
    left = scope.variables.get(counter)
    if left is None:
        left = number(match, node.times, scope)
    if left <= 0:
        unbind(frame, counter)
        return operation.next
    bind(frame, counter, left - 1)
    return operation.branches[0]


@executes(do.Later)
def _later(match: Match, frame: Frame, operation: Operation, node: do.Later) -> str | None:
    scope = scope_of(frame)
    name = f"{ability_of(match, frame).id}{steps.AT}{operation.branches[0]}"
    variables = tuple(sorted(scope.variables.items()))
    handles = match.handles(scope.source & PHYSICAL_MASK)
    match.state.delayed.append((match.state.turn, scope.master, scope.source, name, variables, handles))
    return None


@executes(do.Let)
def _let(match: Match, frame: Frame, operation: Operation, node: do.Let) -> str | None:
    bind(frame, node.bind, number(match, node.number, scope_of(frame)))
    return None


# --- damage and lasting effects ---------------------------------------------------------------------------------------


@executes(do.Deal)
def _deal(match: Match, frame: Frame, operation: Operation, node: do.Deal) -> str | None:
    scope = scope_of(frame)
    amount = number(match, node.amount, scope)
    for card in references(match, node.to, scope):
        if match.state.place[card] == BASE:
            deal_to_card(match, card, amount, _source_card(frame), battle=False)
    return None


@executes(do.DealToOpponent)
def _deal_to_opponent(match: Match, frame: Frame, operation: Operation, node: do.DealToOpponent) -> str | None:
    scope = scope_of(frame)
    amount = number(match, node.amount, scope)
    deal_to_player(match, 1 - scope.master, amount, _source_card(frame), battle=False)
    return None


def _until(match: Match, until: do.Until, master: int) -> int:
    """The number of the turn in whose end phase an effect made now ends, or ``BATTLE``."""
    turn = match.state.turn
    match until:
        case do.Until.END_OF_TURN:
            return turn
        case do.Until.END_OF_OPPONENTS_NEXT_TURN:
            return _opponents_next_turn(match, master)
        case do.Until.END_OF_BATTLE:
            return BATTLE


def _opponents_next_turn(match: Match, master: int) -> int:
    """Turns alternate; made in the opponent's own turn, it is the one after the next (decision 23)."""
    turn = match.state.turn
    return turn + 1 if match.state.active == master else turn + 2


@executes(do.Gets)
def _gets(match: Match, frame: Frame, operation: Operation, node: do.Gets) -> str | None:
    scope, ability = scope_of(frame), ability_of(match, frame)
    power, strike = number(match, node.power, scope), number(match, node.strike, scope)
    until = _until(match, node.until, scope.master)
    for card in _in_base(match, node.to, scope):
        target = match.state.reference(card)
        if power:
            match.add_modifier(target, "power", power, until, scope.source)
        if strike:
            match.add_modifier(target, "strike", strike, until, scope.source)
        if power or strike:
            match.emit("value_changed", match.sight(card), power, strike)
        for granted in node.abilities:
            name = ability.granted[id(granted)].id
            match.add_modifier(target, "ability", name, until, scope.source)
            match.emit("ability_granted", match.sight(card), name)
    return None


def _in_base(match: Match, subject: Subject, scope: Scope) -> list[int]:
    return [card for card in references(match, subject, scope) if match.state.place[card] == BASE]


@executes(do.GetsName)
def _gets_name(match: Match, frame: Frame, operation: Operation, node: do.GetsName) -> str | None:
    scope = scope_of(frame)
    for card in _in_base(match, node.to, scope):
        reference = match.state.reference(card)
        match.add_modifier(reference, "name", scope.variables["name"], match.state.turn, scope.source)
    return None


@executes(do.SkipsStanding)
def _skips_standing(match: Match, frame: Frame, operation: Operation, node: do.SkipsStanding) -> str | None:
    scope = scope_of(frame)
    turn = _opponents_next_turn(match, scope.master)
    for card in _in_base(match, node.what, scope):
        match.add_modifier(match.state.reference(card), "skip", turn, turn, scope.source)
    return None


@executes(do.LockedByThis)
def _locked_by_this(match: Match, frame: Frame, operation: Operation, node: do.LockedByThis) -> str | None:
    scope = scope_of(frame)
    if is_in_base(match, scope.source):
        for card in _in_base(match, node.what, scope):
            match.add_modifier(match.state.reference(card), "lock", 1, WHILE_SOURCE, scope.source)
    return None


@executes(do.CannotBlock)
def _cannot_block(match: Match, frame: Frame, operation: Operation, node: do.CannotBlock) -> str | None:
    scope = scope_of(frame)
    for card in _in_base(match, node.what, scope):
        match.add_modifier(match.state.reference(card), "no_block", 1, match.state.turn, scope.source)
    return None


@executes(do.AllMustAttack)
def _all_must_attack(match: Match, frame: Frame, operation: Operation, node: Any) -> str | None:
    scope = scope_of(frame)
    match.add_modifier(-1 - scope.master, "must_attack", 1, match.state.turn, scope.source)
    return None


@executes(do.NextGearCostsLess)
def _next_gear_costs_less(match: Match, frame: Frame, operation: Operation, node: do.NextGearCostsLess) -> str | None:
    scope = scope_of(frame)
    value = (number(match, node.by, scope), node.floor)
    match.add_modifier(-1 - scope.master, "gear_discount", value, match.state.turn, scope.source)
    return None


@executes(do.NightFalls)
def _night_falls(match: Match, frame: Frame, operation: Operation, node: Any) -> str | None:
    was_night = match.derived.night
    match.state.nights.append(_opponents_next_turn(match, scope_of(frame).master))
    match.touch()
    if not was_night:
        match.emit("night_fell")
    return None


# --- orientation ------------------------------------------------------------------------------------------------------


@executes(do.Rest)
def _rest(match: Match, frame: Frame, operation: Operation, node: do.Rest) -> str | None:
    cards = _in_base(match, node.what, scope_of(frame))
    bind(frame, "done", sum(match.rest(card) for card in cards))
    return None


@executes(do.Stand)
def _stand(match: Match, frame: Frame, operation: Operation, node: do.Stand) -> str | None:
    cards = _in_base(match, node.what, scope_of(frame))
    bind(frame, "done", sum(match.stand(card) for card in cards))
    return None


# --- moving cards -----------------------------------------------------------------------------------------------------


@executes(do.PutIntoGraveyard)
def _put_into_graveyard(match: Match, frame: Frame, operation: Operation, node: do.PutIntoGraveyard) -> str | None:
    return _relocate(match, frame, node.what, GRAVEYARD, "effect")


@executes(do.DiscardCards)
def _discard(match: Match, frame: Frame, operation: Operation, node: do.DiscardCards) -> str | None:
    return _relocate(match, frame, node.what, GRAVEYARD, "discard")


@executes(do.ToHand)
def _to_hand(match: Match, frame: Frame, operation: Operation, node: do.ToHand) -> str | None:
    """Cards of the deck are found there; others return."""
    cards = references(match, node.what, scope_of(frame))
    from_deck = any(match.state.place[card] == DECK for card in cards)
    return _relocate(match, frame, node.what, HAND, "search" if from_deck else "return")


def _relocate(match: Match, frame: Frame, subject: Subject, to: int, cause: str) -> str | None:
    cards = references(match, subject, scope_of(frame))
    relocate(match, cards, to, cause)
    bind(frame, "done", len(cards))
    return None


@executes(do.Butcher)
def _butcher(match: Match, frame: Frame, operation: Operation, node: do.Butcher) -> str | None:
    cards = _in_base(match, node.what, scope_of(frame))
    put_into_graveyard(match, cards, "butcher", butchered=True)
    bind(frame, "done", len(cards))
    return None


@executes(do.OnTopOfDeck)
def _on_top_of_deck(match: Match, frame: Frame, operation: Operation, node: do.OnTopOfDeck) -> str | None:
    return _relocate(match, frame, node.what, DECK, "effect")


@executes(do.Exile)
def _exile(match: Match, frame: Frame, operation: Operation, node: do.Exile) -> str | None:
    scope = scope_of(frame)
    cards = references(match, node.what, scope)
    exile_with_link(match, cards, scope.source)
    bind(frame, "done", len(cards))
    return None


@executes(do.Deploy)
def _deploy(match: Match, frame: Frame, operation: Operation, node: do.Deploy) -> str | None:
    """In this pool the owner of what is deployed is always the base's player (Q24), so one function serves both."""
    scope = scope_of(frame)
    cards = [card for card in references(match, node.what, scope) if match.state.place[card] != BASE]
    assert node.to_owners or all(match.state.owner(card) == scope.master for card in cards), "Q24"
    if cards:
        deploy(match, cards, "deploy", resting=node.resting)
    bind(frame, "done", len(cards))
    return None


@executes(do.PlayIt)
def _play_it(match: Match, frame: Frame, operation: Operation, node: do.PlayIt) -> str | None:
    cards = references(match, node.what, scope_of(frame))
    playable = [card for card in cards[:1] if _can_play(match, card, node)]
    for card in playable:
        play_card(match, card, reduced_by=node.reduced_by, floor=node.floor)
    bind(frame, "done", len(playable))
    return None


@executes(do.Reveal)
def _reveal(match: Match, frame: Frame, operation: Operation, node: do.Reveal) -> str | None:
    reveal(match, references(match, node.what, scope_of(frame)))
    return None


@executes(do.LookAtTop)
def _look_at_top(match: Match, frame: Frame, operation: Operation, node: do.LookAtTop) -> str | None:
    scope = scope_of(frame)
    cards = match.state.deck[scope.master][-node.number :][::-1]
    _bind_cards(match, frame, node.bind, cards)
    if node.revealed:
        reveal(match, cards)
    else:
        look_at(match, scope.master, cards)
    return None


@executes(do.ShuffleDeck)
def _shuffle(match: Match, frame: Frame, operation: Operation, node: Any) -> str | None:
    """Who looked at cards of the deck does not know them any more once it is shuffled."""
    end_of_showing(match)
    match.shuffle_deck(scope_of(frame).master)
    return None


# --- players ----------------------------------------------------------------------------------------------------------


@executes(do.Draw)
def _draw(match: Match, frame: Frame, operation: Operation, node: do.Draw) -> str | None:
    scope = scope_of(frame)
    bind(frame, "done", draw(match, scope.master, number(match, node.number, scope)))
    return None


@executes(do.Get)
def _get(match: Match, frame: Frame, operation: Operation, node: do.Get) -> str | None:
    scope = scope_of(frame)
    amount = number(match, node.number, scope)
    costs.held(match, node.resource)[scope.master] += amount
    match.touch()
    match.emit("resource_gained", scope.master, node.resource.value, amount)
    return None


@executes(do.OpponentLoses)
def _opponent_loses(match: Match, frame: Frame, operation: Operation, node: do.OpponentLoses) -> str | None:
    """Two numbers, Material first; the second is asked when the first is known."""
    master = scope_of(frame).master
    for resource in Resource:
        known = scope_of(frame).variables
        if resource.value not in known:
            limit = node.number - known.get(Resource.MATERIAL.value, 0)
            value = asking.ask_number(match, master, 0, min(limit, costs.held(match, resource)[1 - master]))
            if value is None:
                return None
            bind(frame, resource.value, value)
    _lose(match, 1 - master, scope_of(frame))
    return None


def _lose(match: Match, seat: int, scope: Scope) -> None:
    """A player loses as much of each resource as was said."""
    for resource in Resource:
        amount = scope.variables[resource.value]
        if amount:
            costs.held(match, resource)[seat] -= amount
            match.emit("resource_lost", seat, resource.value, amount)
    match.touch()


@continues(do.OpponentLoses)
def _take_loss(
    match: Match, frame: Frame, operation: Operation, node: do.OpponentLoses, decision: Decision
) -> str | None:
    known = scope_of(frame).variables
    bind(frame, (Resource.INGREDIENT if Resource.MATERIAL.value in known else Resource.MATERIAL).value, decision.number)
    return operation.path


@executes(do.GainLife)
def _gain_life(match: Match, frame: Frame, operation: Operation, node: do.GainLife) -> str | None:
    master = scope_of(frame).master
    match.state.life[master] += node.number
    match.emit("life_gained", master, node.number)
    return None


@executes(do.IncreaseSouls)
def _increase_souls(match: Match, frame: Frame, operation: Operation, node: do.IncreaseSouls) -> str | None:
    increase_souls(match, scope_of(frame).master, node.number, resting=node.resting)
    return None


@executes(do.StandSouls)
def _stand_souls(match: Match, frame: Frame, operation: Operation, node: do.StandSouls) -> str | None:
    scope = scope_of(frame)
    stand_souls(match, scope.master, number(match, node.number, scope))
    return None


@executes(do.NullifyAttack)
def _nullify_attack(match: Match, frame: Frame, operation: Operation, node: Any) -> str | None:
    """5.18: with an attacking Pal, the battle jumps to 9.7.1 as soon as this effect has finished."""
    battle = match.state.battle
    if battle is not None and battle.attacking and match.alive(battle.attacker) >= 0:
        battle.failed = True
        match.emit("attack_failed")
    return None

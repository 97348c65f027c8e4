"""Playing a card (10.6.2) and activating an ability: announce, pay, resolve."""

from engine.effects.abilities import Act
from engine.model.records import InstanceKey, ModifierKind
from engine.model.state import RESOLUTION
from engine.model.terms import Kind
from engine.rules.costs import cost_to_play, pay_souls, reduced
from engine.rules.effect_frames import push_effect
from engine.rules.legality import activated_abilities
from engine.rules.match import Match
from engine.rules.zones import deploy, move


def can_play(match: Match, card: int, *, reduced_by: int, floor: int) -> bool:
    """Whether the souls suffice for a card that an effect lets its owner play, wherever it is."""
    cost = reduced(cost_to_play(match, card), reduced_by, floor)
    return match.state.souls_standing[match.state.owner(card)] >= cost


def play_card(match: Match, card: int, *, reduced_by: int = 0, floor: int = 0) -> None:
    """Play a card: to the resolution zone, pay by resting souls, then to the base, or resolve the event.

    A check timing follows (10.5.3).
    """
    state = match.state
    seat = state.owner(card)
    cost = reduced(cost_to_play(match, card), reduced_by, floor)
    compiled = match.cards[card]
    move(match, card, RESOLUTION, "play")
    match.emit("card_played", seat, match.sight(card))
    pay_souls(match, seat, cost)
    state.played[seat] += 1
    _use_up_reduction(match, seat, card)
    if compiled.effect is None:
        deploy(match, [card], "play")
    else:
        push_effect(match, compiled.effect.id, seat, state.reference(card), {})


def _use_up_reduction(match: Match, seat: int, card: int) -> None:
    """The next gear: every such reduction is used by the next gear played from hand (ambiguity 7)."""
    state = match.state
    if not state.modifiers or match.cards[card].kind is not Kind.GEAR:
        return
    if used_up := match.player_modifiers(seat, ModifierKind.GEAR_DISCOUNT):
        state.modifiers = [modifier for modifier in state.modifiers if modifier not in used_up]
        match.touch()


def activate_ability(match: Match, card: int, number: int) -> None:
    """Activate the ``number``-th activated ability of a card; its cost is part of its program.

    Once per turn is marked at the activation, by instance (Q44, Q48).
    """
    state = match.state
    ability, origin = activated_abilities(match, card)[number - 1]
    act = ability.node
    assert isinstance(act, Act), "only activated abilities are activated"
    seat, reference = state.owner(card), state.reference(card)
    match.emit("ability_activated", seat, match.sight(card), number, ability.id)
    if act.once_per_turn:
        state.used.append(InstanceKey(reference, ability.id, origin))
    push_effect(match, ability.id, seat, reference, {}, origin)

"""Dealing damage (section 5) and player damage resolution, the one interrupt-type rule action (11.2)."""

from engine.model.state import GRAVEYARD
from engine.rules.match import Match
from engine.rules.zones import move


def deal_to_card(match: Match, card: int, amount: int, source: int, *, battle: bool) -> None:
    """Deal damage to a Pal or structure; gear takes none, and 0 or less is no damage.

    ``source`` is the physical number of the card whose ability or Power deals it. Replacement effects such as Suzaku's
    add to damage other than battle damage (10.11); none of them adds to battle damage.
    """
    compiled = match.cards[card]
    if amount <= 0 or not (compiled.is_pal or compiled.is_structure):
        return
    if not battle:
        amount += match.derived.extra_damage(source, card)
    damage = match.state.damage
    damage[card] = damage.get(card, 0) + amount
    match.unsettle()
    match.emit("damage_dealt", match.sight(card), match.state.owner(card), amount, match.sight(source), battle)


def deal_to_player(match: Match, seat: int, amount: int, source: int, *, battle: bool) -> None:
    """Deal damage to a player; 0 or less is no damage (Q64). It resolves at once, suspending everything else."""
    if amount <= 0:
        return
    match.state.owed[seat] += amount
    match.emit("damage_dealt", None, seat, amount, match.sight(source), battle)
    resolve_player_damage(match)


def resolve_player_damage(match: Match) -> None:
    """11.2: the turn player's first, then the non-turn player's. Never prompts."""
    active = match.state.active
    for seat in (active, 1 - active):
        if match.state.owed[seat] >= 1:
            _resolve(match, seat)


def _resolve(match: Match, seat: int) -> None:
    state = match.state
    owed, moved = state.owed[seat], 0
    while True:
        if state.deck[seat]:  # an already empty deck moves nothing, and the damage counts (ambiguity 21)
            card = state.deck[seat][-1]
            move(match, card, GRAVEYARD, "damage")
            moved += 1
            lucky = match.cards[card].lucky
            match.emit("player_damage_revealed", seat, match.sight(card), lucky)
            if lucky:
                match.emit("damage_prevented", seat)
                break
        if moved >= owed or not state.deck[seat]:
            state.life[seat] -= owed
            match.unsettle()
            match.emit("life_lost", seat, owed)
            break
    state.owed[seat] = 0

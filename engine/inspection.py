"""Everything about a card or a position, for runners and judges, who may know it all. Cards are physical numbers."""

from dataclasses import dataclass
from typing import Any

from engine.model.state import BASE, HAND, PHYSICAL_MASK, ZONE_NAMES
from engine.model.terms import SEATS, SeatName
from engine.rules.costs import cost_to_play
from engine.rules.match import Match


@dataclass(frozen=True, slots=True)
class CardReport:
    """A card as it is, for runners that may know everything; ``None`` where it does not apply."""

    number: str
    owner: SeatName
    zone: str
    resting: bool | None
    power: int | None
    strike: int | None
    durability: int | None
    damage: int | None
    cost: int
    keywords: tuple[str, ...]
    names: tuple[str, ...]


def inspect_card(match: Match, physical: int) -> CardReport:
    """Everything about one card."""
    state, card, derived = match.state, match.cards[physical], match.derived
    based = state.place[physical] == BASE
    return CardReport(
        number=card.definition.number,
        owner=SEATS[state.owner(physical)],
        zone=ZONE_NAMES[state.place[physical]],
        resting=bool(state.resting[physical]) if based else None,
        power=derived.power(physical) if based and card.is_pal else None,
        strike=derived.strike(physical) if based and card.is_pal else None,
        durability=derived.power(physical) if based and card.is_structure else None,
        damage=state.damage.get(physical, 0) if based and (card.is_pal or card.is_structure) else None,
        cost=cost_to_play(match, physical) if state.place[physical] == HAND else card.cost,
        keywords=tuple(keyword.value for keyword in derived.keywords(physical)),
        names=derived.names(physical),
    )


def report_position(match: Match) -> dict[str, Any]:
    """The whole position as plain data, with physical numbers; decks are given top first."""
    state = match.state
    battle = state.battle
    return {
        "turn": SEATS[state.active],
        "turn_number": state.turn,
        "phase": state.phase,
        "night": match.derived.night,
        "battle": None
        if battle is None
        else {
            "attacker": battle.attacker & PHYSICAL_MASK,
            "target": battle.target & PHYSICAL_MASK if battle.target else None,
            "step": battle.step,
        },
        "pending": [entry.source & PHYSICAL_MASK for entry in state.pending],
        "resolution": list(state.resolution),
        "players": {name: _player(match, seat) for seat, name in enumerate(SEATS)},
    }


def _player(match: Match, seat: int) -> dict[str, Any]:
    state = match.state
    return {
        "life": state.life[seat],
        "material": state.material[seat],
        "ingredient": state.ingredient[seat],
        "damage": state.owed[seat],
        "souls_standing": state.souls_standing[seat],
        "souls_resting": state.souls_resting[seat],
        "soul_deck": state.soul_deck[seat],
        "hand": list(state.hand[seat]),
        "deck": state.deck[seat][::-1],
        "base": list(state.base[seat]),
        "graveyard": list(state.graveyard[seat]),
        "exile": list(state.exile[seat]),
    }

"""The view of an audience: plain data, with the audience's own handles, and nothing that it may not know.

Fields at their ordinary value are left out of a card; there is no null anywhere, so that merge patches work.
"""

from typing import Any

from engine.effects.abilities import Act
from engine.model.state import BASE, DECK, HAND, PHYSICAL_MASK, ZONE_NAMES, BattleRecord
from engine.model.terms import AUDIENCES, SEATS, Phase
from engine.rules.costs import cost_to_play
from engine.rules.legality import activated_abilities, is_used
from engine.rules.match import Match


def view_of(match: Match, viewer: int) -> dict[str, Any]:
    """What ``viewer`` (0 A, 1 B, 2 spectators) may know now."""
    handles = match.state.handles[viewer]
    # By handle: the order of physical numbers would tell which of two equal cards one is.
    known = sorted((handle, card) for card, handle in enumerate(handles) if handle)
    return view_around(match, viewer, {str(handle): card_of(match, card, viewer) for handle, card in known})


def glimpse_of(match: Match, viewer: int) -> dict[str, Any]:
    """The same view for a short look: a card is read when it is asked for. It is good until the next decision."""
    return view_around(match, viewer, _Glimpsed(match, viewer))


class _Glimpsed(dict[str, Any]):
    """Cards by handle."""

    def __init__(self, match: Match, viewer: int) -> None:
        super().__init__()
        self._match = match
        self._viewer = viewer

    def __missing__(self, handle: str) -> dict[str, Any]:
        card = self._match.state.known_by(self._viewer, int(handle))
        if card < 0:
            raise KeyError(handle)
        facts = self[handle] = card_of(self._match, card, self._viewer)
        return facts

    def get(self, handle: str, default: Any = None) -> Any:
        try:
            return self[handle]
        except KeyError:
            return default

    def __contains__(self, handle: object) -> bool:
        return isinstance(handle, str) and self._match.state.known_by(self._viewer, int(handle)) >= 0


def view_around(match: Match, viewer: int, cards: dict[str, Any]) -> dict[str, Any]:
    """The view that has these cards in it. What is not so now, such as a battle, is left out."""
    state = match.state
    view = {
        "viewer": AUDIENCES[viewer],
        "turn": state.turn,
        "phase": state.phase,
        "night": match.derived.night,
        "players": {name: _player(match, seat, viewer) for seat, name in enumerate(SEATS)},
        "resolution": _handles(match, viewer, state.resolution),
        "looked": _looked(match, viewer),
        "pending": [entry.handles[viewer] for entry in state.pending],
        "cards": cards,
        "outcome": {} if state.outcome is None else {"winner": state.outcome[0], "reason": state.outcome[1]},
    }
    if state.phase != Phase.SETUP:
        view["active"] = SEATS[state.active]
    if state.battle is not None:
        view["battle"] = _battle(match, viewer, state.battle)
    if state.prompt is not None and state.prompt.seat != viewer:
        view["waiting"] = {"seat": SEATS[state.prompt.seat], "kind": state.prompt.kind}
    return view


def _handles(match: Match, viewer: int, cards: list[int]) -> list[int]:
    handles = match.state.handles[viewer]
    return [handles[card] for card in cards]


def _battle(match: Match, viewer: int, battle: BattleRecord) -> dict[str, Any]:
    handles, alive = match.state.handles[viewer], match.alive
    attacker, target = alive(battle.attacker), alive(battle.target) if battle.target else -1
    shown: dict[str, Any] = {"step": battle.step}
    if attacker >= 0:
        shown["attacker"] = handles[attacker]
    if target >= 0:
        shown["target"] = handles[target]
    elif not battle.target:
        shown["target"] = 0
    return shown


def _player(match: Match, seat: int, viewer: int) -> dict[str, Any]:
    state = match.state
    return {
        "life": state.life[seat],
        "material": state.material[seat],
        "ingredient": state.ingredient[seat],
        "souls": state.souls_standing[seat],
        "resting_souls": state.souls_resting[seat],
        "soul_deck": state.soul_deck[seat],
        "hand": _handles(match, viewer, state.hand[seat]) if seat == viewer else [],
        "hand_size": len(state.hand[seat]),
        "deck_size": len(state.deck[seat]),
        "base": _handles(match, viewer, state.base[seat]),
        "graveyard": _handles(match, viewer, state.graveyard[seat]),
        "exile": _handles(match, viewer, state.exile[seat]),
    }


def _looked(match: Match, viewer: int) -> list[int]:
    """Cards of hidden zones that this viewer sees at this moment."""
    state = match.state
    shown = [*state.looked[1:]] if state.looked and state.looked[0] == viewer else []
    shown += [card for card in state.revealed if card not in shown]
    hidden = (DECK, HAND)
    return _handles(match, viewer, [card for card in shown if state.place[card] in hidden])


def card_of(match: Match, card: int, viewer: int) -> dict[str, Any]:
    """What a viewer sees of a card that it knows."""
    if match.state.place[card] == BASE:
        return seen_by(match, card, viewer, card_in_base(match, card))
    facts = _outline(match, card)
    if (cost := changed_cost(match, card, viewer)) is not None:
        facts["cost"] = cost
    return facts


def changed_cost(match: Match, card: int, viewer: int) -> int | None:
    """What playing a card from the viewer's own hand costs now, if that is not what is printed."""
    if match.state.place[card] != HAND or match.state.owner(card) != viewer:
        return None
    cost = cost_to_play(match, card)
    return None if cost == match.cards[card].cost else cost


def _outline(match: Match, card: int) -> dict[str, Any]:
    state = match.state
    return {
        "number": match.cards[card].definition.number,
        "owner": SEATS[state.owner(card)],
        "zone": ZONE_NAMES[state.place[card]],
    }


def card_in_base(match: Match, card: int) -> dict[str, Any]:
    """What everyone sees of a card in a base."""
    state, derived, compiled = match.state, match.derived, match.cards[card]
    facts = _outline(match, card)
    if state.resting[card]:
        facts["rest"] = True
    if compiled.is_pal:
        facts["power"] = derived.power(card)
        facts["strike"] = derived.strike(card)
    elif compiled.is_structure:
        facts["durability"] = derived.power(card)
    if card in state.damage:
        facts["damage"] = state.damage[card]
    if keywords := derived.keywords(card):
        facts["keywords"] = [keyword.value for keyword in keywords]
    if len(names := derived.names(card)) > 1:
        facts["names"] = list(names)
    if state.used and (used := _used(match, card)):
        facts["used"] = used
    if state.modifiers and derived.will_not_stand(card):
        facts["locked"] = True
    return facts


def seen_by(match: Match, card: int, viewer: int, facts: dict[str, Any]) -> dict[str, Any]:
    """A card in a base with the cards that it holds in exile, by the viewer's own handles."""
    if match.state.links and (exiled := _exiled(match, card, viewer)):
        return {**facts, "exiled": exiled}
    return facts


def _used(match: Match, card: int) -> list[int]:
    return [
        place + 1
        for place, instance in enumerate(activated_abilities(match, card))
        if isinstance(instance[0].node, Act) and instance[0].node.once_per_turn and is_used(match, card, instance)
    ]


def _exiled(match: Match, card: int, viewer: int) -> list[int]:
    state = match.state
    reference = state.reference(card)
    held = [exiled & PHYSICAL_MASK for source, exiled in state.links if source == reference and state.is_alive(exiled)]
    return _handles(match, viewer, held)

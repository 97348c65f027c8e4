"""Putting cards where a view shows them: a world that could be the true one, for whoever thinks ahead.

A viewer does not see hands, decks, when a night ends, and which effects wait for the end of a turn. Cards are dealt to
the hidden places by whoever asks; of the rest the world knows what the view lets it conclude.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.effects.catalogue import Catalogue
from engine.model.errors import InvalidPosition
from engine.model.records import InstanceKey, ModifierKind, on_player
from engine.model.state import BASE, DECK, EXILE, GRAVEYARD, HAND, PHYSICAL_BITS, BattleRecord, State
from engine.model.terms import SEATS, BattleStep, Keyword, PromptKind, SeatName
from engine.rules.legality import activated_abilities
from engine.rules.machine import stand_in_battle, stand_in_main_phase
from engine.rules.match import Match
from engine.rules.zones import count_as_batch, show

GONE: Final = 2 << PHYSICAL_BITS
"""A reference to a card that is not there any more, whichever it was."""


class _Lying(NamedTuple):
    """One card: in which zone, which it is, and its handle for the viewer; 0 if the viewer does not see it."""

    place: int
    number: str
    handle: int = 0


def place_view(
    catalogue: Catalogue,
    view: Mapping[str, Any],
    kind: str,
    hidden: Mapping[SeatName, Sequence[str]],
    seed: bytes,
    *,
    soul_drawn: bool,
) -> State:
    """A state at a ``main``, ``block`` or ``quick`` prompt that its viewer cannot tell from what the view shows.

    ``hidden`` are the numbers of the cards that the viewer does not see, by owner: first those of the opponent's hand,
    then those of the deck, top first. Raises ``InvalidPosition``.
    """
    if view["viewer"] not in SEATS or view["resolution"] or view["pending"]:
        raise InvalidPosition("only what a player sees between two actions is a position")
    lists = [_cards_of(view, seat, hidden[seat]) for seat in SEATS]
    for each in (*lists[0], *lists[1]):
        if each.number not in catalogue:
            raise InvalidPosition(f"{each.number} is not a card of this pool")
    indexes = [[catalogue.index(each.number) for each in cards] for cards in lists]
    state = State(tuple(indexes[0] + indexes[1]), len(indexes[0]), seed)
    match = Match(catalogue, state)
    _place_counters(state, view)
    state.soul_drawn = soul_drawn
    cards = _place_cards(match, SEATS.index(view["viewer"]), (*lists[0], *lists[1]))
    _place_bases(match, view, cards)
    _place_effects(match, view, cards)
    _stand(match, kind, view.get("battle", {}), cards)
    return state


def _cards_of(view: Mapping[str, Any], seat: SeatName, hidden: Sequence[str]) -> list[_Lying]:
    """The cards that a player owns; those of the deck come last, the top of all."""
    shown, cards = view["players"][seat], view["cards"]
    in_hand = 0 if seat == view["viewer"] else shown["hand_size"]
    if len(hidden) != in_hand + shown["deck_size"]:
        raise InvalidPosition(f"{in_hand + shown['deck_size']} cards of {seat} are hidden, not {len(hidden)}")
    zones = ((BASE, "base"), (HAND, "hand"), (GRAVEYARD, "graveyard"), (EXILE, "exile"))
    found = [_Lying(code, cards[str(handle)]["number"], handle) for code, zone in zones for handle in shown[zone]]
    found += [_Lying(HAND, number) for number in hidden[:in_hand]]
    return found + [_Lying(DECK, number) for number in reversed(hidden[in_hand:])]


def _place_counters(state: State, view: Mapping[str, Any]) -> None:
    for seat, name in enumerate(SEATS):
        shown = view["players"][name]
        state.life[seat] = shown["life"]
        state.material[seat], state.ingredient[seat] = shown["material"], shown["ingredient"]
        state.souls_standing[seat], state.souls_resting[seat] = shown["souls"], shown["resting_souls"]
        state.soul_deck[seat] = shown["soul_deck"]
        state.played[seat] = len(shown["base"]) + len(shown["graveyard"]) + len(shown["exile"])
    state.turn, state.phase = view["turn"], view["phase"]
    state.active = SEATS.index(view["active"])
    state.first = state.active if state.turn % 2 else 1 - state.active


def _place_cards(match: Match, viewer: int, lying: Sequence[_Lying]) -> dict[int, int]:
    """Put every card into its zone; gives the cards that the viewer sees, by handle."""
    state = match.state
    for card, each in enumerate(lying):
        state.place[card] = each.place
        state.zones(each.place)[state.owner(card)].append(card)
        state.handles[viewer][card] = each.handle
    state.next_handle[viewer] = max((each.handle for each in lying), default=0) + 1
    for card in range(len(lying)):
        show(match, card)
    return {each.handle: card for card, each in enumerate(lying) if each.handle}


def _place_bases(match: Match, view: Mapping[str, Any], cards: Mapping[int, int]) -> None:
    state = match.state
    count_as_batch(state, state.base[0] + state.base[1])
    for handle, card in cards.items():
        if state.place[card] != BASE:
            continue
        shown = view["cards"][str(handle)]
        state.resting[card] = shown.get("rest", False)
        if damage := shown.get("damage", 0):
            state.damage[card] = damage
        state.links += [(state.reference(card), state.reference(cards[each])) for each in shown.get("exiled", ())]


# --- what lasts -------------------------------------------------------------------------------------------------------


def _place_effects(match: Match, view: Mapping[str, Any], cards: Mapping[int, int]) -> None:
    """Let so much last, until the end of the turn, that the bases are what the view shows."""
    state = match.state
    if view["night"] and not match.derived.night:
        state.nights = [state.turn + 1]
        match.touch()
    shown = {card: view["cards"][str(handle)] for handle, card in cards.items()}
    in_bases = [(card, facts) for card, facts in shown.items() if state.place[card] == BASE]
    for card, facts in in_bases:
        _give_abilities(match, card, facts)
    for card, facts in in_bases:
        _give_numbers(match, card, facts)
        state.used += [
            InstanceKey(state.reference(card), ability.id, origin)
            for number, (ability, origin) in enumerate(activated_abilities(match, card), 1)
            if number in facts.get("used", ())
        ]
    _make_cheaper(match, {card: facts["cost"] for card, facts in shown.items() if "cost" in facts})


def _give_abilities(match: Match, card: int, shown: Mapping[str, Any]) -> None:
    """The keywords and names that it has in addition; and that it does not stand the next time."""
    state, derived = match.state, match.derived
    more = Counter(shown.get("keywords", ())) - Counter(keyword.value for keyword in derived.keywords(card))
    for keyword in more.elements():
        _last(match, card, ModifierKind.ABILITY, match.catalogue.keyword(Keyword(keyword)).id)
    for name in shown.get("names", ()):
        if name not in derived.names(card):
            _last(match, card, ModifierKind.NAME, name)
    if shown.get("locked") and not derived.will_not_stand(card):
        turn = state.turn + (2 if state.owner(card) == state.active else 1)
        match.add_modifier(state.reference(card), ModifierKind.SKIP, turn, turn, state.reference(card))


def _give_numbers(match: Match, card: int, shown: Mapping[str, Any]) -> None:
    power = shown.get("power", shown.get("durability", 0)) - match.derived.power(card)
    if power:
        _last(match, card, ModifierKind.POWER, power)
    strike = shown.get("strike", match.derived.strike(card)) - match.derived.strike(card)
    if strike:
        _last(match, card, ModifierKind.STRIKE, strike)


def _make_cheaper(match: Match, costs: Mapping[int, int]) -> None:
    """Let the viewer's next gear cost so much less that the cards of the hand cost what is shown."""
    if not costs:
        return
    state = match.state
    card = next(iter(costs))
    less = max(match.cards[each].cost - cost for each, cost in costs.items())
    value = (less, min(costs.values()))
    match.add_modifier(
        on_player(state.owner(card)), ModifierKind.GEAR_DISCOUNT, value, state.turn, state.reference(card)
    )


def _last(match: Match, card: int, kind: ModifierKind, value: Any) -> None:
    reference = match.state.reference(card)
    match.add_modifier(reference, kind, value, match.state.turn, reference)


# --- where the game stands --------------------------------------------------------------------------------------------


def _stand(match: Match, kind: str, battle: Mapping[str, Any], cards: Mapping[int, int]) -> None:
    """Stand at the prompt."""
    if kind == PromptKind.MAIN and not battle:
        stand_in_main_phase(match.state)
    elif kind in (PromptKind.BLOCK, PromptKind.QUICK) and battle.get("step") == kind:
        attacker, target = (_fighter(match.state, cards, battle.get(each, -1)) for each in ("attacker", "target"))
        stand_in_battle(match, BattleRecord(attacker, target), BattleStep(kind))
    else:
        raise InvalidPosition(f"no view tells enough of a game that stands at this {kind} prompt")


def _fighter(state: State, cards: Mapping[int, int], handle: int) -> int:
    """The reference to what attacks or is attacked: 0 for the player, who has no handle; -1 stands for what is gone."""
    if handle < 0:
        return GONE
    return state.reference(cards[handle]) if handle else 0

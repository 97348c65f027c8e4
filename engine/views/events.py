"""Events cut for an audience. Each event type names its fields; what is not named here cannot be seen.

A card is given as the audience's handle at the moment of the event, and its number only if it has one. The rules record
events as tuples: the type, then the fields in this order.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.effects.catalogue import Catalogue
from engine.effects.text import ability_text
from engine.model.state import ZONE_NAMES
from engine.model.terms import SEATS
from engine.rules.match import Event, Sight

Plain = dict[str, Any]
Cut = Callable[[Catalogue, int, Any, Plain], None]


def audience_events(catalogue: Catalogue, viewer: int, events: Sequence[Event]) -> list[Plain]:
    """The events as plain data for ``viewer`` (0 A, 1 B, 2 spectators)."""
    return [_cut(catalogue, viewer, event) for event in events]


def _cut(catalogue: Catalogue, viewer: int, event: Event) -> Plain:
    kind = event[0]
    plain: Plain = {"type": kind}
    if kind == "card_moved":
        _card_moved(catalogue, viewer, event, plain)
        return plain
    for (name, cut), value in zip(FIELDS[kind].items(), event[1:], strict=True):
        cut(catalogue, viewer, (name, value), plain)
    return plain


def _card_moved(catalogue: Catalogue, viewer: int, event: Event, plain: Plain) -> None:
    """The card is known if the audience knew it before the move or knows it after."""
    _, before, after, owner, origin, to, cause = event
    seen: Sight = before if before[1 + viewer] else after
    plain["card"] = seen[1 + viewer]
    if seen[1 + viewer]:
        plain["number"] = catalogue.definitions[seen[0]].number
    plain["seat"] = SEATS[owner]
    plain["from"], plain["to"] = ZONE_NAMES[origin], ZONE_NAMES[to]
    plain["cause"] = cause


def _value(catalogue: Catalogue, viewer: int, field: tuple[str, Any], plain: Plain) -> None:
    plain[field[0]] = field[1]


def _seat(catalogue: Catalogue, viewer: int, field: tuple[str, Any], plain: Plain) -> None:
    plain[field[0]] = SEATS[field[1]]


def _card(catalogue: Catalogue, viewer: int, field: tuple[str, Any], plain: Plain) -> None:
    """A card and, under ``number``, which one it is."""
    name, sight = field
    plain[name] = 0 if sight is None else sight[1 + viewer]
    if plain[name]:
        plain["number"] = catalogue.definitions[sight[0]].number


def _other(catalogue: Catalogue, viewer: int, field: tuple[str, Any], plain: Plain) -> None:
    """A second card of the event: its handle alone."""
    name, sight = field
    plain[name] = 0 if sight is None else sight[1 + viewer]


def _cards(catalogue: Catalogue, viewer: int, field: tuple[str, Any], plain: Plain) -> None:
    """Cards of which the audience is given those that it knows."""
    name, sights = field
    known = [sight[1 + viewer] for sight in sights if sight[1 + viewer]]
    if known:
        plain[name] = known


def _text(catalogue: Catalogue, viewer: int, field: tuple[str, Any], plain: Plain) -> None:
    """The text of an ability, or of what it delayed, by its name."""
    ability, delayed = catalogue.pending(field[1])
    plain[field[0]] = ability_text(ability.node, delayed)


FIELDS: Mapping[str, Mapping[str, Cut]] = {
    "game_started": {"first": _seat},
    "kept": {"seat": _seat},
    "redrawn": {"seat": _seat},
    "cards_shuffled": {"seat": _seat},
    "turn_began": {"turn": _value, "seat": _seat},
    "phase_began": {"phase": _value},
    "turn_ended": {"turn": _value},
    "card_drawn": {"seat": _seat, "card": _card},
    "souls_gained": {"seat": _seat, "amount": _value, "resting": _value},
    "souls_paid": {"seat": _seat, "amount": _value},
    "souls_stood": {"seat": _seat, "amount": _value},
    "soul_drawn": {"seat": _seat},
    "card_played": {"seat": _seat, "card": _card},
    "ability_activated": {"seat": _seat, "card": _card, "ability": _value, "text": _text},
    "ability_triggered": {"card": _card, "text": _text},
    "ability_resolved": {"card": _card, "text": _text},
    "card_rested": {"card": _card},
    "card_stood": {"card": _card},
    "pal_assigned": {"card": _card, "to": _other},
    "resource_gained": {"seat": _seat, "resource": _value, "amount": _value},
    "resource_consumed": {"seat": _seat, "resource": _value, "amount": _value},
    "resource_lost": {"seat": _seat, "resource": _value, "amount": _value},
    "life_gained": {"seat": _seat, "amount": _value},
    "life_lost": {"seat": _seat, "amount": _value},
    "damage_dealt": {"card": _card, "seat": _seat, "amount": _value, "source": _other, "battle": _value},
    "player_damage_revealed": {"seat": _seat, "card": _card, "lucky": _value},
    "damage_prevented": {"seat": _seat},
    "attack_declared": {"card": _card, "target": _other, "seat": _seat},
    "battle_step_began": {"step": _value},
    "blocked": {"card": _card},
    "not_blocked": {},
    "attack_failed": {},
    "battle_ended": {},
    "value_changed": {"card": _card, "power": _value, "strike": _value},
    "ability_granted": {"card": _card, "text": _text},
    "name_declared": {"seat": _seat, "name": _value},
    "night_fell": {},
    "night_ended": {},
    "cards_looked": {"seat": _seat, "amount": _value, "cards": _cards},
    "card_revealed": {"seat": _seat, "card": _card},
    "conceded": {"seat": _seat},
    "game_ended": {"winner": _value, "reason": _value},
}
"""Every event type but ``card_moved``, with its fields and how each is cut."""

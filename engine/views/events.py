"""Events cut for an listener. Each event type names its fields; what is not named here cannot be seen.

A card is given as the audience's handle at the moment of the event, and its number only if it has one. The rules record
events as tuples: the type, then the fields in this order.
"""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.effects.catalogue import Catalogue
from engine.effects.text import ability_text
from engine.model.state import ZONE_NAMES
from engine.model.terms import SEATS
from engine.rules.match import Event, Sight
from engine.views.deeds import deeds

Plain = dict[str, Any]


class Listener(NamedTuple):
    """Who is told: 0 A, 1 B, 2 spectators; and the handles of which it is not told the numbers, as it has them."""

    catalogue: Catalogue
    viewer: int
    known: Container[int] = ()


Cut = Callable[[Listener, str, Any, Plain], None]
"""Adds a field by its name and the value that the rules recorded."""


def audience_events(listener: Listener, events: Sequence[Event]) -> list[Plain]:
    """The events as plain data for an listener."""
    return [_cut(listener, event) for event in deeds(events)]


def in_full(events: Iterable[Mapping[str, Any]], before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Plain]:
    """The events of a ``Watch`` with the ``number`` of each card, as one of the two views around them has it."""
    old, new = before["cards"], after["cards"]
    return [_with_number(event, old, new) for event in events]


def in_brief(events: Iterable[Mapping[str, Any]], before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Plain]:
    """The inverse of `in_full`: without the ``number`` of a card that one of these two views has."""
    old, new = before["cards"], after["cards"]
    return [
        {name: value for name, value in event.items() if name != "number" or not _holds(event, old, new)}
        for event in events
    ]


def _holds(event: Mapping[str, Any], old: Container[str], new: Container[str]) -> bool:
    key = str(event.get("card", 0))
    return key in old or key in new


def _with_number(event: Mapping[str, Any], old: Mapping[str, Any], new: Mapping[str, Any]) -> Plain:
    key = str(event.get("card", 0))
    seen = new.get(key) or old.get(key)
    return {**event} if seen is None else {**event, "number": seen["number"]}


def _cut(listener: Listener, event: Event) -> Plain:
    kind = event[0]
    plain: Plain = {"type": kind}
    if kind == "card_moved":
        _card_moved(listener, event, plain)
        return plain
    for (name, cut), value in zip(_CUTS[kind], event[1:], strict=True):
        cut(listener, name, value, plain)
    return plain


def _card_moved(listener: Listener, event: Event, plain: Plain) -> None:
    """The card is known if the audience knew it before the move or knows it after."""
    _, before, after, owner, origin, to, cause = event
    _card(listener, "card", before if before[1 + listener.viewer] else after, plain)
    plain["seat"] = SEATS[owner]
    plain["from"], plain["to"] = ZONE_NAMES[origin], ZONE_NAMES[to]
    plain["cause"] = cause


def _value(listener: Listener, name: str, value: Any, plain: Plain) -> None:
    plain[name] = value


def _if_any(listener: Listener, name: str, value: int, plain: Plain) -> None:
    """A number or a truth; nothing stands for 0 and false."""
    if value:
        plain[name] = value


def _seat(listener: Listener, name: str, seat: int, plain: Plain) -> None:
    plain[name] = SEATS[seat]


def _card(listener: Listener, name: str, sight: Sight | None, plain: Plain) -> None:
    """A card and, under ``number``, which one it is."""
    handle = plain[name] = 0 if sight is None else sight[1 + listener.viewer]
    if sight is not None and handle and handle not in listener.known:
        plain["number"] = listener.catalogue.definitions[sight[0]].number


def _other(listener: Listener, name: str, sight: Sight | None, plain: Plain) -> None:
    """A second card of the event: its handle alone, if there is one."""
    if sight is not None and (handle := sight[1 + listener.viewer]):
        plain[name] = handle


def _cards(listener: Listener, name: str, sights: Sequence[Sight], plain: Plain) -> None:
    """Cards of which the audience is given those that it knows."""
    known = [sight[1 + listener.viewer] for sight in sights if sight[1 + listener.viewer]]
    if known:
        plain[name] = known


def _words(listener: Listener, name: str, ability_name: str, plain: Plain) -> None:
    """Where the words of an ability stand, or the words themselves.

    ``ability`` is which paragraph of its card's text they are, from 1. ``text`` stands in its place for what no card
    that the audience can look up prints: an ability that another card grants, an effect that was delayed, and an
    ability of a card that it does not know any more.
    """
    ability, delayed = listener.catalogue.pending(ability_name)
    printed = ability.card.abilities
    if plain["card"] and delayed is None and ability in printed:
        plain[name] = printed.index(ability) + 1
    else:
        plain["text"] = ability_text(ability.node, delayed)


def _granted(listener: Listener, name: str, ability_name: str, plain: Plain) -> None:
    """The words of an ability that another card prints."""
    ability, delayed = listener.catalogue.pending(ability_name)
    plain[name] = ability_text(ability.node, delayed)


def untold(listener: Listener, name: str, value: Any, plain: Plain) -> None:
    """What the rules alone want to know."""


FIELDS: Final[Mapping[str, Mapping[str, Cut]]] = {
    "game_started": {"first": _seat},
    "kept": {"seat": _seat},
    "redrawn": {"seat": _seat},
    "cards_shuffled": {"seat": _seat},
    "turn_began": {"turn": _value, "seat": _seat},
    "card_drawn": {"seat": _seat, "card": _card},
    "souls_gained": {"seat": _seat, "amount": _value, "resting": _if_any},
    "souls_paid": {"seat": _seat, "amount": _value},
    "souls_stood": {"seat": _seat, "amount": _value},
    "soul_drawn": {"seat": _seat},
    "card_played": {"seat": _seat, "card": _card, "souls": _if_any},
    "ability_activated": {"seat": _seat, "card": _card, "nth": untold, "ability": _words},
    "ability_triggered": {"card": _card, "ability": _words},
    "ability_resolved": {"card": _card, "ability": _words},
    "card_rested": {"card": _card},
    "card_stood": {"card": _card},
    "pal_assigned": {"card": _card, "to": _other},
    "resource_gained": {"seat": _seat, "resource": _value, "amount": _value},
    "resource_consumed": {"seat": _seat, "resource": _value, "amount": _value},
    "resource_lost": {"seat": _seat, "resource": _value, "amount": _value},
    "life_gained": {"seat": _seat, "amount": _value},
    "life_lost": {"seat": _seat, "amount": _value},
    "damage_dealt": {"card": _card, "seat": _seat, "amount": _value, "source": _other, "battle": untold},
    "player_damage_revealed": {"seat": _seat, "card": _card, "lucky": _if_any},
    "damage_prevented": {"seat": _seat},
    "attack_declared": {"card": _card, "target": _other, "seat": _seat},
    "blocked": {"card": _card},
    "not_blocked": {},
    "attack_failed": {},
    "value_changed": {"card": _card, "power": _value, "strike": _value},
    "ability_granted": {"card": _card, "text": _granted},
    "name_declared": {"seat": _seat, "name": _value},
    "night_fell": {},
    "night_ended": {},
    "cards_looked": {"seat": _seat, "amount": _value, "cards": _cards},
    "card_revealed": {"seat": _seat, "card": _card},
    "conceded": {"seat": _seat},
    "game_ended": {"winner": _value, "reason": _value},
}
"""Every event type that is told but ``card_moved``, with its fields and how each is cut."""

_CUTS: Final = {kind: tuple(fields.items()) for kind, fields in FIELDS.items()}

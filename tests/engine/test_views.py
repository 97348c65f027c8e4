"""Invariant 8: patches take one view to the next, events tell the same, and nothing in either is anyone else's."""

import json
import re
from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine import AUDIENCES, Game
from engine.model.state import HAND
from engine.rules.match import Event
from engine.views import diff, merge
from tests.engine.knowledge import PUBLIC, TAG, begin_marked, marked_pool, shown, visible
from tests.engine.play import Player, begin, over_many_games

Plain = dict[str, Any]

POOL = marked_pool(names=True)

EVERY = 6
"""One decision of so many is looked at closely."""


# --- patches ----------------------------------------------------------------------------------------------------------


@over_many_games
def test_every_view_is_the_one_before_it_with_its_patch_merged_in(numbers: range) -> None:
    """For all three audiences; in some games at every decision, in the others some decisions apart."""
    for number in numbers:
        game, player, rng = begin(number), Player(number), Random(number)
        old = {audience: game.view(audience) for audience in AUDIENCES}
        while (prompt := game.prompt) is not None:
            game.decide(player.decide(prompt))
            if number % 8 and rng.randrange(8) and game.prompt is not None:
                continue
            for audience in AUDIENCES:
                new = game.view(audience)
                assert merge(old[audience], diff(old[audience], new)) == new
                old[audience] = new
            assert not has_null(old[rng.choice(AUDIENCES)])


def has_null(value: object) -> bool:
    if isinstance(value, dict):
        return any(has_null(each) for each in value.values())
    if isinstance(value, list):
        return any(has_null(each) for each in value)
    return value is None


leaves = st.none() | st.booleans() | st.integers(-3, 3) | st.text("ab", max_size=2)
keys = st.sampled_from(["a", "b", "c"])
json_values = st.recursive(leaves, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(keys, inner, max_size=3))
documents = st.dictionaries(keys, json_values, max_size=3)
views = documents.map(lambda document: without_nulls(document))


def without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_nulls(each) for key, each in value.items() if each is not None}
    if isinstance(value, list):
        return [without_nulls(each) for each in value if each is not None]
    return value


@given(views, views)
def test_a_patch_leads_from_any_view_to_any_other(old: Plain, new: Plain) -> None:
    patch = diff(old, new)
    assert same(merge(old, patch), new)
    assert (patch == {}) == same(old, new)


def same(one: object, other: object) -> bool:
    """Equal as JSON: for Python, 1 is true and 0 is false."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


@given(documents, documents)
def test_merging_is_that_of_the_standard(document: Plain, patch: Plain) -> None:
    before = json.dumps([document, patch])
    assert same(merge(document, patch), merged_by_the_standard(document, patch))
    assert json.dumps([document, patch]) == before


def merged_by_the_standard(target: Any, patch: Any) -> Any:
    """The pseudocode of RFC 7396, section 2, word by word."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            if name in result:
                del result[name]
        else:
            result[name] = merged_by_the_standard(result.get(name), value)
    return result


# --- who may know what ------------------------------------------------------------------------------------------------


@over_many_games
def test_a_viewer_has_a_handle_of_exactly_the_cards_that_it_may_know(numbers: range) -> None:
    for number in numbers:
        game, player, rng = begin(number), Player(number), Random(number)
        while (prompt := game.prompt) is not None:
            state, viewer = game._match.state, rng.randrange(3)
            before, first_new = state.handles[viewer][:], state.next_handle[viewer]
            events = game.decide(player.decide(prompt))
            handles = state.handles[viewer]
            known = {card for card, handle in enumerate(handles) if handle}
            assert known == visible(state, viewer)
            given_out = [handles[card] for card in known]
            assert len(set(given_out)) == len(given_out)
            assert all(handle < state.next_handle[viewer] for handle in given_out)
            assert all(handles[card] >= first_new for card in known if handles[card] != before[card])
            assert_renewed_by_hidden_zones(viewer, events, first_new)


def assert_renewed_by_hidden_zones(viewer: int, events: Sequence[Event], first_new: int) -> None:
    """A card that moves from where the viewer does not see it has a new handle, or none."""
    for event in events:
        if event[0] == "card_moved":
            _, before, after, owner, origin, to, _ = event
            hidden = origin not in PUBLIC and not (origin == HAND and owner == viewer)
            if hidden and to in PUBLIC and not before[1 + viewer]:
                assert after[1 + viewer] >= first_new


@over_many_games
def test_no_event_patch_or_prompt_speaks_of_a_card_that_its_audience_may_not_know(numbers: range) -> None:
    """Each single card has a number and a name of its own: it can be found wherever it is spoken of."""
    for number in numbers:
        game, player, rng = begin_marked(number, POOL), Player(number), Random(number)
        known_names: set[str] = set()
        numbers_by_handle: list[dict[int, str]] = [{}, {}, {}]
        old = {audience: game.view(audience) for audience in AUDIENCES}
        while (prompt := game.prompt) is not None:
            state = game._match.state
            is_looked_at = rng.randrange(EVERY) == 0
            known = [visible(state, viewer) for viewer in range(3) if is_looked_at]
            events = game.decide(player.decide(prompt))
            known_names.update(marks_in([event[2] for event in events if event[0] == "name_declared"]))
            if not is_looked_at:
                continue
            for viewer, audience in enumerate(AUDIENCES):
                known[viewer] |= shown(state, viewer, events) | visible(state, viewer)
                plain = game.events_for(audience, events)
                match_handles(plain, numbers_by_handle[viewer], state.next_handle[viewer])
                new = game.view(audience)
                may_know = marks(game, known[viewer]) | known_names
                assert marks_in(plain) <= may_know
                assert marks_in(diff(old[audience], new)) <= may_know
                assert marks_in(new) <= marks(game, visible(state, viewer)) | known_names
                old[audience] = new
            if (following := game.prompt) is not None:
                seat = AUDIENCES.index(following.seat)
                assert marks_in(following.plain()) <= marks(game, known[seat]) | known_names


def marks(game: Game, cards: set[int]) -> set[str]:
    """The marks of cards."""
    state, definitions = game._match.state, POOL.definitions
    return {definitions[state.cards[card]].number.split(TAG)[1] for card in cards}


def marks_in(plain: object) -> set[str]:
    """The marks of all cards of which plain data speak."""
    return set(re.findall(rf"{TAG}(\d+)", json.dumps(plain)))


def match_handles(events: Sequence[Plain], numbers: dict[int, str], next_handle: int) -> None:
    """A handle stands for one card for ever, and an event names a card with its handle or not at all."""
    for event in events:
        for key in ("card", "target", "source", "to"):
            handle = event.get(key, 0)
            if isinstance(handle, int):
                assert 0 <= handle < next_handle
        if "number" in event:
            assert event["card"] > 0
            assert numbers.setdefault(event["card"], event["number"]) == event["number"]


# --- events tell what changed -----------------------------------------------------------------------------------------


@over_many_games
def test_the_events_add_up_to_the_difference_between_two_views(numbers: range) -> None:
    """Life, souls, resources, sizes of zones, orientation, damage, night and phase: for everyone, whoever looks."""
    for number in numbers:
        game, player = begin(number), Player(number)
        viewer = AUDIENCES[number % 3]
        old = game.view(viewer)
        while (prompt := game.prompt) is not None:
            events = game.events_for(viewer, game.decide(player.decide(prompt)))
            new = game.view(viewer)
            told = Ledger(old)
            for event in events:
                told.enter(event)
            assert told.sums() == Ledger(new).sums()
            assert told.resting.items() <= Ledger(new).resting.items()
            old = new


class Ledger:
    """A view reduced to what events must tell, kept up by them."""

    def __init__(self, view: Plain) -> None:
        self.players: dict[str, Plain] = {seat: dict(player) for seat, player in view["players"].items()}
        for player in self.players.values():
            player["base"], player["graveyard"], player["exile"] = (
                len(player[zone]) for zone in ("base", "graveyard", "exile")
            )
            del player["hand"]
        self.resolution = len(view["resolution"])
        self.night, self.phase, self.turn, self.active = view["night"], view["phase"], view["turn"], view["active"]
        based = {handle: card for handle, card in view["cards"].items() if card["zone"] == "base"}
        self.resting = {handle: card.get("rest", False) for handle, card in based.items()}
        self.damage = {handle: card["damage"] for handle, card in based.items() if "damage" in card}

    def sums(self) -> list[object]:
        return [self.players, self.resolution, self.night, self.phase, self.turn, self.active, self.damage]

    def enter(self, event: Plain) -> None:
        enter = getattr(self, "_" + event["type"], None)
        if enter is not None:
            enter(event)

    def _card_moved(self, event: Plain) -> None:
        self._count(event["seat"], event["from"], -1)
        self._count(event["seat"], event["to"], 1)
        if event["from"] == "base":
            self.damage.pop(str(event["card"]), None)
            self.resting.pop(str(event["card"]), None)

    def _count(self, seat: str, zone: str, amount: int) -> None:
        if zone == "resolution":
            self.resolution += amount
        else:
            self.players[seat][{"hand": "hand_size", "deck": "deck_size"}.get(zone, zone)] += amount

    def _card_drawn(self, event: Plain) -> None:
        self._count(event["seat"], "deck", -1)
        self._count(event["seat"], "hand", 1)

    def _redrawn(self, event: Plain) -> None:
        player = self.players[event["seat"]]
        player["deck_size"] += player["hand_size"]
        player["hand_size"] = 0

    def _souls_gained(self, event: Plain) -> None:
        player = self.players[event["seat"]]
        player["soul_deck"] -= event["amount"]
        player["resting_souls" if event["resting"] else "souls"] += event["amount"]

    def _souls_paid(self, event: Plain) -> None:
        self.players[event["seat"]]["souls"] -= event["amount"]
        self.players[event["seat"]]["resting_souls"] += event["amount"]

    def _souls_stood(self, event: Plain) -> None:
        self.players[event["seat"]]["souls"] += event["amount"]
        self.players[event["seat"]]["resting_souls"] -= event["amount"]

    def _resource_gained(self, event: Plain) -> None:
        self.players[event["seat"]][event["resource"]] += event["amount"]

    def _resource_consumed(self, event: Plain) -> None:
        self.players[event["seat"]][event["resource"]] -= event["amount"]

    _resource_lost = _resource_consumed

    def _life_gained(self, event: Plain) -> None:
        self.players[event["seat"]]["life"] += event["amount"]

    def _life_lost(self, event: Plain) -> None:
        self.players[event["seat"]]["life"] -= event["amount"]

    def _card_rested(self, event: Plain) -> None:
        self.resting[str(event["card"])] = True

    def _card_stood(self, event: Plain) -> None:
        self.resting[str(event["card"])] = False

    def _damage_dealt(self, event: Plain) -> None:
        if event["card"]:
            card = str(event["card"])
            self.damage[card] = self.damage.get(card, 0) + event["amount"]

    def _turn_began(self, event: Plain) -> None:
        self.turn, self.active = event["turn"], event["seat"]

    def _turn_ended(self, event: Plain) -> None:
        self.damage = {}

    def _phase_began(self, event: Plain) -> None:
        self.phase = event["phase"]

    def _night_fell(self, event: Plain) -> None:
        self.night = True

    def _night_ended(self, event: Plain) -> None:
        self.night = False

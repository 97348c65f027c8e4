"""Promise 8: patches take one view to the next, and events tell the same."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import AUDIENCES
from engine.views import diff, merge
from tests.engine.play import Player, begin, over_many_games
from tests.engine.promises import EventsAddUp, PatchesLeadOn, keep_over

Plain = dict[str, Any]


@over_many_games
def test_the_events_add_up_to_the_difference_between_two_views(numbers: range) -> None:
    keep_over(numbers, EventsAddUp)


@over_many_games
def test_every_view_is_the_one_before_it_with_its_patch_merged_in(numbers: range) -> None:
    keep_over(numbers, PatchesLeadOn)


def test_a_glimpse_shows_what_the_view_shows() -> None:
    looked = 0
    for number in range(4):
        game, player = begin(number), Player(number)
        while (prompt := game.prompt) is not None:
            for audience in AUDIENCES:
                view, glimpse = game.view(audience), game.glimpse(audience)
                assert all(handle in glimpse["cards"] for handle in view["cards"])
                assert {handle: glimpse["cards"][handle] for handle in view["cards"]} == view["cards"]
                assert {**glimpse, "cards": view["cards"]} == view
                hidden = str(max(map(int, view["cards"]), default=0) + 1)
                assert hidden not in glimpse["cards"]
                with pytest.raises(KeyError):
                    glimpse["cards"][hidden]
                looked += 1
            game.decide(player.decide(prompt))
    assert looked > 1000


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

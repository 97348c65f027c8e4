"""A watch is the view of the moment and what led to it, whatever it keeps from one view to the next."""

import json
from random import Random

from engine import AUDIENCES
from engine.views import diff, in_brief, in_full, merge
from tests.engine.play import Player, begin, over_many_games


@over_many_games
def test_a_watch_has_the_view_of_the_moment_and_tells_what_led_to_it(numbers: range) -> None:
    """Byte for byte, the order in which things stand included; whether it began with the game or later."""
    for number in numbers:
        game, player, rng = begin(number), Player(number), Random(number)
        watches = {audience: game.watch(audience) for audience in AUDIENCES}
        while (prompt := game.prompt) is not None:
            events = game.decide(player.decide(prompt))
            if rng.randrange(50) == 0:
                watches = {audience: game.watch(audience) for audience in AUDIENCES}
                continue
            for audience, watch in watches.items():
                old = watch.view
                patch = watch.follow(events).patch
                assert json.dumps(watch.view) == json.dumps(game.view(audience))
                assert patch == diff(old, watch.view)
                assert merge(old, patch) == watch.view


@over_many_games
def test_the_events_of_a_watch_leave_out_only_the_numbers_that_the_views_around_them_have(numbers: range) -> None:
    brought_along = 0
    for number in numbers:
        game, player = begin(number), Player(number)
        audience = AUDIENCES[number % 3]
        watch = game.watch(audience)
        while (prompt := game.prompt) is not None:
            events = game.decide(player.decide(prompt))
            old = watch.view
            told = watch.follow(events).events
            assert in_full(told, old, watch.view) == game.events_for(audience, events)
            for event in told:
                is_needed = str(event.get("card", 0)) not in {"0", *old["cards"], *watch.view["cards"]}
                assert ("number" in event) == is_needed
                brought_along += is_needed
    assert brought_along


def test_events_of_several_decisions_leave_out_only_the_numbers_that_the_views_around_all_of_them_have() -> None:
    brought_along = 0
    for number in range(20):
        game, player, rng = begin(number), Player(number), Random(number)
        watch, audience = game.watch(AUDIENCES[number % 3]), AUDIENCES[number % 3]
        first, told, happened = watch.view, list[dict[str, object]](), list[dict[str, object]]()
        while (prompt := game.prompt) is not None:
            before, events = watch.view, game.decide(player.decide(prompt))
            told += in_full(watch.follow(events).events, before, watch.view)
            happened += game.events_for(audience, events)
            if rng.randrange(12) and game.prompt is not None:
                continue
            brief = in_brief(told, first, watch.view)
            assert in_full(brief, first, watch.view) == told == happened
            for event in brief:
                is_needed = str(event.get("card", 0)) not in {"0", *first["cards"], *watch.view["cards"]}
                assert ("number" in event) == is_needed
                brought_along += is_needed
            first, told, happened = watch.view, [], []
    assert brought_along


def test_watches_of_one_game_do_not_disturb_each_other() -> None:
    """One that is never asked to follow, one of a twin, and one that looks twice at the same moment."""
    for number in range(20):
        game, player = begin(number), Player(number)
        still, watch = game.watch("A"), game.watch("A")
        first = json.dumps(still.view)
        while (prompt := game.prompt) is not None:
            decision = player.decide(prompt)
            twin = game.clone()
            twin.decide(decision)
            there = twin.watch("A")
            watch.follow(game.decide(decision))
            assert there.view == watch.view
            assert watch.follow([]) == ([], {})
        assert json.dumps(still.view) == first

"""Invariants 5 and 6: the log replays, a twin goes its own way, and what is derived is what the state says."""

import json
from array import array
from collections.abc import Iterator
from random import Random

import pytest

from engine import AUDIENCES, Decision, Game, Prompt, catalogue
from engine.effects.abilities import Rule
from engine.model.state import State
from engine.rules.derived import Derived
from engine.rules.match import Match
from tests.engine.play import Player, begin, over_many_games

EVERY = 4
"""One prompt of so many is looked at, where looking costs much."""


def finish(game: Game, player: Player) -> Iterator[tuple[Decision, bytes]]:
    """Play on, and tell each decision and the chain after it."""
    while (prompt := game.prompt) is not None:
        decision = player.decide(prompt)
        game.decide(decision)
        yield decision, game.chain


@over_many_games
def test_the_replay_of_a_log_has_the_same_chain_at_every_decision(numbers: range) -> None:
    for number in numbers:
        game = begin(number)
        chains = [game.chain, *(chain for _, chain in finish(game, Player(number)))]
        log = json.loads(json.dumps(game.log))
        replayed = Game.begin_log(log["start"], catalogue)
        again = [replayed.chain]
        for entry in log["entries"]:
            replayed.take_entry(entry)
            again.append(replayed.chain)
        assert again == chains
        assert len(set(chains)) == len(chains)
        assert (replayed.outcome, replayed.save(), replayed.log) == (game.outcome, game.save(), game.log)


@pytest.mark.parametrize("end", ["concede", "adjudicate"])
def test_a_concession_and_an_adjudication_are_entries_that_replay(end: str) -> None:
    for number in range(20):
        game, rng = begin(number), Random(number)
        turns = rng.randrange(60)
        for _ in zip(range(turns), finish(game, Player(number)), strict=False):
            pass
        if game.outcome is not None:
            continue
        if end == "concede":
            game.concede(rng.choice(("A", "B")))
        else:
            game.adjudicate(rng.choice(("A", "B", "draw")), "loss on time")
        assert game.prompt is None
        log = json.loads(json.dumps(game.log))
        assert Game.replay(log, catalogue).chain == game.chain
        assert Game.load(game.save(), catalogue).outcome == game.outcome


@over_many_games
def test_a_twin_that_goes_another_way_leaves_the_game_as_it_is(numbers: range) -> None:
    for number in numbers:
        game, player, rng = begin(number), Player(number), Random(number)
        alone = begin(number)
        twin = game.clone()
        while (prompt := game.prompt) is not None:
            if rng.randrange(EVERY) == 0 or twin.prompt is None:
                twin = game.clone()
            assert twin.prompt is not None
            twin.decide(rng.choice(twin.prompt.legal()))
            decision = player.decide(prompt)
            game.decide(decision)
            alone.decide(decision)
            assert game.chain == alone.chain
        assert game.save() == alone.save()


def test_a_twin_shares_no_mutable_value_with_its_game() -> None:
    """A list that both held would be a leak that no random game need find."""
    for number in range(30):
        game, player = begin(number), Player(number)
        while (prompt := game.prompt) is not None:
            twin = game.clone()
            mine, its = (list(mutable(each._match.state)) for each in (game, twin))
            assert len(mine) == len(its) > 20
            assert not {id(value) for value in mine} & {id(value) for value in its}
            game.decide(player.decide(prompt))


def mutable(state: State) -> Iterator[object]:
    """Every list, bytearray and dict of the state, but the locals of frames, which are replaced and never changed."""
    for name in State.__slots__:
        yield from _mutable(getattr(state, name))
    if state.battle is not None:
        yield from (state.battle, state.battle.fired)


def _mutable(value: object) -> Iterator[object]:
    if isinstance(value, array | bytearray | dict):
        yield value
    elif isinstance(value, list):
        yield value
        yield from (each for each in value if isinstance(each, array | list))


def test_looking_at_a_game_changes_nothing() -> None:
    """Views, legal lists, questions, previews, saves and twins between the decisions: the chain is the same."""
    for number in range(30):
        game, player = begin(number), Player(number)
        looked_at, rng = begin(number), Random(number)
        while (prompt := looked_at.prompt) is not None:
            decision = player.decide(prompt)
            look_at(looked_at, prompt, rng.randrange(100))
            looked_at.preview([decision])
            events = looked_at.decide(decision)
            for audience in AUDIENCES:
                looked_at.events_for(audience, events)
            game.decide(decision)
            assert looked_at.chain == game.chain


def look_at(game: Game, prompt: Prompt, card: int) -> None:
    prompt.plain()
    game.save()
    game.clone()
    game.report()
    game.inspect(card)
    for audience in AUDIENCES:
        game.view(audience)


# --- derived values ---------------------------------------------------------------------------------------------------


@over_many_games
def test_a_value_derived_with_the_cache_is_the_value_derived_without(numbers: range) -> None:
    for number in numbers:
        game, player = begin(number), Player(number)
        while (prompt := game.prompt) is not None:
            game.decide(player.decide(prompt))
            match = game._match
            if match._derived is not None and game.decisions % EVERY == 0:
                assert derived_values(match, match._derived) == derived_values(*afresh(match))


def afresh(match: Match) -> tuple[Match, Derived]:
    twin = match.clone()
    return twin, twin.derived


def derived_values(match: Match, derived: Derived) -> list[object]:
    """Everything that can be asked of the derived values of a match."""
    state = match.state
    watchers = sorted((card, ability.id, origin) for card, ability, origin in derived.watchers)
    values: list[object] = [derived.night, derived.gives_abilities, watchers]
    based = state.base[0] + state.base[1]
    for card in based:
        values += [derived.power(card), derived.strike(card), derived.keywords(card), derived.names(card)]
        values += [derived.activations(card), derived.will_not_stand(card), derived.may_block(card)]
        values += [[(ability.id, origin) for ability, origin in derived.instances(card)]]
        values += [[derived.has_rule(card, rule) for rule in Rule]]
        values += [[derived.may_be_attacked_by(card, attacker) for attacker in based]]
    return values


@pytest.mark.parametrize("first", [0, 10, 20, 30])
def test_a_whole_game_without_the_cache_has_the_same_chain(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every read in the middle of a step is fresh too, so a step that forgets to forget would show."""
    numbers = range(first, first + 10)
    chains = {number: [chain for _, chain in finish(begin(number), Player(number))] for number in numbers}
    monkeypatch.setattr(Match, "derived", property(always_afresh))
    monkeypatch.setattr(Match, "is_settled", property(lambda match: False, lambda match, value: None))
    for number in numbers:
        assert [chain for _, chain in finish(begin(number), Player(number))] == chains[number]


_building: list[Derived] = []
"""The values that are being built now: their lower layers are read by their higher ones."""


def always_afresh(match: Match) -> Derived:
    if _building and _building[-1]._match is match:
        return _building[-1]
    derived = Derived(match)
    _building.append(derived)
    try:
        derived.build()
    finally:
        _building.pop()
    return derived

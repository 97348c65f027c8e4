"""Promises 4, 5 and 6: saves go on, logs replay, a twin goes its own way, what is derived is what the state says."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any
from unittest.mock import PropertyMock, patch

from engine import AUDIENCES, Decision, Game, Prompt
from engine.effects.abilities import Rule
from engine.rules.derived import Derived
from engine.rules.match import Event, Match
from tests.engine.elsewhere import Answer, Request, seen
from tests.engine.promises.watching import Means, Promise

ALONE = 8
"""From one prompt of so many, a save goes on elsewhere for one step; from one of each game it does to the end."""

EVERY = 4
"""One prompt of so many is looked at, where looking costs much."""

GAMES = 40
"""One game of so many is played again without any cache."""


class SavesGoOn(Promise):
    number = 4
    title = "a save goes on to the same chain in another process"

    def __init__(self, game: Game, means: Means, rng: Random) -> None:
        super().__init__(game, means, rng)
        self.saved = [game.save()]
        self.chains: list[bytes] = []
        self.sights: list[bytes | None] = []

    def after(self, prompt: Prompt, decision: Decision, events: Sequence[Event]) -> None:
        self.chains.append(self.game.chain)
        self.saved.append(self.game.save())
        self.sights.append(seen(self.game) if self.seldom(ALONE) else None)

    def end(self) -> None:
        elsewhere = self.means.elsewhere
        assert elsewhere is not None, "saves go on in a process that the means name"
        entries, saved, chains, sight = self.game.log["entries"], self.saved, self.chains, seen(self.game)
        requests, answers = [Request(saved[-1], [])], [Answer(saved[-1], [], sight)]
        for step, after in enumerate(self.sights):
            if after is not None:
                requests.append(Request(saved[step], entries[step : step + 1]))
                answers.append(Answer(saved[step], chains[step : step + 1], after))
        for middle in [self.rng.randrange(len(entries))] if entries else []:
            requests.append(Request(saved[middle], entries[middle:]))
            answers.append(Answer(saved[middle], chains[middle:], sight))
        assert elsewhere.go_on(requests) == answers
        self.means.tally[self.title, ""] += len(requests)


class LogReplays(Promise):
    number = 5
    title = "the log replays to the same chain at every decision"

    def __init__(self, game: Game, means: Means, rng: Random) -> None:
        super().__init__(game, means, rng)
        self.chains = [game.chain]

    def after(self, prompt: Prompt, decision: Decision, events: Sequence[Event]) -> None:
        self.chains.append(self.game.chain)

    def end(self) -> None:
        game, log = self.game, as_stored(self.game.log)
        replayed = Game.begin_log(log["start"], game.catalogue)
        again = [replayed.chain]
        for entry in log["entries"]:
            replayed.take_entry(entry)
            again.append(replayed.chain)
        assert again == self.chains
        assert len(set(again)) == len(again)
        assert (replayed.outcome, replayed.save(), replayed.log) == (game.outcome, game.save(), game.log)
        self.means.tally[self.title, ""] += len(again)


def as_stored(log: dict[str, Any]) -> dict[str, Any]:
    """A log after a way through JSON, but for the position of a game that began from one."""
    start = log["start"] if "position" in log["start"] else json.loads(json.dumps(log["start"]))
    return {"start": start, "entries": json.loads(json.dumps(log["entries"]))}


def alone(game: Game) -> Game:
    """The same game at its beginning, which nobody looks at."""
    return Game.begin_log(game.log["start"], game.catalogue)


class TwinsGoTheirOwnWay(Promise):
    number = 6
    title = "a twin that goes another way leaves the game as it is"

    def __init__(self, game: Game, means: Means, rng: Random) -> None:
        super().__init__(game, means, rng)
        self.is_watched = self.seldom(1)
        self.alone = alone(game)
        self.twin = game.clone()

    def before(self, prompt: Prompt, decision: Decision) -> None:
        if not self.is_watched:
            return
        if self.rng.randrange(EVERY) == 0 or self.twin.prompt is None:
            self.twin = self.game.clone()
        assert self.twin.prompt is not None
        self.twin.decide(self.rng.choice(self.twin.prompt.legal()))

    def after(self, prompt: Prompt, decision: Decision, events: Sequence[Event]) -> None:
        if self.is_watched:
            self.alone.decide(decision)
            assert self.game.chain == self.alone.chain
            self.count()

    def end(self) -> None:
        if self.is_watched:
            assert self.game.save() == self.alone.save()


class DerivedIsFresh(Promise):
    number = 6
    title = "a value derived with the cache is the value derived without"

    def after(self, prompt: Prompt, decision: Decision, events: Sequence[Event]) -> None:
        match = self.game._match
        if match._derived is not None and self.seldom(EVERY):
            assert derived_values(match, match._derived) == derived_values(*afresh(match))
            self.count()


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


class NoCacheIsNeeded(Promise):
    """Every read in the middle of a step is fresh too, so a step that forgets to forget shows."""

    number = 6
    title = "a whole game without any cache has the same chain"

    def __init__(self, game: Game, means: Means, rng: Random) -> None:
        super().__init__(game, means, rng)
        self.chains: list[bytes] = []
        self.is_watched = self.seldom(GAMES)

    def after(self, prompt: Prompt, decision: Decision, events: Sequence[Event]) -> None:
        self.chains.append(self.game.chain)

    def end(self) -> None:
        if not self.is_watched:
            return
        with (
            patch.object(Match, "derived", property(always_afresh)),
            patch.object(Match, "is_settled", PropertyMock(return_value=False)),
        ):
            replayed = alone(self.game)
            for entry, chain in zip(self.game.log["entries"], self.chains, strict=True):
                replayed.take_entry(entry)
                assert replayed.chain == chain
                self.count()


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


class LookingChangesNothing(Promise):
    """Views, legal lists, questions, previews, saves and twins between the decisions: a no-op that is inserted."""

    number = 10
    title = "looking at a game changes nothing"

    def __init__(self, game: Game, means: Means, rng: Random) -> None:
        super().__init__(game, means, rng)
        self.is_watched = self.seldom(1)
        self.alone = alone(game)

    def before(self, prompt: Prompt, decision: Decision) -> None:
        if self.is_watched and (self.is_thorough or self.rng.randrange(EVERY) == 0):
            look_at(self.game, prompt, self.rng.randrange(len(self.game._match.state.cards)))
            self.game.preview([decision])
            self.count()

    def after(self, prompt: Prompt, decision: Decision, events: Sequence[Event]) -> None:
        if self.is_watched:
            for audience in AUDIENCES:
                self.game.events_for(audience, events)
            self.alone.decide(decision)
            assert self.alone.chain == self.game.chain


def look_at(game: Game, prompt: Prompt, card: int) -> None:
    prompt.plain()
    game.save()
    game.clone()
    game.report()
    game.inspect(card)
    for audience in AUDIENCES:
        game.view(audience)

"""A scenario as the page steps through it: its decisions, what may not be decided there and why, and its words."""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Final, TypeAlias

from msgspec.structs import replace

from clients.rulings.facts import facts_in
from clients.scenarios import PlainDriver, Scenario, run
from clients.scenarios.cards import Labels
from clients.scenarios.scene import SeatLabels
from clients.scenarios.steps import Expect, Refuse, Say, Step
from engine import Game, catalogue, notation
from engine.model.decisions import Decision, Verb
from engine.model.terms import SEATS, SeatName
from engine.rules.match import Event
from server.films import Cutting, developed
from server.protocol.messages import Player, Players
from server.protocol.reels import ANGLES, Angle, Reel, Refusal
from server.protocol.replays import Writer
from server.protocol.shapes import RulingFacts

PLAYERS: Final = Players(Player("Player A", False), Player("Player B", False))
_NUMBER: Final = re.compile(r"Q(\d+)")
_CARD: Final = re.compile(r"[A-Z]+\d+-\d+")
_COUNTING: Final[tuple[Verb, ...]] = ("activate", "option", "number", "resolve")

Remark: TypeAlias = Callable[[Cutting], None]
"""Something that is shown beside a position."""


class _Camera(PlainDriver):
    """Writes down what both seats are told while a scenario runs, and what its steps remark."""

    writer: Writer

    def __init__(self, labels: Labels) -> None:
        self._labels = labels
        self.remarks: defaultdict[int, list[Remark]] = defaultdict(list)
        """By the number of decisions before them."""

    def start(self, scenario: Scenario) -> Game:
        game = super().start(scenario)
        self.writer = Writer({seat: game.watch(seat) for seat in SEATS})
        return game

    def step(self, game: Game, step: Step) -> None:
        match step.action:
            case Say(text):
                self._remark(lambda cutting: cutting.say(text))
            case Refuse(seat, text):
                self._remark(self._refusal(game, seat, text))
            case Expect(expectations):
                facts = list(chain.from_iterable(facts_in(each, partial(self._number, game)) for each in expectations))
                self._remark(lambda cutting: cutting.show(facts))
            case _:
                pass

    def _remark(self, remark: Remark) -> None:
        self.remarks[len(self.writer.entries)].append(remark)

    def _refusal(self, game: Game, seat: SeatName, text: str) -> Remark:
        prompt = game.prompt
        assert prompt is not None, "only who is asked is refused"
        names = SeatLabels(game, self._labels, seat)
        decision = notation.parse(text, prompt, names)
        verb, card, target, number, cards, name = decision
        reason = prompt.why_not(decision)
        assert reason is not None, "what is refused has a reason"
        meant = [game.inspect(names.physical(handle)).number for handle in (card, target, *cards) if handle]
        said = str(number) if verb in _COUNTING else name
        refusal = Refusal(verb=verb, cards=tuple(meant), said=said, why=reason.text)
        return lambda cutting: cutting.refuse(seat, refusal)

    def _number(self, game: Game, label: str) -> str:
        return game.inspect(self._labels.card(label)).number

    def decide(self, game: Game, decision: Decision) -> Game:
        return self._enter(game, game.decide(decision))

    def concede(self, game: Game, seat: SeatName) -> Game:
        return self._enter(game, game.concede(seat))

    def _enter(self, game: Game, events: Sequence[Event]) -> Game:
        self.writer.enter(game.last_entry, events, game.chain)
        return game


def film(scenario: Scenario) -> Mapping[Angle, Reel]:
    """A scenario that holds, as seen from each angle."""
    camera = _Camera(scenario.labels)
    result = run(scenario, camera)
    assert result.failure is None, "\n".join(result.failure.lines())
    cutting = Cutting(PLAYERS, catalogue)
    for position in developed(camera.writer.views, camera.writer.entries, catalogue):
        cutting.add(position)
        for remark in camera.remarks[position.n]:
            remark(cutting)
    facts = facts_of(scenario)
    return {angle: replace(cutting.reel(angle), ruling=facts) for angle in ANGLES}


def facts_of(scenario: Scenario) -> RulingFacts:
    """What an example shows, by its title and its sources."""
    numbers = tuple(sorted(int(found[1]) for source in scenario.source if (found := _NUMBER.fullmatch(source))))
    cards = tuple(source for source in scenario.source if _CARD.fullmatch(source))
    return RulingFacts(Path(scenario.file).stem, numbers, scenario.title, cards)

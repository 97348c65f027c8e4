"""Every example of a ruling can be stepped through: from each angle, to where its scenario ends."""

import re
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from clients.rulings import files, reels
from clients.rulings.filming import film
from clients.scenarios import PlainDriver, Scenario, load, loads, run
from clients.scenarios.steps import Refuse
from engine import SEATS, Game
from engine.views import merge
from server.app import running
from server.protocol.reels import ANGLES, Fact, Reel, Refusal
from server.protocol.replay_file import same
from server.settings import Settings
from tests.server.bots import BOTS
from tests.server.chance import Scripted

SENTENCE_END = re.compile(r"[.?!]”?(?= [A-Z]|$)")
MOST_SENTENCES = 3  # the name of a card may end like one
LONGEST = 230
SHORT = """
title: A Pal that rests does not block
source: [Q50, ETD01-002]
A: {base: [ETD01-002 as hog]}
B: {base: [ETD01-003 as kelp, ETD01-003 as other rest]}
steps:
  - say: Two Pals may attack.
  - say: One does.
  - A: attack hog -> player
  - illegal: {B: block other}
  - B: block kelp
  - say: It has blocked.
  - expect: {kelp.state: rest}
"""


class _Last(PlainDriver):
    """Keeps the game."""

    game: Game

    def start(self, scenario: Scenario) -> Game:
        self.game = super().start(scenario)
        return self.game


def views_of(reel: Reel) -> list[Any]:
    """What is seen before the first step and after each."""
    views: list[Any] = [reel.start.view]
    for step in reel.steps:
        views.append(merge(views[-1], step.update.patch))
    return views


@pytest.mark.parametrize("name", files())
def test_every_ruling_is_shown_from_its_first_position_to_its_last_with_what_is_refused_on_the_way(name: str) -> None:
    scenario, last = load(files()[name]), _Last()
    run(scenario, last)
    refused = [step.action for step in scenario.steps if isinstance(step.action, Refuse)]
    for angle, reel in reels(name).items():
        assert reel.angle == angle
        assert isinstance(reel.ruling, msgspec.Struct)
        assert (reel.ruling.name, reel.ruling.says) == (name, scenario.title)
        decided = [step for step in reel.steps if not step.refused]
        assert len(decided) == last.game.decisions >= 1
        assert [step.seat for step in reel.steps if step.refused] == [action.seat for action in refused]
        assert [step.update.seq for step in reel.steps] == list(range(1, len(reel.steps) + 1))
        if angle != "open":
            assert same(views_of(reel)[-1], last.game.view(angle))
        else:
            assert all(step.line for step in decided)
            assert reel.start.hands is not msgspec.UNSET


@pytest.mark.parametrize("name", files())
def test_every_ruling_says_at_the_beginning_what_it_shows_and_at_the_end_what_came_of_it(name: str) -> None:
    reel = reels(name)["open"]
    for said in (reel.says, reel.steps[-1].says):
        assert 1 <= len(SENTENCE_END.findall(said)) <= MOST_SENTENCES, said
        assert len(said) <= LONGEST, said


def test_what_may_not_be_done_is_a_step_that_changes_nothing_and_says_why() -> None:
    reel = film(loads(SHORT, "Q50-rests.yaml"))["open"]
    assert [step.line for step in reel.steps] == ["attack jolthog -> player", "", "block kelpsea-ignis"]
    step = reel.steps[1]
    assert step.refused == Refusal(verb="block", cards=("ETD01-003",), why="Already resting.")
    assert (step.update.events, step.update.patch, step.seat) == ((), {}, "B")


def test_words_stand_where_the_file_says_them() -> None:
    reel = film(loads(SHORT, "Q50-rests.yaml"))["A"]
    assert reel.says == "Two Pals may attack. One does."
    assert [step.says for step in reel.steps] == ["", "", "It has blocked."]


def test_what_a_file_expects_is_told_where_both_hands_are_open() -> None:
    seen = "{other.state: rest, kelp.damage: 0, B.life: 10, B.hand: [ETD01-002, spare], A.souls: {stand: 9, rest: 1}}"
    text = SHORT.replace("{kelp.state: rest}", seen).replace("B: {", "B: {hand: [ETD01-003 as spare, ETD01-002], ")
    text = text.replace("A: {", "A: {souls: {stand: 9, rest: 1}, ")
    scenario = loads(
        text + "  - expect: {night: false, pending: [], winner: null, battle: {step: quick}}", "Q50-rests.yaml"
    )
    last = film(scenario)["open"].steps[-1]
    assert last.facts == (
        Fact(about="state", card="ETD01-003", value="rest"),
        Fact(about="damage", card="ETD01-003", value="0"),
        Fact(about="life", seat="B", value="10"),
        Fact(about="hand", seat="B", cards=("ETD01-002", "ETD01-003")),
        Fact(about="standing", seat="A", value="9"),
        Fact(about="resting", seat="A", value="1"),
        Fact(about="night", value="false"),
    )
    assert not any(step.facts for seat in SEATS for step in film(scenario)[seat].steps)


def test_a_scenario_that_does_not_hold_is_not_shown() -> None:
    with pytest.raises(AssertionError, match="expected a prompt to A, found one to B"):
        film(loads(SHORT.replace("illegal: {B: block other}", "illegal: {A: block hog}"), "Q50-rests.yaml"))


async def test_the_server_shows_a_ruling_from_each_angle_and_says_that_it_knows_no_other(tmp_path: Path) -> None:
    settings = Settings(port=0, state_dir=tmp_path / "state", web_dir=tmp_path / "web")
    name = "Q51-interrupt-works-from-the-hand-only"
    async with (
        running(settings, BOTS, Scripted(1), rulings=reels) as url,
        httpx.AsyncClient(base_url=f"{url}/api/ruling", trust_env=False) as http,
    ):
        for angle in ANGLES * 2:
            answer = await http.get(f"/{name}?as={angle.lower()}")
            assert answer.content == msgspec.json.encode(reels(name)[angle])
        for unknown in ("Q51", "Q51-interrupt-works-from-the-hand-only.yaml", "room"):
            answer = await http.get(f"/{unknown}")
            assert (answer.status_code, answer.json()["code"]) == (404, "unknown_ruling")

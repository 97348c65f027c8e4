from collections import Counter

import pytest

from clients.bots import BOTS, HOUSE_BOTS
from clients.bots.asking import find, granted_abilities
from clients.bots.table import Table
from engine import Decision, Game, Prompt, SeatName, catalogue
from engine.model.subsets import Choices
from tests.bots.matches import QUICK, play


class _NoQuestion:
    seat: SeatName = "A"
    kind = "cards"
    source = 0
    candidates = ()
    minimum = 0
    maximum = 0


NO_QUESTION = _NoQuestion()


def test_the_bots_are_known_by_their_names_and_the_house_bot_comes_first() -> None:
    assert list(BOTS) == ["greedy", "search", "beginner", "random"]
    assert all(bot.name == name for name, bot in BOTS.items())


def test_a_server_plays_no_bot_that_plays_at_random() -> None:
    assert {name: bot.name for name, bot in HOUSE_BOTS.items()} == {
        "greedy": "greedy", "search": "search", "random": "beginner",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["greedy", "beginner", "random"])
def test_a_bot_plays_the_same_match_again_from_the_same_seed(name: str) -> None:
    first, second = (play({"A": QUICK[name], "B": QUICK[name]}, seed=7) for _ in range(2))

    assert first.chain == second.chain


@pytest.mark.parametrize(("name", "matches"), [("greedy", 40), ("search", 2), ("beginner", 40), ("random", 40)])
def test_a_bot_never_decides_what_is_not_legal(name: str, matches: int) -> None:
    def watch(game: Game, prompt: Prompt, decision: Decision) -> None:
        assert decision in prompt.legal()

    for seed in range(matches):
        assert play({"A": QUICK[name], "B": QUICK["random"]}, seed, watch).outcome is not None


@pytest.mark.parametrize("name", ["greedy", "search"])
def test_a_bot_leaves_the_view_as_it_was(name: str) -> None:
    def watch(game: Game, prompt: Prompt, decision: Decision) -> None:
        view = game.view(prompt.seat)
        QUICK[name].choose(view, prompt, prompt.legal(), seed=1)
        assert view == game.view(prompt.seat)

    play({"A": BOTS["greedy"], "B": BOTS["random"]}, seed=3, watch=watch)


def test_the_random_bot_answers_a_choice_of_astronomical_size() -> None:
    legal = Choices(tuple(range(1, 51)), 0, 50)

    decision = BOTS["random"].choose({}, NO_QUESTION, legal, seed=11)

    assert decision in legal


def test_the_random_bot_takes_every_decision_about_equally_often() -> None:
    legal = [Decision("option", number=number) for number in range(1, 5)]

    counted = Counter(BOTS["random"].choose({}, NO_QUESTION, legal, seed) for seed in range(4000))

    assert all(850 < counted[decision] < 1150 for decision in legal)


def test_the_greedy_bot_beats_the_random_one_nine_times_out_of_ten() -> None:
    wins = 0
    for seed in range(30):
        wins += outcome_of(play({"A": BOTS["greedy"], "B": BOTS["random"]}, seed)) == "A"
        wins += outcome_of(play({"A": BOTS["random"], "B": BOTS["greedy"]}, seed)) == "B"

    assert wins > 54


def test_the_easy_bot_beats_chance_and_loses_to_the_greedy_one_more_often_than_not() -> None:
    lost = won = 0
    for seed in range(30):
        lost += outcome_of(play({"A": BOTS["greedy"], "B": BOTS["beginner"]}, seed)) == "A"
        lost += outcome_of(play({"A": BOTS["beginner"], "B": BOTS["greedy"]}, seed)) == "B"
        won += outcome_of(play({"A": BOTS["beginner"], "B": BOTS["random"]}, seed)) == "A"

    assert 36 < lost < 57
    assert won > 20


def outcome_of(game: Game) -> str:
    assert game.outcome is not None
    return game.outcome.winner


def test_the_greedy_bot_knows_which_words_ask_whenever_a_card_asks() -> None:
    granted = granted_abilities(catalogue)
    kinds: Counter[str] = Counter()

    def watch(game: Game, prompt: Prompt, decision: Decision) -> None:
        if prompt.source:
            table = Table(game.view(prompt.seat), prompt.seat, catalogue)
            assert find(table, prompt, granted) is not None, prompt.text
            kinds[prompt.kind] += 1

    for seed in range(16):
        play({"A": BOTS["random"], "B": BOTS["random"]}, seed, watch)

    assert set(kinds) >= {"cards", "option", "may"}

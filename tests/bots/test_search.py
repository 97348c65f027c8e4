"""What the searching bot knows, and that it sees further than the greedy one."""

import pickle
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from clients.bots import BOTS, Bot
from clients.bots.guessing import Guesser
from clients.bots.outlook import chance_to_win
from clients.lessons import Lesson, lessons
from engine import SEATS, Decision, Game, Prompt, catalogue
from engine.decks import PRESETS
from engine.model.terms import OTHER
from tests.bots.matches import BRIEF, play, side, standing

SEARCH = BOTS["search"]
HOG = "ETD01-002"  # 300/1
KELPSEA = "ETD01-003"  # 500/1
MOSSANDA = "ETD02-001"  # 900/2


def games(number: int) -> Iterator[tuple[Game, Prompt]]:
    """A match at each main, block or quick prompt with a choice."""
    met: list[Game] = []

    def watch(game: Game, prompt: Prompt, decision: Decision) -> None:
        if prompt.kind in ("main", "block", "quick") and len(prompt.legal()) > 1:
            met.append(game.clone())

    play({"A": BOTS["greedy"], "B": BOTS["random"]}, number, watch)
    for game in met:
        assert game.prompt is not None
        yield game, game.prompt


# --- what it takes for true -------------------------------------------------------------------------------------------


def test_it_deals_as_many_cards_as_are_hidden_and_none_that_was_seen() -> None:
    guesser = Guesser(tuple(PRESETS.values()))
    for number in range(6):
        for game, prompt in games(number):
            view = game.view(prompt.seat)
            dealt = guesser.deal(view, Random(number))
            for seat in SEATS:
                player = view["players"][seat]
                in_hand = 0 if seat == prompt.seat else player["hand_size"]
                assert len(dealt[seat]) == in_hand + player["deck_size"]
                seen = Counter(card["number"] for card in view["cards"].values() if card["owner"] == seat)
                assert any(seen + Counter(dealt[seat]) == Counter(deck.main) for deck in PRESETS.values())


def test_it_takes_a_deck_for_the_one_that_holds_most_of_what_was_seen() -> None:
    game = next(game for game, _ in games(1) if game.turn > 8)
    assert game.prompt is not None
    view = game.view(game.prompt.seat)
    seen = {card["number"] for card in view["cards"].values() if card["owner"] == OTHER[game.prompt.seat]}
    likely = [set(deck.main) for deck in PRESETS.values() if seen <= set(deck.main)]
    for seed in range(20):
        dealt = set(Guesser(tuple(PRESETS.values())).deal(view, Random(seed))[OTHER[game.prompt.seat]])
        assert any(dealt <= deck for deck in likely)


def test_it_finds_cards_for_a_deck_that_is_none_of_the_known_ones() -> None:
    """As in a lesson, where a deck may hold anything, and any number of cards."""
    game = standing(A=side(base=HOG), B=replace(side(base=KELPSEA), deck=80 * side(hand=MOSSANDA).hand))
    view = game.view("A")
    assert len(Guesser((PRESETS["trial-2"],)).deal(view, Random(1))["B"]) == 80
    assert SEARCH.choose(view, game.prompt, game.prompt.legal(), 1) in game.prompt.legal()  # type: ignore[arg-type, union-attr]


# --- what it is worth to be where ------------------------------------------------------------------------------------


def test_the_outlook_of_one_is_the_others_and_whoever_has_won_has_no_doubt() -> None:
    for number in range(4):
        for game, _ in games(number):
            mine, theirs = (chance_to_win(game, seat, catalogue) for seat in SEATS)
            assert mine + theirs == pytest.approx(1.0)
    game = standing(A=side(), B=side())
    game.concede("A")
    assert (chance_to_win(game, "A", catalogue), chance_to_win(game, "B", catalogue)) == (0.0, 1.0)


def test_life_pals_and_cards_are_good_to_have() -> None:
    plain = chance_to_win(standing(A=side(base=HOG), B=side(base=HOG)), "A", catalogue)
    for better in (
        standing(A=side(base=HOG), B=side(base=HOG, life=4)),
        standing(A=side(base=f"{HOG} {MOSSANDA}"), B=side(base=HOG)),
        standing(A=side(base=HOG, hand=MOSSANDA), B=side(base=HOG)),
    ):
        assert chance_to_win(better, "A", catalogue) > plain


# --- what it decides --------------------------------------------------------------------------------------------------


def test_what_it_decides_follows_from_the_view_in_every_process() -> None:
    copy: Bot = pickle.loads(pickle.dumps(BRIEF))
    decided = 0
    for game, prompt in list(games(2))[::4]:
        arguments = (game.view(prompt.seat), prompt, prompt.legal(), game.decisions)
        assert BRIEF.choose(*arguments) == BRIEF.choose(*arguments) == copy.choose(*arguments)
        decided += 1
    assert decided > 4


def wins(bot: Bot, puzzle: Lesson) -> bool:
    """Whether the bot wins the puzzle in its turn."""
    game = Game.from_position(catalogue, puzzle.position)
    turn = game.turn
    while (prompt := game.prompt) is not None and game.turn == turn:
        player = bot if prompt.seat == "A" else puzzle.opponent
        game.decide(player.choose(game.view(prompt.seat), prompt, prompt.legal(), 1))
    return game.outcome is not None and game.outcome.winner == "A"


def test_it_wins_puzzles_that_the_greedy_bot_does_not() -> None:
    puzzles = [lesson for lesson in lessons().values() if lesson.facts.kind == "puzzle"]
    missed = [puzzle for puzzle in puzzles if not wins(BOTS["greedy"], puzzle)]
    assert any(wins(SEARCH, puzzle) for puzzle in missed)


def test_it_loses_no_match_against_the_random_bot() -> None:
    for seed in range(2):
        seat = SEATS[seed % 2]
        game = play({seat: BRIEF, OTHER[seat]: BOTS["random"]}, seed)
        assert game.outcome is not None
        assert game.outcome.winner == seat


@pytest.mark.slow
def test_it_wins_most_matches_against_the_greedy_bot() -> None:
    won = 0
    for seed in range(60):
        for seat in SEATS:
            game = play({seat: SEARCH, OTHER[seat]: BOTS["greedy"]}, seed)
            won += game.outcome is not None and game.outcome.winner == seat
    assert won > 60

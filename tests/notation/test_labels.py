"""The labels of a match's log: whole, and for readers who may not know everything."""

import random
from collections.abc import Iterator

import pytest

from engine import SPECTATOR, Audience, Decision, Game, SeatName, catalogue, notation
from engine.decks import TRIAL_DECKS
from engine.model.position import CardAt, Position, Side
from engine.notation import LogLabels, UnknownLabel

FILLER = (CardAt("ETD01-003"),) * 20


def prompts_of_a_random_match(seed: int, limit: int = 400) -> Iterator[Game]:
    """Play random decisions with the trial decks; yields the game at every prompt."""
    chance = random.Random(seed)
    decks = list(TRIAL_DECKS.values())
    game = Game.start(catalogue, {"A": chance.choice(decks), "B": chance.choice(decks)}, chance.randbytes(32))
    for _ in range(limit):
        prompt = game.prompt
        if prompt is None:
            return
        yield game
        legal = prompt.legal()
        game.decide(legal[chance.randrange(len(legal))])


def some_legal(game: Game, most: int = 40) -> list[Decision]:
    assert game.prompt is not None
    legal = game.prompt.legal()
    return [legal[index] for index in range(min(len(legal), most))]


@pytest.mark.parametrize("seed", range(6))
def test_every_legal_decision_of_a_match_has_one_line_and_is_read_back(seed: int) -> None:
    for game in prompts_of_a_random_match(seed):
        assert game.prompt is not None
        names = LogLabels(game, game.prompt.seat)
        decisions = some_legal(game)
        lines = [notation.format(decision, names) for decision in decisions]
        assert len(set(lines)) == len(lines)
        assert [notation.parse(line, game.prompt, names) for line in lines] == decisions
        assert not any("?" in line for line in lines)


@pytest.mark.parametrize("seed", range(3))
def test_a_reader_never_reads_more_than_the_reader_knows(seed: int) -> None:
    for game in prompts_of_a_random_match(seed):
        assert game.prompt is not None
        seat = game.prompt.seat
        for reader in ("A", "B", SPECTATOR):
            names = LogLabels(game, seat, reader)
            for physical in range(100):
                handle = game.handle(physical, seat)
                if handle:
                    known = reader == seat or game.handle(physical, reader) != 0
                    assert (names.label(handle) == "?") is not known


def table(a: Side, b: Side, turn: SeatName = "A") -> Game:
    return Game.from_position(catalogue, Position({"A": a, "B": b}, turn))


def labels(game: Game, reader: Audience | None = None, seat: SeatName = "A") -> dict[int, str]:
    names = LogLabels(game, seat, reader)
    cards = range(len(game.report()["players"]["A"]["hand"]) + 4)
    return {card: names.label(game.handle(card, seat)) for card in cards if game.handle(card, seat)}


@pytest.fixture
def game() -> Game:
    """A has a base of two (0, 1) and a hand of four (2 to 5); B has nothing but a deck."""
    hand = tuple(CardAt(number) for number in ("ETD01-002", "ETD01-013", "ETD01-002", "ETD01-002"))
    return table(Side(base=(CardAt("ETD01-002"), CardAt("ETD01-008")), hand=hand, deck=FILLER), Side(deck=FILLER))


def test_public_cards_are_counted_and_hidden_ones_told_apart_by_copy(game: Game) -> None:
    one, two = game.handle(0, SPECTATOR), game.handle(1, SPECTATOR)
    assert labels(game) == {
        0: f"ETD01-002~{one}",
        1: f"ETD01-008~{two}",
        2: "ETD01-002",
        3: "ETD01-013",
        4: "ETD01-002+2",
        5: "ETD01-002+3",
    }


def test_hidden_cards_are_question_marks_for_who_may_not_know_them(game: Game) -> None:
    whole = labels(game)
    assert labels(game, "A") == whole
    for reader in ("B", SPECTATOR):
        assert labels(game, reader) == {**whole, 2: "?", 3: "?", 4: "?", 5: "?"}


def test_every_label_of_the_whole_log_leads_back_to_its_card(game: Game) -> None:
    names = LogLabels(game, "A")
    assert {names.handle(label) for label in labels(game).values()} == {game.handle(card, "A") for card in range(6)}


@pytest.mark.parametrize(
    "label", ["ETD01-002+4", "ETD01-002+0", "ETD01-014", "ETD01-002~77", "ETD01-013~1", "?", "hog", "~1"]
)
def test_a_label_that_nothing_bears_is_unknown(game: Game, label: str) -> None:
    with pytest.raises(UnknownLabel) as caught:
        LogLabels(game, "A").handle(label)
    assert caught.value.label == label


def test_the_opponents_hand_has_no_labels_to_name(game: Game) -> None:
    other = table(Side(deck=FILLER), Side(hand=(CardAt("ETD01-002"),), deck=FILLER))
    with pytest.raises(UnknownLabel):
        LogLabels(other, "A").handle("ETD01-002")


def test_a_choice_from_the_hand_reads_as_question_marks_for_the_opponent() -> None:
    hand = (CardAt("ETD01-012"), CardAt("ETD01-002"), CardAt("ETD01-002"))
    game = table(Side(hand=hand, deck=FILLER), Side(deck=FILLER))
    game.decide(notation.parse("play ETD01-012", game.prompt, LogLabels(game, "A")))
    assert game.prompt is not None
    decision = notation.parse("choose ETD01-002+2", game.prompt, LogLabels(game, "A"))
    assert decision in game.prompt.legal()
    assert notation.format(decision, LogLabels(game, "A", "B")) == "choose ?"
    assert notation.format(decision, LogLabels(game, "A", "A")) == "choose ETD01-002+2"

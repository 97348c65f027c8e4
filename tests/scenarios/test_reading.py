"""What a scenario file may say, and how it is read."""

import pytest

from clients.scenarios import Result, loads, run
from engine.model.position import CardAt, Side


def ran(text: str) -> Result:
    return run(loads(text, "some.yaml"))


def passes(text: str) -> None:
    result = ran(text)
    assert result.failure is None, "\n".join(result.failure.lines())


def test_title_and_source_are_read_as_text() -> None:
    scenario = loads("title: 12.10\nsource: [12.10, Q50, 9]\nsteps: [expect: {winner: null}]\n", "some.yaml")
    assert (scenario.title, scenario.source) == ("12.10", ("12.10", "Q50", "9"))
    assert loads("title: true\nsource: 9.40\nsteps: [expect: {winner: null}]\n", "x").source == ("9.40",)


def test_a_position_has_the_documented_defaults() -> None:
    scenario = loads("title: x\nsteps: [expect: {winner: null}]\n", "some.yaml")
    filler = (CardAt("ETD01-003"),) * 30
    assert scenario.position.sides == {"A": Side(deck=filler), "B": Side(deck=filler)}
    assert (scenario.position.turn, scenario.position.night, scenario.position.seed) == ("A", False, bytes(32))


def test_a_seed_is_big_endian() -> None:
    scenario = loads("title: x\nseed: 258\nsteps: [expect: {winner: null}]\n", "some.yaml")
    assert scenario.position.seed == bytes(30) + b"\x01\x02"


def test_a_deck_is_filled_to_thirty_and_an_exact_one_is_not() -> None:
    text = "title: x\nA:\n  deck: [ETD01-002, ETD01-013]\n  exact_deck: {}\nsteps: [expect: {{A.deck: {}}}]\n"
    passes(text.format("false", 30))
    passes(text.format("true", 2))
    longer = ", ".join(["ETD01-002"] * 33)
    passes(f"title: x\nA:\n  deck: [{longer}]\nsteps: [expect: {{A.deck: 33}}]\n")


def test_unlabelled_copies_are_counted_in_reading_order_and_filler_comes_last() -> None:
    scenario = loads(
        "title: x\n"
        "B:\n  base: [ETD01-003]\n  deck: [ETD01-003]\n"
        "A:\n  graveyard: [ETD01-003 as dead, ETD01-003]\n  hand: [ETD01-003]\n"
        "  deck: [ETD01-002]\n  exact_deck: true\n"
        "steps: [expect: {winner: null}]\n",
        "some.yaml",
    )
    labels = [scenario.labels.of(card) for card in range(len(scenario.labels))]
    assert labels[:6] == ["ETD01-003", "ETD01-002", "dead", "ETD01-003#2", "ETD01-003#3", "ETD01-003#4"]
    assert labels[6:] == [f"ETD01-003#{copy}" for copy in range(5, 34)]


def test_labels_name_cards_in_decisions_and_paths() -> None:
    passes(
        "title: x\n"
        "A:\n  base: [ETD01-002, ETD01-002, ETD01-002 as hog]\n"
        "steps:\n"
        "  - A: attack ETD01-002#2 -> player\n"
        "  - settle\n"
        "  - expect: {ETD01-002#2.state: rest, ETD01-002.state: stand, hog.state: stand}\n"
    )


LISTS = (
    "title: x\nA:\n  base: [ETD01-002, ETD01-002, ETD01-002 as hog, ETD01-008]\n  deck: [ETD01-013, ETD01-014 as top]\n"
)


@pytest.mark.parametrize(
    "expected",
    [
        "{A.base: 4, A.pals: 3, A.structures: 1, A.gear: 0}",
        "{A.base: [ETD01-002, ETD01-002, ETD01-002, ETD01-008]}",
        "{A.base: [hog, ETD01-008, ETD01-002, ETD01-002]}",
        "{A.base: [ETD01-008, ETD01-002#2, hog, ETD01-002]}",
        "{A.pals: [ETD01-002, ETD01-002, hog], A.structures: [ETD01-008], A.gear: []}",
        "{A.deck: [ETD01-013], B.deck: []}",
        "{A.deck: [ETD01-013, top, ETD01-003, ETD01-003]}",
    ],
)
def test_a_list_of_all_cards_of_a_zone_holds_in_any_order(expected: str) -> None:
    passes(f"{LISTS}steps:\n  - expect: {expected}\n")


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        ("A.base: 3", "4"),
        ("A.base: [ETD01-002, ETD01-002, ETD01-008]", "[ETD01-002, ETD01-002#2, hog, ETD01-008]"),
        ("A.base: [hog, hog, ETD01-002, ETD01-008]", "[ETD01-002, ETD01-002#2, hog, ETD01-008]"),
        ("A.base: [top, hog, ETD01-002, ETD01-008]", "[ETD01-002, ETD01-002#2, hog, ETD01-008]"),
        ("A.base: [hog, ETD01-002, ETD01-002, ETD01-002]", "[ETD01-002, ETD01-002#2, hog, ETD01-008]"),
        ("A.gear: [ETD01-010]", "[]"),
        ("A.deck: [top, ETD01-013]", "[ETD01-013, top]"),
        ("A.deck: [hog]", "[ETD01-013]"),
    ],
)
def test_lists_of_cards_that_do_not_hold(expected: str, found: str) -> None:
    result = ran(f"{LISTS}steps:\n  - expect: {{{expected}}}\n")
    assert result.failure is not None
    assert result.failure.sentence == f"step 1: expected {expected}, found {found}"


def test_a_deck_list_longer_than_the_deck_does_not_hold() -> None:
    result = ran(
        "title: x\nA:\n  deck: [ETD01-002]\n  exact_deck: true\nsteps:\n  - expect: {A.deck: [ETD01-002, ETD01-002]}\n"
    )
    assert result.failure is not None
    assert result.failure.sentence.endswith("found [ETD01-002]")


def test_a_plain_hyphen_stands_for_the_dash_of_a_name() -> None:
    passes(
        "title: x\nA:\n  hand: [ETD01-002 as hog]\nsteps:\n  - expect: {hog.names: [Jolthog - Shocking Yet Innocent]}\n"
    )


def test_words_of_yaml_1_1_are_plain_text() -> None:
    passes(
        "title: on\n"
        "A:\n  base: [ETD01-020 as bench, ETD01-002 as off]\n  deck: [ETD01-008 as y]\n"
        "steps:\n  - A: activate bench\n  - A: no\n  - expect: {y.zone: hand, off.state: rest}\n"
    )


def test_settling_may_pass_into_the_next_turn() -> None:
    passes(
        "title: x\n"
        "A:\n  base: [ETD01-017 as one rest, ETD01-017 as two rest]\n"
        "steps:\n  - A: end\n  - A: resolve one\n  - settle\n  - expect: {turn: B, phase: main, one.state: stand}\n"
    )


def test_settling_goes_on_to_the_end_of_the_game() -> None:
    passes(
        "title: x\n"
        "A:\n  base: [ETD01-002 as hog]\n"
        "B:\n  life: 1\n"
        "steps:\n  - A: attack hog -> player\n  - settle\n  - settle\n  - expect: {winner: A}\n"
    )

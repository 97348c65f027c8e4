"""The parts that everything rests on: chance, lazy choices, decisions as plain data, the public face."""

from collections import Counter
from itertools import combinations
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine import AUDIENCES, SEATS, SPECTATOR, Audience, Decision, Deck, Game, SeatName, catalogue
from engine.model import chance, decisions
from engine.model.decisions import VERBS, from_plain, has_stray_fields, to_plain
from engine.model.subsets import Choices

SEED = bytes(range(32))

# --- chance -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counter", "bound", "drawn"),
    [
        (0, 2, (0, 1)),
        (1, 6, (5, 2)),
        (2, 50, (0, 3)),
        (7, 10**6, (943135, 8)),
        (255, 2**63 + 1, (6427771458533952424, 256)),
    ],
)
def test_the_same_seed_gives_the_same_numbers_for_ever(counter: int, bound: int, drawn: tuple[int, int]) -> None:
    assert chance.draw_below(SEED, counter, bound) == drawn


def test_the_same_seed_gives_the_same_shuffle_for_ever() -> None:
    cards = list(range(10))
    assert chance.shuffle(bytes(32), 0, cards) == 9
    assert cards == [8, 1, 3, 6, 5, 7, 4, 9, 2, 0]


def test_the_same_seed_and_decks_give_the_same_first_hands_for_ever() -> None:
    deck = Deck("fixed", {f"ETD01-{number:03}": 4 for number in range(2, 14)} | {"ETD01-014": 2})
    game = Game.start(catalogue, {"A": deck, "B": deck}, SEED)
    prompt = game.prompt
    assert prompt is not None
    assert prompt.seat == "B"
    game.decide(Decision("first"))
    hands = {
        "A": ["ETD01-004", "ETD01-014", "ETD01-005", "ETD01-008", "ETD01-003"],
        "B": ["ETD01-005", "ETD01-010", "ETD01-011", "ETD01-007", "ETD01-012"],
    }
    for seat, player in game.report()["players"].items():
        assert [game.inspect(card).number for card in player["hand"]] == hands[seat]


@given(st.binary(min_size=32, max_size=32), st.integers(0, 2**40), st.integers(1, 2**64))
def test_a_number_is_below_its_bound_and_the_counter_moves_on(seed: bytes, counter: int, bound: int) -> None:
    value, following = chance.draw_below(seed, counter, bound)
    assert 0 <= value < bound
    assert following > counter
    assert chance.draw_below(seed, counter, bound) == (value, following)


def test_a_block_that_would_favour_small_numbers_is_rejected() -> None:
    """With a bound just above half of the range nearly every second block is drawn again."""
    blocks = [
        following - counter for counter in range(400) for _, following in [chance.draw_below(SEED, counter, 2**63 + 1)]
    ]
    assert min(blocks) == 1
    assert 1.7 < sum(blocks) / len(blocks) < 2.3


@pytest.mark.parametrize("bound", [2, 6, 50])
def test_all_numbers_are_equally_likely(bound: int) -> None:
    """Pearson's statistic stays within five deviations of what chance gives."""
    draws = 4_000
    counts = Counter(chance.draw_below(SEED, counter, bound)[0] for counter in range(draws))
    expected = draws / bound
    statistic = sum((counts[value] - expected) ** 2 / expected for value in range(bound))
    assert set(counts) == set(range(bound))
    assert statistic < (bound - 1) + 5 * (2 * (bound - 1)) ** 0.5


def test_all_orders_of_a_shuffle_are_equally_likely() -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    counter = 0
    for _ in range(2_400):
        cards = [0, 1, 2, 3]
        counter = chance.shuffle(SEED, counter, cards)
        orders[tuple(cards)] += 1
    assert len(orders) == 24
    assert sum((count - 100) ** 2 / 100 for count in orders.values()) < 23 + 5 * 46**0.5


@given(st.lists(st.integers(), max_size=60))
def test_a_shuffle_loses_no_card_and_draws_one_number_less_than_there_are_cards(cards: list[int]) -> None:
    shuffled = cards[:]
    assert chance.shuffle(SEED, 5, shuffled) == 5 + max(len(cards) - 1, 0)
    assert sorted(shuffled) == sorted(cards)


# --- lazy choices -----------------------------------------------------------------------------------------------------


@st.composite
def choices(draw: st.DrawFn) -> tuple[tuple[int, ...], int, int]:
    candidates = tuple(sorted(draw(st.sets(st.integers(1, 99), max_size=8))))
    maximum = draw(st.integers(0, len(candidates)))
    return candidates, draw(st.integers(0, maximum)), maximum


@given(choices())
def test_length_index_iteration_and_membership_of_choices_agree(choice: tuple[tuple[int, ...], int, int]) -> None:
    candidates, minimum, maximum = choice
    legal = Choices(*choice)
    sets = [cards for size in range(minimum, maximum + 1) for cards in combinations(candidates, size)]
    listed = [Decision("choose", cards=cards) for cards in sets]
    assert list(legal) == listed
    assert len(legal) == len(listed)
    assert [legal[place] for place in range(len(listed))] == listed
    assert [legal[place] for place in range(-len(listed), 0)] == listed
    assert legal[1:-1:2] == listed[1:-1:2]
    assert all(decision in legal for decision in listed)
    for beyond in (len(listed), -len(listed) - 1):
        with pytest.raises(IndexError):
            legal[beyond]


@given(choices(), st.lists(st.integers(-1, 100), max_size=9))
def test_only_what_is_listed_is_a_member(choice: tuple[tuple[int, ...], int, int], cards: list[int]) -> None:
    legal = Choices(*choice)
    decision = Decision("choose", cards=tuple(cards))
    assert (decision in legal) == (decision in list(legal))
    assert decision._replace(number=1) not in legal
    assert not any(Decision("choose", cards=(card, card)) in legal for card in choice[0])
    assert not any(Decision("choose", cards=listed.cards[::-1]) in legal for listed in legal if len(listed.cards) > 1)
    assert Decision("pass") not in legal


def test_the_choices_of_a_large_hand_are_not_listed_to_be_counted() -> None:
    legal = Choices(tuple(range(1, 61)), 0, 60)
    assert len(legal) == 2**60
    assert legal[2**60 - 1] == legal[-1] == Decision("choose", cards=tuple(range(1, 61)))
    assert legal[2**59] in legal


# --- decisions as plain data ------------------------------------------------------------------------------------------


any_decision = st.builds(
    Decision,
    verb=st.sampled_from(VERBS),
    card=st.integers(-5, 300),
    target=st.integers(-5, 300),
    number=st.integers(-5, 300),
    cards=st.lists(st.integers(-5, 300), max_size=5).map(tuple),
    name=st.text(max_size=5),
)


@given(any_decision)
def test_a_decision_survives_as_plain_data(decision: Decision) -> None:
    plain = to_plain(decision)
    assert from_plain(plain) == decision
    assert None not in plain.values()
    assert next(iter(plain)) == "verb"


junk = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 9) | st.floats() | st.text(max_size=3) | st.sampled_from(VERBS),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)


@given(st.dictionaries(st.sampled_from([*Decision._fields, "seat"]), junk, max_size=4))
def test_plain_data_are_a_decision_or_a_value_error(plain: dict[str, Any]) -> None:
    try:
        decision = from_plain(plain)
    except ValueError:
        return
    assert decision.verb == plain["verb"]
    assert all(type(value) is int for value in (decision.card, decision.target, decision.number, *decision.cards))
    assert from_plain(to_plain(decision)) == decision


@pytest.mark.parametrize(
    "plain",
    [
        {},
        {"verb": "fly"},
        {"verb": "pass", "seat": "A"},
        {"verb": "play", "card": "7"},
        {"verb": "play", "card": True},
        {"verb": "choose", "cards": 7},
        {"verb": "choose", "cards": [[1]]},
        {"verb": "name", "name": 1},
        {"verb": ["pass"]},
    ],
)
def test_what_is_no_decision_is_a_value_error(plain: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="not a decision"):
        from_plain(plain)


BUILT: dict[str, Decision] = {
    "first": decisions.FIRST,
    "second": decisions.SECOND,
    "keep": decisions.KEEP,
    "redraw": decisions.REDRAW,
    "play": decisions.play(3),
    "activate": decisions.activate(3, 2),
    "attack": decisions.attack(3, 4),
    "draw": decisions.DRAW,
    "end": decisions.END,
    "block": decisions.block(3),
    "pass": decisions.PASS,
    "choose": decisions.choose([9, 3]),
    "option": decisions.option(2),
    "number": decisions.number(5),
    "yes": decisions.YES,
    "no": decisions.NO,
    "name": decisions.name("Lamball"),
    "resolve": decisions.resolve(3, 2),
    "concede": decisions.CONCEDE,
}
"""One decision of each verb, as its constructor makes it, with every field set that counts."""


def test_every_verb_has_a_constructor_that_sets_what_counts() -> None:
    assert tuple(BUILT) == VERBS
    assert decisions.choose([9, 3]).cards == (3, 9)
    for verb, decision in BUILT.items():
        assert decision.verb == verb
        assert not has_stray_fields(decision)
        counting = to_plain(decision)
        for more in (
            decision._replace(card=1),
            decision._replace(target=1),
            decision._replace(number=1),
            decision._replace(cards=(1,)),
            decision._replace(name="x"),
        ):
            assert has_stray_fields(more) == (not to_plain(more).keys() <= counting.keys())


# --- the face ---------------------------------------------------------------------------------------------------------


def test_the_engine_shows_exactly_what_it_says_it_shows() -> None:
    public = {name for name, value in vars(engine).items() if not name.startswith("_") and is_own(name, value)}
    assert set(engine.__all__) == public
    assert list(engine.__all__) == sorted(
        engine.__all__, key=lambda name: (not name.isupper(), name[0].islower(), name)
    )
    assert all(getattr(engine, name) is not None for name in engine.__all__)


def is_own(name: str, value: object) -> bool:
    """Whether a name of the package is one that it gives itself, not a module of it."""
    return type(value).__name__ != "module"


def test_the_names_of_seats_and_audiences_are_those_of_their_types() -> None:
    assert get_args(SeatName) == SEATS
    assert get_args(Audience) == AUDIENCES == (*SEATS, SPECTATOR)

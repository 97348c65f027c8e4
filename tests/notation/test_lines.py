"""The decision notation: one canonical line per decision, and back."""

from contextlib import suppress
from dataclasses import dataclass, field
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import notation
from engine.model import decisions
from engine.model.decisions import VERBS, Decision, Verb
from engine.model.terms import PromptKind
from engine.notation import ANSWERS, FORMS, ParseError, UnknownLabel, parse


@dataclass
class Table:
    """Names from a mapping, both ways."""

    labels: dict[int, str] = field(default_factory=lambda: {1: "hog", 2: "ETD01-003", 3: "ETD01-003#2", 12: "fox"})

    def label(self, handle: int) -> str:
        return self.labels[handle]

    def handle(self, label: str) -> int:
        for handle, known in self.labels.items():
            if known == label:
                return handle
        raise UnknownLabel(label)


@dataclass
class Asked:
    """A prompt, as far as the notation reads it."""

    kind: str


NAMES = Table()

LINES = {
    "first": decisions.FIRST,
    "second": decisions.SECOND,
    "keep": decisions.KEEP,
    "redraw": decisions.REDRAW,
    "play hog": decisions.play(1),
    "activate hog": decisions.activate(1),
    "activate hog 2": decisions.activate(1, 2),
    "attack hog -> fox": decisions.attack(1, 12),
    "attack hog -> player": decisions.attack(1),
    "draw": decisions.DRAW,
    "end": decisions.END,
    "block ETD01-003#2": decisions.block(3),
    "pass": decisions.PASS,
    "choose ETD01-003 fox hog": decisions.choose([12, 1, 2]),
    "choose none": decisions.choose([]),
    "option 2": decisions.option(2),
    "number 0": decisions.number(0),
    "yes": decisions.YES,
    "no": decisions.NO,
    "name Lamball – My First Pal": decisions.name("Lamball – My First Pal"),
    "name Stone Pit": decisions.name("Stone Pit"),
    "resolve fox": decisions.resolve(12),
    "resolve fox 3": decisions.resolve(12, 3),
    "concede": decisions.CONCEDE,
}


@pytest.mark.parametrize("line", LINES)
def test_every_form_is_written_and_read_as_documented(line: str) -> None:
    assert notation.format(LINES[line], NAMES) == line
    assert parse(line, None, NAMES) == LINES[line]


def test_every_verb_has_a_form_and_an_example() -> None:
    assert set(FORMS) == set(VERBS) == set(get_args(Verb)) == {decision.verb for decision in LINES.values()}


def test_every_kind_of_prompt_has_its_answers() -> None:
    assert set(ANSWERS) == {kind.value for kind in PromptKind}
    assert {verb for verbs in ANSWERS.values() for verb in verbs} | {"concede"} == set(VERBS)


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("  play   hog ", "play hog"),
        ("activate hog 1", "activate hog"),
        ("resolve hog 1", "resolve hog"),
        ("choose hog fox ETD01-003", "choose ETD01-003 fox hog"),
        ("name Lamball - My First Pal", "name Lamball – My First Pal"),
        ("name  Single-Shot  Rifle", "name Single-Shot Rifle"),
    ],
)
def test_other_spellings_are_read_and_written_canonically(written: str, canonical: str) -> None:
    assert notation.format(parse(written, None, NAMES), NAMES) == canonical


@pytest.mark.parametrize(
    ("line", "expected", "found"),
    [
        ("play", "play LABEL", "the end of the line"),
        ("play hog fox", "play LABEL", '"fox"'),
        ("play none", "play LABEL", '"none"'),
        ("play player", "play LABEL", '"player"'),
        ("play pig", "the label of a card", '"pig", which no card has'),
        ("activate hog 0", "activate LABEL [N]", '"0"'),
        ("activate hog -1", "activate LABEL [N]", '"-1"'),
        ("activate hog 1 2", "activate LABEL [N]", '"2"'),
        ("attack hog", "attack LABEL -> LABEL or player", "the end of the line"),
        ("attack hog fox", "attack LABEL -> LABEL or player", "the end of the line"),
        ("attack hog to fox", "attack LABEL -> LABEL or player", '"to"'),
        ("attack hog -> none", "attack LABEL -> LABEL or player", '"none"'),
        ("attack player -> hog", "attack LABEL -> LABEL or player", '"player"'),
        ("block", "block LABEL", "the end of the line"),
        ("pass hog", "pass", '"hog"'),
        ("choose", "choose LABEL … or none", "the end of the line"),
        ("choose hog none", "choose LABEL … or none", '"none"'),
        ("choose hog fox hog", "no label twice", '"hog" again'),
        ("option 0", "option N", '"0"'),
        ("option two", "option N", '"two"'),
        ("number", "number N", "the end of the line"),
        ("number -1", "number N", '"-1"'),
        ("number 007", "number N", '"007"'),
        ("number ٣", "number N", '"٣"'),
        ("name", "name FULL CARD NAME", "the end of the line"),
    ],
)
def test_a_malformed_line_says_what_was_expected_and_found(line: str, expected: str, found: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse(line, None, NAMES)
    assert (caught.value.text, caught.value.expected, caught.value.found) == (line, expected, found)
    assert str(caught.value) == f'"{line}" is not a decision: expected {expected}, found {found}.'


def test_an_unknown_word_is_answered_with_what_the_prompt_asks() -> None:
    with pytest.raises(ParseError) as caught:
        parse("block-all", Asked("block"), NAMES)
    assert caught.value.expected == "one of: block LABEL, pass, concede"
    with pytest.raises(ParseError) as caught:
        parse("", Asked("may"), NAMES)
    assert str(caught.value) == '"" is not a decision: expected one of: yes, no, concede, found nothing.'


def test_an_unknown_word_without_a_prompt_is_answered_with_all_forms() -> None:
    with pytest.raises(ParseError) as caught:
        parse("attak hog -> player", None, NAMES)
    assert caught.value.expected == "one of: " + ", ".join(FORMS[verb] for verb in VERBS)


def test_a_decision_is_read_though_it_does_not_answer_the_prompt() -> None:
    assert parse("play hog", Asked("block"), NAMES) == decisions.play(1)


HANDLES = st.integers(min_value=1, max_value=10**6)
COUNTS = st.integers(min_value=1, max_value=10**9 - 1)
WORDS = st.from_regex(r"[A-Za-z0-9'’éÉ–-]+", fullmatch=True).filter(lambda word: word != "-")
CARD_NAMES = st.lists(WORDS, min_size=1, max_size=6).map(" ".join)
LABELS = st.one_of(
    st.from_regex(r"[a-z][a-z0-9_-]{0,8}", fullmatch=True).filter(lambda label: label not in ("player", "none")),
    st.from_regex(r"E(BP|TD)0[12]-[0-9]{3}((#|\+|~)[1-9][0-9]?)?", fullmatch=True),
)


@st.composite
def decisions_with_names(draw: st.DrawFn) -> tuple[Decision, Table]:
    handles = draw(st.lists(HANDLES, min_size=2, max_size=12, unique=True))
    labels = draw(st.lists(LABELS, min_size=len(handles), max_size=len(handles), unique=True))
    card = st.sampled_from(handles)
    decision = draw(
        st.one_of(
            st.sampled_from([decision for decision in LINES.values() if decision == Decision(decision.verb)]),
            card.map(decisions.play),
            card.map(decisions.block),
            st.builds(decisions.activate, card, COUNTS),
            st.builds(decisions.resolve, card, COUNTS),
            st.builds(decisions.attack, card, st.one_of(st.just(0), card)),
            st.sets(card).map(decisions.choose),
            COUNTS.map(decisions.option),
            st.one_of(st.just(0), COUNTS).map(decisions.number),
            CARD_NAMES.map(decisions.name),
        )
    )
    return decision, Table(dict(zip(handles, labels, strict=True)))


@given(decisions_with_names())
def test_format_and_parse_are_inverse(case: tuple[Decision, Table]) -> None:
    decision, names = case
    line = notation.format(decision, names)
    assert parse(line, None, names) == decision
    assert notation.format(parse(line, None, names), names) == line
    assert line == " ".join(line.split())


@given(decisions_with_names(), st.data())
def test_labels_may_be_chosen_in_any_order(case: tuple[Decision, Table], data: st.DataObject) -> None:
    decision, names = case
    if decision.verb == "choose" and decision.cards:
        order = data.draw(st.permutations(decision.cards))
        assert parse("choose " + " ".join(map(names.label, order)), None, names) == decision


@given(st.text(max_size=40))
def test_any_text_is_a_decision_or_a_parse_error(text: str) -> None:
    with suppress(ParseError):
        decision = parse(text, None, NAMES)
        assert parse(notation.format(decision, NAMES), None, NAMES) == decision

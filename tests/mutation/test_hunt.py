"""The hunt for mutants reports what no test notices, and what a test notices it counts as caught."""

from dataclasses import replace

import pytest

from engine.cards import CARDS
from engine.effects.abilities import Trigger
from engine.effects.catalogue import Catalogue
from engine.effects.costs import Assign
from engine.effects.definition import CardDefinition, structure
from engine.effects.instructions import Deal, Draw, Get, OneOf
from engine.effects.subjects import PALS
from engine.effects.vocabulary import auto, choose, once_per_turn
from engine.model.terms import Colour, Resource
from tests.cards.table import tables
from tests.mutation import known
from tests.mutation.coverage import coverage
from tests.mutation.hunt import Fate, Hunt, Verdict
from tests.mutation.mutants import mutants_of
from tests.mutation.report import coverage_lines, mutant_lines, share_caught
from tests.mutation.trials import Endless, Trial, failure

WELL = structure(
    "TRY-001", "Well", Colour.COLORLESS, cost=1, durability=500,
    abilities=(once_per_turn(Assign(), Get(Resource.MATERIAL, 2), Draw()),),
)  # fmt: skip

POOL = tuple(card for card in CARDS if card.set_code == "ETD01")
"""Few cards, so that a pool is quickly made."""


def counts_material(pool: Catalogue) -> None:
    """Sees that a Pal works for two Material, and not what is drawn."""
    with tables(pool) as table:
        game = table(A={"base": ["TRY-001 well", "ETD01-002 hog", "ETD01-013 cryst"]})
        game.a("activate well", "choose hog")
        assert game.counter("A", "material") == 2


MATERIAL = Trial("material", counts_material)


def hunted(*trials: Trial, card: CardDefinition = WELL, equivalent: frozenset[str] = frozenset()) -> dict[str, Verdict]:
    occurring = {trial.name: ("TRY-001",) for trial in trials}
    hunt = Hunt((*POOL, card), trials, occurring, equivalent)
    return {verdict.mutant.name: verdict for verdict in hunt.verdicts("TRY-001")}


def test_a_mutant_that_no_test_sees_is_a_survivor() -> None:
    verdicts = hunted(MATERIAL)
    assert verdicts["TRY-001/1 effect.steps.1.number: 1 -> 2"].fate is Fate.SURVIVED
    assert verdicts["TRY-001/1 once_per_turn: True -> False"].fate is Fate.SURVIVED
    lines = list(mutant_lines(list(verdicts.values()), {}))
    assert "SURVIVED: TRY-001/1 effect.steps.1.number: 1 -> 2" in lines


def test_a_mutant_that_a_test_sees_is_caught_by_it() -> None:
    verdicts = hunted(MATERIAL)
    for name in ("effect.steps.0.number: 2 -> 3", "effect.steps.0.resource: material -> ingredient"):
        assert verdicts[f"TRY-001/1 {name}"] == replace(verdicts[f"TRY-001/1 {name}"], fate=Fate.CAUGHT, by="material")
    assert "SURVIVED: TRY-001/1 effect.steps.0.number: 2 -> 3" not in mutant_lines(list(verdicts.values()), {})


def test_without_a_test_every_mutant_survives() -> None:
    verdicts = hunted()
    assert {verdict.fate for verdict in verdicts.values()} == {Fate.SURVIVED}
    assert share_caught(verdicts.values()) == 0


def test_a_mutant_that_is_known_to_play_like_the_card_is_not_counted() -> None:
    swapped = "TRY-001/1 effect.steps: 0 and 1 swapped"
    before, after = hunted(MATERIAL), hunted(MATERIAL, equivalent=frozenset({swapped}))
    assert (before[swapped].fate, after[swapped].fate) == (Fate.SURVIVED, Fate.EQUIVALENT)
    assert share_caught(after.values()) > share_caught(before.values())


def test_every_mutant_on_the_list_is_one_of_its_card() -> None:
    names = {mutant.name for definition in CARDS for mutant in mutants_of(definition)}
    assert [name for name in known.EQUIVALENT if name not in names] == []


def test_a_mutant_that_is_caught_is_not_excused_by_the_list() -> None:
    caught = "TRY-001/1 effect.steps.0.number: 2 -> 3"
    assert hunted(MATERIAL, equivalent=frozenset({caught}))[caught].fate is Fate.CAUGHT


def test_a_mutant_that_cannot_be_loaded_is_counted_apart() -> None:
    verdicts = hunted(MATERIAL, card=replace(WELL, abilities=(once_per_turn(Assign(), choose(1, PALS), Deal(500)),)))
    refused = verdicts["TRY-001/1 effect.steps: 0, Choose(1, cards=Cards([pal])), dropped"]
    assert refused.fate is Fate.REFUSED
    assert share_caught([refused]) == 1


def test_a_trial_that_never_ends_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    def for_ever(pool: Catalogue) -> None:
        while True:
            pool.by_number("ETD01-001")

    monkeypatch.setattr("tests.mutation.trials.SECONDS", 0.05)
    assert isinstance(failure(Trial("for ever", for_ever), Catalogue(CARDS)), Endless)


def test_what_no_test_carries_out_is_a_gap_of_the_coverage() -> None:
    modes = once_per_turn(Assign(), OneOf((Get(Resource.MATERIAL, 2), Draw())))
    card = replace(WELL, abilities=(modes,))

    def takes_the_first_mode(pool: Catalogue) -> None:
        with tables(pool) as table:
            game = table(A={"base": ["TRY-001 well", "ETD01-002 hog"]})
            game.a("activate well", "option 1")

    found = coverage((*POOL, card), [Trial("first mode", takes_the_first_mode)])[-1]
    assert [str(gap) for gap in found.gaps] == ["TRY-001/1 effect.modes.1 Draw() was not carried out"]
    assert "1 cards, 5 nodes: 4 seen, 0 out of reach, 1 not seen" in coverage_lines([found], {})


@pytest.mark.parametrize(("state", "missing"), [("", "no"), ("rest", "yes")])
def test_a_question_that_has_one_answer_only_is_a_gap_of_the_coverage(state: str, missing: str) -> None:
    card = replace(WELL, abilities=(auto(Trigger.DEPLOYED, choose(1, PALS.standing), Draw()),))

    def deploys(pool: Catalogue) -> None:
        with tables(pool) as table:
            table(A={"hand": ["TRY-001 well"], "base": [f"ETD01-002 hog {state}"]}).a("play well")

    gaps = coverage((*POOL, card), [Trial("deploys", deploys)])[-1].gaps
    assert f"TRY-001/1 effect.steps.0.cards.tests.0 IsStanding() was not answered {missing}" in map(str, gaps)

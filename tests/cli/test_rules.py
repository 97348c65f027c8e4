"""The index of the rules: every number has a meaning, code and proofs, and no step of a procedure goes unproven."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from clients.cli import rules
from clients.cli.main import app
from engine.rules.index import RULES
from engine.rules.procedure import Procedure

INDEX = rules.build()


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["rules", *arguments], env={"COLUMNS": "60"})


# --- what has to hold -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("procedure", rules.PROCEDURES, ids=lambda procedure: procedure.name)
def test_every_numbered_step_of_a_procedure_has_a_scenario(procedure: Procedure) -> None:
    unproven = [f"{step.rule} {step.name}" for step in procedure.steps if not INDEX[step.rule].proofs]
    assert unproven == []


@pytest.mark.parametrize("procedure", rules.PROCEDURES, ids=lambda procedure: procedure.name)
def test_every_step_of_a_procedure_is_found_in_the_code(procedure: Procedure) -> None:
    for step in procedure.steps:
        assert step.rule in RULES
        places = INDEX[step.rule].code
        assert any(place.name == step.run.__name__ for place in places)
        for place in places:
            text = (rules.ENGINE.parent / place.file).read_text(encoding="utf-8")
            assert place.name.rpartition(".")[2] in text


def test_every_number_that_code_or_a_scenario_names_has_a_meaning() -> None:
    named = [number for number in INDEX if not number.startswith("Q")]
    assert [number for number in named if not INDEX[number].meaning] == []


def test_every_meaning_is_carried_out_or_proven_somewhere_at_or_below_its_number() -> None:
    for number in RULES:
        assert any(entry.code or entry.proofs for entry in rules.below(INDEX, number)), number


def test_rules_stand_in_the_order_of_the_book_with_the_rule_above_each() -> None:
    numbers = list(RULES)
    assert numbers == sorted(numbers, key=lambda number: [int(part) for part in number.split(".")])
    assert all(re.fullmatch(r"[0-9]+(\.[0-9]+){0,4}", number) for number in numbers)


@pytest.mark.parametrize("number", RULES)
def test_a_meaning_is_one_sentence_of_ours_on_one_line(number: str) -> None:
    meaning = RULES[number]
    assert re.fullmatch(r"[A-Z0-9][^\n]*[.]", meaning)
    assert len(meaning) < 110


def test_every_ruling_that_code_cites_is_proven() -> None:
    assert [number for number, entry in INDEX.items() if number.startswith("Q") and not entry.proofs] == []


# --- how it is found --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("9.4.2: always asked (ambiguity 11).", ["9.4.2", "ambiguity 11"]),
        ("9.6.2-4: nothing", ["9.6.2", "9.6.3", "9.6.4"]),
        ("11.5.1-2: the newest stay", ["11.5.1", "11.5.2"]),
        ("(9.3 to 9.7), section 9 and Section 12", ["9.3", "9.7", "9", "12"]),
        ("declining it (Q33, Q46), 12.10", ["Q33", "Q46", "12.10"]),
        ("x9.4.2 9.4.2x 1.5% v1.2 ambiguities 3", []),
        ("The end (7.6.3).", ["7.6.3"]),
    ],
)
def test_numbers_are_found_in_a_text(text: str, numbers: list[str]) -> None:
    assert list(rules.cited(text)) == numbers


def test_code_is_found_by_procedure_docstring_and_documented_value() -> None:
    assert rules.Place("engine/rules/battle.py", "_take_block") in INDEX["9.4.2"].code
    assert rules.Place("engine/rules/battle.py", "") in INDEX["9"].code
    assert rules.Place("engine/decks/deck.py", "DECK_SIZE") in INDEX["6.1.1.1"].code
    assert rules.Place("engine/rules/match.py", "Match.rest") in INDEX["Q79"].code
    assert rules.Place("engine/rules/checking.py", "judge_loss") in INDEX["ambiguity 12"].code


def test_proofs_are_scenarios_rulings_and_tests() -> None:
    block = [proof.file for proof in INDEX["9.4.2"].proofs]
    assert "tests/scenarios/battle/9.4.2-blocker-rests-and-becomes-target.yaml" in block
    assert any(proof.file.startswith("clients/rulings/Q45") for proof in INDEX["Q45"].proofs)
    assert rules.Proof("tests/engine/test_setting_up.py", "each player draws five cards") in INDEX["6.2.1.6"].proofs


def test_an_installed_package_has_the_code_and_of_the_proofs_the_rulings(tmp_path: Path) -> None:
    index = rules.build(tmp_path / "tests")
    assert index["9.4.2"].code == INDEX["9.4.2"].code
    proofs = {proof.file for entry in index.values() for proof in entry.proofs}
    assert {Path(file).parent.as_posix() for file in proofs} == {"clients/rulings"}


# --- the command ------------------------------------------------------------------------------------------------------


def test_all_rules_are_listed_with_the_numbers_of_their_places_and_scenarios() -> None:
    lines = run().stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(RULES)
    entry = INDEX["9.4.2"]
    assert f"9.4.2          {len(entry.code)}   {len(entry.proofs)}  {RULES['9.4.2']}" in lines


def test_a_number_is_shown_with_all_below_it() -> None:
    text = run("9.4").stdout
    heads = [line.split()[0] for line in text.splitlines() if not line.startswith(" ")]
    assert heads == ["9.4", "9.4.1", "9.4.2", "9.4.3", "9.4.4"]
    assert "  code  engine/rules/battle.py: offer_block\n" in text
    assert "  proof tests/scenarios/battle/9.4.2-nobody-has-to-block.yaml: A player may let an attack through\n" in text


@pytest.mark.parametrize(
    ("arguments", "head"),
    [(["q45"], "Q45"), (["ambiguity", "11"], "ambiguity 11"), (["Ambiguity 11"], "ambiguity 11"), (["12.1"], "")],
)
def test_rulings_and_ambiguities_are_shown_too_and_no_number_stands_for_a_longer_one(
    arguments: list[str], head: str
) -> None:
    result = run(*arguments)
    heads = [line for line in result.stdout.splitlines() if not line.startswith(" ")]
    assert len(heads) == (1 if head else 0)
    assert result.exit_code == (0 if head else 1)
    assert all(line.startswith(head) for line in heads)


@pytest.mark.parametrize(("word", "kind"), [("rulings", "Q"), ("ambiguities", "ambiguity ")])
def test_all_rulings_and_all_ambiguities_can_be_asked_for(word: str, kind: str) -> None:
    heads = [line for line in run(word).stdout.splitlines() if not line.startswith(" ")]
    assert len(heads) > 40
    assert all(head.startswith(kind) for head in heads)


def test_a_number_that_is_not_there_is_told() -> None:
    result = run("99.9")
    assert result.exit_code == 1
    assert "No rule has the number '99.9'" in result.stderr

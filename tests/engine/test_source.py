"""What the engine's source may not hold, and that its procedures read like the rule book."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from engine.rules.battle import BATTLE_PROCEDURE
from engine.rules.checking import CHECK
from engine.rules.machine import PROCEDURES
from engine.rules.procedure import Procedure
from engine.rules.setup import SETUP
from engine.rules.turn import TURN
from tests.engine.orderless import iterations_over_sets

FOLDER = Path(engine.__file__).parent
SOURCES = sorted(FOLDER.rglob("*.py"))
TREES = {path: ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES}


def where(path: Path, node: ast.AST) -> str:
    return f"{path.relative_to(FOLDER)}:{getattr(node, 'lineno', 0)}"


# --- determinism ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "source",
    [
        "for card in {1, 2}: pass",
        "kinds = frozenset(x)\nfor kind in kinds: pass",
        "def f(bound: set[str]) -> list[str]:\n    return [name for name in bound]",
        "list(set(x))",
        "known: frozenset[int] = x\nresult = (*known, 1)",
        "','.join({str(n) for n in x})",
        "for card in set(x) | other: pass",
    ],
)
def test_the_search_for_iterated_sets_finds_them(source: str) -> None:
    assert list(iterations_over_sets(ast.parse(source)))


@pytest.mark.parametrize(
    "source",
    [
        "for card in sorted({1, 2}): pass",
        "known = frozenset(x)\nhere = 3 in known",
        "sorted(name for name in set(x))",
        "for card in [1, 2]: pass",
        "{name for name in set(x)}",
    ],
)
def test_the_search_for_iterated_sets_spares_the_rest(source: str) -> None:
    assert not list(iterations_over_sets(ast.parse(source)))


def test_no_set_is_iterated() -> None:
    """The order of a set of texts differs from process to process."""
    assert [where(path, node) for path, tree in TREES.items() for node in iterations_over_sets(tree)] == []


FORBIDDEN_CALLS = {"hash", "open", "print", "input", "eval", "exec", "globals", "breakpoint", "float", "round"}


def test_nothing_is_hashed_rounded_printed_or_read() -> None:
    found = [
        where(path, node)
        for path, tree in TREES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FORBIDDEN_CALLS
    ]
    assert found == []


def test_no_number_is_a_fraction() -> None:
    found = [
        where(path, node)
        for path, tree in TREES.items()
        for node in ast.walk(tree)
        if (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div))
        or (isinstance(node, ast.Constant) and isinstance(node.value, float))
    ]
    assert found == []


LIBRARY = {
    "abc", "array", "collections", "dataclasses", "enum", "functools", "hashlib", "itertools", "math", "operator", "re",
    "string", "sys", "types", "typing", "unicodedata",
}  # fmt: skip
"""Modules of the standard library that know no file, clock or chance; ``sys`` has the byte order of the machine."""


def test_only_pure_modules_are_imported() -> None:
    for path, tree in TREES.items():
        allowed = LIBRARY | {"engine"} | ({"msgpack"} if path.name == "saves.py" else set())
        assert set(imported_by(tree)) <= allowed, path


def imported_by(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            yield (node.module or "").split(".")[0]


def test_the_engine_brings_no_other_package_than_msgpack() -> None:
    """In a process of its own that imports nothing else."""
    script = "import sys; before = set(sys.modules); import engine; print(*sorted(set(sys.modules) - before))"
    command = [sys.executable, "-c", script]
    loaded = subprocess.run(command, capture_output=True, text=True, cwd=FOLDER.parent, check=True)
    packages = {name.split(".")[0] for name in loaded.stdout.split()} - sys.stdlib_module_names
    assert {name for name in packages if "cython" not in name} == {"engine", "msgpack"}


# --- procedures -------------------------------------------------------------------------------------------------------


def rule_numbers(procedure: Procedure) -> list[tuple[int, ...]]:
    return [tuple(map(int, each.rule.split("."))) for each in procedure.steps]


def test_the_battle_and_the_set_up_go_in_the_order_of_the_rule_book() -> None:
    for procedure in (SETUP, BATTLE_PROCEDURE):
        assert rule_numbers(procedure) == sorted(rule_numbers(procedure))


def test_the_battle_has_every_numbered_step() -> None:
    """9.5.3 only forbids; 9.6.2 and 9.6.4 are parts of dealing the damage."""
    book = {"9.3": (1, 2, 3), "9.4": (1, 2, 3, 4), "9.5": (1, 2, 4), "9.6": (1, 3, 5), "9.7": (1, 2, 3, 4)}
    numbers = [f"{section}.{number}" for section, steps in book.items() for number in steps]
    assert list(dict.fromkeys(each.rule for each in BATTLE_PROCEDURE.steps)) == numbers


def test_the_turn_goes_in_the_order_of_the_rule_book_around_its_main_phase() -> None:
    phases = [number for number in rule_numbers(TURN) if number[0] == 7]
    assert phases == sorted(phases)
    rules = [each.rule for each in TURN.steps]
    assert rules.index("7.5") < rules.index("8.1") < rules.index("7.6.1")


def test_a_check_timing_does_rule_actions_before_it_resolves_an_ability() -> None:
    rules = [each.rule for each in CHECK.steps]
    assert rules[0] == "11.3"
    assert rules[-1] == "10.5.3.2"
    assert {rule.split(".")[0] for rule in rules[:-1]} == {"11"}


def test_every_step_of_every_procedure_has_a_name_of_its_own_and_says_what_it_does() -> None:
    for procedure in PROCEDURES.values():
        names = [each.name for each in procedure.steps]
        assert len(set(names)) == len(names)
        assert all(each.run.__doc__ for each in procedure.steps)

"""The index of the rules: what a number says, the code that carries it out, and the scenarios that prove it.

Nothing of it is kept by hand but the meanings (``engine.rules.index``). The code is found by the tables of procedures
and by the docstrings that cite numbers, rulings (Q45) and decided ambiguities (ambiguity 11); the proofs are the
scenarios that name them as their source, and the tests whose docstrings cite them.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Final, NamedTuple

import engine
from clients import rulings, scenarios
from engine.rules.battle import BATTLE_PROCEDURE
from engine.rules.checking import CHECK
from engine.rules.index import RULES
from engine.rules.procedure import Procedure
from engine.rules.setup import SETUP
from engine.rules.turn import TURN

ENGINE: Final = Path(engine.__file__).parent
TESTS: Final = ENGINE.parent / "tests"
"""Where the project's own scenarios and tests are; of these, an installed package has the rulings alone."""

PROCEDURES: Final[tuple[Procedure, ...]] = (SETUP, TURN, BATTLE_PROCEDURE, CHECK)

_CITED: Final = re.compile(
    r"(?<![\w.])(?P<rule>[0-9]{1,2}(?:\.[0-9]{1,2}){1,4})(?:-(?P<last>[0-9]{1,2}))?(?![\w%]|\.[0-9])"
    r"|\b[Ss]ection (?P<section>[0-9]{1,2})\b|\b(?P<ruling>Q[0-9]{1,3})\b|\b(?P<ambiguity>ambiguity [0-9]{1,3})\b"
)
_DECIDED: Final = re.compile(r"^\| ([0-9]+) \| ([^|]+) \|[^|]*\| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
KINDS: Final = {"q": "Q", "ruling": "Q", "rulings": "Q", "ambiguity": "ambiguity", "ambiguities": "ambiguity"}
"""Words for all rulings and for all decided ambiguities."""


class Place(NamedTuple):
    """A place in the code: a file, and what is in it (empty for the file as a whole)."""

    file: str
    name: str


class Proof(NamedTuple):
    """A scenario or test, and what it says."""

    file: str
    title: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One number, ruling or ambiguity."""

    number: str
    meaning: str
    code: list[Place] = field(default_factory=list)
    proofs: list[Proof] = field(default_factory=list)


@cache
def build(tests: Path = TESTS) -> dict[str, Entry]:
    """The whole index in the order of the book; then rulings and ambiguities. ``tests`` may be missing."""
    code, proofs = in_code(), _in_scenarios(tests)
    for number, found in _in_tests(tests).items():
        proofs.setdefault(number, []).extend(found)
    meanings = {**RULES, **{number: entry.meaning for number, entry in decided().items()}}
    numbers = sorted({*meanings, *code, *proofs}, key=_order)
    return {
        number: Entry(number, meanings.get(number, ""), code.get(number, []), proofs.get(number, []))
        for number in numbers
    }


def below(index: Mapping[str, Entry], wanted: str) -> list[Entry]:
    """The entry of a number and those under it (9.4 has 9.4.1), or all rulings or ambiguities by one of ``KINDS``."""
    key = " ".join(wanted.casefold().split())
    if key in KINDS:
        return [entry for number, entry in index.items() if number.startswith(KINDS[key])]
    return [entry for number, entry in index.items() if number.casefold() == key or number.startswith(f"{key}.")]


def _order(number: str) -> tuple[int, list[int]]:
    kind = 1 if number.startswith("Q") else 2 if number.startswith("ambiguity") else 0
    return kind, [int(part) for part in re.findall("[0-9]+", number)]


# --- what is cited ----------------------------------------------------------------------------------------------------


def cited(text: str) -> Iterator[str]:
    """The numbers, rulings and ambiguities that a text names; "9.6.2-4" names three."""
    for found in _CITED.finditer(text):
        if found["rule"] is None:
            yield found["section"] or found["ruling"] or found["ambiguity"]
            continue
        yield found["rule"]
        if found["last"] is not None:
            stem, _, first = found["rule"].rpartition(".")
            yield from (f"{stem}.{number}" for number in range(int(first) + 1, int(found["last"]) + 1))


class Decided(NamedTuple):
    """An entry of the list of decided ambiguities: question and choice, and where it acts."""

    meaning: str
    places: list[Place]


@cache
def decided() -> dict[str, Decided]:
    """The decided ambiguities, by "ambiguity 11"."""
    text = (ENGINE / "rules" / "ambiguities.md").read_text(encoding="utf-8")
    found: dict[str, Decided] = {}
    for number, asked, chosen, where in _DECIDED.findall(text):
        file, *names = re.findall("`([^`]+)`", where)
        places = [Place(f"{ENGINE.name}/{file}", name) for name in names]
        found[f"ambiguity {number}"] = Decided(f"{asked} — {chosen}", places)
    return found


# --- the code ---------------------------------------------------------------------------------------------------------


def in_code() -> dict[str, list[Place]]:
    """Where the engine carries out each number: steps of procedures first, then what cites it."""
    found: dict[str, dict[Place, None]] = {number: dict.fromkeys(entry.places) for number, entry in decided().items()}
    for rule, place in _steps():
        found.setdefault(rule, {})[place] = None
    for path in sorted(ENGINE.rglob("*.py")):
        if path.name != "index.py":
            file = path.relative_to(ENGINE.parent).as_posix()
            for name, text in _documented(ast.parse(path.read_text(encoding="utf-8"))):
                for number in cited(text):
                    found.setdefault(number, {})[Place(file, name)] = None
    return {number: list(places) for number, places in found.items()}


def _steps() -> Iterator[tuple[str, Place]]:
    for procedure in PROCEDURES:
        for step in procedure.steps:
            for function in (step.run, step.answer):
                if isinstance(function, FunctionType):
                    yield step.rule, Place(function.__module__.replace(".", "/") + ".py", function.__qualname__)


def _documented(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Name and docstring of the module, its classes, functions and documented values, from top to bottom."""
    if (text := ast.get_docstring(tree)) is not None:
        yield "", text
    yield from _documented_in(tree, "")


def _documented_in(node: ast.Module | ast.ClassDef, outer: str) -> Iterator[tuple[str, str]]:
    value = ""
    for child in node.body:
        match child:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                if (text := ast.get_docstring(child)) is not None:
                    yield outer + child.name, text
                if isinstance(child, ast.ClassDef):
                    yield from _documented_in(child, f"{outer}{child.name}.")
            case ast.Expr(value=ast.Constant(value=str(text))) if value:
                yield outer + value, text
        value = _assigned(child)


def _assigned(node: ast.stmt) -> str:
    """The name that a statement gives a value to; empty if none."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
        case _:
            return ""


# --- the proofs -------------------------------------------------------------------------------------------------------


def _in_scenarios(tests: Path) -> dict[str, list[Proof]]:
    found: dict[str, list[Proof]] = {}
    for folder, root in ((tests / "scenarios", tests.parent), (rulings.FOLDER, ENGINE.parent)):
        for path in sorted(folder.rglob("*.yaml")) if folder.is_dir() else ():
            scenario = scenarios.load(path)
            for number in scenario.source:
                found.setdefault(number, []).append(Proof(path.relative_to(root).as_posix(), scenario.title))
    return {number: proofs for number, proofs in found.items() if _is_number(number)}


def _is_number(source: str) -> bool:
    """Whether a source is a rule, ruling or ambiguity; others are cards."""
    return source in RULES or [source] == list(cited(source))


def _in_tests(tests: Path) -> dict[str, list[Proof]]:
    """Tests in Python, for what no scenario reaches, such as setting up."""
    found: dict[str, list[Proof]] = {}
    for path in sorted(tests.rglob("test_*.py")) if tests.is_dir() else ():
        for name, text in _documented(ast.parse(path.read_text(encoding="utf-8"))):
            if name.rpartition(".")[2].startswith("test_"):
                title = name.rpartition(".")[2].removeprefix("test_").replace("_", " ")
                for number in dict.fromkeys(cited(text)):
                    found.setdefault(number, []).append(Proof(path.relative_to(tests.parent).as_posix(), title))
    return found

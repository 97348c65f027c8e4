"""The import contracts hold what ARCHITECTURE.md says: each forbidden import, tried on a bare copy, breaks one."""

import ast
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.tooling.project import ROOT

# Modules that the imports below go from and to. The copy also holds every step that there is, as an empty module.
MODULES: Final = (
    "engine.model.terms", "engine.effects.nodes", "engine.cards.red", "engine.decks.lists", "engine.rules.battle",
    "engine.views.seat", "engine.notation.lines", "engine.game", "engine.saves",
    "server.protocol.messages", "server.store.sqlite", "server.clocks", "server.auth", "server.limits",
    "server.room", "server.lobby", "server.http", "server.socket", "server.app",
    "clients.sdk.table", "clients.bots.random", "clients.scenarios.runner", "clients.cli.main",
)  # fmt: skip

LAWFUL: Final = (
    ("engine.game", "engine.rules.battle"), ("engine.game", "engine.views.seat"),
    ("engine.views.seat", "engine.model.terms"),
    ("engine.decks.lists", "engine.cards.red"), ("engine.cards.red", "engine.effects.nodes"),
    ("engine.rules.battle", "engine.effects.nodes"), ("engine.notation.lines", "engine.model.terms"),
    ("engine.notation.lines", "engine.game"), ("engine.saves", "msgpack"), ("engine.game", "engine.saves"),
    ("server.protocol.messages", "engine.model.terms"), ("server.protocol.messages", "msgspec"),
    ("server.store.sqlite", "server.protocol.messages"), ("server.store.sqlite", "redis"),
    ("server.room", "server.store.sqlite"), ("server.room", "engine.game"),
    ("server.socket", "server.room"), ("server.socket", "starlette"), ("server.app", "server.socket"),
    ("clients.sdk.table", "server.protocol.messages"), ("clients.bots.random", "clients.sdk.table"),
    ("clients.cli.main", "clients.bots.random"), ("clients.cli.main", "server.app"),
)  # fmt: skip

UNLAWFUL: Final = (
    ("engine.model.terms", "engine.effects.nodes"), ("engine.effects.nodes", "engine.rules.battle"),
    ("engine.effects.nodes", "engine.cards.red"), ("engine.cards.red", "engine.decks.lists"),
    ("engine.cards.red", "engine.rules.battle"), ("engine.rules.battle", "engine.cards.red"),
    ("engine.rules.battle", "engine.decks.lists"), ("engine.rules.battle", "engine.game"),
    ("engine.rules.battle", "engine.views.seat"), ("engine.views.seat", "engine.game"),
    ("engine.views.seat", "engine.cards.red"), ("engine.cards.red", "engine.views.seat"),
    ("engine.game", "engine.cards.red"), ("engine.model.terms", "engine.notation.lines"),
    ("engine.notation.lines", "engine.rules.battle"), ("engine.notation.lines", "engine.effects.nodes"),
    ("engine.game", "server.protocol.messages"), ("engine.game", "clients.bots.random"),
    ("engine.game", "asyncio"), ("engine.game", "random"), ("engine.game", "time"), ("engine.game", "os"),
    ("engine.game", "msgpack"), ("engine.saves", "msgspec"),
    ("server.app", "clients.cli.main"), ("server.app", "clients.bots.random"),
    ("server.protocol.messages", "server.store.sqlite"), ("server.protocol.messages", "engine.rules.battle"),
    ("server.protocol.messages", "engine.game"), ("server.protocol.messages", "starlette"),
    ("server.store.sqlite", "server.room"), ("server.room", "server.socket"), ("server.room", "server.lobby"),
    ("server.room", "starlette"), ("server.room", "redis"), ("server.socket", "server.app"),
    ("clients.sdk.table", "clients.bots.random"), ("clients.sdk.table", "server.room"),
    ("clients.bots.random", "server.app"), ("clients.bots.random", "clients.cli.main"),
    ("clients.scenarios.runner", "server.app"), ("clients.sdk.table", "starlette"),
)  # fmt: skip


def file_of(copy: Path, module: str) -> Path:
    return copy.joinpath(*module.split(".")).with_suffix(".py")


@pytest.fixture(scope="module")
def bare_copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project of empty modules under the real contracts."""
    copy = tmp_path_factory.mktemp("staircase")
    shutil.copy(ROOT / "pyproject.toml", copy)
    steps = [
        f"{part}.{path.stem}{'.anything' if path.is_dir() else ''}"
        for part in ("engine", "server", "clients")
        for path in sorted((ROOT / part).iterdir())
        if path.stem != "__init__" and (path.suffix == ".py" or (path / "__init__.py").exists())
    ]
    for module in (*MODULES, *steps):
        path = file_of(copy, module)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        for package in path.relative_to(copy).parents[:-1]:
            (copy / package / "__init__.py").touch()
    return copy


def kept(copy: Path) -> bool:
    """Whether the contracts hold for the copy; an error of the linter itself fails the test."""
    linter = Path(sys.executable).with_name("lint-imports")
    run = subprocess.run([linter, "--no-logo", "--no-cache"], cwd=copy, capture_output=True, text=True, check=False)
    report = run.stdout + run.stderr
    assert "Contracts: " in report, report
    return run.returncode == 0


def test_what_the_staircase_allows_breaks_no_contract(bare_copy: Path) -> None:
    for importer, imported in LAWFUL:
        with file_of(bare_copy, importer).open("a", encoding="utf-8") as file:
            file.write(f"import {imported}\n")
    try:
        assert kept(bare_copy)
    finally:
        for importer, _ in LAWFUL:
            file_of(bare_copy, importer).write_text("", encoding="utf-8")


@pytest.mark.parametrize(("importer", "imported"), UNLAWFUL)
def test_an_import_up_or_across_the_staircase_breaks_a_contract(bare_copy: Path, importer: str, imported: str) -> None:
    path = file_of(bare_copy, importer)
    path.write_text(f"import {imported}\n", encoding="utf-8")
    try:
        assert not kept(bare_copy)
    finally:
        path.write_text("", encoding="utf-8")


@pytest.mark.parametrize("module", ["engine.luck", "server.gossip", "clients.oracle"])
def test_a_module_without_a_step_breaks_a_contract(bare_copy: Path, module: str) -> None:
    path = file_of(bare_copy, module)
    path.touch()
    try:
        assert not kept(bare_copy)
    finally:
        path.unlink()


def test_the_engine_imports_the_standard_library_alone_but_for_msgpack_in_its_saves() -> None:
    foreign = {
        (path.relative_to(ROOT).as_posix(), name)
        for path in sorted((ROOT / "engine").rglob("*.py"))
        for name in top_names_imported_by(path)
        if name != "engine" and name not in sys.stdlib_module_names
    }
    assert foreign <= {("engine/saves.py", "msgpack")}


def top_names_imported_by(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} imports relatively"
            names.add((node.module or "").split(".")[0])
    return names


def test_importing_the_protocol_brings_neither_starlette_nor_redis() -> None:
    question = "import sys, server.protocol; print(sorted({'starlette', 'redis', 'asyncio'} & sys.modules.keys()))"
    answer = subprocess.run([sys.executable, "-c", question], capture_output=True, text=True, check=True, cwd=ROOT)
    assert answer.stdout.strip() == "[]"

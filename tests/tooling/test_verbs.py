"""The Makefile's verbs, and what the scripts behind them say when a machine lacks something."""

import os
import re
import subprocess
from pathlib import Path
from typing import Final

import pytest

from tests.tooling.project import ROOT

VERBS: Final = (
    "play", "test", "cover", "check", "fix", "bench", "chaos", "mutants", "proof",
    "setup", "web", "wheel", "lock", "clean", "help",
)  # fmt: skip


def run(*command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )


def program(folder: Path, name: str, script: str) -> Path:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def test_help_and_the_contributors_guide_name_every_verb() -> None:
    listed = re.findall(r"^make (\w+) ", run("make", "--no-print-directory", "help").stdout, re.M)
    assert sorted(listed) == sorted(VERBS)
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert {verb for verb in VERBS if f"| `make {verb}` |" not in guide} == {"help"}


def test_an_old_python_is_refused_in_one_sentence(tmp_path: Path) -> None:
    old = program(tmp_path, "python3", 'if [ "$1" = --version ]; then echo Python 3.9.2; else exit 1; fi')
    answer = run("sh", "requirements/venv.sh", old, tmp_path / "venv")
    assert answer.returncode == 1
    assert answer.stderr.count("\n") == 1
    assert "needs Python 3.11 or newer" in answer.stderr
    assert "is Python 3.9.2" in answer.stderr
    assert "PYTHON=" in answer.stderr


def test_a_python_without_venv_is_refused_with_the_name_of_debian_s_package(tmp_path: Path) -> None:
    bare = program(tmp_path, "python3", 'case "$2" in *ensurepip*) exit 1;; *) exit 0;; esac')
    answer = run("sh", "requirements/venv.sh", bare, tmp_path / "venv")
    assert answer.returncode == 1
    assert answer.stderr.count("\n") == 1
    assert "python3-venv" in answer.stderr


def test_a_missing_python_is_named(tmp_path: Path) -> None:
    answer = run("sh", "requirements/venv.sh", tmp_path / "nowhere", tmp_path / "venv")
    assert answer.returncode == 1
    assert answer.stderr.count("\n") == 1
    assert "there is no" in answer.stderr


def test_a_browser_that_is_named_is_the_one_that_is_used(tmp_path: Path) -> None:
    named = program(tmp_path, "my-browser", "exit 0")
    answer = run("bash", "tests/provide.sh", "chromium", PALTABLE_CHROMIUM=str(named))
    assert (answer.returncode, answer.stdout.strip()) == (0, str(named))


def test_a_named_browser_that_is_none_is_an_error_and_never_replaced(tmp_path: Path) -> None:
    answer = run("bash", "tests/provide.sh", "chromium", PALTABLE_CHROMIUM=str(tmp_path / "none"))
    assert (answer.returncode, answer.stdout) == (1, "")
    assert "is not a program" in answer.stderr


def test_a_missing_browser_that_cannot_be_installed_is_an_error_with_one_sentence(tmp_path: Path) -> None:
    program(tmp_path, "id", "echo 1000")
    answer = run("/bin/bash", "tests/provide.sh", "chromium", PATH=str(tmp_path), PALTABLE_CHROMIUM="")
    assert (answer.returncode, answer.stdout) == (1, "")
    assert answer.stderr.count("\n") == 1
    assert "PALTABLE_CHROMIUM=" in answer.stderr


@pytest.mark.parametrize("variable", ["HOST", "PORT", "PALTABLE_HOST", "PALTABLE_PORT"])
def test_where_play_serves_can_be_set_in_the_environment(variable: str) -> None:
    shown = run("make", "--no-print-directory", "--dry-run", "play", **{variable: "4711"}).stdout
    assert re.search(rf"--{variable.removeprefix('PALTABLE_').lower()} \"4711\"", shown)

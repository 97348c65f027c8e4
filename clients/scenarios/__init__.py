"""Scenario files: positions, decisions and expectations in YAML, run against the engine."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, TextIO

from clients.scenarios.document import MalformedScenario
from clients.scenarios.drivers import Driver, PlainDriver
from clients.scenarios.report import Failure, Result
from clients.scenarios.runner import run, run_file
from clients.scenarios.scenario import Scenario, load, loads

VERSION: Final = 1
"""Raised when a scenario file that was right no longer is, or means something else; see ``FORMAT.md``."""

__all__ = [
    "VERSION",
    "Driver",
    "Failure",
    "MalformedScenario",
    "PlainDriver",
    "Result",
    "Scenario",
    "find",
    "load",
    "loads",
    "main",
    "run",
    "run_file",
    "run_paths",
]


def find(path: Path) -> list[Path]:
    """Return the scenario files of a path: a file itself, or all ``*.yaml`` below a folder, sorted."""
    if not path.is_dir():
        return [path]
    return sorted(path.rglob("*.yaml"))


def run_paths(paths: Iterable[Path], driver: Driver | None = None) -> list[Result]:
    """Run every scenario file of ``paths``; a path without any has failed."""
    results: list[Result] = []
    for path in paths:
        files = find(path)
        if not files:
            results.append(Result(str(path), failure=Failure(str(path), "this folder holds no scenario file (*.yaml)")))
        results.extend(run_file(file, driver) for file in files)
    return results


def main(paths: Sequence[str], trace: bool, out: TextIO) -> int:
    """Run the scenario files and folders named by ``paths`` and tell about them on ``out``.

    Every failure has its lines; with ``trace`` every file has the log of its game. The closing line is
    ``N passed, N failed``. Returns 0 if all passed, else 1.
    """
    results = run_paths(map(Path, paths))
    for result in results:
        lines = [f"{result.file}: {result.title}", *(f"    {line}" for line in result.trace)] if trace else []
        if result.failure is not None:
            lines += result.failure.lines()
        out.writelines(f"{line}\n" for line in lines)
    failed = sum(not result.passed for result in results)
    out.write(f"{len(results) - failed} passed, {failed} failed\n")
    return 1 if failed or not results else 0

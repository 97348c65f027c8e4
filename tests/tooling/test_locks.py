"""The lock files: complete, in agreement, and tied to no machine."""

import re
from typing import Final

import pytest

from tests.tooling.project import PYPROJECT, ROOT

LOCKS: Final = ("runtime", "play", "dev", "bench")
PIN: Final = re.compile(
    r"^([a-z0-9-]+)==(\S+)((?: ; [^\\\n]+)?) \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.M
)


def text_of(lock: str) -> str:
    return (ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8")


def versions_in(lock: str) -> dict[str, str]:
    return {name: version for name, version, _, _ in PIN.findall(text_of(lock))}


def names_in(requirements: list[str]) -> set[str]:
    return {re.split(r"[<>=;\[ ]", requirement, maxsplit=1)[0].replace(".", "-") for requirement in requirements}


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_holds_nothing_but_pins_with_hashes(lock: str) -> None:
    rest = PIN.sub("", text_of(lock))
    assert [line for line in rest.splitlines() if line and not line.lstrip().startswith("#")] == []


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_registry_and_no_folder(lock: str) -> None:
    text = text_of(lock)
    assert "://" not in text
    assert not re.search(r"--(index-url|extra-index-url|find-links|trusted-host)", text)
    assert " @ " not in text


@pytest.mark.parametrize(("smaller", "larger"), [("runtime", "play"), ("play", "dev"), ("dev", "bench")])
def test_each_lock_holds_the_one_before_it_at_the_same_versions(smaller: str, larger: str) -> None:
    assert versions_in(smaller).items() <= versions_in(larger).items()


@pytest.mark.parametrize(
    ("lock", "extras"),
    [("runtime", ()), ("play", ("build",)), ("dev", ("build", "dev")), ("bench", ("build", "dev", "bench"))],
)
def test_a_lock_holds_what_the_project_asks_for(lock: str, extras: tuple[str, ...]) -> None:
    project = PYPROJECT["project"]
    asked = names_in(project["dependencies"])
    for extra in extras:
        asked |= names_in(project["optional-dependencies"][extra])
    assert asked <= versions_in(lock).keys()


def test_every_dependency_is_justified_in_one_line() -> None:
    project = PYPROJECT["project"]
    asked = [*project["dependencies"], *(name for extra in project["optional-dependencies"].values() for name in extra)]
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    justified = {name.replace(".", "-") for name in re.findall(r"^- `([^`]+)`: .+$", contributing, re.M)}
    assert names_in(asked) <= justified

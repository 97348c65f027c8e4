"""The wheel: whole, and no more than that."""

import subprocess
import sys
import zipfile

import pytest

from tests.tooling.project import ROOT


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> frozenset[str]:
    """The names in a wheel built from this checkout, in which `make web` has built the browser client."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    run = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    (wheel,) = folder.glob("paltable-*-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        return frozenset(archive.namelist())


def test_the_wheel_holds_every_module_of_the_three_packages_and_their_type_markers(files: frozenset[str]) -> None:
    modules = {
        path.relative_to(ROOT).as_posix()
        for package in ("engine", "server", "clients")
        for path in (ROOT / package).rglob("*.py")
        if "web" not in path.relative_to(ROOT).parts
    }
    assert modules <= files
    assert {"engine/py.typed", "server/py.typed", "clients/py.typed"} <= files


@pytest.mark.parametrize(("folder", "least"), [("lessons", 15), ("rulings", 90)])
def test_the_wheel_holds_every_scenario_that_the_page_shows(folder: str, least: int, files: frozenset[str]) -> None:
    shown = {path.relative_to(ROOT).as_posix() for path in (ROOT / "clients" / folder).rglob("*.yaml")}
    assert len(shown) >= least
    assert shown <= files


def test_the_wheel_holds_the_whole_of_the_built_browser_client_and_nothing_it_was_built_from(
    files: frozenset[str],
) -> None:
    dist = ROOT / "clients" / "web" / "dist"
    built = {path.relative_to(ROOT).as_posix() for path in dist.rglob("*") if path.is_file()}
    assert "clients/web/dist/index.html" in built, "build it with `make web`"
    assert {name for name in files if name.startswith("clients/web/")} == built


def test_the_wheel_holds_licence_and_notice_and_no_tests(files: frozenset[str]) -> None:
    tops = {name.split("/")[0] for name in files}
    (info,) = (top for top in tops if top.endswith(".dist-info"))
    assert tops == {"engine", "server", "clients", info}
    assert {f"{info}/licenses/LICENSE", f"{info}/licenses/NOTICE"} <= files

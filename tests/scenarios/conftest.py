"""What the scenario tests share: the other process, started once."""

from collections.abc import Iterator

import pytest

from tests.engine.elsewhere import Elsewhere

HASH_SEED = 4321
"""Of the other process; the tests' own is random."""


@pytest.fixture(scope="session")
def elsewhere() -> Iterator[Elsewhere]:
    with Elsewhere(HASH_SEED) as process:
        yield process

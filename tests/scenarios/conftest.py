"""What the scenario tests share: the second process, started once."""

from collections.abc import Iterator

import pytest

from tests.scenarios.second import SecondProcess


@pytest.fixture(scope="session")
def second_process() -> Iterator[SecondProcess]:
    second = SecondProcess()
    yield second
    second.close()

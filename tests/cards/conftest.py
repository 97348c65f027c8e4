"""The table of behaviour tests: every game that a test sets up must end with nothing pending."""

from collections.abc import Callable, Iterator

import pytest

from engine.model.terms import SeatName
from tests.cards.table import Place, Table

SetTable = Callable[..., Table]
"""``table(A={...}, B={...}, turn="A", night=False)``."""


@pytest.fixture
def table() -> Iterator[SetTable]:
    """Set a table; when the test is over, each game stands in a main phase with nothing pending, or is over."""
    tables: list[Table] = []

    def set_table(A: Place | None = None, B: Place | None = None, turn: SeatName = "A", night: bool = False) -> Table:  # noqa: N803 - seats have capital letters
        tables.append(Table(A or {}, B or {}, turn=turn, night=night))
        return tables[-1]

    yield set_table
    for each in tables:
        assert each.is_quiet(), f"something is left: {each.game.report()}"

"""What behaviour tests are given: the pool, and tables on which every game must end with nothing pending."""

from collections.abc import Iterator

import pytest

from engine import catalogue
from engine.effects.catalogue import Catalogue
from tests.cards.table import SetTable, tables

__all__ = ["SetTable"]


@pytest.fixture
def pool() -> Catalogue:
    """The cards that are played with. ``tests.mutation`` gives the same tests pools with one card changed."""
    return catalogue


@pytest.fixture
def table(pool: Catalogue) -> Iterator[SetTable]:
    """Set a table; when the test is over, each game stands in a main phase with nothing pending, or is over."""
    with tables(pool) as set_table:
        yield set_table

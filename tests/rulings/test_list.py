"""What the page lists of the rulings."""

from clients.rulings import rulings
from tests.rulings.list import LISTED, text


def test_the_page_lists_what_the_files_say() -> None:
    """After a change that is meant: ``python -m tests.rulings.list > clients/web/rulings.json``."""
    assert LISTED.read_text(encoding="utf-8") == text()


def test_every_ruling_of_the_list_has_a_number_and_a_sentence() -> None:
    for ruling in rulings():
        assert ruling.numbers, ruling
        assert not ruling.says.endswith("."), ruling

"""The page judges decks as the engine does, by a file that is written from the engine."""

import json

from engine.cards import catalogue
from tests.decks.judged import BEEGARDE, FILE, judged


def test_the_decks_that_the_page_is_compared_with_are_those_of_the_engine() -> None:
    assert FILE.read_text(encoding="utf-8") == judged()


def test_every_defect_and_every_way_to_have_none_is_among_them() -> None:
    decks = json.loads(FILE.read_text(encoding="utf-8"))["decks"]
    codes = {code for deck in decks for code, _ in deck["defects"]}
    assert codes == {"unknown_card", "size", "copies", "lucky", "colours"}
    assert sum(not deck["defects"] for deck in decks) >= 8
    assert catalogue.by_number(BEEGARDE).main_name == "Beegarde"
    assert any(deck["main"].get(BEEGARDE, 0) >= 20 and not deck["defects"] for deck in decks)

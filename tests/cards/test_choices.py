"""Among which cards a choice is, and how many may be chosen, on a table with some of everything on both sides."""

from typing import NamedTuple

import pytest

from tests.cards.conftest import SetTable
from tests.cards.table import Place, Table


def crowd() -> tuple[Place, Place]:
    """Pals of 2, 5, and 7 or 8, one resting on each side, a structure, a gear, and full hands and graveyards."""
    mine: Place = {
        "base": ["ETD01-002 hog", "ETD02-001 mossanda rest", "ETD02-007 mammorest", "ETD01-008 pit",
                 "EBP01-020 shotgun"],
        "hand": ["ETD01-014 pengullet", "ETD02-003 flopie", "EBP01-082 daedream", "ETD01-019 chair"],
        "graveyard": ["ETD02-013 hoocrates", "ETD02-002 gumoss", "ETD01-009 workbench"],
        "deck": ["EBP01-099 top", "EBP01-086 next"],
        "material": 5,
        "ingredient": 5,
    }  # fmt: skip
    theirs: Place = {
        "base": ["ETD01-013 cryst", "ETD02-016 incineram rest", "ETD02-006 broncherry", "ETD02-008 berries",
                 "ETD01-010 rifle"],
        "hand": ["EBP01-080 their_daedream", "ETD02-009 campfire"],
        "graveyard": ["EBP01-056 lifmunk", "EBP01-042 mirror"],
    }  # fmt: skip
    return mine, theirs


MY_PALS, THEIR_PALS = {"hog", "mossanda", "mammorest"}, {"cryst", "incineram", "broncherry"}
PALS = MY_PALS | THEIR_PALS
HAND = {"pengullet", "flopie", "daedream", "chair"}


class Choice(NamedTuple):
    """A card of A, the zone in which it begins, what A does, and then the choice."""

    number: str
    zone: str
    lines: str
    among: set[str]
    least: int
    most: int
    night: bool = False


CHOICES = (
    Choice("EBP01-001", "base", "activate it, option 2", HAND, 2, 2),
    Choice("EBP01-002", "hand", "play it", PALS | {"it"}, 0, 1),
    Choice("EBP01-007", "hand", "play it", {"mammorest", "broncherry"}, 0, 1),
    Choice("EBP01-008", "hand", "play it", {"hog", "mammorest", "cryst", "broncherry", "it"}, 0, 1),
    Choice("EBP01-019", "base", "activate it", PALS, 1, 1),
    Choice("EBP01-021", "hand", "play it", PALS, 0, 1),
    Choice("EBP01-023", "hand", "play it, option 1", PALS, 1, 1),
    Choice("EBP01-026", "hand", "play it", {"hog", "mossanda", "cryst", "incineram"}, 0, 1),
    Choice("EBP01-027", "hand", "play it", {"hog", "mossanda", "cryst", "incineram", "broncherry"}, 0, 1),
    Choice("EBP01-029", "hand", "play it", PALS | {"it"}, 0, 1),
    Choice("EBP01-030", "base", "activate it", HAND, 1, 1),
    Choice("EBP01-040", "base", "activate it 1", HAND, 1, 1),
    Choice("EBP01-040", "base", "activate it 2, number 1", HAND, 1, 1),
    Choice("EBP01-040", "base", "activate it 2, number 1, choose chair", MY_PALS, 1, 1),
    Choice("EBP01-043", "base", "activate it, choose hog", HAND | {"top", "next"}, 1, 1),
    Choice("EBP01-048", "hand", "play it", HAND | {"top"}, 0, 1),
    Choice("EBP01-055", "base", "activate it", HAND, 1, 1),
    Choice("EBP01-063", "base", "activate it 2", {"pengullet", "flopie", "daedream"}, 0, 1),
    Choice("EBP01-069", "base", "activate it", PALS, 1, 1),
    Choice("EBP01-078", "base", "activate it", HAND, 1, 1),
    Choice("EBP01-078", "base", "activate it, choose chair", {"hoocrates", "gumoss"}, 1, 1),
    Choice("EBP01-081", "base", "attack it -> player, yes", HAND, 1, 1),
    Choice("EBP01-083", "hand", "play it", PALS | {"it"}, 0, 1),
    Choice("EBP01-087", "hand", "play it", {"hog", "cryst", "it"}, 0, 1, night=True),
    Choice("EBP01-094", "hand", "play it", {"daedream"}, 0, 1),
    Choice("EBP01-094", "base", "activate it", PALS, 1, 1),
    Choice("EBP01-095", "hand", "play it, option 2", {"hoocrates", "gumoss"}, 0, 1),
    Choice("EBP01-098", "base", "attack it -> player, yes", HAND, 1, 1),
    Choice("ETD01-015", "hand", "play it", {"hog", "cryst"}, 0, 1),
    Choice("ETD01-018", "base", "activate it", {"chair"}, 1, 1),
    Choice("ETD01-021", "base", "activate it", PALS, 1, 1),
)


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: f"{choice.number} {choice.lines}")
def test_a_choice_is_among_these_cards_and_of_so_many(table: SetTable, choice: Choice) -> None:
    mine, theirs = crowd()
    mine[choice.zone].append(f"{choice.number} it")  # type: ignore[literal-required]
    game: Table = table(A=mine, B=theirs, night=choice.night)
    game.a(*choice.lines.split(", "))
    assert game.asked() == ("A", "cards")
    assert game.candidates() == choice.among
    assert (game.prompt.minimum, game.prompt.maximum) == (choice.least, choice.most)
    while game.prompt.kind != "main":
        game.game.decide(game.prompt.default)

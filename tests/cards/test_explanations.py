"""How the parts of a value are told: what each card adds, from where, and for how long."""

from engine.views import NOBODY, Aspect
from tests.cards.conftest import SetTable
from tests.cards.table import Table

LAMP, NOCTURNAL, DAYTIME = "EBP01-088", "EBP01-080", "ETD01-015"


def texts(table: Table, label: str, aspect: Aspect) -> list[str]:
    return [part.text for part in table.game.explain(table.labels[label], aspect)]


def sources(table: Table, label: str, aspect: Aspect) -> list[str]:
    parts = table.game.explain(table.labels[label], aspect)
    return ["nobody" if part.source == NOBODY else table.label(part.source) for part in parts]


# --- continuous abilities ---------------------------------------------------------------------------------------------


def test_each_instance_of_nocturnal_is_told_with_the_card_that_it_comes_from(table: SetTable) -> None:
    game = table(A={"base": [f"{LAMP} lamp", f"{NOCTURNAL} own", f"{DAYTIME} other"]}, night=True)
    assert texts(game, "own", "power") == ["printed 200", "+300 Nocturnal (own)", "+300 Nocturnal from Lamp"]
    assert texts(game, "other", "power")[1:] == ["+300 Nocturnal from Lamp"]
    assert texts(game, "own", "keywords") == ["Nocturnal (printed)", "Nocturnal from Lamp"]
    assert sources(game, "own", "power") == ["own", "own", "lamp"]
    assert sources(game, "own", "keywords") == ["own", "lamp"]


def test_by_day_nocturnal_adds_nothing_and_is_not_among_the_numbers(table: SetTable) -> None:
    game = table(A={"base": [f"{LAMP} lamp", f"{NOCTURNAL} own"]})
    assert texts(game, "own", "power") == ["printed 200"]
    assert len(texts(game, "own", "keywords")) == 2


def test_a_boost_of_another_card_is_told_with_its_name_and_one_of_the_card_itself_without(table: SetTable) -> None:
    game = table(A={"base": ["ETD01-018 own", "ETD01-008 pit"]}, B={"base": ["EBP01-033 wumpo rest"]})
    assert texts(game, "own", "power")[1:] == ["+200 own ability"]
    assert texts(game, "own", "strike")[1:] == ["-1 from Wumpo"]
    assert sources(game, "own", "strike") == ["own", "wumpo"]
    assert texts(game, "wumpo", "strike")[1:] == texts(game, "pit", "power")[1:] == []


# --- lasting effects --------------------------------------------------------------------------------------------------


def test_a_lasting_effect_is_told_with_its_card_and_for_how_long_it_lasts(table: SetTable) -> None:
    game = table(A={"base": ["ETD02-010 spear", "ETD01-002 hog", "ETD01-003 kelp"]})
    game.a("activate spear 1", "choose hog")
    assert texts(game, "hog", "power")[1:] == ["+900 from Refined Metal Spear, until end of turn"]
    assert sources(game, "hog", "power") == ["hog", "spear"]
    assert texts(game, "kelp", "power")[1:] == []
    game.end_turn()
    assert texts(game, "hog", "power")[1:] == []


def test_an_effect_on_the_card_itself_is_its_own(table: SetTable) -> None:
    game = table(A={"base": ["EBP01-050 it"], "ingredient": 2, "souls": 9, "resting_souls": 0})
    game.a("activate it 1")
    assert texts(game, "it", "power") == ["printed 900", "+500 own ability, until end of turn"]
    assert texts(game, "it", "keywords") == ["Breakthrough (own), until end of turn"]


def test_an_effect_that_outlasts_the_turn_says_until_when(table: SetTable) -> None:
    game = table(A={"base": ["EBP01-067 sign", "ETD01-002 hog"]}, B={"hand": ["ETD01-003 kelp"]})
    game.a("activate sign 1")
    assert texts(game, "hog", "keywords") == ["Taunt from No Pals Beyond Sign, until the end of the next turn"]
    game.end_turn()
    assert texts(game, "hog", "keywords") == ["Taunt from No Pals Beyond Sign, until end of turn"]
    assert sources(game, "hog", "keywords") == ["sign"]


def test_the_card_of_an_effect_is_still_told_when_it_lies_in_the_graveyard(table: SetTable) -> None:
    game = table(
        A={"base": ["ETD02-010 spear", "ETD01-002 hog", "ETD01-003 kelp", "ETD01-008 pit"], "hand": ["EBP01-070 plan"]}
    )
    game.a("activate spear 1", "choose hog", "play plan", "option 2", "choose spear")
    assert game.zone("spear") == "graveyard"
    assert texts(game, "hog", "power")[1:] == ["+900 from Refined Metal Spear, until end of turn"]
    assert sources(game, "hog", "power") == ["hog", "spear"]


def test_an_event_is_told_though_it_lies_in_the_graveyard(table: SetTable) -> None:
    game = table(A={"base": ["ETD01-002 hog", "ETD01-003 kelp"], "hand": ["ETD02-011 blast"]})
    game.a("play blast", "choose hog")
    assert texts(game, "hog", "power")[1:] == ["+500 from Stone Blast, until end of turn"]


def test_a_card_that_went_where_it_is_hidden_is_not_told_any_more_not_even_when_it_is_back(table: SetTable) -> None:
    """That this Tanzee is the one from before is nothing that the opponent can see."""
    game = table(
        A={"base": ["EBP01-060 tanzee", "ETD01-008 pit"], "hand": ["EBP01-046 plan"]}, B={"base": ["ETD02-001 hog"]}
    )
    game.a("activate pit 1", "choose hog")
    assert texts(game, "hog", "power")[1:] == ["+400 from Tanzee, until end of turn"]
    game.a("play plan", "option 2", "choose tanzee")
    assert game.zone("tanzee") == "hand"
    gone = ["+400 from a card that has left, until end of turn"]
    assert texts(game, "hog", "power")[1:] == gone
    game.a("play tanzee")
    assert game.zone("tanzee") == "base"
    assert texts(game, "hog", "power")[1:] == gone
    assert sources(game, "hog", "power") == ["hog", "nobody"]


def test_an_effect_for_both_numbers_is_a_part_of_each(table: SetTable) -> None:
    game = table(A={"base": ["EBP01-010 hawk", "EBP01-013 red", "ETD02-001 green"]})
    game.a("attack hawk -> player")
    assert texts(game, "red", "power")[1:] == ["+500 from Ragnahawk, until end of turn"]
    assert texts(game, "red", "strike")[1:] == ["+1 from Ragnahawk, until end of turn"]
    assert texts(game, "hawk", "power")[1:] == ["+500 own ability, until end of turn"]
    assert texts(game, "green", "power")[1:] == []
    game.settle()


# --- names and costs --------------------------------------------------------------------------------------------------


def test_a_declared_name_is_told_with_the_card_that_gave_it(table: SetTable) -> None:
    game = table(A={"base": ["EBP01-040 dresser", "ETD01-008 pit"], "hand": ["ETD01-002 paid"]})
    game.a("activate dresser 1", "name Antique Mirror")
    assert texts(game, "pit", "names") == [
        "Stone Pit (printed)", "Antique Mirror from Antique Dresser, until end of turn",
    ]  # fmt: skip
    assert texts(game, "dresser", "names") == [
        "Antique Dresser (printed)", "Antique Mirror (own), until end of turn",
    ]  # fmt: skip


def test_a_reduced_cost_is_told_as_far_as_it_goes(table: SetTable) -> None:
    """Each reduction stops at a cost of 1, so the second one has less to take, and the third one nothing."""
    game = table(
        A={"base": ["EBP01-016 one", "EBP01-016 two", "EBP01-016 three"], "hand": ["ETD02-010 spear", "ETD01-008 pit"],
           "material": 20},
    )  # fmt: skip
    cost = game.card("spear").cost
    for label, x in (("one", cost - 2), ("two", 5), ("three", 5)):
        game.a(f"activate {label} 2", f"number {x}")
    assert texts(game, "spear", "cost") == [
        f"printed {cost}",
        f"-{cost - 2} from Primitive Furnace, until end of turn",
        "-1 from Primitive Furnace, until end of turn",
    ]
    assert sources(game, "spear", "cost") == ["spear", "one", "two"]
    assert len(texts(game, "pit", "cost")) == len(texts(game, "one", "cost")) == 1


def test_a_card_has_only_the_values_of_its_kind(table: SetTable) -> None:
    game = table(A={"base": ["ETD01-008 pit", "ETD02-020 hat"], "hand": ["ETD01-011 event"]})
    assert texts(game, "pit", "power") == [f"printed {game.card('pit').durability}"]
    assert texts(game, "pit", "strike") == texts(game, "hat", "power") == texts(game, "event", "strike") == []
    for label in ("pit", "hat", "event"):
        assert texts(game, label, "cost") == [f"printed {game.card(label).cost}"]
        assert texts(game, label, "keywords") == []
        assert texts(game, label, "names")[0].endswith(" (printed)")

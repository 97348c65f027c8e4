"""What the green cards of ETD02 do."""

from tests.cards.conftest import SetTable
from tests.cards.keywords import Interrupting, Taunting


class TestFlopie:
    """ETD02-003: On Deploy, 2 Ingredient."""

    def test_playing_it_brings_two_ingredient(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD02-003 it"], "ingredient": 1}, B={"ingredient": 4, "base": ["ETD01-002 theirs"]})
        with game.untouched("theirs"):
            game.a("play it")
        assert (game.counter("A", "ingredient"), game.counter("A", "material")) == (3, 0)
        assert game.counter("B", "ingredient") == 4

    def test_it_brings_nothing_when_another_pal_is_deployed(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-003 it"], "hand": ["ETD02-002 gumoss"]})
        game.a("play gumoss")
        assert game.counter("A", "ingredient") == 0

    def test_two_of_them_bring_theirs_each(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD02-003 first", "ETD02-003 second"]})
        game.a("play first", "play second")
        assert game.counter("A", "ingredient") == 4


class TestDinossom(Interrupting):
    """ETD02-004: Interrupt."""

    card = "ETD02-004"


class TestEikthyrdeerTerra(Taunting):
    """ETD02-005: Taunt; [Consume 2 Ingredient] Power+500."""

    card = "ETD02-005"

    def test_it_grows_by_500_for_two_ingredient(self, table: SetTable) -> None:
        game = table(
            A={"base": ["ETD02-005 it", "ETD02-005 twin"], "ingredient": 5, "material": 2},
            B={"base": ["ETD02-005 theirs"]},
        )
        with game.untouched("twin", "theirs"):
            game.a("activate it", "activate it")
        assert (game.power("it"), game.strike("it")) == (1800, 2)
        assert (game.counter("A", "ingredient"), game.counter("A", "material")) == (1, 2)
        assert game.refuses("activate it")

    def test_material_does_not_pay_for_it(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-005 it"], "ingredient": 1, "material": 9})
        assert game.refuses("activate it")

    def test_the_bonus_ends_with_the_turn(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-005 it"], "ingredient": 2})
        game.a("activate it")
        game.end_turn()
        assert game.power("it") == 800


class TestBroncherry(Taunting):
    """ETD02-006: Taunt."""

    card = "ETD02-006"


class TestMammorest:
    """ETD02-007: when it is put into the graveyard, 3 Ingredient."""

    def test_an_effect_of_the_opponent_brings_three_ingredient_to_its_player(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD02-021 strike"]}, B={"base": ["ETD02-007 it"]})
        game.a("play strike")
        assert game.zone("it") == "graveyard"
        assert (game.counter("A", "ingredient"), game.counter("B", "ingredient")) == (0, 3)

    def test_dying_of_damage_brings_them_too(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD01-011 breath"], "base": ["ETD02-007 it damage=1500"]})
        game.a("play breath")
        assert (game.zone("it"), game.counter("A", "ingredient")) == ("graveyard", 3)

    def test_the_death_of_another_pal_brings_nothing(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD02-021 strike"], "base": ["ETD02-007 it", "ETD01-002 hog"]})
        with game.untouched("it"):
            game.a("play strike", "choose hog")
        assert game.counter("A", "ingredient") == 0

    def test_exiling_it_brings_nothing(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-019 trap", "ETD01-002 worker"]}, B={"base": ["ETD02-007 it"]})
        game.a("activate trap", "choose it")
        assert (game.zone("it"), game.counter("B", "ingredient")) == ("exile", 0)

    def test_being_overloaded_brings_them(self, table: SetTable) -> None:
        mates = [f"ETD01-002 hog{number}" for number in range(1, 5)]
        game = table(A={"base": ["ETD02-007 it", *mates], "hand": ["ETD02-002 sixth"]})
        game.a("play sixth", "choose hog1 hog2 hog3 hog4")
        assert (game.zone("it"), game.counter("A", "ingredient")) == ("graveyard", 3)


class TestBerryPlantation:
    """ETD02-008: Once per turn, [Assign 1 Pal] 3 Ingredient and a card."""

    def test_an_assigned_pal_brings_three_ingredient_and_a_card(self, table: SetTable) -> None:
        game = table(
            A={"base": ["ETD02-008 it", "ETD01-002 worker", "ETD01-013 mate"], "deck": ["ETD01-014 top"]},
            B={"base": ["ETD02-001 theirs"]},
        )
        with game.untouched("mate", "theirs", "it"):
            game.a("activate it")
            assert game.candidates() == {"worker", "mate"}
            game.a("choose worker")
        assert game.rests("worker")
        assert (game.counter("A", "ingredient"), game.counter("A", "material")) == (3, 0)
        assert game.cards("A", "hand") == ["top"]

    def test_it_works_once_per_turn_and_again_in_the_next(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-008 it", "ETD01-002 worker", "ETD01-013 mate"]})
        game.a("activate it", "choose worker")
        assert game.refuses("activate it")
        game.end_turn()
        game.end_turn()
        assert not game.refuses("activate it")

    def test_without_a_standing_pal_it_does_not_work(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-008 it", "ETD01-002 worker rest"]})
        assert game.refuses("activate it")

    def test_an_assigned_pal_can_neither_attack_nor_work_again(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-008 first", "ETD02-008 second", "ETD01-002 worker"]})
        game.a("activate first")
        assert game.refuses("attack worker -> player")
        assert game.refuses("activate second")


class TestCampfire:
    """ETD02-009: [Consume 2 Ingredient, assign 1 Pal] 1 life; Power+1000 to all own Pals."""

    def test_it_gains_a_life_and_strengthens_every_own_pal(self, table: SetTable) -> None:
        game = table(
            A={"base": ["ETD02-009 it", "ETD01-002 worker", "ETD01-014 sleeper rest"], "ingredient": 3, "life": 4},
            B={"base": ["ETD02-001 theirs"], "life": 6},
        )
        with game.untouched("theirs", "it"):
            game.a("activate it")
        assert (game.power("worker"), game.power("sleeper")) == (1300, 1500)
        assert game.strike("worker") == 1
        assert (game.counter("A", "life"), game.counter("B", "life")) == (5, 6)
        assert game.counter("A", "ingredient") == 1

    def test_life_may_rise_above_ten(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-009 it", "ETD01-002 worker"], "ingredient": 2})
        game.a("activate it")
        assert game.counter("A", "life") == 11

    def test_a_pal_that_comes_later_gets_nothing(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-009 it", "ETD01-002 worker"], "ingredient": 2, "hand": ["ETD01-013 late"]})
        game.a("activate it", "play late")
        assert game.power("late") == 300

    def test_the_bonus_ends_with_the_turn_and_the_life_stays(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-009 it", "ETD01-002 worker"], "ingredient": 2})
        game.a("activate it")
        game.end_turn()
        assert (game.power("worker"), game.counter("A", "life")) == (300, 11)

    def test_it_needs_two_ingredient_and_a_standing_pal(self, table: SetTable) -> None:
        poor = table(A={"base": ["ETD02-009 it", "ETD01-002 worker"], "ingredient": 1, "material": 5})
        assert poor.refuses("activate it")
        alone = table(A={"base": ["ETD02-009 it", "ETD01-002 worker rest"], "ingredient": 2})
        assert alone.refuses("activate it")

    def test_it_works_once_per_turn(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-009 it", "ETD01-002 hog", "ETD01-013 cryst"], "ingredient": 4})
        game.a("activate it", "choose hog")
        assert game.refuses("activate it")


class TestRefinedMetalSpear:
    """ETD02-010: [Rest this card] Power+900 to 1 Pal."""

    def test_it_gives_900_until_the_end_of_the_turn(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-010 it", "ETD01-002 hog", "ETD01-013 other"]}, B={"base": ["ETD02-001 theirs"]})
        with game.untouched("other", "theirs"):
            game.a("activate it")
            assert game.candidates() == {"hog", "other", "theirs"}
            game.a("choose hog")
        assert (game.power("hog"), game.strike("hog")) == (1200, 1)
        game.end_turn()
        assert game.power("hog") == 300

    def test_while_it_rests_it_cannot_be_used(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-010 it rest", "ETD01-002 hog"]})
        assert game.refuses("activate it")

    def test_it_stands_in_the_next_stand_phase(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-010 it", "ETD01-002 hog"]})
        game.a("activate it")
        game.end_turn()
        game.end_turn()
        game.a("activate it")
        assert game.power("hog") == 1200

    def test_without_a_pal_it_rests_for_nothing(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-010 it"]})
        game.a("activate it")
        assert game.rests("it")

    def test_the_opponent_cannot_use_it(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-002 hog"]}, B={"base": ["ETD02-010 it"]})
        assert game.refuses("activate it")


class TestStoneBlast:
    """ETD02-011: Quick, Power+500 to 1 Pal."""

    def test_it_saves_a_blocker(self, table: SetTable) -> None:
        game = table(
            A={"base": ["ETD01-014 attacker"]},
            B={"hand": ["ETD02-011 it"], "base": ["ETD01-002 guard", "ETD01-013 other"]},
        )
        with game.untouched("other"):
            game.a("attack attacker -> player")
            game.b("block guard", "play it", "choose guard", "pass")
        assert (game.zone("guard"), game.damage("guard"), game.power("guard")) == ("base", 500, 800)
        assert game.zone("attacker") == "graveyard"

    def test_a_survivor_does_not_die_when_the_bonus_ends(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-014 attacker"]}, B={"hand": ["ETD02-011 it"], "base": ["ETD01-002 guard"]})
        game.a("attack attacker -> player")
        game.b("block guard", "play it", "choose guard", "pass")
        game.end_turn()
        assert (game.zone("guard"), game.damage("guard"), game.power("guard")) == ("base", 0, 300)

    def test_it_may_be_played_in_the_own_main_phase_on_any_pal(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["ETD02-011 it"], "base": ["ETD01-002 hog", "ETD01-008 pit"]}, B={"base": ["ETD02-001 theirs"]}
        )
        game.a("play it")
        assert game.candidates() == {"hog", "theirs"}
        assert game.refuses("choose none")
        with game.untouched("theirs", "pit"):
            game.a("choose hog")
        assert game.power("hog") == 800
        assert game.zone("it") == "graveyard"

    def test_it_has_to_be_paid(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-002 hog"]}, B={"hand": ["ETD02-011 it"], "souls": 1})
        game.a("attack hog -> player")
        game.b("pass")
        assert game.refuses("play it")
        game.b("pass")

"""What the red cards of ETD01 do."""

from tests.cards.conftest import SetTable
from tests.cards.keywords import Interrupting


class TestGrizzbolt:
    """ETD01-001: Assault."""

    def test_it_attacks_a_standing_pal(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-001 it"]}, B={"base": ["ETD02-001 mossanda", "ETD01-013 other"]})
        with game.untouched("other"):
            game.a("attack it -> mossanda")
            game.settle()
        assert game.zone("mossanda") == "graveyard"
        assert (game.zone("it"), game.damage("it")) == ("base", 900)

    def test_a_pal_without_assault_beside_it_cannot(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-001 it", "ETD01-002 hog"]}, B={"base": ["ETD02-001 mossanda"]})
        assert game.refuses("attack hog -> mossanda")

    def test_it_attacks_everything_else_that_can_be_attacked(self, table: SetTable) -> None:
        game = table(
            A={"base": ["ETD01-001 it"]}, B={"base": ["ETD01-013 rester rest", "ETD01-008 pit", "ETD02-010 spear"]}
        )
        assert not any(game.refuses(f"attack it -> {target}") for target in ("player", "rester", "pit"))
        assert game.refuses("attack it -> spear")

    def test_it_cannot_attack_own_cards(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-001 it", "ETD01-002 hog", "ETD01-008 pit"]})
        assert game.refuses("attack it -> hog")
        assert game.refuses("attack it -> pit")

    def test_while_it_rests_it_cannot_attack(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-001 it rest"]}, B={"base": ["ETD02-001 mossanda"]})
        assert game.refuses("attack it -> mossanda")


class TestFoxparks(Interrupting):
    """ETD01-004: Interrupt."""

    card = "ETD01-004"


class TestArsox:
    """ETD01-005: On Deploy, 2 Material."""

    def test_playing_it_brings_two_material(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD01-005 it"], "material": 1, "base": ["ETD01-002 other"]}, B={"material": 4})
        with game.untouched("other"):
            game.a("play it")
        assert (game.counter("A", "material"), game.counter("A", "ingredient")) == (3, 0)
        assert game.counter("B", "material") == 4
        assert game.counter("A", "souls_standing") == 5

    def test_deploying_it_from_the_graveyard_brings_them_too(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD02-022 supplies"], "graveyard": ["ETD01-005 it"]})
        game.a("play supplies")
        assert (game.zone("it"), game.counter("A", "material")) == ("base", 2)

    def test_it_brings_nothing_when_another_pal_is_deployed(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD01-002 hog"], "base": ["ETD01-005 it"]})
        game.a("play hog")
        assert game.counter("A", "material") == 0


class TestMossandaLux:
    """ETD01-006: [Consume 2 Material] Power+500 until end of turn."""

    def test_it_grows_by_500_for_two_material(self, table: SetTable) -> None:
        game = table(
            A={"base": ["ETD01-006 it", "ETD01-006 twin"], "material": 3, "ingredient": 2},
            B={"base": ["ETD01-006 theirs"]},
        )
        with game.untouched("twin", "theirs"):
            game.a("activate it")
        assert (game.power("it"), game.strike("it")) == (1600, 2)
        assert (game.counter("A", "material"), game.counter("A", "ingredient")) == (1, 2)

    def test_it_grows_as_often_as_it_is_paid_for(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-006 it"], "material": 4})
        game.a("activate it", "activate it")
        assert game.power("it") == 2100
        assert game.refuses("activate it")

    def test_one_material_is_not_enough(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-006 it"], "material": 1, "ingredient": 5})
        assert game.refuses("activate it")

    def test_it_grows_while_it_rests(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-006 it rest"], "material": 2})
        game.a("activate it")
        assert game.power("it") == 1600

    def test_the_bonus_ends_with_the_turn(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-006 it"], "material": 2})
        game.a("activate it")
        game.end_turn()
        assert game.power("it") == 1100

    def test_it_cannot_be_used_on_the_opponents_turn(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-002 hog"]}, B={"base": ["ETD01-006 it"], "material": 2})
        game.a("attack hog -> player")
        game.b("pass")
        assert game.refuses("activate it")
        game.b("pass")


class TestBlazamut:
    """ETD01-007: On Deploy, up to 1 Pal takes 1000 damage."""

    def test_it_kills_a_pal_of_1000_power_or_less(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD01-007 it"]}, B={"base": ["ETD02-001 victim", "ETD02-016 other", "ETD01-008 pit"]})
        with game.untouched("other", "pit"):
            game.a("play it")
            assert game.candidates() == {"it", "victim", "other"}
            game.a("choose victim")
        assert game.zone("victim") == "graveyard"

    def test_a_pal_of_more_power_survives_with_the_damage(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD01-007 it"]}, B={"base": ["ETD01-006 victim"]})
        game.a("play it", "choose victim")
        assert (game.zone("victim"), game.damage("victim")) == ("base", 1000)

    def test_nobody_has_to_be_chosen(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD01-007 it"]}, B={"base": ["ETD02-001 victim"]})
        with game.untouched("victim"):
            game.a("play it", "choose none")

    def test_it_may_choose_itself_and_own_pals(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD01-007 it"], "base": ["ETD01-002 hog"]})
        game.a("play it")
        assert game.candidates() == {"it", "hog"}
        game.a("choose it")
        assert (game.zone("it"), game.damage("it")) == ("base", 1000)

    def test_two_pals_cannot_be_chosen(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD01-007 it"]}, B={"base": ["ETD02-001 victim", "ETD02-016 other"]})
        game.a("play it")
        assert game.refuses("choose victim other")
        game.a("choose none")


class TestStonePit:
    """ETD01-008: Once per turn, [Assign 1 Pal] 3 Material and a card."""

    def test_the_only_standing_pal_is_assigned_unasked(self, table: SetTable) -> None:
        game = table(
            A={"base": ["ETD01-008 it", "ETD01-002 worker", "ETD01-013 sleeper rest"], "deck": ["ETD01-014 top"]},
            B={"base": ["ETD02-001 theirs"]},
        )
        with game.untouched("theirs", "sleeper", "it"):
            game.a("activate it")
        assert game.rests("worker")
        assert game.counter("A", "material") == 3
        assert game.cards("A", "hand") == ["top"]
        assert (game.counter("B", "material"), game.cards("B", "hand")) == (0, [])

    def test_its_player_chooses_which_standing_pal_works(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-008 it", "ETD01-002 hog", "ETD01-013 cryst", "ETD01-014 sleeper rest"]})
        game.a("activate it")
        assert game.candidates() == {"hog", "cryst"}
        game.a("choose cryst")
        assert (game.rests("hog"), game.rests("cryst")) == (False, True)

    def test_it_works_once_per_turn_and_again_in_the_next(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-008 it", "ETD01-002 hog", "ETD01-013 cryst"]})
        game.a("activate it", "choose hog")
        assert game.refuses("activate it")
        game.end_turn()
        game.end_turn()
        game.a("activate it", "choose hog")
        assert game.counter("A", "material") == 6

    def test_without_a_standing_pal_it_does_not_work(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-008 it", "ETD01-002 hog rest"]}, B={"base": ["ETD02-001 theirs"]})
        assert game.refuses("activate it")

    def test_two_of_them_have_one_use_each(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-008 first", "ETD01-008 second", "ETD01-002 hog", "ETD01-013 cryst"]})
        game.a("activate first", "choose hog", "activate second")
        assert game.counter("A", "material") == 6
        assert game.refuses("activate first")


class TestWeaponWorkbench:
    """ETD01-009: [Consume 1 Material, assign 1 Pal] 800 damage to up to 1 Pal; Strike+1 to all own Pals."""

    def test_it_deals_800_and_strengthens_every_own_pal(self, table: SetTable) -> None:
        game = table(
            A={"base": ["ETD01-009 it", "ETD01-002 worker", "ETD01-014 sleeper rest"], "material": 2},
            B={"base": ["ETD01-006 victim", "ETD02-016 other", "ETD01-008 pit"]},
        )
        with game.untouched("other", "pit"):
            game.a("activate it")
            assert game.candidates() == {"worker", "sleeper", "victim", "other"}
            assert game.refuses("choose victim other")
            game.a("choose victim")
        assert (game.damage("victim"), game.strike("victim")) == (800, 2)
        assert (game.strike("worker"), game.strike("sleeper")) == (2, 2)
        assert game.power("worker") == 300
        assert game.counter("A", "material") == 1

    def test_with_nobody_chosen_the_pals_are_strengthened_all_the_same(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-009 it", "ETD01-002 worker"], "material": 1}, B={"base": ["ETD02-001 theirs"]})
        with game.untouched("theirs"):
            game.a("activate it", "choose none")
        assert game.strike("worker") == 2

    def test_a_pal_that_comes_later_is_not_strengthened(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-009 it", "ETD01-002 worker"], "material": 1, "hand": ["ETD01-013 late"]})
        game.a("activate it", "choose none", "play late")
        assert game.strike("late") == 1

    def test_a_pal_that_dies_of_the_damage_is_gone_afterwards(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-009 it", "ETD01-002 worker", "ETD01-014 mate"], "material": 1})
        game.a("activate it", "choose worker", "choose mate")
        assert game.zone("mate") == "graveyard"
        assert game.strike("worker") == 2

    def test_the_bonus_ends_with_the_turn(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-009 it", "ETD01-002 worker"], "material": 1})
        game.a("activate it", "choose none")
        game.end_turn()
        assert game.strike("worker") == 1

    def test_it_needs_material_and_a_standing_pal(self, table: SetTable) -> None:
        poor = table(A={"base": ["ETD01-009 it", "ETD01-002 worker"], "material": 0, "ingredient": 3})
        assert poor.refuses("activate it")
        alone = table(A={"base": ["ETD01-009 it", "ETD01-002 worker rest"], "material": 3})
        assert alone.refuses("activate it")

    def test_it_works_once_per_turn(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-009 it", "ETD01-002 hog", "ETD01-013 cryst"], "material": 5})
        game.a("activate it", "choose hog", "choose none")
        assert game.refuses("activate it")
        assert game.counter("A", "material") == 4

    def test_structures_and_gear_are_not_strengthened(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-009 it", "ETD01-002 worker", "ETD01-010 rifle"], "material": 1})
        game.a("activate it", "choose none")
        told = [event["number"] for event in game.last_events("A") if event["type"] == "value_changed"]
        assert told == ["ETD01-002"]


class TestSingleShotRifle:
    """ETD01-010: On Deploy, 1500 damage to up to 1 Pal; [Rest this card] Power+200 to 1 Pal."""

    def test_it_shoots_when_it_is_deployed(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD01-010 it"]}, B={"base": ["ETD02-006 victim", "ETD02-001 other", "ETD01-008 pit"]})
        with game.untouched("other", "pit"):
            game.a("play it")
            assert game.candidates() == {"victim", "other"}
            assert game.refuses("choose victim other")
            game.a("choose victim")
        assert game.zone("victim") == "graveyard"

    def test_1600_power_survive_the_shot(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD01-010 it"]}, B={"base": ["ETD01-001 victim"]})
        game.a("play it", "choose victim")
        assert (game.zone("victim"), game.damage("victim")) == ("base", 1500)

    def test_it_may_shoot_nobody(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD01-010 it"]}, B={"base": ["ETD02-001 other"]})
        with game.untouched("other"):
            game.a("play it", "choose none")

    def test_it_rests_to_strengthen_a_pal_of_either_side(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-010 it", "ETD01-002 hog"]}, B={"base": ["ETD02-001 theirs"]})
        game.a("activate it")
        assert game.candidates() == {"hog", "theirs"}
        with game.untouched("hog"):
            game.a("choose theirs")
        assert (game.power("theirs"), game.rests("it")) == (1100, True)
        assert game.refuses("activate it")

    def test_the_bonus_ends_with_the_turn_and_it_stands_again_in_the_next(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-010 it", "ETD01-002 hog"]})
        game.a("activate it")
        assert game.power("hog") == 500
        game.end_turn()
        assert (game.power("hog"), game.rests("it")) == (300, True)
        game.end_turn()
        assert not game.rests("it")

    def test_a_new_one_can_be_used_at_once(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD01-010 it"], "base": ["ETD01-001 pal"]})
        game.a("play it", "choose none", "activate it")
        assert game.power("pal") == 1800


class TestIgnisBreath:
    """ETD01-011: Quick, 500 damage to 1 Pal."""

    def test_it_kills_a_pal_of_500_power(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD01-011 it"]}, B={"base": ["ETD01-014 victim", "ETD01-015 other", "ETD01-008 pit"]})
        with game.untouched("other", "pit"):
            game.a("play it")
            assert game.candidates() == {"victim", "other"}
            game.a("choose victim")
        assert game.zone("victim") == "graveyard"
        assert game.zone("it") == "graveyard"
        assert game.counter("A", "souls_standing") == 8

    def test_a_pal_of_600_power_survives(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD01-011 it"]}, B={"base": ["ETD01-014 other", "ETD01-015 victim"]})
        game.a("play it", "choose victim")
        assert (game.zone("victim"), game.damage("victim")) == ("base", 500)

    def test_the_only_pal_has_to_be_chosen_even_if_it_is_ones_own(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD01-011 it"], "base": ["ETD01-002 hog"]})
        game.a("play it")
        assert game.zone("hog") == "graveyard"

    def test_without_a_pal_it_does_nothing(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD01-011 it"], "base": ["ETD01-008 pit"]})
        with game.untouched("pit"):
            game.a("play it")
        assert game.zone("it") == "graveyard"

    def test_it_answers_an_attack_in_the_quick_step(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-014 attacker"]}, B={"hand": ["ETD01-011 it"], "base": ["ETD02-001 guard"]})
        game.a("attack attacker -> player")
        game.b("pass", "play it", "choose attacker")
        game.settle()
        assert game.zone("attacker") == "graveyard"
        assert game.counter("B", "life") == 10

    def test_it_is_not_played_in_a_battle_of_the_own_turn(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-014 attacker"], "hand": ["ETD01-011 it"]})
        game.a("attack attacker -> player")
        game.b("pass", "pass")
        assert game.zone("it") == "hand"
        assert game.counter("B", "life") == 9

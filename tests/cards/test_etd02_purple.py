"""What the purple cards of ETD02 do."""

from tests.cards.conftest import SetTable
from tests.cards.keywords import Interrupting, Stealthy


class TestAstegon:
    """ETD02-012: On Deploy, Power-1000 to up to 1 Pal; On Attack, all Pals of Power 300 or less to the graveyard."""

    def test_it_weakens_a_pal_until_the_end_of_the_turn(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD02-012 it"]}, B={"base": ["ETD02-001 victim", "ETD02-016 other", "ETD01-008 pit"]})
        with game.untouched("other", "pit"):
            game.a("play it")
            assert game.candidates() == {"it", "victim", "other"}
            assert game.refuses("choose victim other")
            game.a("choose victim")
        assert (game.zone("victim"), game.power("victim")) == ("base", -100)
        game.end_turn()
        assert game.power("victim") == 900

    def test_a_pal_without_power_and_damage_stays_and_a_damaged_one_dies(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD02-012 it"]}, B={"base": ["ETD02-001 victim damage=100"]})
        game.a("play it", "choose victim")
        assert game.zone("victim") == "graveyard"

    def test_nobody_has_to_be_weakened(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD02-012 it"], "base": ["ETD01-002 hog"]})
        with game.untouched("hog"):
            game.a("play it", "choose none")
        assert game.power("it") == 1200

    def test_its_attack_kills_every_pal_of_300_or_less_on_both_sides(self, table: SetTable) -> None:
        game = table(
            A={"base": ["ETD02-012 it", "ETD01-002 mine300", "ETD02-003 mine400", "ETD01-008 pit"]},
            B={"base": ["ETD02-013 theirs300", "ETD01-023 theirs200", "ETD01-014 theirs500 rest", "ETD02-010 spear"]},
        )
        with game.untouched("mine400", "theirs500", "pit", "spear"):
            game.a("attack it -> player")
            game.settle()
        assert {game.zone(label) for label in ("mine300", "theirs300", "theirs200")} == {"graveyard"}
        assert game.zone("it") == "base"
        assert game.counter("B", "life") == 7

    def test_current_power_counts_and_not_the_printed_one(self, table: SetTable) -> None:
        game = table(
            A={"base": ["ETD02-012 it"], "hand": ["ETD02-011 blast", "ETD02-012 second"]},
            B={"base": ["ETD01-002 raised", "ETD02-001 lowered"]},
        )
        game.a("play blast", "choose raised", "play second", "choose lowered", "attack it -> player")
        game.settle()
        assert (game.zone("raised"), game.zone("lowered")) == ("base", "graveyard")

    def test_it_kills_itself_if_it_is_as_weak(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD02-012 it"], "base": ["ETD02-001 mate"]}, B={"base": ["ETD02-016 theirs"]})
        with game.untouched("mate", "theirs"):
            game.a("play it", "choose it", "attack it -> player")
            game.settle()
        assert game.zone("it") == "graveyard"
        assert game.counter("B", "life") == 10

    def test_blockers_of_300_or_less_are_gone_before_the_block(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-012 it"]}, B={"base": ["ETD01-002 guard"]})
        game.a("attack it -> player")
        assert game.asked() == ("B", "block")
        assert game.zone("guard") == "graveyard"
        game.settle()

    def test_the_attack_of_another_pal_kills_nobody(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-012 it", "ETD02-001 mate"]}, B={"base": ["ETD01-002 hog"]})
        with game.untouched("it", "hog"):
            game.a("attack mate -> player")
            game.settle()


class TestLeezpunk:
    """ETD02-014: when it is put into the graveyard, the opponent chooses and discards 1 card."""

    def test_the_opponent_of_its_master_chooses_what_to_discard(self, table: SetTable) -> None:
        game = table(
            A={"base": ["ETD02-014 it"], "hand": ["ETD01-011 mine"]},
            B={"base": ["ETD02-001 guard rest"], "hand": ["ETD01-002 kept", "ETD01-013 lost"]},
        )
        with game.untouched("mine"):
            game.a("attack it -> guard")
            game.b("pass", "pass")
            assert game.asked() == ("B", "cards")
            assert game.candidates() == {"kept", "lost"}
            assert game.refuses("choose none")
            game.b("choose lost")
        assert (game.zone("kept"), game.zone("lost")) == ("hand", "graveyard")
        assert (game.damage("guard"), game.asked()) == (200, ("A", "main"))

    def test_the_only_card_is_discarded_unasked(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD02-021 strike", "ETD01-002 last"]}, B={"base": ["ETD02-014 it"]})
        game.a("play strike")
        assert (game.zone("it"), game.zone("last")) == ("graveyard", "graveyard")

    def test_an_empty_hand_loses_nothing(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD02-021 strike"]}, B={"base": ["ETD02-014 it"], "hand": ["ETD01-002 theirs"]})
        with game.untouched("theirs"):
            game.a("play strike")
        assert game.cards("A", "hand") == []

    def test_the_death_of_another_pal_costs_nothing(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["ETD02-021 strike", "ETD01-002 kept"]}, B={"base": ["ETD02-014 it", "ETD01-013 other"]}
        )
        with game.untouched("it", "kept"):
            game.a("play strike", "choose other")

    def test_exiling_it_costs_nothing(self, table: SetTable) -> None:
        game = table(
            A={"base": ["ETD02-019 trap", "ETD01-002 worker"], "hand": ["ETD01-013 kept"]}, B={"base": ["ETD02-014 it"]}
        )
        with game.untouched("kept"):
            game.a("activate trap", "choose it")
        assert game.zone("it") == "exile"

    def test_discarding_it_from_the_hand_costs_nothing(self, table: SetTable) -> None:
        game = table(
            A={"base": ["ETD01-002 hog"], "hand": ["ETD01-013 kept"]},
            B={"hand": ["ETD02-017 interrupt", "ETD02-014 it"], "souls": 0},
        )
        with game.untouched("kept"):
            game.a("attack hog -> player")
            game.b("pass", "activate interrupt")
        assert game.zone("it") == "graveyard"


class TestCawgnito(Stealthy):
    """ETD02-015: Stealth."""

    card = "ETD02-015"


class TestBlazehowlNoct(Interrupting):
    """ETD02-017: Interrupt."""

    card = "ETD02-017"


class TestFelbat(Stealthy):
    """ETD02-018: Stealth; On Attack, 1 life."""

    card = "ETD02-018"

    def test_its_attack_gains_a_life(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-018 it", "ETD01-002 mate"], "life": 4}, B={"life": 8})
        with game.untouched("mate"):
            game.a("attack it -> player")
            assert game.counter("A", "life") == 5
            game.settle()
        assert (game.counter("A", "life"), game.counter("B", "life")) == (5, 5)

    def test_an_attack_on_a_pal_gains_it_too_even_if_it_is_nullified(self, table: SetTable) -> None:
        game = table(
            A={"base": ["ETD02-018 it"]},
            B={"base": ["ETD02-001 target rest"], "hand": ["ETD02-004 interrupt"], "souls": 1},
        )
        with game.untouched("target"):
            game.a("attack it -> target")
            game.b("pass", "activate interrupt")
        assert game.counter("A", "life") == 11

    def test_the_attack_of_another_pal_gains_nothing(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-018 it", "ETD01-002 mate"]})
        game.a("attack mate -> player")
        game.settle()
        assert game.counter("A", "life") == 10

    def test_being_attacked_and_blocking_gain_nothing(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-002 hog", "ETD01-013 cryst"]}, B={"base": ["ETD02-018 it"]})
        game.a("attack hog -> player")
        game.b("block it", "pass")
        game.a("attack cryst -> it")
        game.settle()
        assert (game.counter("A", "life"), game.counter("B", "life")) == (10, 10)


class TestHangingTrap:
    """ETD02-019: [Assign 1 Pal] if it holds no Pal, exile 1 Pal; leaving the base, the Pal returns resting."""

    def test_it_exiles_a_pal_of_either_side(self, table: SetTable) -> None:
        game = table(
            A={"base": ["ETD02-019 it", "ETD01-002 worker"]},
            B={"base": ["ETD02-001 prey", "ETD02-016 other", "ETD01-008 pit"]},
        )
        with game.untouched("other", "pit", "it"):
            game.a("activate it")
            assert game.candidates() == {"worker", "prey", "other"}
            game.a("choose prey")
        assert (game.zone("prey"), game.cards("B", "exile")) == ("exile", ["prey"])
        assert game.rests("worker")

    def test_the_assigned_pal_is_exiled_if_it_is_the_only_one(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-019 it", "ETD01-002 worker"]})
        game.a("activate it")
        assert (game.zone("worker"), game.cards("A", "exile")) == ("exile", ["worker"])

    def test_while_it_holds_a_pal_a_second_use_is_paid_for_nothing(self, table: SetTable) -> None:
        game = table(
            A={"base": ["ETD02-019 it", "ETD01-002 worker"]}, B={"base": ["ETD02-001 prey", "ETD02-016 other"]}
        )
        game.a("activate it", "choose prey")
        game.end_turn()
        game.end_turn()
        with game.untouched("other", "prey"):
            game.a("activate it")
        assert game.rests("worker")
        assert game.asked() == ("A", "main")

    def test_a_pal_that_something_else_exiled_does_not_count(self, table: SetTable) -> None:
        game = table(
            A={"base": ["ETD02-019 it", "ETD01-002 worker"], "exile": ["ETD01-013 exiled"]},
            B={"base": ["ETD02-001 prey"], "exile": ["ETD01-014 theirs"]},
        )
        with game.untouched("exiled", "theirs"):
            game.a("activate it", "choose prey")
        assert game.zone("prey") == "exile"

    def test_two_traps_hold_one_pal_each(self, table: SetTable) -> None:
        game = table(
            A={"base": ["ETD02-019 first", "ETD02-019 second", "ETD01-002 hog", "ETD01-013 cryst"]},
            B={"base": ["ETD02-001 prey", "ETD02-016 other"]},
        )
        game.a("activate first", "choose hog", "choose prey", "activate second", "choose other")
        assert game.cards("B", "exile") == ["prey", "other"]

    def test_its_pal_returns_resting_to_its_owner_as_a_new_object_when_it_leaves_the_base(
        self, table: SetTable
    ) -> None:
        game = table(
            A={"base": ["ETD02-019 it", "ETD01-002 worker"]},
            B={"base": ["ETD01-005 prey damage=100", "ETD02-001 attacker"]},
        )
        game.a("activate it", "choose prey")
        game.end_turn()
        with game.untouched("worker"):
            game.b("attack attacker -> it")
            game.settle()
        assert (game.zone("it"), game.zone("prey")) == ("graveyard", "base")
        assert (game.rests("prey"), game.damage("prey")) == (True, 0)
        assert (game.cards("B", "base"), game.cards("B", "exile")) == (["attacker", "prey"], [])
        assert (game.counter("A", "material"), game.counter("B", "material")) == (0, 2)

    def test_an_empty_trap_gives_nothing_back(self, table: SetTable) -> None:
        game = table(
            A={"base": ["ETD02-001 attacker"], "exile": ["ETD01-013 mine"]},
            B={"base": ["ETD02-019 it"], "exile": ["ETD01-014 theirs"]},
        )
        with game.untouched("mine", "theirs"):
            game.a("attack attacker -> it")
            game.settle()
        assert game.zone("it") == "graveyard"

    def test_it_works_once_per_turn_and_needs_a_standing_pal(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-019 it", "ETD01-002 hog", "ETD01-013 cryst"]}, B={"base": ["ETD02-001 prey"]})
        game.a("activate it", "choose hog", "choose prey")
        assert game.refuses("activate it")
        alone = table(A={"base": ["ETD02-019 it", "ETD01-002 hog rest"]}, B={"base": ["ETD02-001 prey"]})
        assert alone.refuses("activate it")


class TestCawgnitoHat:
    """ETD02-020: [Rest this card] Power+200 and Stealth to 1 Pal until end of turn."""

    def test_the_pal_gets_200_and_cannot_be_blocked(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-020 it", "ETD01-002 hog", "ETD01-013 other"]}, B={"base": ["ETD02-001 guard"]})
        with game.untouched("other", "guard"):
            game.a("activate it", "choose hog", "attack hog -> player")
            assert game.refuses("block guard")
            game.settle()
        assert (game.power("hog"), game.card("hog").keywords) == (500, ("Stealth",))
        assert game.counter("B", "life") == 9

    def test_another_pal_can_still_be_blocked(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-020 it", "ETD01-002 hog", "ETD01-013 other"]}, B={"base": ["ETD02-001 guard"]})
        game.a("activate it", "choose hog", "attack other -> player")
        assert not game.refuses("block guard")
        game.settle()

    def test_both_end_with_the_turn(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-020 it", "ETD01-002 hog"]})
        game.a("activate it")
        game.end_turn()
        assert (game.power("hog"), game.card("hog").keywords) == (300, ())

    def test_a_pal_of_the_opponent_may_get_them(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-020 it"]}, B={"base": ["ETD02-001 theirs"]})
        game.a("activate it")
        assert (game.power("theirs"), game.card("theirs").keywords) == (1100, ("Stealth",))

    def test_two_hats_give_two_instances(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-020 first", "ETD02-020 second", "ETD01-002 hog"]})
        game.a("activate first", "activate second")
        assert (game.power("hog"), game.card("hog").keywords) == (700, ("Stealth", "Stealth"))

    def test_while_it_rests_it_cannot_be_used(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-020 it rest", "ETD01-002 hog"]})
        assert game.refuses("activate it")


class TestStrikeFromTheDarkness:
    """ETD02-021: 1 Pal to the graveyard."""

    def test_it_kills_any_pal_whatever_its_power(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["ETD02-021 it"], "base": ["ETD01-002 mine"]}, B={"base": ["ETD02-007 victim", "ETD01-008 pit"]}
        )
        with game.untouched("mine", "pit"):
            game.a("play it")
            assert game.candidates() == {"mine", "victim"}
            game.a("choose victim")
        assert (game.zone("victim"), game.cards("B", "graveyard")) == ("graveyard", ["victim"])
        assert game.zone("it") == "graveyard"

    def test_an_own_pal_has_to_be_chosen_if_it_is_the_only_one(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD02-021 it"], "base": ["ETD01-002 mine"]})
        game.a("play it")
        assert game.zone("mine") == "graveyard"

    def test_without_a_pal_it_does_nothing(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD02-021 it"]}, B={"base": ["ETD01-008 pit"]})
        with game.untouched("pit"):
            game.a("play it")
        assert game.zone("it") == "graveyard"

    def test_it_is_no_quick_card(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-002 hog"]}, B={"hand": ["ETD02-021 it"]})
        game.a("attack hog -> player")
        game.b("pass")
        assert game.refuses("play it")
        game.b("pass")


class TestMedicalSupplies:
    """ETD02-022: deploy 1 Pal of ◇8 or less from the own graveyard, resting."""

    def test_a_pal_of_cost_8_comes_back_resting(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["ETD02-022 it"], "graveyard": ["ETD02-007 eight", "ETD01-002 other", "ETD01-008 pit"]},
            B={"graveyard": ["ETD01-001 theirs"]},
        )
        with game.untouched("other", "pit", "theirs"):
            game.a("play it")
            assert game.candidates() == {"eight", "other"}
            assert game.refuses("choose none")
            game.a("choose eight")
        assert (game.zone("eight"), game.rests("eight")) == ("base", True)
        assert game.counter("A", "souls_standing") == 3

    def test_the_pal_does_what_it_does_on_deploy(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD02-022 it"], "graveyard": ["ETD02-003 flopie"]})
        game.a("play it")
        assert (game.zone("flopie"), game.counter("A", "ingredient")) == ("base", 2)

    def test_without_a_pal_in_the_graveyard_it_does_nothing(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["ETD02-022 it"], "graveyard": ["ETD01-008 pit"]}, B={"graveyard": ["ETD01-002 theirs"]}
        )
        with game.untouched("pit", "theirs"):
            game.a("play it")
        assert game.zone("it") == "graveyard"

    def test_it_can_overload_the_base_and_the_newcomer_stays(self, table: SetTable) -> None:
        mates = [f"ETD01-002 hog{number}" for number in range(1, 6)]
        game = table(A={"hand": ["ETD02-022 it"], "base": mates, "graveyard": ["ETD02-001 back"]})
        game.a("play it")
        assert game.candidates() == {"hog1", "hog2", "hog3", "hog4", "hog5"}
        game.a("choose hog1 hog2 hog3 hog4")
        assert (game.zone("back"), game.zone("hog5")) == ("base", "graveyard")

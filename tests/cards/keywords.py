"""What every card with a keyword must do; a test class of a card inherits it and names the card."""

from typing import ClassVar

from tests.cards.conftest import SetTable
from tests.cards.table import Table


class Interrupting:
    """Interrupt (12.8): from hand, in the quick step, for a soul or another card, nullify the opponent's attack."""

    card: ClassVar[str]

    def attack(self, table: SetTable, hand: list[str], souls: int, base: list[str] | None = None) -> Table:
        """B stands in the quick step of A's attack on the player, with the card and this hand."""
        game = table(
            A={"base": ["ETD02-016 attacker", "ETD01-002 mate"], "hand": ["ETD01-015 foreign"]},
            B={"hand": [f"{self.card} it", *hand], "souls": souls, "base": base or ["ETD02-001 guard"]},
        )
        game.a("attack attacker -> player")
        game.b("pass")
        assert game.asked() == ("B", "quick")
        return game

    def assert_nullified(self, game: Table) -> None:
        """The battle is over without damage; the attacker rests and the card lies in the graveyard."""
        assert game.asked() == ("A", "main")
        assert game.counter("B", "life") == 10
        assert game.zone("it") == "graveyard"
        assert game.rests("attacker")
        assert game.damage("attacker") == 0

    def test_it_nullifies_an_attack_for_a_soul(self, table: SetTable) -> None:
        game = self.attack(table, [], souls=1)
        with game.untouched("guard", "mate"):
            game.b("activate it")
        self.assert_nullified(game)
        assert (game.counter("B", "souls_standing"), game.counter("B", "souls_resting")) == (0, 1)

    def test_it_nullifies_an_attack_for_the_only_other_card_unasked(self, table: SetTable) -> None:
        game = self.attack(table, ["ETD01-013 spare"], souls=0)
        game.b("activate it")
        self.assert_nullified(game)
        assert game.zone("spare") == "graveyard"

    def test_its_player_chooses_the_cost_and_the_card_to_discard(self, table: SetTable) -> None:
        game = self.attack(table, ["ETD01-013 spare", "ETD01-014 kept"], souls=3)
        game.b("activate it")
        assert game.asked() == ("B", "option")
        game.b("option 2")
        assert game.candidates() == {"spare", "kept"}
        game.b("choose spare")
        self.assert_nullified(game)
        assert (game.zone("spare"), game.zone("kept")) == ("graveyard", "hand")
        assert game.counter("B", "souls_standing") == 3

    def test_paying_a_soul_keeps_the_other_cards(self, table: SetTable) -> None:
        game = self.attack(table, ["ETD01-013 spare"], souls=3)
        game.b("activate it", "option 1")
        self.assert_nullified(game)
        assert game.zone("spare") == "hand"
        assert game.counter("B", "souls_standing") == 2

    def test_without_souls_and_other_cards_it_cannot_be_paid(self, table: SetTable) -> None:
        game = self.attack(table, [], souls=0)
        assert game.refuses("activate it")
        game.b("pass")
        assert game.counter("B", "life") == 8

    def test_a_blocker_of_the_nullified_attack_takes_no_damage_and_stays_resting(self, table: SetTable) -> None:
        game = table(
            A={"base": ["ETD02-016 attacker"]},
            B={"hand": [f"{self.card} it"], "base": ["ETD01-002 guard"], "souls": 1},
        )
        game.a("attack attacker -> player")
        game.b("block guard", "activate it")
        self.assert_nullified(game)
        assert (game.zone("guard"), game.rests("guard"), game.damage("guard")) == ("base", True, 0)

    def test_it_does_nothing_in_the_own_main_phase(self, table: SetTable) -> None:
        game = table(A={"hand": [f"{self.card} it", "ETD01-013 spare"], "base": ["ETD01-002 pal"]})
        assert game.refuses("activate it")

    def test_the_attacking_player_is_not_asked_for_it(self, table: SetTable) -> None:
        game = table(A={"hand": [f"{self.card} it"], "base": ["ETD01-002 pal"]}, B={"base": ["ETD02-001 guard"]})
        game.a("attack pal -> player")
        game.b("pass")
        assert game.asked() == ("B", "quick")
        game.b("pass")
        assert game.zone("it") == "hand"

    def test_it_does_not_work_from_the_base(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-016 attacker"]}, B={"base": [f"{self.card} it"], "hand": ["ETD01-013 spare"]})
        game.a("attack attacker -> player")
        game.b("pass")
        assert game.refuses("activate it")
        game.settle()
        assert game.zone("it") == "base"

    def test_it_can_also_be_played_as_a_pal(self, table: SetTable) -> None:
        game = table(A={"hand": [f"{self.card} it"]})
        game.a("play it")
        assert (game.zone("it"), game.rests("it")) == ("base", False)


class Taunting:
    """Taunt (12.10): who can attack a card with Taunt attacks nothing else."""

    card: ClassVar[str]

    def test_while_it_rests_an_attacker_can_attack_nothing_else(self, table: SetTable) -> None:
        game = table(
            A={"base": ["ETD01-002 hog"]},
            B={"base": [f"{self.card} it rest", "ETD01-013 other rest", "ETD01-008 pit"]},
        )
        assert all(game.refuses(f"attack hog -> {target}") for target in ("player", "other", "pit"))
        with game.untouched("other", "pit"):
            game.a("attack hog -> it")
            game.settle()
        assert game.zone("hog") == "graveyard"
        assert game.zone("it") == "base"

    def test_while_it_stands_it_binds_only_who_could_attack_it(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-002 hog", "ETD01-001 grizzbolt"]}, B={"base": [f"{self.card} it"]})
        assert not game.refuses("attack hog -> player")
        assert game.refuses("attack hog -> it")
        assert game.refuses("attack grizzbolt -> player")
        assert not game.refuses("attack grizzbolt -> it")

    def test_it_does_not_bind_its_own_player(self, table: SetTable) -> None:
        game = table(A={"base": [f"{self.card} it rest", "ETD01-002 hog"]}, B={"base": ["ETD01-013 other rest"]})
        assert not game.refuses("attack hog -> player")
        assert not game.refuses("attack hog -> other")

    def test_among_several_the_attacker_picks(self, table: SetTable) -> None:
        game = table(
            A={"base": ["ETD01-002 hog"]},
            B={"base": [f"{self.card} it rest", "ETD02-006 second rest", "ETD01-013 other rest"]},
        )
        assert not game.refuses("attack hog -> it")
        assert not game.refuses("attack hog -> second")
        assert game.refuses("attack hog -> other")

    def test_it_does_not_keep_others_from_blocking(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-002 hog"]}, B={"base": [f"{self.card} it rest", "ETD02-001 guard"]})
        game.a("attack hog -> it")
        game.b("block guard", "pass")
        assert (game.damage("guard"), game.damage("it")) == (300, 0)


class Stealthy:
    """Stealth (12.11): attacks of this card cannot be blocked."""

    card: ClassVar[str]

    def test_its_attack_cannot_be_blocked(self, table: SetTable) -> None:
        game = table(A={"base": [f"{self.card} it"]}, B={"base": ["ETD02-001 guard", "ETD01-013 resting rest"]})
        game.a("attack it -> player")
        assert game.asked() == ("B", "block")
        assert game.refuses("block guard")
        with game.untouched("guard", "resting"):
            game.b("pass", "pass")
        assert game.counter("B", "life") == 10 - (game.strike("it") or 0)

    def test_an_attack_of_another_pal_can_still_be_blocked(self, table: SetTable) -> None:
        game = table(A={"base": [f"{self.card} it", "ETD01-002 hog"]}, B={"base": ["ETD02-001 guard"]})
        game.a("attack hog -> player")
        game.b("block guard", "pass")
        assert game.zone("hog") == "graveyard"
        assert game.counter("B", "life") == 10

    def test_it_can_be_attacked_and_defended_like_any_pal(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-002 hog"]}, B={"base": [f"{self.card} it rest", "ETD02-001 guard"]})
        game.a("attack hog -> it")
        game.b("block guard", "pass")
        assert (game.damage("guard"), game.damage("it")) == (300, 0)


class Braving:
    """Brave 300 (12.6): On Attack, Power+300 until end of turn."""

    card: ClassVar[str]
    printed: ClassVar[int]

    def test_it_grows_when_it_attacks_before_the_block(self, table: SetTable) -> None:
        game = table(A={"base": [f"{self.card} it", f"{self.card} twin"]}, B={"base": ["ETD02-001 guard"]})
        with game.untouched("twin", "guard"):
            game.a("attack it -> player")
            assert game.asked() == ("B", "block")
            assert game.power("it") == self.printed + 300
            game.settle()
        assert game.counter("B", "life") == 10 - (game.strike("it") or 0)

    def test_it_fights_with_the_bonus_and_keeps_it_for_the_turn(self, table: SetTable) -> None:
        game = table(A={"base": [f"{self.card} it"]}, B={"base": ["ETD02-013 target rest"]})
        game.a("attack it -> target")
        game.settle()
        assert (game.zone("target"), game.power("it"), game.damage("it")) == ("graveyard", self.printed + 300, 300)
        game.end_turn()
        assert (game.power("it"), game.damage("it")) == (self.printed, 0)

    def test_a_nullified_attack_leaves_the_bonus(self, table: SetTable) -> None:
        game = table(A={"base": [f"{self.card} it"]}, B={"hand": ["ETD02-017 interrupt"], "souls": 1})
        game.a("attack it -> player")
        game.b("pass", "activate interrupt")
        assert (game.power("it"), game.counter("B", "life")) == (self.printed + 300, 10)

    def test_neither_blocking_nor_being_attacked_makes_it_grow(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-016 one", "ETD01-013 two"]}, B={"base": [f"{self.card} it"]})
        game.a("attack two -> player")
        game.b("block it")
        assert game.power("it") == self.printed
        game.settle()
        if game.zone("it") == "base":
            game.a("attack one -> it")
            assert game.power("it") == self.printed
            game.settle()

    def test_the_attack_of_another_pal_gives_it_nothing(self, table: SetTable) -> None:
        game = table(A={"base": [f"{self.card} it", "ETD01-002 hog"]})
        with game.untouched("it"):
            game.a("attack hog -> player")
            game.settle()


class Serving:
    """Serious 400 (12.7): On Assign, 1 Pal gets Power+400 until end of turn."""

    card: ClassVar[str]

    def test_when_it_is_assigned_a_pal_of_either_side_grows(self, table: SetTable) -> None:
        game = table(
            A={"base": ["ETD01-008 pit", f"{self.card} it", "ETD01-013 mate rest"]}, B={"base": ["ETD02-001 theirs"]}
        )
        with game.untouched("theirs"):
            game.a("activate pit")
            assert game.asked() == ("A", "cards")
            assert game.counter("A", "material") == 3
            assert game.candidates() == {"it", "mate", "theirs"}
            assert game.refuses("choose none")
            game.a("choose mate")
        assert (game.power("mate"), game.rests("it")) == (700, True)
        game.end_turn()
        assert game.power("mate") == 300

    def test_alone_it_has_to_choose_itself(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-008 pit", f"{self.card} it"]})
        printed = game.power("it") or 0
        game.a("activate pit")
        assert game.power("it") == printed + 400

    def test_the_assignment_of_another_pal_gives_nothing(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-008 pit", f"{self.card} it", "ETD01-002 hog"]})
        with game.untouched("it"):
            game.a("activate pit", "choose hog")
        assert game.power("hog") == 300

    def test_attacking_with_it_gives_nothing(self, table: SetTable) -> None:
        game = table(A={"base": [f"{self.card} it", "ETD01-002 hog"]})
        with game.untouched("hog"):
            game.a("attack it -> player")
            game.settle()
        assert game.counter("B", "life") == 9


class Nightly:
    """Nocturnal (12.13): Power+300 while it is night."""

    card: ClassVar[str]
    printed: ClassVar[int]
    instances: ClassVar[int] = 1

    def test_at_night_it_has_300_more_for_each_instance(self, table: SetTable) -> None:
        game = table(A={"base": [f"{self.card} it", "ETD01-002 hog"]}, B={"base": [f"{self.card} theirs"]}, night=True)
        assert game.power("it") == game.power("theirs") == self.printed + 300 * self.instances
        assert game.card("it").keywords.count("Nocturnal") == self.instances
        assert game.power("hog") == 300

    def test_by_day_it_has_its_printed_power(self, table: SetTable) -> None:
        game = table(A={"base": [f"{self.card} it"]})
        assert game.power("it") == self.printed

    def test_the_bonus_goes_with_the_night(self, table: SetTable) -> None:
        game = table(A={"base": [f"{self.card} it"]}, night=True)
        game.end_turn()
        assert game.power("it") == self.printed + 300 * self.instances
        game.end_turn()
        assert game.power("it") == self.printed

    def test_the_opponents_night_counts_as_well(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-085 maraith"]}, B={"base": [f"{self.card} it"]})
        game.a("attack maraith -> player")
        assert game.power("it") == self.printed + 300 * self.instances - 200
        game.settle()


class BreakingThrough:
    """[Consume 2 Ingredient] Power+500 and Breakthrough (12.14) until end of turn, once per turn."""

    card: ClassVar[str]
    printed: ClassVar[int]

    def test_it_gets_power_and_breakthrough_until_the_end_of_the_turn(self, table: SetTable) -> None:
        game = table(A={"base": [f"{self.card} it", f"{self.card} twin"], "ingredient": 5, "souls": 3})
        with game.untouched("twin"):
            game.a("activate it")
        assert (game.power("it"), game.card("it").keywords) == (self.printed + 500, ("Breakthrough",))
        assert game.counter("A", "ingredient") == 3
        assert game.refuses("activate it")
        game.end_turn()
        assert (game.power("it"), game.card("it").keywords) == (self.printed, ())

    def test_the_death_of_the_battle_opponent_hits_its_player_with_the_strike(self, table: SetTable) -> None:
        game = table(
            A={"base": [f"{self.card} it"], "ingredient": 2, "souls": 3},
            B={"base": ["ETD01-003 target rest", "ETD01-002 other"]},
        )
        with game.untouched("other"):
            game.a("activate it", "attack it -> target")
            game.settle()
        assert (game.zone("target"), game.counter("B", "life"), len(game.cards("B", "deck"))) == ("graveyard", 8, 28)

    def test_over_a_blocker_it_works_as_well(self, table: SetTable) -> None:
        game = table(A={"base": [f"{self.card} it"], "ingredient": 2, "souls": 3}, B={"base": ["ETD01-002 guard"]})
        game.a("activate it", "attack it -> player")
        game.b("block guard", "pass")
        assert (game.zone("guard"), game.counter("B", "life")) == ("graveyard", 8)

    def test_an_opponent_that_survives_and_a_structure_give_nothing(self, table: SetTable) -> None:
        game = table(
            A={"base": [f"{self.card} it", f"{self.card} twin"], "ingredient": 4, "souls": 3},
            B={"base": ["ETD02-007 target rest", "ETD01-008 pit"]},
        )
        game.a("activate it", "activate twin", "attack twin -> pit")
        game.settle()
        game.a("attack it -> target")
        game.settle()
        assert (game.zone("pit"), game.zone("target"), game.counter("B", "life")) == ("graveyard", "base", 10)

    def test_without_the_skill_the_player_takes_nothing(self, table: SetTable) -> None:
        game = table(A={"base": [f"{self.card} it"], "souls": 3}, B={"base": ["ETD01-003 target rest"]})
        game.a("attack it -> target")
        game.settle()
        assert (game.zone("target"), game.counter("B", "life")) == ("graveyard", 10)

    def test_it_needs_two_ingredient(self, table: SetTable) -> None:
        game = table(A={"base": [f"{self.card} it"], "ingredient": 1, "material": 5})
        assert game.refuses("activate it")

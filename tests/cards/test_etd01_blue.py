"""What the blue cards of ETD01 do."""

from tests.cards.conftest import SetTable
from tests.cards.keywords import Interrupting


class TestElphidranAqua:
    """ETD01-012: On Deploy, draw 2, then put 1 card from hand on top of the deck."""

    def test_it_draws_two_and_puts_one_card_back_on_top(self, table: SetTable) -> None:
        game = table(
            A={
                "hand": ["ETD01-012 it", "ETD01-011 old"],
                "deck": ["ETD01-002 first", "ETD01-013 second", "ETD01-014 third"],
            },
            B={"hand": ["ETD02-011 theirs"]},
        )
        with game.untouched("theirs"):
            game.a("play it")
            assert game.candidates() == {"old", "first", "second"}
            game.a("choose first")
        assert sorted(game.cards("A", "hand")) == ["old", "second"]
        assert game.cards("A", "deck")[:2] == ["first", "third"]

    def test_an_old_card_of_the_hand_may_be_put_back(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD01-012 it", "ETD01-011 old"], "deck": ["ETD01-002 first", "ETD01-013 second"]})
        game.a("play it", "choose old")
        assert game.cards("A", "deck")[0] == "old"
        assert sorted(game.cards("A", "hand")) == ["first", "second"]

    def test_one_card_has_to_be_put_back(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD01-012 it"]})
        game.a("play it")
        assert game.refuses("choose none")
        assert (game.prompt.minimum, game.prompt.maximum) == (1, 1)
        game.game.decide(game.prompt.default)

    def test_a_deck_that_was_empty_in_between_does_not_lose(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD01-012 it"], "deck": ["ETD01-002 last"], "exact_deck": True})
        game.a("play it")
        assert game.cards("A", "deck") == ["last"]
        assert game.game.outcome is None


class TestHangyuCryst:
    """ETD01-015: On Deploy, rest up to 1 Pal of ◇3 or less."""

    def test_it_rests_a_pal_of_cost_3(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["ETD01-015 it"], "base": ["ETD01-002 mine"]},
            B={"base": ["ETD01-014 three", "ETD02-015 four", "ETD02-008 plantation"]},
        )
        with game.untouched("mine", "four", "plantation"):
            game.a("play it")
            assert game.candidates() == {"mine", "three"}
            game.a("choose three")
        assert game.rests("three")
        assert game.damage("three") == 0

    def test_nobody_has_to_rest(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD01-015 it"]}, B={"base": ["ETD01-014 three"]})
        with game.untouched("three"):
            game.a("play it", "choose none")

    def test_with_nobody_of_cost_3_or_less_nothing_is_asked(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD01-015 it"]}, B={"base": ["ETD02-015 four"]})
        with game.untouched("four"):
            game.a("play it")
        assert game.asked() == ("A", "main")

    def test_a_rested_pal_cannot_block_and_stands_in_its_next_stand_phase(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD01-015 it"], "base": ["ETD01-002 hog"]}, B={"base": ["ETD01-014 three"]})
        game.a("play it", "choose three", "attack hog -> player")
        assert game.refuses("block three")
        game.settle()
        game.end_turn()
        assert not game.rests("three")


class TestReindrix(Interrupting):
    """ETD01-016: Interrupt."""

    card = "ETD01-016"


class TestSuzakuAqua:
    """ETD01-017: Vigilance."""

    def test_it_stands_at_the_end_of_the_own_turn(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-017 it", "ETD01-002 hog"]})
        game.a("attack it -> player")
        game.settle()
        game.a("attack hog -> player")
        game.settle()
        assert game.rests("it")
        game.end_turn()
        assert (game.rests("it"), game.rests("hog")) == (False, True)

    def test_it_can_block_after_it_attacked(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-017 it"]}, B={"base": ["ETD01-002 hog"]})
        game.a("attack it -> player")
        game.settle()
        game.end_turn()
        game.b("attack hog -> player")
        game.a("block it", "pass")
        assert game.zone("hog") == "graveyard"

    def test_it_does_not_stand_at_the_end_of_the_opponents_turn(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-002 hog"]}, B={"base": ["ETD01-017 it rest"]})
        game.a("end")
        game.settle()
        assert not game.rests("it")
        game.b("attack it -> player")
        game.settle()
        game.end_turn()
        assert not game.rests("it")

    def test_a_blocker_stays_resting_at_the_end_of_the_opponents_turn(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-002 hog"]}, B={"base": ["ETD01-017 it"]})
        game.a("attack hog -> player")
        game.b("block it", "pass")
        game.a("end")
        stood = [event for event in game.last_events("B") if event["type"] == "ability_triggered"]
        assert stood == []

    def test_standing_it_changes_nothing_if_it_stands(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-017 it"]})
        with game.untouched("it"):
            game.end_turn()


class TestMammorestCryst:
    """ETD01-018: Power+200 for each own structure; [Discard 1 structure] Strike+1."""

    def test_it_gets_200_for_each_own_structure(self, table: SetTable) -> None:
        game = table(
            A={"base": ["ETD01-018 it", "ETD01-008 pit", "ETD01-019 chair rest", "ETD02-010 spear", "ETD01-002 hog"]},
            B={"base": ["ETD01-018 theirs", "ETD02-008 plantation"]},
        )
        assert (game.power("it"), game.power("theirs")) == (2100, 1900)
        assert (game.strike("it"), game.power("hog")) == (3, 300)

    def test_without_a_structure_it_has_its_printed_power(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-018 it"]}, B={"base": ["ETD02-008 plantation"]})
        assert game.power("it") == 1700

    def test_a_structure_that_comes_counts_at_once(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-018 it"], "hand": ["ETD02-008 plantation"]})
        game.a("play plantation")
        assert game.power("it") == 1900

    def test_it_dies_of_old_damage_when_a_structure_goes(self, table: SetTable) -> None:
        game = table(
            A={"base": ["ETD01-002 hog"]},
            B={"base": ["ETD01-018 it damage=1700", "ETD01-008 pit damage=300", "ETD02-001 other"]},
        )
        with game.untouched("other"):
            game.a("attack hog -> pit")
            game.settle()
        assert (game.zone("pit"), game.zone("it")) == ("graveyard", "graveyard")

    def test_discarding_a_structure_gives_strike(self, table: SetTable) -> None:
        game = table(
            A={
                "base": ["ETD01-018 it", "ETD01-002 hog"],
                "hand": ["ETD01-008 pit", "ETD01-019 chair", "ETD02-010 spear"],
            },
            B={"base": ["ETD01-018 theirs"]},
        )
        with game.untouched("hog", "theirs", "spear"):
            game.a("activate it")
            assert game.candidates() == {"pit", "chair"}
            game.a("choose pit")
        assert (game.strike("it"), game.power("it")) == (4, 1700)
        assert (game.zone("pit"), game.zone("chair")) == ("graveyard", "hand")

    def test_it_can_be_used_again_while_there_is_a_structure(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-018 it"], "hand": ["ETD01-008 pit", "ETD01-019 chair"]})
        game.a("activate it", "choose pit", "activate it", "choose chair")
        assert game.strike("it") == 5
        assert game.refuses("activate it")

    def test_gear_pals_and_events_do_not_pay_for_it(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-018 it"], "hand": ["ETD02-010 spear", "ETD01-002 hog", "ETD01-011 breath"]})
        assert game.refuses("activate it")

    def test_the_strike_ends_with_the_turn(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-018 it"], "hand": ["ETD01-008 pit"]})
        game.a("activate it", "choose pit")
        game.end_turn()
        assert game.strike("it") == 3


class TestAntiqueWoodenChair:
    """ETD01-019: On Deploy, Power+1000 to up to 1 Pal."""

    def test_it_gives_1000_until_the_end_of_the_turn(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["ETD01-019 it"], "base": ["ETD01-002 hog", "ETD01-013 other"]}, B={"base": ["ETD02-001 theirs"]}
        )
        with game.untouched("other", "theirs"):
            game.a("play it")
            assert game.candidates() == {"hog", "other", "theirs"}
            assert game.refuses("choose hog other")
            game.a("choose hog")
        assert (game.power("hog"), game.strike("hog")) == (1300, 1)
        game.end_turn()
        assert game.power("hog") == 300

    def test_nobody_has_to_get_it(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD01-019 it"], "base": ["ETD01-002 hog"]})
        with game.untouched("hog"):
            game.a("play it", "choose none")

    def test_without_a_pal_nothing_is_asked(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD01-019 it"]})
        game.a("play it")
        assert (game.zone("it"), game.asked()) == ("base", ("A", "main"))

    def test_it_does_nothing_when_another_structure_comes(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-019 it", "ETD01-002 hog"], "hand": ["ETD01-008 pit"]})
        with game.untouched("hog"):
            game.a("play pit")


class TestPrimitiveWorkbench:
    """ETD01-020: [Assign 1 Pal] Reveal the top card: deploy a structure or gear of ◇6 or less, or take it to hand."""

    def test_a_structure_may_be_deployed(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-020 it", "ETD01-002 worker"], "deck": ["ETD01-008 top", "ETD01-014 next"]})
        game.a("activate it")
        assert game.asked() == ("A", "may")
        game.a("yes")
        assert (game.zone("top"), game.rests("top")) == ("base", False)
        assert (game.cards("A", "hand"), game.cards("A", "deck")[0]) == ([], "next")
        assert game.counter("A", "souls_standing") == 10

    def test_what_is_not_deployed_comes_to_the_hand(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-020 it", "ETD01-002 worker"], "deck": ["ETD01-008 top"]})
        game.a("activate it", "no")
        assert game.cards("A", "hand") == ["top"]

    def test_gear_of_cost_6_may_be_deployed(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-020 it", "ETD01-002 worker"], "deck": ["ETD02-010 top"]})
        game.a("activate it", "yes")
        assert game.zone("top") == "base"

    def test_a_deployed_gear_does_what_it_does_on_deploy(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-020 it", "ETD01-002 worker"], "deck": ["ETD01-021 top", "ETD01-014 next"]})
        game.a("activate it", "yes")
        assert game.cards("A", "hand") == ["next"]

    def test_a_pal_or_an_event_comes_to_the_hand_unasked(self, table: SetTable) -> None:
        for number in ("ETD01-002", "ETD01-011"):
            game = table(A={"base": ["ETD01-020 it", "ETD01-013 worker"], "deck": [f"{number} top"]})
            game.a("activate it")
            assert game.asked() == ("A", "main")
            assert game.cards("A", "hand") == ["top"]

    def test_the_revealed_card_is_shown_to_the_opponent(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-020 it", "ETD01-002 worker"], "deck": ["ETD01-008 top"]})
        game.a("activate it")
        shown = [event for event in game.last_events("B") if event["type"] == "card_revealed"]
        assert [event["number"] for event in shown] == ["ETD01-008"]
        game.a("no")

    def test_revealing_the_last_card_loses_when_it_comes_to_the_hand(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-020 it", "ETD01-013 worker"], "deck": ["ETD01-002 last"], "exact_deck": True})
        game.a("activate it")
        assert game.game.outcome == ("B", "deck")

    def test_it_needs_a_standing_pal_and_works_once_per_turn(self, table: SetTable) -> None:
        lonely = table(A={"base": ["ETD01-020 it", "ETD01-002 worker rest"]})
        assert lonely.refuses("activate it")
        game = table(A={"base": ["ETD01-020 it", "ETD01-002 hog", "ETD01-013 cryst"]})
        game.a("activate it", "choose hog")
        assert game.refuses("activate it")

    def test_a_gear_of_7_comes_to_the_hand(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-020 it", "ETD01-002 worker"], "deck": ["EBP01-020 seven"]})
        game.a("activate it")
        assert (game.asked(), game.cards("A", "hand")) == (("A", "main"), ["seven"])


class TestSingleShotSphereLauncher:
    """ETD01-021: On Deploy, draw 1; [Rest this card] Power+200 to 1 Pal."""

    def test_it_draws_when_it_is_deployed(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD01-021 it"], "deck": ["ETD01-014 top"]})
        game.a("play it")
        assert game.cards("A", "hand") == ["top"]
        assert game.cards("B", "hand") == []

    def test_it_rests_to_strengthen_a_pal(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-021 it", "ETD01-002 hog", "ETD01-013 other"]}, B={"base": ["ETD02-001 theirs"]})
        with game.untouched("other", "theirs"):
            game.a("activate it", "choose hog")
        assert (game.power("hog"), game.rests("it")) == (500, True)
        assert game.refuses("activate it")
        game.end_turn()
        assert game.power("hog") == 300

    def test_two_of_them_add_up(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-021 first", "ETD01-021 second", "ETD01-002 hog"]})
        game.a("activate first", "activate second")
        assert game.power("hog") == 700


class TestCrystalBreath:
    """ETD01-022: Quick, Strike-3 to 1 Pal, and it misses the opponent's next stand phase."""

    def test_it_takes_the_strike_out_of_an_attack(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-016 attacker", "ETD01-002 other"]}, B={"hand": ["ETD01-022 it"]})
        with game.untouched("other"):
            game.a("attack attacker -> player")
            game.b("pass", "play it", "choose attacker", "pass")
        assert (game.strike("attacker"), game.power("attacker")) == (-1, 900)
        assert game.counter("B", "life") == 10

    def test_the_pal_does_not_stand_in_its_players_next_stand_phase_and_does_in_the_one_after(
        self, table: SetTable
    ) -> None:
        game = table(A={"base": ["ETD02-016 attacker", "ETD01-002 other rest"]}, B={"hand": ["ETD01-022 it"]})
        game.a("attack attacker -> player")
        game.b("pass", "play it", "choose attacker", "pass")
        game.end_turn()
        assert game.strike("attacker") == 2
        game.end_turn()
        assert (game.rests("attacker"), game.rests("other")) == (True, False)
        game.end_turn()
        game.end_turn()
        assert not game.rests("attacker")

    def test_in_the_own_main_phase_it_keeps_a_resting_pal_down(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD01-022 it"]}, B={"base": ["ETD02-016 theirs rest", "ETD01-002 other rest"]})
        game.a("play it", "choose theirs")
        game.end_turn()
        assert (game.rests("theirs"), game.rests("other")) == (True, False)

    def test_it_does_not_rest_a_standing_pal(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD01-022 it"]}, B={"base": ["ETD02-016 theirs"]})
        game.a("play it")
        assert not game.rests("theirs")
        game.end_turn()
        assert not game.rests("theirs")

    def test_exactly_one_pal_is_chosen_and_no_other_card(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["ETD01-022 it"], "base": ["ETD01-002 mine", "ETD01-008 pit"]}, B={"base": ["ETD02-016 theirs"]}
        )
        with game.untouched("mine", "pit"):
            game.a("play it")
            assert game.candidates() == {"mine", "theirs"}
            assert game.refuses("choose none")
            game.a("choose theirs")

    def test_an_own_pal_stands_in_the_own_stand_phase(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD01-022 it"], "base": ["ETD02-016 mine rest"]})
        game.a("play it")
        assert game.strike("mine") == -1
        game.end_turn()
        game.end_turn()
        assert not game.rests("mine")

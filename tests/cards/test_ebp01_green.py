"""What the green cards of EBP01 do."""

import pytest

from engine import Deck, InvalidDeck
from engine.effects.catalogue import Catalogue
from tests.cards.conftest import SetTable
from tests.cards.keywords import BreakingThrough, Interrupting, Serving, Taunting
from tests.decks.legal import swarm


class TestLyleen:
    """EBP01-049: On Deploy, 3 Ingredient; [Consume 3 Ingredient] deploy up to 1 Pal of 6 or less from the top 5."""

    def test_playing_it_brings_three_ingredient(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-049 it"]}, B={"ingredient": 1})
        game.a("play it")
        assert (game.counter("A", "ingredient"), game.counter("A", "material"), game.counter("B", "ingredient")) == (
            3, 0, 1,
        )  # fmt: skip

    def test_it_deploys_a_pal_that_it_finds(self, table: SetTable) -> None:
        game = table(
            A={
                "base": ["EBP01-049 it"],
                "ingredient": 4,
                "deck": ["ETD02-005 six", "EBP01-014 seven", "ETD01-008 pit", "ETD01-005 arsox", "ETD01-011 breath"],
            }
        )
        game.a("activate it")
        assert game.candidates() == {"six", "arsox"}
        assert game.refuses("choose six arsox")
        game.a("choose arsox")
        assert (game.zone("arsox"), game.rests("arsox")) == ("base", False)
        assert (game.counter("A", "ingredient"), game.counter("A", "material")) == (1, 2)
        assert len(game.cards("A", "deck")) == 29

    def test_its_player_may_claim_that_there_is_none(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-049 it"], "ingredient": 3, "deck": ["ETD02-005 six"]})
        game.a("activate it", "choose none")
        assert game.zone("six") == "deck"

    def test_a_sixth_pal_overloads_the_base(self, table: SetTable) -> None:
        game = table(
            A={
                "base": ["EBP01-049 it", "ETD01-002 a", "ETD01-002 b", "ETD01-002 c", "ETD01-002 d"],
                "ingredient": 3,
                "deck": ["ETD02-005 new"],
            }
        )
        game.a("activate it", "choose new")
        assert game.asked() == ("A", "cards")
        assert game.candidates() == {"it", "a", "b", "c", "d"}
        game.a("choose it a b c")
        assert (game.zone("d"), game.zone("new")) == ("graveyard", "base")

    def test_it_needs_three_ingredient_once_per_turn(self, table: SetTable) -> None:
        poor = table(A={"base": ["EBP01-049 it"], "ingredient": 2, "material": 9})
        assert poor.refuses("activate it")
        game = table(A={"base": ["EBP01-049 it"], "ingredient": 9})
        game.a("activate it", "choose none")
        assert game.refuses("activate it")

    def test_it_looks_as_far_as_the_fifth_card(self, table: SetTable) -> None:
        above = ["ETD01-008 a", "ETD01-008 b", "ETD01-008 c", "ETD01-008 d"]
        deck = [*above, "ETD01-002 fifth", "ETD01-002 sixth"]
        game = table(A={"base": ["EBP01-049 it"], "ingredient": 3, "deck": deck})
        game.a("activate it")
        assert game.candidates() == {"fifth"}
        game.a("choose none")


class TestDigtoiseSeismicDrillback(BreakingThrough):
    """EBP01-050: with 10 or more souls Power+1000 and Strike+1; [Consume 2 Ingredient] Power+500 and Breakthrough."""

    card = "EBP01-050"
    printed = 900

    def test_ten_souls_standing_or_resting_strengthen_it(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-050 it", "ETD01-002 hog"], "souls": 4, "resting_souls": 6})
        assert (game.power("it"), game.strike("it"), game.power("hog")) == (1900, 3, 300)

    def test_nine_do_not(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-050 it"], "souls": 9}, B={"souls": 10})
        assert (game.power("it"), game.strike("it")) == (900, 2)

    def test_the_tenth_soul_strengthens_it_at_once(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-050 it"], "souls": 9, "hand": ["EBP01-070 lily"]})
        game.a("play lily", "option 3")
        assert (game.power("it"), game.strike("it")) == (1900, 3)

    def test_breakthrough_hits_with_the_strike_from_before_the_death(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-050 it"], "ingredient": 2}, B={"base": ["EBP01-033 wumpo rest"]})
        game.a("activate it", "attack it -> wumpo")
        game.settle()
        assert (game.zone("wumpo"), game.counter("B", "life"), game.strike("it")) == ("graveyard", 8, 3)


class TestPetallia:
    """EBP01-051: On Deploy, 1 life and stand 2 souls."""

    def test_it_gains_a_life_and_stands_two_souls(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-051 it"], "souls": 7, "resting_souls": 1, "life": 9}, B={"life": 3})
        game.a("play it")
        assert (game.counter("A", "life"), game.counter("B", "life")) == (10, 3)
        assert (game.counter("A", "souls_standing"), game.counter("A", "souls_resting")) == (3, 5)

    def test_one_resting_soul_is_all_that_can_stand(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD02-022 supplies"], "graveyard": ["EBP01-051 it"], "souls": 8, "resting_souls": 0})
        game.a("play supplies")
        assert (game.counter("A", "souls_standing"), game.counter("A", "life")) == (3, 11)

    def test_life_has_no_maximum_and_another_pal_brings_none(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD01-002 hog"], "base": ["EBP01-051 it"], "souls": 5, "resting_souls": 5})
        game.a("play hog")
        assert (game.counter("A", "life"), game.counter("A", "souls_standing")) == (10, 3)


class TestRushoar:
    """EBP01-052: when it attacks a structure, Power+800 until end of turn."""

    def test_it_grows_against_a_structure(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-052 it", "EBP01-052 twin"]}, B={"base": ["EBP01-015 gun"]})
        with game.untouched("twin"):
            game.a("attack it -> gun")
            assert (game.asked(), game.power("it")) == (("B", "block"), 1000)
            game.settle()
        assert game.zone("gun") == "graveyard"
        game.end_turn()
        assert game.power("it") == 200

    def test_1100_durability_withstand(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-052 it"]}, B={"base": ["ETD01-009 bench"]})
        game.a("attack it -> bench")
        game.settle()
        assert (game.zone("bench"), game.damage("bench")) == ("base", 1000)

    def test_a_blocked_attack_on_a_structure_counts(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-052 it"]}, B={"base": ["ETD01-008 pit", "ETD02-001 guard"]})
        with game.untouched("pit"):
            game.a("attack it -> pit")
            game.b("block guard", "pass")
        assert (game.zone("guard"), game.damage("it")) == ("graveyard", 900)

    def test_attacks_on_pals_and_players_give_nothing(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-052 it", "EBP01-052 twin"]}, B={"base": ["ETD01-024 target rest"]})
        game.a("attack it -> player")
        game.settle()
        game.a("attack twin -> target")
        game.settle()
        assert (game.power("it"), game.zone("twin"), game.counter("B", "life")) == (200, "graveyard", 9)


class TestElizabee:
    """EBP01-053: Power+300 per own Beegarde; [Consume 1 Ingredient] a Beegarde on top may be played for 2 less."""

    def test_each_own_beegarde_strengthens_it(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-053 it", "EBP01-061 one", "EBP01-061 two rest", "ETD01-002 hog"]},
            B={"base": ["EBP01-061 theirs"]},
        )
        assert (game.power("it"), game.power("one")) == (1300, 400)

    def test_a_declared_beegarde_counts_and_it_may_be_one_itself(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-053 it", "EBP01-040 dresser", "ETD01-002 hog"], "hand": ["ETD01-013 paid"]})
        game.a("activate dresser", "name Beegarde – Knight of the Flower Garden")
        assert game.power("it") == 1300

    def test_when_a_beegarde_leaves_damage_can_become_lethal(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-053 it damage=800", "EBP01-061 bee"], "hand": ["ETD02-021 strike"]})
        game.a("play strike", "choose bee")
        assert (game.zone("bee"), game.zone("it")) == ("graveyard", "graveyard")

    def test_a_beegarde_on_top_may_be_played_for_1(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-053 it"], "ingredient": 1, "deck": ["EBP01-061 bee"], "souls": 1})
        game.a("activate it")
        assert game.asked() == ("A", "may")
        assert game.prompt.text == "Elizabee: play Beegarde for 2 less, but at least 1?"
        game.a("yes")
        assert (game.zone("bee"), game.rests("bee"), game.counter("A", "souls_standing")) == ("base", False, 0)
        assert (game.counter("A", "ingredient"), game.power("it")) == (1, 1000)

    def test_it_goes_on_as_long_as_it_is_paid_for(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-053 it"], "ingredient": 1, "deck": ["EBP01-061 one", "EBP01-061 two"], "souls": 5}
        )
        game.a("activate it", "yes", "activate it", "yes")
        assert (game.power("it"), game.counter("A", "souls_standing"), game.counter("A", "ingredient")) == (1300, 3, 1)

    def test_declined_it_stays_on_top_and_nobody_else_has_seen_it(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-053 it"], "ingredient": 1, "deck": ["EBP01-061 bee"]})
        game.a("activate it")
        assert len(game.game.view("A")["looked"]) == 1
        assert game.game.view("B")["looked"] == game.game.view("spectator")["looked"] == []
        game.a("no")
        assert (game.cards("A", "deck")[0], game.counter("A", "souls_standing")) == ("bee", 10)
        assert game.game.view("A")["looked"] == []
        assert [event["type"] for event in game.last_events("B")] == []

    def test_another_card_leaves_nothing_but_no(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-053 it"], "ingredient": 1, "deck": ["ETD01-002 top"]})
        game.a("activate it")
        assert game.asked() == ("A", "may")
        assert game.prompt.text == "Elizabee: you cannot play Jolthog for 2 less, but at least 1."
        assert game.refuses("yes")
        game.a("no")
        assert (game.cards("A", "deck")[0], game.zone("top")) == ("top", "deck")

    def test_without_a_soul_it_cannot_be_played_and_is_asked_all_the_same(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-053 it"], "ingredient": 1, "deck": ["EBP01-061 bee"], "souls": 0, "resting_souls": 9}
        )
        game.a("activate it")
        assert game.asked() == ("A", "may")
        assert game.refuses("yes")
        game.a("no")
        assert game.zone("bee") == "deck"

    def test_the_opponent_is_told_the_same_whatever_lies_on_top(self, table: SetTable) -> None:
        told = []
        for top in ("EBP01-061", "ETD01-002"):
            game = table(A={"base": ["EBP01-053 it"], "ingredient": 1, "deck": [f"{top} top"]})
            game.a("activate it")
            before = (game.game.view("B"), game.last_events("B"))
            game.a("no")
            told.append((before, game.game.view("B"), game.last_events("B")))
        assert told[0] == told[1]

    def test_playing_it_is_playing_a_card(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-053 it"], "ingredient": 1, "deck": ["EBP01-061 bee"], "hand": ["EBP01-100 adventure"]}
        )
        game.a("activate it", "yes", "play adventure")
        assert game.cards("A", "hand") == []

    def test_it_needs_an_ingredient(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-053 it"], "material": 3})
        assert game.refuses("activate it")


class TestWarsect(Taunting):
    """EBP01-054: Taunt."""

    card = "EBP01-054"


class TestVaelet:
    """EBP01-055: Once per turn, [Discard 1 card] if it was assigned this turn, stand it."""

    def test_assigned_this_turn_it_stands(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-055 it", "ETD01-008 pit", "ETD01-002 tired rest"], "hand": ["ETD01-003 paid"]})
        with game.untouched("tired"):
            game.a("activate pit")
            assert game.rests("it")
            game.a("activate it", "choose paid")
        assert (game.rests("it"), game.zone("paid")) == (False, "graveyard")
        assert game.refuses("activate it")

    def test_resting_for_another_reason_it_does_not(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-055 it", "ETD01-008 pit"], "hand": ["ETD01-003 paid"]})
        game.a("attack it -> player")
        game.settle()
        game.a("activate it")
        assert (game.rests("it"), game.zone("paid")) == (True, "graveyard")

    def test_the_assignment_of_an_earlier_turn_does_not_count(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-055 it", "ETD01-008 pit"], "hand": ["ETD01-003 paid"]}, B={"base": ["ETD01-002 hog"]}
        )
        game.a("activate pit")
        game.end_turn()
        game.end_turn()
        game.a("attack it -> player")
        game.settle()
        game.a("activate it", "choose paid")
        assert game.rests("it")

    def test_a_vaelet_that_came_back_was_not_assigned(self, table: SetTable) -> None:
        game = table(
            A={
                "base": ["EBP01-055 it", "ETD01-008 pit", "ETD01-013 other", "ETD02-019 trap"],
                "hand": ["EBP01-070 lily", "ETD01-003 paid"],
            }
        )
        game.a("activate pit", "choose it", "activate trap", "choose it", "play lily", "option 2", "choose trap")
        assert (game.zone("it"), game.rests("it")) == ("base", True)
        game.a("activate it", "choose paid")
        assert game.rests("it")

    def test_it_needs_a_card(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-055 it", "EBP01-041 spring"]})
        game.a("activate spring")
        assert game.refuses("activate it")


class TestDumud:
    """EBP01-057: On Deploy, 2 Ingredient; assigned to a Farming structure, 1 resting soul more."""

    def test_playing_it_brings_two_ingredient(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-057 it"]}, B={"ingredient": 1})
        game.a("play it")
        assert (game.counter("A", "ingredient"), game.counter("B", "ingredient")) == (2, 1)

    def test_farming_work_brings_a_resting_soul(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-057 it", "EBP01-066 ranch"], "souls": 4, "resting_souls": 1}, B={"souls": 3})
        game.a("activate ranch", "option 1")
        assert (game.counter("A", "souls_standing"), game.counter("A", "souls_resting")) == (4, 2)
        assert game.counter("B", "souls_standing") == 3

    def test_at_ten_souls_none_comes(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-057 it", "EBP01-066 ranch"], "souls": 10})
        game.a("activate ranch", "option 1")
        assert (game.counter("A", "souls_standing"), game.counter("A", "souls_resting")) == (10, 0)

    def test_other_work_brings_none(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-057 it", "ETD01-008 pit"], "souls": 4})
        game.a("activate pit")
        assert game.counter("A", "souls_resting") == 0

    def test_another_farmer_brings_none(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-057 it", "EBP01-066 ranch", "ETD01-002 hog"], "souls": 4})
        with game.untouched("it"):
            game.a("activate ranch", "choose hog", "option 1")
        assert game.counter("A", "souls_resting") == 0


class TestGumoss:
    """EBP01-058: On Deploy, Power+300 and Assault until end of turn."""

    def test_deployed_it_attacks_a_standing_pal(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-058 it"], "base": ["ETD01-002 mate"]}, B={"base": ["EBP01-080 target"]})
        with game.untouched("mate"):
            game.a("play it")
            assert (game.power("it"), game.card("it").keywords) == (900, ("Assault",))
            assert game.refuses("attack mate -> target")
            game.a("attack it -> target")
            game.settle()
        assert game.zone("target") == "graveyard"

    def test_in_the_next_turn_it_is_an_ordinary_pal(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-058 it"]}, B={"base": ["ETD01-002 target"]})
        game.a("play it")
        game.end_turn()
        game.end_turn()
        assert (game.power("it"), game.card("it").keywords) == (600, ())
        assert game.refuses("attack it -> target")

    def test_from_the_graveyard_it_gets_both_too(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD02-022 supplies"], "graveyard": ["EBP01-058 it"]})
        game.a("play supplies")
        assert (game.power("it"), game.rests("it")) == (900, True)


class TestDigtoiseKeenNeedleback(BreakingThrough):
    """EBP01-059: [Consume 2 Ingredient] Power+500 and Breakthrough."""

    card = "EBP01-059"
    printed = 800


class TestTanzee(Serving):
    """EBP01-060: Serious 400."""

    card = "EBP01-060"


class TestBeegarde:
    """EBP01-061: any number in a deck; On Deploy, 1 Ingredient, and with a Farming structure Power+500."""

    def test_it_brings_an_ingredient(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-061 it"], "base": ["ETD01-008 pit"]}, B={"base": ["EBP01-066 theirs"]})
        game.a("play it")
        assert (game.counter("A", "ingredient"), game.power("it")) == (1, 400)

    def test_with_a_farm_it_grows_until_the_end_of_the_turn(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-061 it"], "base": ["EBP01-063 farm", "EBP01-061 other"]})
        with game.untouched("other"):
            game.a("play it")
        assert game.power("it") == 900
        game.end_turn()
        assert game.power("it") == 400

    def test_a_farming_pal_or_a_declared_hat_is_no_farm(self, table: SetTable) -> None:
        game = table(
            A={
                "hand": ["EBP01-061 it", "ETD01-002 paid"],
                "base": ["EBP01-040 dresser", "ETD01-003 farming"],
            }
        )
        game.a("activate dresser", "choose paid", "name Farming Hat", "play it")
        assert game.power("it") == 400

    def test_a_deck_may_hold_any_number_of_it_and_no_more_than_four_of_another(self, pool: Catalogue) -> None:
        swarm(40).check(pool)
        other = {**swarm(40).main, "ETD02-002": 5}
        del other["EBP01-061"]
        with pytest.raises(InvalidDeck, match="Gumoss"):
            Deck("Others", other).check(pool)


class TestWumpoBotan(Interrupting):
    """EBP01-062: Interrupt."""

    card = "EBP01-062"


class TestBreedingFarm:
    """EBP01-063: the top card to the hand if it is a Pal of 8 or less; [assign 2 Pals] deploy a Pal from the hand."""

    def test_a_pal_on_top_comes_to_the_hand(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-063 it"], "ingredient": 2, "deck": ["ETD02-007 top"]})
        game.a("activate it")
        assert (game.cards("A", "hand"), game.counter("A", "ingredient")) == (["top"], 0)
        shown = [event["number"] for event in game.last_events("B") if event["type"] == "card_revealed"]
        assert shown == ["ETD02-007"]

    def test_another_card_goes_to_the_graveyard(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-063 it"], "ingredient": 2, "deck": ["ETD01-008 top", "ETD01-002 next"]})
        game.a("activate it")
        assert (game.zone("top"), game.cards("A", "hand"), game.cards("A", "deck")[0]) == ("graveyard", [], "next")

    def test_two_workers_let_a_pal_of_the_hand_be_deployed(self, table: SetTable) -> None:
        game = table(
            A={
                "base": ["EBP01-063 it", "ETD01-002 a", "ETD01-003 b", "ETD01-013 c", "ETD01-014 d rest"],
                "hand": ["ETD02-007 eight", "ETD01-005 arsox", "ETD01-008 pit"],
                "ingredient": 2,
            }
        )
        game.a("activate it 2")
        assert game.candidates() == {"a", "b", "c"}
        assert game.refuses("choose a")
        game.a("choose a c")
        assert game.candidates() == {"eight", "arsox"}
        game.a("choose arsox")
        assert (game.zone("arsox"), game.rests("arsox"), game.counter("A", "material")) == ("base", False, 2)
        assert (game.rests("a"), game.rests("b"), game.rests("c")) == (True, False, True)

    def test_nobody_can_check_whether_there_was_one(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-063 it", "ETD01-002 a", "ETD01-003 b"], "hand": ["ETD02-007 eight"], "ingredient": 2}
        )
        game.a("activate it 2", "choose none")
        assert (game.zone("eight"), game.rests("a"), game.rests("b")) == ("hand", True, True)

    def test_a_hand_without_a_pal_is_asked_and_an_empty_one_is_not(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-063 it", "ETD01-002 a", "ETD01-003 b"], "hand": ["ETD01-008 pit"], "ingredient": 2}
        )
        game.a("activate it 2")
        assert (game.asked(), game.candidates()) == (("A", "cards"), set())
        game.a("choose none")
        bare = table(A={"base": ["EBP01-063 it", "ETD01-002 a", "ETD01-003 b"], "ingredient": 2})
        bare.a("activate it 2")
        assert bare.asked() == ("A", "main")

    def test_it_needs_two_ingredient_and_two_standing_pals(self, table: SetTable) -> None:
        poor = table(A={"base": ["EBP01-063 it", "ETD01-002 a", "ETD01-003 b"], "ingredient": 1})
        assert poor.refuses("activate it")
        assert poor.refuses("activate it 2")
        alone = table(A={"base": ["EBP01-063 it", "ETD01-002 a", "ETD01-003 b rest"], "ingredient": 2})
        assert alone.refuses("activate it 2")

    def test_each_ability_has_its_own_use(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-063 it", "ETD01-002 a", "ETD01-003 b"], "ingredient": 9})
        game.a("activate it", "activate it 2", "choose none")
        assert game.refuses("activate it")
        assert game.refuses("activate it 2")


class TestColaVendingMachine:
    """EBP01-064: [Consume X Ingredient, assign 1 Pal] stand 1 soul, then up to 3X souls."""

    def test_one_soul_and_three_for_each_ingredient_stand(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-064 it", "ETD01-002 worker"], "ingredient": 3, "souls": 1, "resting_souls": 9},
            B={"souls": 2, "resting_souls": 5},
        )
        game.a("activate it", "number 2")
        assert (game.counter("A", "souls_standing"), game.counter("A", "souls_resting")) == (8, 2)
        assert (game.counter("A", "ingredient"), game.rests("worker")) == (1, True)
        assert game.counter("B", "souls_resting") == 5

    def test_for_nothing_one_soul_stands(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-064 it", "ETD01-002 worker"], "ingredient": 3, "souls": 1, "resting_souls": 9})
        game.a("activate it", "number 0")
        assert (game.counter("A", "souls_standing"), game.counter("A", "ingredient")) == (2, 3)

    def test_no_more_stand_than_there_are(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-064 it", "ETD01-002 worker"], "ingredient": 9, "souls": 6, "resting_souls": 2})
        game.a("activate it", "number 9")
        assert (game.counter("A", "souls_standing"), game.counter("A", "souls_resting")) == (8, 0)

    def test_it_works_once_per_turn_with_a_standing_pal(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-064 it", "ETD01-002 one", "ETD01-003 two"]})
        game.a("activate it", "choose one")
        assert game.refuses("activate it")
        alone = table(A={"base": ["EBP01-064 it", "ETD01-002 one rest"], "ingredient": 2})
        assert alone.refuses("activate it")


class TestFeedBox:
    """EBP01-065: [Consume 1 Ingredient] 1 resting soul more; with 10 or more souls before, stand 2."""

    def test_it_brings_a_resting_soul(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-065 it"], "ingredient": 2, "souls": 3, "resting_souls": 6}, B={"souls": 4})
        game.a("activate it")
        assert (game.counter("A", "souls_standing"), game.counter("A", "souls_resting")) == (3, 7)
        assert (game.counter("A", "ingredient"), game.counter("B", "souls_resting")) == (1, 0)
        assert game.refuses("activate it")

    def test_with_ten_souls_two_stand(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-065 it"], "ingredient": 1, "souls": 3, "resting_souls": 7})
        game.a("activate it")
        assert (game.counter("A", "souls_standing"), game.counter("A", "souls_resting")) == (5, 5)

    def test_the_tenth_soul_itself_does_not_stand_two(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-065 it"], "ingredient": 1, "souls": 0, "resting_souls": 9})
        game.a("activate it")
        assert (game.counter("A", "souls_standing"), game.counter("A", "souls_resting")) == (0, 10)

    def test_it_needs_an_ingredient(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-065 it"], "material": 4})
        assert game.refuses("activate it")

    def test_it_brings_one_soul_and_not_two(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-065 it"], "ingredient": 1, "souls": 3, "resting_souls": 4})
        game.a("activate it")
        assert (game.counter("A", "souls_standing"), game.counter("A", "souls_resting")) == (3, 5)


class TestRanch:
    """EBP01-066: [Assign 1 Pal] 3 Material or 3 Ingredient, and a card."""

    def test_its_player_chooses_the_resource(self, table: SetTable) -> None:
        game = table(
            A={
                "base": ["EBP01-066 it", "EBP01-066 second", "ETD01-002 one", "ETD01-003 two"],
                "deck": ["ETD01-014 top"],
            }
        )
        game.a("activate it", "choose one")
        assert game.asked() == ("A", "option")
        game.a("option 1")
        assert (game.counter("A", "material"), game.counter("A", "ingredient"), game.cards("A", "hand")) == (
            3, 0, ["top"],
        )  # fmt: skip
        game.a("activate second", "option 2")
        assert (game.counter("A", "material"), game.counter("A", "ingredient")) == (3, 3)
        assert (game.rests("one"), game.rests("two"), game.counter("B", "material")) == (True, True, 0)

    def test_it_works_once_per_turn_with_a_standing_pal(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-066 it", "ETD01-002 one", "ETD01-003 two"]})
        game.a("activate it", "choose one", "option 2")
        assert game.refuses("activate it")
        alone = table(A={"base": ["EBP01-066 it", "ETD01-002 one rest"]})
        assert alone.refuses("activate it")


class TestNoPalsBeyondSign:
    """EBP01-067: [Assign 1 Pal] the assigned Pal has Taunt until the end of the opponent's next turn."""

    def test_the_assigned_pal_binds_the_opponents_attackers(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-067 it", "ETD02-007 worker", "ETD01-002 other rest"]}, B={"base": ["ETD01-003 attacker"]}
        )
        with game.untouched("other"):
            game.a("activate it")
        assert (game.rests("worker"), game.card("worker").keywords) == (True, ("Taunt",))
        game.end_turn()
        assert game.refuses("attack attacker -> player")
        assert game.refuses("attack attacker -> other")
        assert game.refuses("attack attacker -> it")
        game.b("attack attacker -> worker")
        game.settle()
        assert game.zone("attacker") == "graveyard"
        game.end_turn()
        assert game.card("worker").keywords == ()

    def test_only_the_pal_assigned_for_it_has_taunt(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-067 it", "ETD01-008 pit", "ETD01-002 one", "ETD01-003 two"]})
        game.a("activate pit", "choose one", "activate it")
        assert (game.card("one").keywords, game.card("two").keywords) == ((), ("Taunt",))

    def test_standing_again_the_pal_binds_only_who_could_attack_it(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-067 it", "EBP01-055 worker"], "hand": ["ETD01-002 paid"]},
            B={"base": ["ETD01-003 attacker", "ETD01-001 grizzbolt"]},
        )
        game.a("activate it", "activate worker")
        game.end_turn()
        assert not game.refuses("attack attacker -> player")
        assert game.refuses("attack grizzbolt -> player")

    def test_it_works_once_per_turn(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-067 it", "ETD01-002 one", "ETD01-003 two"]})
        game.a("activate it", "choose one")
        assert game.refuses("activate it")


class TestDigtoisesHeadband:
    """EBP01-068: [Rest this card] 1 Pal gets Power+200; for a Digtoise, 2 Material or 2 Ingredient."""

    def test_a_digtoise_of_either_side_brings_resources(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-068 it", "EBP01-068 second", "EBP01-059 mine"]},
            B={"base": ["EBP01-050 theirs"], "souls": 3},
        )
        game.a("activate it")
        assert game.candidates() == {"mine", "theirs"}
        with game.untouched("mine"):
            game.a("choose theirs")
            assert game.asked() == ("A", "option")
            game.a("option 1")
        assert (game.power("theirs"), game.counter("A", "material"), game.counter("B", "material")) == (1100, 2, 0)
        game.a("activate second", "choose mine", "option 2")
        assert (game.power("mine"), game.counter("A", "ingredient"), game.rests("second")) == (1000, 2, True)

    def test_another_pal_brings_nothing(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-068 it", "ETD01-002 hog"]})
        game.a("activate it")
        assert (game.asked(), game.power("hog"), game.counter("A", "material")) == (("A", "main"), 500, 0)
        assert game.refuses("activate it")
        game.end_turn()
        assert game.power("hog") == 300

    def test_without_a_pal_nothing_happens(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-068 it"]})
        game.a("activate it")
        assert (game.asked(), game.rests("it")) == (("A", "main"), True)

    def test_the_digtoise_is_strong_before_the_resource_is_chosen(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-068 it", "EBP01-059 digtoise"]})
        game.a("activate it")
        assert (game.asked(), game.power("digtoise")) == (("A", "option"), 1000)
        game.a("option 1")


class TestFarmingHat:
    """EBP01-069: [Rest this card] 1 Pal gets Power+200, and 1 Ingredient."""

    def test_it_strengthens_a_pal_and_brings_an_ingredient(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-069 it", "ETD01-002 hog"]}, B={"base": ["ETD02-001 theirs"]})
        game.a("activate it")
        assert game.candidates() == {"hog", "theirs"}
        with game.untouched("theirs"):
            game.a("choose hog")
        assert (game.power("hog"), game.rests("it")) == (500, True)
        assert (game.counter("A", "ingredient"), game.counter("B", "ingredient")) == (1, 0)
        assert game.refuses("activate it")
        game.end_turn()
        assert game.power("hog") == 300

    def test_without_a_pal_it_still_brings_the_ingredient(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-069 it"]})
        game.a("activate it")
        assert game.counter("A", "ingredient") == 1


class TestLilysStrategy:
    """EBP01-070: all own Pals get Power+1000; or 1 structure or gear to the graveyard; or 1 resting soul more."""

    def test_the_first_mode_strengthens_all_own_pals(self, table: SetTable) -> None:
        game = table(
            A={
                "hand": ["EBP01-070 it", "ETD01-003 late"],
                "base": ["ETD01-002 one", "ETD02-001 two rest", "ETD01-008 pit"],
            },
            B={"base": ["ETD01-002 theirs"]},
        )
        with game.untouched("theirs", "pit"):
            game.a("play it", "option 1", "play late")
        assert (game.power("one"), game.power("two"), game.power("late"), game.strike("one")) == (1300, 1900, 500, 1)
        game.end_turn()
        assert game.power("one") == 300

    def test_the_second_mode_removes_a_structure_or_gear_of_either_side(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["EBP01-070 it"], "base": ["ETD01-008 pit", "ETD01-002 hog"]},
            B={"base": ["EBP01-020 gun", "EBP01-054 warsect", "ETD01-009 bench"]},
        )
        with game.untouched("pit", "hog", "warsect", "bench"):
            game.a("play it", "option 2")
            assert game.candidates() == {"pit", "gun", "bench"}
            assert game.refuses("choose none")
            game.a("choose gun")
        assert game.cards("B", "graveyard") == ["gun"]

    def test_the_third_mode_brings_a_resting_soul(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-070 it"], "souls": 5})
        game.a("play it", "option 3")
        assert (game.counter("A", "souls_standing"), game.counter("A", "souls_resting")) == (2, 4)

    def test_a_mode_that_does_nothing_may_be_chosen(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-070 it"]})
        game.a("play it", "option 2")
        assert (game.asked(), game.zone("it")) == (("A", "main"), "graveyard")


class TestFoundAnEgg:
    """EBP01-071: of the top 5, up to 1 Pal to the hand; for none, 3 Ingredient."""

    DECK = ("ETD02-007 eight", "ETD01-002 hog", "ETD01-008 pit", "ETD01-011 breath", "ETD01-010 rifle")

    def test_it_takes_a_pal(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-071 it"], "deck": [*self.DECK, "ETD01-003 sixth"]})
        game.a("play it")
        assert game.candidates() == {"eight", "hog"}
        assert game.refuses("choose eight hog")
        game.a("choose eight")
        assert (game.cards("A", "hand"), game.counter("A", "ingredient")) == (["eight"], 0)
        shown = [event["number"] for event in game.last_events("B") if event["type"] == "card_revealed"]
        assert shown == ["ETD02-007"]

    def test_who_takes_none_gets_three_ingredient(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-071 it"], "deck": list(self.DECK)})
        game.a("play it", "choose none")
        assert (game.counter("A", "ingredient"), game.counter("B", "ingredient"), len(game.cards("A", "deck"))) == (
            3, 0, 30,
        )  # fmt: skip

    def test_without_a_pal_it_is_asked_and_brings_them_too(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-071 it"], "deck": ["ETD01-008 pit", "ETD01-011 breath"], "exact_deck": True})
        game.a("play it")
        assert (game.asked(), game.candidates()) == (("A", "cards"), set())
        game.a("choose none")
        assert game.counter("A", "ingredient") == 3

    def test_it_looks_as_far_as_the_fifth_card(self, table: SetTable) -> None:
        above = ["ETD01-008 a", "ETD01-008 b", "ETD01-008 c", "ETD01-008 d"]
        game = table(A={"hand": ["EBP01-071 it"], "deck": [*above, "ETD01-002 fifth", "ETD01-002 sixth"]})
        game.a("play it")
        assert game.candidates() == {"fifth"}
        game.a("choose none")


class TestBlessingOfTheFlowerSpirit:
    """EBP01-072: 1 life and a card."""

    def test_it_gains_a_life_and_draws(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-072 it"], "life": 10, "deck": ["ETD01-014 top"]}, B={"life": 4})
        game.a("play it")
        assert (game.counter("A", "life"), game.counter("B", "life"), game.cards("A", "hand")) == (11, 4, ["top"])
        assert (game.cards("B", "hand"), game.zone("it"), game.counter("A", "souls_standing")) == ([], "graveyard", 7)

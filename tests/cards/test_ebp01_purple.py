"""What the purple cards of EBP01 do."""

from tests.cards.conftest import SetTable
from tests.cards.keywords import Interrupting, Nightly


class TestHelzephyr(Nightly):
    """EBP01-073: Nocturnal; at night an own Nocturnal Pal that is deployed kills up to 1 Pal of its cost or less."""

    card = "EBP01-073"
    printed = 700

    def test_its_own_deployment_kills_and_it_rests_at_the_end_of_the_turn(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["EBP01-073 it"], "base": ["ETD01-002 mine"]},
            B={"base": ["EBP01-014 seven", "ETD02-007 eight", "ETD01-002 other", "ETD01-008 pit"]},
            night=True,
        )
        with game.untouched("mine", "eight", "other", "pit"):
            game.a("play it")
            assert game.candidates() == {"it", "mine", "seven", "other"}
            assert game.refuses("choose seven other")
            game.a("choose seven")
        assert (game.zone("seven"), game.rests("it")) == ("graveyard", False)
        game.end_turn()
        assert game.rests("it")

    def test_another_nocturnal_pal_triggers_it_with_its_own_cost(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-073 it"], "hand": ["EBP01-080 daedream"]},
            B={"base": ["ETD01-002 two", "ETD01-003 three"]},
            night=True,
        )
        game.a("play daedream")
        assert game.candidates() == {"daedream", "two"}
        game.a("choose two")
        assert game.zone("two") == "graveyard"

    def test_a_pal_without_nocturnal_does_not_trigger_it_and_by_day_nothing_is_asked(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-073 it"], "hand": ["ETD02-001 plain"]}, B={"base": ["ETD01-002 two"]}, night=True
        )
        game.a("play plain")
        assert game.asked() == ("A", "main")
        day = table(A={"base": ["EBP01-073 it"], "hand": ["EBP01-080 daedream"]}, B={"base": ["ETD01-002 two"]})
        with day.untouched("two", "it"):
            day.a("play daedream")
        assert day.asked() == ("A", "main")

    def test_who_kills_nobody_stays_standing(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-073 it"]}, B={"base": ["ETD01-002 two"]}, night=True)
        with game.untouched("two"):
            game.a("play it", "choose none")
        game.end_turn()
        assert not game.rests("it")

    def test_it_may_kill_itself(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-073 it"]}, night=True)
        game.a("play it", "choose it")
        assert game.zone("it") == "graveyard"
        game.end_turn()

    def test_the_opponents_nocturnal_pal_does_not_trigger_it(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-080 theirs"]}, B={"base": ["EBP01-073 it"]}, night=True)
        game.a("play theirs")
        assert game.asked() == ("A", "main")

    def test_doubled_it_kills_twice_and_its_rest_is_not_doubled(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["EBP01-073 it"], "base": ["EBP01-085 maraith rest", "EBP01-074 shadowbeak"]},
            B={"base": ["ETD01-002 one", "ETD01-003 two", "ETD01-013 three"]},
        )
        game.a("play it", "choose one")
        assert game.asked() == ("A", "cards")
        game.a("choose two")
        assert (game.zone("one"), game.zone("two"), game.zone("three")) == ("graveyard", "graveyard", "base")
        game.a("end")
        assert game.asked() == ("A", "order")
        texts = [entry["text"] for entry in game.prompt.plain()["entries"]]
        assert texts.count("At the end of this turn, rest this card.") == 2
        assert texts[0].startswith("At the end of your turn, choose up to 1 of your Pals.")
        game.a("resolve it", "resolve it", "choose none")
        game.a("choose none")
        assert game.rests("it")


class TestShadowbeak:
    """EBP01-074: night while it rests; own AUTOs twice at night; end of turn, butcher and the opponent loses one."""

    def test_resting_it_makes_it_night_and_standing_it_does_not(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-074 it", "EBP01-080 daedream"]}, B={"base": ["EBP01-080 theirs"]})
        assert not game.game.report()["night"]
        game.a("attack it -> player")
        assert game.game.report()["night"]
        assert (game.power("daedream"), game.power("theirs")) == (500, 500)
        assert [event["type"] for event in game.last_events("B")].count("night_fell") == 1
        game.settle()
        game.a("end", "choose none", "choose none")
        assert game.game.report()["night"]
        game.end_turn()
        assert not game.game.report()["night"]

    def test_by_day_its_ability_activates_once(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-074 it", "ETD01-002 mine"]},
            B={"base": ["ETD01-003 one", "ETD02-001 two", "ETD01-008 pit"]},
        )
        with game.untouched("one", "pit"):
            game.a("end")
            assert game.candidates() == {"it", "mine"}
            game.a("choose mine")
            assert game.asked() == ("B", "cards")
            assert game.candidates() == {"one", "two"}
            assert game.refuses("choose none")
            game.b("choose two")
        assert (game.zone("mine"), game.zone("two"), game.asked()) == ("graveyard", "graveyard", ("B", "main"))

    def test_declined_nobody_leaves(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-074 it"]}, B={"base": ["ETD01-003 one"]})
        with game.untouched("one"):
            game.a("end", "choose none")
        assert (game.zone("it"), game.asked()) == ("base", ("B", "main"))

    def test_at_night_its_ability_activates_twice(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-074 it rest", "ETD01-002 a", "ETD01-013 b"]},
            B={"base": ["ETD01-003 one", "ETD02-001 two"]},
        )
        game.a("end", "choose a")
        game.b("choose one")
        game.a("choose b")
        assert game.cards("A", "base") == ["it"]
        assert game.cards("B", "base") == []

    def test_on_deploy_and_on_attack_of_own_pals_activate_twice(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-074 it rest", "EBP01-009 univolt"], "hand": ["EBP01-012 flambelle"]},
            B={"base": ["EBP01-017 cauldron"]},
        )
        game.a("play flambelle", "attack univolt -> player")
        assert (game.counter("A", "material"), game.power("univolt")) == (4, 1200)
        game.settle()
        game.a("end", "choose none", "choose none")

    def test_structures_gear_and_opposing_pals_are_not_doubled(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-074 it rest", "EBP01-017 cauldron"], "hand": ["ETD01-002 red", "EBP01-042 mirror"]},
            B={"base": ["ETD02-014 leezpunk"], "hand": ["ETD01-005 arsox"]},
        )
        game.a("play red", "play mirror")
        assert (game.counter("A", "material"), len(game.cards("A", "hand"))) == (1, 1)
        game.a("end", "choose none", "choose none")
        assert game.asked() == ("B", "main")
        game.b("play arsox")
        assert game.counter("B", "material") == 2

    def test_a_second_one_does_not_make_it_three(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-074 it rest", "EBP01-074 twin"], "hand": ["EBP01-012 flambelle"]})
        game.a("play flambelle")
        assert game.counter("A", "material") == 4
        game.a("end", "resolve it", "choose none", "resolve it", "choose none", "choose none", "choose none")
        assert game.asked() == ("B", "main")

    def test_at_the_end_of_the_opponents_turn_nothing_happens(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-074 it", "ETD01-002 mine"]}, B={"base": ["ETD01-003 one"]}, turn="B")
        with game.untouched("mine", "one"):
            game.end_turn()
        assert game.asked() == ("A", "main")
        game.a("end", "choose none")


class TestKatress:
    """EBP01-075: [Butcher 1 other Pal] Power+1000 and Strike+1; a butchered own Pal brings back one costing 1 less."""

    def test_it_grows_for_another_pal_which_brings_one_of_a_cost_less(self, table: SetTable) -> None:
        game = table(
            A={
                "base": ["EBP01-075 it", "ETD01-003 three", "ETD01-008 pit"],
                "graveyard": ["ETD01-002 two", "ETD01-013 other", "ETD01-014 same", "EBP01-042 one"],
            },
            B={"base": ["ETD01-002 theirs"], "graveyard": ["ETD01-013 foreign"]},
        )
        with game.untouched("theirs", "pit", "foreign"):
            game.a("activate it")
            assert (game.zone("three"), game.power("it"), game.strike("it")) == ("graveyard", 1900, 3)
            assert game.candidates() == {"two", "other"}
            assert game.refuses("choose two other")
            game.a("choose two")
        assert (game.zone("two"), game.rests("two"), game.zone("other")) == ("base", True, "graveyard")
        assert game.refuses("activate it")
        game.end_turn()
        assert (game.power("it"), game.strike("it")) == (900, 2)

    def test_its_player_chooses_whom_to_butcher_and_never_itself(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-075 it", "ETD01-003 three", "ETD01-002 two rest"]})
        game.a("activate it")
        assert game.candidates() == {"three", "two"}
        game.a("choose two")
        assert (game.zone("two"), game.zone("three")) == ("graveyard", "base")
        alone = table(A={"base": ["EBP01-075 it", "ETD01-008 pit"]}, B={"base": ["ETD01-002 theirs"]})
        assert alone.refuses("activate it")

    def test_lucky_pals_do_not_come_back(self, table: SetTable) -> None:
        game = table(
            A={
                "base": ["EBP01-075 it", "ETD01-007 eight"],
                "graveyard": ["ETD02-006 lucky", "EBP01-014 normal"],
            }
        )
        game.a("activate it")
        assert game.candidates() == {"normal"}
        game.a("choose none")
        assert game.zone("normal") == "graveyard"

    def test_without_a_match_nothing_is_asked(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-075 it", "ETD01-003 three"], "graveyard": ["ETD01-014 same"]})
        game.a("activate it")
        assert game.asked() == ("A", "main")

    def test_butchered_itself_it_still_brings_one_back(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-075 it"], "hand": ["EBP01-095 zoe"], "graveyard": ["ETD02-001 five", "ETD01-003 three"]}
        )
        game.a("play zoe", "option 3")
        assert game.candidates() == {"five"}
        game.a("choose five")
        assert (game.zone("it"), game.zone("five")) == ("graveyard", "base")

    def test_a_death_that_is_no_butcher_brings_nobody(self, table: SetTable) -> None:
        game = table(
            A={
                "base": ["EBP01-075 it", "ETD01-003 three"],
                "hand": ["ETD02-021 strike"],
                "graveyard": ["ETD01-002 two"],
            }
        )
        game.a("play strike", "choose three")
        assert (game.asked(), game.zone("two")) == (("A", "main"), "graveyard")

    def test_an_opposing_butcher_brings_nobody(self, table: SetTable) -> None:
        game = table(
            A={"base": ["ETD01-003 three"], "hand": ["EBP01-095 zoe"]},
            B={"base": ["EBP01-075 it"], "graveyard": ["ETD01-002 two"]},
        )
        game.a("play zoe", "option 3")
        assert (game.zone("it"), game.zone("two")) == ("graveyard", "graveyard")

    def test_two_of_them_bring_back_two(self, table: SetTable) -> None:
        game = table(
            A={
                "base": ["EBP01-075 it", "EBP01-075 twin", "ETD01-003 three"],
                "graveyard": ["ETD01-002 one", "ETD01-013 two"],
            }
        )
        game.a("activate it", "choose three")
        assert game.asked() == ("A", "order")
        game.a("resolve twin", "choose one", "choose two")
        assert (game.zone("one"), game.zone("two"), game.power("twin")) == ("base", "base", 900)

    def test_a_structure_of_the_right_cost_does_not_come_back(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-075 it", "ETD01-003 three"], "graveyard": ["ETD01-019 chair", "ETD01-002 two"]})
        game.a("activate it")
        assert game.candidates() == {"two"}
        game.a("choose none")


class TestTombat:
    """EBP01-076: On Deploy, reveal the top 3: up to 1 Pal to the hand, the rest to the graveyard."""

    def test_a_pal_comes_to_the_hand_and_the_rest_goes(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-076 it"], "deck": ["ETD01-002 a", "ETD01-008 b", "ETD02-007 c", "ETD01-003 d"]})
        game.a("play it")
        assert game.candidates() == {"a", "c"}
        assert len(game.game.view("B")["looked"]) == 3
        assert game.refuses("choose a c")
        game.a("choose c")
        assert (game.cards("A", "hand"), set(game.cards("A", "graveyard"))) == (["c"], {"a", "b"})
        assert game.cards("A", "deck")[0] == "d"

    def test_taking_none_all_three_go(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-076 it"], "deck": ["ETD01-002 a", "ETD01-008 b", "ETD02-007 c"]})
        game.a("play it", "choose none")
        assert (game.cards("A", "hand"), len(game.cards("A", "graveyard"))) == ([], 3)

    def test_without_a_pal_nothing_is_asked_for_everyone_sees_it(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-076 it"], "deck": ["ETD01-008 a", "ETD01-008 b", "ETD01-011 c"]})
        game.a("play it")
        assert (game.asked(), len(game.cards("A", "graveyard"))) == (("A", "main"), 3)

    def test_the_last_cards_lose_the_game(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-076 it"], "deck": ["ETD01-008 a", "ETD01-008 b"], "exact_deck": True})
        game.a("play it")
        assert game.game.outcome is not None
        assert game.game.outcome.winner == "B"

    def test_cards_from_the_deck_trigger_nothing(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-076 it"], "deck": ["EBP01-028 a", "EBP01-091 b", "ETD01-024 c"]})
        game.a("play it", "choose none")
        assert (game.cards("A", "hand"), game.counter("A", "material")) == ([], 0)


class TestPyrinNoct(Nightly, Interrupting):
    """EBP01-077: Nocturnal; Interrupt."""

    card = "EBP01-077"
    printed = 1100


class TestLyleenNoct:
    """EBP01-078: [Rest this card, discard 1 card] deploy 1 Pal of 6 or less from the graveyard resting."""

    def test_a_pal_comes_back_resting(self, table: SetTable) -> None:
        game = table(
            A={
                "base": ["EBP01-078 it", "ETD01-002 mate"],
                "hand": ["ETD01-013 paid", "ETD01-008 kept"],
                "graveyard": ["ETD02-005 six", "EBP01-014 seven", "ETD01-009 bench", "ETD01-005 arsox"],
            },
            B={"graveyard": ["ETD01-003 theirs"]},
        )
        with game.untouched("mate", "kept", "theirs"):
            game.a("activate it", "choose paid")
            assert game.candidates() == {"six", "arsox", "paid"}
            assert game.refuses("choose none")
            game.a("choose arsox")
        assert (game.zone("arsox"), game.rests("arsox"), game.rests("it")) == ("base", True, True)
        assert game.counter("A", "material") == 2

    def test_the_discarded_pal_itself_may_come(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-078 it"], "hand": ["ETD01-002 hog"]})
        game.a("activate it")
        assert (game.zone("hog"), game.rests("hog")) == ("base", True)

    def test_without_a_pal_it_does_nothing(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-078 it"], "hand": ["ETD01-008 pit"], "graveyard": ["EBP01-014 seven"]})
        game.a("activate it")
        assert (game.zone("seven"), game.zone("pit"), game.rests("it")) == ("graveyard", "graveyard", True)

    def test_it_works_again_when_it_stands_again(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-078 it"], "hand": ["ETD01-002 one", "ETD01-013 two", "ETD01-003 three"]})
        game.a("activate it", "choose one")
        assert game.refuses("activate it")
        game.end_turn()
        game.end_turn()
        game.a("activate it", "choose two")
        assert (game.zone("one"), game.zone("two")) == ("base", "base")

    def test_it_needs_a_card(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-078 it"], "graveyard": ["ETD01-002 hog"]})
        assert game.refuses("activate it")

    def test_stood_again_it_works_again_in_the_same_turn(self, table: SetTable) -> None:
        game = table(
            A={
                "base": ["EBP01-078 it", "EBP01-021 gun"],
                "hand": ["EBP01-023 axel", "ETD01-002 one", "ETD01-013 two"],
                "graveyard": ["ETD01-003 kelp"],
            }
        )
        game.a("activate it", "choose one", "choose kelp", "play axel", "option 2", "choose it")
        game.a("activate it", "choose one")
        assert (game.zone("one"), game.zone("two")) == ("base", "graveyard")


class TestDepresso(Nightly):
    """EBP01-079: Nocturnal, twice."""

    card = "EBP01-079"
    printed = 100
    instances = 2


class TestDaedreamFirstSlumber(Nightly):
    """EBP01-080: Nocturnal."""

    card = "EBP01-080"
    printed = 200


class TestLovander:
    """EBP01-081: On Attack, you may discard a card; if you did, 1 life."""

    def test_a_discarded_card_gains_a_life(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-081 it"], "hand": ["ETD01-002 a", "ETD01-003 b"], "life": 4}, B={"hand": ["ETD01-013 c"]}
        )
        with game.untouched("c"):
            game.a("attack it -> player")
            assert game.asked() == ("A", "may")
            game.a("yes", "choose b")
        assert (game.counter("A", "life"), game.cards("A", "hand"), game.zone("b")) == (5, ["a"], "graveyard")
        game.settle()

    def test_declined_nothing_is_gained(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-081 it"], "hand": ["ETD01-002 a"]})
        game.a("attack it -> player", "no")
        assert (game.counter("A", "life"), game.cards("A", "hand")) == (10, ["a"])
        game.settle()

    def test_an_empty_hand_is_not_asked(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-081 it"]})
        game.a("attack it -> player")
        assert (game.asked(), game.counter("A", "life")) == (("B", "block"), 10)
        game.settle()

    def test_the_only_card_goes_without_a_further_question(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-081 it"], "hand": ["ETD01-002 a"]})
        game.a("attack it -> player", "yes")
        assert (game.counter("A", "life"), game.zone("a")) == (11, "graveyard")
        game.settle()

    def test_the_attack_of_another_pal_asks_nothing(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-081 it", "ETD01-002 hog"], "hand": ["ETD01-003 a"]})
        game.a("attack hog -> player")
        assert game.asked() == ("B", "block")
        game.settle()


class TestDaedreamDeepSlumber(Nightly):
    """EBP01-082: Nocturnal."""

    card = "EBP01-082"
    printed = 400


class TestVanwyrm:
    """EBP01-083: On Deploy, up to 1 Pal gets Power-300 until end of turn."""

    def test_a_pal_is_weakened_until_the_end_of_the_turn(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-083 it"]}, B={"base": ["ETD02-001 victim", "ETD01-002 other", "ETD01-008 pit"]})
        with game.untouched("other", "pit"):
            game.a("play it")
            assert game.candidates() == {"it", "victim", "other"}
            game.a("choose victim")
        assert (game.power("victim"), game.strike("victim")) == (600, 2)
        game.end_turn()
        assert game.power("victim") == 900

    def test_without_power_an_undamaged_pal_stays_and_a_damaged_one_dies(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["EBP01-083 it", "EBP01-083 second"]},
            B={"base": ["ETD01-002 whole", "ETD01-013 hurt damage=100"]},
        )
        game.a("play it", "choose whole", "play second", "choose hurt")
        assert (game.zone("whole"), game.power("whole"), game.zone("hurt")) == ("base", 0, "graveyard")

    def test_nobody_has_to_be_weakened(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-083 it"]}, B={"base": ["ETD01-002 other"]})
        with game.untouched("other"):
            game.a("play it", "choose none")
        assert game.power("it") == 600


class TestMenasting:
    """EBP01-084: Retaliate; when it is put into the graveyard, up to 1 normal Pal returns from there to the hand."""

    def test_dead_in_battle_it_takes_the_opponent_along(self, table: SetTable) -> None:
        game = table(
            A={"base": ["ETD02-007 attacker", "ETD01-002 other"]},
            B={"base": ["EBP01-084 it rest", "ETD01-003 mate"], "graveyard": ["ETD01-013 normal"]},
        )
        with game.untouched("other", "mate"):
            game.a("attack attacker -> it")
            game.b("pass", "pass")
            assert game.asked() == ("B", "order")
            game.b("resolve it", "choose normal")
        assert (game.zone("attacker"), game.zone("it"), game.zone("normal")) == ("graveyard", "graveyard", "hand")

    def test_attacking_it_takes_the_blocker_along(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-084 it"]}, B={"base": ["ETD02-007 guard"]})
        game.a("attack it -> player")
        game.b("block guard", "pass")
        game.a("resolve it")
        assert (game.zone("it"), game.zone("guard")) == ("graveyard", "graveyard")

    def test_outside_a_battle_it_takes_nobody_along_but_returns_a_pal(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["ETD02-021 strike"], "base": ["ETD01-002 hog"]},
            B={"base": ["EBP01-084 it"], "graveyard": ["ETD01-013 normal", "ETD02-006 lucky", "ETD01-008 pit"]},
        )
        with game.untouched("hog"):
            game.a("play strike", "choose it")
            assert game.candidates() == {"normal"}
            game.b("choose normal")
        assert (game.cards("B", "hand"), game.zone("lucky")) == (["normal"], "graveyard")

    def test_no_pal_has_to_return(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD02-021 strike"]}, B={"base": ["EBP01-084 it"], "graveyard": ["ETD01-013 normal"]})
        game.a("play strike")
        game.b("choose none")
        assert game.zone("normal") == "graveyard"

    def test_as_the_lucky_pal_that_it_is_it_does_not_return_itself(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD02-021 strike"]}, B={"base": ["EBP01-084 it"]})
        game.a("play strike")
        assert (game.asked(), game.zone("it")) == (("A", "main"), "graveyard")

    def test_an_opponent_that_has_left_is_not_taken(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-084 mine"]}, B={"base": ["EBP01-084 it rest"]})
        game.a("attack mine -> it")
        game.b("pass", "pass")
        game.a("resolve mine")
        game.b("resolve it")
        assert (game.zone("mine"), game.zone("it")) == ("graveyard", "graveyard")

    def test_killed_in_the_quick_step_it_takes_the_opponent_along(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-001 attacker"]}, B={"base": ["EBP01-084 it"], "hand": ["EBP01-096 cannon"]})
        game.a("attack attacker -> player")
        game.b("block it", "play cannon", "choose it")
        game.b("resolve it")
        assert (game.zone("it"), game.zone("attacker")) == ("graveyard", "graveyard")
        game.settle()

    def test_returned_to_the_hand_it_returns_nobody(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-046 victor"]}, B={"base": ["EBP01-084 it"], "graveyard": ["ETD01-013 normal"]})
        game.a("play victor", "option 2")
        assert (game.asked(), game.cards("B", "hand")) == (("A", "main"), ["it"])

    def test_it_returns_one_pal_and_not_two(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["ETD02-021 strike"]},
            B={"base": ["EBP01-084 it"], "graveyard": ["ETD01-013 normal", "ETD01-002 other"]},
        )
        game.a("play strike")
        assert game.refuses("choose normal other")
        game.b("choose other")
        assert game.cards("B", "hand") == ["other"]


class TestMaraith:
    """EBP01-085: night while it rests; at night all of the opponent's Pals get Power-200."""

    def test_resting_it_makes_it_night_and_weakens_the_opponents_pals(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-085 it", "ETD01-002 mine"]}, B={"base": ["ETD02-001 theirs", "ETD01-008 pit"]})
        assert game.power("theirs") == 900
        game.a("attack it -> player")
        assert (game.power("theirs"), game.power("mine"), game.power("it")) == (700, 300, 900)
        assert game.card("pit").durability == 600
        game.settle()
        assert game.game.report()["night"]

    def test_standing_it_weakens_them_in_any_night(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-085 it"]}, B={"base": ["ETD02-001 theirs", "EBP01-080 nocturnal"]}, night=True)
        assert (game.power("theirs"), game.power("nocturnal")) == (700, 300)

    def test_by_day_it_weakens_nobody(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-085 it"]}, B={"base": ["ETD02-001 theirs"]})
        assert game.power("theirs") == 900

    def test_a_pal_without_power_stays_unless_it_is_damaged(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-085 it"]}, B={"base": ["EBP01-032 whole", "ETD01-002 hurt damage=100"]})
        game.a("attack it -> player")
        assert (game.zone("whole"), game.power("whole"), game.zone("hurt")) == ("base", 0, "graveyard")
        game.settle()

    def test_two_of_them_weaken_twice(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-085 it rest", "EBP01-085 twin"]}, B={"base": ["ETD02-001 theirs"]})
        assert game.power("theirs") == 500


class TestLoupmoon:
    """EBP01-087: On Deploy, if it is night, up to 1 standing Pal of 6 or less to the graveyard."""

    def test_at_night_it_kills_a_standing_pal_of_6_or_less(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["EBP01-087 it"]},
            B={"base": ["ETD02-005 six", "EBP01-014 seven", "ETD01-003 resting rest", "ETD01-008 pit"]},
            night=True,
        )
        with game.untouched("seven", "resting", "pit"):
            game.a("play it")
            assert game.candidates() == {"it", "six"}
            game.a("choose six")
        assert game.zone("six") == "graveyard"

    def test_nobody_has_to_die(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-087 it"]}, B={"base": ["ETD01-002 other"]}, night=True)
        with game.untouched("other"):
            game.a("play it", "choose none")

    def test_by_day_nothing_is_asked(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-087 it"]}, B={"base": ["ETD01-002 other"]})
        with game.untouched("other"):
            game.a("play it")
        assert game.asked() == ("A", "main")


class TestLamp:
    """EBP01-088: [3 cards from the deck] night until the end of the opponent's next turn; own Pals are Nocturnal."""

    def test_it_becomes_night_until_the_end_of_the_opponents_next_turn(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-088 it"], "deck": ["ETD01-002 a", "EBP01-028 b", "ETD01-008 c", "ETD01-003 d"]},
            B={"base": ["ETD01-002 theirs"]},
        )
        with game.untouched("theirs"):
            game.a("activate it")
        assert (game.cards("A", "graveyard"), game.cards("A", "deck")[0]) == (["a", "b", "c"], "d")
        assert game.cards("A", "hand") == []
        assert game.game.report()["night"]
        assert game.refuses("activate it")
        game.end_turn()
        assert game.game.report()["night"]
        game.end_turn()
        assert not game.game.report()["night"]

    def test_the_night_outlasts_it(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-088 it", "ETD01-002 hog"], "hand": ["EBP01-070 lily"]})
        game.a("activate it", "play lily", "option 2")
        assert (game.zone("it"), game.game.report()["night"], game.power("hog")) == ("graveyard", True, 300)

    def test_every_own_pal_is_nocturnal_those_that_come_too(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-088 it", "ETD01-002 hog", "EBP01-080 daedream"], "hand": ["ETD01-013 late"]},
            B={"base": ["ETD01-003 theirs"]},
            night=True,
        )
        game.a("play late")
        assert (game.power("hog"), game.power("daedream"), game.power("late"), game.power("theirs")) == (
            600,
            800,
            600,
            500,
        )
        assert (game.card("hog").keywords, game.card("theirs").keywords) == (("Nocturnal",), ())
        assert game.card("it").durability == 1300

    def test_by_day_they_have_the_skill_and_no_power(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-088 it", "ETD01-002 hog"]})
        assert (game.card("hog").keywords, game.power("hog")) == (("Nocturnal",), 300)

    def test_two_lamps_are_two_instances(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-088 it", "EBP01-088 second", "ETD01-002 hog"]}, night=True)
        assert (game.power("hog"), game.card("hog").keywords) == (900, ("Nocturnal", "Nocturnal"))

    def test_two_cards_do_not_pay_and_the_last_three_do(self, table: SetTable) -> None:
        poor = table(A={"base": ["EBP01-088 it"], "deck": ["ETD01-002 a", "ETD01-003 b"], "exact_deck": True})
        assert poor.refuses("activate it")
        game = table(
            A={"base": ["EBP01-088 it"], "deck": ["ETD01-002 a", "ETD01-003 b", "ETD01-013 c"], "exact_deck": True}
        )
        game.a("activate it")
        assert game.game.outcome is not None
        assert game.game.outcome.winner == "B"


class TestShoddyBed:
    """EBP01-089: [3 cards from the deck] night; at the end of your turn, with a resting Nocturnal Pal, draw."""

    def test_it_becomes_night(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-089 it"]})
        game.a("activate it")
        assert (game.game.report()["night"], len(game.cards("A", "graveyard"))) == (True, 3)
        assert game.refuses("activate it")
        game.end_turn()
        game.end_turn()
        assert not game.game.report()["night"]

    def test_a_resting_nocturnal_pal_draws_a_card_by_day_too(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-089 it", "EBP01-080 daedream"]})
        game.a("attack daedream -> player")
        game.settle()
        game.end_turn()
        assert len(game.cards("A", "hand")) == 1
        game.end_turn()
        game.end_turn()
        assert len(game.cards("A", "hand")) == 2

    def test_a_standing_one_an_opposing_one_and_another_pal_do_not(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-089 it", "EBP01-080 daedream", "ETD01-002 hog rest"]},
            B={"base": ["EBP01-080 theirs rest"]},
        )
        game.end_turn()
        assert game.cards("A", "hand") == []

    def test_a_pal_that_lamp_makes_nocturnal_counts(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-089 it", "EBP01-088 lamp", "ETD01-002 hog rest"]})
        game.end_turn()
        assert len(game.cards("A", "hand")) == 1

    def test_a_pal_that_stood_up_before_it_resolves_does_not_count(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-089 it", "EBP01-045 gun", "EBP01-080 daedream rest"]})
        game.a("activate gun", "end")
        assert game.asked() == ("A", "order")
        game.a("resolve daedream")
        assert (game.cards("A", "hand"), game.rests("daedream")) == ([], False)
        other = table(A={"base": ["EBP01-089 it", "EBP01-045 gun", "EBP01-080 daedream rest"]})
        other.a("activate gun", "end", "resolve it")
        assert (len(other.cards("A", "hand")), other.rests("daedream")) == (1, False)


class TestMedievalMedicineWorkbench:
    """EBP01-090: [③, assign 1 Pal] deploy 1 Pal of up to the assigned one's cost +2 from the graveyard resting."""

    def test_a_pal_of_two_more_comes_back_resting(self, table: SetTable) -> None:
        game = table(
            A={
                "base": ["EBP01-090 it", "ETD01-003 three", "ETD01-002 two"],
                "graveyard": ["ETD02-001 five", "ETD01-006 six", "ETD01-008 pit"],
                "souls": 4,
            },
            B={"graveyard": ["ETD01-013 theirs"]},
        )
        with game.untouched("theirs"):
            game.a("activate it", "choose three")
        assert (game.zone("five"), game.rests("five"), game.zone("six")) == ("base", True, "graveyard")
        assert (game.rests("three"), game.rests("two"), game.counter("A", "souls_standing")) == (True, False, 1)
        assert game.refuses("activate it")

    def test_the_choice_depends_on_who_was_assigned(self, table: SetTable) -> None:
        game = table(
            A={
                "base": ["EBP01-090 it", "ETD01-003 three", "ETD01-002 two"],
                "graveyard": ["ETD02-001 five", "ETD02-004 four", "ETD01-013 cheap"],
            }
        )
        game.a("activate it", "choose two")
        assert game.candidates() == {"four", "cheap"}
        assert game.prompt.text == (
            "Medieval Medicine Workbench: "
            "choose 1 Pal of cost 4 or less from your graveyard to deploy in the rest state."
        )
        assert game.refuses("choose none")
        game.a("choose cheap")
        assert game.zone("cheap") == "base"

    def test_its_on_deploy_works(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-090 it", "ETD01-003 three"], "graveyard": ["ETD01-005 arsox"]})
        game.a("activate it")
        assert game.counter("A", "material") == 2

    def test_without_a_match_it_does_nothing(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-090 it", "ETD01-003 three"], "graveyard": ["ETD01-006 six"]})
        game.a("activate it")
        assert (game.zone("six"), game.rests("three"), game.counter("A", "souls_standing")) == ("graveyard", True, 7)

    def test_it_needs_three_souls_and_a_standing_pal(self, table: SetTable) -> None:
        poor = table(A={"base": ["EBP01-090 it", "ETD01-003 three"], "souls": 2, "resting_souls": 8})
        assert poor.refuses("activate it")
        alone = table(A={"base": ["EBP01-090 it", "ETD01-003 three rest"]})
        assert alone.refuses("activate it")


class TestWoodenWall:
    """EBP01-091: Taunt; when it is put into the graveyard, draw a card."""

    def test_every_attacker_is_bound_to_it(self, table: SetTable) -> None:
        game = table(
            A={"base": ["ETD01-002 hog", "ETD01-001 grizzbolt"]},
            B={"base": ["EBP01-091 it", "ETD01-003 other rest", "ETD01-008 pit"]},
        )
        for attacker in ("hog", "grizzbolt"):
            assert all(game.refuses(f"attack {attacker} -> {target}") for target in ("player", "other", "pit"))
        with game.untouched("other", "pit"):
            game.a("attack hog -> it")
            game.settle()
        assert (game.zone("it"), len(game.cards("B", "hand")), game.damage("hog")) == ("graveyard", 1, 0)
        assert not game.refuses("attack grizzbolt -> player")

    def test_the_attacker_picks_between_it_and_a_resting_taunt_pal(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-002 hog"]}, B={"base": ["EBP01-091 it", "EBP01-054 warsect rest"]})
        assert not game.refuses("attack hog -> it")
        assert not game.refuses("attack hog -> warsect")
        assert game.refuses("attack hog -> player")

    def test_an_effect_that_removes_it_draws_for_its_master(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["EBP01-070 lily"], "base": ["EBP01-091 mine"]},
            B={"base": ["EBP01-091 it"], "deck": ["ETD01-002 top"]},
        )
        with game.untouched("mine"):
            game.a("play lily", "option 2", "choose it")
        assert (game.cards("B", "hand"), game.cards("A", "hand")) == (["top"], [])

    def test_299_damage_leave_it_standing(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-032 weak"]}, B={"base": ["EBP01-091 it"]})
        game.a("attack weak -> it")
        game.settle()
        assert (game.zone("it"), game.damage("it"), game.cards("B", "hand")) == ("base", 200, [])


class TestViewingCage:
    """EBP01-092: [Assign 1 Pal] exile it and 1 Pal of up to its cost +2; leaving the base, both return to the hands."""

    def test_the_assigned_pal_and_another_are_exiled(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-092 it", "ETD01-003 three", "ETD01-002 two"]},
            B={"base": ["ETD02-001 five", "ETD02-005 six", "ETD01-008 pit"]},
        )
        with game.untouched("six", "pit"):
            game.a("activate it", "choose three")
            assert game.candidates() == {"two", "five"}
            assert game.prompt.text == "Viewing Cage: choose 1 Pal of cost 5 or less to exile."
            assert game.refuses("choose none")
            game.a("choose five")
        assert (game.cards("A", "exile"), game.cards("B", "exile")) == (["three"], ["five"])
        assert len(game.game.view("B")["cards"][str(game.game.handle(game.labels["it"], "B"))]["exiled"]) == 2
        assert game.refuses("activate it")

    def test_when_it_leaves_both_return_to_their_owners_hands(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-092 it", "ETD01-003 three"], "exile": ["ETD01-013 other"], "hand": ["EBP01-070 lily"]},
            B={"base": ["ETD02-001 five"]},
        )
        with game.untouched("other"):
            game.a("activate it", "play lily", "option 2")
        assert (game.cards("A", "hand"), game.cards("B", "hand")) == (["three"], ["five"])

    def test_destroyed_in_battle_it_gives_them_back_too(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-092 it", "ETD01-003 three"]},
            B={"base": ["ETD02-001 five"], "hand": ["ETD01-001 grizzbolt"]},
        )
        game.a("activate it")
        game.end_turn()
        game.b("play grizzbolt", "attack grizzbolt -> it")
        game.settle()
        assert (game.cards("A", "hand"), game.zone("it")) == (["three"], "graveyard")
        assert "five" in game.cards("B", "hand")

    def test_alone_only_the_assigned_pal_is_exiled(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-092 it", "ETD01-003 three"]}, B={"base": ["ETD02-005 six"]})
        with game.untouched("six"):
            game.a("activate it")
        assert game.cards("A", "exile") == ["three"]

    def test_two_cages_keep_their_own(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-092 one", "EBP01-092 two", "ETD01-003 a", "ETD01-013 b"], "hand": ["EBP01-070 lily"]},
            B={"base": ["ETD01-002 c", "ETD01-014 d"]},
        )
        game.a("activate one", "choose a", "choose c", "activate two")
        assert (game.zone("b"), game.zone("d")) == ("exile", "exile")
        game.a("play lily", "option 2", "choose two")
        assert (game.cards("A", "hand"), game.cards("B", "hand")) == (["b"], ["d"])
        assert (game.zone("a"), game.zone("c")) == ("exile", "exile")

    def test_exiling_is_no_death(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-092 it", "EBP01-028 penguin"]},
            B={"base": ["ETD02-014 leezpunk"], "hand": ["ETD01-002 x"]},
        )
        game.a("activate it")
        assert (game.cards("A", "hand"), game.zone("leezpunk")) == ([], "exile")


class TestMeatCleaver:
    """EBP01-093: [Rest this card, butcher 1 Pal] of the top 3 revealed, 1 to the hand, the rest to the graveyard."""

    def test_a_pal_pays_for_one_of_three_cards(self, table: SetTable) -> None:
        game = table(
            A={
                "base": ["EBP01-093 it", "ETD01-002 a", "ETD01-003 b rest"],
                "deck": ["ETD01-008 x", "ETD01-011 y", "ETD02-007 z", "ETD01-013 next"],
            },
            B={"base": ["ETD01-014 theirs"]},
        )
        with game.untouched("theirs", "a"):
            game.a("activate it")
            assert game.candidates() == {"a", "b"}
            game.a("choose b")
            assert game.candidates() == {"x", "y", "z"}
            assert len(game.game.view("B")["looked"]) == 3
            assert game.refuses("choose none")
            assert game.refuses("choose x y")
            game.a("choose y")
        assert (game.cards("A", "hand"), set(game.cards("A", "graveyard"))) == (["y"], {"b", "x", "z"})
        assert (game.rests("it"), game.cards("A", "deck")[0]) == (True, "next")

    def test_it_needs_an_own_pal_and_to_stand(self, table: SetTable) -> None:
        alone = table(A={"base": ["EBP01-093 it", "ETD01-008 pit"]}, B={"base": ["ETD01-014 theirs"]})
        assert alone.refuses("activate it")
        tired = table(A={"base": ["EBP01-093 it rest", "ETD01-002 a"]})
        assert tired.refuses("activate it")

    def test_the_butchered_pal_triggers_after_the_effect(self, table: SetTable) -> None:
        game = table(
            A={
                "base": ["EBP01-093 it", "EBP01-028 penguin"],
                "deck": ["ETD01-008 x", "ETD01-011 y", "ETD02-007 z", "ETD01-013 n"],
            }
        )
        game.a("activate it", "choose z")
        assert game.cards("A", "hand") == ["z", "n"]


class TestDaedreamsNecklace:
    """EBP01-094: On Deploy, deploy up to 1 Daedream from the hand; [Rest this card] Power+200 to 1 Pal, and night."""

    def test_a_daedream_of_the_hand_is_deployed_for_nothing(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-094 it", "EBP01-080 first", "EBP01-082 deep", "ETD01-002 hog"], "souls": 3})
        game.a("play it")
        assert game.candidates() == {"first", "deep"}
        assert game.refuses("choose first deep")
        game.a("choose deep")
        assert (game.zone("deep"), game.rests("deep"), set(game.cards("A", "hand"))) == (
            "base",
            False,
            {"first", "hog"},
        )

    def test_nobody_can_check_whether_there_is_one(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-094 it", "EBP01-080 first"]})
        game.a("play it", "choose none")
        assert game.zone("first") == "hand"
        without = table(A={"hand": ["EBP01-094 it", "ETD01-002 hog"]})
        without.a("play it")
        assert (without.asked(), without.candidates()) == (("A", "cards"), set())
        without.a("choose none")

    def test_an_empty_hand_is_not_asked(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-094 it"]})
        game.a("play it")
        assert game.asked() == ("A", "main")

    def test_it_strengthens_a_pal_and_brings_the_night(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-094 it", "EBP01-080 daedream"]}, B={"base": ["ETD01-002 theirs"]})
        game.a("activate it")
        assert game.candidates() == {"daedream", "theirs"}
        with game.untouched("theirs"):
            game.a("choose daedream")
        assert (game.power("daedream"), game.game.report()["night"], game.rests("it")) == (700, True, True)
        game.end_turn()
        assert (game.power("daedream"), game.game.report()["night"]) == (500, True)
        game.end_turn()
        assert not game.game.report()["night"]

    def test_without_a_pal_it_still_becomes_night(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-094 it"]})
        game.a("activate it")
        assert game.game.report()["night"]


class TestZoesStrategy:
    """EBP01-095: the opponent loses up to 5 resources; or a Pal for a discard; or a Pal for a Pal."""

    def test_the_first_mode_takes_material_and_ingredient(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-095 it"], "material": 2}, B={"material": 4, "ingredient": 4})
        game.a("play it", "option 1")
        assert game.asked() == ("A", "number")
        assert game.refuses("number 5")
        game.a("number 3")
        assert game.refuses("number 3")
        game.a("number 2")
        assert (game.counter("B", "material"), game.counter("B", "ingredient"), game.counter("A", "material")) == (
            1,
            2,
            2,
        )

    def test_all_five_may_be_of_one_kind_and_none_has_to_be_taken(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-095 it", "EBP01-095 second"]}, B={"material": 9, "ingredient": 9})
        game.a("play it", "option 1", "number 5")
        assert game.asked() == ("A", "main")
        game.a("play second", "option 1", "number 0", "number 0")
        assert (game.counter("B", "material"), game.counter("B", "ingredient")) == (4, 9)

    def test_what_the_opponent_has_not_is_not_asked(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-095 it", "EBP01-095 second"]}, B={"ingredient": 2})
        game.a("play it", "option 1", "number 2")
        assert game.counter("B", "ingredient") == 0
        game.a("play second", "option 1")
        assert game.asked() == ("A", "main")

    def test_the_second_mode_returns_a_pal_and_the_opponent_discards(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["EBP01-095 it"], "graveyard": ["ETD01-002 pal", "ETD02-006 lucky", "ETD01-008 pit"]},
            B={"hand": ["ETD01-003 kept", "ETD01-013 lost"], "graveyard": ["ETD01-014 theirs"]},
        )
        with game.untouched("theirs"):
            game.a("play it", "option 2")
            assert game.candidates() == {"pal", "lucky"}
            game.a("choose lucky")
            assert game.asked() == ("B", "cards")
            assert game.refuses("choose none")
            game.b("choose lost")
        assert (game.cards("A", "hand"), game.cards("B", "hand"), game.zone("lost")) == (
            ["lucky"],
            ["kept"],
            "graveyard",
        )

    def test_without_a_pal_the_opponent_discards_all_the_same(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-095 it"]}, B={"hand": ["ETD01-003 only"]})
        game.a("play it", "option 2")
        assert (game.zone("only"), game.cards("A", "hand")) == ("graveyard", [])

    def test_the_third_mode_butchers_and_kills(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["EBP01-095 it"], "base": ["ETD01-002 a", "ETD01-003 b"]},
            B={"base": ["ETD02-007 victim", "ETD01-014 other", "ETD01-008 pit"]},
        )
        with game.untouched("b", "other", "pit"):
            game.a("play it", "option 3")
            assert game.candidates() == {"a", "b"}
            game.a("choose a")
            assert game.candidates() == {"victim", "other"}
            assert game.refuses("choose none")
            game.a("choose victim")
        assert (game.zone("a"), game.zone("victim")) == ("graveyard", "graveyard")

    def test_without_an_own_pal_nobody_dies(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-095 it"]}, B={"base": ["ETD02-007 other"]})
        with game.untouched("other"):
            game.a("play it", "option 3")
        assert game.zone("it") == "graveyard"

    def test_without_an_opposing_pal_the_own_one_dies_all_the_same(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-095 it"], "base": ["ETD01-002 a"]})
        game.a("play it", "option 3")
        assert game.zone("a") == "graveyard"


class TestDarkCannon:
    """EBP01-096: Quick, 1 Pal of 5 or less to the graveyard."""

    def test_it_removes_a_pal_of_5_or_less(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["EBP01-096 it"], "base": ["ETD01-002 mine"]},
            B={"base": ["ETD02-001 five", "ETD02-005 six", "ETD01-008 pit"]},
        )
        with game.untouched("mine", "six", "pit"):
            game.a("play it")
            assert game.candidates() == {"mine", "five"}
            assert game.refuses("choose none")
            game.a("choose five")
        assert (game.zone("five"), game.counter("A", "souls_standing")) == ("graveyard", 7)

    def test_without_such_a_pal_it_does_nothing(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-096 it"]}, B={"base": ["ETD02-005 six"]})
        with game.untouched("six"):
            game.a("play it")
        assert game.zone("it") == "graveyard"

    def test_it_answers_an_attack(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-001 attacker"]}, B={"hand": ["EBP01-096 it"], "souls": 3})
        game.a("attack attacker -> player")
        game.b("pass", "play it", "pass")
        assert (game.zone("attacker"), game.counter("B", "life")) == ("graveyard", 10)


class TestBlackMarketeer:
    """EBP01-097: up to 2 Pals without Interrupt return from the graveyard; it becomes night."""

    def test_two_pals_without_interrupt_return(self, table: SetTable) -> None:
        game = table(
            A={
                "hand": ["EBP01-097 it"],
                "graveyard": ["ETD01-002 a", "EBP01-014 interrupt", "ETD02-006 lucky", "ETD01-008 pit", "ETD01-003 b"],
            },
            B={"graveyard": ["ETD01-013 theirs"]},
        )
        with game.untouched("theirs"):
            game.a("play it")
            assert game.candidates() == {"a", "lucky", "b"}
            assert game.refuses("choose a lucky b")
            game.a("choose a lucky")
        assert (set(game.cards("A", "hand")), game.game.report()["night"]) == ({"a", "lucky"}, True)

    def test_none_has_to_return_and_it_becomes_night_all_the_same(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-097 it", "EBP01-097 second"], "graveyard": ["ETD01-002 a"]})
        game.a("play it", "choose none")
        assert (game.zone("a"), game.game.report()["night"]) == ("graveyard", True)
        empty = table(A={"hand": ["EBP01-097 it"], "graveyard": ["EBP01-014 interrupt"]})
        empty.a("play it")
        assert (empty.asked(), empty.game.report()["night"]) == (("A", "main"), True)

    def test_the_night_ends_with_the_opponents_next_turn(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-097 it"]})
        game.a("play it")
        game.end_turn()
        assert game.game.report()["night"]
        game.end_turn()
        assert not game.game.report()["night"]

"""What the red cards of EBP01 do."""

from tests.cards.conftest import SetTable
from tests.cards.keywords import Braving, Interrupting, Serving


class TestJormuntideIgnis:
    """EBP01-001: Once per turn, [③] OR [Discard 2 cards] stand this card."""

    def test_it_stands_for_three_souls_and_attacks_again(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-001 it rest", "ETD01-002 mate rest"], "souls": 3})
        with game.untouched("mate"):
            game.a("activate it")
        assert (game.rests("it"), game.counter("A", "souls_standing")) == (False, 0)
        game.a("attack it -> player")
        game.settle()
        assert game.counter("B", "life") == 6

    def test_it_stands_for_two_cards(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-001 it rest"], "souls": 2, "hand": ["ETD01-002 one", "ETD01-003 two"]})
        game.a("activate it")
        assert (game.rests("it"), game.cards("A", "hand"), game.counter("A", "souls_standing")) == (False, [], 2)

    def test_its_player_chooses_the_cost_and_the_cards(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-001 it rest"], "hand": ["ETD01-002 one", "ETD01-003 two", "ETD01-013 three"]},
            B={"hand": ["ETD01-014 theirs"]},
        )
        with game.untouched("theirs"):
            game.a("activate it")
            assert game.asked() == ("A", "option")
            game.a("option 2")
            assert game.refuses("choose one")
            game.a("choose one three")
        assert (game.cards("A", "hand"), game.counter("A", "souls_standing")) == (["two"], 10)

    def test_both_costs_share_one_use(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-001 it rest"], "hand": ["ETD01-002 one", "ETD01-003 two"]})
        game.a("activate it", "option 1", "attack it -> player")
        game.settle()
        assert game.refuses("activate it")
        game.end_turn()
        game.end_turn()
        assert not game.refuses("activate it")

    def test_neither_two_souls_nor_one_card_pay(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-001 it rest"], "souls": 2, "resting_souls": 8, "hand": ["ETD01-002 one"]})
        assert game.refuses("activate it")

    def test_it_may_be_used_while_it_stands(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-001 it"], "souls": 3})
        game.a("activate it")
        assert not game.rests("it")
        assert game.refuses("activate it")

    def test_each_copy_has_its_own_use(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-001 one rest", "EBP01-001 two rest"], "souls": 6})
        game.a("activate one", "activate two")
        assert (game.rests("one"), game.rests("two")) == (False, False)


class TestSuzaku:
    """EBP01-002: own red damage to Pals outside battle +200; On Deploy, 700 damage to up to 1 Pal."""

    def test_its_own_on_deploy_is_strengthened(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["EBP01-002 it"], "base": ["ETD01-008 pit"]},
            B={"base": ["ETD02-001 victim", "ETD02-007 other"]},
        )
        with game.untouched("other", "pit"):
            game.a("play it")
            assert game.candidates() == {"it", "victim", "other"}
            game.a("choose victim")
        assert game.zone("victim") == "graveyard"

    def test_1000_power_survive_it(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-002 it"]}, B={"base": ["ETD02-018 victim"]})
        game.a("play it", "choose victim")
        assert (game.zone("victim"), game.damage("victim")) == ("base", 900)

    def test_nobody_has_to_be_chosen(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-002 it"]}, B={"base": ["ETD02-001 other"]})
        with game.untouched("other"):
            game.a("play it", "choose none")

    def test_red_events_structures_and_gear_deal_200_more(self, table: SetTable) -> None:
        game = table(
            A={
                "base": ["EBP01-002 it", "ETD01-009 bench", "ETD01-002 worker"],
                "hand": ["ETD01-011 breath", "EBP01-021 gun"],
                "material": 1,
            },
            B={"base": ["ETD02-007 victim", "ETD02-001 other"]},
        )
        with game.untouched("other"):
            game.a("play breath", "choose victim")
            assert game.damage("victim") == 700
            game.a("play gun", "choose victim")
            assert game.damage("victim") == 1400
            game.a("activate bench", "choose worker", "choose victim")
        assert game.zone("victim") == "graveyard"

    def test_two_of_them_add_400(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-002 it", "EBP01-002 twin"], "hand": ["ETD01-011 breath"]})
        game.a("play breath", "choose it")
        assert game.damage("it") == 900

    def test_battle_damage_and_damage_to_structures_and_players_stay_as_they_are(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-002 it", "EBP01-006 foxparks"]}, B={"base": ["ETD01-018 target rest", "EBP01-039 wall"]}
        )
        game.a("attack it -> target")
        game.settle()
        assert game.damage("target") == 1200
        game.a("attack foxparks -> wall")
        game.settle()
        assert game.damage("wall") == 500

    def test_damage_of_another_colour_and_of_the_opponent_is_not_strengthened(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-002 it", "EBP01-044 launcher", "ETD01-014 pengullet", "ETD02-001 mossanda"]},
            B={"base": ["ETD02-007 victim"], "hand": ["ETD01-011 breath"]},
        )
        game.a("activate launcher", "choose pengullet", "activate pengullet")
        assert game.damage("victim") == 1000
        game.a("attack mossanda -> player")
        game.b("pass", "play breath", "choose mossanda")
        assert game.damage("mossanda") == 500
        game.settle()

    def test_a_granted_ability_deals_damage_in_the_colour_of_its_bearer(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-002 it", "EBP01-019 harness", "EBP01-006 foxparks"]}, B={"base": ["ETD02-007 victim"]}
        )
        game.a("activate harness", "choose foxparks", "attack foxparks -> player", "resolve foxparks 2")
        game.a("choose victim")
        assert game.damage("victim") == 900
        game.settle()


class TestGobfinIgnis:
    """EBP01-003: all other own red Pals get Power+300."""

    def test_it_strengthens_other_own_red_pals_only(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-003 it", "ETD01-002 red", "ETD01-013 blue", "ETD01-023 colorless", "ETD01-008 pit"]},
            B={"base": ["ETD01-003 theirs"]},
        )
        assert (game.power("it"), game.power("red")) == (400, 600)
        assert (game.power("blue"), game.power("colorless"), game.power("theirs")) == (300, 200, 500)
        assert game.card("pit").durability == 600

    def test_two_strengthen_each_other(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-003 it", "EBP01-003 twin", "ETD01-002 hog"]})
        assert (game.power("it"), game.power("twin"), game.power("hog")) == (700, 700, 900)

    def test_a_pal_that_comes_later_is_strengthened_at_once(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-003 it"], "hand": ["ETD01-002 hog"]})
        game.a("play hog")
        assert game.power("hog") == 600

    def test_when_it_leaves_a_damaged_pal_dies_of_the_loss(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-003 it", "ETD01-002 hog damage=400", "ETD01-003 kelp"], "hand": ["ETD02-021 strike"]}
        )
        game.a("play strike", "choose it")
        assert (game.zone("hog"), game.power("kelp")) == ("graveyard", 500)


class TestBushi(Interrupting):
    """EBP01-004: at the end of its battle it may return to the hand; Interrupt."""

    card = "EBP01-004"

    def test_it_may_return_at_the_end_of_the_battle_that_it_attacked_in(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-004 it", "EBP01-004 twin"]})
        with game.untouched("twin"):
            game.a("attack it -> player")
            game.b("pass", "pass")
            assert game.asked() == ("A", "may")
            assert game.counter("B", "life") == 8
            game.a("yes")
        assert (game.zone("it"), game.asked()) == ("hand", ("A", "main"))

    def test_it_may_stay(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-004 it"]})
        game.a("attack it -> player")
        game.b("pass", "pass")
        game.a("no")
        assert (game.zone("it"), game.rests("it")) == ("base", True)

    def test_it_returns_after_a_nullified_attack_too(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-004 it"]}, B={"hand": ["ETD02-017 interrupt"], "souls": 1})
        game.a("attack it -> player")
        game.b("pass", "activate interrupt")
        game.a("yes")
        assert (game.zone("it"), game.counter("B", "life")) == ("hand", 10)

    def test_dead_it_stays_in_the_graveyard(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-004 it"]}, B={"base": ["ETD02-001 guard"]})
        game.a("attack it -> player")
        game.b("block guard", "pass")
        assert (game.zone("it"), game.damage("guard")) == ("graveyard", 800)

    def test_it_is_asked_for_no_battle_that_another_pal_attacked_in(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-004 it", "ETD01-002 hog"]}, B={"base": ["EBP01-004 theirs"]})
        with game.untouched("it"):
            game.a("attack hog -> player")
            game.b("block theirs", "pass")
        assert (game.zone("hog"), game.zone("theirs")) == ("graveyard", "base")

    def test_doubled_it_is_asked_once_more_only_while_it_is_there(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-004 it", "EBP01-074 shadowbeak rest"]})
        game.a("attack it -> player")
        game.b("pass", "pass")
        game.a("no")
        assert game.asked() == ("A", "may")
        game.a("yes")
        assert (game.zone("it"), game.asked()) == ("hand", ("A", "main"))

    def test_doubled_and_back_in_the_hand_it_is_not_asked_again(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-004 it", "EBP01-074 shadowbeak rest"]})
        game.a("attack it -> player")
        game.b("pass", "pass")
        game.a("yes")
        assert (game.zone("it"), game.asked()) == ("hand", ("A", "main"))


class TestReptyro:
    """EBP01-005: On Deploy, 3 Material; [Consume 3 Material] deploy up to 1 gear of 8 or less from the top 5."""

    def test_playing_it_brings_three_material(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-005 it"]}, B={"material": 1})
        game.a("play it")
        assert (game.counter("A", "material"), game.counter("B", "material")) == (3, 1)

    def test_it_deploys_a_gear_that_it_finds(self, table: SetTable) -> None:
        game = table(
            A={
                "base": ["EBP01-005 it"],
                "material": 4,
                "deck": ["ETD01-008 pit", "ETD01-010 rifle", "EBP01-020 gun", "ETD01-002 hog", "ETD01-011 breath"],
            }
        )
        game.a("activate it")
        assert game.candidates() == {"rifle", "gun"}
        assert game.refuses("choose rifle gun")
        game.a("choose gun")
        assert game.asked() == ("A", "main")
        assert (game.zone("gun"), game.rests("gun"), game.counter("A", "material")) == ("base", False, 1)
        assert len(game.cards("A", "deck")) == 29

    def test_what_it_deploys_has_its_on_deploy(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-005 it"], "material": 3, "deck": ["ETD01-010 rifle"]}, B={"base": ["ETD02-001 victim"]}
        )
        game.a("activate it", "choose rifle")
        assert game.asked() == ("A", "cards")
        game.a("choose victim")
        assert game.zone("victim") == "graveyard"

    def test_its_player_may_claim_that_there_is_none(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-005 it"], "material": 3, "deck": ["ETD01-010 rifle"]})
        game.a("activate it", "choose none")
        assert (game.zone("rifle"), len(game.cards("A", "deck"))) == ("deck", 30)

    def test_it_is_asked_without_any_gear_too(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-005 it"], "material": 3})
        game.a("activate it")
        assert (game.asked(), game.candidates()) == (("A", "cards"), set())
        game.a("choose none")

    def test_it_looks_at_five_cards_and_the_opponent_sees_only_what_is_taken(self, table: SetTable) -> None:
        game = table(
            A={
                "base": ["EBP01-005 it"],
                "material": 3,
                "deck": ["ETD01-002 one", "ETD01-010 two", "ETD01-002 three", "ETD01-002 four", "ETD01-002 five",
                         "ETD02-010 sixth"],
            }
        )  # fmt: skip
        game.a("activate it")
        assert game.candidates() == {"two"}
        assert len(game.game.view("A")["looked"]) == 5
        assert game.game.view("B")["looked"] == game.game.view("spectator")["looked"] == []
        game.a("choose two")
        shown = [event["number"] for event in game.last_events("B") if event["type"] == "card_revealed"]
        assert shown == ["ETD01-010"]
        game.a("choose none")

    def test_it_needs_three_material_once_per_turn(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-005 it"], "material": 2})
        assert game.refuses("activate it")
        rich = table(A={"base": ["EBP01-005 it"], "material": 9})
        rich.a("activate it", "choose none")
        assert rich.refuses("activate it")

    def test_a_short_deck_is_looked_at_as_far_as_it_goes(self, table: SetTable) -> None:
        game = table(
            A={
                "base": ["EBP01-005 it"],
                "material": 3,
                "deck": ["ETD01-002 one", "ETD02-010 spear"],
                "exact_deck": True,
            }
        )
        game.a("activate it", "choose spear")
        assert (game.zone("spear"), game.cards("A", "deck")) == ("base", ["one"])


class TestFoxparks(Braving):
    """EBP01-006: Brave 300."""

    card = "EBP01-006"
    printed = 200


class TestKitsun:
    """EBP01-007: On Deploy, 1200 damage to up to 1 Pal of cost 7 or greater."""

    def test_it_hits_a_pal_of_7_and_no_cheaper_one(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["EBP01-007 it"], "base": ["EBP01-014 mine"]},
            B={"base": ["ETD01-017 seven", "ETD02-006 other", "ETD02-005 six"]},
        )
        with game.untouched("other", "six", "mine"):
            game.a("play it")
            assert game.candidates() == {"mine", "seven", "other"}
            game.a("choose seven")
        assert game.zone("seven") == "graveyard"

    def test_1500_power_survive(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-007 it"]}, B={"base": ["ETD02-006 victim"]})
        game.a("play it", "choose victim")
        assert (game.zone("victim"), game.damage("victim")) == ("base", 1200)

    def test_nobody_has_to_be_chosen(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-007 it"]}, B={"base": ["ETD02-006 other"]})
        with game.untouched("other"):
            game.a("play it", "choose none")

    def test_without_an_expensive_pal_nothing_is_asked(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-007 it"]}, B={"base": ["ETD02-005 six"]})
        with game.untouched("six"):
            game.a("play it")
        assert game.asked() == ("A", "main")


class TestSparkit:
    """EBP01-008: On Deploy, 500 damage to up to 1 standing Pal."""

    def test_it_hits_a_standing_pal(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["EBP01-008 it"]},
            B={"base": ["ETD01-014 victim", "ETD01-003 resting rest", "ETD02-001 other", "ETD01-008 pit"]},
        )
        with game.untouched("resting", "other", "pit"):
            game.a("play it")
            assert game.candidates() == {"it", "victim", "other"}
            game.a("choose victim")
        assert game.zone("victim") == "graveyard"

    def test_600_power_survive(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-008 it"]}, B={"base": ["ETD01-015 victim"]})
        game.a("play it", "choose victim")
        assert game.damage("victim") == 500

    def test_nobody_has_to_be_chosen(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-008 it"], "base": ["ETD01-002 hog"]})
        with game.untouched("hog"):
            game.a("play it", "choose none")
        assert game.damage("it") == 0

    def test_brought_back_resting_it_cannot_choose_itself(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD02-022 supplies"], "graveyard": ["EBP01-008 it"]})
        game.a("play supplies")
        assert (game.zone("it"), game.asked(), game.damage("it")) == ("base", ("A", "main"), 0)


class TestUnivolt(Braving):
    """EBP01-009: Brave 300."""

    card = "EBP01-009"
    printed = 600


class TestRagnahawk:
    """EBP01-010: On Attack, all own red Pals get Power+500 and Strike+1 until end of turn."""

    def test_all_own_red_pals_grow_and_it_with_them(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-010 it", "ETD01-002 red", "ETD01-003 sleeper rest", "ETD01-013 blue"]},
            B={"base": ["ETD01-002 theirs"]},
        )
        with game.untouched("blue", "theirs"):
            game.a("attack it -> player")
            assert game.asked() == ("B", "block")
            assert (game.power("it"), game.strike("it")) == (1500, 3)
            game.settle()
        assert (game.power("red"), game.strike("red")) == (800, 2)
        assert (game.power("sleeper"), game.strike("sleeper")) == (1000, 2)
        assert game.counter("B", "life") == 7

    def test_the_bonus_ends_with_the_turn_and_adds_up_within_it(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-010 it", "EBP01-010 twin"]})
        game.a("attack it -> player")
        game.settle()
        game.a("attack twin -> player")
        game.settle()
        assert (game.power("it"), game.strike("twin"), game.counter("B", "life")) == (2000, 4, 3)
        game.end_turn()
        assert (game.power("it"), game.strike("it")) == (1000, 2)

    def test_a_pal_that_comes_later_does_not_grow(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-010 it"], "hand": ["ETD01-002 late"]})
        game.a("attack it -> player")
        game.settle()
        game.a("play late")
        assert (game.power("late"), game.strike("late")) == (300, 1)

    def test_the_attack_of_another_pal_gives_nothing(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-010 it", "ETD01-002 hog"]})
        with game.untouched("it"):
            game.a("attack hog -> player")
            game.settle()
        assert game.power("hog") == 300

    def test_red_structures_get_no_durability(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-010 it", "ETD01-008 pit", "EBP01-021 gun"]})
        with game.untouched("pit", "gun"):
            game.a("attack it -> player")
            game.settle()


class TestRooby(Serving):
    """EBP01-011: Serious 400."""

    card = "EBP01-011"


class TestFlambelle:
    """EBP01-012: On Deploy, 2 Material."""

    def test_playing_it_brings_two_material(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-012 it"], "base": ["EBP01-012 other"], "material": 1}, B={"material": 4})
        with game.untouched("other"):
            game.a("play it")
        assert (game.counter("A", "material"), game.counter("A", "ingredient"), game.counter("B", "material")) == (
            3,
            0,
            4,
        )

    def test_the_deployment_of_another_pal_brings_nothing(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD01-002 hog"], "base": ["EBP01-012 it"]})
        game.a("play hog")
        assert game.counter("A", "material") == 0


class TestBlazehowl(Interrupting):
    """EBP01-014: Interrupt."""

    card = "EBP01-014"


class TestMountedMachineGun:
    """EBP01-015: Once per turn, [Consume X Material, assign 1 Pal] X times 500 damage to 1 Pal."""

    def test_each_shot_is_aimed_anew(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-015 it", "ETD02-001 worker"], "material": 5},
            B={"base": ["ETD02-018 first", "ETD01-018 second", "ETD02-007 other"]},
        )
        with game.untouched("other"):
            game.a("activate it")
            assert game.asked() == ("A", "number")
            game.a("number 3")
            assert game.candidates() == {"worker", "first", "second", "other"}
            game.a("choose first", "choose second")
            assert game.refuses("choose none")
            game.a("choose first")
        assert (game.zone("first"), game.damage("second")) == ("graveyard", 500)
        assert (game.counter("A", "material"), game.rests("worker")) == (2, True)

    def test_nobody_dies_between_the_shots(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-015 it", "ETD02-001 worker"], "material": 2}, B={"base": ["ETD01-002 victim"]})
        game.a("activate it", "number 2", "choose victim", "choose victim")
        assert game.zone("victim") == "graveyard"
        assert game.damage("worker") == 0

    def test_x_may_be_0(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-015 it", "ETD01-002 worker"], "material": 2}, B={"base": ["ETD01-003 other"]})
        with game.untouched("other"):
            game.a("activate it", "number 0")
        assert (game.counter("A", "material"), game.rests("worker")) == (2, True)
        assert game.refuses("activate it")

    def test_without_material_no_number_is_asked(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-015 it", "ETD01-002 worker"], "ingredient": 4})
        game.a("activate it")
        assert (game.asked(), game.rests("worker"), game.counter("A", "ingredient")) == (("A", "main"), True, 4)

    def test_no_more_than_the_material_can_be_consumed(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-015 it", "ETD01-002 worker"], "material": 2})
        game.a("activate it")
        assert game.refuses("number 3")
        game.a("number 1")
        assert game.zone("worker") == "graveyard"

    def test_it_needs_a_standing_pal(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-015 it", "ETD01-002 tired rest"], "material": 2})
        assert game.refuses("activate it")

    def test_suzaku_strengthens_each_shot(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-015 it", "EBP01-002 suzaku"], "material": 2}, B={"base": ["ETD02-007 victim"]})
        game.a("activate it", "number 2", "choose victim", "choose victim")
        assert game.damage("victim") == 1400


class TestPrimitiveFurnace:
    """EBP01-016: [Assign 1 Pal] 3 Material and a card; [Consume X Material] the next gear costs X less, at least 1."""

    def test_a_worker_brings_material_and_a_card(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-016 it", "ETD01-002 worker", "ETD01-013 other rest"], "deck": ["ETD01-014 top"]}
        )
        with game.untouched("other"):
            game.a("activate it")
        assert (game.counter("A", "material"), game.cards("A", "hand"), game.rests("worker")) == (3, ["top"], True)
        assert game.refuses("activate it")

    def test_the_next_gear_costs_x_less(self, table: SetTable) -> None:
        game = table(
            A={
                "base": ["EBP01-016 it"],
                "material": 5,
                "hand": ["ETD02-010 spear", "ETD01-010 rifle", "ETD01-008 pit"],
                "souls": 6,
            }
        )
        game.a("activate it 2", "number 2")
        assert (game.card("spear").cost, game.card("rifle").cost, game.card("pit").cost) == (4, 2, 1)
        game.a("play spear")
        assert (game.counter("A", "souls_standing"), game.counter("A", "material")) == (2, 3)
        assert game.card("rifle").cost == 4

    def test_a_structure_in_between_does_not_use_it_up(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-016 it"], "material": 3, "hand": ["ETD01-008 pit", "ETD01-010 rifle"], "souls": 2}
        )
        game.a("activate it 2", "number 3", "play pit", "play rifle")
        assert game.counter("A", "souls_standing") == 0

    def test_a_gear_never_costs_less_than_1(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-016 it"], "material": 9, "hand": ["EBP01-021 gun"], "souls": 1})
        game.a("activate it 2", "number 9")
        assert game.card("gun").cost == 1
        game.a("play gun")
        assert game.zone("gun") == "base"

    def test_two_reductions_apply_to_the_same_gear(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-016 one", "EBP01-016 two"], "material": 4, "hand": ["ETD02-010 spear", "ETD02-020 hat"]}
        )
        game.a("activate one 2", "number 2", "activate two 2", "number 2")
        assert (game.card("spear").cost, game.card("hat").cost) == (2, 1)
        game.a("play spear")
        assert game.card("hat").cost == 4

    def test_the_reduction_ends_with_the_turn_and_is_not_the_opponents(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-016 it"], "material": 2, "hand": ["ETD01-010 rifle"]}, B={"hand": ["ETD01-010 theirs"]}
        )
        game.a("activate it 2", "number 2")
        assert (game.card("rifle").cost, game.card("theirs").cost) == (2, 4)
        game.end_turn()
        assert game.card("rifle").cost == 4

    def test_a_gear_deployed_by_an_effect_does_not_use_it_up(self, table: SetTable) -> None:
        game = table(
            A={
                "base": ["EBP01-016 it", "ETD01-020 bench", "ETD01-002 worker"],
                "material": 2,
                "hand": ["ETD01-010 rifle"],
                "deck": ["ETD02-010 spear"],
            }
        )
        game.a("activate it 2", "number 2", "activate bench", "yes")
        assert (game.zone("spear"), game.card("rifle").cost) == ("base", 2)

    def test_both_abilities_have_one_use_each(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-016 it", "ETD01-002 one", "ETD01-003 two"]})
        game.a("activate it", "choose one", "activate it 2", "number 3")
        assert game.refuses("activate it")
        assert game.refuses("activate it 2")


class TestFlameCauldron:
    """EBP01-017: own red Pals get Power+200; for each own red Pal deployed, 1 Material."""

    def test_own_red_pals_are_strengthened(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-017 it", "ETD01-002 red", "ETD01-013 blue"]}, B={"base": ["ETD01-003 theirs"]})
        assert (game.power("red"), game.power("blue"), game.power("theirs")) == (500, 300, 500)
        assert game.card("it").durability == 900

    def test_two_of_them_strengthen_twice(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-017 it", "EBP01-017 twin", "ETD01-002 red"]})
        assert game.power("red") == 700

    def test_a_red_pal_that_is_deployed_brings_a_material(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-017 it"], "hand": ["ETD01-002 red"]}, B={"base": ["EBP01-017 theirs"]})
        game.a("play red")
        assert (game.counter("A", "material"), game.counter("B", "material")) == (1, 0)

    def test_one_from_the_graveyard_too(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-017 it"], "hand": ["ETD02-022 supplies"], "graveyard": ["ETD01-002 red"]})
        game.a("play supplies")
        assert game.counter("A", "material") == 1

    def test_other_cards_bring_nothing(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-017 it"], "hand": ["ETD01-013 blue", "ETD01-008 pit", "EBP01-017 second"]},
            B={"hand": ["ETD01-002 theirs"]},
        )
        game.a("play blue", "play pit", "play second")
        game.end_turn()
        game.b("play theirs")
        assert (game.counter("A", "material"), game.counter("B", "material")) == (0, 0)


class TestAlarmBell:
    """EBP01-018: [①, assign 1 Pal] stand all Pals assigned this turn; no more assigning, all must attack."""

    def test_assigned_pals_stand_and_the_worker_with_them(self, table: SetTable) -> None:
        game = table(
            A={
                "base": ["EBP01-018 it", "ETD01-008 pit", "ETD01-002 one", "ETD01-003 two", "ETD01-013 tired rest"],
                "souls": 2,
            }
        )
        game.a("activate pit", "choose one")
        with game.untouched("tired"):
            game.a("activate it")
        assert (game.rests("one"), game.rests("two"), game.counter("A", "souls_standing")) == (False, False, 1)

    def test_the_phase_cannot_end_while_a_pal_can_attack(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-018 it", "ETD01-008 pit", "ETD01-002 worker"], "hand": ["ETD01-013 late"]})
        game.a("activate it")
        assert game.refuses("end")
        assert game.refuses("activate pit")
        game.a("attack worker -> player")
        game.settle()
        game.a("play late")
        assert game.refuses("end")
        game.a("attack late -> player")
        game.settle()
        game.end_turn()
        assert game.counter("B", "life") == 8

    def test_a_pal_stood_again_has_to_attack_again(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-018 it", "EBP01-001 ignis"], "souls": 4})
        game.a("activate it", "attack ignis -> player")
        game.settle()
        assert not game.refuses("end")
        game.a("activate ignis")
        assert game.refuses("end")
        game.a("attack ignis -> player")
        game.settle()

    def test_the_next_turns_are_free(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-018 it", "ETD01-002 hog"]}, B={"base": ["ETD01-008 pit", "ETD01-003 theirs"]})
        game.a("activate it", "attack hog -> player")
        game.settle()
        game.end_turn()
        game.b("activate pit")
        game.end_turn()
        assert not game.refuses("end")

    def test_it_needs_a_soul_and_a_standing_pal(self, table: SetTable) -> None:
        poor = table(A={"base": ["EBP01-018 it", "ETD01-002 hog"], "souls": 0, "resting_souls": 5})
        assert poor.refuses("activate it")
        alone = table(A={"base": ["EBP01-018 it", "ETD01-002 hog rest"]})
        assert alone.refuses("activate it")

    def test_a_second_bell_cannot_be_rung(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-018 it", "EBP01-018 second", "ETD01-002 hog"]})
        game.a("activate it")
        assert game.refuses("activate second")
        assert game.refuses("activate it")

    def test_a_pal_with_only_a_taunt_to_attack_has_to_attack_it(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-018 it", "ETD01-002 hog"]}, B={"base": ["EBP01-091 wall"]})
        game.a("activate it")
        assert game.refuses("end")
        assert game.refuses("attack hog -> player")
        game.a("attack hog -> wall")
        game.settle()
        assert not game.refuses("end")


class TestFoxparksHarness:
    """EBP01-019: [Rest this card] 1 Pal gets Power+200; a Foxparks also "On Attack, 700 damage to up to 1 Pal"."""

    def test_a_foxparks_shoots_when_it_attacks(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-019 it", "ETD01-004 foxparks", "ETD01-002 hog"]},
            B={"base": ["ETD01-003 victim", "ETD02-001 other"]},
        )
        with game.untouched("hog", "other"):
            game.a("activate it")
            assert game.candidates() == {"foxparks", "hog", "victim", "other"}
            game.a("choose foxparks", "attack foxparks -> player")
            assert game.candidates() == {"foxparks", "hog", "victim", "other"}
            assert game.prompt.text == "Foxparks: choose up to 1 Pal to deal 700 damage to."
            game.a("choose victim")
            game.settle()
        assert (game.zone("victim"), game.power("foxparks"), game.rests("it")) == ("graveyard", 600, True)

    def test_it_may_shoot_nobody(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-019 it", "ETD01-004 foxparks"]}, B={"base": ["ETD02-001 other"]})
        with game.untouched("other"):
            game.a("activate it", "choose foxparks", "attack foxparks -> player", "choose none")
            game.settle()

    def test_another_pal_gets_power_only(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-019 it", "ETD01-002 hog", "ETD01-004 foxparks"]})
        with game.untouched("foxparks"):
            game.a("activate it", "choose hog", "attack hog -> player")
            assert game.asked() == ("B", "block")
            game.settle()
        assert game.power("hog") == 500

    def test_two_of_them_are_two_shots(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-019 one", "EBP01-019 two", "ETD01-004 foxparks"]}, B={"base": ["ETD02-007 victim"]}
        )
        game.a("activate one", "choose foxparks", "activate two", "choose foxparks", "attack foxparks -> player")
        game.a("resolve foxparks 2", "choose victim", "choose victim")
        game.settle()
        assert (game.damage("victim"), game.power("foxparks")) == (1400, 800)

    def test_the_skill_ends_with_the_turn(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-019 it", "ETD01-004 foxparks"]}, B={"base": ["ETD02-001 other"]})
        game.a("activate it", "choose foxparks")
        game.end_turn()
        game.end_turn()
        game.a("attack foxparks -> player")
        assert (game.asked(), game.power("foxparks")) == (("B", "block"), 400)
        game.settle()

    def test_the_opponents_foxparks_gets_it_without_use(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-019 it"]}, B={"base": ["ETD01-004 foxparks"]})
        game.a("activate it")
        assert game.power("foxparks") == 600
        game.end_turn()
        game.b("attack foxparks -> player")
        assert game.asked() == ("A", "block")
        game.settle()

    def test_the_power_ends_with_the_turn_and_not_with_the_battle(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-019 it", "ETD01-002 hog"]})
        game.a("activate it", "attack hog -> player")
        game.settle()
        assert game.power("hog") == 500
        game.end_turn()
        assert game.power("hog") == 300


class TestPumpActionShotgun:
    """EBP01-020: On Deploy, 1200 damage to all of the opponent's Pals; [Rest this card] Power+200 to 1 Pal."""

    def test_it_hits_every_pal_of_the_opponent_and_nothing_else(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["EBP01-020 it"], "base": ["ETD01-002 mine"]},
            B={"base": ["ETD02-001 weak", "ETD01-017 equal rest", "ETD02-006 strong", "ETD01-008 pit"]},
        )
        with game.untouched("mine", "pit"):
            game.a("play it")
        assert (game.zone("weak"), game.zone("equal")) == ("graveyard", "graveyard")
        assert (game.zone("strong"), game.damage("strong")) == ("base", 1200)

    def test_without_a_pal_to_hit_nothing_happens(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-020 it"], "base": ["ETD01-002 mine"]}, B={"base": ["ETD01-008 pit"]})
        with game.untouched("mine", "pit"):
            game.a("play it")

    def test_it_rests_for_200(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-020 it", "ETD01-002 hog"]}, B={"base": ["ETD02-001 theirs"]})
        game.a("activate it")
        assert game.candidates() == {"hog", "theirs"}
        with game.untouched("theirs"):
            game.a("choose hog")
        assert (game.power("hog"), game.rests("it")) == (500, True)
        assert game.refuses("activate it")
        game.end_turn()
        assert game.power("hog") == 300


class TestMakeshiftHandgun:
    """EBP01-021: On Deploy, 500 damage to up to 1 Pal; [Rest this card] Power+200 to 1 Pal."""

    def test_it_shoots_when_it_is_deployed(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-021 it"]}, B={"base": ["ETD01-014 victim", "ETD01-015 other", "ETD01-008 pit"]})
        with game.untouched("other", "pit"):
            game.a("play it")
            assert game.candidates() == {"victim", "other"}
            assert game.refuses("choose victim other")
            game.a("choose victim")
        assert game.zone("victim") == "graveyard"

    def test_600_power_survive_and_nobody_has_to_be_shot(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-021 it", "EBP01-021 second"]}, B={"base": ["ETD01-015 victim"]})
        game.a("play it", "choose victim", "play second", "choose none")
        assert (game.zone("victim"), game.damage("victim")) == ("base", 500)

    def test_it_rests_for_200(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-021 it", "ETD01-002 hog"]})
        game.a("activate it")
        assert (game.power("hog"), game.rests("it")) == (500, True)
        game.end_turn()
        assert game.power("hog") == 300


class TestStonePickaxe:
    """EBP01-022: [Rest this card] 1 Pal gets Power+200, and 1 Material."""

    def test_it_strengthens_a_pal_and_brings_a_material(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-022 it", "ETD01-002 hog"]}, B={"base": ["ETD02-001 theirs"]})
        game.a("activate it")
        assert game.candidates() == {"hog", "theirs"}
        assert game.refuses("choose none")
        with game.untouched("hog"):
            game.a("choose theirs")
        assert (game.power("theirs"), game.rests("it")) == (1100, True)
        assert (game.counter("A", "material"), game.counter("B", "material")) == (1, 0)
        assert game.refuses("activate it")

    def test_without_a_pal_it_still_brings_the_material(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-022 it", "ETD01-008 pit"]})
        with game.untouched("pit"):
            game.a("activate it")
        assert game.counter("A", "material") == 1

    def test_it_stands_again_in_the_next_turn(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-022 it", "ETD01-002 hog"]})
        game.a("activate it")
        game.end_turn()
        assert (game.power("hog"), game.rests("it")) == (300, True)
        game.end_turn()
        game.a("activate it")
        assert game.counter("A", "material") == 2


class TestAxelsStrategy:
    """EBP01-023: 1500 damage to 1 Pal; or stand up to as many Pals as gear; or Pals of 5 or greater cannot block."""

    def test_the_first_mode_deals_1500(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-023 it"]}, B={"base": ["ETD02-006 victim", "ETD01-007 other", "ETD01-008 pit"]})
        with game.untouched("other", "pit"):
            game.a("play it")
            assert game.asked() == ("A", "option")
            game.a("option 1")
            assert game.candidates() == {"victim", "other"}
            assert game.refuses("choose none")
            game.a("choose victim")
        assert (game.zone("victim"), game.zone("it")) == ("graveyard", "graveyard")

    def test_1600_power_survive(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-023 it"]}, B={"base": ["ETD01-007 victim"]})
        game.a("play it", "option 1")
        assert game.damage("victim") == 1500

    def test_the_second_mode_stands_up_to_as_many_pals_as_there_are_gear(self, table: SetTable) -> None:
        game = table(
            A={
                "hand": ["EBP01-023 it"],
                "base": ["EBP01-021 gun", "EBP01-022 axe rest", "ETD01-002 one rest", "ETD01-003 two rest"],
            },
            B={"base": ["ETD02-001 theirs rest", "EBP01-021 other"]},
        )
        with game.untouched("theirs", "axe"):
            game.a("play it", "option 2")
            assert game.candidates() == {"one", "two", "theirs"}
            assert game.refuses("choose one two theirs")
            game.a("choose one two")
        assert (game.rests("one"), game.rests("two")) == (False, False)

    def test_fewer_or_none_may_stand(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-023 it"], "base": ["EBP01-021 gun", "ETD01-002 one rest"]})
        with game.untouched("one"):
            game.a("play it", "option 2", "choose none")

    def test_without_gear_the_second_mode_does_nothing(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-023 it"], "base": ["ETD01-002 one rest"]}, B={"base": ["EBP01-021 gun"]})
        with game.untouched("one"):
            game.a("play it", "option 2")
        assert game.zone("it") == "graveyard"

    def test_the_third_mode_keeps_pals_of_5_or_greater_from_blocking(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["EBP01-023 it"], "base": ["ETD01-002 hog", "ETD01-003 kelp"]},
            B={"base": ["ETD02-001 five", "ETD01-015 four", "ETD01-007 eight"], "hand": ["ETD02-016 late"]},
        )
        game.a("play it", "option 3", "attack hog -> player")
        assert game.refuses("block five")
        assert game.refuses("block eight")
        assert not game.refuses("block four")
        game.settle()
        game.end_turn()
        game.b("attack four -> player")
        game.settle()
        game.end_turn()
        game.a("attack hog -> player")
        assert not game.refuses("block five")
        game.settle()

    def test_own_pals_are_not_kept_from_anything(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-023 it"], "base": ["ETD02-001 mine"]}, B={"base": ["ETD01-002 theirs"]})
        game.a("play it", "option 3")
        game.end_turn()
        game.b("attack theirs -> player")
        assert not game.refuses("block mine")
        game.settle()

    def test_it_is_not_quick(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-002 hog"]}, B={"hand": ["EBP01-023 it"]})
        game.a("attack hog -> player")
        game.b("pass")
        assert game.refuses("play it")
        game.settle()

    def test_two_gear_of_one_name_are_two_gear(self, table: SetTable) -> None:
        game = table(
            A={
                "hand": ["EBP01-023 it"],
                "base": ["EBP01-021 one", "EBP01-021 two", "ETD01-002 hog rest", "ETD01-003 kelp rest"],
            }
        )
        game.a("play it", "option 2", "choose hog kelp")
        assert (game.rests("hog"), game.rests("kelp")) == (False, False)

    def test_who_cannot_block_still_stands(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-023 it"]}, B={"base": ["ETD02-001 five"]})
        with game.untouched("five"):
            game.a("play it", "option 3")


class TestTreasureChestFound:
    """EBP01-024: of the top 5, up to 1 red structure or gear to the hand; for none, 3 Material."""

    DECK = ("ETD01-008 pit", "ETD01-010 rifle", "EBP01-042 mirror", "ETD01-002 hog", "EBP01-045 grapple")

    def test_it_takes_a_red_structure_or_gear(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-024 it"], "deck": [*self.DECK, "ETD01-009 sixth"]})
        game.a("play it")
        assert game.candidates() == {"pit", "rifle"}
        assert game.refuses("choose pit rifle")
        game.a("choose rifle")
        assert (game.cards("A", "hand"), game.counter("A", "material")) == (["rifle"], 0)
        assert len(game.cards("A", "deck")) == 29
        assert game.zone("it") == "graveyard"

    def test_who_takes_none_gets_three_material(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-024 it"], "deck": list(self.DECK)})
        game.a("play it", "choose none")
        assert (game.cards("A", "hand"), game.counter("A", "material"), game.counter("B", "material")) == ([], 3, 0)

    def test_finding_nothing_brings_the_material_and_is_asked_all_the_same(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-024 it"], "deck": ["EBP01-042 mirror"]})
        game.a("play it")
        assert (game.asked(), game.candidates()) == (("A", "cards"), set())
        game.a("choose none")
        assert game.counter("A", "material") == 3

    def test_the_opponent_sees_the_card_taken_and_no_other(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-024 it"], "deck": list(self.DECK)})
        game.a("play it")
        looked = [event for event in game.last_events("B") if event["type"] == "cards_looked"]
        assert looked == [{"type": "cards_looked", "seat": "A", "amount": 5}]
        game.a("choose pit")
        told = [
            event.get("number") for event in game.last_events("B") if event["type"] in ("card_revealed", "card_moved")
        ]
        assert set(told) == {"ETD01-008", "EBP01-024"}

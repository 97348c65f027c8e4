"""What the blue cards of EBP01 do."""

from tests.cards.conftest import SetTable
from tests.cards.keywords import Interrupting, Serving


class TestChillet:
    """EBP01-025: On Deploy, reveal the top card: a Dragon Pal of 8 or less may be deployed, others come to the hand."""

    def test_a_dragon_pal_may_be_deployed(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-025 it"], "base": ["ETD01-002 hog"], "deck": ["EBP01-026 dragon"]})
        with game.untouched("hog"):
            game.a("play it")
            assert game.asked() == ("A", "may")
            assert game.game.view("B")["looked"]
            game.a("yes", "choose none")
        assert (game.zone("dragon"), game.rests("dragon")) == ("base", False)
        assert game.counter("A", "souls_standing") == 5

    def test_declined_it_comes_to_the_hand(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-025 it"], "deck": ["EBP01-001 dragon"]})
        game.a("play it", "no")
        assert game.cards("A", "hand") == ["dragon"]

    def test_a_pal_of_another_element_comes_to_the_hand_unasked(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-025 it"], "deck": ["ETD01-017 water"]})
        game.a("play it")
        assert (game.asked(), game.cards("A", "hand")) == (("A", "main"), ["water"])

    def test_another_chillet_goes_on(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-025 it"], "deck": ["EBP01-025 second", "EBP01-098 third", "ETD01-002 rest"]})
        game.a("play it", "yes", "yes")
        assert {game.zone(label) for label in ("it", "second", "third")} == {"base"}
        assert game.cards("A", "deck")[0] == "rest"

    def test_the_last_card_of_the_deck_loses_the_game(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-025 it"], "deck": ["ETD01-002 last"], "exact_deck": True})
        game.a("play it")
        assert game.zone("last") == "hand"
        assert game.game.outcome is not None
        assert game.game.outcome.winner == "B"


class TestRelaxaurus:
    """EBP01-026: On Deploy, rest up to 1 Pal of 6 or less; it does not stand while Relaxaurus is in the base."""

    def test_it_rests_a_pal_of_6_and_no_greater_one(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["EBP01-026 it"], "base": ["ETD01-002 mine"]},
            B={"base": ["ETD02-005 six", "EBP01-014 seven", "ETD02-001 other", "ETD01-008 pit"]},
        )
        with game.untouched(
            "mine",
            "seven",
            "other",
            "pit",
        ):
            game.a("play it")
            assert game.candidates() == {"mine", "six", "other"}
            game.a("choose six")
        assert game.rests("six")

    def test_the_pal_stays_resting_turn_after_turn_and_others_stand(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-026 it"]}, B={"base": ["ETD02-001 locked", "ETD01-003 other rest"]})
        game.a("play it", "choose locked")
        for _ in range(2):
            game.end_turn()
            assert (game.rests("locked"), game.rests("other")) == (True, False)
            game.end_turn()

    def test_effects_do_not_stand_it_either(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["EBP01-026 it"]},
            B={"base": ["ETD02-001 locked", "EBP01-021 gun", "ETD01-003 free rest"], "hand": ["EBP01-023 axel"]},
        )
        game.a("play it", "choose locked")
        game.end_turn()
        game.b("play axel", "option 2", "choose locked")
        assert game.rests("locked")

    def test_when_it_leaves_the_pal_stands_in_its_next_stand_phase(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-026 it"]}, B={"base": ["ETD02-001 locked"], "hand": ["ETD02-021 strike"]})
        game.a("play it", "choose locked")
        game.end_turn()
        game.b("play strike", "choose it")
        assert game.rests("locked")
        game.end_turn()
        game.end_turn()
        assert not game.rests("locked")

    def test_coming_back_it_is_another_card_and_locks_nothing(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["EBP01-026 it"], "souls": 10}, B={"base": ["ETD02-001 locked"], "hand": ["EBP01-046 victor"]}
        )
        game.a("play it", "choose locked")
        game.end_turn()
        game.b("play victor", "option 2", "choose it")
        game.end_turn()
        game.a("play it", "choose none")
        game.end_turn()
        assert not game.rests("locked")

    def test_a_resting_pal_may_be_chosen_and_is_locked(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-026 it"]}, B={"base": ["ETD02-001 locked rest"]})
        game.a("play it", "choose locked")
        game.end_turn()
        assert game.rests("locked")

    def test_nobody_has_to_be_chosen(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-026 it"]}, B={"base": ["ETD02-001 other"]})
        with game.untouched("other"):
            game.a("play it", "choose none")

    def test_the_view_shows_the_lock(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-026 it"]}, B={"base": ["ETD02-001 locked", "ETD01-003 other rest"]})
        game.a("play it", "choose locked")
        view = game.game.view("B")["cards"]
        handles = {label: str(game.game.handle(game.labels[label], "B")) for label in ("locked", "other")}
        assert view[handles["locked"]].get("locked") is True
        assert "locked" not in view[handles["other"]]


class TestJormuntide:
    """EBP01-027: On Deploy, draw, rest up to 1 Pal of 7 or less; it skips the opponent's next stand phase."""

    def test_it_draws_rests_and_keeps_resting_once(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["EBP01-027 it"], "deck": ["ETD01-014 top"]},
            B={"base": ["EBP01-014 seven", "ETD02-007 eight", "ETD01-003 other rest"]},
        )
        with game.untouched("eight"):
            game.a("play it")
            assert game.cards("A", "hand") == ["top"]
            assert game.candidates() == {"seven", "other"}
            game.a("choose seven")
        game.end_turn()
        assert (game.rests("seven"), game.rests("other")) == (True, False)
        game.end_turn()
        game.end_turn()
        assert not game.rests("seven")

    def test_with_nobody_chosen_it_still_draws(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-027 it"], "deck": ["ETD01-014 top"]}, B={"base": ["ETD02-001 other"]})
        with game.untouched("other"):
            game.a("play it", "choose none")
        assert game.cards("A", "hand") == ["top"]

    def test_a_resting_pal_may_be_chosen_and_does_not_stand(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-027 it"]}, B={"base": ["ETD02-001 tired rest"]})
        game.a("play it", "choose tired")
        game.end_turn()
        assert game.rests("tired")

    def test_an_effect_may_stand_it_before_or_after(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["EBP01-027 it"]}, B={"base": ["EBP01-001 ignis"], "hand": ["EBP01-023 axel"], "souls": 10}
        )
        game.a("play it")
        game.end_turn()
        assert not game.rests("ignis")
        other = table(
            A={"hand": ["EBP01-027 it"]}, B={"base": ["ETD02-001 tired", "EBP01-021 gun"], "hand": ["EBP01-023 axel"]}
        )
        other.a("play it", "choose tired")
        other.end_turn()
        other.b("play axel", "option 2", "choose tired")
        assert not other.rests("tired")


class TestPengullet:
    """EBP01-028: when it is put into the graveyard, draw a card."""

    def test_its_death_draws_for_its_master(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["ETD02-021 strike"]}, B={"base": ["EBP01-028 it", "EBP01-028 twin"], "deck": ["ETD01-002 top"]}
        )
        with game.untouched("twin"):
            game.a("play strike", "choose it")
        assert (game.cards("B", "hand"), game.cards("A", "hand")) == (["top"], [])

    def test_a_death_in_battle_draws_too(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-028 it"]}, B={"base": ["ETD02-001 guard"]})
        game.a("attack it -> player")
        game.b("block guard", "pass")
        assert (game.zone("it"), len(game.cards("A", "hand"))) == ("graveyard", 1)

    def test_neither_a_return_nor_an_exile_nor_a_discard_draws(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-028 one", "EBP01-028 two", "ETD02-019 trap", "ETD01-002 worker"],
               "hand": ["EBP01-046 victor", "EBP01-028 three"]},
        )  # fmt: skip
        game.a("play victor", "option 2", "choose one", "activate trap", "choose worker", "choose two")
        assert (game.zone("one"), game.zone("two"), set(game.cards("A", "hand"))) == ("hand", "exile", {"one", "three"})

    def test_from_the_deck_it_draws_nothing(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-002 hog"]}, B={"deck": ["EBP01-028 it"]})
        game.a("attack hog -> player")
        game.settle()
        assert (game.zone("it"), game.cards("B", "hand")) == ("graveyard", [])


class TestAzurobe:
    """EBP01-029: On Deploy, draw a card and rest up to 1 Pal."""

    def test_it_draws_and_rests_any_pal(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["EBP01-029 it"], "deck": ["ETD01-014 top"]},
            B={"base": ["ETD02-007 eight", "ETD01-003 other", "ETD01-008 pit"]},
        )
        with game.untouched("other", "pit"):
            game.a("play it")
            assert game.candidates() == {"it", "eight", "other"}
            game.a("choose eight")
        assert (game.rests("eight"), game.cards("A", "hand")) == (True, ["top"])
        game.end_turn()
        assert not game.rests("eight")

    def test_with_nobody_chosen_it_still_draws(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-029 it"]}, B={"base": ["ETD01-003 other"]})
        with game.untouched("other"):
            game.a("play it", "choose none")
        assert (len(game.cards("A", "hand")), game.rests("it")) == (1, False)


class TestReptyroCryst:
    """EBP01-030: On Deploy, draw; [Discard 1 card] deploy up to 2 structures of 6 or less from the top 5."""

    DECK = ("EBP01-042 mirror", "ETD01-019 chair", "EBP01-064 six", "ETD01-002 hog", "ETD01-010 rifle")

    def test_playing_it_draws_a_card(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-030 it"], "deck": ["ETD01-014 top"]})
        game.a("play it")
        assert game.cards("A", "hand") == ["top"]

    def test_it_deploys_two_structures_and_their_abilities_are_ordered(self, table: SetTable) -> None:
        game = table(
            A={
                "base": ["EBP01-030 it"],
                "hand": ["ETD01-013 paid", "ETD01-002 kept"],
                "deck": [*self.DECK, "ETD01-008 sixth"],
            }
        )
        game.a("activate it")
        assert game.candidates() == {"paid", "kept"}
        game.a("choose paid")
        assert game.candidates() == {"mirror", "chair", "six"}
        assert game.refuses("choose mirror chair six")
        game.a("choose mirror chair")
        assert game.asked() == ("A", "order")
        game.a("resolve mirror", "choose it")
        assert (game.zone("mirror"), game.zone("chair"), game.zone("paid")) == ("base", "base", "graveyard")
        assert (game.power("it"), len(game.cards("A", "hand"))) == (2200, 2)

    def test_one_or_none_may_be_deployed(self, table: SetTable) -> None:
        game = table(
            A={
                "base": ["EBP01-030 it", "EBP01-030 twin"],
                "hand": ["ETD01-013 one", "ETD01-002 two"],
                "deck": list(self.DECK),
            }
        )
        game.a("activate it", "choose one", "choose six")
        assert (game.zone("six"), len(game.cards("A", "deck"))) == ("base", 29)
        game.a("activate twin", "choose none")
        assert len(game.cards("A", "deck")) == 29

    def test_without_a_structure_it_is_asked_all_the_same(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-030 it"], "hand": ["ETD01-013 paid"]})
        game.a("activate it")
        assert (game.asked(), game.candidates()) == (("A", "cards"), set())
        game.a("choose none")

    def test_it_needs_a_card_and_works_once_per_turn(self, table: SetTable) -> None:
        poor = table(A={"base": ["EBP01-030 it"]})
        assert poor.refuses("activate it")
        game = table(A={"base": ["EBP01-030 it"], "hand": ["ETD01-013 one", "ETD01-002 two"]})
        game.a("activate it", "choose one", "choose none")
        assert game.refuses("activate it")

    def test_what_it_deploys_stands(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-030 it"], "hand": ["ETD01-013 paid"], "deck": list(self.DECK)})
        game.a("activate it", "choose six")
        assert not game.rests("six")

    def test_it_looks_as_far_as_the_fifth_card(self, table: SetTable) -> None:
        above = ["ETD01-002 a", "ETD01-002 b", "ETD01-002 c", "ETD01-002 d"]
        deck = [*above, "ETD01-008 fifth", "ETD01-008 sixth"]
        game = table(A={"base": ["EBP01-030 it"], "hand": ["ETD01-013 paid"], "deck": deck})
        game.a("activate it")
        assert game.candidates() == {"fifth"}
        game.a("choose none")


class TestPenking:
    """EBP01-031: all own Pals with the main name Pengullet get Power+700."""

    def test_every_own_pengullet_is_strengthened(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-031 it", "ETD01-014 one", "EBP01-028 two rest", "ETD01-013 other"]},
            B={"base": ["ETD01-014 theirs"]},
        )
        assert (game.power("one"), game.power("two")) == (1200, 1300)
        assert (game.power("it"), game.power("other"), game.power("theirs")) == (600, 300, 500)

    def test_a_declared_name_counts(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-031 it", "EBP01-040 dresser", "ETD01-002 hog"], "hand": ["ETD01-013 paid"]})
        game.a("activate dresser", "name Pengullet – Frequent Flyer")
        assert (game.power("it"), game.power("hog"), game.card("dresser").durability) == (1300, 1000, 1400)
        game.end_turn()
        assert (game.power("it"), game.power("hog")) == (600, 300)

    def test_two_of_them_strengthen_twice(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-031 it", "EBP01-031 twin", "ETD01-014 pengullet"]})
        assert game.power("pengullet") == 1900


class TestFuack:
    """EBP01-032: when it is attacked, Power+300 until end of turn."""

    def test_it_grows_when_it_is_attacked(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-002 hog"]}, B={"base": ["EBP01-032 it rest", "EBP01-032 twin rest"]})
        with game.untouched("twin"):
            game.a("attack hog -> it")
            assert (game.asked(), game.power("it")) == (("B", "block"), 500)
            game.settle()
        assert (game.zone("hog"), game.zone("it"), game.damage("it")) == ("graveyard", "base", 300)
        game.end_turn()
        assert game.power("it") == 200

    def test_blocking_is_not_being_attacked(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-013 cryst"]}, B={"base": ["EBP01-032 it"]})
        game.a("attack cryst -> player")
        game.b("block it", "pass")
        assert (game.zone("it"), game.damage("cryst")) == ("graveyard", 200)

    def test_it_keeps_the_bonus_though_another_pal_blocks(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-002 hog"]}, B={"base": ["EBP01-032 it rest", "ETD02-001 guard"]})
        game.a("attack hog -> it")
        game.b("block guard", "pass")
        assert (game.power("it"), game.damage("it"), game.zone("hog")) == (500, 0, "graveyard")

    def test_attacking_gives_it_nothing(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-032 it"]})
        game.a("attack it -> player")
        game.settle()
        assert game.power("it") == 200


class TestWumpo:
    """EBP01-033: while it rests, all of the opponent's Pals get Strike-1."""

    def test_resting_it_lowers_the_strike_of_all_opposing_pals(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-033 it rest", "ETD01-002 mine"]}, B={"base": ["ETD01-002 one", "ETD02-007 four rest"]}
        )
        assert (game.strike("one"), game.strike("four")) == (0, 3)
        assert (game.strike("mine"), game.strike("it"), game.power("one")) == (1, 3, 300)

    def test_standing_it_lowers_nothing(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-033 it"]}, B={"base": ["ETD01-002 one"]})
        assert game.strike("one") == 1

    def test_it_starts_and_stops_with_its_orientation(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-033 it"]}, B={"base": ["ETD01-002 one"]})
        game.a("attack it -> player")
        assert game.strike("one") == 0
        game.settle()
        game.end_turn()
        assert game.strike("one") == 0
        game.end_turn()
        assert game.strike("one") == 1

    def test_a_strike_of_0_or_less_deals_nothing(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-002 hog"]}, B={"base": ["EBP01-033 it rest", "EBP01-033 twin rest"]})
        assert game.strike("hog") == -1
        game.a("attack hog -> player")
        game.settle()
        assert (game.counter("B", "life"), len(game.cards("B", "deck"))) == (10, 30)


class TestTeafant(Serving):
    """EBP01-034: Serious 400."""

    card = "EBP01-034"


class TestMauCryst:
    """EBP01-035: when it is assigned to a Farming structure, draw a card."""

    def test_farming_work_draws_a_card_after_the_structures_effect(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-066 ranch", "EBP01-035 it"], "deck": ["ETD01-002 first", "ETD01-003 second"]},
            B={"hand": ["ETD01-014 theirs"]},
        )
        with game.untouched("theirs"):
            game.a("activate ranch", "option 1")
        assert game.cards("A", "hand") == ["first", "second"]

    def test_other_work_draws_nothing(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-041 spring", "EBP01-035 it"]})
        game.a("activate spring", "choose none")
        assert game.cards("A", "hand") == []

    def test_a_declared_name_makes_no_farm(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-041 spring", "EBP01-035 it", "EBP01-040 dresser"], "hand": ["ETD01-002 paid"]})
        game.a("activate dresser", "name Farming Hat", "activate spring", "choose none")
        assert game.cards("A", "hand") == []

    def test_another_pal_on_the_farm_draws_nothing(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-066 ranch", "EBP01-035 it", "ETD01-002 hog"]})
        with game.untouched("it"):
            game.a("activate ranch", "choose hog", "option 2")
        assert len(game.cards("A", "hand")) == 1


class TestCelaray:
    """EBP01-036: On Attack, draw a card, then discard a card."""

    def test_its_attack_draws_and_then_discards_one_of_the_hand(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-036 it"], "hand": ["ETD01-002 old"], "deck": ["ETD01-014 new"]},
            B={"hand": ["ETD01-003 theirs"]},
        )
        with game.untouched("theirs"):
            game.a("attack it -> player")
            assert game.candidates() == {"old", "new"}
            assert game.refuses("choose none")
            game.a("choose old")
            game.settle()
        assert (game.cards("A", "hand"), game.zone("old")) == (["new"], "graveyard")

    def test_with_an_empty_hand_the_drawn_card_goes(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-036 it"], "deck": ["ETD01-014 new"]})
        game.a("attack it -> player")
        game.settle()
        assert (game.zone("new"), game.cards("A", "hand")) == ("graveyard", [])

    def test_the_attack_of_another_pal_draws_nothing(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-036 it", "ETD01-002 hog"]})
        game.a("attack hog -> player")
        game.settle()
        assert game.cards("A", "hand") == []


class TestCryolinx(Interrupting):
    """EBP01-038: Interrupt."""

    card = "EBP01-038"


class TestAntiqueCurtain:
    """EBP01-039: On Deploy, return up to as many opposing Pals as own Antique structures have different names."""

    OPPONENT = ("ETD01-002 one", "ETD01-003 two", "ETD02-001 three", "ETD02-007 four rest", "ETD01-008 pit")

    def test_different_names_count_and_copies_do_not(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["EBP01-039 it"], "base": ["EBP01-042 a", "EBP01-042 b", "ETD01-019 chair", "ETD01-008 mine"]},
            B={"base": list(self.OPPONENT)},
        )
        with game.untouched("two", "pit", "mine"):
            game.a("play it")
            assert game.candidates() == {"one", "two", "three", "four"}
            assert game.refuses("choose one two three four")
            game.a("choose one three four")
        assert game.cards("B", "hand") == ["one", "three", "four"]

    def test_alone_it_counts_itself(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-039 it"]}, B={"base": list(self.OPPONENT)})
        game.a("play it")
        assert game.refuses("choose one two")
        game.a("choose two")
        assert game.cards("B", "hand") == ["two"]

    def test_nobody_has_to_return(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-039 it"]}, B={"base": ["ETD01-002 one", "EBP01-042 mirror"]})
        with game.untouched("one", "mirror"):
            game.a("play it", "choose none")

    def test_the_opponents_antiques_do_not_count(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-039 it"]}, B={"base": ["ETD01-002 one", "ETD01-003 two", "EBP01-042 mirror"]})
        game.a("play it")
        assert game.refuses("choose one two")
        game.a("choose none")

    def test_own_pals_cannot_be_returned(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-039 it"], "base": ["ETD01-002 mine"]})
        with game.untouched("mine"):
            game.a("play it")
        assert game.asked() == ("A", "main")

    def test_structures_that_share_a_declared_name_count_once(self, table: SetTable) -> None:
        game = table(
            A={
                "hand": ["EBP01-039 it", "ETD01-002 paid"],
                "base": ["EBP01-040 dresser", "EBP01-042 mirror", "ETD01-019 chair"],
            },
            B={"base": list(self.OPPONENT)},
        )
        game.a("activate dresser", "choose paid", "name Antique Curtain", "play it")
        assert game.refuses("choose one two")
        game.a("choose one")
        assert game.cards("B", "hand") == ["one"]

    def test_a_pal_with_a_declared_antique_name_does_not_count(self, table: SetTable) -> None:
        game = table(
            A={
                "hand": ["ETD01-002 paid", "EBP01-070 lily", "EBP01-039 it"],
                "base": ["EBP01-040 dresser", "ETD01-003 kelp"],
                "souls": 8,
            },
            B={"base": ["ETD01-002 one", "ETD01-013 two"]},
        )
        game.a("activate dresser", "choose paid", "name Antique Mirror", "play lily", "option 2", "play it")
        assert game.card("kelp").names == ("Kelpsea Ignis – Balmy Magma", "Antique Mirror")
        assert game.refuses("choose one two")
        game.a("choose one")


class TestAntiqueDresser:
    """EBP01-040: [Discard 1] a declared name for all own cards; [Discard X] X own Pals get Power+1000 and Strike+1."""

    def test_all_own_cards_get_the_declared_name_in_addition(self, table: SetTable) -> None:
        game = table(
            A={
                "base": ["EBP01-040 it", "ETD01-002 hog", "EBP01-021 gun"],
                "hand": ["ETD01-013 paid", "ETD01-003 kept"],
            },
            B={"base": ["ETD01-014 theirs"]},
        )
        with game.untouched("theirs"):
            game.a("activate it", "choose paid")
            assert game.asked() == ("A", "name")
            game.a("name Lamball – My First Pal")
        assert game.card("hog").names == ("Jolthog – Shocking Yet Innocent", "Lamball – My First Pal")
        assert game.card("it").names == ("Antique Dresser", "Lamball – My First Pal")
        assert game.card("gun").names == ("Makeshift Handgun", "Lamball – My First Pal")
        assert game.card("kept").names == ("Kelpsea Ignis – Balmy Magma",)
        assert game.zone("paid") == "graveyard"
        told = [event for event in game.last_events("B") if event["type"] == "name_declared"]
        assert told == [{"type": "name_declared", "seat": "A", "name": "Lamball – My First Pal"}]
        game.end_turn()
        assert game.card("hog").names == ("Jolthog – Shocking Yet Innocent",)

    def test_only_names_of_existing_cards_may_be_declared(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-040 it"], "hand": ["ETD01-013 paid"]})
        game.a("activate it")
        assert game.refuses("name Antique Wardrobe")
        assert game.refuses("name Lamball")
        game.a("name Antique Mirror")

    def test_its_own_name_is_not_doubled(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-040 it"], "hand": ["ETD01-013 paid"]})
        game.a("activate it", "name Antique Dresser")
        assert game.card("it").names == ("Antique Dresser",)

    def test_a_card_that_comes_later_has_its_own_name_only(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-040 it"], "hand": ["ETD01-013 paid", "ETD01-002 late"]})
        game.a("activate it", "choose paid", "name Antique Mirror", "play late")
        assert game.card("late").names == ("Jolthog – Shocking Yet Innocent",)

    def test_a_card_that_leaves_loses_the_name(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-040 it", "ETD01-002 hog"], "hand": ["ETD01-013 paid", "EBP01-046 victor"]})
        game.a("activate it", "choose paid", "name Antique Mirror", "play victor", "option 2")
        assert game.card("hog").names == ("Jolthog – Shocking Yet Innocent",)

    def test_x_discarded_cards_strengthen_x_pals(self, table: SetTable) -> None:
        game = table(
            A={
                "base": ["EBP01-040 it", "ETD01-002 one", "ETD01-013 two", "ETD01-003 three"],
                "hand": ["ETD01-002 p", "ETD01-003 q", "ETD01-014 r"],
            },
            B={"base": ["ETD02-001 theirs"]},
        )
        with game.untouched("three", "theirs"):
            game.a("activate it 2", "number 2", "choose p r")
            assert game.candidates() == {"one", "two", "three"}
            assert game.refuses("choose one")
            game.a("choose one two")
        assert (game.power("one"), game.strike("one"), game.power("two"), game.strike("two")) == (1300, 2, 1300, 2)
        assert game.cards("A", "hand") == ["q"]
        game.end_turn()
        assert (game.power("one"), game.strike("one")) == (300, 1)

    def test_fewer_pals_than_x_are_all_chosen(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-040 it", "ETD01-002 one"], "hand": ["ETD01-002 p", "ETD01-003 q"]})
        game.a("activate it 2", "number 2")
        assert (game.power("one"), game.cards("A", "hand")) == (1300, [])

    def test_x_may_be_0_and_an_empty_hand_leaves_nothing_else(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-040 it", "ETD01-002 one"]})
        with game.untouched("one"):
            game.a("activate it 2")
        assert game.refuses("activate it 2")
        assert game.refuses("activate it")

    def test_each_ability_has_its_own_use(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-040 it"], "hand": ["ETD01-002 p", "ETD01-003 q", "ETD01-014 r"]})
        game.a("activate it 2", "number 1", "choose p", "activate it", "choose q", "name Lamp")
        assert game.refuses("activate it")
        assert game.refuses("activate it 2")


class TestHotSpring:
    """EBP01-041: [Assign 1 Pal] rest up to 2 Pals of 6 or less; they skip the opponent's next stand phase."""

    def test_two_pals_rest_and_stay_so_for_one_stand_phase(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-041 it", "ETD02-007 worker"]},
            B={"base": ["ETD02-005 six", "ETD01-003 tired rest", "EBP01-014 seven", "ETD01-002 other rest"]},
        )
        with game.untouched("seven"):
            game.a("activate it")
            assert game.candidates() == {"six", "tired", "other"}
            assert game.refuses("choose six tired other")
            game.a("choose six tired")
        game.end_turn()
        assert (game.rests("six"), game.rests("tired"), game.rests("other")) == (True, True, False)
        game.end_turn()
        game.end_turn()
        assert (game.rests("six"), game.rests("tired")) == (False, False)

    def test_nobody_has_to_be_chosen(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-041 it", "ETD01-002 worker"]}, B={"base": ["ETD01-003 other"]})
        with game.untouched("other"):
            game.a("activate it", "choose none")
        assert game.rests("worker")

    def test_it_works_once_per_turn_with_a_standing_pal(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-041 it", "ETD01-002 one", "ETD01-003 two"]})
        game.a("activate it", "choose one", "choose none")
        assert game.refuses("activate it")
        alone = table(A={"base": ["EBP01-041 it", "ETD01-002 one rest"]})
        assert alone.refuses("activate it")

    def test_own_pals_stand_in_their_own_phase(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-041 it", "ETD01-002 worker", "ETD01-003 mine"]})
        game.a("activate it", "choose worker", "choose mine")
        game.end_turn()
        assert game.rests("mine")
        game.end_turn()
        assert not game.rests("mine")


class TestAntiqueMirror:
    """EBP01-042: On Deploy, draw a card."""

    def test_playing_it_draws_a_card(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-042 it"], "base": ["EBP01-042 other"], "deck": ["ETD01-014 top"]})
        with game.untouched("other"):
            game.a("play it")
        assert (game.cards("A", "hand"), game.cards("B", "hand"), game.counter("A", "souls_standing")) == (
            ["top"],
            [],
            9,
        )

    def test_another_structure_draws_nothing(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD01-008 pit"], "base": ["EBP01-042 it"]})
        game.a("play pit")
        assert game.cards("A", "hand") == []


class TestSphereWorkbench:
    """EBP01-043: [Assign 1 Pal] draw 2 cards, then discard 1."""

    def test_two_are_drawn_and_one_of_the_hand_is_discarded(self, table: SetTable) -> None:
        game = table(
            A={
                "base": ["EBP01-043 it", "ETD01-002 worker"],
                "hand": ["ETD01-003 old"],
                "deck": ["ETD01-014 a", "ETD01-013 b"],
            }
        )
        game.a("activate it")
        assert game.candidates() == {"old", "a", "b"}
        assert game.refuses("choose none")
        assert game.refuses("choose a b")
        game.a("choose a")
        assert (game.cards("A", "hand"), game.rests("worker")) == (["old", "b"], True)
        assert game.refuses("activate it")

    def test_it_needs_a_standing_pal(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-043 it", "ETD01-002 tired rest"]})
        assert game.refuses("activate it")

    def test_the_last_card_of_the_deck_is_drawn_and_the_game_lost(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-043 it", "ETD01-002 worker"], "deck": ["ETD01-014 last"], "exact_deck": True})
        game.a("activate it")
        assert game.zone("last") == "graveyard"
        assert game.game.outcome is not None
        assert game.game.outcome.winner == "B"


class TestPengulletRocketLauncher:
    """EBP01-044: 1 Pal gets Power+200; a Pengullet instead Power+500 and a rocket flight."""

    def test_a_pengullet_hits_all_opposing_pals_with_its_power_and_is_gone(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-044 it", "ETD01-014 pengullet", "ETD01-002 mine"]},
            B={"base": ["ETD02-018 equal", "ETD02-007 strong rest", "ETD01-008 pit"]},
        )
        with game.untouched("mine", "pit"):
            game.a("activate it", "choose pengullet")
            assert (game.power("pengullet"), game.rests("it")) == (1000, True)
            game.a("activate pengullet")
        assert (game.zone("equal"), game.damage("strong"), game.zone("pengullet")) == ("graveyard", 1000, "graveyard")

    def test_its_death_triggers_as_any_death(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-044 it", "EBP01-028 pengullet"]}, B={"base": ["ETD02-007 strong"]})
        game.a("activate it", "choose pengullet", "activate pengullet")
        assert (game.damage("strong"), len(game.cards("A", "hand"))) == (1100, 1)

    def test_current_power_counts(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-044 it", "ETD01-014 pengullet", "EBP01-031 penking", "EBP01-022 axe"]},
            B={"base": ["ETD02-007 strong"]},
        )
        game.a("activate it", "choose pengullet", "activate axe", "choose pengullet", "activate pengullet")
        assert game.damage("strong") == 1900

    def test_a_resting_pengullet_cannot_fly(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-044 it", "ETD01-014 pengullet rest"]}, B={"base": ["ETD02-001 theirs"]})
        game.a("activate it", "choose pengullet")
        assert game.power("pengullet") == 1000
        assert game.refuses("activate pengullet")

    def test_another_pal_gets_200_and_nothing_else(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-044 it", "ETD01-002 hog", "ETD01-014 pengullet"]})
        with game.untouched("pengullet"):
            game.a("activate it", "choose hog")
        assert game.power("hog") == 500
        assert game.refuses("activate hog")

    def test_the_skill_and_the_bonus_end_with_the_turn(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-044 it", "ETD01-014 pengullet"]})
        game.a("activate it")
        game.end_turn()
        game.end_turn()
        assert game.power("pengullet") == 500
        assert game.refuses("activate pengullet")

    def test_the_opponents_pengullet_does_not_fly_in_this_turn(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-044 it"]}, B={"base": ["ETD01-014 pengullet"]})
        game.a("activate it")
        assert game.power("pengullet") == 1000
        game.end_turn()
        assert game.refuses("activate pengullet")

    def test_the_power_of_another_pal_outlasts_a_battle_and_ends_with_the_turn(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-044 it", "ETD01-002 hog"]})
        game.a("activate it", "attack hog -> player")
        game.settle()
        assert game.power("hog") == 500
        game.end_turn()
        assert game.power("hog") == 300

    def test_the_opponents_pengullet_does_not_fly_in_answer_to_an_attack(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-044 it", "ETD01-002 hog"]}, B={"base": ["ETD01-014 pengullet"]})
        game.a("activate it", "choose pengullet", "attack hog -> player")
        game.b("pass")
        assert (game.asked(), game.power("pengullet")) == (("B", "quick"), 1000)
        assert game.refuses("activate pengullet")
        game.b("pass")


class TestGrapplingGun:
    """EBP01-045: [Rest this card] 1 Pal gets Power+200 and Vigilance until end of turn."""

    def test_the_pal_stands_at_the_end_of_the_turn(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-045 it", "ETD01-002 hog", "ETD01-003 other rest"]})
        with game.untouched("other"):
            game.a("activate it", "choose hog", "attack hog -> player")
            game.settle()
            assert (game.power("hog"), game.card("hog").keywords) == (500, ("Vigilance",))
        game.end_turn()
        assert (game.rests("hog"), game.rests("other"), game.power("hog"), game.card("hog").keywords) == (
            False, True, 300, (),
        )  # fmt: skip

    def test_it_works_in_this_turn_only(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-045 it", "ETD01-002 hog"]})
        game.a("activate it")
        game.end_turn()
        game.end_turn()
        game.a("attack hog -> player")
        game.settle()
        game.end_turn()
        assert game.rests("hog")

    def test_the_opponents_pal_does_not_stand_at_the_end_of_this_turn(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-045 it"]}, B={"base": ["ETD01-002 theirs rest", "EBP01-027 other rest"]})
        game.a("activate it", "choose theirs")
        game.a("end")
        assert not game.rests("theirs")
        assert game.power("theirs") == 300

    def test_with_its_own_vigilance_a_pal_has_two(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-045 it", "ETD01-017 suzaku rest"]})
        game.a("activate it")
        assert game.card("suzaku").keywords == ("Vigilance", "Vigilance")
        game.a("end")
        assert game.asked() == ("A", "order")
        game.a("resolve suzaku")
        assert (game.asked(), game.rests("suzaku")) == (("B", "main"), False)

    def test_it_rests_for_it(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-045 it", "ETD01-002 hog"]})
        game.a("activate it")
        assert game.rests("it")
        assert game.refuses("activate it")


class TestVictorsStrategy:
    """EBP01-046: 1 of the top 5 to the hand; or return 1 Pal; or draw as many cards as structures."""

    def test_the_first_mode_takes_any_one_card_unseen(self, table: SetTable) -> None:
        game = table(
            A={
                "hand": ["EBP01-046 it"],
                "deck": ["ETD01-002 a", "ETD01-008 b", "ETD01-010 c", "ETD01-011 d", "EBP01-047 e", "ETD01-014 f"],
            }
        )
        game.a("play it", "option 1")
        assert game.candidates() == {"a", "b", "c", "d", "e"}
        assert game.refuses("choose none")
        game.a("choose e")
        assert (game.cards("A", "hand"), len(game.cards("A", "deck"))) == (["e"], 29)
        assert all(event.get("number") != "EBP01-047" for event in game.last_events("B"))

    def test_of_a_deck_of_one_it_takes_that_one(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-046 it"], "deck": ["ETD01-002 last"], "exact_deck": True})
        game.a("play it", "option 1")
        assert game.zone("last") == "hand"
        assert game.game.outcome is not None

    def test_the_second_mode_returns_a_pal_to_its_owner(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["EBP01-046 it"], "base": ["ETD01-002 mine"]}, B={"base": ["ETD02-007 theirs", "ETD01-008 pit"]}
        )
        with game.untouched("mine", "pit"):
            game.a("play it", "option 2")
            assert game.candidates() == {"mine", "theirs"}
            assert game.refuses("choose none")
            game.a("choose theirs")
        assert (game.cards("B", "hand"), game.cards("A", "hand")) == (["theirs"], [])

    def test_the_only_pal_has_to_return_even_if_it_is_ones_own(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-046 it"], "base": ["ETD01-002 mine"]})
        game.a("play it", "option 2")
        assert game.cards("A", "hand") == ["mine"]

    def test_the_third_mode_draws_as_many_as_own_structures(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["EBP01-046 it"], "base": ["ETD01-008 a", "ETD01-009 b", "EBP01-021 gun", "ETD01-002 hog"]},
            B={"base": ["ETD01-008 theirs"]},
        )
        game.a("play it", "option 3")
        assert len(game.cards("A", "hand")) == 2

    def test_without_structures_the_third_mode_draws_nothing(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-046 it"]}, B={"base": ["ETD01-008 theirs"]})
        game.a("play it", "option 3")
        assert (game.cards("A", "hand"), game.zone("it")) == ([], "graveyard")

    def test_two_structures_of_one_name_draw_two_cards(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-046 it"], "base": ["ETD01-008 a", "ETD01-008 b"]})
        game.a("play it", "option 3")
        assert len(game.cards("A", "hand")) == 2


class TestPalSphere:
    """EBP01-047: draw 3 cards."""

    def test_it_draws_three(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-047 it"], "deck": ["ETD01-002 a", "ETD01-003 b", "ETD01-013 c", "ETD01-014 d"]})
        game.a("play it")
        assert (game.cards("A", "hand"), game.cards("A", "deck")[0]) == (["a", "b", "c"], "d")
        assert (game.cards("B", "hand"), game.counter("A", "souls_standing")) == ([], 6)

    def test_it_draws_what_there_is(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-047 it"], "deck": ["ETD01-002 a", "ETD01-003 b"], "exact_deck": True})
        game.a("play it")
        assert game.cards("A", "hand") == ["a", "b"]
        assert game.game.outcome is not None


class TestAuroraGuide:
    """EBP01-048: Quick, draw a card, then put up to 1 card of the hand on top of the deck."""

    def test_a_card_of_the_hand_may_go_on_top(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-048 it", "ETD01-002 old"], "deck": ["ETD01-014 new"]})
        game.a("play it")
        assert game.candidates() == {"old", "new"}
        assert game.refuses("choose old new")
        game.a("choose old")
        assert (game.cards("A", "hand"), game.cards("A", "deck")[0]) == (["new"], "old")
        assert all(event.get("number") != "ETD01-002" for event in game.last_events("B"))

    def test_none_has_to_go(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-048 it"], "deck": ["ETD01-014 new"]})
        game.a("play it", "choose none")
        assert game.cards("A", "hand") == ["new"]

    def test_the_last_card_may_be_put_back_in_time(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-048 it"], "deck": ["ETD01-014 last"], "exact_deck": True})
        game.a("play it", "choose last")
        assert (game.cards("A", "deck"), game.game.outcome) == (["last"], None)

    def test_it_answers_an_attack(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-002 hog"]}, B={"hand": ["EBP01-048 it"], "deck": ["ETD01-014 new"], "souls": 2})
        game.a("attack hog -> player")
        game.b("pass", "play it", "choose none")
        assert (game.asked(), game.cards("B", "hand")) == (("B", "quick"), ["new"])
        game.b("pass")
        assert game.counter("B", "life") == 9

    def test_a_lucky_card_put_on_top_cancels_the_damage(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-002 hog"]}, B={"hand": ["EBP01-048 it", "EBP01-001 lucky"], "souls": 2})
        game.a("attack hog -> player")
        game.b("pass", "play it", "choose lucky", "pass")
        assert (game.counter("B", "life"), game.zone("lucky")) == (10, "graveyard")

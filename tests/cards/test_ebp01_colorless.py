"""What the colorless cards of EBP01 do."""

from tests.cards.conftest import SetTable


class TestElphidran:
    """EBP01-098: On Attack, you may reveal a card of your hand; for a Dragon Pal, Power+500 until end of turn."""

    def test_a_dragon_pal_of_the_hand_strengthens_it(self, table: SetTable) -> None:
        game = table(
            A={"base": ["EBP01-098 it"], "hand": ["EBP01-025 dragon", "ETD01-002 hog"]}, B={"base": ["ETD01-003 other"]}
        )
        with game.untouched("other"):
            game.a("attack it -> player")
            assert game.asked() == ("A", "may")
            game.a("yes")
            assert game.candidates() == {"dragon", "hog"}
            game.a("choose dragon")
            assert (game.power("it"), game.zone("dragon")) == (1100, "hand")
            game.settle()
        game.end_turn()
        assert game.power("it") == 600

    def test_the_opponent_sees_the_revealed_card_and_forgets_it(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-098 it"], "hand": ["EBP01-025 dragon", "ETD01-002 hog"]})
        game.a("attack it -> player", "yes", "choose dragon")
        shown = [event["number"] for event in game.last_events("B") if event["type"] == "card_revealed"]
        assert shown == ["EBP01-025"]
        assert game.game.view("B")["looked"] == []
        assert all(card["zone"] != "hand" for card in game.game.view("B")["cards"].values())
        game.settle()

    def test_another_card_may_be_shown_for_nothing(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-098 it"], "hand": ["ETD01-002 hog"]})
        game.a("attack it -> player", "yes")
        assert (game.power("it"), game.zone("hog")) == (600, "hand")
        game.settle()

    def test_a_pal_of_another_element_shows_nothing_either(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-098 it"], "hand": ["ETD01-017 water"]})
        game.a("attack it -> player", "yes")
        assert game.power("it") == 600
        game.settle()

    def test_nothing_has_to_be_revealed(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-098 it"], "hand": ["EBP01-025 dragon"]})
        game.a("attack it -> player", "no")
        assert game.power("it") == 600
        assert all(event["type"] != "card_revealed" for event in game.last_events("B"))
        game.settle()

    def test_an_empty_hand_is_not_asked(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-098 it"]})
        game.a("attack it -> player")
        assert game.asked() == ("B", "block")
        game.settle()

    def test_the_attack_of_another_pal_asks_nothing(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-098 it", "ETD01-002 hog"], "hand": ["EBP01-025 dragon"]})
        game.a("attack hog -> player")
        assert game.asked() == ("B", "block")
        game.settle()

    def test_the_bonus_outlasts_the_battle(self, table: SetTable) -> None:
        game = table(A={"base": ["EBP01-098 it"], "hand": ["EBP01-025 dragon"]})
        game.a("attack it -> player", "yes")
        game.settle()
        assert game.power("it") == 1100


class TestTheAdventureBegins:
    """EBP01-100: as the first card played, 2 cards; with 3 differently named My First Pals, Power+1000 and Strike+5."""

    def test_as_the_first_card_of_the_game_it_draws_two(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-100 it"], "base": ["ETD01-002 hog"], "deck": ["ETD01-003 a", "ETD01-013 b"]})
        with game.untouched("hog"):
            game.a("play it")
        assert (game.cards("A", "hand"), game.cards("B", "hand")) == (["a", "b"], [])

    def test_after_another_card_it_draws_none(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-100 it", "EBP01-100 second"]})
        game.a("play it")
        assert len(game.cards("A", "hand")) == 3
        game.a("play second")
        assert len(game.cards("A", "hand")) == 2

    def test_a_quick_card_of_an_earlier_turn_counts_and_the_opponents_cards_do_not(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["EBP01-100 it", "ETD02-011 blast"], "base": ["ETD01-002 hog"]},
            B={"base": ["ETD01-003 attacker"], "hand": ["ETD01-013 theirs", "EBP01-100 other"]},
            turn="B",
        )
        game.b("play theirs", "attack attacker -> player")
        game.a("pass", "play blast", "choose hog", "pass")
        game.end_turn()
        before = len(game.cards("A", "hand"))
        game.a("play it")
        assert len(game.cards("A", "hand")) == before - 1

    def test_neither_interrupt_nor_the_soul_draw_nor_an_effects_deployment_is_playing(self, table: SetTable) -> None:
        game = table(
            A={
                "hand": ["EBP01-100 it", "ETD01-016 interrupt"],
                "base": ["ETD01-020 bench", "ETD01-002 worker"],
                "deck": ["ETD01-014 drawn", "ETD01-013 second", "ETD01-008 pit"],
                "souls": 8,
            },
            B={"base": ["ETD01-003 attacker"]},
            turn="B",
        )
        game.b("attack attacker -> player")
        game.a("pass", "activate interrupt", "option 1")
        game.end_turn()
        game.a("draw", "activate bench", "yes")
        assert game.zone("pit") == "base"
        before = len(game.cards("A", "hand"))
        game.a("play it")
        assert len(game.cards("A", "hand")) == before + 1

    def test_three_first_pals_strengthen_all_own_pals(self, table: SetTable) -> None:
        game = table(
            A={
                "hand": ["EBP01-100 it"],
                "base": [
                    "ETD01-023 lamball",
                    "ETD02-023 cattiva rest",
                    "ETD02-024 chikipi",
                    "ETD01-002 hog",
                    "ETD01-008 pit",
                ],
            },
            B={"base": ["ETD01-003 theirs"]},
        )
        with game.untouched("theirs", "pit"):
            game.a("play it")
        assert (game.power("hog"), game.strike("hog"), game.power("cattiva"), game.strike("lamball")) == (
            1300,
            6,
            1200,
            6,
        )
        game.end_turn()
        assert (game.power("hog"), game.strike("hog")) == (300, 1)

    def test_three_of_two_names_are_not_enough(self, table: SetTable) -> None:
        game = table(
            A={"hand": ["EBP01-100 it"], "base": ["ETD01-023 lamball", "ETD01-023 twin", "ETD02-024 chikipi"]},
            B={"base": ["ETD02-023 theirs"]},
        )
        with game.untouched("lamball", "twin", "chikipi", "theirs"):
            game.a("play it")
        assert len(game.cards("A", "hand")) == 2

    def test_three_other_pals_are_not_enough(self, table: SetTable) -> None:
        game = table(A={"hand": ["EBP01-100 it"], "base": ["ETD01-002 a", "ETD01-003 b", "ETD01-013 c"]})
        with game.untouched("a", "b", "c"):
            game.a("play it")

    def test_a_structure_with_a_declared_first_name_does_not_count(self, table: SetTable) -> None:
        game = table(
            A={
                "hand": ["EBP01-100 it", "ETD01-002 paid", "ETD02-023 cattiva", "ETD02-024 chikipi"],
                "base": ["EBP01-040 dresser"],
            }
        )
        game.a("activate dresser", "choose paid", "name Lamball – My First Pal", "play cattiva", "play chikipi")
        with game.untouched("cattiva", "chikipi"):
            game.a("play it")

"""What the colorless cards of ETD01 do."""

import pytest

from tests.cards.conftest import SetTable


class TestLamball:
    """ETD01-023: cannot be attacked by Pals of ◇4 or greater."""

    def test_a_pal_of_cost_3_may_attack_it(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-014 three"]}, B={"base": ["ETD01-023 it rest", "ETD01-002 other rest"]})
        with game.untouched("other"):
            game.a("attack three -> it")
            game.settle()
        assert game.zone("it") == "graveyard"

    @pytest.mark.parametrize("number", ["ETD02-015", "ETD02-001", "ETD01-001"])
    def test_a_pal_of_cost_4_or_more_may_not(self, table: SetTable, number: str) -> None:
        game = table(A={"base": [f"{number} dear"]}, B={"base": ["ETD01-023 it rest", "ETD01-002 other rest"]})
        assert game.refuses("attack dear -> it")
        assert not game.refuses("attack dear -> other")
        assert not game.refuses("attack dear -> player")

    def test_it_may_block_anyone(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-001 dear"]}, B={"base": ["ETD01-023 it"]})
        game.a("attack dear -> player")
        game.b("block it", "pass")
        assert game.zone("it") == "graveyard"
        assert game.counter("B", "life") == 10

    def test_it_is_not_protected_from_effects(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD02-021 strike"]}, B={"base": ["ETD01-023 it"]})
        game.a("play strike")
        assert game.zone("it") == "graveyard"

    def test_it_may_attack_like_any_pal(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-023 it"]})
        game.a("attack it -> player")
        game.settle()
        assert game.counter("B", "life") == 9


class TestRibbuny:
    """ETD01-024: when it is put into the graveyard, 1 Material."""

    def test_dying_in_battle_brings_material(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-024 it"]}, B={"base": ["ETD02-001 theirs rest"]})
        game.a("attack it -> theirs")
        game.settle()
        assert game.zone("it") == "graveyard"
        assert (game.counter("A", "material"), game.counter("B", "material")) == (1, 0)

    def test_an_effect_of_the_opponent_brings_it_to_its_own_player(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD02-021 strike"]}, B={"base": ["ETD01-024 it"]})
        game.a("play strike")
        assert (game.counter("A", "material"), game.counter("B", "material")) == (0, 1)

    def test_the_death_of_another_pal_brings_nothing(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD02-021 strike"]}, B={"base": ["ETD01-024 it", "ETD01-002 hog"]})
        with game.untouched("it"):
            game.a("play strike", "choose hog")
        assert game.counter("B", "material") == 0

    def test_discarding_it_brings_nothing(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD02-021 strike"]}, B={"base": ["ETD02-014 leezpunk"], "hand": ["ETD01-024 it"]})
        game.a("play strike")
        assert game.zone("leezpunk") == "graveyard"
        assert game.counter("A", "material") == 0

    def test_the_discard_of_an_opponents_leezpunk_brings_nothing(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD02-021 strike", "ETD01-024 it"]}, B={"base": ["ETD02-014 leezpunk"]})
        game.a("play strike")
        assert game.zone("it") == "graveyard"
        assert game.counter("A", "material") == 0

    def test_being_moved_there_from_the_deck_by_damage_brings_nothing(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-002 hog"]}, B={"deck": ["ETD01-024 it"]})
        game.a("attack hog -> player")
        game.settle()
        assert game.zone("it") == "graveyard"
        assert game.counter("B", "material") == 0

    def test_exiling_it_brings_nothing(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-019 trap", "ETD01-002 worker"]}, B={"base": ["ETD01-024 it"]})
        game.a("activate trap", "choose it")
        assert game.zone("it") == "exile"
        assert game.counter("B", "material") == 0

"""What the colorless cards of ETD02 do."""

import pytest

from tests.cards.conftest import SetTable


class TestCattiva:
    """ETD02-023: cannot be attacked by Pals of ◇3 or less."""

    def test_a_pal_of_cost_4_may_attack_it(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-015 four"]}, B={"base": ["ETD02-023 it rest", "ETD01-002 other rest"]})
        with game.untouched("other"):
            game.a("attack four -> it")
            game.settle()
        assert game.zone("it") == "graveyard"

    @pytest.mark.parametrize("number", ["ETD01-002", "ETD01-014"])
    def test_a_pal_of_cost_3_or_less_may_not(self, table: SetTable, number: str) -> None:
        game = table(A={"base": [f"{number} cheap"]}, B={"base": ["ETD02-023 it rest", "ETD01-002 other rest"]})
        assert game.refuses("attack cheap -> it")
        assert not game.refuses("attack cheap -> other")
        assert not game.refuses("attack cheap -> player")

    def test_it_may_block_anyone(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-002 cheap"]}, B={"base": ["ETD02-023 it"]})
        game.a("attack cheap -> player")
        game.b("block it", "pass")
        assert game.zone("it") == "graveyard"
        assert (game.damage("cheap"), game.counter("B", "life")) == (200, 10)

    def test_a_taunt_that_this_attacker_cannot_attack_does_not_bind_it_here(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-002 cheap"]}, B={"base": ["ETD02-023 it rest", "ETD02-006 taunt rest"]})
        assert game.refuses("attack cheap -> it")
        assert game.refuses("attack cheap -> player")
        assert not game.refuses("attack cheap -> taunt")


class TestChikipi:
    """ETD02-024: when it is put into the graveyard, 1 Ingredient."""

    def test_dying_in_battle_brings_ingredient(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-024 it"]}, B={"base": ["ETD02-001 theirs rest"]})
        game.a("attack it -> theirs")
        game.settle()
        assert game.zone("it") == "graveyard"
        assert (game.counter("A", "ingredient"), game.counter("A", "material")) == (1, 0)
        assert game.counter("B", "ingredient") == 0

    def test_an_effect_of_the_opponent_brings_it_to_its_own_player(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD02-021 strike"]}, B={"base": ["ETD02-024 it"]})
        game.a("play strike")
        assert (game.counter("A", "ingredient"), game.counter("B", "ingredient")) == (0, 1)

    def test_the_death_of_another_pal_brings_nothing(self, table: SetTable) -> None:
        game = table(A={"hand": ["ETD02-021 strike"]}, B={"base": ["ETD02-024 it", "ETD01-002 hog"]})
        with game.untouched("it"):
            game.a("play strike", "choose hog")
        assert game.counter("B", "ingredient") == 0

    def test_being_moved_there_from_the_deck_by_damage_brings_nothing(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD01-002 hog"]}, B={"deck": ["ETD02-024 it"]})
        game.a("attack hog -> player")
        game.settle()
        assert game.zone("it") == "graveyard"
        assert game.counter("B", "ingredient") == 0

    def test_exiling_it_brings_nothing(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-019 trap", "ETD01-002 worker"]}, B={"base": ["ETD02-024 it"]})
        game.a("activate trap", "choose it")
        assert (game.zone("it"), game.counter("B", "ingredient")) == ("exile", 0)

    def test_two_that_die_at_once_bring_one_each(self, table: SetTable) -> None:
        game = table(A={"base": ["ETD02-012 astegon"]}, B={"base": ["ETD02-024 first", "ETD02-024 second"]})
        game.a("attack astegon -> player")
        game.b("resolve first")
        game.settle()
        assert game.counter("B", "ingredient") == 2

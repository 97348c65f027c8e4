"""What the greedy bot does in positions where everyone would do the same."""

from dataclasses import replace

import pytest

from clients.bots import BOTS
from engine import SEATS, Decision, Game
from tests.bots.matches import FILLER, side, standing

HOG = "ETD01-002"  # 300/1
KELPSEA = "ETD01-003"  # 500/1
FOXPARKS = "ETD01-004"  # 400/2, Interrupt
MOSSANDA = "ETD02-001"  # 900/2
GRIZZBOLT = "ETD01-001"  # 1600/4, Assault
MAMMOREST = "ETD02-007"  # 2000/4
STONE_PIT = "ETD01-008"
IGNIS_BREATH = "ETD01-011"  # Quick: 500 damage
STONE_BLAST = "ETD02-011"  # Quick: Power+500
STRIKE = "ETD02-021"  # a Pal into the graveyard
RIFLE = "ETD01-010"  # On Deploy: up to 1 Pal, 1500 damage
REINDRIX = "ETD01-016"  # Interrupt


def decide(game: Game) -> Decision:
    """What the bot answers; the game goes on with it."""
    prompt = game.prompt
    assert prompt is not None
    decision = BOTS["greedy"].choose(game.view(prompt.seat), prompt, prompt.legal(), seed=1)
    game.decide(decision)
    return decision


def named(game: Game, seat: str, handle: int) -> str:
    number: str = game.view(SEATS["AB".index(seat)])["cards"][str(handle)]["number"]
    return number


def asked_for(game: Game) -> list[str]:
    """The numbers of the cards that the bot chooses, as they are before it."""
    prompt = game.prompt
    assert prompt is not None
    decision = BOTS["greedy"].choose(game.view(prompt.seat), prompt, prompt.legal(), seed=1)
    return [named(game, prompt.seat, card) for card in decision.cards]


def take(game: Game, verb: str) -> None:
    """Take the first legal decision with that verb."""
    assert game.prompt is not None
    game.decide(next(decision for decision in game.prompt.legal() if decision.verb == verb))


def until(game: Game, kind: str) -> None:
    """Pass on to a question of that kind."""
    while game.prompt is not None and game.prompt.kind != kind:
        assert len(game.prompt.legal()) == 1 or game.prompt.kind in ("block", "quick")
        take(game, "pass")


# --- attacking --------------------------------------------------------------------------------------------------------


def test_it_finishes_the_opponent_when_it_can() -> None:
    game = standing(A=side(base=f"{HOG} {KELPSEA}", souls_standing=0), B=side(base=f"{STONE_PIT} {HOG}/rest", life=2))

    decision = decide(game)

    assert (decision.verb, decision.target) == ("attack", 0)


def test_it_beats_a_resting_pal_that_is_weaker() -> None:
    game = standing(A=side(base=MOSSANDA, souls_standing=0), B=side(base=f"{KELPSEA}/rest"))

    decision = decide(game)

    assert decision.verb == "attack"
    assert named(game, "A", decision.card) == MOSSANDA
    assert decision.target != 0


def test_it_does_not_attack_into_a_stronger_pal_that_can_block() -> None:
    game = standing(A=side(base=HOG, souls_standing=0), B=side(base=MAMMOREST))

    assert decide(game) == Decision("end")


def test_it_attacks_the_player_when_nobody_can_block_or_strike_back() -> None:
    game = standing(A=side(base=KELPSEA, souls_standing=0), B=side())

    decision = decide(game)

    assert (decision.verb, decision.target) == ("attack", 0)


# --- spending ---------------------------------------------------------------------------------------------------------


def test_it_plays_the_cards_that_use_its_souls_best() -> None:
    game = standing(A=side(hand=f"{HOG} {KELPSEA} {MOSSANDA}", souls_standing=5), B=side())

    while decide(game).verb == "play":
        pass

    assert game.view("A")["players"]["A"]["souls"] == 0


def test_it_lets_a_pal_attack_before_another_one_drives_it_out() -> None:
    base = " ".join([HOG] * 5)
    game = standing(A=side(base=base, hand=GRIZZBOLT, souls_standing=7), B=side(life=20))

    assert decide(game).verb == "attack"


def test_it_draws_with_souls_that_it_has_no_other_use_for() -> None:
    assert decide(standing(A=side(souls_standing=4), B=side())) == Decision("draw")


def test_it_does_not_draw_its_last_cards() -> None:
    game = standing(A=replace(side(souls_standing=4), deck=FILLER[:3]), B=side())

    assert decide(game) == Decision("end")


def test_it_has_an_idle_pal_work_in_a_structure() -> None:
    game = standing(A=side(base=f"{HOG} {STONE_PIT}", souls_standing=0), B=side(base=MAMMOREST))

    decision = decide(game)

    assert decision.verb == "activate"
    assert named(game, "A", decision.card) == STONE_PIT


# --- what effects ask -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("event", [STRIKE, IGNIS_BREATH])
def test_harm_goes_to_the_opponents_best_pal_that_it_kills(event: str) -> None:
    game = standing(A=side(base=HOG, hand=event, souls_standing=4), B=side(base=f"{HOG}/rest {KELPSEA} {HOG}", life=20))
    take(game, "play")

    chosen = asked_for(game)

    assert chosen == [KELPSEA]


def test_harm_spares_the_own_pals_even_if_nothing_else_is_there() -> None:
    game = standing(A=side(base=HOG, hand=RIFLE, souls_standing=4), B=side())
    take(game, "play")

    assert decide(game) == Decision("choose")


def test_help_goes_to_the_own_pal_that_wins_by_it() -> None:
    game = standing(
        A=side(base=f"{MOSSANDA}/rest {HOG}", hand=STONE_BLAST, souls_standing=2), B=side(base=f"{KELPSEA}/rest")
    )
    take(game, "play")

    assert asked_for(game) == [HOG]


def test_the_worst_card_is_discarded_for_a_cost() -> None:
    game = standing(
        A=side(base=MAMMOREST, souls_standing=0),
        B=side(hand=f"{FOXPARKS} {MOSSANDA} {HOG}", souls_standing=0, life=3),
    )
    take(game, "attack")
    until(game, "quick")
    assert decide(game).verb == "activate"

    assert asked_for(game) == [HOG]


# --- defending --------------------------------------------------------------------------------------------------------


def test_it_blocks_with_a_pal_that_beats_the_attacker() -> None:
    game = standing(A=side(base=KELPSEA), B=side(base=f"{MOSSANDA} {HOG}"))
    take(game, "attack")
    until(game, "block")

    decision = decide(game)

    assert decision.verb == "block"
    assert named(game, "B", decision.card) == MOSSANDA


def test_it_does_not_throw_a_good_pal_away_for_a_point_of_life() -> None:
    game = standing(A=side(base=KELPSEA), B=side(base=FOXPARKS))
    take(game, "attack")
    until(game, "block")

    assert decide(game) == Decision("pass")


def test_it_throws_a_pal_before_an_attack_that_would_beat_it() -> None:
    game = standing(A=side(base=MAMMOREST), B=side(base=HOG, life=4))
    take(game, "attack")
    until(game, "block")

    assert decide(game).verb == "block"


def test_it_stops_an_attack_that_would_beat_it() -> None:
    game = standing(A=side(base=MAMMOREST), B=side(hand=FOXPARKS, souls_standing=1, life=4))
    take(game, "attack")
    until(game, "quick")

    decision = decide(game)

    assert decision.verb == "activate"
    assert game.view("B")["players"]["B"]["life"] == 4


def test_it_keeps_its_cards_against_a_scratch() -> None:
    game = standing(A=side(base=HOG), B=side(hand=f"{FOXPARKS} {IGNIS_BREATH}", souls_standing=0))
    take(game, "attack")
    until(game, "quick")

    assert decide(game) == Decision("pass")


def test_it_saves_a_pal_with_a_quick_card_that_turns_the_battle() -> None:
    game = standing(A=side(base=MOSSANDA), B=side(base=f"{REINDRIX}/rest", hand=STONE_BLAST, souls_standing=2))
    assert game.prompt is not None
    game.decide(next(decision for decision in game.prompt.legal() if decision.verb == "attack" and decision.target))
    until(game, "quick")

    assert decide(game).verb == "play"
    assert asked_for(game) == [REINDRIX]

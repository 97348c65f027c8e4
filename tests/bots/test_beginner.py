"""What the easy bot never does, whatever distracts it."""

from clients.bots import BOTS
from engine import Decision, Game
from tests.bots.matches import side, standing

SEEDS = range(60)
HOG = "ETD01-002"  # 300/1
KELPSEA = "ETD01-003"  # 500/1
MOSSANDA = "ETD02-001"  # 900/2
MAMMOREST = "ETD02-007"  # 2000/4
STRIKE = "ETD02-021"  # a Pal into the graveyard
STONE_BLAST = "ETD02-011"  # Power+500


def answers(game: Game) -> list[Decision]:
    """What it decides now, distracted in every way."""
    prompt = game.prompt
    assert prompt is not None
    view, legal = game.view(prompt.seat), prompt.legal()
    return [BOTS["beginner"].choose(view, prompt, legal, seed) for seed in SEEDS]


def owners_chosen(game: Game) -> set[str]:
    """Whose cards it chooses, after the only card in hand is played."""
    assert game.prompt is not None
    game.decide(next(decision for decision in game.prompt.legal() if decision.verb == "play"))
    cards = game.view("A")["cards"]
    return {cards[str(card)]["owner"] for decision in answers(game) for card in decision.cards}


def test_it_harms_the_opponent_and_helps_itself() -> None:
    harms = standing(A=side(base=MOSSANDA, hand=STRIKE, souls_standing=4), B=side(base=f"{HOG} {KELPSEA}", life=20))
    helps = standing(
        A=side(base=f"{MOSSANDA} {HOG}", hand=STONE_BLAST, souls_standing=2), B=side(base=f"{KELPSEA}/rest")
    )

    assert owners_chosen(harms) == {"B"}
    assert owners_chosen(helps) == {"A"}


def test_it_does_not_attack_into_a_stronger_pal_that_can_block() -> None:
    game = standing(A=side(base=HOG, souls_standing=0), B=side(base=MAMMOREST))

    assert {decision.verb for decision in answers(game)} == {"end"}


def test_it_spends_its_souls_while_that_is_of_use() -> None:
    game = standing(A=side(hand=f"{HOG} {KELPSEA} {MOSSANDA}", souls_standing=5), B=side())

    decided = answers(game)

    assert {decision.verb for decision in decided} <= {"play", "draw"}
    assert len(set(decided)) > 1, "it takes any of them"

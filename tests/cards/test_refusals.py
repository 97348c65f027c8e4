"""Why not, in words: one sentence that begins with what is wrong, with both numbers where two are compared."""

import pytest

from engine import Decision
from engine.effects.costs import CostPart
from engine.effects.english.refusals import either, has_taunt, short_of
from engine.model.errors import InvalidCard
from engine.model.reasons import Reason, ReasonCode
from tests.cards.conftest import SetTable
from tests.cards.table import Table


def told(table: Table, line: str) -> tuple[str, str]:
    """Code and sentence of what the asked player may not do; it must be refused with the same sentence."""
    assert table.refuses(line)
    reason = table.why_not(line)
    assert reason is not None
    return reason.code, reason.text


# --- playing ----------------------------------------------------------------------------------------------------------


def test_a_card_that_costs_too_much_is_told_with_both_numbers(table: SetTable) -> None:
    game = table(A={"hand": ["ETD01-007 dear", "ETD01-008 cheap"], "souls": 7})
    assert game.why_not("play dear") == Reason(ReasonCode.SOULS, "Costs 8 souls, you have 7.", needed=8, held=7)
    assert game.why_not("play cheap") is None
    assert told(table(A={"hand": ["ETD01-008 it"], "souls": 0}), "play it")[1] == "Costs 1 soul, you have 0."


def test_a_reduced_cost_is_the_one_that_is_compared(table: SetTable) -> None:
    game = table(A={"base": ["EBP01-016 it"], "hand": ["ETD02-010 spear"], "souls": 3, "material": 3})
    assert told(game, "play spear")[1] == "Costs 6 souls, you have 3."
    game.a("activate it 2", "number 2")
    assert told(game, "play spear")[1] == "Costs 4 souls, you have 3."
    game = table(A={"base": ["EBP01-016 it"], "hand": ["ETD02-010 spear"], "souls": 3, "material": 3})
    game.a("activate it 2", "number 3")
    assert game.why_not("play spear") is None


def test_only_cards_of_the_own_hand_are_played(table: SetTable) -> None:
    game = table(A={"base": ["ETD01-002 hog"], "graveyard": ["ETD01-011 gone"]}, B={"base": ["ETD01-003 kelp"]})
    for label in ("hog", "gone", "kelp"):
        assert told(game, f"play {label}") == ("not_in_hand", "Not in your hand.")


def test_in_the_quick_step_only_quick_cards_are_played(table: SetTable) -> None:
    game = table(
        A={"base": ["ETD01-002 hog"]}, B={"hand": ["ETD01-008 pit", "ETD02-011 blast", "ETD01-016 block"], "souls": 1}
    )
    game.a("attack hog -> player")
    game.b("pass")
    assert told(game, "play pit") == ("not_quick", "Not a Quick card.")
    assert told(game, "play blast") == ("souls", "Costs 2 souls, you have 1.")
    game.b("pass")


# --- abilities --------------------------------------------------------------------------------------------------------


def test_an_ability_that_was_used_is_told(table: SetTable) -> None:
    game = table(A={"base": ["ETD01-008 pit", "ETD01-002 hog", "ETD01-003 kelp"]})
    game.a("activate pit 1", "choose hog")
    assert told(game, "activate pit 1") == ("used", "Used this turn.")


def test_an_ability_that_is_not_there_is_told(table: SetTable) -> None:
    game = table(
        A={"base": ["ETD01-008 pit"], "hand": ["ETD01-004 fox", "ETD01-009 bench"]}, B={"base": ["ETD01-008 theirs"]}
    )
    assert told(game, "activate pit 2") == ("no_ability", "It has no such ability that can be used where it lies.")
    assert told(game, "activate bench 1") == ("no_ability", "It has no such ability that can be used where it lies.")
    assert told(game, "activate theirs 1") == ("not_yours", "Not yours to use.")
    assert told(game, "activate fox 1") == ("only_when_attacked", "Only while an opponent's Pal attacks.")


def test_what_is_missing_to_pay_is_told_part_by_part(table: SetTable) -> None:
    game = table(
        A={
            "base": ["ETD01-006 lux rest", "ETD02-010 spear rest", "ETD01-018 reptyro rest", "EBP01-088 lamp",
                     "EBP01-018 bell"],
            "hand": ["ETD01-002 card"],
            "deck": ["ETD01-003 one", "ETD01-003 two"],
            "exact_deck": True,
            "material": 1,
            "souls": 0,
        }
    )  # fmt: skip
    assert told(game, "activate lux 1") == ("resource", "Needs 2 Material, you have 1.")
    assert told(game, "activate spear 1") == ("resting", "Already resting.")
    assert told(game, "activate reptyro 1") == ("cards", "Needs 1 structure to discard, you have 0.")
    assert told(game, "activate lamp 1") == ("deck", "Needs 3 cards in your deck, you have 2.")
    assert told(game, "activate bell 1") == ("souls", "Costs 1 soul, you have 0.")
    lacking = table(A={"base": ["ETD01-008 pit", "ETD01-002 hog rest", "EBP01-093 cleaver"]})
    assert told(lacking, "activate pit 1") == ("pals", "Needs 1 standing Pal to assign, you have 0.")
    assert lacking.why_not("activate cleaver 1") is None
    assert told(table(A={"base": ["EBP01-093 it"]}), "activate it 1") == ("pals", "Needs 1 Pal to butcher, you have 0.")


def test_each_of_several_ways_to_pay_is_told(table: SetTable) -> None:
    game = table(A={"base": ["EBP01-001 dragon"], "hand": ["ETD01-002 card"], "souls": 2})
    assert game.why_not("activate dragon 1") == Reason(
        ReasonCode.SOULS, "Costs 3 souls, you have 2; or needs 2 cards to discard, you have 1.", needed=3, held=2
    )


def test_an_interrupt_without_a_soul_and_another_card_is_told_so(table: SetTable) -> None:
    game = table(A={"base": ["ETD01-002 hog"]}, B={"hand": ["ETD01-004 fox"], "souls": 0})
    game.a("attack hog -> player")
    game.b("pass")
    assert told(game, "activate fox 1")[1] == "Costs 1 soul, you have 0; or needs 1 other card to discard, you have 0."
    game.b("pass")


def test_abilities_that_are_not_quick_wait_for_the_own_turn(table: SetTable) -> None:
    game = table(A={"base": ["ETD01-002 hog"]}, B={"base": ["ETD02-010 spear"]})
    game.a("attack hog -> player")
    game.b("pass")
    assert told(game, "activate spear 1") == ("not_quick", "Not a Quick ability.")
    game.b("pass")


def test_a_player_whose_pals_must_attack_assigns_none_and_does_not_end(table: SetTable) -> None:
    game = table(A={"base": ["EBP01-018 bell", "ETD01-008 pit", "ETD01-002 hog", "ETD01-003 kelp"]})
    game.a("activate bell 1", "choose hog")
    assert told(game, "activate pit 1") == ("no_assigning", "Your Pals cannot be assigned this turn.")
    assert told(game, "end") == ("must_attack", "Your Pals must attack before you end your main phase.")


def test_the_soul_draw_is_told_like_an_ability(table: SetTable) -> None:
    assert told(table(A={"souls": 2}), "draw") == ("souls", "Costs 3 souls, you have 2.")
    game = table(A={"souls": 9})
    game.a("draw")
    assert told(game, "draw") == ("used", "Used this turn.")


# --- attacking and blocking -------------------------------------------------------------------------------------------


def test_only_own_standing_pals_attack(table: SetTable) -> None:
    game = table(
        A={"base": ["ETD01-002 hog rest", "ETD01-008 pit"], "hand": ["ETD01-003 kelp"]}, B={"base": ["ETD01-003 it"]}
    )
    assert told(game, "attack hog -> player") == ("resting", "Already resting.")
    for label in ("pit", "kelp", "it"):
        assert told(game, f"attack {label} -> player") == ("not_yours", "Not a Pal in your base.")


def test_what_cannot_be_attacked_is_told(table: SetTable) -> None:
    game = table(
        A={"base": ["ETD01-005 arsox", "ETD01-008 pit"]},
        B={
            "base": ["ETD01-003 standing", "ETD01-023 lamball rest", "ETD02-010 spear"],
            "graveyard": ["ETD01-002 gone"],
        },
    )
    assert told(game, "attack arsox -> standing") == (
        "standing",
        "Standing: only Pals with Assault attack standing Pals.",
    )
    assert told(game, "attack arsox -> lamball") == (
        "protected", "Lamball cannot be attacked by Pals of cost 4 or greater.",
    )  # fmt: skip
    for label in ("spear", "gone", "pit", "arsox"):
        assert told(game, f"attack arsox -> {label}") == (
            "no_target", "Only your opponent, their structures and their Pals can be attacked.",
        )  # fmt: skip


def test_taunt_is_told_with_the_cards_that_have_it(table: SetTable) -> None:
    game = table(
        A={"base": ["ETD01-002 hog"]},
        B={"base": ["ETD02-006 taunting rest", "ETD01-003 resting rest", "ETD01-008 pit", "ETD01-014 standing"]},
    )
    for target in ("player", "resting", "pit"):
        assert told(game, f"attack hog -> {target}") == ("taunt", "Broncherry has Taunt: nothing else can be attacked.")
    assert told(game, "attack hog -> standing")[0] == "standing"
    assert game.why_not("attack hog -> taunting") is None


def test_who_cannot_block_is_told(table: SetTable) -> None:
    game = table(
        A={"base": ["ETD01-001 it", "ETD01-002 hog"]},
        B={"base": ["ETD01-003 target", "ETD01-014 tired rest", "ETD01-008 pit", "ETD01-013 free"]},
    )
    game.a("attack it -> target")
    assert told(game, "block target") == ("attacked_itself", "Attacked itself: another Pal may block.")
    assert told(game, "block tired") == ("resting", "Already resting.")
    assert told(game, "block pit") == told(game, "block hog") == ("not_yours", "Not a Pal in your base.")
    assert game.why_not("block free") is None
    game.settle()


def test_a_stealthy_attacker_is_told(table: SetTable) -> None:
    game = table(A={"base": ["ETD02-018 it"]}, B={"base": ["ETD01-003 kelp"]})
    game.a("attack it -> player")
    assert told(game, "block kelp") == ("stealth", "Cannot be blocked: Felbat has Stealth.")
    game.settle()


def test_a_pal_that_an_effect_keeps_from_blocking_is_told(table: SetTable) -> None:
    game = table(
        A={"base": ["ETD01-002 hog"], "hand": ["EBP01-023 plan"]}, B={"base": ["ETD01-003 kelp", "ETD01-007 dear"]}
    )
    game.a("play plan", "option 3")
    game.a("attack hog -> player")
    assert game.why_not("block kelp") is None
    assert told(game, "block dear") == ("cannot_block", "Cannot block this turn.")
    game.settle()


# --- answers to questions ---------------------------------------------------------------------------------------------


def test_a_choice_says_what_it_is_among_and_how_many(table: SetTable) -> None:
    game = table(
        A={"hand": ["ETD01-015 it"], "base": ["ETD01-002 hog", "ETD01-008 pit"]},
        B={"base": ["ETD01-003 kelp", "ETD01-007 dear"]},
    )
    game.a("play it")
    assert told(game, "choose pit") == ("not_offered", "Only Pals of cost 3 or less can be chosen.")
    assert told(game, "choose dear") == ("not_offered", "Only Pals of cost 3 or less can be chosen.")
    reason = game.why_not("choose hog kelp")
    assert reason == Reason(ReasonCode.NUMBER, "No more than 1 may be chosen, and 2 were.", needed=1, held=2)
    game.a("choose hog")


def test_a_choice_for_a_cost_says_what_it_is_among(table: SetTable) -> None:
    game = table(
        A={
            "base": ["ETD01-008 pit", "ETD01-002 hog", "ETD01-003 kelp", "ETD01-013 tired rest"],
            "hand": ["ETD01-004 fox"],
        }
    )
    game.a("activate pit 1")
    assert told(game, "choose tired") == ("not_offered", "Only your standing Pals can be chosen.")
    assert told(game, "choose fox") == ("not_offered", "Only your standing Pals can be chosen.")
    assert told(game, "choose none") == ("number", "At least 1 has to be chosen, and none was.")
    game.a("choose hog")
    game = table(A={"base": ["EBP01-040 dresser"], "hand": ["ETD01-002 one", "ETD01-003 two"]})
    game.a("activate dresser 1")
    assert told(game, "choose dresser") == ("not_offered", "Only cards in your hand can be chosen.")
    game.a("choose one", "name Antique Mirror")


def test_a_card_is_chosen_once(table: SetTable) -> None:
    game = table(A={"hand": ["EBP01-029 it"], "base": ["ETD01-002 hog"]}, B={"base": ["ETD01-003 kelp"]})
    game.a("play it")
    handle = game.prompt.candidates[0]
    reason = game.prompt.why_not(Decision("choose", cards=(handle, handle)))
    assert reason is not None
    assert (reason.code, reason.text) == ("twice", "A card can be chosen once.")
    game.game.decide(game.prompt.default)


def test_overloaded_pals_are_chosen_from_those_offered(table: SetTable) -> None:
    game = table(
        A={"base": [f"ETD01-003 kelp{n}" for n in range(5)], "hand": ["ETD01-013 newest"]},
        B={"base": ["ETD01-002 hog"]},
    )
    game.a("play newest")
    assert told(game, "choose hog kelp0 kelp1 kelp2") == ("not_offered", "Only what is offered can be chosen.")
    game.a("choose kelp0 kelp1 kelp2 kelp3")


def test_numbers_names_and_options_say_their_bounds(table: SetTable) -> None:
    game = table(A={"base": ["EBP01-016 it"], "material": 3})
    game.a("activate it 2")
    assert game.why_not("number 4") == Reason(
        ReasonCode.NUMBER, "The number has to be between 0 and 3.", needed=3, held=4
    )
    game.a("number 0")
    game = table(A={"base": ["EBP01-040 it"], "hand": ["ETD01-002 paid"]})
    game.a("activate it 1")
    reason = game.prompt.why_not(Decision("name", name="Nobody"))
    assert reason is not None
    assert (reason.code, reason.text) == ("no_such_name", "No card of the game is called Nobody.")
    game.a("name Antique Mirror")
    game = table(A={"hand": ["EBP01-070 plan"]})
    game.a("play plan")
    assert told(game, "option 4") == ("not_offered", "That option is not there, or cannot be paid.")
    game.a("option 3")


def test_what_answers_another_question_is_told_so(table: SetTable) -> None:
    game = table(A={"hand": ["ETD01-002 hog"]})
    assert (
        told(game, "pass")
        == told(game, "yes")
        == ("wrong_kind", "Another question is open now, and has to be answered first.")
    )
    unknown = game.prompt.why_not(Decision("play", 10**6))
    stray = game.prompt.why_not(Decision("end", number=3))
    assert unknown is not None
    assert stray is not None
    assert (unknown.code, unknown.text) == ("unknown_card", "You see no such card.")
    assert (stray.code, stray.text) == ("stray_field", "The decision says more than its verb has a meaning for.")


# --- the sentences themselves -----------------------------------------------------------------------------------------


def test_the_same_hindrance_of_two_ways_to_pay_is_said_once() -> None:
    assert either(["Already resting.", "Already resting."]) == "Already resting."


def test_two_cards_of_one_name_with_taunt_are_named_once() -> None:
    assert has_taunt(["Broncherry", "Broncherry"]) == "Broncherry has Taunt: nothing else can be attacked."
    assert has_taunt(["Broncherry", "Rushoar"]) == "Broncherry and Rushoar have Taunt: nothing else can be attacked."


def test_a_cost_without_words_is_an_error() -> None:
    with pytest.raises(InvalidCard, match="no words for CostPart"):
        short_of(CostPart(), 1, 0)

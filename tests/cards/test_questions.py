"""The questions of prompts: one sentence that says what for, and a second line with limits and reasons."""

import pytest

from engine.cards import catalogue
from engine.effects import questions
from engine.effects.abilities import Ability, Act
from engine.effects.conditions import Belongs, Did, Passes
from engine.effects.costs import Assign, ButcherPals, Consume, Discard
from engine.effects.instructions import (
    Choose,
    Deal,
    DiscardCards,
    Draw,
    Gets,
    If,
    Later,
    LookAtTop,
    May,
    OneOf,
    OpponentLoses,
    PlayIt,
    PutIntoGraveyard,
    Repeat,
    Rest,
    ShuffleDeck,
    ToHand,
    what_follows,
)
from engine.effects.nodes import Node
from engine.effects.questions import Question
from engine.effects.subjects import ASSIGNED, CARDS, GEAR, IT, LOOKED_AT, PALS, THIS, MainNameIs
from engine.effects.values import CostOf, CountOf, Plus, X
from engine.effects.vocabulary import (
    act,
    choose,
    choose_up_to,
    do,
    event,
    on_attack,
    on_deploy,
    once_per_turn,
    vigilance,
)
from engine.model.terms import Resource


def first(ability: Ability, node_class: type[Node]) -> Node:
    """The first node of that class in the ability."""
    return next(node for node in ability.walk() if isinstance(node, node_class))


def asked(ability: Ability, minimum: int, maximum: int, card: str = "Card") -> Question:
    """The question of the first choice in an ability."""
    node = first(ability, Choose)
    assert isinstance(node, Choose)
    return questions.choose_cards(card, ability, node, minimum=minimum, maximum=maximum)


def asked_by(number: str, minimum: int = 1, maximum: int = 1) -> Question:
    """The question of the first choice of a card of the pool."""
    definition = catalogue.by_number(number)
    ability = next(a for a in definition.abilities if any(isinstance(node, Choose) for node in a.walk()))
    return asked(ability, minimum, maximum, definition.main_name)


# --- choices of cards -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "minimum", "text", "detail"),
    [
        (
            "ETD01-011",
            1,
            "Ignis Breath: choose 1 Pal to deal 500 damage to.",
            "Pals on either side can be chosen.",
        ),
        (
            "ETD01-007",
            0,
            "Blazamut: choose up to 1 Pal to deal 1000 damage to.",
            "Pals on either side can be chosen. You may choose none.",
        ),
        ("ETD01-012", 1, "Elphidran Aqua: choose 1 card from your hand to put on top of your deck.", ""),
        (
            "ETD01-015",
            0,
            "Hangyu Cryst: choose up to 1 Pal of cost 3 or less to rest.",
            "Pals on either side can be chosen. You may choose none.",
        ),
        (
            "ETD01-022",
            1,
            "Crystal Breath: choose 1 Pal that gets Strike-3 until end of turn.",
            "Pals on either side can be chosen.",
        ),
        ("ETD02-014", 1, "Leezpunk: choose 1 card from your hand to discard.", ""),
        ("ETD02-019", 1, "Hanging Trap: choose 1 Pal to exile.", "Pals on either side can be chosen."),
        (
            "ETD02-022",
            1,
            "Medical Supplies: choose 1 Pal of cost 8 or less from your graveyard to deploy in the rest state.",
            "",
        ),
    ],
)
def test_a_choice_says_how_many_of_what_and_what_for(number: str, minimum: int, text: str, detail: str) -> None:
    assert asked_by(number, minimum) == Question(text, detail)


def test_a_choice_of_several_cards_speaks_of_them_in_the_plural() -> None:
    ability = on_deploy(choose_up_to(2, PALS.opponents.costing_at_most(6)), Rest())
    assert asked(ability, 0, 2) == Question(
        "Card: choose up to 2 of your opponent's Pals of cost 6 or less to rest.", "You may choose none."
    )


def test_a_number_that_the_game_counts_is_given_as_it_stands() -> None:
    ability = event(choose_up_to(CountOf(GEAR.yours), PALS.yours), Gets(power=100))
    assert asked(ability, 0, 3).text == "Card: choose up to 3 of your Pals that get Power+100 until end of turn."


def test_a_choice_among_looked_at_cards_tells_that_the_card_taken_is_shown() -> None:
    ability = event(LookAtTop(5), choose_up_to(1, PALS.among_the("looked")), ToHand(), ShuffleDeck())
    assert asked(ability, 0, 1) == Question(
        "Card: choose up to 1 Pal from among these to add to your hand.",
        "You may choose none. What you choose is shown to your opponent.",
    )


def test_a_choice_without_a_condition_among_looked_at_cards_is_not_shown() -> None:
    ability = event(LookAtTop(5), choose(1, CARDS.among_the("looked")), ToHand(), ShuffleDeck())
    assert asked(ability, 1, 1) == Question("Card: choose 1 card from among these to add to your hand.", "")


def test_a_choice_that_finds_nothing_says_so() -> None:
    ability = event(LookAtTop(5), choose_up_to(1, PALS.among_the("looked")), ToHand(), ShuffleDeck())
    assert asked(ability, 0, 0).detail == "There is nothing to choose."


def test_what_depends_on_the_card_chosen_is_told_in_the_second_line() -> None:
    ability = act(
        Discard(1), choose(1, PALS.yours), If(Passes(IT, (MainNameIs("Bee"),)), Gets(power=500), Gets(power=200))
    )
    assert asked(ability, 1, 1) == Question(
        "Card: choose 1 of your Pals.",
        "If its main name is 《Bee》, it gets Power+500 until end of turn. "
        "Otherwise, it gets Power+200 until end of turn.",
    )


def test_a_second_choice_is_asked_for_what_follows_it_and_not_for_what_came_before() -> None:
    ability = event(choose(1, PALS.yours), Deal(100), choose(1, PALS.opponents), PutIntoGraveyard())
    second = [node for node in ability.walk() if isinstance(node, Choose)][1]
    question = questions.choose_cards("Card", ability, second, minimum=1, maximum=1)
    assert question.text == "Card: choose 1 of your opponent's Pals to put into the graveyard."


def test_a_choice_that_nothing_uses_is_still_a_question() -> None:
    assert asked(event(choose(1, PALS.yours), choose(1, PALS.yours)), 1, 1).text == "Card: choose 1 of your Pals."


def test_a_repeated_choice_is_asked_as_within_one_repetition() -> None:
    ability = once_per_turn(Consume(Resource.MATERIAL, X), Repeat(X, do(choose(1, PALS), Deal(500))))
    assert asked(ability, 1, 1).text == "Card: choose 1 Pal to deal 500 damage to."


def test_what_follows_a_node_is_told_by_identity() -> None:
    once, again = choose(1, PALS), choose(1, PALS)
    effect = do(once, Draw(1), If(Did(), do(again, Deal(100))), Draw(2))
    assert once == again
    assert what_follows(effect, once) == [Draw(1), If(Did(), do(again, Deal(100))), Draw(2)]
    assert what_follows(effect, again) == [Deal(100), Draw(2)]
    assert what_follows(effect, choose(1, PALS)) is None


# --- other questions of effects ---------------------------------------------------------------------------------------


def test_a_may_names_the_card_and_says_what_happens_otherwise() -> None:
    ability = catalogue.by_number("ETD01-020").abilities[0]
    node = first(ability, May)
    assert isinstance(node, May)
    assert questions.may("Primitive Workbench", ability, node, {"looked": "Stone Pit"}) == Question(
        "Primitive Workbench: deploy Stone Pit?", "If you do not, add it to your hand."
    )
    assert questions.may("Primitive Workbench", ability, node).text == "Primitive Workbench: deploy the revealed card?"


def test_a_may_tells_what_it_brings() -> None:
    ability = on_attack(May(do(choose(1, CARDS.in_your_hand), DiscardCards())), If(Did(), Draw()))
    node = first(ability, May)
    assert isinstance(node, May)
    assert questions.may("Card", ability, node) == Question(
        "Card: choose 1 card from your hand and discard it?", "If you do, draw 1 card."
    )


def test_a_may_that_cannot_be_done_says_so() -> None:
    ability = act(Discard(1), LookAtTop(1), May(PlayIt(LOOKED_AT, reduced_by=2), provided=Belongs(LOOKED_AT, PALS)))
    node = first(ability, May)
    assert isinstance(node, May)
    assert questions.may("Elizabee", ability, node, {"looked": "Beegarde"}) == Question(
        "Elizabee: play Beegarde for 2 less, but at least 1?", ""
    )
    assert questions.may("Elizabee", ability, node, {"looked": "Stone Pit"}, possible=False) == Question(
        "Elizabee: you cannot play Stone Pit for 2 less, but at least 1.", ""
    )


def test_a_number_that_stands_is_said_as_a_figure() -> None:
    ability = act(Assign(), choose(1, PALS.in_your_graveyard.costing_at_most(Plus(CostOf(ASSIGNED), 2))), ToHand())
    node = first(ability, Choose)
    assert isinstance(node, Choose)
    value = Plus(CostOf(ASSIGNED), 2)
    assert questions.choose_cards("Card", ability, node, minimum=1, maximum=1) == Question(
        "Card: choose 1 Pal of cost X or less from your graveyard to return to your hand.",
        "X is the cost of the assigned Pal plus 2.",
    )
    assert questions.choose_cards("Card", ability, node, minimum=1, maximum=1, known={value: 5}) == Question(
        "Card: choose 1 Pal of cost 5 or less from your graveyard to return to your hand.", ""
    )


def test_a_may_ignores_names_that_its_text_does_not_use() -> None:
    ability = event(May(ToHand(THIS)))
    node = first(ability, May)
    assert isinstance(node, May)
    assert questions.may("Card", ability, node, {"looked": "Stone Pit"}) == Question(
        "Card: return this card to your hand?", ""
    )


def test_modes_are_listed_each_as_a_text_of_its_own() -> None:
    ability = event(OneOf((do(choose(1, PALS), Deal(1500)), Draw(CountOf(GEAR.yours)))))
    node = first(ability, OneOf)
    assert isinstance(node, OneOf)
    assert questions.choose_mode("Card") == Question("Card: choose 1 of these.", "")
    assert questions.mode_texts(ability, node) == (
        "Choose 1 Pal. Deal 1500 damage to it.",
        "Draw X cards. X is the number of your gear.",
    )


def test_a_name_is_asked_for_in_one_sentence() -> None:
    assert questions.declare_name("Antique Dresser").text == "Antique Dresser: name a card."


def test_the_two_numbers_of_a_loss_are_asked_one_after_the_other() -> None:
    question = questions.opponent_loses("Card", OpponentLoses(5), Resource.INGREDIENT, maximum=2)
    assert question == Question(
        "Card: how much Ingredient does your opponent lose?",
        "Up to 2; at most 5 of Material and Ingredient in total.",
    )


# --- costs ------------------------------------------------------------------------------------------------------------


def interrupt() -> Act:
    """Interrupt, as Foxparks prints it."""
    (ability,) = catalogue.by_number("ETD01-004").abilities
    assert isinstance(ability, Act)
    return ability


def test_a_choice_between_costs_lists_them() -> None:
    assert questions.choose_cost("Foxparks") == Question("Foxparks: which cost do you pay?", "")
    assert questions.cost_texts(interrupt()) == (
        "①, discard this card",
        "Discard this card and 1 other card from your hand",
    )


def test_cards_that_pay_a_cost_are_asked_for_by_what_happens_to_them() -> None:
    unpaid = "Nothing is paid until the whole cost is chosen."
    discard = interrupt().costs[1][1]
    assert isinstance(discard, Discard)
    assert questions.choose_for_cost("Bench", discard, number=1) == Question(
        "Bench: choose 1 other card from your hand to discard.", unpaid
    )
    assert questions.choose_for_cost("Bench", ButcherPals(1, PALS.yours.others), number=1) == Question(
        "Bench: choose 1 of your other Pals to butcher.", unpaid
    )
    assert (
        questions.choose_for_cost("Bench", Discard(X), number=3).text
        == "Bench: choose 3 cards from your hand to discard."
    )


def test_the_pals_to_assign_are_asked_for_with_what_it_means() -> None:
    assert questions.choose_for_cost("Stone Pit", Assign(), number=1) == Question(
        "Stone Pit: choose 1 Pal to assign.", "An assigned Pal rests. Nothing is paid until the whole cost is chosen."
    )
    assert questions.choose_for_cost("Farm", Assign(2), number=2).text == "Farm: choose 2 Pals to assign."


def test_x_is_asked_for_with_what_it_does() -> None:
    ability = once_per_turn(Consume(Resource.MATERIAL, X), Repeat(X, do(choose(1, PALS), Deal(500))))
    assert questions.choose_x("Gun", ability, ability.costs[0][0], minimum=0, maximum=5) == Question(
        "Gun: how much Material do you consume?",
        "X, from 0 to 5. Do this X times: choose 1 Pal and deal 500 damage to it.",
    )
    ability = once_per_turn(Discard(X), Draw(X))
    assert questions.choose_x("Dresser", ability, ability.costs[0][0], minimum=0, maximum=2) == Question(
        "Dresser: how many cards do you discard?", "X, from 0 to 2. Draw X cards."
    )


# --- rules ------------------------------------------------------------------------------------------------------------


def test_a_pending_ability_is_listed_without_its_icon() -> None:
    assert questions.entry_text(vigilance()) == "Vigilance (At the end of your turn, stand this card.)"
    assert questions.entry_text(on_deploy(Draw())) == "On Deploy: Draw 1 card."


def test_what_an_ability_has_delayed_is_listed_as_what_is_left_of_it() -> None:
    ability = on_deploy(choose_up_to(1, PALS), PutIntoGraveyard(), If(Did(), Later(do(Rest(THIS), Rest()))))
    node = first(ability, Later)
    assert isinstance(node, Later)
    assert questions.entry_text(ability, node) == "At the end of this turn, rest this card and rest the chosen Pal."


def test_the_set_up_asks_who_goes_first_and_whether_to_keep_the_hand() -> None:
    assert questions.go_first().text == "Do you want to go first?"
    assert questions.keep_hand().text == "Keep these cards?"


def test_the_main_phase_tells_what_can_be_done() -> None:
    assert questions.main_phase().text == "Your main phase: play a card, use an ability, attack, or end it."
    assert questions.main_phase(can_act=False).text == "Your main phase: nothing is left but to end it."
    assert questions.main_phase(may_end=False).text == "Your main phase: your Pals must attack before you end it."


def test_a_block_names_attacker_and_target() -> None:
    assert questions.block("Broncherry", "", can_block=True) == Question(
        "Broncherry attacks you: block with a Pal?", "A blocker rests and becomes the target."
    )
    assert questions.block("Broncherry", "Stone Pit", can_block=False) == Question(
        "Broncherry attacks Stone Pit.", "You have no Pal that can block."
    )


def test_the_quick_step_says_whether_there_is_an_answer() -> None:
    assert questions.quick_step("Broncherry", "", only_pass=False) == Question(
        "Quick step: answer the attack, or let it go on?", "Broncherry attacks you."
    )
    assert questions.quick_step("", "Lamball", only_pass=True) == Question(
        "Quick step: nothing can answer the attack.", "The attacker is gone."
    )


def test_an_overload_says_how_many_stay_and_which_stay_anyway() -> None:
    assert questions.keep_pals(pals=6, limit=5, keep=4, newest=["Suzaku"]) == Question(
        "You have 6 Pals and room for 5: keep 4 of these.",
        "Suzaku, placed last, stays. The others go to the graveyard.",
    )
    assert questions.keep_pals(pals=8, limit=5, keep=3, newest=["Suzaku", "Felbat"]).detail == (
        "Suzaku and Felbat, placed last, stay. The others go to the graveyard."
    )
    assert questions.keep_pals(pals=6, limit=5, keep=5, newest=[]).detail == "The others go to the graveyard."


def test_the_order_of_abilities_is_asked_one_at_a_time() -> None:
    assert questions.resolve_first() == Question("Which of your abilities resolves first?", "The others stay waiting.")


def test_every_choice_of_the_pool_has_a_question_in_one_sentence() -> None:
    for definition in catalogue.definitions:
        for ability in definition.abilities:
            for node in ability.walk():
                if isinstance(node, Choose) and node.number is not None:
                    question = questions.choose_cards(definition.main_name, ability, node, minimum=0, maximum=1)
                    assert question.text.startswith(f"{definition.main_name}: choose ")
                    assert question.text.endswith(".")
                    assert "  " not in question.text

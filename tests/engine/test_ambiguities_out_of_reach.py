"""Decided ambiguities that no card of the pool can tell from their other option: samples made for it can."""

import pytest

from engine import Decision, Game, catalogue
from engine.effects.abilities import Ability, EventEffect, Trigger
from engine.effects.catalogue import Catalogue
from engine.effects.costs import PaySouls
from engine.effects.definition import CardDefinition, event_card, main_name_of, structure
from engine.effects.instructions import (
    Deal,
    DealToOpponent,
    Deploy,
    Draw,
    Exile,
    LookAtTop,
    May,
    NullifyAttack,
    OnTopOfDeck,
    PlayIt,
    PutIntoGraveyard,
)
from engine.effects.subjects import CARDS, IT, LOOKED_AT, PALS, STRUCTURES, THIS, Cards, ExiledByThis
from engine.effects.vocabulary import act, auto, choose, choose_all, event, on_deploy, quick_event
from engine.model.decisions import NO, PASS
from engine.model.position import CardAt, Position, Side
from engine.model.terms import Colour

HOG, KELP = CardAt("ETD01-002"), CardAt("ETD01-003")
CHIKIPI = CardAt("ETD02-024")
DECK = (KELP,) * 20
SAMPLE = "SAMPLE-001"


def an_event(effect: EventEffect) -> CardDefinition:
    return event_card(SAMPLE, "Sample", Colour.RED, cost=0, effect=effect)


def a_structure(*abilities: Ability) -> CardDefinition:
    return structure(SAMPLE, "Sample", Colour.RED, cost=0, durability=500, abilities=abilities)


def table(sample: CardDefinition, a: Side, b: Side) -> Game:
    return Game.from_position(Catalogue((*catalogue.definitions, sample)), Position({"A": a, "B": b}))


def card(number: str) -> CardAt:
    return CardAt(number)


def play_sample(game: Game) -> None:
    """A plays the first card of the hand."""
    physical = game.report()["players"]["A"]["hand"][0]
    game.decide(Decision("play", game.handle(physical, "A")))


def choose_cards(game: Game, *physical: int) -> None:
    prompt = game.prompt
    assert prompt is not None
    game.decide(Decision("choose", cards=tuple(sorted(game.handle(each, prompt.seat) for each in physical))))


def test_two_players_who_lose_at_one_check_timing_draw() -> None:
    """Ambiguity 12."""
    sample = an_event(event(Draw(20), DealToOpponent(10)))
    game = table(sample, Side(hand=(card(SAMPLE),), deck=DECK), Side(deck=DECK))
    play_sample(game)
    assert game.outcome == ("draw", "life and deck")


@pytest.mark.parametrize(("cards", "shown"), [(PALS.in_your_hand, 1), (CARDS.in_your_hand, 0)])
def test_a_card_chosen_by_a_condition_from_a_hand_is_shown_and_another_is_not(cards: Cards, shown: int) -> None:
    """Ambiguity 14."""
    own = Side(hand=(card(SAMPLE), HOG, KELP), deck=DECK)
    game = table(an_event(event(choose(1, cards), OnTopOfDeck())), own, Side(deck=DECK))
    play_sample(game)
    events = game.decide(Decision("choose", cards=(game.handle(1, "A"),)))
    assert [each[0] for each in events].count("card_revealed") == shown


def test_whether_a_private_card_can_be_paid_for_does_not_decide_whether_the_player_is_asked() -> None:
    """Ambiguity 15."""
    sample = a_structure(act(PaySouls(1), LookAtTop(1), May(PlayIt(LOOKED_AT))))
    game = table(sample, Side(souls_standing=1, base=(card(SAMPLE),), deck=DECK), Side(deck=DECK))
    game.decide(Decision("activate", game.handle(0, "A"), 0, 1))
    assert game.prompt is not None
    assert (game.prompt.kind, list(game.prompt.legal())) == ("may", [NO])


def test_damage_to_a_player_whose_deck_is_already_empty_counts() -> None:
    """Ambiguity 21."""
    sample = an_event(event(DealToOpponent(2), DealToOpponent(3)))
    game = table(sample, Side(hand=(card(SAMPLE),), deck=DECK), Side(deck=DECK[:2]))
    play_sample(game)
    assert game.outcome == ("A", "deck")
    assert game.report()["players"]["B"]["life"] == 10 - 2 - 3


def test_a_dying_pal_still_counts_in_an_overload() -> None:
    """Ambiguity 22."""
    sample = an_event(event(choose(1, PALS.in_your_hand), Deploy(), choose(1, PALS.yours), Deal(300, IT)))
    game = table(sample, Side(base=(HOG,) * 5, hand=(card(SAMPLE), KELP), deck=DECK), Side(deck=DECK))
    play_sample(game)
    choose_cards(game, 6)
    choose_cards(game, 0)
    prompt = game.prompt
    assert prompt is not None
    assert prompt.candidates == tuple(sorted(game.handle(each, "A") for each in range(5)))
    choose_cards(game, 0, 1, 2, 3)
    assert game.report()["players"]["A"]["base"] == [1, 2, 3, 6]


def test_what_went_pending_in_the_effect_that_nullified_an_attack_resolves_at_the_end_of_the_battle() -> None:
    """Ambiguity 41."""
    sample = an_event(quick_event(choose_all(PALS.yours), PutIntoGraveyard(), NullifyAttack()))
    game = table(sample, Side(base=(HOG,), deck=DECK), Side(hand=(card(SAMPLE),), base=(CHIKIPI,), deck=DECK))
    game.decide(Decision("attack", game.handle(0, "A")))
    game.decide(PASS)
    (sample_in_hand,) = game.report()["players"]["B"]["hand"]
    events = game.decide(Decision("play", game.handle(sample_in_hand, "B")))
    told = [each[0] for each in events]
    assert told.index("ability_triggered") < told.index("attack_failed")
    assert told.index("battle_step_began") < told.index("ability_resolved")
    assert game.report()["players"]["B"]["ingredient"] == 1


def test_what_an_object_exiles_after_it_has_left_stays_in_exile() -> None:
    """Ambiguity 42."""
    sample = a_structure(
        act(PaySouls(1), PutIntoGraveyard(THIS), choose(1, PALS), Exile()),
        auto(Trigger.LEAVES_BASE, Deploy(ExiledByThis(), to_owners=True)),
    )
    game = table(sample, Side(base=(card(SAMPLE),), deck=DECK), Side(base=(HOG,), deck=DECK))
    game.decide(Decision("activate", game.handle(0, "A"), 0, 1))
    assert len(game.report()["players"]["B"]["exile"]) == 1
    assert game.report()["players"]["B"]["base"] == []


def test_pals_deployed_at_once_are_one_batch_in_an_overload() -> None:
    """Ambiguity 43."""
    sample = an_event(event(choose_all(PALS.in_your_hand), Deploy()))
    game = table(sample, Side(base=(HOG,) * 4, hand=(card(SAMPLE), KELP, KELP), deck=DECK), Side(deck=DECK))
    play_sample(game)
    prompt = game.prompt
    assert prompt is not None
    assert (prompt.minimum, prompt.maximum) == (3, 3)
    assert prompt.candidates == tuple(sorted(game.handle(each, "A") for each in range(4)))


def test_a_loop_that_nobody_can_break_is_a_draw() -> None:
    """Ambiguity 45."""
    sample = a_structure(
        on_deploy(PutIntoGraveyard(THIS)),
        auto(Trigger.PUT_INTO_GRAVEYARD, choose_all(STRUCTURES.in_your_graveyard), Deploy()),
    )
    game = table(sample, Side(hand=(card(SAMPLE),), deck=DECK), Side(deck=DECK))
    play_sample(game)
    assert game.outcome == ("draw", "loop")


def test_the_main_name_of_a_card_without_a_dash_is_its_name() -> None:
    """Ambiguity 30."""
    assert main_name_of("Sample") == "Sample"

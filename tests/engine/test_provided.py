"""Something optional that depends on a condition: asked by public facts alone, answered by what the player knows."""

import pytest

from engine import Decision, Game, catalogue
from engine.effects.abilities import Act
from engine.effects.catalogue import Catalogue
from engine.effects.conditions import Belongs, Condition, ThereAre
from engine.effects.costs import PaySouls
from engine.effects.definition import structure
from engine.effects.instructions import Draw, LookAtTop, May
from engine.effects.subjects import GEAR, LOOKED_AT, PALS
from engine.effects.vocabulary import act
from engine.model.decisions import NO, YES
from engine.model.position import CardAt, Position, Side
from engine.model.terms import Colour

FILLER = (CardAt("ETD01-003"),) * 20


def looking(provided: Condition, *, revealed: bool) -> Act:
    """Look at the top card, or reveal it, and then draw if the condition holds and the player wants to."""
    return act(PaySouls(1), LookAtTop(1, revealed=revealed), May(Draw(), provided=provided))


def use(ability: Act, top: str) -> Game:
    """A game in which A has activated that ability of a structure, with a card on top of the deck."""
    sample = structure("SAMPLE-001", "Sample", Colour.RED, cost=1, durability=500, abilities=(ability,))
    pool = Catalogue((*catalogue.definitions, sample))
    own = Side(souls_standing=5, base=(CardAt(sample.number),), deck=(CardAt(top), *FILLER))
    game = Game.from_position(pool, Position({"A": own, "B": Side(deck=FILLER)}))
    game.decide(Decision("activate", game.handle(0, "A"), 0, 1))
    return game


A_PAL = Belongs(LOOKED_AT, PALS)


@pytest.mark.parametrize(("top", "answers"), [("ETD01-002", [YES, NO]), ("ETD01-008", [NO])])
def test_a_condition_on_a_private_card_is_always_asked(top: str, answers: list[Decision]) -> None:
    game = use(looking(A_PAL, revealed=False), top)
    assert game.prompt is not None
    assert (game.prompt.kind, list(game.prompt.legal())) == ("may", answers)
    assert game.view("B")["waiting"] == {"seat": "A", "kind": "may"}
    game.decide(answers[0])
    assert len(game.report()["players"]["A"]["hand"]) == (1 if answers[0] == YES else 0)


def test_a_condition_on_a_revealed_card_is_asked_only_if_it_holds() -> None:
    for top, kind in (("ETD01-002", "may"), ("ETD01-008", "main")):
        game = use(looking(A_PAL, revealed=True), top)
        assert game.prompt is not None
        assert game.prompt.kind == kind


def test_a_condition_that_everyone_can_judge_is_asked_only_if_it_holds() -> None:
    game = use(looking(ThereAre(GEAR.yours), revealed=False), "ETD01-002")
    assert game.prompt is not None
    assert game.prompt.kind == "main"
    assert len(game.report()["players"]["A"]["hand"]) == 0

"""A card that could not be played exactly as it is written is refused when the catalogue is built."""

from dataclasses import dataclass, replace

import pytest

from engine import catalogue
from engine.effects import abilities as having
from engine.effects.abilities import Ability, Act, Auto, Boost, Cont, Grant, MakesNight, Static, Trigger, When
from engine.effects.catalogue import Catalogue
from engine.effects.check import check_definition
from engine.effects.conditions import NIGHT, Chose, Did, Not, Passes, ThereAreNamed
from engine.effects.costs import Assign, Consume, CostPart, Discard, PaySouls, RestThis
from engine.effects.definition import CardDefinition, event_card, gear, structure
from engine.effects.instructions import (
    Choose,
    Deal,
    DealToOpponent,
    DeclareName,
    Do,
    Draw,
    Get,
    Gets,
    GetsName,
    If,
    Instruction,
    Later,
    LookAtTop,
    May,
    OneOf,
    PutIntoGraveyard,
    Repeat,
    Stand,
    ToHand,
)
from engine.effects.subjects import (
    ASSIGNED,
    BATTLE_OPPONENT,
    IT,
    LOOKED_AT,
    PALS,
    THIS,
    HasKeyword,
    MainNameIs,
    PowerAtMost,
    TheRest,
    Those,
)
from engine.effects.values import CostOf, CountOf, Plus, PowerOf, Times, Variable, X
from engine.effects.vocabulary import act, cont, event, nocturnal, on_deploy
from engine.model.errors import InvalidCard
from engine.model.terms import Colour, Keyword, Resource


def card(*abilities: Ability) -> CardDefinition:
    return structure("ODD-001", "Odd", Colour.RED, cost=1, durability=100, abilities=abilities)


def refuse(definition: CardDefinition, why: str) -> None:
    with pytest.raises(InvalidCard, match=why) as refusal:
        check_definition(definition)
    assert str(refusal.value).startswith("ODD-001: ")
    with pytest.raises(InvalidCard, match=why):
        Catalogue((definition,))


# --- kinds and sorts --------------------------------------------------------------------------------------------------


def test_an_event_has_exactly_one_effect_and_another_card_none() -> None:
    one = event_card("ODD-001", "Odd", Colour.RED, cost=1, effect=event(Draw()))
    check_definition(one)
    refuse(replace(one, abilities=()), "an event has exactly one effect")
    refuse(replace(one, abilities=one.abilities * 2), "an event has exactly one effect")
    refuse(card(event(Draw())), "another card none")


def test_two_cards_with_one_number_make_no_catalogue() -> None:
    twice = gear("ODD-001", "Odd", Colour.RED, cost=1)
    with pytest.raises(InvalidCard, match="same number"):
        Catalogue((twice, replace(twice, name="Even")))


@dataclass(frozen=True, slots=True)
class StrangeAbility(Ability):
    """Of no vocabulary."""


@dataclass(frozen=True, slots=True)
class StrangeStatic(Static):
    """Of no vocabulary."""


@dataclass(frozen=True, slots=True)
class StrangeCost(CostPart):
    """Not an instruction."""


def test_words_of_no_vocabulary_are_refused() -> None:
    refuse(card(StrangeAbility()), "StrangeAbility is not an ability")
    refuse(card(cont(StrangeStatic())), "StrangeStatic is not a static")
    not_an_instruction: Instruction = PaySouls(1)  # type: ignore[assignment]
    refuse(card(Auto(When(Trigger.DEPLOYED), not_an_instruction)), "PaySouls is not an instruction")
    refuse(card(on_deploy(May(not_an_instruction))), "PaySouls is not an instruction")


# --- strata -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ability", "why"),
    [
        (cont(MakesNight(), while_=NIGHT), "MakesNight reads IsNight"),
        (cont(MakesNight(), while_=Not(NIGHT)), "MakesNight reads IsNight"),
        (cont(MakesNight(), while_=Passes(THIS, (HasKeyword(Keyword.TAUNT),))), "MakesNight reads HasKeyword"),
        (cont(Grant(PALS.that(HasKeyword(Keyword.TAUNT)), nocturnal())), "Grant reads HasKeyword"),
        (cont(Grant(PALS.that(MainNameIs("Foxparks")), nocturnal())), "Grant reads MainNameIs"),
        (cont(Grant(PALS, nocturnal()), while_=ThereAreNamed(PALS, 3)), "Grant reads ThereAreNamed"),
        (cont(Boost(PALS.that(PowerAtMost(300)), power=100)), "Boost reads PowerAtMost"),
        (cont(Boost(power=PowerOf(THIS))), "Boost reads PowerOf"),
        (cont(Boost(strike=Times(2, PowerOf(THIS)))), "Boost reads PowerOf"),
        (cont(Boost(power=100), while_=Passes(THIS, (PowerAtMost(300),))), "Boost reads PowerAtMost"),
        (cont(Grant(PALS, cont(Boost(power=PowerOf(THIS))))), "Boost reads PowerOf"),
        (on_deploy(Gets(THIS, abilities=(cont(MakesNight(), while_=NIGHT),))), "MakesNight reads IsNight"),
    ],
)
def test_a_continuous_ability_that_reads_its_own_or_a_higher_stratum_is_refused(ability: Cont, why: str) -> None:
    refuse(card(ability), f"{why} of its own or a higher stratum")


@pytest.mark.parametrize(
    "ability",
    [
        cont(Boost(power=100), while_=NIGHT),
        cont(Boost(PALS.that(HasKeyword(Keyword.NOCTURNAL), MainNameIs("Foxparks")), power=CountOf(PALS))),
        cont(Grant(PALS, nocturnal()), while_=NIGHT),
        cont(having.CannotBeAttackedBy((PowerAtMost(300),))),
        cont(having.AutosTwice(PALS), while_=NIGHT),
    ],
)
def test_a_continuous_ability_that_reads_lower_strata_is_a_card(ability: Cont) -> None:
    check_definition(card(ability))


# --- variables --------------------------------------------------------------------------------------------------------


def cost_of(*parts: CostPart) -> tuple[CostPart, ...]:
    return parts


MATERIAL = Resource.MATERIAL

UNBOUND: list[tuple[Ability, str]] = [
    (on_deploy(PutIntoGraveyard(IT)), "'it'"),
    (on_deploy(ToHand(TheRest("looked"))), "'looked'"),
    (on_deploy(Choose(1, PALS.among_the("looked"))), "'looked'"),
    (on_deploy(Get(MATERIAL, X)), "'x'"),
    (on_deploy(Get(MATERIAL, Times(2, Variable("strike")))), "'strike'"),
    (on_deploy(Deal(CostOf(ASSIGNED), THIS)), "'assigned'"),
    (on_deploy(Repeat(X, Draw())), "'x'"),
    (on_deploy(If(Chose(), Draw())), "'it'"),
    (on_deploy(May(ToHand(IT))), "'it'"),
    (on_deploy(May(Draw(), provided=Chose())), "'it'"),
    (on_deploy(Get(MATERIAL, Plus(X, 1))), "'x'"),
    (Auto(When(Trigger.END_OF_YOUR_TURN), ToHand(Those("event"))), "'event'"),
    (Auto(When(Trigger.END_OF_BATTLE), Get(MATERIAL, Variable("event_cost"))), "'event_cost'"),
    (on_deploy(OneOf((Draw(), ToHand(IT)))), "'it'"),
    (on_deploy(Later(ToHand(IT))), "'it'"),
    (on_deploy(If(NIGHT, Draw(), ToHand(IT))), "'it'"),
    (on_deploy(Gets(IT, power=100)), "'it'"),
    (on_deploy(PutIntoGraveyard(BATTLE_OPPONENT)), "'opponent'"),
    (on_deploy(DealToOpponent(Variable("strike"))), "'strike'"),
    (on_deploy(Gets(THIS, abilities=(on_deploy(ToHand(IT)),))), "'it'"),
    (event(ToHand(Those("event"))), "'event'"),
    (act(RestThis(), Stand(ASSIGNED)), "'assigned'"),
    (act(RestThis(), Get(MATERIAL, X)), "'x'"),
    (Act((cost_of(Assign()), cost_of(PaySouls(1))), Stand(ASSIGNED)), "'assigned'"),
    (Auto(When(Trigger.OPPONENT_FALLS), PutIntoGraveyard(BATTLE_OPPONENT)), "'opponent'"),
    (Auto(When(Trigger.FALLS_IN_BATTLE), DealToOpponent(Variable("strike"))), "'strike'"),
]


@pytest.mark.parametrize(("ability", "variable"), UNBOUND, ids=[str(place) for place in range(len(UNBOUND))])
def test_a_variable_that_nothing_binds_before_it_is_read_is_refused(ability: Ability, variable: str) -> None:
    definition = card(ability)
    if isinstance(ability, having.EventEffect):
        definition = event_card("ODD-001", "Odd", Colour.RED, cost=1, effect=ability)
    refuse(definition, f"reads {variable}, which nothing binds before it")


def test_a_name_is_declared_before_it_is_given() -> None:
    refuse(card(on_deploy(GetsName(THIS))), "a name is given before one is declared")
    check_definition(card(on_deploy(DeclareName(), GetsName(THIS))))


@pytest.mark.parametrize(
    "ability",
    [
        on_deploy(Do((Choose(1, PALS), PutIntoGraveyard(IT)))),
        on_deploy(LookAtTop(3), ToHand(LOOKED_AT)),
        on_deploy(May(Choose(1, PALS)), Gets(IT, power=100)),
        on_deploy(Draw(), If(Did(), Draw())),
        act(cost_of(Assign(), Consume(MATERIAL, X)), Get(MATERIAL, Times(2, X)), Stand(ASSIGNED)),
        act(Discard(X), Draw(X)),
        Auto(When(Trigger.DEPLOYED, PALS.yours), ToHand(Those("event"))),
        Auto(When(Trigger.FALLS_IN_BATTLE), PutIntoGraveyard(BATTLE_OPPONENT)),
        Auto(When(Trigger.OPPONENT_FALLS), DealToOpponent(Variable("strike"))),
    ],
)
def test_what_is_bound_first_may_be_read(ability: Ability) -> None:
    check_definition(card(ability))


def test_every_card_of_the_pool_is_a_card() -> None:
    for definition in catalogue.definitions:
        check_definition(definition)

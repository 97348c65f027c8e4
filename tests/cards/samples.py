"""An ability for every word of the vocabulary, with the text that it is rendered as.

Together with the cards of the pool they use every node class; ``test_vocabulary`` proves that.
"""

from engine.effects.abilities import (
    Ability,
    Act,
    AutosTwice,
    Boost,
    Grant,
    Has,
    MakesNight,
    MoreDamage,
    Rule,
    Trigger,
)
from engine.effects.conditions import (
    NIGHT,
    Belongs,
    Chose,
    Did,
    Not,
    NothingElsePlayed,
    Passes,
    SoulsAtLeast,
    ThereAre,
    ThereAreNamed,
)
from engine.effects.costs import Assign, ButcherPals, Consume, Discard, Mill, PaySouls, RestThis
from engine.effects.instructions import (
    REST_OF_LOOKED,
    AllMustAttack,
    Butcher,
    CannotBlock,
    Deal,
    DealToOpponent,
    DeclareName,
    Deploy,
    DiscardCards,
    Draw,
    Exile,
    GainLife,
    Get,
    Gets,
    GetsName,
    If,
    IncreaseSouls,
    Later,
    Let,
    LockedByThis,
    LookAtTop,
    May,
    NextGearCostsLess,
    NightFalls,
    OneOf,
    OpponentLoses,
    PlayIt,
    PutIntoGraveyard,
    Repeat,
    Rest,
    Reveal,
    ShuffleDeck,
    Stand,
    StandSouls,
    ToHand,
    Until,
    Who,
)
from engine.effects.subjects import (
    ASSIGNED,
    CARDS,
    GEAR,
    IT,
    LOOKED_AT,
    PALS,
    STRUCTURES,
    STRUCTURES_OR_GEAR,
    THIS,
    ExiledByThis,
    HasElement,
    HasKeyword,
    HasWork,
    IsResting,
    IsStanding,
    LacksKeyword,
    MainNameIs,
    NameContains,
    WasAssigned,
)
from engine.effects.values import CostOf, CountOf, DifferentNamesOf, Plus, PowerOf, Times, Variable, X
from engine.effects.vocabulary import (
    act,
    auto,
    brave,
    breakthrough,
    choose,
    choose_all,
    choose_up_to,
    cont,
    do,
    event,
    nocturnal,
    on_attack,
    on_deploy,
    once_per_turn,
    quick_event,
    retaliate,
    serious,
    taunt,
)
from engine.model.terms import Colour, Element, Keyword, Resource, Work

MATERIAL, INGREDIENT = Resource.MATERIAL, Resource.INGREDIENT

SAMPLES: tuple[tuple[Ability, str], ...] = (
    (
        Act(((PaySouls(3),), (Discard(2),)), Stand(THIS), once_per_turn=True),
        "[ACT] Once per turn — [③] OR [Discard 2 cards from your hand] Stand this card.",
    ),
    (
        cont(MoreDamage(CARDS.yours.of_colour(Colour.RED), 200)),
        "[CONT] If one of your red cards would deal damage other than battle damage to a Pal, "
        "it deals 200 more instead.",
    ),
    (
        cont(Boost(PALS.yours.others.of_colour(Colour.RED), power=300)),
        "[CONT] All of your other red Pals get Power+300.",
    ),
    (
        cont(Boost(PALS, strike=-1), while_=Passes(THIS, (IsResting(),))),
        "[CONT] While this card is resting, all Pals get Strike-1.",
    ),
    (
        cont(Boost(power=1000, strike=1), while_=SoulsAtLeast(10)),
        "[CONT] While you have 10 or more souls, this card gets Power+1000 and Strike+1.",
    ),
    (
        cont(Boost(power=Times(300, CountOf(PALS.yours.with_main_name("Bee"))))),
        "[CONT] This card gets Power+300 for each of your Pals with the main name 《Bee》.",
    ),
    (cont(MakesNight(), while_=Passes(THIS, (IsResting(),))), "[CONT] While this card is resting, it is night."),
    (
        cont(AutosTwice(PALS.yours), while_=NIGHT),
        "[CONT] While it is night, each [AUTO] ability of your Pals activates twice.",
    ),
    (
        cont(Grant(PALS.yours, nocturnal())),
        "[CONT] All of your Pals have the skill 〈[CONT] Nocturnal (While it is night, this card gets Power+300.)〉.",
    ),
    (cont(Has(Rule.ANY_NUMBER_IN_DECK)), "[CONT] A deck may hold any number of cards with this card's name."),
    (brave(300), "[AUTO] Brave 300 (On Attack: This card gets Power+300 until end of turn.)"),
    (serious(400), "[AUTO] Serious 400 (On Assign: Choose 1 Pal. It gets Power+400 until end of turn.)"),
    (
        retaliate(),
        "[AUTO] Retaliate (When this card is put into the graveyard during battle, "
        "put the opposing Pal into the graveyard.)",
    ),
    (
        auto(Trigger.END_OF_BATTLE, May(ToHand(THIS))),
        "[AUTO] At the end of the battle in which this card attacked, you may return this card to your hand.",
    ),
    (
        auto(Trigger.IS_ATTACKED, Gets(THIS, power=300, until=Until.END_OF_BATTLE)),
        "[AUTO] When this card is attacked, this card gets Power+300 until the end of the battle.",
    ),
    (
        auto(Trigger.ATTACKS_STRUCTURE, DealToOpponent(1)),
        "[AUTO] When this card attacks a structure, deal 1 damage to your opponent.",
    ),
    (
        auto(Trigger.ASSIGNED, IncreaseSouls(), to=(HasWork(Work.FARMING),)),
        "[AUTO] When this card is assigned to a Farming structure, increase your souls by 1 in the rest state.",
    ),
    (
        auto(Trigger.DEPLOYED, Get(MATERIAL, 1), of=PALS.yours.of_colour(Colour.RED)),
        "[AUTO] When one of your red Pals is deployed, get 1 Material.",
    ),
    (
        auto(
            Trigger.DEPLOYED,
            If(
                NIGHT,
                do(
                    choose_up_to(1, PALS.costing_at_most(Variable("event_cost"))),
                    PutIntoGraveyard(),
                    If(Did(), Later(Rest(THIS))),
                ),
            ),
            of=PALS.yours.that(HasKeyword(Keyword.NOCTURNAL)),
        ),
        "[AUTO] When one of your Pals with 〈Nocturnal〉 is deployed, if it is night, "
        "choose up to 1 Pal of cost X or less and put it into the graveyard. "
        "If you did, at the end of this turn, rest this card. X is the cost of the deployed Pal.",
    ),
    (
        auto(
            Trigger.END_OF_YOUR_TURN,
            choose_up_to(1, PALS.yours),
            Butcher(),
            If(Did(), do(choose(1, PALS.yours, who=Who.OPPONENT), PutIntoGraveyard())),
        ),
        "[AUTO] At the end of your turn, choose up to 1 of your Pals. Butcher it. "
        "If you did, your opponent chooses 1 of their Pals and they put it into the graveyard.",
    ),
    (
        auto(
            Trigger.BUTCHERED,
            choose_up_to(1, PALS.in_your_graveyard.normal.costing(Variable("event_cost"))),
            Deploy(resting=True),
            of=PALS.yours,
        ),
        "[AUTO] When one of your Pals is butchered, choose up to 1 normal Pal of cost X from your graveyard. "
        "Deploy it in the rest state. X is the cost of the butchered Pal.",
    ),
    (
        auto(Trigger.LEAVES_BASE, ToHand(ExiledByThis())),
        "[AUTO] When this card leaves the base, return each Pal exiled by this card to its owner's hand.",
    ),
    (
        on_deploy(choose_up_to(1, PALS.costing_at_least(7)), LockedByThis(), CannotBlock()),
        "[AUTO] On Deploy: Choose up to 1 Pal of ◇7 or greater. "
        "It does not stand as long as this card is in the base. It cannot block until end of turn.",
    ),
    (
        on_deploy(
            choose_up_to(DifferentNamesOf(STRUCTURES.yours.that(NameContains("Antique"))), PALS.opponents), ToHand()
        ),
        "[AUTO] On Deploy: Choose up to X of your opponent's Pals. Return them to their owners' hands. "
        "X is the number of different card names among your structures with 《Antique》 in their card names.",
    ),
    (
        on_deploy(GainLife(), StandSouls(2), If(ThereAre(STRUCTURES.yours.that(HasWork(Work.FARMING))), Draw())),
        "[AUTO] On Deploy: Gain 1 life. Choose 2 souls. Stand them. If you have a Farming structure, draw 1 card.",
    ),
    (
        on_attack(
            May(do(choose(1, CARDS.in_your_hand), Reveal())),
            If(Belongs(IT, PALS.that(HasElement(Element.DRAGON))), Gets(THIS, power=500)),
        ),
        "[AUTO] On Attack: You may choose 1 card from your hand and reveal it. "
        "If it is a Dragon Pal, this card gets Power+500 until end of turn.",
    ),
    (
        on_attack(May(do(choose(1, CARDS.in_your_hand), DiscardCards())), If(Not(Did()), Draw())),
        "[AUTO] On Attack: You may choose 1 card from your hand and discard it. If you did not, draw 1 card.",
    ),
    (
        once_per_turn((Consume(MATERIAL, X), Assign()), Repeat(X, do(choose(1, PALS), Deal(500)))),
        "[ACT] Once per turn — [Consume X Material, assign 1 Pal] "
        "Do this X times: choose 1 Pal and deal 500 damage to it.",
    ),
    (
        once_per_turn(Consume(MATERIAL, X), NextGearCostsLess(X)),
        "[ACT] Once per turn — [Consume X Material] "
        "Until end of turn, the next gear you play from your hand costs X less, but at least 1.",
    ),
    (
        once_per_turn((PaySouls(1), Assign()), choose_all(PALS.that(WasAssigned())), Stand(), AllMustAttack()),
        "[ACT] Once per turn — [①, assign 1 Pal] Choose all Pals assigned this turn. Stand them. "
        "Until end of turn, your Pals cannot be assigned and must attack as often as they can.",
    ),
    (
        once_per_turn(Discard(1), DeclareName(), choose_all(CARDS.yours), GetsName()),
        "[ACT] Once per turn — [Discard 1 card from your hand] Declare 1 card name. Choose all of your cards. "
        "They get the declared card name in addition until end of turn.",
    ),
    (
        once_per_turn((Consume(INGREDIENT, X), Assign(2)), StandSouls(1), StandSouls(Times(3, X))),
        "[ACT] Once per turn — [Consume X Ingredient, assign 2 Pals] "
        "Choose 1 soul. Stand it. Choose up to 3X souls. Stand them.",
    ),
    (
        once_per_turn(
            Assign(), Let(Plus(CostOf(ASSIGNED), 2)), Exile(ASSIGNED), choose(1, PALS.costing_at_most(X)), Exile()
        ),
        "[ACT] Once per turn — [Assign 1 Pal] X is the cost of the assigned Pal plus 2. Exile the assigned Pal. "
        "Choose 1 Pal of cost X or less. Exile it.",
    ),
    (
        once_per_turn(Assign(), Gets(ASSIGNED, abilities=(taunt(),), until=Until.END_OF_OPPONENTS_NEXT_TURN)),
        "[ACT] Once per turn — [Assign 1 Pal] The assigned Pal gets the skill 〈[CONT] Taunt (An opponent's Pal "
        "that can attack a card with Taunt cannot attack anything else.)〉 until the end of your opponent's next turn.",
    ),
    (
        once_per_turn(Mill(3), NightFalls()),
        "[ACT] Once per turn — [Put the top 3 cards of your deck into the graveyard] "
        "It becomes night until the end of your opponent's next turn.",
    ),
    (
        once_per_turn(Consume(INGREDIENT, 2), Gets(THIS, power=500, abilities=(breakthrough(),))),
        "[ACT] Once per turn — [Consume 2 Ingredient] This card gets Power+500 and the skill 〈[AUTO] Breakthrough "
        "(When the opposing Pal is put into the graveyard during this card's attack, "
        "deal damage equal to this card's Strike to your opponent.)〉 until end of turn.",
    ),
    (
        act(
            (RestThis(), ButcherPals(1, PALS.yours.others)),
            LookAtTop(3, revealed=True),
            choose(1, CARDS.among_the("looked")),
            ToHand(),
            PutIntoGraveyard(REST_OF_LOOKED),
        ),
        "[ACT] [Rest this card, butcher 1 of your other Pals] Reveal the top 3 cards of your deck. "
        "Choose 1 card from among them. Add it to your hand. Put the rest into the graveyard.",
    ),
    (
        act(
            RestThis(),
            choose(1, PALS),
            If(
                Passes(IT, (MainNameIs("Pengullet"), IsStanding())),
                Gets(abilities=(act(RestThis(), choose_all(PALS.opponents), Deal(PowerOf(THIS))),)),
                Gets(power=200),
            ),
        ),
        "[ACT] [Rest this card] Choose 1 Pal. If its main name is 《Pengullet》 and it is standing, it gets the skill "
        "〈[ACT] [Rest this card] Choose all of your opponent's Pals. Deal X damage to them. X is this card's Power.〉 "
        "until end of turn. Otherwise, it gets Power+200 until end of turn.",
    ),
    (
        act(
            Consume(INGREDIENT, 1),
            LookAtTop(1),
            May(PlayIt(LOOKED_AT, reduced_by=2), provided=Belongs(LOOKED_AT, PALS.with_main_name("Bee"))),
        ),
        "[ACT] [Consume 1 Ingredient] Look at the top card of your deck. "
        "If it is a Pal with the main name 《Bee》, you may play it for 2 less, but at least 1.",
    ),
    (
        act(PaySouls(1), LookAtTop(1), choose_up_to(1, PALS.among_the("looked")), PlayIt(reduced_by=2)),
        "[ACT] [①] Look at the top card of your deck. You may choose it if it is a Pal. "
        "Play it for 2 less, but at least 1.",
    ),
    (
        event(Draw(Plus(CountOf(GEAR.yours), -1)), Get(MATERIAL, Plus(CountOf(PALS.yours), 1))),
        "Draw X cards. Get Y Material. X is the number of your gear minus 1. Y is the number of your Pals plus 1.",
    ),
    (
        event(
            LookAtTop(5),
            choose_up_to(1, STRUCTURES_OR_GEAR.of_colour(Colour.RED).among_the("looked")),
            ToHand(),
            ShuffleDeck(),
            If(Not(Chose()), Get(MATERIAL, 3)),
        ),
        "Look at the top 5 cards of your deck. Choose up to 1 red structure or red gear from among them. "
        "Add it to your hand. Shuffle the rest into your deck. If you chose none, get 3 Material.",
    ),
    (
        event(
            OneOf(
                (
                    OpponentLoses(5),
                    do(choose_up_to(CountOf(GEAR.yours), PALS), Stand()),
                    do(choose_up_to(2, PALS.in_your_graveyard.that(LacksKeyword(Keyword.INTERRUPT))), ToHand()),
                )
            )
        ),
        "Choose 1 of the following: • Choose up to 5 of your opponent's Material and Ingredient in total. "
        "Your opponent loses them. • Choose up to X Pals. Stand them. X is the number of your gear. "
        "• Choose up to 2 Pals without 〈Interrupt〉 from your graveyard. Return them to your hand.",
    ),
    (
        quick_event(OneOf((Get(MATERIAL, 3), Get(INGREDIENT, 3))), Draw(CountOf(STRUCTURES.yours))),
        "Quick — Get either 3 Material or 3 Ingredient. Draw X cards. X is the number of your structures.",
    ),
    (
        event(
            If(NothingElsePlayed(), Draw(2)),
            If(
                ThereAreNamed(PALS.yours.that(NameContains("My First")), 3),
                do(choose_all(PALS.yours), Gets(power=1000, strike=5)),
            ),
        ),
        "If you have played no other card this game, draw 2 cards. If you have 3 or more Pals with 《My First》 in "
        "their card names that all have different card names, choose all of your Pals and "
        "they get Power+1000 and Strike+5 until end of turn.",
    ),
    (
        event(choose(1, PALS.yours), Deal(PowerOf(IT))),
        "Choose 1 of your Pals. Deal X damage to it. X is the chosen Pal's Power.",
    ),
    (
        event(
            LookAtTop(1, revealed=True),
            If(Belongs(LOOKED_AT, PALS.costing_at_most(8)), ToHand(LOOKED_AT), PutIntoGraveyard(LOOKED_AT)),
        ),
        "Reveal the top card of your deck. If it is a Pal of ◇8 or less, add it to your hand. "
        "Otherwise, put it into the graveyard.",
    ),
)

"""The colorless cards of EBP01."""

from engine.cards.words import COLLECTING, COLORLESS, DRAGON, HARVESTING, NEUTRAL
from engine.effects.conditions import Belongs, NothingElsePlayed, ThereAreNamed
from engine.effects.definition import CardDefinition, event_card, pal
from engine.effects.instructions import Draw, Gets, If, May, Reveal
from engine.effects.subjects import CARDS, IT, PALS, THIS, HasElement, NameContains
from engine.effects.vocabulary import choose, choose_all, do, event, on_attack

EBP01_COLORLESS: tuple[CardDefinition, ...] = (
    pal(
        "EBP01-098",
        "Elphidran – Gentle Radiance",
        COLORLESS,
        cost=4,
        power=600,
        strike=2,
        elements=(DRAGON,),
        work=(COLLECTING,),
        rarity="U",
        abilities=(
            on_attack(
                May(do(choose(1, CARDS.in_your_hand), Reveal())),
                If(Belongs(IT, PALS.that(HasElement(DRAGON))), Gets(THIS, power=500)),
            ),
        ),
    ),
    pal(
        "EBP01-099",
        "Direhowl – Proud Fang",
        COLORLESS,
        cost=3,
        power=500,
        strike=1,
        elements=(NEUTRAL,),
        work=(HARVESTING,),
        rarity="C",
    ),
    event_card(
        "EBP01-100",
        "The Adventure Begins",
        COLORLESS,
        cost=2,
        rarity="U",
        effect=event(
            If(NothingElsePlayed(), Draw(2)),
            If(
                ThereAreNamed(PALS.yours.that(NameContains("My First")), 3),
                do(choose_all(PALS.yours), Gets(power=1000, strike=5)),
            ),
        ),
    ),
)

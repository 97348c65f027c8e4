"""The words that card files are written in: short builders over the nodes, in the phrasing of the game."""

from engine.effects.abilities import (
    Act,
    Auto,
    Boost,
    CannotBeAttackedBy,
    Cont,
    EventEffect,
    Has,
    Rule,
    Static,
    Trigger,
    When,
)
from engine.effects.conditions import NIGHT, Condition
from engine.effects.costs import Cost, CostPart, Discard, DiscardThis, PaySouls
from engine.effects.instructions import (
    Choose,
    DealToOpponent,
    Do,
    Gets,
    Instruction,
    NullifyAttack,
    PutIntoGraveyard,
    Stand,
    Who,
)
from engine.effects.subjects import BATTLE_OPPONENT, CARDS, IT, PALS, THIS, Cards, Number, Test
from engine.effects.values import Variable
from engine.model.terms import Keyword

# --- instructions -----------------------------------------------------------------------------------------------------


def do(*steps: Instruction) -> Instruction:
    """These, in printed order."""
    return steps[0] if len(steps) == 1 else Do(steps)


def choose(number: Number, cards: Cards, *, who: Who = Who.YOU, bind: str = "it") -> Choose:
    """Choose exactly so many, or as many as there are."""
    return Choose(number, cards, who=who, bind=bind)


def choose_up_to(number: Number, cards: Cards, *, who: Who = Who.YOU, bind: str = "it") -> Choose:
    """Choose any number up to so many."""
    return Choose(number, cards, up_to=True, who=who, bind=bind)


def choose_all(cards: Cards, *, bind: str = "it") -> Choose:
    """Choose every one of them."""
    return Choose(None, cards, bind=bind)


# --- abilities --------------------------------------------------------------------------------------------------------


def cont(*statics: Static, while_: Condition | None = None) -> Cont:
    """A continuous ability, as long as the condition holds."""
    return Cont(statics, while_)


def auto(trigger: Trigger, *effect: Instruction, of: Cards | None = None, to: tuple[Test, ...] = ()) -> Auto:
    """An automatic ability: when the trigger is fulfilled by this card, or by one of the cards ``of``."""
    return Auto(When(trigger, of, to), do(*effect))


def on_deploy(*effect: Instruction) -> Auto:
    """On Deploy (12.3): when this card is deployed from anywhere (Q32)."""
    return auto(Trigger.DEPLOYED, *effect)


def on_attack(*effect: Instruction) -> Auto:
    """On Attack (12.4): when this card is declared as attacker."""
    return auto(Trigger.ATTACKS, *effect)


def act(cost: Cost | CostPart, *effect: Instruction) -> Act:
    """An activated ability with one cost."""
    return Act((cost if isinstance(cost, tuple) else (cost,),), do(*effect))


def once_per_turn(cost: Cost | CostPart, *effect: Instruction) -> Act:
    """An activated ability with one cost, once per turn."""
    return Act((cost if isinstance(cost, tuple) else (cost,),), do(*effect), once_per_turn=True)


def event(*effect: Instruction) -> EventEffect:
    """What an event does."""
    return EventEffect(do(*effect))


def quick_event(*effect: Instruction) -> EventEffect:
    """What an event with the Quick icon does (12.2)."""
    return EventEffect(do(*effect), quick=True)


# --- keywords (section 12) --------------------------------------------------------------------------------------------


def interrupt() -> Act:
    """Interrupt (12.8): from hand, in the quick step, nullify the opponent's attack."""
    return Act(
        costs=(
            (PaySouls(1), DiscardThis()),
            (DiscardThis(), Discard(1, CARDS.in_your_hand.others)),
        ),
        effect=NullifyAttack(),
        quick=True,
        from_hand=True,
        keyword=Keyword.INTERRUPT,
    )


def brave(power: int) -> Auto:
    """Brave (12.6): On Attack, more Power until end of turn."""
    return Auto(When(Trigger.ATTACKS), Gets(THIS, power=power), Keyword.BRAVE, power)


def serious(power: int) -> Auto:
    """Serious (12.7): On Assign, a Pal gets more Power until end of turn."""
    return Auto(When(Trigger.ASSIGNED), do(choose(1, PALS), Gets(IT, power=power)), Keyword.SERIOUS, power)


def vigilance() -> Auto:
    """Vigilance (12.9): at the end of your turn, stand this card."""
    return Auto(When(Trigger.END_OF_YOUR_TURN), Stand(THIS), Keyword.VIGILANCE)


def taunt() -> Cont:
    """Taunt (12.10)."""
    return Cont((Has(Rule.TAUNT),), keyword=Keyword.TAUNT)


def stealth() -> Cont:
    """Stealth (12.11): attacks of this card cannot be blocked."""
    return Cont((Has(Rule.STEALTH),), keyword=Keyword.STEALTH)


def assault() -> Cont:
    """Assault (12.15): this card may attack standing Pals."""
    return Cont((Has(Rule.ASSAULT),), keyword=Keyword.ASSAULT)


def nocturnal() -> Cont:
    """Nocturnal (12.13): more Power at night; each instance counts (Q91)."""
    return Cont((Boost(power=300),), NIGHT, Keyword.NOCTURNAL)


def retaliate() -> Auto:
    """Retaliate (12.12): put into the graveyard during battle, it takes the battle opponent with it."""
    return Auto(When(Trigger.FALLS_IN_BATTLE), PutIntoGraveyard(BATTLE_OPPONENT), Keyword.RETALIATE)


def breakthrough() -> Auto:
    """Breakthrough (12.14): the fallen opponent's master is dealt damage equal to this card's Strike (Q65)."""
    return Auto(When(Trigger.OPPONENT_FALLS), DealToOpponent(Variable("strike")), Keyword.BREAKTHROUGH)


def cannot_be_attacked_by(*tests: Test) -> Cont:
    """This card cannot be attacked by Pals that pass every test."""
    return cont(CannotBeAttackedBy(tests))

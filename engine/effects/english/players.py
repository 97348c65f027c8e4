"""Words for what instructions do to players: cards drawn, resources, life, souls, the attack and the night."""

from engine.effects.english.clauses import clauses
from engine.effects.english.costs import resource_name
from engine.effects.english.nouns import number_words
from engine.effects.english.speech import Scope
from engine.effects.instructions import (
    Draw,
    GainLife,
    Get,
    IncreaseSouls,
    NightFalls,
    NullifyAttack,
    OpponentLoses,
    StandSouls,
)
from engine.effects.subjects import Value


@clauses.register
def _(instruction: Draw, scope: Scope) -> list[str]:
    number = number_words(instruction.number, scope)
    return [f"draw {number} {'card' if instruction.number == 1 else 'cards'}"]


@clauses.register
def _(instruction: Get, scope: Scope) -> list[str]:
    return [f"get {number_words(instruction.number, scope)} {resource_name(instruction.resource)}"]


@clauses.register
def _(instruction: OpponentLoses, scope: Scope) -> list[str]:
    return [
        f"choose up to {instruction.number} of your opponent's Material and Ingredient in total",
        "your opponent loses them",
    ]


@clauses.register
def _(instruction: GainLife, scope: Scope) -> list[str]:
    return [f"gain {instruction.number} life"]


@clauses.register
def _(instruction: IncreaseSouls, scope: Scope) -> list[str]:
    return ["increase your souls by 1 in the rest state"]


@clauses.register
def _(instruction: StandSouls, scope: Scope) -> list[str]:
    number = instruction.number
    up_to = "up to " if isinstance(number, Value) else ""
    souls = f"{number_words(number, scope)} {'soul' if number == 1 else 'souls'}"
    return [f"choose {up_to}{souls}", f"stand {'it' if number == 1 else 'them'}"]


@clauses.register
def _(instruction: NullifyAttack, scope: Scope) -> list[str]:
    return ["nullify your opponent's attack"]


@clauses.register
def _(instruction: NightFalls, scope: Scope) -> list[str]:
    return ["it becomes night until the end of your opponent's next turn"]

"""Words for instructions: each is one or more clauses, later made into sentences or joined behind "you may"."""

from functools import singledispatch

from engine.effects.conditions import Did
from engine.effects.english.conditions import condition_words
from engine.effects.english.nouns import (
    article,
    counted,
    kind_words,
    noun,
    number_words,
    value_words,
)
from engine.effects.english.speech import Reference, Scope, joined, no_words, sentences
from engine.effects.instructions import (
    Choose,
    DeclareName,
    Do,
    Get,
    If,
    Instruction,
    Later,
    Let,
    May,
    OneOf,
    Repeat,
    Who,
)
from engine.effects.subjects import Side
from engine.effects.values import Variable
from engine.model.terms import Zone


@singledispatch
def clauses(instruction: Instruction, scope: Scope) -> list[str]:
    """The clauses of an instruction, without capitals and full stops."""
    raise no_words(instruction)


def effect_words(effect: Instruction, scope: Scope) -> str:
    """A whole effect in sentences, with the numbers it uses explained at the end."""
    words = sentences(clauses(effect, scope))
    notes, scope.notes = sentences(scope.notes), []
    return f"{words} {notes}".strip()


# --- choosing ---------------------------------------------------------------------------------------------------------


@clauses.register
def _(instruction: Choose, scope: Scope) -> list[str]:
    cards = instruction.cards
    among = scope.references.get(cards.among)
    if among is not None and not among.plural:
        return _choose_the_one(instruction, scope)
    what = counted(instruction.number, cards, scope, up_to=instruction.up_to, chooser=instruction.who)
    plural = instruction.number != 1
    side = Side.OPPONENTS if instruction.who is Who.OPPONENT and cards.side is Side.YOURS else cards.side
    zone = Zone.DECK if cards.among else cards.zone
    name = f"the chosen {kind_words(cards.kinds, plural=plural)}"
    scope.bind(instruction.bind, Reference(name, plural, zone, side, instruction.who))
    return [f"your opponent chooses {what}" if instruction.who is Who.OPPONENT else f"choose {what}"]


def _choose_the_one(instruction: Choose, scope: Scope) -> list[str]:
    """A choice among a single card that was looked at."""
    cards = instruction.cards
    spoken = scope.say(cards.among)
    scope.bind(instruction.bind, scope.reference(cards.among))
    kind = article(noun(cards, plural=False, scope=scope))
    return [f"{'you may choose' if instruction.up_to else 'choose'} {spoken.words} if it is {kind}"]


@clauses.register
def _(instruction: DeclareName, scope: Scope) -> list[str]:
    return ["declare 1 card name"]


# --- control ----------------------------------------------------------------------------------------------------------


@clauses.register
def _(instruction: Do, scope: Scope) -> list[str]:
    return [clause for step in instruction.steps for clause in clauses(step, scope)]


@clauses.register
def _(instruction: If, scope: Scope) -> list[str]:
    condition = condition_words(instruction.condition, scope)
    last = scope.last
    then, consequences = _without_consequences(instruction.then)
    words = [f"if {condition}, {joined(clauses(then, scope))}"]
    words += [clause for consequence in consequences for clause in clauses(consequence, scope)]
    if instruction.otherwise is not None:
        scope.last = last
        words.append(f"otherwise, {joined(clauses(instruction.otherwise, scope))}")
    return words


def _without_consequences(instruction: Instruction) -> tuple[Instruction, tuple[Instruction, ...]]:
    """A branch and the "if you did …" at its end, which reads better as a sentence of its own."""
    match instruction:
        case Do((*steps, If(Did()) as consequence)) if steps:
            return Do(tuple(steps)), (consequence,)
        case _:
            return instruction, ()


@clauses.register
def _(instruction: May, scope: Scope) -> list[str]:
    condition = "" if instruction.provided is None else f"if {condition_words(instruction.provided, scope)}, "
    return [f"{condition}you may {joined(clauses(instruction.do, scope))}"]


@clauses.register
def _(instruction: OneOf, scope: Scope) -> list[str]:
    if all(isinstance(mode, Get) for mode in instruction.modes):
        gains = [joined(clauses(mode, scope)).removeprefix("get ") for mode in instruction.modes]
        return ["get either " + " or ".join(gains)]
    modes = [effect_words(mode, scope) for mode in instruction.modes]
    return ["choose 1 of the following:" + "".join(f" • {mode}" for mode in modes).removesuffix(".")]


@clauses.register
def _(instruction: Repeat, scope: Scope) -> list[str]:
    times = number_words(instruction.times, scope)
    return [f"do this {times} times: {joined(clauses(instruction.do, scope))}"]


@clauses.register
def _(instruction: Later, scope: Scope) -> list[str]:
    return [f"at the end of this turn, {joined(clauses(instruction.do, scope))}"]


@clauses.register
def _(instruction: Let, scope: Scope) -> list[str]:
    number = instruction.number
    words = str(number) if isinstance(number, int) else value_words(number, scope)
    return [f"{value_words(Variable(instruction.bind), scope)} is {words}"]

"""The question of a prompt that an effect or a cost asks: one sentence, and a second line with limits and reasons.

``card`` is always the name of the card that asks, as players call it: the main name.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from engine.effects.abilities import Ability, Act, Auto, effect_of, steps_after
from engine.effects.costs import Assign, ButcherPals, Consume, CostPart, Discard
from engine.effects.english.abilities import trigger_words
from engine.effects.english.clauses import clauses, effect_words
from engine.effects.english.costs import cost_words, costs_words, resource_name
from engine.effects.english.nouns import counted, kind_words
from engine.effects.english.skills import paragraph
from engine.effects.english.speech import Reference, Scope, capitalised, joined, sentences
from engine.effects.instructions import Choose, If, Instruction, Later, May, OneOf, OpponentLoses
from engine.effects.nodes import Node
from engine.effects.subjects import Cards, Side, Those
from engine.model.terms import Resource, Zone


class Question(NamedTuple):
    """What a prompt asks in one sentence, and a second line, which may be empty."""

    text: str
    detail: str = ""


# --- where in the effect the question comes up ------------------------------------------------------------------------


def _scope_of(ability: Ability) -> Scope:
    """A scope in which everything that the ability names is bound, with no number explained yet."""
    scope = Scope()
    if isinstance(ability, Act):
        costs_words(ability.costs, scope)
    if isinstance(ability, Auto):
        trigger_words(ability.when, scope)
    if (effect := effect_of(ability)) is not None:
        clauses(effect, scope)
    return Scope(scope.references, still_open=True)


# --- choices ----------------------------------------------------------------------------------------------------------


def choose_cards(
    card: str,
    ability: Ability,
    node: Choose,
    *,
    minimum: int,
    maximum: int,
    known: Mapping[Node, int] | None = None,
) -> Question:
    """A choice of cards and what it is for, as in "Ignis Breath: choose 1 Pal to deal 500 damage to".

    ``minimum`` and ``maximum`` are those of the prompt: how many may be chosen as the game stands. ``known`` are
    numbers of the choice that stand already.
    """
    scope = _scope_of(ability)
    scope.known = known or {}
    number = node.number if isinstance(node.number, int) else maximum
    plural = number != 1
    scope.references[node.bind] = Reference("", plural, *_home(node.cards))
    if node.cards.among:
        scope.references[node.cards.among] = Reference("these", plural=True)
    what = counted(number, node.cards, scope, up_to=minimum < number)
    purpose = _purpose(steps_after(ability, node), node.bind, scope)
    details = [*_limits(node.cards, minimum, maximum), *([] if purpose else _consequences(ability, node)), *scope.notes]
    return Question(f"{card}: choose {what}{purpose}.", sentences(details))


def _home(cards: Cards) -> tuple[Zone, Side]:
    return (Zone.DECK if cards.among else cards.zone), cards.side


def _purpose(following: list[Instruction], variable: str, scope: Scope) -> str:
    """The first thing done to the cards chosen: " to deal 500 damage to", " that gets Power+200 until end of turn"."""
    for instruction in following:
        if isinstance(instruction, Choose) and instruction.bind == variable:
            return ""
        if any(child == Those(variable) for child in instruction.children()):
            scope.gap = variable
            words = " ".join(joined(clauses(instruction, scope)).split())
            return f" {words}" if words.startswith("that ") else f" to {words}"
    return ""


def _consequences(ability: Ability, node: Choose) -> list[str]:
    """What happens then, where it does not fit behind "to"."""
    following = steps_after(ability, node)
    scope = _scope_of(ability)
    scope.last = node.bind
    return clauses(following[0], scope) if following else []


def _limits(cards: Cards, minimum: int, maximum: int) -> list[str]:
    """What is public and useful to know about the choice."""
    limits = []
    if cards.side is Side.ANY and cards.zone is Zone.BASE and not cards.among:
        limits.append(f"{kind_words(cards.kinds, plural=True)} on either side can be chosen")
    if maximum == 0:
        limits.append("there is nothing to choose")
    elif minimum == 0:
        limits.append("you may choose none")
    if (cards.kinds or cards.tests) and (cards.among or cards.zone is Zone.HAND) and maximum:
        limits.append("what you choose is shown to your opponent")
    return limits


def choose_mode(card: str) -> Question:
    """A choice between modes; their texts are ``mode_texts``."""
    return Question(f"{card}: choose 1 of these.", "")


def mode_texts(ability: Ability, node: OneOf) -> tuple[str, ...]:
    """What each mode does, in printed order."""
    return tuple(effect_words(mode, _scope_of(ability)) for mode in node.modes)


def may(
    card: str, ability: Ability, node: May, names: Mapping[str, str] | None = None, *, possible: bool = True
) -> Question:
    """A "you may" as a question, as in "Primitive Workbench: deploy Stone Pit".

    ``names`` are names of the cards that variables of the effect stand for, where the asked player knows them.
    Not ``possible``, it says so; it is asked all the same where only the asked player knows why (ambiguity 15).
    """
    scope = _scope_of(ability)
    for variable, name in (names or {}).items():
        if variable in scope.references:
            scope.references[variable] = replace(scope.reference(variable), description=name)
    words = joined(clauses(node.do, scope))
    following = steps_after(ability, node)
    otherwise = clauses(following[0], scope) if following and isinstance(following[0], If) else []
    return Question(f"{card}: {words}?" if possible else f"{card}: you cannot {words}.", sentences(otherwise))


def declare_name(card: str) -> Question:
    """The declaration of a card name (Q67, Q68)."""
    return Question(f"{card}: name a card.", "Any full name of a card in the game.")


def opponent_loses(card: str, node: OpponentLoses, resource: Resource, *, maximum: int) -> Question:
    """One of the two numbers, Material first."""
    return Question(
        f"{card}: how much {resource_name(resource)} does your opponent lose?",
        f"Up to {maximum}; at most {node.number} of Material and Ingredient in total.",
    )


# --- costs ------------------------------------------------------------------------------------------------------------

_UNPAID = "Nothing is paid until the whole cost is chosen."


def choose_cost(card: str) -> Question:
    """A choice between alternatives of a cost; their texts are ``cost_texts``."""
    return Question(f"{card}: which cost do you pay?", "")


def cost_texts(ability: Act) -> tuple[str, ...]:
    """Each alternative of the cost, in printed order."""
    return tuple(cost_words(cost, Scope()) for cost in ability.costs)


def choose_x(card: str, ability: Act, part: CostPart, *, minimum: int, maximum: int) -> Question:
    """The X of a cost."""
    scope = Scope()
    costs_words(ability.costs, scope)
    what = f"how much {resource_name(part.resource)} do you consume" if isinstance(part, Consume) else _how_many(part)
    return Question(f"{card}: {what}?", f"X, from {minimum} to {maximum}. {effect_words(ability.effect, scope)}")


def _how_many(part: CostPart) -> str:
    return "how many cards do you discard" if isinstance(part, Discard) else "how much do you pay"


def choose_for_cost(card: str, part: Assign | Discard | ButcherPals, *, number: int) -> Question:
    """The cards that pay one part of a cost; ``number`` is how many, with X decided."""
    match part:
        case Assign():
            pals = "1 Pal" if number == 1 else f"{number} Pals"
            return Question(f"{card}: choose {pals} to assign.", f"An assigned Pal rests. {_UNPAID}")
        case Discard():
            return Question(f"{card}: choose {counted(number, part.cards, Scope())} to discard.", _UNPAID)
        case ButcherPals():
            return Question(f"{card}: choose {counted(number, part.cards, Scope())} to butcher.", _UNPAID)


# --- pending abilities ------------------------------------------------------------------------------------------------


def entry_text(ability: Ability, delayed: Later | None = None) -> str:
    """A pending ability in a list of them: its text without the icon, or the text of what it ``delayed``."""
    return capitalised(paragraph(ability).removeprefix("[AUTO] ")) if not delayed else delayed_words(ability, delayed)


def delayed_words(ability: Ability, delayed: Later) -> str:
    """What an ability has left for the end of the turn, in sentences."""
    return sentences(clauses(delayed, _scope_of(ability)))

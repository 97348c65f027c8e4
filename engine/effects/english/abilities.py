"""Words for abilities: a paragraph each, with the game's icons and the reminders of keywords."""

from functools import singledispatch

from engine.effects.abilities import (
    Act,
    Auto,
    AutosTwice,
    Boost,
    CannotBeAttackedBy,
    Cont,
    EventEffect,
    Grant,
    Has,
    MakesNight,
    MoreDamage,
    Rule,
    Static,
    Trigger,
    When,
)
from engine.effects.english.cards import bonus_words
from engine.effects.english.clauses import effect_words
from engine.effects.english.conditions import condition_words
from engine.effects.english.costs import costs_words
from engine.effects.english.nouns import group, kind_words, noun, one_of
from engine.effects.english.skills import granted_words, paragraph
from engine.effects.english.speech import Reference, Scope, Spoken, capitalised, joined, no_words, sentences
from engine.effects.subjects import PALS, STRUCTURES, Cards, Number, Side
from engine.effects.values import CountOf, Times
from engine.model.terms import Keyword

# --- continuous -------------------------------------------------------------------------------------------------------


@singledispatch
def static_words(static: Static, scope: Scope) -> str:
    """One thing that a continuous ability makes true, as a clause."""
    raise no_words(static)


@static_words.register
def _(static: Boost, scope: Scope) -> str:
    who = Spoken("this card") if static.cards is None else Spoken(_all_of(static.cards), plural=True)
    power, each = _per_card(static.power)
    strike, also_each = _per_card(static.strike)
    return f"{who.verb('gets', 'get')} {joined(bonus_words(power, strike, scope))}{each or also_each}"


def _per_card(number: Number) -> tuple[Number, str]:
    """A bonus that counts cards, taken apart: 200 and " for each of your structures"."""
    match number:
        case Times(factor, CountOf(cards)):
            return factor, f" for each of {group(cards)}"
        case _:
            return number, ""


def _all_of(cards: Cards) -> str:
    return f"all {group(cards)}" if cards.side is Side.ANY else f"all of {group(cards)}"


@static_words.register
def _(static: Grant, scope: Scope) -> str:
    return f"{_all_of(static.cards)} have {granted_words((static.ability,))}"


_RULES = {
    Rule.TAUNT: "an opponent's Pal that can attack a card with Taunt cannot attack anything else",
    Rule.STEALTH: "attacks of this card cannot be blocked",
    Rule.ASSAULT: "this card can also attack standing Pals",
    Rule.ANY_NUMBER_IN_DECK: "a deck may hold any number of cards with this card's name",
}


@static_words.register
def _(static: Has, scope: Scope) -> str:
    return _RULES[static.rule]


@static_words.register
def _(static: CannotBeAttackedBy, scope: Scope) -> str:
    return f"this card cannot be attacked by {noun(PALS.that(*static.tests), plural=True)}"


@static_words.register
def _(static: MoreDamage, scope: Scope) -> str:
    source = one_of(static.by)
    return f"if {source} would deal damage other than battle damage to a Pal, it deals {static.plus} more instead"


@static_words.register
def _(static: MakesNight, scope: Scope) -> str:
    return "it is night"


@static_words.register
def _(static: AutosTwice, scope: Scope) -> str:
    return f"each [AUTO] ability of {group(static.cards)} activates twice"


# --- automatic --------------------------------------------------------------------------------------------------------

_LABELS = {Trigger.DEPLOYED: "On Deploy", Trigger.ATTACKS: "On Attack", Trigger.ASSIGNED: "On Assign"}

_HAPPENS = {
    Trigger.DEPLOYED: "is deployed",
    Trigger.ATTACKS: "attacks",
    Trigger.ATTACKS_STRUCTURE: "attacks a structure",
    Trigger.IS_ATTACKED: "is attacked",
    Trigger.ASSIGNED: "is assigned",
    Trigger.PUT_INTO_GRAVEYARD: "is put into the graveyard",
    Trigger.LEAVES_BASE: "leaves the base",
    Trigger.BUTCHERED: "is butchered",
    Trigger.FALLS_IN_BATTLE: "is put into the graveyard during battle",
}

_SUBJECTS = {
    Trigger.DEPLOYED: "deployed",
    Trigger.ATTACKS: "attacking",
    Trigger.IS_ATTACKED: "attacked",
    Trigger.ASSIGNED: "assigned",
    Trigger.BUTCHERED: "butchered",
}


def trigger_words(when: When, scope: Scope) -> str:
    """What an automatic ability waits for, up to the space before its effect."""
    if when.trigger in _LABELS and when.subject is None and not when.to:
        return f"{_LABELS[when.trigger]}: "
    if when.trigger is Trigger.END_OF_YOUR_TURN:
        return "At the end of your turn, "
    if when.trigger is Trigger.END_OF_BATTLE:
        return "At the end of the battle in which this card attacked, "
    if when.trigger is Trigger.OPPONENT_FALLS:
        scope.references["opponent"] = Reference("the opposing Pal")
        return "When the opposing Pal is put into the graveyard during this card's attack, "
    return f"When {_who(when, scope)} {_HAPPENS[when.trigger]}{_where(when)}, "


def _who(when: When, scope: Scope) -> str:
    """To whom the event happens; binds the subject, and the opponent that Retaliate speaks of."""
    if when.trigger is Trigger.FALLS_IN_BATTLE:
        scope.references["opponent"] = Reference("the opposing Pal")
    if when.subject is None:
        return "this card"
    kind = kind_words(when.subject.kinds, plural=False)
    scope.references["event"] = Reference(f"the {_SUBJECTS.get(when.trigger, 'fallen')} {kind}")
    return one_of(when.subject)


def _where(when: When) -> str:
    return f" to a {noun(STRUCTURES.that(*when.to), plural=False)}" if when.to else ""


# --- paragraphs -------------------------------------------------------------------------------------------------------


@paragraph.register
def _(ability: Cont) -> str:
    scope = Scope()
    words = joined([static_words(static, scope) for static in ability.statics])
    if ability.condition is not None:
        words = f"while {condition_words(ability.condition, scope)}, {words}"
    return "[CONT] " + _with_keyword(ability.keyword, 0, sentences([words, *scope.notes]))


@paragraph.register
def _(ability: Auto) -> str:
    scope = Scope()
    trigger = trigger_words(ability.when, scope)
    effect = effect_words(ability.effect, scope)
    if not trigger.endswith(": "):
        effect = effect[:1].lower() + effect[1:]
    return "[AUTO] " + _with_keyword(ability.keyword, ability.keyword_number, trigger + effect)


@paragraph.register
def _(ability: Act) -> str:
    scope = Scope()
    place = ["From hand"] if ability.from_hand else []
    limits = [*place, *(["Quick"] if ability.quick else []), *(["Once per turn"] if ability.once_per_turn else [])]
    before = "".join(f"{limit} — " for limit in limits)
    costs = costs_words(ability.costs, scope)
    return "[ACT] " + _with_keyword(ability.keyword, 0, f"{before}{costs} {effect_words(ability.effect, scope)}")


@paragraph.register
def _(ability: EventEffect) -> str:
    return ("Quick — " if ability.quick else "") + effect_words(ability.effect, Scope())


def _with_keyword(keyword: Keyword | None, number: int, words: str) -> str:
    """The keyword with the words as its reminder, or the words alone."""
    if keyword is None:
        return words
    return f"{keyword}{f' {number}' if number else ''} ({capitalised(words)})"

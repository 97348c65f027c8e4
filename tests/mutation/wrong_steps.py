"""Wrong sentences of a card: conditions, instructions, costs and gifts left out, turned round, swapped or mistaken."""

from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any, Final

from engine.effects import abilities, conditions, instructions
from engine.effects.nodes import Node
from tests.mutation.sites import Change, Site, holds_only, without
from tests.mutation.trees import Path, brief, changed


def questions(site: Site) -> Iterator[Change]:
    """Each condition turned round, and left out."""
    if isinstance(site.value, conditions.Condition):
        turned = site.value.condition if isinstance(site.value, conditions.Not) else conditions.Not(site.value)
        if not isinstance(site.owner, conditions.Not):
            yield Change("condition", f"{brief(site.value)} negated", turned)
        if isinstance(site.owner, abilities.Cont | instructions.May):
            yield Change("condition", f"{brief(site.value)} dropped", None)


def orders(site: Site) -> Iterator[Change]:
    """Each instruction left out, and the order of two that stand side by side; the same of modes."""
    if not site.value or not holds_only(site.value, instructions.Instruction):
        return
    for index, each in enumerate(site.value):
        if len(site.value) > 1:
            yield Change("instruction", f"{index}, {brief(each)}, dropped", without(site.value, index))
        if index:
            swapped = (*site.value[: index - 1], each, site.value[index - 1], *site.value[index + 1 :])
            yield Change("order", f"{index - 1} and {index} swapped", swapped)


def control(site: Site) -> Iterator[Change]:
    """What is conditional or optional is neither, and the effect as a whole becomes optional."""
    for path, each in _instructions_in(site.value):
        if isinstance(each, instructions.If):
            wrong = Change("condition", f"{brief(each.condition)} dropped", each.then)
        elif isinstance(each, instructions.May):
            wrong = Change("optional", "may -> has to", each.do)
        elif isinstance(each, instructions.Repeat):
            wrong = Change("number", "repeated -> once", each.do)
        elif isinstance(each, instructions.Later):
            wrong = Change("duration", "later -> now", each.do)
        else:
            continue
        yield wrong._replace(becomes=changed(site.value, path, wrong.becomes))
    if site.field == "effect":
        yield Change("optional", "has to -> may", instructions.May(site.value))
    if site.field == "otherwise" and site.value is not None:
        yield Change("instruction", "otherwise dropped", None)


def _instructions_in(value: object) -> list[tuple[Path, instructions.Instruction]]:
    if isinstance(value, instructions.Instruction):
        return [((), value)]
    if holds_only(value, instructions.Instruction):
        assert isinstance(value, tuple), "it holds instructions"
        return [((index,), each) for index, each in enumerate(value)]
    return []


def prices(site: Site) -> Iterator[Change]:
    """Each alternative of a cost left out, each part of each alternative, and the order of two alternatives."""
    if site.field != "costs":
        return
    for index, cost in enumerate(site.value):
        if len(site.value) > 1:
            yield Change("cost", f"alternative {index} dropped", without(site.value, index))
        if index:
            swapped = (*site.value[: index - 1], cost, site.value[index - 1], *site.value[index + 1 :])
            yield Change("order", f"alternatives {index - 1} and {index} swapped", swapped)
        for place, part in enumerate(cost):
            told = f"{brief(part)} of alternative {index} dropped"
            yield Change("cost", told, changed(site.value, (index,), without(cost, place)))


def relatives(site: Site) -> Iterator[Change]:
    """The same cards treated in another way that is easily mistaken for it."""
    for path, each in _instructions_in(site.value):
        for wrong in RELATIVES.get(type(each), ()):
            told = f"{brief(each)} -> {wrong.__name__}"
            what = getattr(each, fields(each)[0].name) if fields(each) else 1  # one soul is said without a number
            yield Change("instruction", told, changed(site.value, path, wrong(what) if fields(wrong) else wrong()))


RELATIVES: Final[dict[type[Node], tuple[type[Any], ...]]] = {
    instructions.Rest: (instructions.Stand, instructions.SkipsStanding),
    instructions.Stand: (instructions.Rest,),
    instructions.PutIntoGraveyard: (instructions.Butcher, instructions.Exile, instructions.ToHand),
    instructions.Butcher: (instructions.PutIntoGraveyard,),
    instructions.DiscardCards: (instructions.Exile, instructions.OnTopOfDeck),
    instructions.ToHand: (instructions.Reveal, instructions.OnTopOfDeck, instructions.PutIntoGraveyard),
    instructions.OnTopOfDeck: (instructions.DiscardCards,),
    instructions.Exile: (instructions.PutIntoGraveyard,),
    instructions.Deploy: (instructions.ToHand,),
    instructions.SkipsStanding: (instructions.LockedByThis, instructions.CannotBlock),
    instructions.LockedByThis: (instructions.SkipsStanding,),
    instructions.CannotBlock: (instructions.Rest,),
    instructions.GainLife: (instructions.Draw,),
    instructions.Draw: (instructions.GainLife,),
    instructions.StandSouls: (instructions.IncreaseSouls,),
    instructions.IncreaseSouls: (instructions.StandSouls,),
}


def gifts(site: Site) -> Iterator[Change]:
    """Each thing that a continuous ability makes true left out, and each ability that is given."""
    if holds_only(site.value, abilities.Static) and len(site.value) > 1:
        for index, static in enumerate(site.value):
            yield Change("instruction", f"{brief(static)} dropped", without(site.value, index))
    if site.value and holds_only(site.value, abilities.Ability):
        for index, ability in enumerate(site.value):
            yield Change("ability", f"{type(ability).__name__} dropped", without(site.value, index))


OPERATORS: Final[tuple[Callable[[Site], Iterator[Change]], ...]] = (
    questions, orders, control, relatives, prices, gifts,
)  # fmt: skip

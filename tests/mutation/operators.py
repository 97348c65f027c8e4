"""How one field of a node can be wrong: each operator gives the changes of one sort."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from enum import Enum
from typing import Any, Final, NamedTuple

from engine.effects import abilities, conditions, costs, instructions, subjects, values
from engine.effects.nodes import Node
from engine.model.terms import Colour, Element, Keyword, Kind, Resource, Work, Zone
from tests.mutation.trees import Path, brief, changed

KEYWORD: Final = "keyword"
"""The kind of what is changed in the name of an ability alone."""


class Change(NamedTuple):
    """One way to change a place: the kind that it is counted under, how it is told, and what then stands there."""

    kind: str
    told: str
    becomes: object


class Site(NamedTuple):
    """A field of a node: what it holds, the node above, what the card is, and which variables hold cards."""

    parent: Node | None
    owner: Node
    field: str
    value: Any
    kind: Kind
    variables: tuple[str, ...]


def another(member: Enum) -> Enum:
    """The next member of a closed set."""
    members: list[Enum] = [*type(member)]
    return members[(members.index(member) + 1) % len(members)]


# --- numbers ----------------------------------------------------------------------------------------------------------


def numbers(site: Site) -> Iterator[Change]:
    """One more, and one less if that is not below 0; a 0 is not printed."""
    if type(site.value) is int and site.value != 0:
        kind = KEYWORD if site.field == "keyword_number" else "number"
        for wrong in (site.value + 1, site.value - 1):
            yield Change(kind, f"{site.value} -> {wrong}", wrong)


def computed(site: Site) -> Iterator[Change]:
    """One more and one less than what is counted, and something else counted in its place."""
    if not isinstance(site.value, subjects.Value) or isinstance(site.owner, costs.CostPart):
        return
    for wrong in (1, -1):
        if not isinstance(site.owner, values.Plus) and not isinstance(site.value, values.Plus):
            yield Change("number", f"{wrong:+d}", values.Plus(site.value, wrong))
    for wrong_class in _alike(site.value):
        yield Change("number", f"{brief(site.value)} -> {wrong_class.__name__}", wrong_class(_only(site.value)))


def _alike(value: subjects.Value) -> list[type[Any]]:
    alike: tuple[tuple[type[Any], ...], ...] = (
        (values.CountOf, values.DifferentNamesOf),
        (values.CostOf, values.PowerOf),
    )
    return [each for group in alike if type(value) in group for each in group if each is not type(value)]


def _only(value: subjects.Value) -> object:
    return getattr(value, fields(value)[0].name)


# --- filters ----------------------------------------------------------------------------------------------------------


def tests(site: Site) -> Iterator[Change]:
    """Each test left out, and turned into its opposite where the vocabulary has one."""
    if not _holds_only(site.value, subjects.Test):
        return
    for index, test in enumerate(site.value):
        if len(site.value) > 1 or not isinstance(site.owner, abilities.CannotBeAttackedBy | conditions.Passes):
            yield Change("filter", f"{brief(test)} dropped", _without(site.value, index))
        if (opposite := _opposite(test)) is not None:
            yield Change("filter", f"{brief(test)} -> {brief(opposite)}", changed(site.value, (index,), opposite))


def _opposite(test: subjects.Test) -> subjects.Test | None:
    match test:
        case subjects.CostAtMost(number):
            return subjects.CostAtLeast(number + 1 if isinstance(number, int) else number)
        case subjects.CostAtLeast(number):
            return subjects.CostAtMost(number - 1 if isinstance(number, int) else number)
        case subjects.CostIs(number):
            return subjects.CostAtMost(number)
        case subjects.IsStanding():
            return subjects.IsResting()
        case subjects.IsResting():
            return subjects.IsStanding()
        case subjects.HasKeyword(keyword):
            return subjects.LacksKeyword(keyword)
        case subjects.LacksKeyword(keyword):
            return subjects.HasKeyword(keyword)
        case _:
            return None


def described(site: Site) -> Iterator[Change]:
    """Another colour, element, work suitability, keyword or name in a test."""
    if isinstance(site.owner, subjects.Test):
        if isinstance(site.value, Colour | Element | Work | Keyword):
            wrong: object = another(site.value)
        elif isinstance(site.value, str):
            wrong = "Lamball" if site.value != "Lamball" else "Cattiva"
        else:
            return
        yield Change("filter", f"{site.value} -> {wrong}", wrong)


def kinds(site: Site) -> Iterator[Change]:
    """Any kind of card, one kind less, or another one in the place of each."""
    if not site.value or not _holds_only(site.value, Kind):
        return
    yield Change("target", f"{brief(site.value)} -> any card", ())
    for index, kind in enumerate(site.value):
        if len(site.value) > 1:
            yield Change("target", f"{kind} dropped", _without(site.value, index))
        wrong = next(each for each in Kind if each not in site.value and each is not Kind.EVENT)
        yield Change("target", f"{kind} -> {wrong}", changed(site.value, (index,), wrong))


def regions(site: Site) -> Iterator[Change]:
    """Whose cards, in which zone, this one among them, and out of those that were looked at."""
    if not isinstance(site.owner, subjects.Cards):
        return
    if site.field == "other" and (site.value or _may_include_itself(site.owner, site.kind)):
        yield Change("filter", "others -> any" if site.value else "any -> others", not site.value)
    if site.owner.among:
        if site.field == "among":
            yield Change("filter", f"among {site.value} dropped", "")
    elif not isinstance(site.parent, conditions.Belongs | abilities.MoreDamage):
        if isinstance(site.value, subjects.Side):
            yield from _others("target", site.value)
        elif isinstance(site.value, Zone):
            yield from _others("target", site.value, (Zone.BASE, Zone.HAND, Zone.GRAVEYARD))


def _may_include_itself(cards: subjects.Cards, kind: Kind) -> bool:
    """Whether a card of this kind can be one of those in a base that it speaks of; an event is in none."""
    in_reach = cards.zone is Zone.BASE and cards.side is not subjects.Side.OPPONENTS and not cards.among
    return in_reach and kind is not Kind.EVENT and (not cards.kinds or kind in cards.kinds)


# --- whom it concerns, when, and how long -----------------------------------------------------------------------------


def pointers(site: Site) -> Iterator[Change]:
    """Another card in the place of the one that is meant."""
    if not isinstance(site.value, subjects.Subject):
        return
    meant: tuple[subjects.Subject, ...] = (subjects.THIS, *map(subjects.Those, site.variables))
    for wrong in meant:
        if wrong != site.value:
            yield Change("target", f"{brief(site.value)} -> {brief(wrong)}", wrong)


def choices(site: Site) -> Iterator[Change]:
    """Up to so many or exactly so many, one or all, and by whom."""
    if isinstance(site.owner, instructions.Choose):
        if site.field == "up_to" and site.owner.number is not None:
            told = "up to -> exactly" if site.value else "exactly -> up to"
            yield Change("target", told, not site.value)
        elif site.field == "number":
            wrong = 1 if site.value is None else None
            yield Change("target", "all -> 1" if site.value is None else "-> all", wrong)
    if isinstance(site.value, instructions.Who):
        yield from _others("target", site.value)


def closed_sets(site: Site) -> Iterator[Change]:
    """Another trigger, duration, rule or resource."""
    if isinstance(site.value, abilities.Trigger):
        yield from _others("trigger", site.value)
    elif isinstance(site.value, instructions.Until):
        yield from _others("duration", site.value)
    elif isinstance(site.value, abilities.Rule):
        yield from _others("rule", site.value)
    elif isinstance(site.value, Resource):
        yield from _others("resource", site.value)
    elif isinstance(site.value, Keyword) and isinstance(site.owner, abilities.Ability):
        yield Change(KEYWORD, f"{site.value} dropped", None)


def flags(site: Site) -> Iterator[Change]:
    """What is or is not so: once per turn, quick, from hand, in the rest state, shown to both players."""
    kind = FLAGS.get(site.field)
    if isinstance(site.value, bool) and kind is not None and (site.value or not _is_idle(site)):
        yield Change(kind, f"{site.value} -> {not site.value}", not site.value)


def _is_idle(site: Site) -> bool:
    """Whether nothing follows from setting a flag: the card cannot be used twice, or cards have one owner to go to."""
    if site.field == "once_per_turn" and isinstance(site.owner, abilities.Act):
        # Nothing stands a gear or a structure before the next turn, and a card that was discarded is another object.
        parts = [part for cost in site.owner.costs for part in cost]
        return costs.DiscardThis() in parts or (costs.RestThis() in parts and site.kind is not Kind.PAL)
    return site.field == "to_owners"


FLAGS: Final = {
    "once_per_turn": "once per turn",
    "quick": "timing",
    "from_hand": "timing",
    "resting": "orientation",
    "to_owners": "target",
    "revealed": "instruction",
}
"""Fields that are so or not, by the kind that they count under."""


def subjects_of_events(site: Site) -> Iterator[Change]:
    """An ability that waits for other cards waits for its own, and to whatever it is assigned."""
    if isinstance(site.owner, abilities.When) and site.field == "subject" and site.value is not None:
        yield Change("trigger", "of these cards -> of this card", None)


# --- conditions, instructions, costs ----------------------------------------------------------------------------------


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
    if not site.value or not _holds_only(site.value, instructions.Instruction):
        return
    for index, each in enumerate(site.value):
        if len(site.value) > 1:
            yield Change("instruction", f"{index}, {brief(each)}, dropped", _without(site.value, index))
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
    if _holds_only(value, instructions.Instruction):
        assert isinstance(value, tuple), "it holds instructions"
        return [((index,), each) for index, each in enumerate(value)]
    return []


def prices(site: Site) -> Iterator[Change]:
    """Each alternative of a cost left out, and each part of each alternative."""
    if site.field != "costs":
        return
    for index, cost in enumerate(site.value):
        if len(site.value) > 1:
            yield Change("cost", f"alternative {index} dropped", _without(site.value, index))
        for place, part in enumerate(cost):
            told = f"{brief(part)} of alternative {index} dropped"
            yield Change("cost", told, changed(site.value, (index,), _without(cost, place)))


def relatives(site: Site) -> Iterator[Change]:
    """The same cards treated in another way that is easily mistaken for it."""
    for path, each in _instructions_in(site.value):
        for wrong in RELATIVES.get(type(each), ()):
            told = f"{brief(each)} -> {wrong.__name__}"
            what = getattr(each, fields(each)[0].name)
            yield Change("instruction", told, changed(site.value, path, wrong(what)))


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
    if _holds_only(site.value, abilities.Static) and len(site.value) > 1:
        for index, static in enumerate(site.value):
            yield Change("instruction", f"{brief(static)} dropped", _without(site.value, index))
    if site.value and _holds_only(site.value, abilities.Ability):
        for index, ability in enumerate(site.value):
            yield Change("ability", f"{type(ability).__name__} dropped", _without(site.value, index))


def _holds_only(value: object, wanted: type[object]) -> bool:
    return isinstance(value, tuple) and all(isinstance(each, wanted) for each in value)


def _without(values: tuple[Any, ...], index: int) -> tuple[Any, ...]:
    return (*values[:index], *values[index + 1 :])


def _others(kind: str, value: Enum, among: Sequence[Enum] | None = None) -> Iterator[Change]:
    for wrong in type(value) if among is None else among:
        if wrong is not value:
            yield Change(kind, f"{value} -> {wrong}", wrong)


OPERATORS: Final[tuple[Callable[[Site], Iterator[Change]], ...]] = (
    numbers, computed, tests, described, kinds, regions, pointers, choices, closed_sets, flags, subjects_of_events,
    questions, orders, control, relatives, prices, gifts,
)  # fmt: skip

"""Wrong words of a card: numbers, filters, targets, triggers, durations, and what is so or not."""

from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any, Final

from engine.effects import abilities, conditions, costs, instructions, subjects, values
from engine.model.terms import Colour, Element, Keyword, Kind, Resource, Work, Zone
from tests.mutation.sites import Change, Site, another, holds_only, others, without
from tests.mutation.trees import brief, changed

KEYWORD: Final = "keyword"
"""The kind of what is changed in the name of an ability alone: ``facts.json`` holds it if it is printed."""

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
    if not holds_only(site.value, subjects.Test):
        return
    for index, test in enumerate(site.value):
        yield Change("filter", f"{brief(test)} dropped", without(site.value, index))
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
    if not site.value or not holds_only(site.value, Kind):
        return
    yield Change("target", f"{brief(site.value)} -> any card", ())
    for index, kind in enumerate(site.value):
        if len(site.value) > 1:
            yield Change("target", f"{kind} dropped", without(site.value, index))
        wrong = next(each for each in Kind if each not in site.value and each is not Kind.EVENT)
        yield Change("target", f"{kind} -> {wrong}", changed(site.value, (index,), wrong))


def regions(site: Site) -> Iterator[Change]:
    """Whose cards, in which zone, this one among them, and out of those that were looked at."""
    if not isinstance(site.owner, subjects.Cards):
        return
    if site.field == "other" and (site.value or _may_include_itself(site)):
        yield Change("filter", "others -> any" if site.value else "any -> others", not site.value)
    if site.owner.among:
        if site.field == "among":
            yield Change("filter", f"among {site.value} dropped", "")
    elif not isinstance(site.parent, conditions.Belongs | abilities.MoreDamage):
        if isinstance(site.value, subjects.Side):
            yield from others("target", site.value)
        elif isinstance(site.value, Zone):
            yield from others("target", site.value, (Zone.BASE, Zone.HAND, Zone.GRAVEYARD))


def _may_include_itself(site: Site) -> bool:
    """Whether the card can be one of those in a base that it speaks of: an event is in none."""
    cards, kind = site.owner, site.kind
    assert isinstance(cards, subjects.Cards), "only a description speaks of cards"
    in_reach = cards.zone is Zone.BASE and cards.side is not subjects.Side.OPPONENTS and not cards.among
    elsewhere = kind is Kind.EVENT or isinstance(site.parent, conditions.Belongs)
    return in_reach and not elsewhere and (not cards.kinds or kind in cards.kinds)


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
        yield from others("target", site.value)


def closed_sets(site: Site) -> Iterator[Change]:
    """Another trigger, duration, rule or resource."""
    if isinstance(site.value, abilities.Trigger):
        yield from others("trigger", site.value)
    elif isinstance(site.value, instructions.Until):
        yield from others("duration", site.value)
    elif isinstance(site.value, abilities.Rule):
        yield from others("rule", site.value)
    elif isinstance(site.value, Resource):
        yield from others("resource", site.value)
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


OPERATORS: Final[tuple[Callable[[Site], Iterator[Change]], ...]] = (
    numbers, computed, tests, described, kinds, regions, pointers, choices, closed_sets, flags, subjects_of_events,
)  # fmt: skip

"""Which cards a description means: tests on one card, and the cards of a zone that pass them.

Descriptions are compiled into closures once for each catalogue, which keeps them: outside every state.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.effects import conditions as when
from engine.effects import subjects as on
from engine.effects import values as of
from engine.effects.definition import main_name_of
from engine.model.state import BASE, DECK, EXILE, GRAVEYARD, HAND, PHYSICAL_MASK, RESOLUTION
from engine.model.terms import Zone

if TYPE_CHECKING:
    from engine.rules.match import Match


class Scope(NamedTuple):
    """From where an ability looks at the game: its master, its source, its variables."""

    master: int
    source: int
    variables: Mapping[str, Any]


Predicate = Callable[["Match", int, Scope], bool]

ZONE_CODES = {
    Zone.DECK: DECK,
    Zone.HAND: HAND,
    Zone.BASE: BASE,
    Zone.GRAVEYARD: GRAVEYARD,
    Zone.EXILE: EXILE,
    Zone.RESOLUTION: RESOLUTION,
}


def select(match: "Match", cards: on.Cards, scope: Scope) -> list[int]:
    """The physical numbers of the cards meant: the master's first, then the opponent's, in zone order."""
    state = match.state
    passes = description(match, cards)
    if cards.among:
        return [
            card
            for reference in scope.variables.get(cards.among, ())
            if (card := match.alive(reference)) >= 0 and passes(match, card, scope)
        ]
    zones = state.zones(ZONE_CODES[cards.zone])
    you, opponent = zones[scope.master], zones[1 - scope.master]
    if cards.zone is Zone.HAND:  # it has no order (section 4), so none may show when its cards leave it
        you, opponent = sorted(you, key=state.cards.__getitem__), sorted(opponent, key=state.cards.__getitem__)
    if cards.side is on.Side.YOURS:
        candidates = you
    elif cards.side is on.Side.OPPONENTS:
        candidates = opponent
    else:
        candidates = you + opponent
    return [card for card in candidates if passes(match, card, scope)]


def is_among(match: "Match", cards: on.Cards, card: int, scope: Scope) -> bool:
    """Whether one card is among the cards meant."""
    state = match.state
    if state.place[card] != ZONE_CODES[cards.zone]:
        return False
    if cards.side is not on.Side.ANY and (state.owner(card) == scope.master) != (cards.side is on.Side.YOURS):
        return False
    return description(match, cards)(match, card, scope)


def description(match: "Match", cards: on.Cards) -> Predicate:
    """Kind, tests and ``other`` of a description, without side and zone."""
    known = match.catalogue.predicates.get(id(cards))
    if known is None:
        known = match.catalogue.predicates[id(cards)] = (cards, _compile_cards(cards))
    compiled: Predicate = known[1]
    return compiled


def passes_all(match: "Match", tests: tuple[on.Test, ...]) -> Predicate:
    """A predicate for all of these tests."""
    known = match.catalogue.predicates.get(id(tests))
    if known is None:
        known = match.catalogue.predicates[id(tests)] = (tests, _compile_tests(tests))
    compiled: Predicate = known[1]
    return compiled


def _compile_tests(tests: tuple[on.Test, ...]) -> Predicate:
    predicates = tuple(_compile_test(test) for test in tests)
    return lambda match, card, scope: all(predicate(match, card, scope) for predicate in predicates)


def _compile_cards(cards: on.Cards) -> Predicate:
    kinds, other = frozenset(cards.kinds), cards.other
    predicates = tuple(_compile_test(test) for test in cards.tests)

    def passes(match: "Match", card: int, scope: Scope) -> bool:
        if kinds and match.cards[card].kind not in kinds:
            return False
        if other and card == scope.source & PHYSICAL_MASK and match.state.is_alive(scope.source):
            return False
        return all(predicate(match, card, scope) for predicate in predicates)

    return passes


def _compile_test(test: on.Test) -> Predicate:  # noqa: C901 - one case per test of the vocabulary
    match test:
        case on.CostAtMost():
            return lambda m, card, scope: m.cards[card].cost <= number(m, test.number, scope)
        case on.CostAtLeast():
            return lambda m, card, scope: m.cards[card].cost >= number(m, test.number, scope)
        case on.CostIs():
            return lambda m, card, scope: m.cards[card].cost == number(m, test.number, scope)
        case on.PowerAtMost():
            return lambda m, card, scope: m.derived.power(card) <= test.number
        case on.HasColour():
            return lambda m, card, scope: m.cards[card].definition.colour is test.colour
        case on.HasElement():
            return lambda m, card, scope: test.element in m.cards[card].definition.elements
        case on.HasWork():
            return lambda m, card, scope: test.work in m.cards[card].definition.work
        case on.MainNameIs():
            return lambda m, card, scope: any(main_name_of(n) == test.name for n in m.derived.names(card))
        case on.NameContains():
            return lambda m, card, scope: any(test.text in n for n in m.derived.names(card))
        case on.IsStanding():
            return lambda m, card, scope: not m.state.resting[card]
        case on.IsResting():
            return lambda m, card, scope: bool(m.state.resting[card])
        case on.IsNormal():
            return lambda m, card, scope: not m.cards[card].lucky
        case on.HasKeyword():
            return lambda m, card, scope: test.keyword in m.derived.keywords(card)
        case on.LacksKeyword():
            return lambda m, card, scope: test.keyword not in m.derived.keywords(card)
        case on.WasAssigned():
            return lambda m, card, scope: m.state.reference(card) in m.state.assigned
        case _:
            raise AssertionError(f"{type(test).__name__} is not a test of the vocabulary")


# --- what the other player does not see -------------------------------------------------------------------------------


def is_chosen_by_hidden_facts(match: "Match", cards: on.Cards, scope: Scope) -> bool:
    """Whether only the player of ``scope`` can see which cards qualify ("1 structure from your hand").

    An empty hand hides nothing, and a choice without a condition can be checked by everyone.
    """
    if not (cards.kinds or cards.tests):
        return False
    if cards.among:
        return is_one_hidden(match, references(match, on.Those(cards.among), scope))
    return cards.zone is Zone.HAND and bool(match.state.hand[scope.master])


def is_one_hidden(match: "Match", cards: Sequence[int]) -> bool:
    """Whether one of these cards lies where only one player may know it, and has not been revealed."""
    state = match.state
    return any(state.place[card] in (DECK, HAND) and card not in state.revealed for card in cards)


# --- particular cards, numbers, conditions ----------------------------------------------------------------------------


def references(match: "Match", subject: on.Subject, scope: Scope) -> list[int]:
    """The physical numbers of the objects meant that still exist, in order."""
    match subject:
        case on.This():
            found: tuple[int, ...] = (scope.source,)
        case on.Those() | on.TheRest():
            found = scope.variables.get(subject.variable, ())
        case on.ExiledByThis():
            found = tuple(exiled for source, exiled in match.state.links if source == scope.source)
        case _:
            raise AssertionError(f"{type(subject).__name__} is not a subject of the vocabulary")
    return [card for reference in found if (card := match.alive(reference)) >= 0]


def number(match: "Match", value: on.Number, scope: Scope) -> int:
    """The number meant, as the game stands."""
    match value:
        case int():
            return value
        case of.Variable():
            known: int = scope.variables.get(value.name, 0)
            return known
        case of.CountOf():
            return len(select(match, value.cards, scope))
        case of.DifferentNamesOf():
            return different_names(match, select(match, value.cards, scope))
        case of.CostOf():
            cards = references(match, value.subject, scope)
            return match.cards[cards[0]].cost if cards else 0
        case of.PowerOf():
            cards = references(match, value.subject, scope)
            return match.derived.power(cards[0]) if cards else 0
        case of.Times():
            return value.factor * number(match, value.number, scope)
        case of.Plus():
            return number(match, value.number, scope) + value.constant
        case _:
            raise AssertionError(f"{type(value).__name__} is not a number of the vocabulary")


def different_names(match: "Match", cards: list[int]) -> int:
    """The most cards of which no two share a card name (ambiguity 1: two names differ only if none is shared)."""
    best = 0
    names = list(dict.fromkeys(frozenset(match.derived.names(card)) for card in cards))

    def extend(index: int, taken: frozenset[str], size: int) -> None:
        nonlocal best
        best = max(best, size)
        for following in range(index, len(names)):
            if not names[following] & taken:
                extend(following + 1, taken | names[following], size + 1)

    extend(0, frozenset(), 0)
    return best


def holds(match: "Match", condition: when.Condition, scope: Scope) -> bool:  # noqa: C901 - one case per condition
    """Whether the condition holds, as the game stands."""
    match condition:
        case when.IsNight():
            return match.derived.night
        case when.ThereAre():
            return bool(select(match, condition.cards, scope))
        case when.ThereAreNamed():
            return different_names(match, select(match, condition.cards, scope)) >= condition.at_least
        case when.SoulsAtLeast():
            souls = match.state.souls_standing[scope.master] + match.state.souls_resting[scope.master]
            return souls >= condition.number
        case when.Passes():
            cards = references(match, condition.subject, scope)
            return bool(cards) and passes_all(match, condition.tests)(match, cards[0], scope)
        case when.Belongs():
            cards = references(match, condition.subject, scope)
            return bool(cards) and description(match, condition.cards)(match, cards[0], scope)
        case when.Did():
            return bool(scope.variables.get("done"))
        case when.Chose():
            return bool(scope.variables.get("it"))
        case when.Not():
            return not holds(match, condition.condition, scope)
        case when.NothingElsePlayed():
            itself = 1 if match.state.place[scope.source & PHYSICAL_MASK] == RESOLUTION else 0
            return match.state.played[scope.master] <= itself
        case _:
            raise AssertionError(f"{type(condition).__name__} is not a condition of the vocabulary")

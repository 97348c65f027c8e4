"""What a value of a card is made of, part by part in the order of application, from public facts alone.

The parts are those that ``rules`` computes the value from: their sum is the value, and their words are the list. What
adds nothing is left out.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, Literal, NamedTuple, get_args

from engine.effects.abilities import keyword_of
from engine.effects.catalogue import CompiledAbility
from engine.effects.language import explanations as words
from engine.model.records import Modifier
from engine.model.state import BASE, BATTLE, EXILE, GRAVEYARD, HAND, PHYSICAL_BITS, PHYSICAL_MASK, RESOLUTION
from engine.rules.costs import reductions
from engine.rules.derived import Boosting
from engine.rules.match import Match

Aspect = Literal["power", "strike", "cost", "keywords", "names"]
"""What can be explained; ``power`` is the Durability of a structure."""

ASPECTS: Final[tuple[Aspect, ...]] = get_args(Aspect)

NOBODY: Final = -1
"""In the place of a card: none that can be pointed at."""

PUBLIC: Final = (BASE, GRAVEYARD, EXILE, RESOLUTION)


class Part(NamedTuple):
    """One part of a value: an amount to add, a keyword or a name, and the words for it.

    ``source`` is the card that it comes from: the card itself, another, or none that can be pointed at.
    """

    value: int | str
    text: str
    source: int


class Source(NamedTuple):
    """Where something comes from: the card, its name (empty for the card itself), and how long it lasts."""

    card: int
    name: str = ""
    until: str = ""


def explain(match: Match, card: int, aspect: Aspect) -> list[Part]:
    """The parts of a value of a card, by physical numbers; none for a value that such a card does not have."""
    return list(_EXPLAIN[aspect](match, card))


# --- numbers ----------------------------------------------------------------------------------------------------------


def _power(match: Match, card: int) -> Iterator[Part]:
    compiled = match.cards[card]
    if compiled.is_pal or compiled.is_structure:
        yield Part(compiled.power, words.printed(compiled.power), card)
        yield from _gains(match, card, "power")


def _strike(match: Match, card: int) -> Iterator[Part]:
    compiled = match.cards[card]
    if compiled.is_pal:
        yield Part(compiled.strike, words.printed(compiled.strike), card)
        yield from _gains(match, card, "strike")


def _gains(match: Match, card: int, kind: Literal["power", "strike"]) -> Iterator[Part]:
    for amount, gain in match.derived.gains(card, kind):
        if amount == 0:
            continue
        if isinstance(gain, Boosting):
            ability = gain.ability
            keyword = str(keyword_of(ability.node) or "")
            yield _gained(amount, keyword, _source_of_ability(match, card, gain.bearer, ability, gain.origin))
        else:
            yield _gained(amount, "", _source_of_effect(match, card, gain))


def _cost(match: Match, card: int) -> Iterator[Part]:
    printed = match.cards[card].cost
    yield Part(printed, words.printed(printed), card)
    if match.state.place[card] == HAND:
        for less, modifier in reductions(match, card):
            if less == 0:
                continue
            yield _gained(-less, "", _source_of_effect(match, card, modifier))


def _gained(amount: int, keyword: str, source: Source) -> Part:
    text = words.gained(amount, keyword=keyword, source=source.name, until=source.until)
    return Part(amount, text, source.card)


# --- words ------------------------------------------------------------------------------------------------------------


def _keywords(match: Match, card: int) -> Iterator[Part]:
    for ability, origin in match.derived.instances(card):
        if (keyword := keyword_of(ability.node)) is not None:
            yield _has(str(keyword), _source_of_ability(match, card, card, ability, origin))


def _names(match: Match, card: int) -> Iterator[Part]:
    for name, modifier in match.derived.named(card).items():
        yield _has(name, Source(card) if modifier is None else _source_of_effect(match, card, modifier))


def _has(word: str, source: Source) -> Part:
    return Part(word, words.has(word, source=source.name, until=source.until), source.card)


# --- where something comes from ---------------------------------------------------------------------------------------


def _main_name(match: Match, card: int) -> str:
    return match.cards[card].definition.main_name


def _source_of_ability(match: Match, card: int, bearer: int, ability: CompiledAbility, origin: int) -> Source:
    """An ability of ``bearer``, printed on it or granted to it, seen from ``card``."""
    if bearer != card or origin == 0:
        return Source(bearer, "" if bearer == card else _main_name(match, bearer))
    if origin < 0:
        granting = -1 - origin
        return Source(granting, "" if granting == card else _main_name(match, granting))
    modifier = next(each for each in match.state.modifiers if each.number == origin)
    source = _source_of_effect(match, card, modifier)
    # Which card prints a granted ability can be read on its bearer, wherever that card is now.
    return source._replace(name=ability.card.definition.main_name) if source.name else source


def _source_of_effect(match: Match, card: int, modifier: Modifier) -> Source:
    """The card whose effect it was, as long as everyone can see which one that is."""
    until, source = _until(match, modifier), modifier.source & PHYSICAL_MASK
    if match.state.is_alive(modifier.source):
        return Source(source, "" if source == card else _main_name(match, source), until)
    moved = match.state.generation[source] - (modifier.source >> PHYSICAL_BITS)
    if moved == 1 and match.state.place[source] in PUBLIC:
        return Source(source, _main_name(match, source), until)
    # It has been where not everyone could see it: even that it came back must not be told.
    return Source(NOBODY, words.LEFT, until)


def _until(match: Match, modifier: Modifier) -> str:
    end = modifier.until
    return words.END_OF_BATTLE if end == BATTLE else words.until_end_of_turn(end - match.state.turn)


_EXPLAIN: Mapping[Aspect, Callable[[Match, int], Iterator[Part]]] = {
    "power": _power,
    "strike": _strike,
    "cost": _cost,
    "keywords": _keywords,
    "names": _names,
}

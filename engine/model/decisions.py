"""A decision: the one answer to a prompt. The words are those of the decision notation."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

Verb: TypeAlias = Literal[
    "first", "second", "keep", "redraw",
    "play", "activate", "attack", "draw", "end",
    "block", "pass",
    "choose", "option", "number", "yes", "no", "name", "resolve",
    "concede",
]  # fmt: skip

VERBS: tuple[Verb, ...] = get_args(Verb)


class Decision(NamedTuple):
    """A verb and the fields that count for it; the others keep their defaults.

    Cards are *handles*: positive numbers that the prompted seat's own view gave them.
    """

    verb: Verb
    card: int = 0
    """play, activate, attack, block, resolve: the card that acts."""
    target: int = 0
    """attack: the attacked card, or 0 for the player."""
    number: int = 0
    """activate, resolve, option: counted from 1; number: the number itself."""
    cards: tuple[int, ...] = ()
    """choose: the chosen cards, ascending; empty for none."""
    name: str = ""
    """name: a full card name."""


FIRST = Decision("first")
SECOND = Decision("second")
KEEP = Decision("keep")
REDRAW = Decision("redraw")
DRAW = Decision("draw")
END = Decision("end")
PASS = Decision("pass")
YES = Decision("yes")
NO = Decision("no")
CONCEDE = Decision("concede")

KEPT: Final = 4_096
"""Decisions of a kind that are kept ready: a legal list is made of the same few again and again."""


@lru_cache(KEPT)
def play(card: int) -> Decision:
    """Play a card from hand (8.2)."""
    return Decision("play", card)


@lru_cache(KEPT)
def activate(card: int, number: int = 1) -> Decision:
    """Activate the ``number``-th activated ability that functions where the card is now."""
    return Decision("activate", card, 0, number)


@lru_cache(KEPT)
def attack(card: int, target: int = 0) -> Decision:
    """Attack a card, or the player with target 0 (9.3.1)."""
    return Decision("attack", card, target)


@lru_cache(KEPT)
def block(card: int) -> Decision:
    """Block with a Pal (9.4.2)."""
    return Decision("block", card)


def choose(cards: Iterable[int]) -> Decision:
    """Choose exactly these cards."""
    return Decision("choose", 0, 0, 0, tuple(sorted(cards)))


@lru_cache(KEPT)
def option(number: int) -> Decision:
    """Take the ``number``-th mode, counted from 1 in printed order."""
    return Decision("option", 0, 0, number)


def number(value: int) -> Decision:
    """Say a number (X)."""
    return Decision("number", 0, 0, value)


def name(full_name: str) -> Decision:
    """Declare a card name."""
    return Decision("name", 0, 0, 0, (), full_name)


@lru_cache(KEPT)
def resolve(card: int, number: int = 1) -> Decision:
    """Resolve that card's ``number``-th pending automatic ability next."""
    return Decision("resolve", card, 0, number)


def to_plain(decision: Decision) -> dict[str, object]:
    """A decision as plain data: the verb and the fields that are not at their default."""
    verb, card, target, number, cards, name = decision
    plain: dict[str, object] = {"verb": verb}
    if card:
        plain["card"] = card
    if target:
        plain["target"] = target
    if number:
        plain["number"] = number
    if cards:
        plain["cards"] = list(cards)
    if name:
        plain["name"] = name
    return plain


_DEFAULTS: tuple[object, ...] = (0, 0, 0, (), "")

_COUNTING: Mapping[str, frozenset[str]] = {
    "play": frozenset({"verb", "card"}),
    "activate": frozenset({"verb", "card", "number"}),
    "attack": frozenset({"verb", "card", "target"}),
    "block": frozenset({"verb", "card"}),
    "choose": frozenset({"verb", "cards"}),
    "option": frozenset({"verb", "number"}),
    "number": frozenset({"verb", "number"}),
    "name": frozenset({"verb", "name"}),
    "resolve": frozenset({"verb", "card", "number"}),
}
"""The fields that count for a verb; for the others, the verb alone."""


def has_stray_fields(decision: Decision) -> bool:
    """Whether a field is set that does not count for the verb."""
    return not to_plain(decision).keys() <= _COUNTING.get(decision.verb, {"verb"})


def from_plain(plain: Mapping[str, Any]) -> Decision:
    """The decision that ``to_plain`` wrote; ``ValueError`` for anything else."""
    fields: dict[str, Any] = {**dict(zip(Decision._fields, ("", *_DEFAULTS), strict=True)), **plain}
    is_decision = (
        len(fields) == len(Decision._fields)
        and fields["verb"] in VERBS
        and isinstance(fields["name"], str)
        and isinstance(fields["cards"], list | tuple)
        and all(
            type(number) is int for number in (fields["card"], fields["target"], fields["number"], *fields["cards"])
        )
    )
    if not is_decision:
        raise ValueError(f"not a decision: {dict(plain)!r}")
    return Decision(**{**fields, "cards": tuple(fields["cards"])})

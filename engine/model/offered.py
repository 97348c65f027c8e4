"""A legal list as plain data in few words: by verb, and the targets of an attacker together.

    {"play": [3, 7], "activate": [[13, 1]], "attack": [[5, 6, 0], [13, 6, 0]], "plain": ["draw", "end"]}

The decisions that are made of it have the order of the list that it was made of: that of the verbs below.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias, get_args

from engine.model.decisions import Decision, activate, attack, block, option, play

PlainVerb: TypeAlias = Literal["first", "second", "keep", "redraw", "draw", "end", "pass", "yes", "no"]
"""A verb that says everything alone."""

PLAIN: Final[tuple[PlainVerb, ...]] = get_args(PlainVerb)


def to_offered(legal: Sequence[Decision]) -> dict[str, Any]:
    """The legal list of a prompt whose decisions are listed."""
    offered: dict[str, Any] = {}
    for decision in legal:
        verb = decision.verb
        if verb in PLAIN:
            offered.setdefault("plain", []).append(verb)
            continue
        listed = offered.setdefault(verb, [])
        match verb:
            case "play" | "block":
                listed.append(decision.card)
            case "option":
                listed.append(decision.number)
            case "activate" | "attack":
                if not listed or listed[-1][0] != decision.card:
                    listed.append([decision.card])
                listed[-1].append(decision.number if verb == "activate" else decision.target)
            case _:
                raise AssertionError(f"{verb} is never listed")
    return offered


def from_offered(offered: Mapping[str, Any]) -> Iterator[Decision]:
    """The decisions, in the order of the legal list."""
    yield from map(play, offered.get("play", ()))
    for card, *numbers in offered.get("activate", ()):
        yield from (activate(card, number) for number in numbers)
    for card, *targets in offered.get("attack", ()):
        yield from (attack(card, target) for target in targets)
    yield from map(block, offered.get("block", ()))
    yield from map(option, offered.get("option", ()))
    yield from map(Decision, offered.get("plain", ()))

"""Auto-pass: which windows are passed for a seat, and when a pass takes effect.

A seat that has any auto-pass on would tell by its speed whether it could have acted. So each of its windows gets a
moment that chance chooses when the window opens, and no pass takes effect before it: neither the server's, nor the
player's own.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from engine.model.decisions import PASS
from engine.model.terms import SEATS, PromptKind, SeatName
from engine.prompts import Prompt
from server.protocol.messages import Passing
from server.records import Entry, Settled

SOONEST, LATEST = 0.4, 1.2
"""A window is passed no sooner after it opened, and no later unless its player takes longer: in seconds."""


class Choice(NamedTuple):
    """What is passed for a seat."""

    passing: Passing = "ask"
    yields: tuple[str, ...] = ()

    @property
    def is_on(self) -> bool:
        """Whether anything is."""
        return self.passing != "ask" or bool(self.yields)


def choices(entries: Iterable[Entry]) -> dict[SeatName, Choice]:
    """What the seats have chosen last, by the records of a log."""
    chosen: dict[SeatName, Choice] = dict.fromkeys(SEATS, Choice())
    for entry in entries:
        if isinstance(entry, Settled):
            chosen[entry.seat] = Choice(entry.passing, entry.yields)
    return chosen


def is_window(prompt: Prompt) -> bool:
    """Whether the question is one that may be passed for a player."""
    return prompt.kind in (PromptKind.BLOCK, PromptKind.QUICK)


def passes_itself(prompt: Prompt, view: Mapping[str, Any], choice: Choice) -> bool:
    """Whether a window is passed for its player, who sees this view."""
    if choice.passing == "playable" and list(prompt.legal()) == [PASS]:
        return True
    return _attacker(view) in choice.yields


def _attacker(view: Mapping[str, Any]) -> str | None:
    """The number of the card that attacks, as long as it is there."""
    battle = view.get("battle") or {}
    card: Mapping[str, str] = view["cards"].get(str(battle.get("attacker", 0)), {})
    return card.get("number")

"""Time controls: how long the players of a match may think."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from server.protocol.messages import TimeControlName


class TimeControl(NamedTuple):
    """What each seat has, in milliseconds."""

    bank: int
    """To begin with, for the whole match."""
    increment: int
    """Earned by each decision of one's own."""
    cap: int
    """For one question at most; then its default is taken."""


Controls: TypeAlias = "Mapping[TimeControlName, TimeControl | None]"
"""The time controls of a server; ``none`` has no clocks."""

_FORM: Final = re.compile(r"(\d{1,6})\+(\d{1,6})/(\d{1,6})")


def parse(text: str) -> TimeControl:
    """The time control that ``BANK+INCREMENT/CAP`` says, in seconds. Raises ``ValueError`` for an impossible one."""
    found = _FORM.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"is written BANK+INCREMENT/CAP in seconds, as 900+10/90, not {text!r}")
    bank, increment, cap = (1000 * int(number) for number in found.groups())
    if not 0 < cap <= bank:
        raise ValueError(f"allows more than 0 seconds for a question, and no more than for the match, not {text!r}")
    if increment >= cap:
        raise ValueError(f"gives less for a decision than a question may take, so that a match ends, not {text!r}")
    return TimeControl(bank, increment, cap)


STANDARD: Final = "900+10/90"
FAST: Final = "300+5/45"


def controls(standard: str = STANDARD, fast: str = FAST) -> Controls:
    """The time controls, as `parse` reads them."""
    return {"none": None, "standard": parse(standard), "fast": parse(fast)}

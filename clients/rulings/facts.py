"""What a scenario expects, as a page can tell it: values of players and cards, with card numbers in place of labels."""

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias, get_args

from clients.scenarios.checks import CardsAre, Check, DeckBegins, Equals, InAnyOrder
from clients.scenarios.expectations import Expectation
from engine.model.terms import SEATS, SeatName
from server.protocol.reels import Fact, FactKind

KINDS: Final[tuple[FactKind, ...]] = get_args(FactKind)

NumberOf: TypeAlias = Callable[[str], str]
"""The printed number of the card with that label."""


def facts_in(expectation: Expectation, number_of: NumberOf) -> Iterator[Fact]:
    """What one expectation tells; nothing for what the table itself says better, such as the step of a battle."""
    subject, _, attribute = expectation.path.rpartition(".")
    if attribute not in KINDS or expectation.shown in ("null", "[]"):
        return
    if subject in SEATS:
        yield from _of_seat(subject, attribute, expectation.check, number_of)
    elif attribute == "pending":
        yield Fact(about=attribute, cards=_cards(expectation.check, number_of))
    else:
        card = number_of(subject) if subject else ""
        yield Fact(about=attribute, card=card, value=expectation.shown.strip("[]"))


def _of_seat(seat: SeatName, about: FactKind, check: Check, number_of: NumberOf) -> Iterator[Fact]:
    match check:
        case Equals(value=dict(souls)):
            yield Fact(about="standing", seat=seat, value=str(souls["stand"]))
            yield Fact(about="resting", seat=seat, value=str(souls["rest"]))
        case Equals(value=value):
            yield Fact(about=about, seat=seat, value=str(value))
        case _:
            yield Fact(about=about, seat=seat, cards=_cards(check, number_of))


def _cards(check: Check, number_of: NumberOf) -> tuple[str, ...]:
    """The numbers of the cards that are listed."""
    match check:
        case InAnyOrder(values=labels):
            return tuple(map(number_of, labels))
        case CardsAre(wanted=wanted, numbers=numbers) | DeckBegins(wanted=wanted, numbers=numbers):
            return tuple(word if word in numbers else number_of(word) for word in wanted)
        case _:
            raise AssertionError(f"{check} lists no cards")

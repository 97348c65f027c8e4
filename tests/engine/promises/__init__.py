"""What the engine promises (ARCHITECTURE.md), each promise once: the tests and the proof at scale watch the same."""

from typing import Final

from tests.engine.promises.asking import ListedApply, OfferedCanBePaid, OthersAreRefused
from tests.engine.promises.information import (
    EqualCardsAreEqual,
    HandlesAreKnowledge,
    HiddenChangesNothing,
    NothingIsSpokenOf,
)
from tests.engine.promises.mirror import MirrorImagesAgree
from tests.engine.promises.order import CardsAreConserved, GamesEnd, NothingIsDue, a_near_stall_guard
from tests.engine.promises.records import (
    DerivedIsFresh,
    LogReplays,
    LookingChangesNothing,
    NoCacheIsNeeded,
    SavesGoOn,
    TwinsGoTheirOwnWay,
)
from tests.engine.promises.views import EventsAddUp, PatchesLeadOn
from tests.engine.promises.watching import (
    Broken,
    DecisionsAreTaken,
    Means,
    Pool,
    Promise,
    Tally,
    keep,
    keep_over,
    met,
)

PROMISES: Final[tuple[type[Promise], ...]] = (
    DecisionsAreTaken,
    ListedApply,
    OthersAreRefused,
    OfferedCanBePaid,
    CardsAreConserved,
    GamesEnd,
    SavesGoOn,
    LogReplays,
    TwinsGoTheirOwnWay,
    DerivedIsFresh,
    NoCacheIsNeeded,
    HiddenChangesNothing,
    EqualCardsAreEqual,
    HandlesAreKnowledge,
    NothingIsSpokenOf,
    PatchesLeadOn,
    EventsAddUp,
    NothingIsDue,
    MirrorImagesAgree,
    LookingChangesNothing,
)
"""All of them, in the order of the ten."""

__all__ = [
    "PROMISES",
    "Broken",
    "CardsAreConserved",
    "DecisionsAreTaken",
    "DerivedIsFresh",
    "EqualCardsAreEqual",
    "EventsAddUp",
    "GamesEnd",
    "HandlesAreKnowledge",
    "HiddenChangesNothing",
    "ListedApply",
    "LogReplays",
    "LookingChangesNothing",
    "Means",
    "MirrorImagesAgree",
    "NoCacheIsNeeded",
    "NothingIsDue",
    "NothingIsSpokenOf",
    "OfferedCanBePaid",
    "OthersAreRefused",
    "PatchesLeadOn",
    "Pool",
    "Promise",
    "SavesGoOn",
    "Tally",
    "TwinsGoTheirOwnWay",
    "a_near_stall_guard",
    "keep",
    "keep_over",
    "met",
]

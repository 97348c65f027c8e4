"""The reels of a match, or of a ruling: what a page is told of it, from each angle."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from engine.effects.catalogue import Catalogue
from engine.model.terms import SEATS, SPECTATOR, SeatName
from engine.views import diff
from server.films.film import Position
from server.films.labels import written
from server.protocol.messages import Clocks, OpenHands, Outcome, Players, Snapshot, TimeControlName, Update
from server.protocol.reels import ANGLES, Angle, Fact, Mark, Reel, ReelStep, Refusal
from server.protocol.replays import Banks
from server.protocol.shapes import BySeat

_LOG: Final = "replay"
"""The log of what has none of its own."""


class Cutting:
    """Makes all reels of a match at once, from its positions in their order.

    ``log`` is the name of its log; it began ``at`` this time, with these ``clocks``.
    """

    def __init__(
        self,
        players: Players,
        catalogue: Catalogue,
        *,
        log: str = "",
        at: int = 0,
        clocks: Banks | UnsetType = UNSET,
    ) -> None:
        self._players = players
        self._catalogue = catalogue
        self._log = log or _LOG
        self._at = at
        self._clocks = _standing(clocks, at)
        self._last: Position | None = None
        self._open: dict[str, Any] = {}
        self._hands: OpenHands | UnsetType = UNSET
        self._starts: dict[Angle, Snapshot] = {}
        self._steps: dict[Angle, list[ReelStep]] = {angle: [] for angle in ANGLES}
        self._says = ""

    def add(self, position: Position) -> None:
        """Take the next position."""
        shown, hands = _opened(position)
        if self._last is None:
            for seat in SEATS:
                self._starts[seat] = self._start(position.sights[seat].view)
            self._starts["open"] = self._start(shown, hands)
        else:
            assert position.entry is not None, "every position but the first has an entry"
            self._clocks = _standing(position.entry.clocks, position.entry.at)
            for seat in SEATS:
                self._steps[seat].append(self._step(self._last, position, seat, self._told(position, seat)))
            events, new = tuple(dict(event) for event in position.open.events), UNSET if hands == self._hands else hands
            update = self._update(events, diff(self._open, shown), new)
            self._steps["open"].append(self._step(self._last, position, "open", update))
        self._last, self._open, self._hands = position, shown, hands

    def refuse(self, seat: SeatName, refusal: Refusal) -> None:
        """Show after the last position what is not legal there."""
        assert self._last is not None, "what is not legal somewhere comes after a position"
        update = self._update((), {})
        for steps in self._steps.values():
            steps.append(ReelStep(update=update, turn=self._last.turn, seat=seat, refused=refusal))

    def say(self, words: str) -> None:
        """Say something about where it stands after the last step."""
        for steps in self._steps.values():
            if steps:
                steps[-1] = replace(steps[-1], says=_joined(steps[-1].says, words))
        if not self._steps["open"]:
            self._says = _joined(self._says, words)

    def show(self, facts: Sequence[Fact]) -> None:
        """Tell what is to be seen after the last step, to whoever sees both hands; nothing before the first one."""
        if steps := self._steps["open"]:
            steps[-1] = replace(steps[-1], facts=(*steps[-1].facts, *facts))

    def reel(self, angle: Angle, *, time: TimeControlName = "none", outcome: Outcome | UnsetType = UNSET) -> Reel:
        """What has come together for this angle."""
        return Reel(
            angle=angle, start=self._starts[angle], steps=tuple(self._steps[angle]), time=time, at=self._at,
            outcome=outcome, says=self._says,
        )  # fmt: skip

    def _start(self, view: Mapping[str, Any], hands: OpenHands | UnsetType = UNSET) -> Snapshot:
        return Snapshot(
            log=self._log, epoch=0, seq=0, view=dict(view), players=self._players, n=0, hands=hands,
            clocks=self._clocks,
        )  # fmt: skip

    def _told(self, position: Position, seat: SeatName) -> Update:
        assert position.entry is not None, "every position but the first has an entry"
        told = position.entry.told.of(seat)
        return self._update(told.events, told.patch)

    def _update(self, events: tuple[Any, ...], patch: dict[str, Any], hands: OpenHands | UnsetType = UNSET) -> Update:
        """The update of the next step."""
        seq = len(self._steps["open"]) + 1
        return Update(epoch=0, seq=seq, events=events, patch=patch, hands=hands, clocks=self._clocks)

    def _step(self, before: Position, position: Position, angle: Angle, update: Update) -> ReelStep:
        entry = position.entry
        assert entry is not None, "every position but the first has an entry"
        marks = tuple(dict.fromkeys(mark for event in position.sights["A"].events if (mark := _mark(event))))
        made = ReelStep(update=update, turn=position.turn, seat=entry.seat or UNSET, marks=marks, at=entry.at)
        if not entry.seat or isinstance(entry.decision, UnsetType) or angle not in ("open", entry.seat):
            return made
        line = written(entry.decision, before.sights[entry.seat].view, self._catalogue)
        return replace(made, line=line, by=entry.by)


def _standing(clocks: Banks | UnsetType, at: int) -> Clocks | UnsetType:
    """Clocks that nobody's time takes from."""
    return Clocks(clocks.A, clocks.B, at) if isinstance(clocks, BySeat) else UNSET


def _joined(*texts: str) -> str:
    return " ".join(filter(None, texts))


def _mark(event: Mapping[str, Any]) -> Mark | None:
    match event["type"]:
        case "attack_declared":
            return "attack"
        case "card_moved" if event["to"] == "base":
            return "deploy"
        case "player_damage_revealed" if event.get("lucky"):
            return "lucky"
        case _:
            return None


def _opened(position: Position) -> tuple[dict[str, Any], OpenHands]:
    """The table with both hands as those see it who watch with open hands: the hands are told beside the view."""
    view, asked = position.open.view, position.asked
    held = {seat: view["players"][seat]["hand"] for seat in SEATS}
    numbers = [tuple(view["cards"][str(handle)]["number"] for handle in held[seat]) for seat in SEATS]
    in_hand = {str(handle) for handles in held.values() for handle in handles}
    shown = {
        **{field: value for field, value in view.items() if field != "waiting"},
        "viewer": SPECTATOR,
        "players": {seat: {**view["players"][seat], "hand": []} for seat in SEATS},
        "cards": {handle: card for handle, card in view["cards"].items() if handle not in in_hand},
    }
    if asked is not None:
        shown["waiting"] = {"seat": asked[0], "kind": asked[1]}
    return shown, OpenHands(*numbers)

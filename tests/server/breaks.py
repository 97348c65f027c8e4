"""Ways to break the server so that it tells what it should not, each with a kind of viewer who then has to be told it.

A break is a function that patches the code. `BREAKS` lists them.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import pytest
from msgspec.structs import replace

from engine import Game
from engine.model.terms import OTHER, SEATS, SPECTATOR, SeatName
from engine.views import Watch
from server import gallery, lobby, replays
from server.audience import Watcher
from server.delayed import Delayed
from server.films import Cutting, Position
from server.passing import SOONEST
from server.place import Place
from server.play import Play
from server.protocol.codec import Codec, Frame
from server.protocol.errors import Refusal
from server.protocol.messages import Decide, OpenHands, Resume, Update
from server.protocol.replays import Told, Writer
from server.protocol.shapes import BySeat
from server.replays import BrokenLog, Replays
from server.windows import Windows
from tests.server.two_worlds import Viewer
from tests.server.viewers import (
    Moved,
    Opponent,
    OpponentInBytes,
    Prying,
    PryingFromAfar,
    Relayed,
    Returning,
    Timed,
    TimedFromAfar,
    TimedReturning,
)
from tests.server.watchers import (
    ComingAndGoing,
    FilmGoer,
    Late,
    LateOverlay,
    OpenReader,
    Overlay,
    PryingStranger,
    PryingTab,
    PryingWatcher,
    Reader,
    SecondSocket,
    TimedWatching,
    Watching,
    WatchingFromAfar,
)
from tests.server.watchers import OpenHands as OpenHandsWatcher

Patch = pytest.MonkeyPatch


# --- players ----------------------------------------------------------------------------------------------------------


def each_is_shown_the_others_side(patch: Patch) -> None:
    def begin(self: Place, game: Game) -> None:
        self._watch = game.watch(OTHER[self.seat])

    patch.setattr(Place, "begin", begin)


def whoever_comes_back_is_told_the_others_side(patch: Patch) -> None:
    inner = Place.missed

    def missed(self: Place, resume: Resume, log: str, epoch: int, codec: Codec) -> list[tuple[int, Frame]] | None:
        found, watch = inner(self, resume, log, epoch, codec), self._watch
        if found is None or watch is None:
            return found
        theirs = Watch(watch._match, 1 - watch._viewer, watch._bases).view
        told = Update(epoch=epoch, seq=resume.seq, events=(), patch=theirs)
        return [(resume.seq, codec.encode(told)), *found]

    patch.setattr(Place, "missed", missed)


def the_opponents_question_may_be_tried_out(patch: Patch) -> None:
    patch.setattr(Play, "_check_prompt", lambda self, seat, prompt_id: None)


def a_refusal_says_how_much_the_opponent_could_do(patch: Patch) -> None:
    inner = Play._check_prompt

    def check(self: Play, seat: Any, prompt_id: int) -> None:
        game = self._match.game
        if game is not None and game.prompt is not None and game.prompt.seat != seat:
            raise Refusal("not_your_prompt", f"Your opponent has {len(game.prompt.legal())} decisions.")
        inner(self, seat, prompt_id)

    patch.setattr(Play, "_check_prompt", check)


def whoever_can_only_pass_is_passed_sooner(patch: Patch) -> None:
    inner = Windows._look

    def look(self: Windows) -> Any:
        window = inner(self)
        if window is not None and window.by_server:
            window.due -= SOONEST / 4
        return window

    patch.setattr(Windows, "_look", look)


def an_own_pass_waits_for_no_moment(patch: Patch) -> None:
    patch.setattr(Windows, "hold", lambda self, command, peer: False)


def a_pass_that_is_the_only_answer_costs_no_time(patch: Patch) -> None:
    inner = Play._play

    async def play(self: Play, seat: Any, command: Any, peer: Any, game: Game, taken: Any = "") -> None:
        if isinstance(command, Decide) and game.prompt is not None and len(game.prompt.legal()) == 1:
            self._match.stopwatch._away += 0.05
        await inner(self, seat, command, peer, game, taken)

    patch.setattr(Play, "_play", play)


# --- those who watch --------------------------------------------------------------------------------------------------


def watchers_see_what_a_seat_sees(patch: Patch) -> None:
    inner = Delayed.__init__

    def init(self: Delayed, catalogue: Any, audience: Any, *more: Any) -> None:
        inner(self, catalogue, "A" if audience == SPECTATOR else audience, *more)

    patch.setattr(Delayed, "__init__", init)


def nothing_is_late(patch: Patch) -> None:
    patch.setattr(Delayed, "due", lambda self, now: len(self._waiting))


def decisions_do_not_make_late(patch: Patch) -> None:
    patch.setattr(Delayed, "_too_few_behind", lambda self: 0)


def time_does_not_make_late(patch: Patch) -> None:
    inner = Delayed.due
    patch.setattr(Delayed, "due", lambda self, now: inner(self, now + 1000 * self.policy.delay))


def the_end_is_told_with_all_before_it(patch: Patch) -> None:
    inner = Delayed.due
    patch.setattr(Delayed, "due", lambda self, now: len(self._waiting) if self._is_over else inner(self, now))


def hands_are_always_open(patch: Patch) -> None:
    inner = Delayed._look

    def look(self: Delayed, now: int) -> Any:
        shown = inner(self, now)
        if shown is None or self._game is None:
            return shown
        return shown._replace(hands=OpenHands(A=self._game.hand("A"), B=self._game.hand("B")))

    patch.setattr(Delayed, "_look", look)


def the_next_card_is_among_the_open_hand(patch: Patch) -> None:
    inner = Game.hand

    def hand(self: Game, seat: Any) -> tuple[str, ...]:
        deck = self._match.state.deck[SEATS.index(seat)]
        return (
            *inner(self, seat),
            *(self.catalogue.definitions[self._match.state.cards[card]].number for card in deck[:1]),
        )

    patch.setattr(Game, "hand", hand)


def a_player_watches_the_other_seat(patch: Patch) -> None:
    inner = gallery._seat_of

    def seat_of(row: Any, user: str) -> Any:
        seat = inner(row, user)
        return seat if seat is None else OTHER[seat]  # type: ignore[index]

    patch.setattr(gallery, "_seat_of", seat_of)


def a_stranger_is_taken_for_a_player(patch: Patch) -> None:
    patch.setattr(gallery, "_seat_of", lambda row, user: "B")


def whoever_comes_is_shown_a_seat_first(patch: Patch) -> None:
    inner = Delayed.snapshot

    def snapshot(self: Delayed, players: Any) -> Any:
        told = inner(self, players)
        return told if told is None or self._game is None else replace(told, view=self._game.view("A"))

    patch.setattr(Delayed, "snapshot", snapshot)


def whoever_asks_again_is_shown_open_hands(patch: Patch) -> None:
    def again(self: Watcher) -> None:
        later = self._reader._delayed
        told = later.snapshot(self._reader._players)
        if told is not None and later._game is not None:
            self.peer.send(replace(told, hands=OpenHands(A=later._game.hand("A"), B=later._game.hand("B"))))

    patch.setattr(Watcher, "again", again)


def a_refusal_says_how_much_would_be_legal(patch: Patch) -> None:
    inner = lobby._check_watcher

    def check(peer: Any, message: Any) -> None:
        if isinstance(peer.watching, Watcher) and isinstance(message, Decide):
            game = peer.watching._reader._delayed._game
            if game is not None and game.prompt is not None:
                raise Refusal("illegal", f"One of {len(game.prompt.legal())} decisions is legal.")
        inner(peer, message)

    patch.setattr(lobby, "_check_watcher", check)


# --- replays ----------------------------------------------------------------------------------------------------------


def a_running_match_has_a_replay(patch: Patch) -> None:
    async def file(self: Replays, room: str) -> bytes:
        row = await self._store.row(room)
        if row is None:
            raise replays.NoReplay
        return b"".join(record.body for record in await self._store.read(row.id))

    patch.setattr(Replays, "file", file)


def a_running_match_is_told_from_none(patch: Patch) -> None:
    inner = Replays.file

    async def file(self: Replays, room: str) -> bytes:
        row = await self._store.row(room)
        if row is not None and row.state == "playing":
            raise BrokenLog
        return await inner(self, room)

    patch.setattr(Replays, "file", file)


def a_replay_shows_each_seat_a_card_of_the_other_hand(patch: Patch) -> None:
    inner = replays._enter

    def enter(game: Game, writer: Writer, *more: Any) -> None:
        inner(game, writer, *more)
        entry = writer.entries[-1]
        sides = [_with_more(writer, entry.told, seat) for seat in SEATS]
        writer.entries[-1] = replace(entry, told=BySeat(*sides))

    patch.setattr(replays, "_enter", enter)


def _with_more(writer: Writer, told: BySeat[Told], seat: SeatName) -> Told:
    """What a seat was told, and the last card of the other one's hand."""
    mine = told.of(seat)
    view: dict[str, Any] = writer._watches[OTHER[seat]].view
    hand = view["players"][OTHER[seat]]["hand"]
    card = {**view["cards"][str(hand[-1])], "zone": "exile"} if hand else None
    cards: Any = {**mine.patch.get("cards", {}), "9999": card}  # type: ignore[dict-item]
    return replace(mine, patch={**mine.patch, "cards": cards})


def a_replay_tells_what_lies_on_a_deck(patch: Patch) -> None:
    inner = replays._enter

    def enter(game: Game, writer: Writer, *more: Any) -> None:
        inner(game, writer, *more)
        entry, (top, *_) = writer.entries[-1], game._match.state.deck[0][::-1]
        told = replace(entry.told.A, patch={**entry.told.A.patch, "turn": game._match.state.cards[top]})
        writer.entries[-1] = replace(entry, told=replace(entry.told, A=told))

    patch.setattr(replays, "_enter", enter)


def a_film_shows_each_seat_what_the_other_one_saw(patch: Patch) -> None:
    inner = Cutting._told

    def told(self: Cutting, position: Position, seat: SeatName) -> Update:
        return inner(self, position, OTHER[seat])

    patch.setattr(Cutting, "_told", told)


class Break(NamedTuple):
    """A way to break the code, who is told of it, and by which checks that has to be noticed."""

    patch: Callable[[Patch], None]
    viewer: type[Viewer]
    by: Sequence[str] = ("two worlds", "canaries")
    begin: int = 0
    """It is looked for from the story of this number on: what is told seldom is found sooner."""
    is_seldom: bool = False
    """Whether it is told so seldom that only the slow run looks for it."""

    def __str__(self) -> str:
        return f"{self.patch.__name__}-{self.viewer.__name__}"


BREAKS: Final = (
    Break(each_is_shown_the_others_side, Opponent),
    Break(each_is_shown_the_others_side, OpponentInBytes, ("two worlds",)),
    Break(each_is_shown_the_others_side, Relayed, ("two worlds",)),
    Break(each_is_shown_the_others_side, Moved, ("two worlds",)),
    Break(whoever_comes_back_is_told_the_others_side, Returning),
    Break(the_opponents_question_may_be_tried_out, Prying, ("two worlds",), is_seldom=True),
    Break(a_refusal_says_how_much_the_opponent_could_do, Prying, ("two worlds",)),
    Break(a_refusal_says_how_much_the_opponent_could_do, PryingFromAfar, ("two worlds",)),
    Break(whoever_can_only_pass_is_passed_sooner, Timed, ("two worlds",), begin=5),
    Break(whoever_can_only_pass_is_passed_sooner, TimedWatching, ("two worlds",), begin=1),
    Break(whoever_can_only_pass_is_passed_sooner, TimedFromAfar, ("two worlds",), begin=5),
    Break(whoever_can_only_pass_is_passed_sooner, TimedReturning, ("two worlds",), begin=13),
    Break(an_own_pass_waits_for_no_moment, Timed, ("two worlds",), begin=5),
    Break(a_pass_that_is_the_only_answer_costs_no_time, Timed, ("two worlds",), begin=6),
    Break(watchers_see_what_a_seat_sees, Watching),
    Break(watchers_see_what_a_seat_sees, WatchingFromAfar),
    Break(watchers_see_what_a_seat_sees, Overlay),
    Break(watchers_see_what_a_seat_sees, OpenHandsWatcher, ("canaries",), begin=5),
    Break(nothing_is_late, Late),
    Break(nothing_is_late, LateOverlay),
    Break(decisions_do_not_make_late, Late),
    Break(time_does_not_make_late, Late, ("canaries",)),
    Break(the_end_is_told_with_all_before_it, Late),
    Break(hands_are_always_open, Watching),
    Break(the_next_card_is_among_the_open_hand, OpenHandsWatcher),
    Break(a_player_watches_the_other_seat, SecondSocket),
    Break(a_stranger_is_taken_for_a_player, Overlay),
    Break(a_stranger_is_taken_for_a_player, PryingStranger),
    Break(whoever_comes_is_shown_a_seat_first, ComingAndGoing),
    Break(whoever_asks_again_is_shown_open_hands, PryingWatcher),
    Break(whoever_asks_again_is_shown_open_hands, PryingTab),
    Break(a_refusal_says_how_much_would_be_legal, PryingStranger, ("two worlds",)),
    Break(a_running_match_has_a_replay, Reader, ("two worlds",)),
    Break(a_running_match_is_told_from_none, Reader, ("two worlds",)),
    Break(a_replay_shows_each_seat_a_card_of_the_other_hand, Reader),
    Break(a_replay_tells_what_lies_on_a_deck, OpenReader, ("two worlds",)),
    Break(a_film_shows_each_seat_what_the_other_one_saw, FilmGoer, ("two worlds",)),
)

"""The leaks on record of other engines and servers, put into ours, each with the named test that has to notice it.

A leak is a function that patches the code, as in `tests.server.breaks`. `LEAKS` lists them.
"""

from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from clients.bots import BOTS as HOUSE_BOTS
from engine import Decision, Game
from engine.model.decisions import PASS
from engine.model.state import DECK
from engine.model.terms import OTHER, SEATS, PromptKind, SeatName
from engine.prompts import Prompt
from engine.rules import zones
from engine.rules.match import Match as Rules
from engine.views import events, view, watch
from server import place
from server.lobby import Lobby
from server.match import Match
from server.peer import Peer, Sitter
from server.place import News, Place
from server.play import Play
from server.protocol.codec import Codec, Frame
from server.protocol.messages import Join, Preview, Resume
from server.rooms import Rooms
from tests.server import test_recorded_leaks as recorded
from tests.server.breaks import (
    Patch,
    a_player_watches_the_other_seat,
    a_running_match_has_a_replay,
    each_is_shown_the_others_side,
    watchers_see_what_a_seat_sees,
)

# --- views ------------------------------------------------------------------------------------------------------------


def _in_every_view(patch: Patch, change: Callable[[Rules, int, dict[str, Any]], None]) -> None:
    """Let something be changed in whatever view is made, by the viewer that it is for."""
    inner = view.view_around

    def view_around(match: Rules, viewer: int, cards: dict[str, Any]) -> dict[str, Any]:
        made = inner(match, viewer, cards)
        change(match, viewer, made)
        return made

    for module in (view, watch):
        patch.setattr(module, "view_around", view_around)


def hidden_cards_are_sent_without_their_numbers(patch: Patch) -> None:
    """And whoever took the numbers out has forgotten the names."""

    def add(match: Rules, viewer: int, made: dict[str, Any]) -> None:
        for card in match.state.hand[1 - viewer] if viewer < len(SEATS) else ():
            facts = {"owner": SEATS[1 - viewer], "zone": "hand", "names": list(match.cards[card].names)}
            made["cards"] = {**made["cards"], str(1000 + card): facts}

    _in_every_view(patch, add)


def a_wait_is_shown_only_if_there_is_an_answer(patch: Patch) -> None:
    def leave_out(match: Rules, viewer: int, made: dict[str, Any]) -> None:
        prompt = Prompt(match) if "waiting" in made else None
        if prompt is not None and prompt.kind == PromptKind.QUICK and list(prompt.legal()) == [PASS]:
            del made["waiting"]

    _in_every_view(patch, leave_out)


def _in_every_snapshot(patch: Patch, more: Callable[[Game], object]) -> None:
    inner = Place.snapshot

    def snapshot(self: Place, game: Game, *rest: Any) -> Any:
        told = inner(self, game, *rest)
        return replace(told, view={**told.view, "initial": more(game)})

    patch.setattr(Place, "snapshot", snapshot)


def a_snapshot_holds_the_save(patch: Patch) -> None:
    _in_every_snapshot(patch, Game.save)


def a_snapshot_holds_the_decks(patch: Patch) -> None:
    def decks(game: Game) -> object:
        definitions, state = game.catalogue.definitions, game._match.state
        return [[definitions[state.cards[card]].number for card in deck] for deck in state.deck]

    _in_every_snapshot(patch, decks)


# --- events -----------------------------------------------------------------------------------------------------------


def _verbatim(listener: events.Listener, name: str, sights: Any, plain: dict[str, Any]) -> None:
    """A card, or cards, as the rules recorded them."""
    definitions = listener.catalogue.definitions
    plain[name] = [definitions[sight[0]].number for sight in (sights if isinstance(sights[0], tuple) else [sights])]


def _tell_verbatim(patch: Patch, kind: str, field: str) -> None:
    cuts = ((name, _verbatim if name == field else cut) for name, cut in events.FIELDS[kind].items())
    patch.setitem(events._CUTS, kind, tuple(cuts))


def what_is_drawn_is_told_to_both(patch: Patch) -> None:
    _tell_verbatim(patch, "card_drawn", "card")


def what_is_looked_at_is_told_to_both(patch: Patch) -> None:
    _tell_verbatim(patch, "cards_looked", "cards")


def the_past_is_told_as_the_opponent_saw_it(patch: Patch) -> None:
    update, missed, seen = Place.update, Place.missed, dict[tuple[Place, int], tuple[Any, ...]]()

    def remember(self: Place, game: Game, news: News, epoch: int, seq: int) -> Frame | None:
        seen[self, seq] = tuple(game.events_for(OTHER[self.seat], news.events))
        return update(self, game, news, epoch, seq)

    def tell(self: Place, resume: Resume, log: str, epoch: int, codec: Codec) -> list[tuple[int, Frame]] | None:
        found = missed(self, resume, log, epoch, codec) or []
        return [(seq, codec.encode(replace(codec.from_server(frame), events=seen[self, seq]))) for seq, frame in found]

    patch.setattr(Place, "update", remember)
    patch.setattr(Place, "missed", tell)


# --- questions --------------------------------------------------------------------------------------------------------


def a_question_marks_cards_of_the_other_hand(patch: Patch) -> None:
    """As those that could be chosen there: they have no handles, but they can be counted."""
    inner = Prompt.plain

    def plain(self: Prompt) -> dict[str, Any]:
        told, state = inner(self), self._match.state
        if "candidates" in told:
            told["candidates"] += [state.handles[self._seat][card] for card in state.hand[1 - self._seat]]
        return told

    patch.setattr(Prompt, "plain", plain)


def a_question_is_sent_to_both(patch: Patch) -> None:
    patch.setattr(place, "open_prompt", lambda game, seat: game.prompt.plain())


def what_is_tried_out_is_told_to_both(patch: Patch) -> None:
    inner = Play.preview

    def preview(self: Play, seat: SeatName, message: Preview, peer: Sitter) -> None:
        for sitter in (each.peer for each in self._match.places.values()):
            if sitter is not None:
                inner(self, seat, message, sitter)

    patch.setattr(Play, "preview", preview)


def what_comes_of_a_decision_can_be_tried_out(patch: Patch) -> None:
    def preview(self: Game, decisions: list[Decision]) -> Prompt | None:
        twin = self.clone()
        for decision in decisions:
            twin.decide(decision)
        return twin.prompt

    patch.setattr(Game, "preview", preview)


# --- bots -------------------------------------------------------------------------------------------------------------


def bots_look_at_the_next_card(patch: Patch) -> None:
    def choose(self: Any, view: Any, prompt: Prompt, legal: Any, seed: int) -> Decision:
        state = prompt._match.state
        top = state.deck[prompt._seat][-1]
        decision: Decision = legal[state.cards[top] % len(legal)]
        return decision

    for bot in HOUSE_BOTS.values():
        patch.setattr(type(bot), "choose", choose)


# --- handles ----------------------------------------------------------------------------------------------------------


def what_was_shown_is_known_for_ever(patch: Patch) -> None:
    inner = zones.show

    def show(match: Rules, card: int) -> None:
        if match.state.place[card] != DECK:
            inner(match, card)

    patch.setattr(zones, "show", show)


def cards_have_their_old_numbers_when_they_come_back(patch: Patch) -> None:
    inner, old = zones.show, dict[tuple[bytes, int, int], int]()

    def show(match: Rules, card: int) -> None:
        before = [handles[card] for handles in match.state.handles]
        inner(match, card)
        for viewer, (handles, was) in enumerate(zip(match.state.handles, before, strict=True)):
            key = match.state.seed, viewer, card
            if was and not handles[card]:
                old[key] = was
            elif handles[card] and not was:
                handles[card] = old.get(key, handles[card])

    patch.setattr(zones, "show", show)


# --- tables -----------------------------------------------------------------------------------------------------------


def whoever_names_the_code_is_shown_a_seat(patch: Patch) -> None:
    join, seat_of = Lobby._join, Match.seat_of

    async def show(self: Lobby, peer: Peer, message: Join) -> None:
        row = await self._rooms.by_code(message.code)
        if row.state == "waiting":
            await join(self, peer, message)
        else:
            self._relay.attach(peer, row.id)

    patch.setattr(Lobby, "_join", show)
    patch.setattr(Match, "seat_of", lambda self, user: seat_of(self, user) or (self.game and "A"))


def private_tables_are_listed(patch: Patch) -> None:
    inner = Rooms.create

    async def create(self: Rooms, seats: Any, *rest: Any, **more: Any) -> Any:
        return await inner(self, seats, *rest, **{**more, "is_open": True})

    patch.setattr(Rooms, "create", create)


# --- all of them ------------------------------------------------------------------------------------------------------


class Leak(NamedTuple):
    """A leak, the named test that has to fail by it, and what the statement says at which it does."""

    patch: Callable[[Patch], None]
    test: Callable[..., Awaitable[None] | None]
    by: str

    def __str__(self) -> str:
        return self.patch.__name__


LEAKS: Final = (
    Leak(hidden_cards_are_sent_without_their_numbers, recorded.test_of_a_hidden_card_no_field_is_sent, "places <="),
    Leak(
        what_is_drawn_is_told_to_both,
        recorded.test_events_tell_that_the_opponent_has_drawn_and_not_what,
        "theirs ==",
    ),
    Leak(
        a_snapshot_holds_the_save,
        recorded.test_nothing_that_is_sent_holds_what_the_game_follows_from,
        "spellings(secret)",
    ),
    Leak(
        a_snapshot_holds_the_decks,
        recorded.test_nothing_that_is_sent_holds_what_the_game_follows_from,
        "raise Leaks",
    ),
    Leak(
        a_wait_is_shown_only_if_there_is_an_answer,
        recorded.test_an_attack_is_answered_in_the_same_frames_with_and_without_an_answer_in_hand,
        "raise Differs",
    ),
    Leak(
        a_question_marks_cards_of_the_other_hand,
        recorded.test_a_question_names_only_cards_that_the_asked_player_knows,
        "handles <=",
    ),
    Leak(
        what_is_tried_out_is_told_to_both,
        recorded.test_a_card_of_a_hand_is_told_with_its_play_and_not_while_it_is_thought_about,
        "len(viewer.frames) == before",
    ),
    Leak(
        the_past_is_told_as_the_opponent_saw_it,
        recorded.test_whoever_comes_back_is_told_the_past_as_it_was_told_at_the_time,
        "updates_of(absent.viewer) ==",
    ),
    Leak(
        bots_look_at_the_next_card,
        recorded.test_a_bot_decides_the_same_whatever_it_may_not_know,
        "bot_decision(bots, name, world",
    ),
    Leak(
        what_was_shown_is_known_for_ever,
        recorded.test_cards_that_were_looked_at_and_put_back_are_not_known_any_longer,
        "marks_in(json.dumps(known))",
    ),
    Leak(
        what_comes_of_a_decision_can_be_tried_out,
        recorded.test_trying_a_decision_out_shows_nothing_that_the_decision_itself_would_show,
        "client.of(WouldAsk) ==",
    ),
    Leak(
        what_is_looked_at_is_told_to_both,
        recorded.test_the_opponent_is_told_how_many_cards_were_looked_at_and_not_which,
        "theirs ==",
    ),
    Leak(
        a_question_is_sent_to_both,
        recorded.test_the_opponent_is_told_how_many_cards_were_looked_at_and_not_which,
        "prompt is UNSET",
    ),
    Leak(
        each_is_shown_the_others_side,
        recorded.test_a_second_tab_sees_what_its_seat_may_see_and_a_stranger_sees_nothing,
        "tab.end.view ==",
    ),
    Leak(
        whoever_names_the_code_is_shown_a_seat,
        recorded.test_a_second_tab_sees_what_its_seat_may_see_and_a_stranger_sees_nothing,
        "for message in stranger.seen] ==",
    ),
    Leak(
        watchers_see_what_a_seat_sees,
        recorded.test_whoever_comes_to_watch_sees_what_everyone_may_see_and_a_player_what_its_seat_may,
        "raise Leaks",
    ),
    Leak(
        a_player_watches_the_other_seat,
        recorded.test_whoever_comes_to_watch_sees_what_everyone_may_see_and_a_player_what_its_seat_may,
        "raise Leaks",
    ),
    Leak(
        a_running_match_has_a_replay,
        recorded.test_no_address_of_the_server_tells_of_a_match_what_not_everyone_may_know,
        "marks_in(answer.text) <=",
    ),
    Leak(
        private_tables_are_listed,
        recorded.test_the_code_of_a_private_table_is_told_to_nobody_else,
        "ben.of(Tables) ==",
    ),
    Leak(
        cards_have_their_old_numbers_when_they_come_back,
        recorded.test_a_card_that_was_out_of_sight_is_not_recognised_when_it_comes_back,
        "handles[mark] >",
    ),
)

"""The face of the engine: one match, from its first prompt to its outcome."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from engine import saves
from engine.effects.catalogue import Catalogue
from engine.imagining import place_view
from engine.inspection import CardReport, inspect_card, report_position
from engine.model.chance import SEED_BYTES
from engine.model.decisions import CONCEDE, Decision, choose, from_plain, to_plain
from engine.model.errors import EngineBug, IllegalDecision
from engine.model.position import Position
from engine.model.state import State
from engine.model.terms import AUDIENCES, OTHER, SEATS, Audience, SeatName
from engine.placing import place_decks, place_position
from engine.prompts import Prompt
from engine.rules.checking import end_game
from engine.rules.effect_frames import is_unpaid
from engine.rules.machine import answer, run, set_up, stand_in_main_phase
from engine.rules.match import Event, Match
from engine.views import NOBODY, Aspect, Bases, Listener, Part, Watch, audience_events, explain, glimpse_of, view_of

ENGINE_VERSION: Final = "1"
"""Of the rules as played: a log replays to the same chain on the same version."""


def pin(catalogue: Catalogue) -> str:
    """The name of all that a stored game hangs on: rules, save format and card pool. It goes on under no other."""
    return f"rules {ENGINE_VERSION}, saves {saves.VERSION}, cards {catalogue.pool_hash.hex()}"


class Outcome(NamedTuple):
    """How a match ended: the winner or ``draw``, and the rule or agreement that ended it."""

    winner: str
    reason: str


class DeckList(Protocol):
    """A main deck: copies by card number, and a check that raises ``InvalidDeck``."""

    @property
    def main(self) -> Mapping[str, int]: ...
    def check(self, catalogue: Catalogue) -> None: ...


class Game:
    """A match of two players. Everything that happens comes from the seed and the decisions.

    ``prompt`` is the one open question, or ``None`` when the game is over; ``decide`` answers it.
    """

    __slots__ = ("_bases", "_entries", "_keeps_chain", "_match", "_prompt", "_start")

    def __init__(self, match: Match, start: dict[str, Any] | None) -> None:
        self._match = match
        self._bases: Bases | None = None
        self._start = start
        self._entries: list[list[Any]] = []
        self._prompt: Prompt | None = None
        self._keeps_chain = True

    # --- beginnings ---------------------------------------------------------------------------------------------------

    @classmethod
    def start(
        cls,
        catalogue: Catalogue,
        decks: Mapping[SeatName, DeckList],
        seed: bytes,
        chooser: SeatName | None = None,
    ) -> "Game":
        """A new match; raises ``InvalidDeck`` for a deck that may not be played. The seed is 32 secret bytes.

        ``chooser`` chooses to go first or second; without one chance finds who does (6.2.1.3).
        """
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, this one {len(seed)}")
        for seat in SEATS:
            decks[seat].check(catalogue)
        lists = {seat: dict(sorted(decks[seat].main.items())) for seat in SEATS}
        return cls._from_decks(catalogue, lists, seed, chooser)

    @classmethod
    def _from_decks(
        cls,
        catalogue: Catalogue,
        decks: Mapping[SeatName, Mapping[str, int]],
        seed: bytes,
        chooser: SeatName | None,
    ) -> "Game":
        state = place_decks(catalogue, decks, seed)
        start: dict[str, Any] = {"seed": seed.hex(), "decks": decks}
        if chooser is None:
            set_up(state)
        else:
            set_up(state, SEATS.index(chooser))
            start["chooser"] = chooser
        return cls._begin(catalogue, state, start)

    @classmethod
    def from_position(cls, catalogue: Catalogue, position: Position) -> "Game":
        """A game that stands at a main-phase play timing; raises ``InvalidPosition``."""
        state = place_position(catalogue, position)
        stand_in_main_phase(state)
        return cls._begin(catalogue, state, {"position": position})

    @classmethod
    def from_view(
        cls,
        catalogue: Catalogue,
        view: Mapping[str, Any],
        kind: str,
        hidden: Mapping[SeatName, Sequence[str]],
        seed: bytes,
        *,
        soul_drawn: bool = False,
    ) -> "Game":
        """A game that could be the one which a player sees, at its ``main``, ``block`` or ``quick`` prompt.

        Its player's handles are those of the view; it keeps no chain. ``hidden`` are the numbers of the cards that the
        player does not see, by owner: first those of the opponent's hand, then those of the deck, top first.
        ``soul_drawn`` tells that the turn player has drawn with souls. Raises ``InvalidPosition``.
        """
        game = cls(Match(catalogue, place_view(catalogue, view, kind, hidden, seed, soul_drawn=soul_drawn)), None)
        game._keeps_chain = False
        run(game._match)
        return game

    @classmethod
    def _begin(cls, catalogue: Catalogue, state: State, start: dict[str, Any]) -> "Game":
        start = {"engine": ENGINE_VERSION, "pool": catalogue.pool_hash.hex(), **start}
        game = cls(Match(catalogue, state), start)
        run(game._match)
        state.chain = saves.first_link(state)
        return game

    @classmethod
    def load(cls, blob: bytes, catalogue: Catalogue) -> "Game":
        """The game that ``save`` wrote, at the same prompt; its log begins there. Raises ``InvalidSave``."""
        return cls(Match(catalogue, saves.load(blob, catalogue)), None)

    @classmethod
    def replay(cls, log: Mapping[str, Any], catalogue: Catalogue) -> "Game":
        """Play a log again from its beginning.

        Raises ``IllegalDecision`` where it does not fit, and ``ValueError`` for a log of another pool or engine.
        """
        game = cls.begin_log(log["start"], catalogue)
        for entry in log["entries"]:
            game.take_entry(entry)
        return game

    @classmethod
    def begin_log(cls, start: Mapping[str, Any], catalogue: Catalogue) -> "Game":
        """The game that a log begins with, before its first entry; ``ValueError`` for another pool or engine."""
        if start["engine"] != ENGINE_VERSION:
            raise ValueError(f"the log belongs to engine {start['engine']}, this is {ENGINE_VERSION}")
        if start["pool"] != catalogue.pool_hash.hex():
            raise ValueError(f"the log belongs to card pool {start['pool']}, this is {catalogue.pool_hash.hex()}")
        if "position" in start:
            return cls.from_position(catalogue, start["position"])
        return cls._from_decks(catalogue, start["decks"], bytes.fromhex(start["seed"]), start.get("chooser"))

    def take_entry(self, entry: Sequence[Any]) -> list[Event]:
        """Take one entry of a log: a decision, a concession or an adjudication; ``ValueError`` for anything else."""
        match entry:
            case [str(seat), {"verb": "concede"}] if seat in SEATS:
                return self.concede(seat)
            case [str(seat), dict(plain)] if seat in SEATS:
                return self._decide_as(seat, from_plain(plain))
            case ["", str(winner), str(reason)]:
                return self.adjudicate(winner, reason)
            case _:
                raise ValueError(f"not an entry of a log: {entry!r}")

    def _decide_as(self, seat: str, decision: Decision) -> list[Event]:
        if self.prompt is not None and self.prompt.seat != seat:
            raise IllegalDecision("not_your_prompt", f"{self.prompt.seat} is asked, not {seat}.", self.prompt)
        return self.decide(decision)

    # --- the open question --------------------------------------------------------------------------------------------

    @property
    def prompt(self) -> Prompt | None:
        """The one open prompt; ``None`` when the game is over."""
        if self._prompt is None and self._match.state.prompt is not None:
            self._prompt = Prompt(self._match)
        return self._prompt

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; ``None`` while it goes on."""
        outcome = self._match.state.outcome
        return None if outcome is None else Outcome(*outcome)

    @property
    def decisions(self) -> int:
        """Entries of the log so far; the open prompt's id is one more."""
        return self._match.state.decisions

    def decide(self, decision: Decision) -> list[Event]:
        """Answer the open prompt and go on to the next; returns what happened (see ``events_for``).

        Raises ``IllegalDecision``; then nothing has changed. ``EngineBug`` is ours: the game is broken, and its last
        save and log are what remains.
        """
        prompt = self.prompt
        if prompt is None:
            raise IllegalDecision("game_over", "The game is over.", None)
        if decision.verb == "concede":
            return self.concede(prompt.seat)
        resolved = prompt.resolve(decision)
        if decision.verb == "choose":
            decision = choose(decision.cards)
        return self._take([prompt.seat, to_plain(decision)], resolved)

    def concede(self, seat: SeatName) -> list[Event]:
        """Lose now; either player, at any time. Raises ``IllegalDecision`` when the game is over."""
        self._refuse_if_over()
        match = self._match
        match.events = []
        match.emit("conceded", SEATS.index(seat))
        end_game(match, OTHER[seat], "concede")
        return self._enter([seat, to_plain(CONCEDE)])

    def adjudicate(self, winner: str, reason: str) -> list[Event]:
        """End the game from outside the rules: loss on time, a claimed win, a no-show. ``winner``: A, B or draw."""
        self._refuse_if_over()
        if winner not in (*SEATS, "draw"):
            raise ValueError(f"{winner!r} cannot win")
        self._match.events = []
        end_game(self._match, winner, reason)
        return self._enter(["", winner, reason])

    def _refuse_if_over(self) -> None:
        if self.outcome is not None:
            raise IllegalDecision("game_over", "The game is over.", None)

    def _take(self, entry: list[Any], resolved: Decision) -> list[Event]:
        match = self._match
        match.events = []
        try:
            answer(match, resolved)
            run(match)
        except Exception as broken:
            log = {**self.log, "broke_at": entry}
            raise EngineBug(f"the engine broke its own promise: {broken!r}", log) from broken
        return self._enter(entry)

    def _enter(self, entry: list[Any]) -> list[Event]:
        """Close a log entry: count it, link the chain, renew the prompt."""
        state = self._match.state
        state.decisions += 1
        if self._keeps_chain:
            state.chain = saves.link(state.chain, entry, state)
        self._entries.append(entry)
        self._prompt = None
        return self._match.events

    def preview(self, decisions: Sequence[Decision]) -> Prompt | None:
        """On a clone: the prompt that would follow these half-made choices, up to the payment.

        ``None`` if they would be carried out: what follows then may tell what nobody may know yet.
        Raises ``IllegalDecision`` for the first one that would not be legal.
        """
        twin = self.clone()
        seat = None if self.prompt is None else self.prompt.seat
        for decision in decisions:
            twin.decide(decision)
            if not twin._is_unpaid() or twin.prompt is None or twin.prompt.seat != seat:
                return None
        return twin.prompt

    def _is_unpaid(self) -> bool:
        """Whether the open prompt belongs to a cost of which nothing has been paid."""
        frames = self._match.state.frames
        return bool(frames) and is_unpaid(frames[-1])

    @property
    def turn(self) -> int:
        """The number of the turn; 0 before the first one."""
        return self._match.state.turn

    @property
    def life(self) -> tuple[int, int]:
        """The life of both players, A's first."""
        life = self._match.state.life
        return life[0], life[1]

    # --- what may be known --------------------------------------------------------------------------------------------

    def view(self, audience: Audience) -> dict[str, Any]:
        """What an audience may know, as plain data."""
        return view_of(self._match, AUDIENCES.index(audience))

    def glimpse(self, audience: Audience) -> dict[str, Any]:
        """The view for a short look: its cards are read when they are asked for, and none may be after a decision."""
        return glimpse_of(self._match, AUDIENCES.index(audience))

    def events_for(self, audience: Audience, events: Sequence[Event]) -> list[dict[str, Any]]:
        """Events as plain data, cut to what an audience may know."""
        return audience_events(Listener(self._match.catalogue, AUDIENCES.index(audience)), events)

    def watch(self, audience: Audience) -> Watch:
        """The view of an audience from now on: it tells what is new after each decision."""
        if self._bases is None:
            self._bases = Bases(self._match)
        return Watch(self._match, AUDIENCES.index(audience), self._bases)

    def explain(self, card: int, aspect: Aspect, audience: Audience | None = None) -> list[Part]:
        """What a value of a card is made of: parts in the order of application, which make the whole.

        For an audience, ``card`` is a handle of it, and so is each part's source (0: no card that it can see);
        ``KeyError`` if it has no such handle now. Without one, both are physical numbers (``NOBODY``: none).
        """
        if audience is None:
            return explain(self._match, card, aspect)
        handles = self._match.state.handles[AUDIENCES.index(audience)]
        parts = explain(self._match, self.physical(card, audience), aspect)
        return [part._replace(source=0 if part.source == NOBODY else handles[part.source]) for part in parts]

    # --- the record ---------------------------------------------------------------------------------------------------

    @property
    def catalogue(self) -> Catalogue:
        """The card pool that the game is played with."""
        return self._match.catalogue

    @property
    def chain(self) -> bytes:
        """The hash of the last link, the last log entry, and the state."""
        return self._match.state.chain

    @property
    def log(self) -> dict[str, Any]:
        """``start`` and ``entries``: plain data, but for the position of a game that began from one.

        ``start`` holds seed and decks, or the position, and the versions they belong to; ``None`` after ``load``.
        """
        return {"start": self._start, "entries": list(self._entries)}

    @property
    def last_entry(self) -> Sequence[Any]:
        """The last entry of the log; ``IndexError`` before the first one, and right after ``load``."""
        return tuple(self._entries[-1])

    def save(self) -> bytes:
        """The whole game as bytes, at any prompt; the log is kept elsewhere."""
        return saves.save(self._match.state, self._match.catalogue)

    def clone(self) -> "Game":
        """An independent twin."""
        twin = Game.__new__(Game)
        twin._match = self._match.clone()
        twin._bases = None
        twin._start = self._start
        twin._entries = self._entries[:]
        twin._prompt = None
        twin._keeps_chain = self._keeps_chain
        return twin

    # --- privileged inspection, for runners and judges ----------------------------------------------------------------

    def handle(self, physical: int, audience: Audience) -> int:
        """The handle by which an audience knows a card; 0 if it does not know it."""
        return self._match.state.handles[AUDIENCES.index(audience)][physical]

    def physical(self, handle: int, audience: Audience) -> int:
        """The card behind a handle; ``KeyError`` if the audience has no such handle now."""
        card = self._match.state.known_by(AUDIENCES.index(audience), handle)
        if card < 0:
            raise KeyError(handle)
        return card

    def hand(self, seat: SeatName) -> tuple[str, ...]:
        """The numbers of the cards in a player's hand, in its order."""
        match = self._match
        return tuple(match.cards[card].definition.number for card in match.state.hand[SEATS.index(seat)])

    def inspect(self, physical: int) -> CardReport:
        """Everything about one card."""
        return inspect_card(self._match, physical)

    def report(self) -> dict[str, Any]:
        """The whole position as plain data, with physical numbers; decks are given top first."""
        return report_position(self._match)

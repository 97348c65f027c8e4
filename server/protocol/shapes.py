"""The plain data inside the messages: decisions, views, prompts and cards, as the wire carries them.

The engine makes views, prompts and events as plain dictionaries, and the room sends them as they are. These classes
say what stands in them: the schema and the TypeScript types come from here, and tests hold the engine to it. A field
that has a default here is left out of the frame when it has that value; ``null`` never occurs.
"""

from typing import Annotated, Generic, Literal, TypeAlias, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType

from engine.model import decisions
from engine.model.decisions import Verb
from engine.model.offered import PlainVerb
from engine.model.terms import SeatName

T = TypeVar("T")

LARGEST: int = 2**53 - 1
"""The largest whole number that every client can hold."""

Handle: TypeAlias = Annotated[int, Meta(ge=1, le=LARGEST, description="A card, as this viewer's own view names it.")]
HandleOrNone: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST, description="A handle; 0: none, or not yours to know.")]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST)]
Number: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24, description="A printed card number: ETD01-002.")]
Winner: TypeAlias = Literal["A", "B", "draw"]
PromptKind: TypeAlias = Literal["setup", "main", "block", "quick", "cards", "option", "number", "may", "name", "order"]
BattleStep: TypeAlias = Literal["attack", "block", "quick", "damage", "end"]
Zone: TypeAlias = Literal["hand", "base", "graveyard", "exile", "resolution", "deck"]


class Shape(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Plain data of the wire: unknown fields are refused, defaults are left out."""


class BySeat(Shape, Generic[T], frozen=True):
    """What each of both seats has."""

    A: T
    B: T

    def of(self, seat: SeatName) -> T:
        """What this seat has."""
        return self.A if seat == "A" else self.B

    def items(self) -> tuple[tuple[SeatName, T], tuple[SeatName, T]]:
        """Each seat, and what it has."""
        return ("A", self.A), ("B", self.B)


class Decision(Shape, frozen=True):
    """The answer to a prompt: a verb and the fields that count for it."""

    verb: Verb
    card: HandleOrNone = 0
    target: HandleOrNone = 0
    number: Count = 0
    cards: Annotated[tuple[Handle, ...], Meta(max_length=120)] = ()
    name: Annotated[str, Meta(max_length=120)] = ""


def to_engine(decision: Decision) -> decisions.Decision:
    """A decision of the wire as the engine takes it."""
    return decisions.Decision(
        decision.verb, decision.card, decision.target, decision.number, decision.cards, decision.name
    )  # fmt: skip


def to_wire(decision: decisions.Decision) -> Decision:
    """A decision of the engine as records and frames hold it."""
    return Decision(*decision)


class Offered(Shape, frozen=True):
    """The complete legal list of a question, by verb.

    ``play`` and ``block`` are cards, ``option`` is numbers of modes. Each list in ``activate`` is a card and the
    numbers of its abilities, each in ``attack`` an attacker and its targets (0: the player). ``plain`` are verbs that
    say everything alone.
    """

    play: tuple[Handle, ...] = ()
    activate: tuple[tuple[Count, ...], ...] = ()
    attack: tuple[tuple[HandleOrNone, ...], ...] = ()
    block: tuple[Handle, ...] = ()
    option: tuple[Count, ...] = ()
    plain: tuple[PlainVerb, ...] = ()


class Option(Shape, frozen=True):
    """One mode of an option prompt."""

    number: int
    text: str


class Entry(Shape, frozen=True):
    """One pending automatic ability of an order prompt: ``resolve`` with this card and number is the answer."""

    card: HandleOrNone
    number: int
    text: str


class Prompt(Shape, frozen=True):
    """The one open question, as the asked seat gets it, and nobody else.

    ``decisions`` is the complete legal list for every kind but ``cards`` (any ascending subset of ``candidates`` of a
    size between ``minimum`` and ``maximum``), ``number`` (between them), ``name`` (any full card name) and ``order``
    (one of ``entries``). ``no_draw`` says why the main phase offers no card for souls, if it does not.

    Of plays, ``aims`` holds each that first chooses in the bases, and the cards that qualify now, and ``idle`` those
    that would do nothing, because no card qualifies.
    """

    id: Count
    kind: PromptKind
    text: str
    detail: str = ""
    source: HandleOrNone = 0
    only_pass: bool = False
    no_draw: str = ""
    aims: tuple[tuple[Handle, ...], ...] = ()
    idle: tuple[Handle, ...] = ()
    decisions: Offered | UnsetType = UNSET
    options: tuple[Option, ...] | UnsetType = UNSET
    candidates: tuple[Handle, ...] | UnsetType = UNSET
    minimum: Count | UnsetType = UNSET
    maximum: Count | UnsetType = UNSET
    entries: tuple[Entry, ...] | UnsetType = UNSET


class Card(Shape, frozen=True):
    """A card that the viewer knows. What is printed on it stands in ``/cards.json``."""

    number: Number
    owner: SeatName
    zone: Zone
    rest: bool = False
    power: int | UnsetType = UNSET
    strike: int | UnsetType = UNSET
    durability: int | UnsetType = UNSET
    damage: Count = 0
    keywords: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    used: tuple[int, ...] = ()
    locked: bool = False
    exiled: tuple[HandleOrNone, ...] = ()
    cost: int | UnsetType = UNSET


class PlayerView(Shape, frozen=True):
    """What a viewer knows of one player. ``souls`` are the standing ones."""

    life: int
    material: Count
    ingredient: Count
    souls: Count
    resting_souls: Count
    soul_deck: Count
    hand: tuple[Handle, ...]
    hand_size: Count
    deck_size: Count
    base: tuple[Handle, ...]
    graveyard: tuple[Handle, ...]
    exile: tuple[Handle, ...]


class Battle(Shape, frozen=True):
    """The battle that is going on. A fighter that is gone is left out; ``target`` 0 is the player."""

    step: BattleStep
    attacker: Handle | UnsetType = UNSET
    target: HandleOrNone | UnsetType = UNSET


class Waiting(Shape, frozen=True):
    """For whom the viewer waits: who is asked now, and what kind of question."""

    seat: SeatName
    kind: PromptKind


class Result(Shape, frozen=True):
    """How the game ended, inside a view; empty while it goes on."""

    winner: Winner | UnsetType = UNSET
    reason: str = ""


class Seated(BySeat[PlayerView], frozen=True):
    """Both players, by seat."""


class View(Shape, frozen=True, kw_only=True):
    """Everything that one viewer may know. The keys of ``cards`` are handles written as text.

    Nobody is ``active`` before the first turn. ``battle`` is there while one goes on, and ``waiting`` while somebody
    else than the viewer is asked.
    """

    viewer: Literal["A", "B", "spectator"]
    turn: Count
    active: SeatName | UnsetType = UNSET
    phase: Literal["setup", "stand", "draw", "soul", "main", "end"]
    night: bool
    battle: Battle | UnsetType = UNSET
    players: Seated
    resolution: tuple[Handle, ...]
    looked: tuple[Handle, ...]
    pending: tuple[HandleOrNone, ...]
    cards: dict[str, Card]
    waiting: Waiting | UnsetType = UNSET
    outcome: Result


class CardFacts(Shape, frozen=True, kw_only=True):
    """One card of the catalogue, as ``/cards.json`` gives it; its text is ours, rendered from its definition."""

    number: Number
    name: str
    main_name: str
    sub_name: str
    kind: Literal["pal", "structure", "gear", "event"]
    colour: Literal["red", "blue", "green", "purple", "colorless"]
    lucky: bool
    cost: Count
    power: int | UnsetType = UNSET
    strike: int | UnsetType = UNSET
    durability: int | UnsetType = UNSET
    elements: tuple[str, ...]
    work: tuple[str, ...]
    set: str
    rarity: str
    text: tuple[str, ...]
    keywords: tuple[str, ...]
    quick: bool


class LessonStep(Shape, frozen=True):
    """A few words, and the ``decision`` to take at the ``prompt`` of this number; without one they are only read."""

    say: str
    prompt: Count = 0
    decision: Decision | UnsetType = UNSET


class LessonFacts(Shape, frozen=True, kw_only=True):
    """A lesson or a puzzle, as ``/lessons.json`` gives it.

    In a lesson the steps lead through the whole line, whose handles are those of the pupil; in a puzzle they only say
    what it is about. ``face`` is the number of a card that stands for it.
    """

    name: str
    title: str
    kind: Literal["lesson", "puzzle"]
    goal: str
    face: str = ""
    steps: tuple[LessonStep, ...] = ()


class RulingFacts(Shape, frozen=True):
    """An example of official rulings: their ``numbers``, what they say in our words, and the cards that show it.

    The ``name`` is that of its scenario file.
    """

    name: str
    numbers: tuple[Count, ...]
    says: str
    cards: tuple[str, ...] = ()


class PresetDeck(Shape, frozen=True):
    """A deck that everyone can pick, as ``/decks.json`` gives it."""

    key: str
    name: str
    main: dict[str, int]
    colours: tuple[str, ...]


class DeckRules(Shape, frozen=True):
    """What a main deck may be (6.1.1): its size, and at most so many copies of a name, Lucky cards and colours.

    ``unlimited`` are the names of cards of which a deck may hold any number.
    """

    size: Count
    copies: Count
    lucky: Count
    colours: Count
    unlimited: tuple[str, ...]


class Decks(Shape, frozen=True):
    """What ``/decks.json`` gives."""

    rules: DeckRules
    presets: tuple[PresetDeck, ...]


class DeckDefect(Shape, frozen=True):
    """One thing that is wrong with a deck."""

    code: str
    text: str


class UnreadLine(Shape, frozen=True):
    """A line of a deck list, or a part of one, that could not be read: its number from 1, and why."""

    number: Count
    text: str
    reason: str


class DeckReading(Shape, frozen=True):
    """What ``POST /api/deck`` makes of a text: the cards that it could read, and everything that is wrong.

    ``name`` is empty if the text gives none. ``forms`` holds the deck written in every form that can hold it, and
    ``unwritable`` why the others cannot.
    """

    main: dict[Number, int]
    unread: tuple[UnreadLine, ...]
    defects: tuple[DeckDefect, ...]
    forms: dict[str, str]
    unwritable: dict[str, str]
    name: str = ""

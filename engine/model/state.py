"""The state of a match: one plain, closed record of ints, strings, lists and tuples.

A card is a *physical number* (0, 1, ...; the cards of A before those of B; fixed for the game) and a *generation* that
grows with every change of zone: a card that changes zone is a new object (4.1.4). A *reference* packs both in one int,
so a dead reference is one comparison. References never leave the engine; views hand out *handles*.

Seats are 0 (A) and 1 (B) in here, viewers those two and 2 (spectators), as in ``terms.AUDIENCES``. Souls are blank and
interchangeable (2.12.2), so they are counted, not numbered.
"""

from array import array
from typing import Any, Final

from engine.model.asked import Asked
from engine.model.records import Delayed, InstanceKey, Modifier, Pending

PHYSICAL_BITS: Final = 12
PHYSICAL_MASK: Final = (1 << PHYSICAL_BITS) - 1

NO_ZONE, DECK, HAND, BASE, GRAVEYARD, EXILE, RESOLUTION = range(7)
ZONE_NAMES: Final = ("", "deck", "hand", "base", "graveyard", "exile", "resolution")

LIFE: Final = 10
"""Life of a player at the beginning (6.2.1.8)."""
SOULS: Final = 10
"""Soul cards of a player, wherever they are (6.1)."""

BATTLE: Final = 0
WHILE_SOURCE: Final = -1
"""Until when an effect lasts, if not to the end of a turn: to that of the battle, or as long as its source."""

Frame = list[Any]
"""[kind, step, ...]; a procedure (``setup``, ``turn``, ``battle``, ``check``) names what else it keeps.

``effect``: [kind, path, ability id, master, source reference, variables, origin]. Variables map names to ints, strings
or tuples of references; the mapping is replaced, never changed, so clones share it.
"""

F_KIND, F_STEP, F_ABILITY, F_MASTER, F_SOURCE, F_VARS, F_ORIGIN = range(7)


class BattleRecord:
    """The battle that is going on (section 9). ``target`` is 0 for the player."""

    __slots__ = ("attacker", "attacking", "failed", "fired", "opponents", "step", "target")

    def __init__(self, attacker: int, target: int) -> None:
        self.attacker = attacker
        self.target = target
        self.step = "attack"
        self.opponents = False
        """Whether attacker and target are each other's battle opponents (from 9.4.3 on)."""
        self.failed = False
        """Attack failure (5.18) was instructed and the jump to 9.7.1 is due."""
        self.attacking = True
        """Whether the attacking Pal still is in the attacking state (until 9.7.3)."""
        self.fired: list[InstanceKey] = []
        """Instances whose end-of-battle trigger was fulfilled in this battle (9.7.1)."""

    def clone(self) -> "BattleRecord":
        """An independent copy."""
        twin = BattleRecord.__new__(BattleRecord)
        twin.attacker, twin.target, twin.step = self.attacker, self.target, self.step
        twin.opponents, twin.failed, twin.attacking = self.opponents, self.failed, self.attacking
        twin.fired = self.fired[:]
        return twin


class State:
    """Everything that the rules read. Lists indexed by seat unless said otherwise."""

    __slots__ = (
        "active",
        "assigned",
        "base",
        "batch",
        "battle",
        "cards",
        "chain",
        "counter",
        "damage",
        "decisions",
        "deck",
        "delayed",
        "exile",
        "first",
        "first_of_b",
        "frames",
        "generation",
        "graveyard",
        "hand",
        "handles",
        "ingredient",
        "life",
        "links",
        "looked",
        "material",
        "modifiers",
        "next_handle",
        "nights",
        "outcome",
        "owed",
        "pending",
        "phase",
        "place",
        "played",
        "prompt",
        "random",
        "resolution",
        "resting",
        "revealed",
        "seed",
        "serial",
        "soul_deck",
        "soul_drawn",
        "souls_resting",
        "souls_standing",
        "turn",
        "turn_fired",
        "used",
    )  # fmt: skip

    def __init__(self, cards: tuple[int, ...], first_of_b: int, seed: bytes) -> None:
        size = len(cards)
        self.cards = cards
        """Definition index by physical number."""
        self.first_of_b = first_of_b
        """The first physical number that B owns."""
        self.seed = seed
        self.random = 0
        """Counter of the random source."""
        self.decisions = 0
        """Log entries so far; the id of the open prompt is one more."""
        self.chain = b""
        self.turn = 0
        self.active = 0
        self.first = 0
        """Who goes first."""
        self.phase = "setup"
        self.life = [LIFE, LIFE]
        self.material = [0, 0]
        self.ingredient = [0, 0]
        self.owed = [0, 0]
        """Damage taken by the player and not yet resolved (11.2)."""
        self.souls_standing = [0, 0]
        self.souls_resting = [0, 0]
        self.soul_deck = [SOULS, SOULS]
        self.soul_drawn = False
        """Whether the turn player has drawn with souls this turn (8.5.1)."""
        self.played = [0, 0]
        """Cards played in this game (ambiguity 17)."""
        self.deck: list[list[int]] = [[], []]
        """Physical numbers; the *last* one is the top."""
        self.hand: list[list[int]] = [[], []]
        self.base: list[list[int]] = [[], []]
        self.graveyard: list[list[int]] = [[], []]
        self.exile: list[list[int]] = [[], []]
        self.resolution: list[int] = []
        self.place = bytearray(size)
        """Zone code by physical number; an index over the zones, not saved."""
        self.generation = array("H", [1] * size)
        """Never 0, so that no reference is 0, which means "the player" where a target is meant."""
        self.resting = bytearray(size)
        self.handles = [array("H", [0] * size) for _ in range(3)]
        """By viewer, then physical number."""
        self.next_handle = [1, 1, 1]
        self.damage: dict[int, int] = {}
        """By physical number, in a base, only where not 0."""
        self.batch: dict[int, int] = {}
        """Placement batch by physical number of the cards in bases (11.5)."""
        self.used: list[InstanceKey] = []
        """Once-per-turn abilities activated this turn."""
        self.assigned: list[int] = []
        """References of the cards assigned this turn."""
        self.modifiers: list[Modifier] = []
        self.nights: list[int] = []
        """Numbers of the turns in whose end phase a spell of night ends."""
        self.delayed: list[Delayed] = []
        self.pending: list[Pending] = []
        self.links: list[tuple[int, int]] = []
        """(reference of the card that exiled, reference of the exiled card)."""
        self.looked: list[int] = []
        """Physical numbers that ``looked[0]``'s seat is looking at: [seat, number, ...], or empty."""
        self.revealed: list[int] = []
        """Physical numbers in hidden zones that everyone sees until the resolution ends."""
        self.turn_fired: list[InstanceKey] = []
        """Instances whose end-of-turn trigger was fulfilled this turn (7.6)."""
        self.battle: BattleRecord | None = None
        self.frames: list[Frame] = []
        self.prompt: Asked | None = None
        self.outcome: tuple[str, str] | None = None
        """(winner or ``draw``, reason)."""
        self.counter = 0
        """The last creation number of a modifier or a pending entry."""
        self.serial = 0
        """Placement batches so far."""

    def owner(self, card: int) -> int:
        """The seat that owns a card; in this pool also its master."""
        return 1 if card >= self.first_of_b else 0

    def reference(self, card: int) -> int:
        """The reference to a card as the object that it is now."""
        return self.generation[card] << PHYSICAL_BITS | card

    def is_alive(self, reference: int) -> bool:
        """Whether the object still exists."""
        return self.generation[reference & PHYSICAL_MASK] == reference >> PHYSICAL_BITS

    def known_by(self, viewer: int, handle: int) -> int:
        """The physical number of the card behind a viewer's handle; -1 if the viewer has no such handle now."""
        handles = self.handles[viewer]
        return handles.index(handle) if handle > 0 and handle in handles else -1

    def zone_list(self, card: int) -> list[int]:
        """The list of the zone that a card is in."""
        code = self.place[card]
        if code == RESOLUTION:
            return self.resolution
        return self.zones(code)[self.owner(card)]

    def zones(self, code: int) -> list[list[int]]:
        """Both players' lists of a zone."""
        if code == BASE:
            return self.base
        if code == HAND:
            return self.hand
        if code == DECK:
            return self.deck
        if code == GRAVEYARD:
            return self.graveyard
        assert code == EXILE, "the resolution zone is shared"
        return self.exile

    def clone(self) -> "State":
        """An independent copy; shares what is never changed in place."""
        twin = State.__new__(State)
        twin.cards, twin.first_of_b, twin.seed = self.cards, self.first_of_b, self.seed
        twin.random, twin.decisions, twin.chain = self.random, self.decisions, self.chain
        twin.turn, twin.active, twin.first, twin.phase = self.turn, self.active, self.first, self.phase
        twin.life, twin.owed = self.life[:], self.owed[:]
        twin.material, twin.ingredient = self.material[:], self.ingredient[:]
        twin.souls_standing, twin.souls_resting = self.souls_standing[:], self.souls_resting[:]
        twin.soul_deck, twin.soul_drawn, twin.played = self.soul_deck[:], self.soul_drawn, self.played[:]
        twin.deck = [self.deck[0][:], self.deck[1][:]]
        twin.hand = [self.hand[0][:], self.hand[1][:]]
        twin.base = [self.base[0][:], self.base[1][:]]
        twin.graveyard = [self.graveyard[0][:], self.graveyard[1][:]]
        twin.exile = [self.exile[0][:], self.exile[1][:]]
        twin.resolution, twin.place = self.resolution[:], self.place[:]
        twin.generation, twin.resting = self.generation[:], self.resting[:]
        twin.handles = [self.handles[0][:], self.handles[1][:], self.handles[2][:]]
        twin.next_handle = self.next_handle[:]
        twin.damage, twin.batch = self.damage.copy(), self.batch.copy()
        twin.used, twin.assigned, twin.modifiers = self.used[:], self.assigned[:], self.modifiers[:]
        twin.nights, twin.delayed, twin.pending = self.nights[:], self.delayed[:], self.pending[:]
        twin.links, twin.looked, twin.revealed = self.links[:], self.looked[:], self.revealed[:]
        twin.turn_fired = self.turn_fired[:]
        twin.battle = None if self.battle is None else self.battle.clone()
        twin.frames = [frame[:] for frame in self.frames]
        twin.prompt, twin.outcome, twin.counter, twin.serial = self.prompt, self.outcome, self.counter, self.serial
        return twin

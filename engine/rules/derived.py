"""Values that are functions of the state: night, abilities, names, Power, Strike, keywords (10.10).

They are read in layers: facts and orientation, night, abilities gained, names, numbers. ``effects.check`` proves that
no continuous ability reads its own layer or a higher one, so there is no recursion. An object of this class belongs to
one version of the state and is thrown away when anything that it can read changes.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

from engine.effects.abilities import (
    Auto,
    AutosTwice,
    Boost,
    CannotBeAttackedBy,
    Cont,
    Grant,
    MakesNight,
    MoreDamage,
    Rule,
    Static,
    keyword_of,
)
from engine.effects.catalogue import CompiledAbility, Instance
from engine.effects.subjects import Test
from engine.model.records import Modifier, ModifierKind
from engine.model.state import BASE, PHYSICAL_MASK
from engine.model.terms import Keyword
from engine.rules.selection import Scope, description, holds, is_among, number, passes_all, select

if TYPE_CHECKING:
    from engine.rules.match import Match

NOTHING: dict[str, object] = {}

Conts = list[tuple[int, CompiledAbility, int]]
"""(card, continuous ability, its origin); see ``model.records.Pending``."""


class Boosting(NamedTuple):
    """A boost of a continuous ability that applies now, and the card that has the ability."""

    bearer: int
    boost: Boost
    ability: CompiledAbility
    origin: int


Gain = tuple[int, Modifier | Boosting]
"""What a lasting effect or a continuous ability adds to a printed number."""


def _statics(conts: Conts) -> Iterator[tuple[int, CompiledAbility, int, Cont, Static]]:
    for card, ability, origin in conts:
        assert isinstance(ability.node, Cont)
        for static in ability.node.statics:
            yield card, ability, origin, ability.node, static


class Derived:
    """Effective values of one version of a state. Cards are physical numbers of cards in a base."""

    __slots__ = (
        "_boosts", "_by_target", "_granted", "_match", "_more_damage", "_power", "_standing", "_strike", "_twice",
        "gives_abilities", "night", "watchers",
    )  # fmt: skip

    def __init__(self, match: "Match") -> None:
        state = match.state
        self._match = match
        self._power: dict[int, int] = {}
        self._strike: dict[int, int] = {}
        self._standing: dict[int, list[int]] = {}
        self._by_target: dict[int, list[Modifier]] = {}
        self.gives_abilities = False
        """Whether any effect gives abilities to cards: without one, all have what is printed on them."""
        for modifier in state.modifiers:
            self._by_target.setdefault(modifier.target, []).append(modifier)
            if modifier.kind is ModifierKind.ABILITY:
                self.gives_abilities = True
        self._granted: dict[int, list[Instance]] = {}
        self._boosts: list[Boosting] = []
        self._twice: list[tuple[int, AutosTwice]] = []
        self._more_damage: list[tuple[int, MoreDamage]] = []
        self.watchers: list[tuple[int, CompiledAbility, int]] = []
        """(card, ability, origin) of automatic abilities that wait for something that happens to other cards."""
        self.night = bool(state.nights)

    # --- building, lowest layer first ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Read the bases, layer by layer; a layer may read the match's derived values of the lower ones.

        The turn player's base comes first, whatever its name.
        """
        match, state = self._match, self._match.state
        conts: Conts = []
        for base in (state.base[state.active], state.base[1 - state.active]):
            for card in base:
                compiled = match.cards[card]
                if not compiled.reaches_others:
                    continue
                if compiled.watches:
                    self.watchers.extend(
                        (card, ability, origin)
                        for ability, origin in compiled.instances
                        if isinstance(ability.node, Auto) and ability.node.when.subject is not None
                    )
                conts.extend((card, ability, 0) for ability in compiled.statics)
        if self.gives_abilities:
            conts.extend(self._lasting_conts())
        if conts:
            self._read_nights(conts)
            self._read_grants(conts)
            self._read_others(conts)

    def _lasting_conts(self) -> Iterator[tuple[int, CompiledAbility, int]]:
        """The continuous abilities that lasting effects give to cards that are still there."""
        match = self._match
        for reference, modifiers in self._by_target.items():
            for modifier in modifiers:
                if modifier.kind is ModifierKind.ABILITY and match.alive(reference) >= 0:
                    ability = match.catalogue.ability(modifier.value)
                    if isinstance(ability.node, Cont):
                        yield reference & PHYSICAL_MASK, ability, modifier.number

    def _scope(self, card: int) -> Scope:
        state = self._match.state
        return Scope(state.owner(card), state.reference(card), NOTHING)

    def _applies(self, card: int, cont: Cont) -> bool:
        return cont.condition is None or holds(self._match, cont.condition, self._scope(card))

    def _read_nights(self, conts: Conts) -> None:
        for card, _, _, cont, static in _statics(conts):
            if isinstance(static, MakesNight) and not self.night:
                self.night = self._applies(card, cont)

    def _read_grants(self, conts: Conts) -> None:
        for card, ability, _, cont, static in _statics(conts[:]):
            if isinstance(static, Grant) and self._applies(card, cont):
                self._grant(card, ability.granted[id(static.ability)], static, conts)

    def _grant(self, bearer: int, ability: CompiledAbility, grant: Grant, conts: Conts) -> None:
        for card in select(self._match, grant.cards, self._scope(bearer)):
            self._granted.setdefault(card, []).append((ability, -1 - bearer))
            self.gives_abilities = True
            if isinstance(ability.node, Cont):
                conts.append((card, ability, -1 - bearer))

    def _read_others(self, conts: Conts) -> None:
        for card, ability, origin, cont, static in _statics(conts):
            match static:
                case Boost() if self._applies(card, cont):
                    self._boosts.append(Boosting(card, static, ability, origin))
                case AutosTwice() if self._applies(card, cont):
                    self._twice.append((card, static))
                case MoreDamage() if self._applies(card, cont):
                    self._more_damage.append((card, static))
                case _:
                    pass

    # --- abilities and names ------------------------------------------------------------------------------------------

    def _modifiers(self, card: int) -> list[Modifier]:
        if not self._by_target:
            return []
        return self._by_target.get(self._match.state.reference(card), [])

    def instances(self, card: int) -> tuple[Instance, ...]:
        """All abilities the card has: printed ones in printed order, then granted ones in the order granted."""
        printed = self._match.cards[card].instances
        if not self.gives_abilities:
            return printed
        catalogue = self._match.catalogue
        given = [
            (catalogue.ability(m.value), m.number) for m in self._modifiers(card) if m.kind is ModifierKind.ABILITY
        ]
        return printed + tuple(self._granted.get(card, ())) + tuple(given)

    def names(self, card: int) -> tuple[str, ...]:
        """The card's own name, then those that it got in addition, each once."""
        return tuple(self.named(card)) if self._modifiers(card) else self._match.cards[card].names

    def named(self, card: int) -> dict[str, Modifier | None]:
        """The card's names in order, each with the lasting effect that gives it; None for its own."""
        found: dict[str, Modifier | None] = dict.fromkeys(self._match.cards[card].names)
        for modifier in self._modifiers(card):
            if modifier.kind is ModifierKind.NAME:
                found.setdefault(modifier.value, modifier)
        return found

    def keywords(self, card: int) -> tuple[Keyword, ...]:
        """One entry per instance of each keyword."""
        if not self.gives_abilities:
            return self._match.cards[card].keywords
        found = (keyword_of(ability.node) for ability, _ in self.instances(card))
        return tuple(keyword for keyword in found if keyword is not None)

    def has_rule(self, card: int, rule: Rule) -> bool:
        """Whether the card has Taunt, Stealth, Assault."""
        if rule in self._match.cards[card].rules:
            return True
        if not self.gives_abilities:
            return False
        return any(rule in ability.rules for ability, _ in self.instances(card))

    def may_be_attacked_by(self, card: int, attacker: int) -> bool:
        """Whether no ability of the card forbids that this Pal attacks it."""
        return self.barred_from_attacking(card, attacker) is None

    def barred_from_attacking(self, card: int, attacker: int) -> tuple[Test, ...] | None:
        """The tests of the ability of the card that forbids that this Pal attacks it; None if it may."""
        compiled = self._match.cards[card]
        if not compiled.conts and not self.gives_abilities:
            return None
        for ability, _ in self.instances(card):
            if isinstance(ability.node, Cont):
                for static in ability.node.statics:
                    if (
                        isinstance(static, CannotBeAttackedBy)
                        and self._applies(card, ability.node)
                        and passes_all(self._match, static.tests)(self._match, attacker, self._scope(card))
                    ):
                        return static.tests
        return None

    # --- numbers ------------------------------------------------------------------------------------------------------

    def power(self, card: int) -> int:
        """The current Power of a Pal, or Durability of a structure."""
        value = self._power.get(card)
        if value is None:
            gained = sum(amount for amount, _ in self.gains(card, "power"))
            value = self._power[card] = self._match.cards[card].power + gained
        return value

    def strike(self, card: int) -> int:
        """The current Strike of a Pal; may be 0 or less (Q64)."""
        value = self._strike.get(card)
        if value is None:
            gained = sum(amount for amount, _ in self.gains(card, "strike"))
            value = self._strike[card] = self._match.cards[card].strike + gained
        return value

    def gains(self, card: int, kind: Literal["power", "strike"]) -> Iterator[Gain]:
        """What is added to a printed number, in the order of application: lasting effects, continuous abilities."""
        for modifier in self._modifiers(card):
            if modifier.kind == kind:
                yield modifier.value, modifier
        for boosting in self._boosts:
            amount = boosting.boost.power if kind == "power" else boosting.boost.strike
            if amount != 0 and self._reaches(boosting, card):
                yield number(self._match, amount, self._scope(boosting.bearer)), boosting

    def _reaches(self, boosting: Boosting, card: int) -> bool:
        if boosting.boost.cards is None:
            return boosting.bearer == card
        return is_among(self._match, boosting.boost.cards, card, self._scope(boosting.bearer))

    # --- orientation --------------------------------------------------------------------------------------------------

    def standing_pals(self, seat: int) -> list[int]:
        """The standing Pals of a player: what can attack, be assigned, or block."""
        found = self._standing.get(seat)
        if found is None:
            state, cards = self._match.state, self._match.cards
            found = [card for card in state.base[seat] if cards[card].is_pal and not state.resting[card]]
            self._standing[seat] = found
        return found

    # --- other effects ------------------------------------------------------------------------------------------------

    def is_locked(self, card: int) -> bool:
        """Whether an effect keeps the card from standing while its source is in the base (Q62)."""
        state = self._match.state
        locks = [m.source for m in self._modifiers(card) if m.kind is ModifierKind.LOCK]
        return any(state.is_alive(source) and state.place[source & PHYSICAL_MASK] == BASE for source in locks)

    def skips_standing(self, card: int) -> bool:
        """Whether the card does not stand during this turn's stand phase."""
        turn = self._match.state.turn
        return any(m.kind is ModifierKind.SKIP and m.value == turn for m in self._modifiers(card))

    def will_not_stand(self, card: int) -> bool:
        """Whether an effect keeps the card from standing, now or in a coming stand phase."""
        return self.is_locked(card) or any(m.kind is ModifierKind.SKIP for m in self._modifiers(card))

    def may_block(self, card: int) -> bool:
        """Whether no effect keeps the card from blocking."""
        return not any(m.kind is ModifierKind.NO_BLOCK for m in self._modifiers(card))

    def activations(self, card: int) -> int:
        """How often an automatic ability of the card becomes pending per event: 1, or 2 (never more, Q85)."""
        for bearer, twice in self._twice:
            if is_among(self._match, twice.cards, card, self._scope(bearer)):
                return 2
        return 1

    def extra_damage(self, source: int, target: int) -> int:
        """What replacement effects add to damage of ``source``, wherever it is, to a Pal; each once (10.11.2.3)."""
        if not self._more_damage or not self._match.cards[target].is_pal:
            return 0
        extra = 0
        for bearer, more in self._more_damage:
            is_yours = self._match.state.owner(source) == self._match.state.owner(bearer)
            if is_yours and description(self._match, more.by)(self._match, source, self._scope(bearer)):
                extra += more.plus
        return extra

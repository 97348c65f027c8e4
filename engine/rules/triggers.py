"""Automatic abilities going pending (10.8): found when their trigger is fulfilled, resolved at a check timing.

Deploy triggers are collected after all of a batch have moved, leave triggers before any has (look-back).
"""

from engine.effects.abilities import Auto, Trigger
from engine.effects.catalogue import CompiledAbility
from engine.model.records import Captures, Delayed, InstanceKey, Pending
from engine.model.state import PHYSICAL_MASK
from engine.rules.match import Match
from engine.rules.selection import Scope, is_among, passes_all


def fulfil(match: Match, trigger: Trigger, subject: int, captures: Captures = (), to: int = -1) -> None:
    """Let every automatic ability that waits for the trigger, fulfilled by ``subject``, go pending.

    ``captures`` are values taken now for the resolution; ``to`` is the structure of an assignment.
    """
    compiled = match.cards[subject]
    derived = match.derived
    if trigger in compiled.triggers or derived.gives_abilities:
        for ability, origin in derived.instances(subject):
            if ability.trigger is trigger and _waits_for_itself(ability) and _to_matches(match, ability, subject, to):
                make_pending(match, subject, ability, origin, _with_subject(match, subject, captures))
    for watcher, ability, origin in derived.watchers:
        if ability.trigger is trigger and _watches(match, ability, watcher, subject):
            make_pending(match, watcher, ability, origin, _with_subject(match, subject, captures))


def _with_subject(match: Match, subject: int, captures: Captures) -> Captures:
    known = (("event", (match.state.reference(subject),)), ("event_cost", match.cards[subject].cost))
    return tuple(sorted(known + captures))


def _waits_for_itself(ability: CompiledAbility) -> bool:
    return isinstance(ability.node, Auto) and ability.node.when.subject is None


def _to_matches(match: Match, ability: CompiledAbility, subject: int, to: int) -> bool:
    assert isinstance(ability.node, Auto), "only automatic abilities have a trigger"
    tests = ability.node.when.to
    if not tests:
        return True
    state = match.state
    return passes_all(match, tests)(match, to, Scope(state.owner(subject), state.reference(subject), {}))


def _watches(match: Match, ability: CompiledAbility, watcher: int, subject: int) -> bool:
    assert isinstance(ability.node, Auto), "only automatic abilities have a trigger"
    cards = ability.node.when.subject
    assert cards is not None, "a watcher waits for other cards"
    state = match.state
    return is_among(match, cards, subject, Scope(state.owner(watcher), state.reference(watcher), {}))


def make_pending(match: Match, card: int, ability: CompiledAbility, origin: int, captures: Captures) -> None:
    """Put an instance into the pending state, as often as it activates ("activates N times", section 5).

    Its master is the owner of the card (ambiguity 5); a condition in its text is judged when it resolves (ambiguity 4).
    """
    state = match.state
    master, source, handles = state.owner(card), state.reference(card), match.handles(card)
    for _ in range(match.derived.activations(card)):
        state.pending.append(Pending(master, source, ability.id, origin, captures, match.next_number(), handles))
        match.emit("ability_triggered", match.sight(card), ability.id)


def add_pending(match: Match, delayed: Delayed) -> None:
    """Put a delayed effect into the pending state; it is not an ability of a card and never doubled (ambiguity 3)."""
    _, master, source, name, variables, handles = delayed
    match.state.pending.append(Pending(master, source, name, 0, variables, match.next_number(), handles))
    match.emit("ability_triggered", (match.state.cards[source & PHYSICAL_MASK], *handles), name)


def fulfil_for_all(match: Match, trigger: Trigger, seat: int, fired: list[InstanceKey], only: int = -1) -> None:
    """Fulfil a moment ("at the end of turn") for each instance in a base that has not been fulfilled yet.

    ``seat`` is the master meant; ``only`` restricts it to one reference (the attacking Pal); ``fired`` is extended.
    """
    state = match.state
    for card in tuple(state.base[seat]):
        reference = state.reference(card)
        if only not in (-1, reference):
            continue
        if trigger not in match.cards[card].triggers and not match.derived.gives_abilities:
            continue
        for ability, origin in match.derived.instances(card):
            key = InstanceKey(reference, ability.id, origin)
            if ability.trigger is trigger and key not in fired:
                fired.append(key)
                make_pending(match, card, ability, origin, ())


def kinds_of_pending(match: Match, seat: int) -> list[int]:
    """Indices into ``state.pending`` of a master's entries, one per kind of equal entries, in the order to offer.

    Entries are equal if one instance of one object waits with the same captures; ordered by object as it first
    triggered, then printed abilities before granted ones, then by age.
    """
    seen: dict[tuple[int, str, int, Captures], int] = {}
    first: dict[int, int] = {}
    for index, entry in enumerate(match.state.pending):
        if entry.master == seat:
            seen.setdefault((entry.source, entry.ability, entry.origin, entry.captures), index)
            first.setdefault(entry.source, index)

    def place(index: int) -> tuple[int, bool, str, int]:
        entry = match.state.pending[index]
        is_granted = entry.origin != 0
        return first[entry.source], is_granted, "" if is_granted else entry.ability, index

    return sorted(seen.values(), key=place)

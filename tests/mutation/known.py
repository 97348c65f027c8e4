"""What no test can show, each with its reason; what is named here and is not so is an error of its own.

Most reasons speak of this pool. A new card can end one: then ``make mutants`` calls the mutant caught, and says so.
"""

from typing import Final

NO_DEARER_PAL: Final = "No Pal of the pool costs more than 8."
NO_DEARER_STRUCTURE: Final = "No structure of the pool costs more than 6."
NO_DEARER_GEAR: Final = "No gear of the pool costs more than 7."
READ_BY_DECKS: Final = "It is read when a deck is checked and in no game; its mutants are caught by a test of the card."
ONLY_PALS_EXILED: Final = "It exiles Pals alone, so nothing else is ever exiled by it."
HIDDEN: Final = "Nobody can check a condition on hidden cards, so fewer may be chosen anyway (ambiguity 20)."
NEW_OBJECT: Final = "A card that has moved is another object, which the instruction does not mean (1.3.2)."
APART: Final = "The two instructions do not touch each other, and nothing is told of the second."
NOT_ITSELF: Final = "Its own cost keeps the card from being one of them."
STAYS: Final = "Nothing in the pool takes a structure from a base but into the graveyard."
NOCTURNAL_PALS: Final = "Only Pals have Nocturnal, printed or given."
ELEMENTS: Final = "Only Pals have elements."
BLOCKS: Final = "Only Pals block, and only those of the defender."
ASSIGNED: Final = "Only Pals are assigned, and only by the turn player."
EITHER_CHOOSER: Final = "All are meant, of both players, whoever takes them."

UNREACHABLE: Final[dict[str, str]] = {
    "EBP01-005/2 effect.steps.1.cards.tests.0": NO_DEARER_GEAR,
    "EBP01-025/1 effect.steps.1.condition.cards.tests.1": NO_DEARER_PAL,
    "EBP01-030/2 effect.steps.1.cards.tests.0": NO_DEARER_STRUCTURE,
    "EBP01-061/1": READ_BY_DECKS,
    "EBP01-061/1 statics.0": READ_BY_DECKS,
    "EBP01-063/1 effect.steps.1.condition.cards.tests.0": NO_DEARER_PAL,
    "EBP01-063/2 effect.steps.0.cards.tests.0": NO_DEARER_PAL,
    "ETD02-019/1 effect.condition.condition.cards": ONLY_PALS_EXILED,
    "ETD02-022/1 effect.steps.0.cards.tests.0": NO_DEARER_PAL,
}
"""Nodes by their place, that no trial can carry out or answer both ways."""

EQUIVALENT: Final[dict[str, str]] = {
    "EBP01-005/2 effect.steps.1.up_to: up to -> exactly": HIDDEN,
    "EBP01-005/2 effect.steps.1.cards.tests: CostAtMost(8) dropped": NO_DEARER_GEAR,
    "EBP01-005/2 effect.steps.1.cards.tests.0.number: 8 -> 9": NO_DEARER_GEAR,
    "EBP01-005/2 effect.steps.1.cards.tests.0.number: 8 -> 7": NO_DEARER_GEAR,
    "EBP01-007/1 effect.steps.0.cards.other: any -> others": NOT_ITSELF,
    "EBP01-018/1 once_per_turn: True -> False": "Its own effect forbids to assign a Pal for it again in this turn.",
    "EBP01-018/1 effect.steps: 1 and 2 swapped": APART,
    "EBP01-018/1 effect.steps.0.who: you -> opponent": EITHER_CHOOSER,
    "EBP01-018/1 effect.steps.0.cards.kinds: [pal] -> any card": ASSIGNED,
    "EBP01-018/1 effect.steps.0.cards.side: any -> yours": ASSIGNED,
    "EBP01-023/1 effect.modes.2.steps.0.cards.kinds: [pal] -> any card": BLOCKS,
    "EBP01-023/1 effect.modes.2.steps.0.cards.side: opponents -> any": BLOCKS,
    "EBP01-024/1 effect.steps.1.up_to: up to -> exactly": HIDDEN,
    "EBP01-025/1 effect.steps: Not(Did()) dropped": NEW_OBJECT,
    "EBP01-025/1 effect.steps.1.condition.cards.kinds: [pal] -> any card": ELEMENTS,
    "EBP01-025/1 effect.steps.1.condition.cards.tests: CostAtMost(8) dropped": NO_DEARER_PAL,
    "EBP01-025/1 effect.steps.1.condition.cards.tests.1.number: 8 -> 9": NO_DEARER_PAL,
    "EBP01-026/1 effect.steps: 1 and 2 swapped": APART,
    "EBP01-026/1 effect.steps.0.cards.other: any -> others": NOT_ITSELF,
    "EBP01-027/1 effect.steps: 2 and 3 swapped": APART,
    "EBP01-027/1 effect.steps.1.cards.other: any -> others": NOT_ITSELF,
    "EBP01-030/2 effect.steps.1.up_to: up to -> exactly": HIDDEN,
    "EBP01-030/2 effect.steps.1.cards.tests: CostAtMost(6) dropped": NO_DEARER_STRUCTURE,
    "EBP01-030/2 effect.steps.1.cards.tests.0.number: 6 -> 7": NO_DEARER_STRUCTURE,
    "EBP01-033/1 statics.0.cards.kinds: [pal] -> any card": "Only Pals have a Strike.",
    "EBP01-040/1 effect.steps: 0 and 1 swapped": APART,
    "EBP01-041/1 effect.steps: 1 and 2 swapped": APART,
    "EBP01-049/2 effect.steps.1.up_to: up to -> exactly": HIDDEN,
    "EBP01-053/2 effect.steps.1.provided.cards.kinds: [pal] -> any card": "All cards named Beegarde are Pals.",
    "EBP01-063/1 effect.steps.1.condition.cards.tests: CostAtMost(8) dropped": NO_DEARER_PAL,
    "EBP01-063/1 effect.steps.1.condition.cards.tests.0.number: 8 -> 9": NO_DEARER_PAL,
    "EBP01-063/2 effect.steps.0.up_to: exactly -> up to": HIDDEN,
    "EBP01-063/2 effect.steps.0.cards.tests: CostAtMost(8) dropped": NO_DEARER_PAL,
    "EBP01-063/2 effect.steps.0.cards.tests.0.number: 8 -> 9": NO_DEARER_PAL,
    "EBP01-071/1 effect.steps.1.up_to: up to -> exactly": HIDDEN,
    "EBP01-073/2 when.subject.kinds: [pal] -> any card": NOCTURNAL_PALS,
    "EBP01-074/3 effect.steps.2.then.steps.0.cards.other: any -> others": "The opponent chooses among own Pals.",
    "EBP01-075/2 when.subject.kinds: [pal] -> any card": "Only Pals are butchered (5.16).",
    "EBP01-076/1 effect.steps.3.what: TheRest() -> Those('looked')": NEW_OBJECT,
    "EBP01-089/2 effect.condition.cards.kinds: [pal] -> any card": NOCTURNAL_PALS,
    "EBP01-091/2 when.trigger: put into the graveyard -> leaves the base": STAYS,
    "EBP01-092/2 when.trigger: leaves the base -> put into the graveyard": STAYS,
    "EBP01-093/1 effect.steps.3.what: TheRest() -> Those('looked')": NEW_OBJECT,
    "EBP01-094/1 effect.steps.0.up_to: up to -> exactly": HIDDEN,
    "EBP01-094/1 effect.steps.0.cards.kinds: [pal] -> any card": "All cards of the main name Daedream are Pals.",
    "EBP01-098/1 effect.steps.1.condition.cards.kinds: [pal] -> any card": ELEMENTS,
    "ETD01-015/1 effect.steps.0.cards.other: any -> others": NOT_ITSELF,
    "ETD01-020/1 effect.steps: Not(Did()) dropped": NEW_OBJECT,
    "ETD01-022/1 effect.steps: 1 and 2 swapped": APART,
    "ETD02-009/1 effect.steps: 0 and 1 swapped": APART,
    "ETD02-012/2 effect.steps.0.who: you -> opponent": EITHER_CHOOSER,
    "ETD02-012/2 effect.steps.0.cards.tests.0.number: 300 -> 301": "Every Power of the pool is a multiple of 100.",
    "ETD02-019/1 effect.condition.condition.cards.kinds: [pal] -> any card": ONLY_PALS_EXILED,
    "ETD02-019/2 when.trigger: leaves the base -> put into the graveyard": STAYS,
    "ETD02-022/1 effect.steps.0.cards.tests: CostAtMost(8) dropped": NO_DEARER_PAL,
    "ETD02-022/1 effect.steps.0.cards.tests.0.number: 8 -> 9": NO_DEARER_PAL,
}
"""Mutants by their name, that play exactly like the card itself."""

"""Whose fault it is, and what to do now."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.model.reasons import Reason
    from engine.prompts import Prompt


class IllegalDecision(Exception):
    """The decision is not legal now; nothing changed.

    ``code`` is ``illegal``, ``game_over`` or ``not_your_prompt``; ``sentence`` says why; ``prompt`` is still open.
    ``reason`` has the figures of what is ``illegal``.
    """

    def __init__(self, code: str, sentence: str, prompt: "Prompt | None", reason: "Reason | None" = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.prompt = prompt
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Defect:
    """One thing that is wrong with a deck: a code for programs, a sentence for people."""

    code: str
    text: str


class InvalidDeck(Exception):
    """The deck may not be played; ``defects`` lists everything that is wrong with it."""

    def __init__(self, defects: tuple[Defect, ...]) -> None:
        super().__init__(" ".join(defect.text for defect in defects))
        self.defects = defects


class InvalidPosition(Exception):
    """A position that no game could stand in at a main-phase play timing."""


class InvalidCard(Exception):
    """A card definition that the vocabulary does not allow; found when the catalogue is built."""


class InvalidSave(Exception):
    """Bytes that are not a save, or not one that this engine can go on with."""


class OtherVersion(InvalidSave):
    """Nothing is damaged: it belongs to other rules, another save format or another card pool, and they can read it."""


class EngineBug(Exception):
    """Ours: the engine broke one of its own promises. ``log`` replays the game up to it."""

    def __init__(self, sentence: str, log: object = None) -> None:
        super().__init__(sentence)
        self.log = log

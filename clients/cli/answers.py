"""The answers to a prompt as a player sees and types them: numbers, or the decision notation."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from clients.cli.screen import Screen, gist
from clients.sdk import PlainPrompt
from engine import notation
from engine.effects.abilities import Act
from engine.effects.catalogue import Catalogue
from engine.effects.definition import CardDefinition
from engine.effects.text import ability_text, card_text
from engine.model import decisions
from engine.model.decisions import Decision
from engine.model.terms import PromptKind
from server.films.labels import Labels

Line = tuple[str, str, str]
"""What is typed, the decision, and what it means."""

MEANINGS: Final = {
    "draw": "rest 3 souls and draw a card",
    "end": "end your main phase",
    "pass": "do nothing",
    "keep": "play with these cards",
    "redraw": "shuffle them back and draw five new ones",
}


class NotAnAnswer(ValueError):
    """What was typed is no answer; the text says what would be."""


class Answers:
    """The answers to one prompt."""

    def __init__(
        self, prompt: PlainPrompt, view: Mapping[str, Any], labels: Labels, screen: Screen, catalogue: Catalogue
    ) -> None:
        self._prompt = prompt
        self._view = view
        self._labels = labels
        self._screen = screen
        self._catalogue = catalogue
        is_listed = prompt.kind not in (PromptKind.CARDS, PromptKind.NUMBER, PromptKind.NAME)
        self._listed = self._by_number() if is_listed else {}

    def _by_number(self) -> dict[int, Decision]:
        """What a number alone means; of options it is their own number."""
        legal = self._prompt.legal()
        if self._prompt.kind == PromptKind.OPTION:
            return {decision.number: decision for decision in legal}
        return {place + 1: decision for place, decision in enumerate(legal)}

    # --- shown --------------------------------------------------------------------------------------------------------

    def lines(self) -> list[Line]:
        """The numbered answers; none where a number or a name has to be said."""
        if self._prompt.kind == PromptKind.CARDS:
            return [
                (str(place + 1), self._labels.label(card), self._screen.about(self._view, card))
                for place, card in enumerate(self._prompt.candidates)
            ]
        return [(str(n), notation.format(decision, self._labels), self._mean(decision)) for n, decision in self._pairs]

    @property
    def _pairs(self) -> Iterator[tuple[int, Decision]]:
        return iter(self._listed.items())

    def hint(self) -> str:
        """What can be typed, in one line."""
        least, most = self._prompt.minimum, self._prompt.maximum
        match self._prompt.kind:
            case PromptKind.CARDS if most == 0:
                return "There is nothing to choose: type none."
            case PromptKind.CARDS:
                how_many = str(least) if least == most else f"{least} to {most}"
                return f"Type {how_many} of the numbers, such as {self._example(least)}."
            case PromptKind.NUMBER:
                return f"Type a number from {least} to {most}."
            case PromptKind.NAME:
                return "Type a card's name, or a part of it."
            case _:
                return "Type a number."

    def _example(self, least: int) -> str:
        return "1, or none" if least == 0 else " ".join(str(number) for number in range(1, least + 1))

    def _mean(self, decision: Decision) -> str:
        match decision.verb:
            case "play":
                definition = self._definition(decision.card)
                text = " ".join(card_text(definition))
                return f"{gist(definition, self._view['cards'][str(decision.card)])}  {text}".strip()
            case "activate":
                return self._ability(decision)
            case "attack" if decision.target:
                return self._screen.about(self._view, decision.target)
            case "attack" | "block":
                return self._screen.about(self._view, decision.card)
            case "option":
                return next((o.text for o in self._prompt.options if o.number == decision.number), "")
            case "resolve":
                return self._entry(decision)
            case _:
                return MEANINGS.get(decision.verb, "")

    def _definition(self, card: int) -> CardDefinition:
        return self._catalogue.by_number(self._labels.number(card))

    def _ability(self, decision: Decision) -> str:
        """The text of an activated ability; only the printed ones can be told from outside."""
        from_hand = self._view["cards"][str(decision.card)]["zone"] == "hand"
        printed = [
            ability
            for ability in self._definition(decision.card).abilities
            if isinstance(ability, Act) and ability.from_hand == from_hand
        ]
        return ability_text(printed[decision.number - 1]) if decision.number <= len(printed) else ""

    def _entry(self, decision: Decision) -> str:
        wanted = (decision.card, decision.number)
        return next((entry.text for entry in self._prompt.entries if (entry.card, entry.number) == wanted), "")

    # --- typed --------------------------------------------------------------------------------------------------------

    def read(self, text: str) -> Decision:
        """The decision that was typed; it need not be legal. Raises `NotAnAnswer`."""
        words = text.replace(",", " ").split()
        if not words:
            return self._only()
        if all(word.isdecimal() for word in words):
            return self._read_numbers([int(word) for word in words])
        if words == ["none"]:
            words.insert(0, "choose")
        if self._prompt.kind == PromptKind.NAME and words[0] not in ("name", "concede"):
            return self._read_name(text)
        if words[0].lower() != "name":
            words = [word.lower() for word in words]
        try:
            return notation.parse(" ".join(words), self._prompt, self._labels)
        except notation.ParseError as error:
            raise NotAnAnswer(f"{error} {self.hint()}") from error

    def _only(self) -> Decision:
        legal = self._prompt.legal()
        if len(legal) != 1:
            raise NotAnAnswer(self.hint())
        return legal[0]

    def _read_numbers(self, numbers: list[int]) -> Decision:
        match self._prompt.kind:
            case PromptKind.NUMBER if len(numbers) == 1 and numbers[0] in self._range:
                return decisions.number(numbers[0])
            case PromptKind.CARDS:
                return self._read_cards(numbers)
            case _ if len(numbers) == 1 and numbers[0] in self._listed:
                return self._listed[numbers[0]]
            case _:
                raise NotAnAnswer(f"{' '.join(map(str, numbers))} is not one of the answers. {self.hint()}")

    @property
    def _range(self) -> range:
        return range(self._prompt.minimum, self._prompt.maximum + 1)

    def _read_cards(self, numbers: list[int]) -> Decision:
        candidates = self._prompt.candidates
        for number in numbers:
            if not 1 <= number <= len(candidates):
                raise NotAnAnswer(f"There is no card {number}. {self.hint()}")
        if len(set(numbers)) < len(numbers):
            raise NotAnAnswer(f"No card twice. {self.hint()}")
        return decisions.choose(candidates[number - 1] for number in numbers)

    def _read_name(self, text: str) -> Decision:
        wanted = text.strip().casefold()
        found = [name for name in self._catalogue.names() if wanted in name.casefold()]
        exact = [name for name in found if name.casefold() == wanted]
        if len(exact or found) != 1:
            several = f"{len(found)} cards have that in their name" if found else "No card has that in its name"
            few = f": {'; '.join(found)}" if 0 < len(found) <= 8 else ""
            raise NotAnAnswer(f"{several}{few}. Type more of it.")
        return decisions.name((exact or found)[0])

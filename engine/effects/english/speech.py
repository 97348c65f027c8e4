"""What a text has spoken of so far, so that "it" is said only of what was named last."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.effects.instructions import Who
from engine.effects.nodes import Node
from engine.effects.subjects import Side
from engine.model.errors import InvalidCard
from engine.model.terms import Zone


def no_words(node: object) -> InvalidCard:
    """The error for a node that this language cannot say."""
    return InvalidCard(f"English has no words for {type(node).__name__}.")


@dataclass(frozen=True, slots=True)
class Reference:
    """A variable of the effect as the text knows it: how to name it in full, and where its cards were bound."""

    description: str
    plural: bool = False
    zone: Zone = Zone.BASE
    side: Side = Side.ANY
    chooser: Who = Who.YOU


@dataclass(frozen=True, slots=True)
class Spoken:
    """Cards as named at one place of a sentence: ``words`` is the object form, empty for the gap of a question."""

    words: str
    plural: bool = False

    @property
    def subject(self) -> str:
        """The form before a verb."""
        return {"them": "they", "": "that"}.get(self.words, self.words)

    @property
    def possessive(self) -> str:
        """The form before a thing owned."""
        match self.words:
            case "it":
                return "its"
            case "them":
                return "their"
            case words if words.endswith("s"):
                return words + "'"
            case words:
                return words + "'s"

    def verb(self, singular: str, plural: str) -> str:
        """The words and a verb that agrees with them: "it gets", "they get"."""
        return f"{self.subject} {plural if self.plural else singular}"


@dataclass(slots=True)
class Scope:
    """The memory of one text: variables, the one named last, and numbers that still have to be explained."""

    references: dict[str, Reference] = field(default_factory=dict)
    last: str = ""
    gap: str = ""
    """The variable that a question is about: it is left out, as in "choose 1 Pal to deal 500 damage to"."""
    still_open: bool = False
    """The text is a question: what is done is not done yet ("if you do")."""
    known: Mapping[Node, int] = field(default_factory=dict)
    """Numbers that stand already, in a question: they are said as figures."""
    letters: dict[Node, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def bind(self, variable: str, reference: Reference) -> None:
        """A choice, a cost, a look or the trigger has named these cards."""
        self.references[variable] = reference
        self.last = variable

    def reference(self, variable: str) -> Reference:
        """What ``variable`` stands for; InvalidCard if nothing in the text has bound it."""
        if variable not in self.references:
            raise InvalidCard(f"The text speaks of {variable!r} before anything has named it.")
        return self.references[variable]

    def say(self, variable: str) -> Spoken:
        """A pronoun for what was named last, else the full description."""
        reference = self.reference(variable)
        if self.gap == variable:
            return Spoken("", reference.plural)
        if self.last == variable:
            return Spoken("them" if reference.plural else "it", reference.plural)
        self.last = variable
        return Spoken(reference.description, reference.plural)

    def letter(self, value: Node) -> str:
        """A letter for a number that is explained at the end of the text; the same for the same number."""
        if value not in self.letters:
            self.letters[value] = "XYZ"[len(self.letters)]
        return self.letters[value]


def capitalised(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def sentences(clauses: list[str]) -> str:
    """Each clause as a sentence of its own."""
    return " ".join(capitalised(clause) + "." for clause in clauses)


def joined(clauses: list[str]) -> str:
    """The clauses as one: "a", "a and b", "a, b, and c"."""
    match clauses:
        case [one]:
            return one
        case [one, two]:
            return f"{one} and {two}"
        case _:
            return ", ".join(clauses[:-1]) + f", and {clauses[-1]}"

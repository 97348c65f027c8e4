"""Reading YAML 1.2 (core) so that every error names the file and the line.

Nothing is converted by guess: a reader asks a value for a text, a number or a truth, and it is one or it is an error.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import CollectionNode, MappingNode, Node, ScalarNode, SequenceNode

_TAG: Final = "tag:yaml.org,2002:"
_NUMBER: Final = re.compile(r"[-+]?[0-9]{1,80}")
_TRUTHS: Final = {"true": True, "false": False}


class MalformedScenario(Exception):
    """A file that is no scenario. ``line`` counts from 1; ``sentence`` says what is wrong there."""

    def __init__(self, file: str, line: int, sentence: str) -> None:
        super().__init__(f"{file}:{line}: {sentence}")
        self.file = file
        self.line = line
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a document and where it stands."""

    file: str
    node: Node
    line: int

    def error(self, sentence: str) -> MalformedScenario:
        """Return the error to raise about this value."""
        return MalformedScenario(self.file, self.line, sentence)

    @property
    def shown(self) -> str:
        """The value as one line of YAML, for messages."""
        node = self.node
        if isinstance(node, MappingNode):
            pairs = ", ".join(f"{self._at(key).shown}: {self._at(value).shown}" for key, value in node.value)
            return "{" + pairs + "}"
        if isinstance(node, SequenceNode):
            return "[" + ", ".join(self._at(item).shown for item in node.value) + "]"
        return str(node.value) or "null"

    @property
    def is_null(self) -> bool:
        """Whether the value is ``null``, ``~`` or nothing at all."""
        return isinstance(self.node, ScalarNode) and self._tag() == "null"

    @property
    def is_list(self) -> bool:
        return isinstance(self.node, SequenceNode)

    @property
    def is_mapping(self) -> bool:
        return isinstance(self.node, MappingNode)

    def text(self, what: str = "a text") -> str:
        """Return the scalar as it is written, whatever it looks like; null is none."""
        if not isinstance(self.node, ScalarNode) or self._tag() == "null":
            raise self.error(f"expected {what}, found {self.shown}")
        return str(self.node.value)

    def number(self, least: int = 0, most: int | None = None) -> int:
        """Return the whole number; ``least`` and ``most`` are its bounds."""
        if self._tag() != "int" or not _NUMBER.fullmatch(str(self.node.value)):
            raise self.error(f"expected a number, found {self.shown}")
        number = int(self.node.value)
        if number < least or (most is not None and number > most):
            bounds = f"of at least {least}" if most is None else f"between {least} and {most}"
            raise self.error(f"expected a number {bounds}, found {number}")
        return number

    def any_number(self) -> int:
        """Return the whole number, negative ones too."""
        return self.number(least=-(10**80))

    def truth(self) -> bool:
        """Return the truth value: ``true`` or ``false``, nothing else."""
        if self._tag() != "bool" or self.node.value not in _TRUTHS:
            raise self.error(f"expected true or false, found {self.shown}")
        return _TRUTHS[self.node.value]

    def one_of(self, words: tuple[str, ...]) -> str:
        """Return the word, which must be one of ``words``."""
        wanted = " or ".join(words) if len(words) < 3 else "one of " + ", ".join(words)
        word = self.text(wanted)
        if word not in words:
            raise self.error(f"expected {wanted}, found {self.shown}")
        return word

    def items(self, what: str = "a list") -> list["Value"]:
        """Return the values of the list."""
        if not isinstance(self.node, SequenceNode):
            raise self.error(f"expected {what}, found {self.shown}")
        return [self._at(item) for item in self.node.value]

    def entries(self, what: str = "a mapping") -> list[tuple["Value", "Value"]]:
        """Return keys and values of the mapping, in the order written; a key twice is an error."""
        if not isinstance(self.node, MappingNode):
            raise self.error(f"expected {what}, found {self.shown}")
        pairs: list[tuple[Value, Value]] = []
        seen: set[str] = set()
        for key_node, value_node in self.node.value:
            key = self._at(key_node)
            name = key.text("a key")
            if name in seen:
                raise key.error(f'the key "{name}" stands twice')
            seen.add(name)
            pairs.append((key, Value(self.file, value_node, self._line(key, value_node))))
        return pairs

    def fields(self, known: tuple[str, ...], what: str = "a mapping") -> dict[str, "Value"]:
        """Return the mapping by key; a key that is not in ``known`` is an error."""
        found: dict[str, Value] = {}
        for key, value in self.entries(what):
            name = key.text()
            if name not in known:
                raise key.error(f'the key "{name}" is unknown; known are {", ".join(known)}')
            found[name] = value
        return found

    def _at(self, node: Node) -> "Value":
        return Value(self.file, node, node.start_mark.line + 1)

    def _line(self, key: "Value", node: Node) -> int:
        """Return the line of a key's value; a block and a value that is not written stand where their key does."""
        is_block = isinstance(node, CollectionNode) and not node.flow_style
        is_unwritten = isinstance(node, ScalarNode) and node.value == "" and node.style is None
        return key.line if is_block or is_unwritten else int(node.start_mark.line) + 1

    def _tag(self) -> str:
        tag = str(self.node.tag)
        if not tag.startswith(_TAG):
            raise self.error(f"the tag {tag} is unknown")
        return tag.removeprefix(_TAG)


def read(path: Path) -> Value:
    """Read the one document of a file; raise ``MalformedScenario`` where it is not YAML or holds nothing."""
    file = str(path)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise MalformedScenario(file, 1, f"the file cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise MalformedScenario(file, line, "the file is not UTF-8") from error
    return parse(text, file)


def parse(text: str, file: str) -> Value:
    """Read the one document of a text; ``file`` names it in errors."""
    try:
        node = YAML(typ="safe", pure=True).compose(text)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = 1 if mark is None else mark.line + 1
        raise MalformedScenario(file, line, f"not YAML: {error.problem}") from error
    except YAMLError as error:
        raise MalformedScenario(file, 1, f"not YAML: {error}") from error
    if node is None:
        raise MalformedScenario(file, 1, "the file is empty")
    return Value(file, node, node.start_mark.line + 1)

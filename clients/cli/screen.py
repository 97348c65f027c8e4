"""The table as text: both bases side by side, the own hand, and the question with its numbered answers."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from engine.effects.catalogue import Catalogue
from engine.effects.definition import CardDefinition
from engine.effects.text import kind_name
from engine.model.terms import OTHER, Colour, Kind, SeatName
from server.films.labels import Labels

WIDEST: Final = 100
NARROWEST: Final = 40
"""In a narrower terminal the lines of a table of this width are broken."""
SIDE_BY_SIDE: Final = 76
"""In a narrower table the bases, and the cards of the hand, stand below each other."""
FRAME: Final = 4
"""What the border of a base takes of its width."""
SHORTEST: Final = 12
"""A label is not cut shorter than this to show keywords."""

STYLES: Final[Mapping[Colour, str]] = {
    Colour.RED: "red",
    Colour.BLUE: "blue",
    Colour.GREEN: "green",
    Colour.PURPLE: "magenta",
    Colour.COLORLESS: "",
}


YOU: Final = "You"
"""What the player who reads is called."""


def whose(name: str) -> str:
    """A player as an owner: "your", "Ann's"."""
    return "your" if name == YOU else f"{name}'s"


def capitalized(words: str) -> str:
    """The words with a capital letter at their beginning."""
    return words[:1].upper() + words[1:]


def width_of(console: Console) -> int:
    """How wide the table is drawn."""
    return max(NARROWEST, min(console.width, WIDEST))


class Screen:
    """Draws what one seat sees, or what spectators do. ``names`` are the players' by seat; `YOU` for a reader."""

    def __init__(self, catalogue: Catalogue, labels: Labels, names: Mapping[str, str]) -> None:
        self._catalogue = catalogue
        self._labels = labels
        self._names = names

    # --- the board ----------------------------------------------------------------------------------------------------

    def board(self, view: Mapping[str, Any], seat: SeatName, width: int) -> RenderableType:
        """Turn, both bases, the own hand, and the battle that goes on, drawn so many columns wide."""
        parts: list[RenderableType] = [self._head(view)]
        if width < SIDE_BY_SIDE:
            parts += [self._side(view, each, width) for each in (OTHER[seat], seat)]
        else:
            bases = Grid.grid(expand=True, padding=0)
            bases.add_column(ratio=1)
            bases.add_column(ratio=1)
            height = max(len(player["base"]) for player in view["players"].values())
            bases.add_row(*(self._side(view, each, width // 2, height) for each in (OTHER[seat], seat)))
            parts.append(bases)
        if view["viewer"] == seat:
            parts.append(self.hand(view, seat, width))
        if battle := self._battle(view):
            parts.append(battle)
        return Group(*parts)

    def _head(self, view: Mapping[str, Any]) -> Text:
        if "active" not in view:
            return Text("Before the first turn", style="bold")
        parts = [
            f"Turn {view['turn']}",
            f"{whose(self._names[view['active']])} turn",
            f"{view['phase']} phase",
            *(["night"] if view["night"] else []),
        ]
        return Text(" · ".join(parts), style="bold")

    def _side(self, view: Mapping[str, Any], seat: SeatName, width: int, height: int = 0) -> Panel:
        """A player's counts and base, with room for at least ``height`` cards."""
        player = view["players"][seat]
        lines = self._numbers(player)
        base = [(handle, view["cards"][str(handle)]) for handle in player["base"]]
        rows = [self._in_base(handle, card) for handle, card in sorted(base, key=lambda entry: self._rank(entry[1]))]
        content = Group(*lines, _in_columns(rows, width - FRAME))
        height = len(lines) + max(height, len(rows)) + 2
        return Panel(content, title=self._title(seat, player), title_align="left", height=height, padding=(0, 1))

    def _title(self, seat: SeatName, player: Mapping[str, Any]) -> Text:
        return Text.assemble((self._names[seat], "bold"), " · ", (f"life {player['life']}", "bold"))

    def _numbers(self, player: Mapping[str, Any]) -> list[Text]:
        souls = player["souls"] + player["resting_souls"]
        exile = f" · exile {len(player['exile'])}" if player["exile"] else ""
        lines = (
            f"souls {player['souls']}/{souls} · hand {player['hand_size']} · deck {player['deck_size']}",
            f"material {player['material']} · ingredient {player['ingredient']}",
            f"graveyard {len(player['graveyard'])}{exile}",
        )
        return [Text(line, style="dim", no_wrap=True, overflow="ellipsis") for line in lines]

    def _rank(self, card: Mapping[str, Any]) -> int:
        return [Kind.PAL, Kind.STRUCTURE, Kind.GEAR, Kind.EVENT].index(self._definition(card).kind)

    def _definition(self, card: Mapping[str, Any]) -> CardDefinition:
        return self._catalogue.by_number(card["number"])

    def _in_base(self, handle: int, card: Mapping[str, Any]) -> tuple[Text, Text, Text]:
        definition = self._definition(card)
        label = Text(self._labels.label(handle), style=STYLES[definition.colour])
        return label, Text(strength(card, definition)), Text(", ".join(_marks(card)), style="dim")

    def hand(self, view: Mapping[str, Any], seat: SeatName, width: int) -> RenderableType:
        """A player's hand, as far as the view shows it."""
        title = f"{capitalized(whose(self._names[seat]))} hand"
        cards = [(handle, view["cards"][str(handle)]) for handle in view["players"][seat]["hand"]]
        if not cards:
            return Text(f"{title} is empty.", style="dim")
        columns = 1 if width < SIDE_BY_SIDE else 2
        grid = Grid.grid(expand=True, padding=0)
        for _ in range(columns):
            grid.add_column(ratio=1)
        cells = [self._in_hand(handle, card, width // columns) for handle, card in cards]
        for place in range(0, len(cells), columns):
            grid.add_row(*cells[place : place + columns])
        return Group(Text(title, style="bold"), grid)

    def _in_hand(self, handle: int, card: Mapping[str, Any], width: int) -> Text:
        """A card in so many columns: the label gives way to cost, kind and numbers, and keywords give way to it."""
        definition = self._definition(card)
        numbers = facts(definition, card)
        room = width - cell_len(numbers) - 6  # spaces before, between and behind
        label = Text(shortened(self._labels.label(handle), room), style=STYLES[definition.colour])
        more = Text(f" {keywords(definition)}".rstrip(), style="dim")
        more.truncate(room - label.cell_len + 1, overflow="ellipsis")
        return Text.assemble("  ", label, f"  {numbers}", more, no_wrap=True)

    def _battle(self, view: Mapping[str, Any]) -> Text | None:
        battle = view.get("battle")
        if not battle:
            return None
        attacker = self._fighter(view, battle.get("attacker", 0), "an attacker that is gone")
        defender = OTHER[view["active"]]
        player = "you" if self._names[defender] == YOU else self._names[defender]
        target = player if battle.get("target") == 0 else self._fighter(view, battle.get("target", 0), "what is gone")
        return Text(f"Battle: {attacker} attacks {target}.", style="bold")

    def _fighter(self, view: Mapping[str, Any], handle: int, else_: str) -> str:
        card = view["cards"].get(str(handle))
        if card is None:
            return else_
        return f"{self._labels.name(handle)} {strength(card, self._definition(card))}".strip()

    # --- cards in a line ----------------------------------------------------------------------------------------------

    def about(self, view: Mapping[str, Any], handle: int) -> str:
        """What matters of a card that can be chosen: whose it is, where, and how strong."""
        card = view["cards"][str(handle)]
        definition = self._definition(card)
        whose = "your" if card["owner"] == view["viewer"] else "opposing"
        if card["zone"] == "base":
            marks = ", ".join([strength(card, definition), *_marks(card)])
            return f"{whose} {kind_name(definition.kind)}, {marks}".rstrip(", ")
        return f"{gist(definition, card)}, {whose} {card['zone']}"


def strength(card: Mapping[str, Any], definition: CardDefinition) -> str:
    """Power and Strike of a Pal, the Durability of a structure, as they are now."""
    if definition.kind is Kind.PAL:
        return f"{card.get('power', definition.power)}/{card.get('strike', definition.strike)}"
    if definition.kind is Kind.STRUCTURE:
        return str(card.get("durability", definition.power))
    return ""


def facts(definition: CardDefinition, card: Mapping[str, Any]) -> str:
    """Cost, kind and numbers of a card outside a base: ◇3 Pal 500/1."""
    words = [f"◇{card.get('cost', definition.cost)}", kind_name(definition.kind), strength({}, definition)]
    return " ".join(word for word in words if word)


def keywords(definition: CardDefinition) -> str:
    """What is printed on it in one word each."""
    words = ["Quick"] if definition.is_quick else []
    return " ".join([*words, *(str(keyword) for keyword in dict.fromkeys(definition.keywords))])


def gist(definition: CardDefinition, card: Mapping[str, Any]) -> str:
    """A card outside a base in a few words: ◇3 Pal 500/1 Vigilance."""
    return f"{facts(definition, card)} {keywords(definition)}".rstrip()


def _marks(card: Mapping[str, Any]) -> list[str]:
    """The state of a card in a base, in words."""
    marks = ["rests"] if card.get("rest") else []
    if card.get("locked"):
        marks.append("does not stand")
    if card.get("damage"):
        marks.append(f"{card['damage']} damage")
    marks.extend(dict.fromkeys(card.get("keywords", ())))
    if card.get("exiled"):
        marks.append(f"holds {len(card['exiled'])}")
    return marks


def _in_columns(rows: Sequence[tuple[Text, Text, Text]], width: int) -> RenderableType:
    """Labels, numbers and marks: numbers are always whole; labels are shortened first, then marks."""
    labels, numbers, marks = (max((row[place].cell_len for row in rows), default=0) for place in range(3))
    room = width - numbers - 2  # the spaces around the numbers
    labels = max(min(labels, room - marks), min(labels, SHORTEST))
    lines = []
    for label, number, mark in rows:
        label.plain = shortened(label.plain, labels).ljust(labels)
        number.pad_right(numbers - number.cell_len)
        mark.truncate(room - labels, overflow="ellipsis")
        lines.append(Text.assemble(label, " ", number, " ", mark, no_wrap=True))
    return Group(*lines)


def shortened(label: str, width: int) -> str:
    """A label in so many columns; the number that tells it from others stays: refined-m…-2."""
    if len(label) <= width:
        return label
    number = "".join(re.findall(r"-\d+$", label))
    return f"{label[: width - len(number) - 1]}…{number}"


def numbered(lines: Sequence[tuple[str, str, str]], width: int) -> RenderableType:
    """Answers in three columns: what is typed, the decision, and what it means as far as there is room."""
    numbers, decisions = (max(len(line[place]) for line in lines) for place in range(2))
    grid = Grid.grid(padding=(0, 1), expand=True)
    grid.add_column(justify="right", style="bold", no_wrap=True, min_width=numbers)
    grid.add_column(min_width=min(decisions, width - numbers - 2), overflow="fold")
    grid.add_column(style="dim", overflow="ellipsis", no_wrap=True, ratio=1)
    for number, decision, meaning in lines:
        grid.add_row(number, Text(decision), Text(meaning))
    return grid

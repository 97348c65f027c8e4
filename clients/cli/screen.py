"""The table as text: both bases side by side, the own hand, and the question with its numbered answers."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from clients.cli.labels import Labels
from engine.effects.catalogue import Catalogue
from engine.effects.definition import CardDefinition
from engine.model.terms import Colour, Kind

WIDEST: Final = 100
NARROWEST: Final = 60

STYLES: Final[Mapping[Colour, str]] = {
    Colour.RED: "red",
    Colour.BLUE: "blue",
    Colour.GREEN: "green",
    Colour.PURPLE: "magenta",
    Colour.COLORLESS: "",
}


def width_of(console: Console) -> int:
    """How wide the table is drawn."""
    return max(NARROWEST, min(console.width, WIDEST))


class Screen:
    """Draws what one seat sees. ``names`` are those of the players by seat."""

    def __init__(self, catalogue: Catalogue, labels: Labels, names: Mapping[str, str], width: int) -> None:
        self._catalogue = catalogue
        self._labels = labels
        self._names = names
        self._width = width

    # --- the board ----------------------------------------------------------------------------------------------------

    def board(self, view: Mapping[str, Any], seat: str) -> RenderableType:
        """Turn, both bases, the own hand, and the battle that goes on."""
        other = "B" if seat == "A" else "A"
        bases = Grid.grid(expand=True, padding=0)
        bases.add_column(ratio=1)
        bases.add_column(ratio=1)
        bases.add_row(self._side(view, other), self._side(view, seat))
        parts: list[RenderableType] = [self._head(view, seat), bases, self._hand(view, seat)]
        if battle := self._battle(view, seat):
            parts.append(battle)
        return Group(*parts)

    def _head(self, view: Mapping[str, Any], seat: str) -> Text:
        whose = "your turn" if view["active"] == seat else f"{self._names[view['active']]}'s turn"
        parts = [f"Turn {view['turn']}", whose, f"{view['phase']} phase", *(["night"] if view["night"] else [])]
        if view["phase"] == "setup":
            parts = ["Before the first turn"]
        return Text(" · ".join(parts), style="bold")

    def _side(self, view: Mapping[str, Any], seat: str) -> Panel:
        player = view["players"][seat]
        lines = self._numbers(player)
        base = [(handle, view["cards"][str(handle)]) for handle in player["base"]]
        rows = Grid.grid(padding=(0, 1))
        rows.add_column(no_wrap=True, min_width=max((len(self._labels.label(h)) for h in player["base"]), default=0))
        rows.add_column(no_wrap=True, min_width=4)
        rows.add_column(no_wrap=True, overflow="ellipsis")
        for handle, card in sorted(base, key=lambda entry: self._rank(entry[1])):
            rows.add_row(*self._in_base(handle, card))
        height = max(len(view["players"][each]["base"]) for each in view["players"]) + len(lines)
        content = Group(*lines, rows)
        return Panel(content, title=self._title(seat, player), title_align="left", height=height + 2, padding=(0, 1))

    def _title(self, seat: str, player: Mapping[str, Any]) -> Text:
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
        marks = Text(", ".join(_marks(card)), style="dim")
        numbers = strength(card, definition)
        return (label, Text(numbers), marks) if numbers else (label, marks, Text())

    def _hand(self, view: Mapping[str, Any], seat: str) -> RenderableType:
        cards = [(handle, view["cards"][str(handle)]) for handle in view["players"][seat]["hand"]]
        if not cards:
            return Text("Your hand is empty.", style="dim")
        grid = Grid.grid(expand=True, padding=(0, 1))
        grid.add_column(ratio=1)
        grid.add_column(ratio=1)
        cells = [self._in_hand(handle, card) for handle, card in cards]
        for place in range(0, len(cells), 2):
            grid.add_row(*cells[place : place + 2])
        return Group(Text("Your hand", style="bold"), grid)

    def _in_hand(self, handle: int, card: Mapping[str, Any]) -> Text:
        definition = self._definition(card)
        label = (self._labels.label(handle), STYLES[definition.colour])
        return Text.assemble("  ", label, f"  {gist(definition, card)}", overflow="ellipsis", no_wrap=True)

    def _battle(self, view: Mapping[str, Any], seat: str) -> Text | None:
        battle = view["battle"]
        if not battle:
            return None
        attacker = self._fighter(view, battle.get("attacker", 0), "an attacker that is gone")
        defender = "B" if view["active"] == "A" else "A"
        player = "you" if defender == seat else self._names[defender]
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
            return f"{whose} {_KINDS[definition.kind]}, {marks}".rstrip(", ")
        place = "deck" if card["zone"] == "deck" else card["zone"]
        return f"{gist(definition, card)}, {whose} {place}"


def strength(card: Mapping[str, Any], definition: CardDefinition) -> str:
    """Power and Strike of a Pal, the Durability of a structure, as they are now."""
    if definition.kind is Kind.PAL:
        return f"{card.get('power', definition.power)}/{card.get('strike', definition.strike)}"
    if definition.kind is Kind.STRUCTURE:
        return str(card.get("durability", definition.power))
    return ""


def gist(definition: CardDefinition, card: Mapping[str, Any] | None = None) -> str:
    """A card outside a base in a few words: ◇3 Pal 500/1."""
    cost = definition.cost if card is None else card.get("cost", definition.cost)
    words = [f"◇{cost}", _KINDS[definition.kind], strength({}, definition)]
    words += ["Quick"] if definition.is_quick else []
    words += [str(keyword) for keyword in dict.fromkeys(definition.keywords)]
    return " ".join(word for word in words if word)


_KINDS: Final = {Kind.PAL: "Pal", Kind.STRUCTURE: "structure", Kind.GEAR: "gear", Kind.EVENT: "event"}


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


def numbered(lines: Sequence[tuple[str, str, str]]) -> RenderableType:
    """Answers in three columns: what is typed, the decision, and what it means as far as there is room."""
    grid = Grid.grid(padding=(0, 1), expand=True)
    grid.add_column(justify="right", style="bold", no_wrap=True, min_width=max(len(line[0]) for line in lines))
    grid.add_column(no_wrap=True, min_width=max(len(line[1]) for line in lines))
    grid.add_column(style="dim", overflow="ellipsis", no_wrap=True, ratio=1)
    for number, decision, meaning in lines:
        grid.add_row(number, Text(decision), Text(meaning))
    return grid

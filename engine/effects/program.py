"""Effect trees compiled into flat programs: operations with unique paths, which are what a save holds.

A path names a place in the tree ("do.2.then"), so an old save survives an unrelated change of a card. The cost of an
activated ability is compiled into the same program, before its effect: alternative, number, choices, payment.
"""

from dataclasses import dataclass, field

from engine.effects.abilities import Ability, Act, Auto, EventEffect
from engine.effects.costs import Assign, ButcherPals, Consume, Cost, CostPart, Discard
from engine.effects.instructions import Do, If, Instruction, Later, May, OneOf, Repeat
from engine.effects.nodes import Node

END = ""
"""The path behind the last operation."""
AT = "@"
"""Between the name of an ability and the path at which a delayed effect of it begins."""
COST, EFFECT = "cost", "do"
"""Where the paths of costs and of effects begin."""


def is_of_cost(path: str) -> bool:
    """Whether the operation with this path belongs to a cost, its payment included."""
    return path.startswith(COST)


@dataclass(frozen=True, slots=True)
class ChooseCost(Node):
    """Choose which alternative of the cost to pay."""

    costs: tuple[Cost, ...]


@dataclass(frozen=True, slots=True)
class ChooseX(Node):
    """Choose the X of a cost part."""

    part: CostPart


@dataclass(frozen=True, slots=True)
class ChooseForCost(Node):
    """Choose the cards of a cost part."""

    part: Assign | Discard | ButcherPals


@dataclass(frozen=True, slots=True)
class Pay(Node):
    """Pay all parts at once."""

    cost: Cost


@dataclass(slots=True)
class Operation:
    """One step of a program. ``branches`` are the entries of what the node controls, in the order of its children."""

    path: str
    node: Node
    next: str
    branches: tuple[str, ...] = ()


@dataclass(slots=True)
class Program:
    """The operations of one ability by path, and where it begins."""

    entry: str = END
    operations: dict[str, Operation] = field(default_factory=dict)

    def delaying(self, path: str) -> Later:
        """The instruction that delays what begins at ``path``."""
        delays = (each for each in self.operations.values() if each.branches == (path,))
        return next(each.node for each in delays if isinstance(each.node, Later))


def compile_ability(ability: Ability) -> Program | None:
    """Compile what an ability does; ``None`` for a continuous one."""
    program = Program()
    if isinstance(ability, Auto | EventEffect):
        program.entry = _compile(program, ability.effect, EFFECT, END)
    elif isinstance(ability, Act):
        effect = _compile(program, ability.effect, EFFECT, END)
        program.entry = _compile_costs(program, ability.costs, effect)
    else:
        return None
    return program


def _compile_costs(program: Program, costs: tuple[Cost, ...], effect: str) -> str:
    entries = tuple(_compile_cost(program, cost, f"{COST}.{index + 1}", effect) for index, cost in enumerate(costs))
    if len(entries) == 1:
        return entries[0]
    program.operations[COST] = Operation(COST, ChooseCost(costs), END, entries)
    return COST


def _compile_cost(program: Program, cost: Cost, path: str, effect: str) -> str:
    """Numbers first, then the cards of the parts in printed order, then the payment; returns the entry."""
    nodes: list[tuple[str, Node]] = []
    for index, part in enumerate(cost):
        if isinstance(part, Consume | Discard) and not isinstance(part.number, int):
            nodes.append((f"{path}.{index + 1}.x", ChooseX(part)))
    for index, part in enumerate(cost):
        if isinstance(part, Assign | Discard | ButcherPals):
            nodes.append((f"{path}.{index + 1}", ChooseForCost(part)))
    nodes.append((f"{path}.pay", Pay(cost)))
    following = effect
    for name, node in reversed(nodes):
        program.operations[name] = Operation(name, node, following)
        following = name
    return following


def _compile(program: Program, node: Instruction, path: str, following: str) -> str:
    """Add the operations of ``node`` and return the path of the first one."""
    if isinstance(node, Do):
        entry = following
        for index in range(len(node.steps) - 1, -1, -1):
            entry = _compile(program, node.steps[index], f"{path}.{index + 1}", entry)
        return entry
    branches: tuple[str, ...] = ()
    if isinstance(node, If):
        otherwise = (
            following if node.otherwise is None else _compile(program, node.otherwise, f"{path}.else", following)
        )
        branches = (_compile(program, node.then, f"{path}.then", following), otherwise)
    elif isinstance(node, May):
        branches = (_compile(program, node.do, f"{path}.yes", following),)
    elif isinstance(node, OneOf):
        branches = tuple(
            _compile(program, mode, f"{path}.mode{index + 1}", following) for index, mode in enumerate(node.modes)
        )
    elif isinstance(node, Repeat):
        branches = (_compile(program, node.do, f"{path}.again", path),)
    elif isinstance(node, Later):
        branches = (_compile(program, node.do, f"{path}.later", END),)
    program.operations[path] = Operation(path, node, following, branches)
    return path

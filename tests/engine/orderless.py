"""Finding iterations over sets in source: their order differs from process to process."""

import ast
from collections.abc import Iterator

SETS = ("set", "frozenset")

READS_ALL = {"sorted", "min", "max", "len", "any", "all", "sum", *SETS}
"""What may go through a set: its result does not depend on the order."""

KEEPS_ORDER = {"list", "tuple", "enumerate", "iter", "zip", "map", "filter", "reversed", "dict", "next"}
"""Functions whose result has the order of their argument; and methods alike."""
KEEPS_ORDER_TOO = {"join", "extend", "fromkeys"}


def iterations_over_sets(tree: ast.AST) -> Iterator[ast.AST]:
    """The loops, comprehensions and calls whose result depends on the order of a set."""
    names = names_of_sets(tree)
    harmless = {id(node) for node in _harmless(tree)}
    for node in ast.walk(tree):
        if id(node) not in harmless and any(is_set(iterated, names) for iterated in _iterated(node)):
            yield node


def _harmless(tree: ast.AST) -> Iterator[ast.AST]:
    """Comprehensions whose order is forgotten."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=called), args=[ast.GeneratorExp() | ast.ListComp() as inner, *_]):
                if called in READS_ALL:
                    yield inner
            case ast.SetComp():
                yield node
            case _:
                pass


def _iterated(node: ast.AST) -> list[ast.expr]:
    """The expressions that a node goes through in their order."""
    match node:
        case ast.For(iter=iterated) | ast.Starred(value=iterated):
            return [iterated]
        case ast.ListComp() | ast.GeneratorExp() | ast.DictComp() | ast.SetComp():
            return [generator.iter for generator in node.generators]
        case ast.Call(func=ast.Name(id=called), args=arguments) if called in KEEPS_ORDER:
            return arguments
        case ast.Call(func=ast.Attribute(attr=called), args=arguments) if called in KEEPS_ORDER_TOO:
            return arguments
        case _:
            return []


def is_set(node: ast.AST, names: set[str]) -> bool:
    """Whether an expression is a set, as far as its own text and the names of sets tell."""
    match node:
        case ast.Set() | ast.SetComp():
            return True
        case ast.Call(func=ast.Name(id=called)):
            return called in SETS
        case ast.BinOp(left=left, op=ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor(), right=right):
            return is_set(left, names) or is_set(right, names)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in names
        case _:
            return False


def names_of_sets(tree: ast.AST) -> set[str]:
    """Names and attributes that a module binds to sets and to nothing else."""
    sets: set[str] = set()
    others: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case (
                ast.AnnAssign(target=ast.Name(id=name) | ast.Attribute(attr=name), annotation=annotation)
                | ast.arg(arg=name, annotation=ast.expr() as annotation)
            ):
                (sets if ast.unparse(annotation).startswith(("set[", "frozenset[")) else others).add(name)
            case ast.Assign(targets=[ast.Name(id=name) | ast.Attribute(attr=name)], value=value):
                (sets if is_set(value, set()) else others).add(name)
            case _:
                pass
    return sets - others

"""Hypothesis strategies for message classes, from their types and bounds alone."""

from functools import cache
from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

from server.protocol.shapes import LARGEST

TEXT = st.characters(codec="utf-8")
PLAIN = st.recursive(
    st.booleans() | st.integers(-LARGEST, LARGEST) | st.text(TEXT, max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(TEXT, max_size=4), inner, max_size=3),
    max_leaves=8,
)


@cache
def messages(kind: type[msgspec.Struct]) -> st.SearchStrategy[Any]:
    """Any message of this class that the schema allows."""
    return _of(inspect.type_info(kind))


def _of(kind: inspect.Type) -> st.SearchStrategy[Any]:
    match kind:
        case inspect.StructType():
            return _struct(kind)
        case inspect.Metadata():
            return _of(kind.type)
        case inspect.UnionType():
            return st.one_of([_of(option) for option in kind.types])
        case inspect.VarTupleType():
            return st.lists(_of(kind.item_type), min_size=kind.min_length or 0, max_size=3).map(tuple)
        case inspect.DictType() if isinstance(kind.value_type, inspect.CustomType):
            return st.dictionaries(st.text(TEXT, max_size=6), PLAIN, max_size=4)
        case inspect.DictType():
            return st.dictionaries(_of(kind.key_type), _of(kind.value_type), max_size=3)
        case _:
            return _scalar(kind)


def _struct(kind: inspect.StructType) -> st.SearchStrategy[Any]:
    required = {field.name: _of(field.type) for field in kind.fields if field.required}
    optional = {field.name: _of(field.type) for field in kind.fields if not field.required}
    return st.fixed_dictionaries(required, optional=optional).map(lambda fields: kind.cls(**fields))


def _scalar(kind: inspect.Type) -> st.SearchStrategy[Any]:
    match kind:
        case inspect.BoolType():
            return st.booleans()
        case inspect.IntType():
            return st.integers(-LARGEST if kind.ge is None else kind.ge, LARGEST if kind.le is None else kind.le)
        case inspect.FloatType():
            return st.floats(allow_nan=False, allow_infinity=False).filter(lambda value: not value.is_integer())
        case inspect.StrType():
            return st.text(TEXT, min_size=kind.min_length or 0, max_size=min(kind.max_length or 12, 12))
        case inspect.LiteralType():
            return st.sampled_from(kind.values)
        case inspect.EnumType():
            return st.sampled_from(kind.cls)
        case _:
            raise AssertionError(f"no strategy for {kind}")

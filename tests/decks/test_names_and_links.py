"""What lists are read with: names that are spelled wrong, and the queries of addresses."""

from urllib.parse import parse_qsl, quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import catalogue
from engine.decks.links import escaped, read_query
from engine.decks.names import names_of, slips


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Suzakuu Helfire Wings", "Suzaku – Hellfire Wings"),
        ("A Toasty Hug", "Foxparks – A Toasty Hug"),
        ("pal spheer", "Pal Sphere"),
        ("荒ぶる溶岩竜 アグニドーラ", "荒ぶる溶岩竜 – アグニドラ"),
        ("Foxparks", None),
        ("Zzz", None),
        ("hug", None),
        ("", None),
    ],
)
def test_the_name_that_is_probably_meant_is_proposed(written: str, meant: str | None) -> None:
    assert names_of(catalogue).like(written) == meant


@pytest.mark.parametrize(
    ("one", "other", "count"), [("", "", 0), ("abc", "abc", 0), ("abc", "axc", 1), ("abc", "ac", 1), ("abc", "abxc", 1),
     ("kitten", "sitting", 3), ("abc", "", 3), ("ab", "ba", 2)],
)  # fmt: skip
def test_slips_are_counted(one: str, other: str, count: int) -> None:
    assert slips(one, other, 9) == slips(other, one, 9) == count
    for allowed in range(count):
        assert slips(one, other, allowed) == allowed + 1


@given(st.lists(st.tuples(st.text(max_size=8), st.text(min_size=1, max_size=8)), min_size=1))
def test_queries_are_read_and_written_as_everybody_does(pairs: list[tuple[str, str]]) -> None:
    written = "&".join(f"{escaped(name)}={escaped(value)}" for name, value in pairs)
    assert written == "&".join(f"{quote(name, safe='')}={quote(value, safe='')}" for name, value in pairs)
    assert list(read_query(written + "#top")) == pairs == parse_qsl(written, max_num_fields=99)


def test_what_is_wrongly_escaped_is_kept_as_far_as_it_goes() -> None:
    assert list(read_query("a=%zz&b=1%2&c=%ff&d&=e")) == [
        ("a", "%zz"),
        ("b", "1%2"),
        ("c", "\ufffd"),
        ("d", ""),
        ("", "e"),
    ]

"""Identities and names."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.auth import NAME_LIMIT, RETURN_SECONDS, TICKET_SECONDS, Guest, Identities, Tickets, clean_name
from server.store.sqlite import SqliteStore
from tests.server.chance import Scripted

GUEST = Guest("some id", "Ann")


@given(st.text(max_size=20), st.text(max_size=20))
def test_an_identity_comes_back_from_its_token(guest: str, name: str) -> None:
    identities = Identities(b"k" * 32)
    assert identities.read(identities.token(Guest(guest, name))) == Guest(guest, name)


@given(st.data())
def test_a_token_with_any_character_changed_is_nobodys(data: st.DataObject) -> None:
    identities = Identities(b"k" * 32)
    token = identities.token(GUEST)
    at = data.draw(st.integers(0, len(token) - 2))  # the last character holds unused bits
    other = data.draw(st.characters(codec="ascii").filter(lambda letter: letter != token[at]))
    assert identities.read(token[:at] + other + token[at + 1 :]) is None


@given(st.text())
def test_no_text_breaks_the_reader(text: str) -> None:
    assert Identities(b"k" * 32).read(text) is None


def test_another_key_signs_another_way() -> None:
    assert Identities(b"a" * 32).read(Identities(b"b" * 32).token(GUEST)) is None


@given(st.text())
def test_a_cleaned_name_is_clean(text: str) -> None:
    try:
        name = clean_name(text)
    except ValueError:
        return
    assert clean_name(name) == name
    assert 0 < len(name) <= NAME_LIMIT
    assert name.isprintable()


@pytest.mark.parametrize("name", ["", "  ", "x" * 25, "\u200b\u202e", "a\x07"])
def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        clean_name(name)


@pytest.mark.parametrize("seconds", [TICKET_SECONDS, RETURN_SECONDS])
async def test_a_ticket_is_good_until_its_time_is_over(tmp_path: Path, seconds: int) -> None:
    now = 1_000_000
    store = SqliteStore(tmp_path / "store.sqlite3", lambda: now)
    await store.open()
    tickets = Tickets(store, lambda: now, Scripted(1))
    first, second = await tickets.issue(GUEST, seconds), await tickets.issue(GUEST, seconds)
    now += seconds * 1000 - 1
    assert await tickets.redeem(first) == GUEST
    now += 1
    assert await tickets.redeem(second) is None
    await store.close()

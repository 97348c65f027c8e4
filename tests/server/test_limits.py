"""Buckets of tokens."""

from hypothesis import given
from hypothesis import strategies as st

from server.limits import Addresses, Bucket
from server.protocol.pace import Pace


def test_a_bucket_gives_its_burst_at_once_and_then_its_rate() -> None:
    bucket = Bucket(rate=2.0, burst=3.0, now=0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(now) for now in (0.4, 0.5, 0.9, 1.0)] == [False, True, False, True]


def test_a_token_that_is_given_back_can_be_taken_again() -> None:
    bucket = Bucket(rate=0.1, burst=1.0, now=0.0)
    for _ in range(5):
        assert bucket.take(0.0)
        bucket.give()
    bucket.give()
    assert [bucket.take(0.0), bucket.take(0.0)] == [True, False]


def test_what_costs_more_than_there_is_has_to_be_gained_first() -> None:
    bucket = Bucket(rate=1.0, burst=3.0, now=0.0)
    assert bucket.take(0.0)
    bucket.charge(4.0)
    assert [bucket.take(now) for now in (2.5, 3.0, 3.5, 4.0)] == [False, True, False, True]


@given(st.lists(st.floats(0, 10), max_size=60), st.floats(0.1, 5), st.integers(1, 9))
def test_a_bucket_never_gives_more_than_burst_and_rate_allow(pauses: list[float], rate: float, burst: int) -> None:
    bucket, now, taken = Bucket(rate, burst, 0.0), 0.0, 0
    for pause in pauses:
        now += pause
        taken += bucket.take(now)
    assert taken <= burst + rate * now + 1e-6


def test_each_address_has_its_own_bucket() -> None:
    addresses = Addresses(rate=0.1, burst=1.0)
    assert addresses.take("a", 0.0)
    assert not addresses.take("a", 0.0)
    assert addresses.take("b", 0.0)


def test_only_so_many_addresses_are_remembered() -> None:
    addresses = Addresses(rate=0.1, burst=1.0, size=2)
    for address in ("a", "b", "a", "c"):
        addresses.take(address, 0.0)
    assert not addresses.take("a", 0.0)
    assert addresses.take("b", 0.0)


def test_a_pace_allows_so_many_times_within_each_of_its_windows() -> None:
    pace = Pace((1, 2.0), (3, 10.0))
    times = (0.0, 1.9, 2.0, 4.0, 6.0, 9.9, 10.0, 11.9, 12.0)
    assert [pace.take(now) for now in times] == [True, False, True, True, False, False, True, False, True]


@given(st.lists(st.floats(0, 5), max_size=60))
def test_what_a_pace_refuses_counts_for_nothing_and_no_window_holds_too_much(pauses: list[float]) -> None:
    pace, now, taken = Pace((1, 2.0), (5, 30.0)), 0.0, list[float]()
    for pause in pauses:
        now += pause
        recent = [then for then in taken if now - then < 30.0]
        may_be = len(recent) < 5 and not any(now - then < 2.0 for then in recent)
        assert pace.take(now) == may_be
        taken += [now] if may_be else []

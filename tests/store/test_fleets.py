"""The promises of fleets, as every one keeps them to a worker that is alone."""

from collections.abc import AsyncIterator

import pytest

from server.store.base import Seat, StoreFailed
from server.store.fleet import Fleet, Waiting
from tests.redis import RedisServer
from tests.store.makers import FLEETS, Heard, a_fleet

LONG = 60_000


@pytest.fixture(params=FLEETS)
async def fleet(request: pytest.FixtureRequest, server: RedisServer) -> AsyncIterator[Fleet]:
    """An open fleet of every kind; this worker's name is w."""
    async with a_fleet(request.param, server, Heard()) as fleet:
        yield fleet


def waiting(guest: str, since: int = 0, ticket: str = "") -> Waiting:
    return Waiting(ticket or f"ticket of {guest}", "w", Seat(guest, guest.title(), "deck", {"X": 50}), since)


# --- workers ----------------------------------------------------------------------------------------------------------


async def test_a_worker_is_alive_from_its_first_beat_until_its_lease_ends(fleet: Fleet) -> None:
    beat = await fleet.beat(LONG)
    assert (beat.late, beat.alive, beat.dead, beat.draining, beat.renewed) == (False, ("w",), (), (), False)
    assert not (await fleet.beat(0)).late
    assert (await fleet.beat(LONG)).late, "the lease had ended"
    assert not (await fleet.beat(LONG)).late
    await fleet.retire("w")
    assert not (await fleet.beat(LONG)).late, "who has retired begins anew"


async def test_a_worker_that_drains_is_known_to_until_it_retires(fleet: Fleet) -> None:
    await fleet.beat(LONG)
    await fleet.drain()
    assert (await fleet.beat(LONG)).draining == ("w",)
    await fleet.retire("w")
    assert (await fleet.beat(LONG)).draining == ()


async def test_a_closed_fleet_is_deaf_and_says_so(fleet: Fleet) -> None:
    assert not fleet.is_deaf()
    await fleet.close()
    assert fleet.is_deaf()
    with pytest.raises(StoreFailed):
        await fleet.beat(LONG)
    fleet.post("w", b"lost")


# --- guests -----------------------------------------------------------------------------------------------------------


async def test_a_guest_is_held_by_one_token_until_it_lets_go_or_its_lease_ends(fleet: Fleet) -> None:
    assert await fleet.hold("ann", "a token", LONG)
    assert await fleet.hold("ann", "a token", LONG), "prolonged"
    assert not await fleet.hold("ann", "other", LONG)
    assert await fleet.hold("ben", "other", LONG)
    await fleet.let_go("ann", "other")
    assert not await fleet.hold("ann", "other", LONG)
    await fleet.let_go("ann", "a token")
    assert await fleet.hold("ann", "other", 0)
    assert await fleet.hold("ann", "a token", LONG), "the other's lease has ended"
    await fleet.let_go("nobody", "a token")


# --- the queue --------------------------------------------------------------------------------------------------------


async def test_those_who_have_waited_longest_are_offered_each_other(fleet: Fleet) -> None:
    for guest, since in (("ann", 300), ("ben", 100), ("cid", 200)):
        assert await fleet.enqueue(waiting(guest, since), LONG)
    offer = await fleet.pair("offer", LONG)
    assert offer is not None
    assert offer.id == "offer"
    assert offer.pair == (waiting("ben", 100), waiting("cid", 200))
    assert await fleet.pair("offer", LONG) == offer, "the same offer again"
    assert await fleet.pair("another", LONG) is None
    assert await fleet.waits("ben") == "ticket of ben"
    assert await fleet.confirm("offer", "ticket of cid") == "one"
    assert await fleet.confirm("offer", "ticket of cid") == "one"
    assert await fleet.confirm("offer", "ticket of ann") == "gone"
    assert await fleet.confirm("offer", "ticket of ben") == "both"
    assert await fleet.confirm("offer", "ticket of ben") == "both", "its answer may have been lost"
    assert await fleet.confirm("offer", "ticket of cid") == "one", "one of the two alone seats them"
    assert await fleet.pair("offer", LONG) is None
    assert await fleet.waits("ben") is None
    tickets = [f"ticket of {guest}" for guest in ("ann", "ben", "cid", "nobody")]
    assert await fleet.keep_waiting(tickets, LONG) == tuple(tickets[1:])


async def test_who_comes_without_a_time_comes_now_and_of_one_time_the_lesser_ticket_is_first(fleet: Fleet) -> None:
    now = (await fleet.beat(LONG)).now
    for guest in ("cid", "ben", "ann"):
        assert await fleet.enqueue(waiting(guest, 5 if guest != "ben" else 0), LONG)
    first = await fleet.pair("first", LONG)
    assert first is not None
    assert [each.seat.user for each in first.pair] == ["ann", "cid"]
    await fleet.dequeue("ticket of ann")
    second = await fleet.pair("second", LONG)
    assert second is not None
    assert [each.seat.user for each in second.pair] == ["cid", "ben"]
    assert second.pair[0].since == 5
    assert now <= second.pair[1].since <= (await fleet.beat(LONG)).now


async def test_a_guest_waits_with_one_ticket(fleet: Fleet) -> None:
    assert await fleet.enqueue(waiting("ann"), LONG)
    assert await fleet.enqueue(waiting("ann"), LONG), "the same again"
    assert not await fleet.enqueue(waiting("ann", ticket="another"), LONG)
    assert await fleet.waits("ann") == "ticket of ann"
    assert await fleet.dequeue("ticket of ann")
    assert not await fleet.dequeue("ticket of ann")
    assert await fleet.waits("ann") is None
    assert await fleet.enqueue(waiting("ann", ticket="another"), LONG)


async def test_who_goes_sends_the_other_back_with_the_old_time(fleet: Fleet) -> None:
    for guest, since in (("ann", 100), ("ben", 200), ("cid", 300)):
        await fleet.enqueue(waiting(guest, since), LONG)
    assert await fleet.pair("offer", LONG) is not None
    await fleet.dequeue("ticket of ann")
    assert await fleet.confirm("offer", "ticket of ben") == "gone"
    offer = await fleet.pair("next", LONG)
    assert offer is not None
    assert offer.pair == (waiting("ben", 200), waiting("cid", 300))


async def test_of_an_offer_that_has_run_out_who_had_confirmed_waits_on_and_who_had_not_is_gone(fleet: Fleet) -> None:
    for guest, since in (("ann", 100), ("ben", 200)):
        await fleet.enqueue(waiting(guest, since), LONG)
    assert await fleet.pair("offer", LONG) is not None
    assert await fleet.confirm("offer", "ticket of ben") == "one"
    await fleet.enqueue(waiting("cid", 300), LONG)
    await fleet.dequeue("ticket of ann")
    assert await fleet.pair("next", 0) is not None
    assert await fleet.confirm("next", "ticket of ben") == "gone"
    assert await fleet.waits("ben") is None
    assert await fleet.waits("cid") is None


async def test_a_ticket_whose_lease_has_run_out_is_gone_and_its_offer_falls(fleet: Fleet) -> None:
    for guest, since in (("ann", 100), ("ben", 200)):
        await fleet.enqueue(waiting(guest, since), LONG)
    assert await fleet.pair("offer", LONG) is not None
    assert await fleet.keep_waiting(["ticket of ann"], 0) == ()
    assert await fleet.confirm("offer", "ticket of ben") == "gone"
    assert await fleet.waits("ann") is None
    assert await fleet.waits("ben") == "ticket of ben"
    assert await fleet.enqueue(waiting("ann", ticket="another"), LONG)

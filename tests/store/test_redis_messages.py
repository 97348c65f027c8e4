"""Messages that come late, twice, too early, or not at all."""

import asyncio

from server.store.redis.messages import CANARY, Inbox, sealed
from tests.store.makers import Heard


def test_a_message_that_comes_late_or_twice_is_not_heard() -> None:
    heard, alive = Heard(), Heard()
    inbox = Inbox(heard, lambda: alive.append(b""), 0.0)
    for message in (
        sealed("u", 5, b"five"), sealed("v", 1, b"of another"), sealed("u", 4, b"late"), sealed("u", 5, b"five"),
        CANARY, sealed("u", 9, b"with spaces \n and \x00"), sealed("u", 10, b""),
    ):  # fmt: skip
        inbox.take(message)
    assert heard == [b"five", b"of another", b"with spaces \n and \x00", b""]
    assert len(alive) == 7


def test_what_no_worker_has_sent_is_not_heard_and_costs_nothing() -> None:
    heard = Heard()
    inbox = Inbox(heard, lambda: None, 0.0)
    for message in (b"hello", b"u one x", b"u 1", sealed("u", 1, b"1")):
        inbox.take(message)
    assert heard == [b"1"]


async def test_in_a_cluster_a_message_waits_for_those_before_it() -> None:
    heard = Heard()
    inbox = Inbox(heard, lambda: None, 3600.0)
    for number in (2, 4, 1, 5, 3, 3, 2):
        inbox.take(sealed("u", number, b"%d" % number))
    inbox.take(sealed("v", 1, b"of another"))
    assert heard == [b"1", b"2", b"3", b"4", b"5", b"of another"]
    inbox.close()


async def test_in_a_cluster_a_message_waits_no_longer_than_a_moment_for_one_that_is_lost() -> None:
    heard, done = Heard(), asyncio.Event()

    def hear(body: bytes) -> None:
        heard(body)
        if body == b"7":
            done.set()

    inbox = Inbox(hear, lambda: None, 0.001)
    for number in (1, 3, 4, 7):
        inbox.take(sealed("u", number, b"%d" % number))
    assert heard == [b"1"]
    async with asyncio.timeout(20):
        await done.wait()
    assert heard == [b"1", b"3", b"4", b"7"]
    inbox.take(sealed("u", 2, b"late"))
    inbox.take(sealed("u", 8, b"8"))
    assert heard == [b"1", b"3", b"4", b"7", b"8"]

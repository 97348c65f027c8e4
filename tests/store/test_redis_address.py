"""Addresses of Redis, and how one gets in."""

from pathlib import Path

import pytest

from server.store.base import StoreFailed
from server.store.redis import RedisStore, link_to
from server.store.redis.address import Address, Login, parse
from server.store.redis.cluster import slot_of
from tests.redis import redis_server
from tests.store.makers import KEEP_DAYS, a_room, made, now


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("redis://host", Address("one", (("host", 6379),), Login())),
        ("redis://:p%40ss@host:7000/3", Address("one", (("host", 7000),), Login("", "p@ss", 3))),
        ("rediss://u:p@[::1]:7000", Address("one", (("::1", 7000),), Login("u", "p", 0, tls=True))),
        ("unix:///run/redis.sock?db=2", Address("one", ("/run/redis.sock",), Login("", "", 2))),
        ("redis+sentinel://:p@a,b:7000/main?db=1&sentinel_password=s&tls=1", Address(
            "sentinel", (("a", 26379), ("b", 7000)), Login("", "p", 1, tls=True), "main", Login("", "s", 0, tls=True),
        )),
        ("redis+cluster://u:p@a:1,b:2", Address("cluster", (("a", 1), ("b", 2)), Login("u", "p"))),
    ],
)  # fmt: skip
def test_an_address_says_where_redis_is_and_who_asks(url: str, address: Address) -> None:
    assert parse(url) == address


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://host", "begins with one of"),
        ("redis://host:port", "port"),
        ("redis://host:99999/0", "between 1 and 65535, not 99999"),
        ("redis+cluster://host:0", "between 1 and 65535, not 0"),
        ("redis://host/name", "database"),
        ("redis://host?tsl=1", "no option 'tsl'"),
        ("redis+sentinel://host", "name of the master"),
        ("redis+cluster://host/0?db=1", "no databases"),
    ],
)
def test_an_address_that_cannot_be_is_refused_with_a_sentence(url: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        link_to(url)


async def test_who_has_the_password_gets_in_and_stays_in_its_database(tmp_path: Path) -> None:
    with redis_server(tmp_path, {"user": "pal on >se:cret ~* &* +@all"}) as server:
        url = f"redis://pal:se%3Acret@127.0.0.1:{server.port}/5"
        store = RedisStore(link_to(url), now, KEEP_DAYS)
        await store.open()
        await made(store, a_room())
        with server.client as client:
            assert client.dbsize() == 0
            assert client.info("keyspace")["db5"]["keys"] > 3
        await store.close()
        wrong = RedisStore(link_to(url.replace("pal:", "pal:not")), now, KEEP_DAYS)
        with pytest.raises(StoreFailed, match="WRONGPASS"):
            await wrong.open()


async def test_a_redis_behind_a_socket_of_this_machine_is_reached(tmp_path: Path) -> None:
    with redis_server(tmp_path / "redis", {"unixsocket": str(tmp_path / "sock")}):
        store = RedisStore(link_to(f"unix://{tmp_path / 'sock'}"), now, KEEP_DAYS)
        await store.open()
        await made(store, a_room())
        await store.close()


def test_the_slot_of_a_key_is_that_of_its_first_braces() -> None:
    assert slot_of("123456789") == 0x31C3
    assert slot_of("{user1000}.following") == slot_of("{user1000}.followers") == slot_of("user1000")
    assert slot_of("foo{}{bar}") == 8363
    assert slot_of("foo{{bar}}zap") == slot_of("{bar")

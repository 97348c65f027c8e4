"""Provable shuffles: what is promised when somebody sits down, what follows from it, and what the log keeps of it."""

from hashlib import blake2b

import msgspec
import pytest
from structlog.testing import capture_logs

from engine import Game, catalogue
from engine.decks import Deck
from engine.model.terms import SEATS, SeatName
from server import records
from server.protocol import shuffles
from server.protocol.messages import CreateTable, Join, Queue, Refused, Table
from server.records import Committed, Owned, Started
from tests.server.nodes import FileGround
from tests.server.player import DECK, OTHER_DECK
from tests.server.world import Client, World
from tests.server.written import rewrite

pytestmark = pytest.mark.usefixtures("plain_logs")


async def entries_of(world: World, client: Client) -> list[records.Entry]:
    return [records.decode(record.body) for record in await world.store.read(client.table.id)]


async def started(world: World, client: Client) -> Started:
    (entry,) = [entry for entry in await entries_of(world, client) if isinstance(entry, Started)]
    return entry


def test_the_seed_hangs_on_every_part() -> None:
    seeds = {
        shuffles.seed_of(secret, {"A": a, "B": b}, log)
        for secret in (bytes(32), bytes(31) + b"\x01")
        for a, b in (("", ""), ("ab", "c"), ("a", "bc"), ("abc", ""), ("", "abc"))
        for log in ("log", "log2")
    }
    assert len(seeds) == 2 * 5 * 2
    assert all(len(seed) == 32 for seed in seeds)


def test_the_seed_is_the_hash_that_the_format_describes() -> None:
    assert shuffles.commitment(bytes(32)) == "89eb0d6a8a691dae2cd15ed0369931ce0a949ecafa5c3f93f8121833646e15c3"
    told = b"\x00\x20" + bytes(range(32)) + b"\x00\x03Ann" + b"\x00\x03\xe2\x99\xa3" + b"\x00\x03log"
    seed = shuffles.seed_of(bytes(range(32)), {"A": "Ann", "B": "♣"}, "log")
    assert seed == blake2b(told, digest_size=32).digest()


async def test_whoever_opens_a_table_is_told_the_promise_before_the_other_one_adds_anything(world: World) -> None:
    await world.start()
    await world.arrive()
    ann, ben = world.clients
    ann.send(CreateTable(opponent="human", deck=DECK, entropy="Ann's"))
    await world.deliver_all()
    promised = ann.table.commitment
    (committed,) = [entry for entry in await entries_of(world, ann) if isinstance(entry, Committed)]
    assert promised == shuffles.commitment(committed.secret)

    ben.send(Join(code=ann.table.code, deck=OTHER_DECK, entropy="Ben's"))
    await world.deliver_all()
    entry = await started(world, ann)
    assert {table.commitment for table in (*ann.of(Table), *ben.of(Table))} == {promised}
    assert entry.secret == committed.secret
    assert entry.entropy == {ann.table.seat: "Ann's", ben.table.seat: "Ben's"}
    assert entry.seed == shuffles.seed_of(entry.secret, entry.entropy, ann.table.log)
    assert Game.start(catalogue, {seat: Deck(*entry.decks[seat]) for seat in SEATS}, entry.seed).chain == entry.chain
    await world.stop()


async def test_a_promise_outlives_the_worker_that_made_it(world: World) -> None:
    await world.start()
    await world.arrive()
    ann, ben = world.clients
    ann.send(CreateTable(opponent="human", deck=DECK))
    await world.deliver_all()
    promised = ann.table.commitment
    await world.stop()
    await world.start()
    await world.arrive()
    assert ann.table.commitment == promised
    ben.send(Join(code=ann.table.code, deck=OTHER_DECK))
    await world.deliver_all()
    await world.play(5)
    await world.stop()
    await world.start()
    await world.arrive()
    assert ann.table.commitment == ben.table.commitment == promised
    assert (await started(world, ann)).entropy == {}
    await world.stop()


async def test_two_who_queue_and_one_who_plays_a_bot_are_promised_something_too(world: World) -> None:
    await world.start()
    await world.arrive()
    ann, ben = world.clients
    for client, own in ((ann, "a"), (ben, "b")):
        client.send(Queue(deck=DECK, entropy=own))
        await world.deliver_all()
    entry = await started(world, ann)
    assert entry.entropy == {ann.table.seat: "a", ben.table.seat: "b"}
    assert ann.table.commitment == ben.table.commitment == shuffles.commitment(entry.secret)
    assert entry.seed == shuffles.seed_of(entry.secret, entry.entropy, ann.table.log)
    await world.stop()


async def test_too_much_entropy_is_refused_and_nothing_changes(world: World) -> None:
    await world.start()
    await world.arrive()
    ann, _ = world.clients
    ann.send(CreateTable(opponent="human", deck=DECK, entropy="x" * 65))
    await world.deliver_all()
    assert [refused.code for refused in ann.of(Refused)] == ["malformed"]
    assert ann.end.table is None
    await world.stop()


class Before(msgspec.Struct, tag="s"):
    """The start of a match as it was written before shuffles could be proved."""

    seed: bytes
    decks: dict[SeatName, tuple[str, dict[str, int]]]
    chain: bytes
    pin: str


async def test_a_match_from_before_goes_on_without_a_promise(world: World, file: FileGround) -> None:
    await world.start()
    await world.seat()
    await world.play(3)
    ann, _ = world.clients
    entry = await started(world, ann)
    old = Before(entry.seed, entry.decks, entry.chain, entry.pin)
    log = await world.store.read(ann.table.id)
    (at,) = [record.seq for record in log if isinstance(records.decode(record.body), Started)]
    (before,) = [record.seq for record in log if isinstance(records.decode(record.body), Committed)]
    await world.stop()
    rewrite(file.database, "UPDATE records SET body=? WHERE seq=?", msgspec.msgpack.encode(old), at)
    rewrite(file.database, "UPDATE records SET body=? WHERE seq=?", records.encode(Owned("w0")), before)

    await world.start()
    await world.arrive()
    assert ann.table.commitment == ""
    await world.play(3)
    await world.stop()


async def test_a_match_whose_promise_is_lost_goes_on_from_its_save_without_one(world: World, file: FileGround) -> None:
    await world.start()
    await world.seat()
    await world.play(3)
    ann, _ = world.clients
    await world.stop()
    rewrite(file.database, "UPDATE records SET body=? WHERE seq=?", b"\xc1", 2)

    await world.start()
    with capture_logs() as logs:
        await world.arrive()
    assert [entry["event"] for entry in logs if entry["log_level"] == "error"] == ["the promise is lost"]
    assert ann.table.commitment == ""
    await world.play(3)
    await world.stop()

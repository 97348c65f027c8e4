"""However a match ends, and whatever its clocks did: its file is read back as it was written, and proved."""

from clients.replays import Film, Replay, decode, encode, verify
from engine import catalogue
from engine.model.terms import OTHER
from server import records
from server.protocol.messages import Outcome
from server.protocol.replay_file import same
from server.records import Adjudicated, Conceded, Corrected, Decided, Entry, Owned
from server.store.base import Record
from tests.server.nodes import FileGround, SharedGround
from tests.server.truth import log_of
from tests.server.world import World


async def proved(world: World, winner: str, reason: str) -> tuple[Replay, list[tuple[Record, Entry]]]:
    """The replay of the finished match, from any worker, through its file; and the log of which it is made."""
    client = world.clients[0]
    node = next(node for node in world.nodes if not node.is_gone)
    data = await node.worker.replays.file(client.table.id)
    replay = decode(data)
    assert encode(replay) == data
    proof = verify(replay, catalogue, client.table.commitment)
    assert proof.is_promised
    assert (proof.winner, proof.reason) == (winner, reason)
    assert replay.end.outcome == Outcome(winner, reason)  # type: ignore[arg-type]
    last = Film(replay, catalogue).positions[-1]
    for each in world.clients[:2]:
        if each.is_connected:
            assert same(last.sights[each.table.seat].view, each.end.view)
    return replay, [(record, records.decode(record.body)) for record in await log_of(world)]


def each_is_its_record(replay: Replay, log: list[tuple[Record, Entry]]) -> None:
    """Each entry of the replay is one of the log: who, when, by what, and the chain."""
    played = [(record, entry) for record, entry in log if isinstance(entry, Decided | Conceded | Adjudicated)]
    assert len(replay.entries) == len(played)
    for entry, (record, kept) in zip(replay.entries, played, strict=True):
        assert (entry.at, entry.chain) == (record.at, kept.chain.hex())
        assert entry.seat == ("" if isinstance(kept, Adjudicated) else kept.seat)
        assert entry.by == (kept.taken if isinstance(kept, Decided) else "")


async def test_a_match_that_was_lost_on_time_is_proved_with_what_the_clock_decided(world: World) -> None:
    await world.start()
    await world.seat(time="fast")
    stalls = world.asked
    while stalls.end.outcome is None:
        if world.asked is stalls:
            await world.pass_time(45.1, step=0.5)
        else:
            await world.play(1)
    replay, log = await proved(world, OTHER[stalls.table.seat], "time")
    each_is_its_record(replay, log)
    assert replay.head.time == "fast"
    assert [entry.seat for entry in replay.entries if entry.by == "cap"] == [stalls.table.seat] * 7
    assert replay.entries[-1].ruling == Outcome(OTHER[stalls.table.seat], "time")


async def test_a_match_that_was_claimed_is_proved_with_the_ruling(world: World) -> None:
    await world.start()
    await world.seat()
    await world.play(9)
    stays, leaves = world.idle, world.asked
    leaves.cut()
    await world.pass_time(301.0, step=1.0)
    stays.send(stays.end.claim_win())
    await world.deliver_all()
    replay, log = await proved(world, stays.table.seat, "abandoned")
    each_is_its_record(replay, log)
    assert replay.entries[-1].ruling == Outcome(stays.table.seat, "abandoned")
    assert len(replay.entries) == 10


async def test_a_match_that_was_conceded_under_its_second_owner_is_proved(company: World) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1, time="standard")
    await company.play(8)
    w0.kill()
    company.cut_at(w0)
    await company.pass_time(5.0)
    for client in company.clients:
        if not client.is_connected:
            await company.connect(client, w1)
    await company.deliver_all()
    await company.play(8)
    gives_up = company.idle
    gives_up.send(gives_up.end.concede())
    await company.deliver_all()
    replay, log = await proved(company, OTHER[gives_up.table.seat], "concede")
    each_is_its_record(replay, log)
    assert sum(isinstance(entry, Owned) for _, entry in log) == 2
    assert [entry.seat for entry in replay.entries][-1] == gives_up.table.seat


async def test_a_match_whose_clocks_were_corrected_is_proved_without_the_corrections(
    world: World, file: FileGround
) -> None:
    await world.start()
    await world.seat(time="fast")
    await world.pass_time(5.0)
    file.forbid_writes(forbidden=True)
    world.decide(world.asked)
    await world.deliver_all()
    await world.pass_time(20.0)
    file.forbid_writes(forbidden=False)
    await world.pass_time(1.0)
    await world.play(3)
    gives_up = world.asked
    gives_up.send(gives_up.end.concede())
    await world.deliver_all()
    replay, log = await proved(world, OTHER[gives_up.table.seat], "concede")
    each_is_its_record(replay, log)
    assert sum(isinstance(entry, Corrected) for _, entry in log) == 1
    assert len(replay.entries) == 5


async def test_a_match_that_stood_still_while_its_store_was_away_is_proved(
    company: World, shared: SharedGround
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w0, time="fast")
    await w1.stop()
    await company.pass_time(10.0)
    shared.go_away(w0.name)
    await company.pass_time(60.0)
    shared.come_back(w0.name)
    await company.pass_time(5.0)
    await company.play(3)
    gives_up = company.asked
    gives_up.send(gives_up.end.concede())
    await company.deliver_all()
    replay, log = await proved(company, OTHER[gives_up.table.seat], "concede")
    each_is_its_record(replay, log)
    assert any(entry.away for _, entry in log if isinstance(entry, Decided))

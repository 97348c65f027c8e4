"""Clocks: what they cost and give, when they decide, and that a log tells the same of them as the server did."""

import json

import pytest
from msgspec import UNSET

from engine.model.decisions import PASS
from engine.model.terms import OTHER, SeatName
from server import clocks, records
from server.clocks import BUCKET_MOST, BUCKET_START, Clocks
from server.controls import TimeControl, controls, parse
from server.protocol import messages
from server.protocol.messages import CreateTable, Ended, Presence, Refused, Snapshot, Table, Update
from server.protocol.shapes import to_wire
from server.records import Adjudicated, Conceded, Corrected, Decided, Entry, Owned, Settled, Started
from server.stopwatch import Stopwatch
from tests.server.nodes import FileGround, SharedGround
from tests.server.player import DECK
from tests.server.truth import both_see_what_is_so, log_of, nothing_is_lost_or_doubled
from tests.server.world import Client, World

CONTROL = TimeControl(10_000, 1_000, 4_000)
BEGUN = 1_000_000
FAST = parse("300+5/45")


def decided(seat: SeatName = "A", n: int = 1, **values: object) -> Decided:
    return Decided(seat, n, to_wire(PASS), b"", **values)  # type: ignore[arg-type]


def followed(*entries: tuple[Entry, int]) -> Clocks:
    """The clocks after a match of `CONTROL` and these records, each so many milliseconds after its begin."""
    known: Clocks | None = clocks.begin(CONTROL, BEGUN)
    for entry, after in entries:
        known = clocks.follow(known, entry, BEGUN + after)
    assert known is not None
    return known


def banks(known: Clocks) -> tuple[int, int]:
    return known.a.bank, known.b.bank


# --- the values -------------------------------------------------------------------------------------------------------


def test_a_decision_costs_the_time_since_the_last_record_and_earns_the_increment() -> None:
    assert banks(followed((decided("A"), 2_000))) == (9_000, 10_000)
    assert banks(followed((decided("A"), 2_000), (decided("B"), 5_000))) == (9_000, 8_000)
    assert banks(followed((decided("A"), 2_000), (decided("A", 2), 2_500))) == (9_500, 10_000)


def test_a_question_costs_no_more_than_its_cap_and_no_bank_falls_below_nothing() -> None:
    assert banks(followed((decided("A", 0, taken="cap"), 4_700))) == (7_000, 10_000)
    late = [(decided("A"), 4_000 * number) for number in range(1, 5)]
    assert banks(followed(*late)) == (1_000, 10_000), "of the last question no more than was left"


def test_a_clock_of_the_store_that_goes_back_costs_nothing() -> None:
    assert banks(followed((decided("A"), 2_000), (decided("B"), 1_000), (decided("A"), 3_000))) == (9_000, 11_000)


def test_lag_is_credited_from_a_bucket_that_fills_with_ones_own_decisions() -> None:
    once = followed((decided("A", credit=300), 2_000))
    assert (once.a.bank, once.a.bucket) == (9_300, BUCKET_START - 300 + 100)
    assert once.b.bucket == BUCKET_START
    quick = followed((decided("A", credit=300), 100))
    assert (quick.a.bank, quick.a.bucket) == (11_000, BUCKET_START), "no more is taken than was needed"
    full = followed(*[(decided("A", number), number) for number in range(1, 30)])
    assert full.a.bucket == BUCKET_MOST
    assert full.credit("A", 5_000) == clocks.LAG_MOST
    assert full.credit("A", 40) == 40
    assert once.credit("A", 5_000) == once.a.bucket


def test_the_time_without_an_owner_is_nobodys_and_that_before_a_planned_change_is_carried() -> None:
    claimed = followed((Owned("v"), 3_000), (decided("A"), 3_500))
    assert banks(claimed) == (10_500, 10_000)
    handed = followed((Owned("v", "handed"), 3_000), (Owned("v", "taken"), 3_700), (decided("A"), 4_200))
    assert banks(handed) == (7_500, 10_000)
    assert followed((Owned("v", "handed", away=1_000), 3_000)).thought(BEGUN + 3_000, 0) == 2_000


def test_the_time_without_the_store_is_nobodys() -> None:
    assert banks(followed((decided("A", away=1_500), 2_000))) == (10_500, 10_000)
    assert banks(followed((decided("A"), 2_000), (Corrected("A", 700, "store"), 2_000))) == (9_700, 10_000)


def test_a_pass_that_takes_effect_by_itself_costs_nothing_and_earns_nothing() -> None:
    before = followed((decided("B"), 100))
    after = clocks.follow(before, decided("A", taken="pass"), BEGUN + 1_000)
    assert after is not None
    assert (after.a, after.b) == (before.a, before.b)
    assert after.thought(BEGUN + 1_000, 0) == 0


def test_a_pass_costs_what_was_thought_before_its_seat_chose_in_that_question_to_be_passed() -> None:
    chosen, passed = Settled("A", 1, "playable"), decided("A", 0, taken="pass")
    assert banks(followed((chosen, 3_000), (passed, 3_900))) == (7_000, 10_000)
    assert banks(followed((chosen, 3_000), (decided("A", 2, taken="pass", away=2_500), 3_900))) == (8_600, 10_000)
    assert banks(followed((chosen, 3_000), (decided("B"), 3_500), (passed, 4_500))) == (10_000, 7_500)
    assert banks(followed((Settled("B", 1, "playable"), 3_000), (passed, 3_900))) == (10_000, 10_000)
    handed = ((Owned("", "handed"), 3_500), (Owned("v", "taken"), 9_000))
    assert banks(followed((chosen, 3_000), *handed, (passed, 9_900))) == (7_000, 10_000)
    assert banks(followed((chosen, 3_000), (Owned("v"), 9_000), (passed, 9_900))) == (10_000, 10_000)


def test_who_loses_on_time_has_none_left_and_who_concedes_keeps_it() -> None:
    assert banks(followed((Adjudicated("B", "time", b""), 10_000))) == (0, 10_000)
    assert banks(followed((Adjudicated("B", "abandoned", b"", 4), 9_000))) == (10_000, 10_000)
    assert banks(followed((Conceded("A", 1, b""), 9_000))) == (10_000, 10_000)


def test_the_cap_comes_first_while_the_bank_is_larger() -> None:
    known = followed()
    assert known.limit("A", 0) == (4_000, "cap")
    assert known.limit("A", 300) == (4_300, "cap")
    low = known.given("A", -6_000)
    assert low.limit("A", 0) == (4_000, "time")
    assert low.given("A", -1_000).limit("A", 300) == (3_300, "time")


def test_what_players_are_told_is_what_is_left_now() -> None:
    known = followed((decided("A"), 2_000))
    told = known.told("B", BEGUN + 3_500, 500)
    assert (told.A, told.B, told.running, told.left, told.as_of) == (9_000, 9_000, "B", 3_000, BEGUN + 3_500)
    over = known.told(None, BEGUN + 3_500, 0)
    assert (over.A, over.B, over.running, over.left) == (9_000, 10_000, UNSET, UNSET)


def test_a_match_without_a_time_control_has_no_clocks() -> None:
    started = Started(bytes(32), {}, b"", "")
    assert clocks.follow(None, started, BEGUN) is None
    assert clocks.follow(None, decided(), BEGUN) is None


@pytest.mark.parametrize(
    "text", ["", "900", "900+10", "0+0/0", "10+0/20", "900+90/90", "900+10/0", "-5+1/1", "1e3+1/1", "9999999+1/1"]
)
def test_an_impossible_time_control_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"[a-z]+ .*not '"):
        parse(text)


def test_the_time_controls_are_those_of_the_rules() -> None:
    assert controls() == {
        "none": None, "standard": TimeControl(900_000, 10_000, 90_000), "fast": TimeControl(300_000, 5_000, 45_000),
    }  # fmt: skip


# --- a match with clocks ----------------------------------------------------------------------------------------------


async def entries_of(world: World) -> list[Entry]:
    return [records.decode(record.body) for record in await log_of(world)]


async def told_by_log(world: World) -> Clocks:
    """The clocks as they follow from the log alone."""
    known: Clocks | None = None
    for record in await log_of(world):
        known = clocks.follow(known, records.decode(record.body), record.at)
    assert known is not None
    return known


def outcome(client: Client) -> tuple[str, str] | None:
    return None if client.end.outcome is None else (client.end.outcome.winner, client.end.outcome.reason)


async def test_both_seats_see_both_clocks_and_whose_runs(world: World) -> None:
    await world.start()
    await world.seat(time="fast")
    for client in world.clients:
        shown = client.of(Snapshot)[-1].clocks
        assert not isinstance(shown, type(UNSET))
        assert (shown.A, shown.B, shown.left) == (300_000, 300_000, 45_000)
        assert shown.running == world.asked.table.seat
        assert client.of(Table)[-1].time == "fast"
    seat = world.asked.table.seat
    await world.pass_time(7.0)
    await world.play(1)
    told = await told_by_log(world)
    assert told.of(seat).bank == 300_000 - 7_000 + 5_000
    for client in world.clients:
        assert client.end.clocks is not None
        assert getattr(client.end.clocks, seat) == pytest.approx(298_000, abs=5)


async def test_at_a_table_without_a_time_control_nobody_is_told_of_clocks(world: World) -> None:
    await world.start()
    await world.seat()
    await world.pass_time(1000.0, step=1.0)
    await world.play(5)
    for client in world.clients:
        assert client.end.clocks is None
        assert all(update.clocks is UNSET for update in client.of(Update))


async def test_a_table_of_the_queue_has_the_standard_time_control(world: World) -> None:
    await world.start()
    await world.arrive()
    await world.queue(*world.clients)
    assert [client.table.time for client in world.clients] == ["standard", "standard"]
    assert (await told_by_log(world)).control == parse("900+10/90")


async def test_a_question_that_is_open_for_too_long_is_answered_by_its_default(world: World) -> None:
    await world.start()
    await world.seat(time="fast")
    asked = world.asked
    prompt = world.game_of(asked).prompt
    assert prompt is not None
    default, number = prompt.default, prompt.id
    await world.pass_time(44.9)
    assert world.game_of(asked).decisions == 0
    await world.pass_time(0.2)
    assert world.game_of(asked).decisions == 1
    last = (await entries_of(world))[-1]
    assert last == Decided(asked.table.seat, 0, to_wire(default), world.game_of(asked).chain, "cap")
    both_see_what_is_so(world)
    assert asked.end.prompt is None or asked.end.prompt["id"] == number + 1
    assert (await told_by_log(world)).of(asked.table.seat).bank == 260_000


async def test_an_answer_that_comes_after_the_clock_has_taken_the_default_is_refused(world: World) -> None:
    await world.start()
    await world.seat(time="fast")
    asked = world.asked
    world.decide(asked)
    await world.settle()
    asked.wire.up.rotate(0)
    late = asked.wire.up.popleft()
    await world.pass_time(45.1)
    asked.wire.up.append(late)
    await world.deliver_all()
    assert asked.of(Refused)[-1].code == "stale_prompt"
    assert world.game_of(asked).decisions == 1
    await world.play(3)


async def test_whoever_has_no_time_left_loses(world: World) -> None:
    """Seven questions of 45 s cost 40 s each; what is left then is less than a question may take."""
    await world.start()
    await world.seat(time="fast")
    stalls = world.asked
    for _ in range(60):
        if outcome(stalls) is not None:
            break
        if world.asked is stalls:
            await world.pass_time(45.1, step=0.5)
        else:
            await world.play(1)
    winner = OTHER[stalls.table.seat]
    for client in world.clients:
        assert outcome(client) == (winner, "time")
        assert client.of(Ended)[-1].outcome.reason == "time"
    log = await log_of(world)
    assert records.decode(log[-1].body) == Adjudicated(winner, "time", world.game_of(stalls).chain)
    assert (await told_by_log(world)).of(stalls.table.seat).bank == 0
    assert world.room_of(stalls).match.is_ended
    before = clocks.begin(FAST, 0)
    for record in log[:-1]:
        before = clocks.follow(before, records.decode(record.body), record.at) or before
    assert before.thought(log[-1].at, 0) == pytest.approx(before.of(stalls.table.seat).bank, abs=5)


@pytest.mark.parametrize("arrives", [44.5, 46.9])
async def test_an_answer_that_arrived_while_the_worker_stood_still_comes_before_the_end_of_the_time(
    world: World, arrives: float
) -> None:
    node = await world.start()
    await world.seat(time="fast")
    asked = world.asked
    await world.pass_time(44.0)
    node.process.stop()
    await world.pass_time(arrives - 44.0)
    world.decide(asked)
    asked.wire.deliver_up()
    await world.pass_time(47.0 - arrives)
    node.process.go_on()
    await world.pass_time(1.0)
    assert [entry.n for entry in await entries_of(world) if isinstance(entry, Decided)] == [1]


async def test_a_restart_gives_the_same_clocks(world: World) -> None:
    await world.start()
    await world.seat(time="fast")
    for seconds in (3.0, 11.0, 0.5, 20.0):
        await world.pass_time(seconds)
        await world.play(1)
    before = await told_by_log(world)
    assert world.room_of(world.clients[0]).match.stopwatch.clocks == before
    await world.stop()
    await world.pass_time(500.0, step=1.0)
    await world.start()
    await world.arrive()
    after = world.room_of(world.clients[0]).match.stopwatch.clocks
    assert after == await told_by_log(world)
    assert after is not None
    assert (after.a, after.b) == (before.a, before.b)
    assert [entry.why for entry in await entries_of(world) if isinstance(entry, Owned)] == ["made", "claimed"]
    await world.pass_time(10.0)
    await world.play(4)
    await nothing_is_lost_or_doubled(world)


async def test_a_match_with_clocks_is_not_put_away_while_it_is_played_though_nobody_is_there(world: World) -> None:
    await world.start()
    await world.seat(time="fast")
    for client in world.clients:
        client.cut()
    await world.pass_time(3000.0, step=1.0)
    row = await world.store.row(world.clients[0].table.id)
    assert row is not None
    assert row.state == "ended"
    *entries, last = await entries_of(world)
    assert {entry.taken for entry in entries if isinstance(entry, Decided)} == {"cap"}
    assert isinstance(last, Adjudicated)
    assert last.reason == "time"


async def test_bots_have_clocks_too_and_the_clock_of_a_person_ends_against_one(world: World) -> None:
    await world.start()
    await world.arrive()
    ann = world.clients[0]
    ann.send(CreateTable(opponent="bot", deck=DECK, time="fast", bot="random"))
    await world.deliver_all()
    await world.pass_time(3600.0, step=1.0)
    assert outcome(ann) == (OTHER[ann.table.seat], "time")
    assert (await told_by_log(world)).of(OTHER[ann.table.seat]).bucket > BUCKET_START


@pytest.mark.parametrize("time", ["blitz", "", "FAST", 5])
async def test_an_impossible_time_control_of_a_table_is_refused(world: World, time: object) -> None:
    await world.start()
    await world.arrive()
    ann = world.clients[0]
    told = json.dumps(time)
    ann.wire.up.append(f'{{"type":"create_table","opponent":"human","deck":{{"preset":"trial-1"}},"time":{told}}}')
    await world.deliver_all()
    assert ann.of(Refused)[-1].code == "malformed"
    assert "time" in ann.of(Refused)[-1].why


# --- lag --------------------------------------------------------------------------------------------------------------


async def test_the_lag_that_the_server_measured_is_credited_and_stands_in_the_log(world: World) -> None:
    await world.start()
    await world.seat(time="fast")
    asked = world.asked
    asked.wire.peer.lag = lambda: 340
    await world.pass_time(2.0)
    await world.play(1)
    (entry,) = [entry for entry in await entries_of(world) if isinstance(entry, Decided)]
    assert entry.credit == 340
    told = await told_by_log(world)
    assert told.of(asked.table.seat).bank == 300_000 - 2_000 + 340 + 5_000
    assert world.room_of(asked).match.stopwatch.clocks == told


async def test_a_relayed_command_carries_the_lag_that_its_holder_measured(company: World) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1, time="fast")
    ben = company.clients[1]
    ben.wire.peer.lag = lambda: 5_000
    while company.asked is not ben:
        await company.play(1)
    await company.play(1)
    last = [entry for entry in await entries_of(company) if isinstance(entry, Decided)][-1]
    assert (last.seat, last.credit) == (ben.table.seat, clocks.LAG_MOST)


# --- owners that go ---------------------------------------------------------------------------------------------------


async def test_time_goes_on_where_it_stood_when_the_room_is_handed_over(company: World) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w0, time="fast")
    asked = company.asked
    await company.pass_time(20.0)
    await company.hand_over(asked, w1)
    await company.pass_time(20.0)
    assert company.game_of(asked).decisions == 0
    shown = asked.of(Snapshot)[-1].clocks
    assert not isinstance(shown, type(UNSET))
    assert getattr(shown, asked.table.seat) == pytest.approx(280_000, abs=100)
    await company.pass_time(5.2)
    assert company.game_of(asked).decisions == 1, "45 s in all"
    whys = [entry.why for entry in await entries_of(company) if isinstance(entry, Owned)]
    assert whys == ["made", "handed", "taken"]


async def test_when_the_owner_is_killed_in_mid_countdown_nobody_is_charged_for_the_time_without_one(
    company: World,
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1, time="fast")
    asked = company.asked
    await company.pass_time(40.0)
    w0.kill()
    company.cut_at(w0)
    await company.pass_time(4.0)
    room = company.room_of(asked)
    assert room.match.row.owner == w1.name
    (claimed,) = [entry for entry in await entries_of(company) if isinstance(entry, Owned) and entry.why != "made"]
    assert claimed.why == "claimed"
    await company.pass_time(30.0)
    assert company.game_of(asked).decisions == 0, "what had passed before is not charged either"
    if not asked.is_connected:
        await company.connect(asked, w1)
        await company.deliver_all()
    shown = asked.of(Snapshot)[-1].clocks
    assert not isinstance(shown, type(UNSET))
    await company.pass_time(20.0)
    assert company.game_of(asked).decisions >= 1, "the new owner's timer runs"
    told = await told_by_log(company)
    assert told == company.room_of(asked).match.stopwatch.clocks


# --- the store goes away ----------------------------------------------------------------------------------------------


async def test_nobody_is_charged_while_the_store_is_away_and_the_next_record_says_so(
    company: World, shared: SharedGround
) -> None:
    w0, _ = company.nodes
    await company.seat(w0, w0, time="fast")
    asked = company.asked
    await company.pass_time(10.0)
    await company.nodes[1].stop()
    shared.go_away(w0.name)
    await company.pass_time(60.0)
    shared.come_back(w0.name)
    await company.pass_time(5.0)
    assert company.game_of(asked).decisions == 0
    await company.play(1)
    (entry,) = [entry for entry in await entries_of(company) if isinstance(entry, Decided)]
    assert entry.away == pytest.approx(60_000, abs=2_500)
    assert (await told_by_log(company)).of(asked.table.seat).bank == pytest.approx(290_000, abs=2_500)


def both_are_shown(world: World, so: messages.Clocks) -> None:
    """Both clients show these clocks, in which the time has gone on since they were told."""
    for client in world.clients:
        assert not client.end.paused
        shown = client.end.clocks
        assert shown is not None
        assert shown.running == so.running
        passed = world.ground.clock() - shown.as_of
        for seat in ("A", "B"):
            left = getattr(shown, seat) - (passed if seat == shown.running else 0)
            assert left == pytest.approx(getattr(so, seat), abs=5)


async def test_what_was_charged_for_a_decision_that_waited_for_the_store_is_given_back(
    world: World, file: FileGround
) -> None:
    await world.start()
    await world.seat(time="fast")
    asked = world.asked
    seat = asked.table.seat
    await world.pass_time(5.0)
    file.forbid_writes(forbidden=True)
    world.decide(asked)
    await world.deliver_all()
    await world.pass_time(20.0)
    file.forbid_writes(forbidden=False)
    await world.pass_time(1.0)
    entries = await entries_of(world)
    corrected = [entry for entry in entries if isinstance(entry, Corrected)]
    assert [(entry.seat, entry.why) for entry in corrected] == [(seat, "store")]
    told = await told_by_log(world)
    assert told.of(seat).bank == pytest.approx(300_000, abs=10), "5 s, and 5 s earned"
    match = world.room_of(asked).match
    assert match.stopwatch.clocks == told
    so = match.stopwatch.told(match.asked)
    assert so is not None
    both_are_shown(world, so)
    await world.play(3)
    await nothing_is_lost_or_doubled(world)


def test_a_stopwatch_counts_no_moment_twice_in_which_the_store_was_away_for_two_reasons() -> None:
    now = 100.0
    watch = Stopwatch(followed(), BEGUN, lambda: now)
    watch.stop("worker")
    now = 102.0
    watch.stop("append", since=101.0)
    watch.go_on("worker")
    now = 103.0
    watch.go_on("append")
    assert watch.away == 3_000
    now = 104.0
    watch.stop("append", since=102.5)
    assert watch.away == 4_000
    assert watch.due("A", 0) is None
    watch.go_on("append")
    due = watch.due("A", 0)
    assert due is not None
    assert due == pytest.approx(100.0 + 4.0 + 4.0, abs=0.01)


async def test_when_the_store_is_back_both_are_told_the_clocks_that_stood_meanwhile(
    company: World, shared: SharedGround
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1, time="fast")
    asked = company.asked
    await company.pass_time(10.0)
    for node in (w0, w1):
        shared.go_away(node.name)
    await company.pass_time(60.0)
    for node in (w0, w1):
        shared.come_back(node.name)
    await company.pass_time(5.0)
    match = company.room_of(asked).match
    so = match.stopwatch.told(match.asked)
    assert so is not None
    assert so.running == asked.table.seat
    both_are_shown(company, so)
    await company.play(3)
    await nothing_is_lost_or_doubled(company)


# --- claims -----------------------------------------------------------------------------------------------------------


def claims(client: Client) -> None:
    client.send(client.end.claim_win())


@pytest.mark.parametrize(("time", "patience"), [("fast", 60.0), ("none", 300.0)])
async def test_the_win_can_be_claimed_from_an_opponent_who_has_been_away_for_long_enough(
    world: World, time: str, patience: float
) -> None:
    await world.start()
    await world.seat(time=time)  # type: ignore[arg-type]
    stays, leaves = world.idle, world.asked
    await world.pass_time(20.0, step=1.0)
    leaves.cut()
    await world.deliver_all()
    told = stays.of(Presence)[-1]
    assert not told.online
    assert told.claim_at == pytest.approx(world.ground.clock() + 1000 * patience, abs=5)
    assert stays.end.claim_at == told.claim_at
    await world.pass_time(patience - 1.0, step=1.0)
    claims(stays)
    await world.deliver_all()
    refused = stays.of(Refused)[-1]
    assert refused.code == "bad_state"
    assert "may still come back" in refused.why
    await world.pass_time(1.1)
    claims(stays)
    await world.deliver_all()
    assert outcome(stays) == (stays.table.seat, "abandoned")
    last = (await entries_of(world))[-1]
    assert last == Adjudicated(stays.table.seat, "abandoned", world.game_of(stays).chain, stays.end.n)
    assert stays.end.pending == {}
    await nothing_is_lost_or_doubled(world)


async def test_a_claim_is_carried_out_once_however_often_it_is_sent(world: World) -> None:
    await world.start()
    await world.seat()
    stays, leaves = world.clients
    leaves.cut()
    await world.pass_time(301.0, step=1.0)
    claims(stays)
    command = stays.wire.up[0]
    await world.deliver_all()
    stays.wire.up.append(command)
    await world.deliver_all()
    assert len([entry for entry in await entries_of(world) if isinstance(entry, Adjudicated)]) == 1
    assert stays.of(Refused) == []
    assert outcome(stays) == (stays.table.seat, "abandoned")


async def test_whoever_comes_back_in_time_keeps_the_match(world: World) -> None:
    await world.start()
    await world.seat(time="fast")
    stays, leaves = world.clients
    leaves.cut()
    await world.pass_time(40.0)
    await world.connect(leaves)
    await world.deliver_all()
    assert stays.end.claim_at == 0
    claims(stays)
    await world.deliver_all()
    assert "Your opponent is there" in stays.of(Refused)[-1].why
    leaves.cut()
    await world.pass_time(40.0)
    claims(stays)
    await world.deliver_all()
    assert outcome(stays) is None, "it is counted anew"


async def test_a_claim_against_a_bot_or_on_a_finished_match_is_refused_and_changes_nothing(world: World) -> None:
    await world.start()
    await world.arrive()
    ann = world.clients[0]
    ann.send(CreateTable(opponent="bot", deck=DECK))
    await world.deliver_all()
    chain = world.game_of(ann).chain
    claims(ann)
    await world.deliver_all()
    assert (ann.of(Refused)[-1].code, ann.of(Refused)[-1].n) == ("bad_state", ann.end.n)
    assert "bot" in ann.of(Refused)[-1].why
    assert world.game_of(ann).chain == chain
    ann.send(ann.end.concede())
    claims(ann)
    await world.deliver_all()
    assert ann.of(Refused)[-1].code == "game_over"


async def test_an_opponent_may_be_away_again_for_as_long_under_a_new_owner(company: World) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w0)
    stays, leaves = company.clients
    leaves.cut()
    await company.pass_time(299.0, step=1.0)
    w0.kill()
    company.cut_at(w0)
    await company.pass_time(5.0)
    await company.connect(stays, w1)
    await company.deliver_all()
    claims(stays)
    await company.deliver_all()
    assert stays.of(Refused)[-1].code == "bad_state"
    await company.pass_time(300.0, step=1.0)
    claims(stays)
    await company.deliver_all()
    assert outcome(stays) == (stays.table.seat, "abandoned")


@pytest.mark.parametrize("when", ["meanwhile", "afterwards"])
async def test_while_the_store_is_away_nobody_can_come_back_and_no_win_can_be_claimed_for_that(
    company: World, shared: SharedGround, when: str
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w0, time="fast")
    stays, leaves = company.clients
    await w1.stop()
    leaves.cut()
    await company.pass_time(2.0)
    shared.go_away(w0.name)
    await company.pass_time(200.0, step=1.0)
    if when == "meanwhile":
        claims(stays)
        await company.deliver_all()
    shared.come_back(w0.name)
    await company.pass_time(3.0)
    if when == "afterwards":
        claims(stays)
        await company.deliver_all()
    assert outcome(stays) is None
    assert stays.of(Refused)[-1].code == "bad_state"
    assert stays.end.pending == {}
    assert stays.end.claim_at == pytest.approx(company.ground.clock() + 58_000, abs=2_000)
    await company.connect(leaves, w0)
    await company.deliver_all()
    assert stays.end.claim_at == 0
    await company.play(3)
    await nothing_is_lost_or_doubled(company)


async def test_a_worker_that_stood_still_itself_charges_nobody_for_it_and_gives_no_win_away(world: World) -> None:
    node = await world.start()
    await world.seat(time="fast")
    stays, leaves = world.idle, world.asked
    await world.pass_time(10.0)
    leaves.cut()
    await world.pass_time(2.0)
    node.process.stop()
    await world.pass_time(100.0, step=1.0)
    claims(stays)
    stays.wire.deliver_up()
    node.process.go_on()
    await world.pass_time(1.0)
    assert outcome(stays) is None
    assert stays.of(Refused)[-1].code == "bad_state"
    await world.connect(leaves)
    await world.deliver_all()
    match = world.room_of(stays).match
    so = match.stopwatch.told(match.asked)
    assert so is not None
    assert getattr(so, leaves.table.seat) == pytest.approx(287_000, abs=2_500)
    both_are_shown(world, so)
    await world.play(3)
    await nothing_is_lost_or_doubled(world)

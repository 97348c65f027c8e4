"""Auto-pass: what the server passes for a seat, and that the opponent learns nothing from when it does."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import mean, quantiles

import pytest
from msgspec import UnsetType

from engine.model.decisions import END, PASS
from engine.model.terms import PromptKind
from server import records
from server.passing import LATEST, SOONEST, Choice
from server.protocol.messages import Ack, CreateTable, Join, Leave, Passing, Refused, Snapshot, Update
from server.protocol.shapes import to_wire
from server.records import Decided, Settled
from tests.server.player import DECK, OTHER_DECK
from tests.server.truth import both_see_what_is_so, log_of, nothing_is_lost_or_doubled
from tests.server.world import Client, World

WINDOWS = (PromptKind.BLOCK, PromptKind.QUICK)


async def settle(world: World, client: Client, passing: Passing, yields: tuple[str, ...] = ()) -> None:
    client.send(client.end.settle(passing, yields))
    await world.deliver_all()


def kind_of(client: Client) -> str:
    """The kind of the question that a client is asked; empty if it is not asked."""
    return "" if client.end.prompt is None else str(client.end.prompt["kind"])


def passes(client: Client) -> None:
    client.send(client.end.decide(to_wire(PASS)))


async def until_window(world: World, client: Client, is_wanted: Callable[[], bool] = lambda: True) -> bool:
    """Play on until this client has a window that is wanted; windows of both are passed. False if the match ends."""
    other = next(each for each in world.clients[:2] if each is not client)
    for _ in range(3000):
        if client.end.outcome is not None:
            return False
        if kind_of(client) in WINDOWS and is_wanted():
            return True
        asked = world.asked
        if kind_of(asked) in WINDOWS:
            passes(asked)
        else:
            play(world, asked, *(("play",) if asked is client else ("attack", "play")))
        await world.deliver_all()
        while asked.end.pending:
            await world.pass_time(0.005)
    raise AssertionError(f"{other.guest.name} never attacks")


def play(world: World, client: Client, *verbs: str) -> None:
    """Do the first of these that can be done, else end the turn, or answer anything else that is asked."""
    game = world.game_of(client)
    assert game.prompt is not None
    legal = list(game.prompt.legal()) if game.prompt.kind == PromptKind.MAIN else []
    for verb in (*verbs, END.verb):
        if wanted := [decision for decision in legal if decision.verb == verb]:
            client.send(client.end.decide(to_wire(world.chance.choice(wanted))))
            return
    world.decide(client)


def can_only_pass(world: World, client: Client) -> bool:
    prompt = world.game_of(client).prompt
    return prompt is not None and list(prompt.legal()) == [PASS]


def decisions_in(log: Sequence[records.Entry]) -> list[Decided]:
    return [entry for entry in log if isinstance(entry, Decided)]


async def entries_of(world: World) -> list[records.Entry]:
    return [records.decode(record.body) for record in await log_of(world)]


# --- settings ---------------------------------------------------------------------------------------------------------


async def test_settings_are_acknowledged_and_stand_in_the_log(world: World) -> None:
    await world.start()
    await world.seat()
    ann = world.clients[0]
    await settle(world, ann, "playable", ("ETD01-001",))
    assert ann.of(Ack)[-1].n == ann.end.n
    assert ann.end.settings == ("playable", ("ETD01-001",))
    assert (await entries_of(world))[-1] == Settled(ann.table.seat, 1, "playable", ("ETD01-001",))
    assert ann.end.pending == {}
    await world.play(3)
    await nothing_is_lost_or_doubled(world)


async def test_settings_that_are_sent_again_are_acknowledged_again_and_recorded_once(world: World) -> None:
    await world.start()
    await world.seat()
    ann = world.clients[0]
    ann.send(ann.end.settle("playable"))
    again = ann.wire.up[0]
    await world.deliver_all()
    ann.wire.up.append(again)
    await world.deliver_all()
    assert len(ann.of(Ack)) == 2
    assert len([entry for entry in await entries_of(world) if isinstance(entry, Settled)]) == 1


async def test_settings_outlive_a_restart_and_a_client_that_comes_anew_is_told_of_them(world: World) -> None:
    await world.start()
    await world.seat()
    ann, ben = world.clients
    await settle(world, ann, "playable")
    await settle(world, ann, "playable", ("EBP01-001",))
    await world.stop()
    await world.start()
    await world.arrive()
    assert world.room_of(ann).match.chosen == {
        ann.table.seat: Choice("playable", ("EBP01-001",)), ben.table.seat: Choice(),
    }  # fmt: skip
    assert (ann.of(Snapshot)[-1].passing, ann.of(Snapshot)[-1].yields) == ("playable", ("EBP01-001",))
    assert ben.of(Snapshot)[-1].passing == "ask", "an opponent's settings are its own business"


async def test_settings_before_or_after_the_match_are_refused_with_a_sentence(world: World) -> None:
    await world.start()
    await world.arrive()
    ann, ben = world.clients
    ann.send(CreateTable(opponent="human", deck=DECK))
    await world.deliver_all()
    await settle(world, ann, "playable")
    assert (ann.of(Refused)[-1].code, ann.of(Refused)[-1].why) == ("bad_state", "The match has not begun.")
    ben.send(Join(code=ann.table.code, deck=OTHER_DECK))
    await world.deliver_all()
    ann.send(ann.end.concede())
    await world.deliver_all()
    await settle(world, ann, "playable")
    assert (ann.of(Refused)[-1].code, ann.of(Refused)[-1].why) == ("game_over", "The match is over.")
    assert not [entry for entry in await entries_of(world) if isinstance(entry, Settled)]


@pytest.mark.parametrize("more", ['"passing":"never"', '"yields":[""]', '"yields":"EBP01-001"', '"delay":0'])
async def test_impossible_settings_are_refused(world: World, more: str) -> None:
    await world.start()
    await world.seat()
    ann = world.clients[0]
    ann.wire.up.append(f'{{"type":"settings","n":1,{more}}}')
    await world.deliver_all()
    assert ann.of(Refused)[-1].code == "malformed"


async def test_settings_are_chosen_so_often_and_no_more_so_that_no_log_grows_without_end(world: World) -> None:
    await world.start()
    await world.seat()
    ann, ben = world.clients
    for times in range(1, 8):
        for number in range(25):
            ann.send(ann.end.settle("playable", (f"ETD01-{number:03}",)))
        await world.deliver_all()
        await world.pass_time(10.0, step=1.0)
        chosen = [entry for entry in await entries_of(world) if isinstance(entry, Settled)]
        assert len(chosen) == min(20 * times, 100)
    assert ann.of(Refused)[-1].code == "limit"
    assert ann.end.pending == {}
    assert ann.end.settings == ("playable", ("ETD01-019",))
    await world.pass_time(600.0, step=1.0)
    await settle(world, ann, "ask")
    await settle(world, ben, "playable")
    assert [client.end.settings[0] for client in (ann, ben)] == ["ask", "playable"], "each seat has its own allowance"
    await world.play(3)
    await nothing_is_lost_or_doubled(world)


# --- what is passed ---------------------------------------------------------------------------------------------------


async def test_a_window_in_which_a_seat_can_only_pass_is_passed_and_others_are_not(world: World) -> None:
    await world.start()
    await world.seat()
    ann = world.clients[0]
    await settle(world, ann, "playable")
    assert await until_window(world, ann, lambda: can_only_pass(world, ann))
    decisions = world.game_of(ann).decisions
    await world.pass_time(LATEST + 0.1)
    assert world.game_of(ann).decisions > decisions
    passed = [entry for entry in decisions_in(await entries_of(world)) if entry.taken == "pass" and not entry.n]
    assert passed[0] == Decided(ann.table.seat, 0, to_wire(PASS), passed[0].chain, "pass")
    both_see_what_is_so(world)
    assert await until_window(world, ann, lambda: not can_only_pass(world, ann))
    decisions = world.game_of(ann).decisions
    await world.pass_time(60.0)
    assert world.game_of(ann).decisions == decisions
    passes(ann)
    await world.deliver_all()
    assert world.game_of(ann).decisions == decisions + 1, "at once, since the moment is over"
    await nothing_is_lost_or_doubled(world)


async def test_nobody_who_has_not_asked_for_it_is_passed(world: World) -> None:
    await world.start()
    await world.seat()
    ann, ben = world.clients
    await settle(world, ben, "playable")
    assert await until_window(world, ann, lambda: can_only_pass(world, ann))
    decisions = world.game_of(ann).decisions
    await world.pass_time(60.0)
    assert world.game_of(ann).decisions == decisions


async def test_a_yield_passes_whatever_could_be_done_while_that_card_attacks_and_no_other(world: World) -> None:
    await world.start()
    await world.seat()
    ann = world.clients[0]
    assert await until_window(world, ann, lambda: not can_only_pass(world, ann))
    view = ann.end.view
    number = view["cards"][str(view["battle"]["attacker"])]["number"]  # type: ignore[index]
    await settle(world, ann, "ask", ("ETD01-001" if number != "ETD01-001" else "ETD01-002",))
    decisions = world.game_of(ann).decisions
    await world.pass_time(5.0)
    assert world.game_of(ann).decisions == decisions
    await settle(world, ann, "ask", (number,))
    await world.pass_time(LATEST + 0.1)
    assert world.game_of(ann).decisions > decisions
    assert decisions_in(await entries_of(world))[-1].decision == to_wire(PASS)


async def test_what_can_be_done_in_a_window_is_done_at_once_though_the_server_would_pass(world: World) -> None:
    await world.start()
    await world.seat()
    ann = world.clients[0]
    assert await until_window(world, ann, lambda: not can_only_pass(world, ann))
    view = ann.end.view
    number = view["cards"][str(view["battle"]["attacker"])]["number"]  # type: ignore[index]
    await settle(world, ann, "playable", (number,))
    prompt = world.game_of(ann).prompt
    assert prompt is not None
    act = next(decision for decision in prompt.legal() if decision != PASS)
    decisions = world.game_of(ann).decisions
    ann.send(ann.end.decide(to_wire(act)))
    await world.deliver_all()
    assert world.game_of(ann).decisions == decisions + 1


# --- when it is passed ------------------------------------------------------------------------------------------------


async def test_a_players_own_quick_pass_waits_for_the_moment_and_is_then_acknowledged(world: World) -> None:
    await world.start()
    await world.seat(time="fast")
    ann = world.clients[0]
    await settle(world, ann, "playable")
    assert await until_window(world, ann, lambda: not can_only_pass(world, ann))
    decisions, bank = world.game_of(ann).decisions, world.room_of(ann).match.stopwatch.clocks
    passes(ann)
    await world.deliver_all()
    assert world.game_of(ann).decisions == decisions
    assert ann.end.pending
    await world.pass_time(SOONEST - 0.05)
    assert world.game_of(ann).decisions == decisions
    await world.pass_time(LATEST)
    assert ann.end.pending == {}
    own = [entry for entry in decisions_in(await entries_of(world)) if entry.seat == ann.table.seat]
    assert [entry.taken for entry in own if entry.n == ann.end.n] == ["pass"]
    after = world.room_of(ann).match.stopwatch.clocks
    assert bank is not None
    assert after is not None
    assert after.of(ann.table.seat) == bank.of(ann.table.seat), "it costs nothing, as the server's own does not"
    await nothing_is_lost_or_doubled(world)


@pytest.mark.parametrize(("thought", "taken"), [(LATEST - 0.02, "pass"), (LATEST + 0.1, "")])
async def test_a_pass_of_the_players_own_costs_nothing_as_long_as_the_server_might_have_made_it(
    world: World, thought: float, taken: str
) -> None:
    """Else the bank would tell what the time of the pass does not: that something could have been done."""
    await world.start()
    await world.seat(time="fast")
    ann = world.clients[0]
    await settle(world, ann, "playable")
    assert await until_window(world, ann, lambda: not can_only_pass(world, ann))
    before = world.room_of(ann).match.stopwatch.clocks
    await world.pass_time(thought)
    passes(ann)
    await world.deliver_all()
    await world.pass_time(0.05)
    assert ann.end.pending == {}
    own = [entry for entry in decisions_in(await entries_of(world)) if entry.seat == ann.table.seat]
    assert [entry.taken for entry in own if entry.n == ann.end.n] == [taken]
    after = world.room_of(ann).match.stopwatch.clocks
    assert before is not None
    assert after is not None
    assert (after.of(ann.table.seat) == before.of(ann.table.seat)) == (taken == "pass")


async def test_a_pass_that_waits_is_carried_out_once_though_it_is_sent_again(world: World) -> None:
    await world.start()
    await world.seat()
    ann = world.clients[0]
    await settle(world, ann, "playable")
    assert await until_window(world, ann, lambda: not can_only_pass(world, ann))
    passes(ann)
    again = ann.wire.up[0]
    await world.deliver_all()
    ann.wire.up.append(again)
    await world.deliver_all()
    ann.cut()
    await world.settle()
    await world.connect(ann)
    await world.deliver_all()
    await world.pass_time(LATEST + 0.1)
    assert ann.end.pending == {}
    own = [entry.n for entry in decisions_in(await entries_of(world)) if entry.seat == ann.table.seat]
    assert own.count(ann.end.n) == 1
    await nothing_is_lost_or_doubled(world)


async def test_settings_wait_until_a_pass_that_was_made_is_carried_out(world: World) -> None:
    await world.start()
    await world.seat()
    ann = world.clients[0]
    await settle(world, ann, "playable")
    assert await until_window(world, ann, lambda: not can_only_pass(world, ann))
    passes(ann)
    await settle(world, ann, "ask")
    assert ann.of(Refused)[-1].code == "bad_state"
    await world.pass_time(LATEST + 0.1)
    assert ann.end.pending == {}
    await settle(world, ann, "ask")
    assert ann.end.settings == ("ask", ())
    await nothing_is_lost_or_doubled(world)


async def test_a_pass_that_waits_when_the_owner_is_killed_is_made_again_under_the_next_one(company: World) -> None:
    w0, w1 = company.nodes
    await company.seat(w1, w0)
    ann = company.clients[0]
    await settle(company, ann, "playable")
    assert await until_window(company, ann, lambda: not can_only_pass(company, ann))
    passes(ann)
    await company.deliver_all()
    w1.kill()
    company.cut_at(w1)
    await company.pass_time(4.0)
    await company.connect(ann, w0)
    await company.pass_time(LATEST + 1.0)
    assert ann.end.pending == {}
    await nothing_is_lost_or_doubled(company)


async def test_no_clock_ends_while_a_pass_waits_for_its_moment(world: World) -> None:
    await world.start()
    await world.seat(time="fast")
    ann = world.clients[0]
    await settle(world, ann, "playable")
    assert await until_window(world, ann, lambda: not can_only_pass(world, ann))
    stopwatch = world.room_of(ann).match.stopwatch
    assert stopwatch.clocks is not None
    seat = ann.table.seat
    stopwatch.clocks = stopwatch.clocks.given(seat, 200 - stopwatch.clocks.of(seat).bank)
    passes(ann)
    await world.deliver_all()
    await world.pass_time(LATEST + 0.1)
    assert ann.end.pending == {}
    assert ann.end.outcome is None


async def test_a_window_has_one_moment_however_often_auto_pass_is_turned_off_and_on(world: World) -> None:
    await world.start()
    await world.seat(time="fast")
    ann = world.clients[0]
    await settle(world, ann, "playable")
    assert await until_window(world, ann, lambda: can_only_pass(world, ann))
    decisions, opened = world.game_of(ann).decisions, world.now
    for _ in range(8):
        await world.pass_time(0.3)
        ann.send(ann.end.settle("ask"))
        ann.send(ann.end.settle("playable"))
        await world.deliver_all()
    assert world.game_of(ann).decisions > decisions
    passed = next(entry for entry in decisions_in(await entries_of(world))[decisions:] if entry.taken == "pass")
    (at,) = [record.at for record in await log_of(world) if records.decode(record.body) == passed]
    assert at - world.ground.clock() + 1000 * (world.now - opened) <= 1000 * LATEST + 50


@pytest.mark.parametrize("by", ["the server", "its player"])
async def test_who_thinks_first_and_then_chooses_to_be_passed_has_paid_for_the_thought(world: World, by: str) -> None:
    await world.start()
    await world.seat(time="fast")
    ann = world.clients[0]
    assert await until_window(world, ann, lambda: not can_only_pass(world, ann))
    seat, match = ann.table.seat, world.room_of(ann).match
    before = match.stopwatch.clocks
    await world.pass_time(40.0)
    view = ann.end.view
    number = view["cards"][str(view["battle"]["attacker"])]["number"]  # type: ignore[index]
    await settle(world, ann, "playable", (number,) if by == "the server" else ())
    if by == "its player":
        passes(ann)
    await world.pass_time(LATEST + 0.1)
    own = [entry for entry in decisions_in(await entries_of(world)) if entry.seat == seat]
    assert own[-1].taken == "pass"
    after = match.stopwatch.clocks
    assert before is not None
    assert after is not None
    assert after.of(seat).bank == pytest.approx(before.of(seat).bank - 40_000, abs=100)


# --- what it tells ----------------------------------------------------------------------------------------------------


@dataclass
class Seen:
    """What the opponent of a seat with auto-pass on has seen."""

    kinds: list[tuple[str, ...]] = field(default_factory=list)
    """Of each window: the messages that came while it was open and with its end, by their types and shapes."""
    delays: list[float] = field(default_factory=list)
    """Of each window: seconds from the message that opened it to the one that closed it."""


async def watched(world: World, windows: int, *, has_an_answer: bool) -> Seen:
    """So many windows of the first client, which either can only pass, or can act and passes as fast as it can."""
    ann, ben = world.clients
    seen = Seen()
    await settle(world, ann, "playable")

    def wanted() -> bool:
        return can_only_pass(world, ann) is not has_an_answer

    while len(seen.delays) < windows:
        if not await until_window(world, ann, wanted):
            await _again(world)
            await settle(world, ann, "playable")
            continue
        before, opened = len(ben.seen), world.now
        decisions = world.game_of(ann).decisions
        if has_an_answer:
            await world.pass_time(world.chance.uniform(0.0, SOONEST))
            passes(ann)
        while world.game_of(ann).decisions == decisions:
            await world.pass_time(0.005)
        if ben.end.outcome is None:  # else the pass has ended the match, which everyone may know
            seen.delays.append(world.now - opened)
            seen.kinds.append(tuple(_shape(message, ben) for message in ben.seen[before:]))
    return seen


def _shape(message: object, viewer: Client) -> str:
    """A message without what the game itself says: its type, and which of its fields are there."""
    if not isinstance(message, Update):
        return type(message).__name__
    assert not isinstance(message.clocks, UnsetType)
    runs = "mine" if message.clocks.running == viewer.table.seat else "theirs"
    return f"Update {message.seq - message.follows} further, acknowledges {message.n}, the clock that runs is {runs}"


async def _again(world: World) -> None:
    """The match is over: both leave, and sit down at another table."""
    ann, ben = world.clients
    for client in world.clients:
        client.send(Leave())
        await world.deliver_all()
    ann.send(CreateTable(opponent="human", deck=DECK, time="fast"))
    await world.deliver_all()
    ben.send(Join(code=ann.table.code, deck=OTHER_DECK))
    await world.deliver_all()


def compare(idle: Sequence[float], answering: Sequence[float]) -> float:
    """The largest distance between two distributions (Kolmogorov and Smirnov)."""
    points = sorted((*idle, *answering))
    return max(
        abs(sum(each <= point for each in idle) / len(idle) - sum(each <= point for each in answering) / len(answering))
        for point in points
    )


def table(name: str, delays: Sequence[float]) -> str:
    """A distribution in a line."""
    deciles = " ".join(f"{point:.2f}" for point in quantiles(delays, n=10))
    return f"{name:<16} {len(delays)} windows, mean {mean(delays):.3f} s, deciles {deciles}"


async def two_worlds(make_world: Callable[..., World], windows: int) -> tuple[Seen, Seen]:
    found = []
    for seed, has_an_answer in ((3, False), (4, True)):
        world = make_world(seed)
        await world.start()
        await world.seat(time="fast")
        found.append(await watched(world, windows, has_an_answer=has_an_answer))
        await world.stop()
    idle, answering = found
    return idle, answering


def check_that_nothing_is_told(idle: Seen, answering: Seen) -> None:
    """Windows tell the opponent the same, and as late, whether or not their player could have acted."""
    windows = len(idle.delays)
    sys.stdout.write(f"{table('can only pass', idle.delays)}\n{table('can act', answering.delays)}\n")
    for seen in (idle, answering):
        assert min(seen.delays) >= SOONEST
        assert max(seen.delays) <= LATEST + 0.02
    distance = compare(idle.delays, answering.delays)
    sys.stdout.write(f"largest distance {distance:.3f}\n")
    assert distance < 1.95 * (2 / windows) ** 0.5, "one chance in a thousand if both are one distribution"
    assert set(idle.kinds) == set(answering.kinds)


async def test_the_opponent_sees_the_same_whether_or_not_an_answer_was_there(make_world: Callable[..., World]) -> None:
    check_that_nothing_is_told(*await two_worlds(make_world, 40))


@pytest.mark.slow
async def test_the_opponent_sees_the_same_in_hundreds_of_windows(make_world: Callable[..., World]) -> None:
    """``pytest -m slow -s -k hundreds_of_windows`` prints both distributions."""
    check_that_nothing_is_told(*await two_worlds(make_world, 400))

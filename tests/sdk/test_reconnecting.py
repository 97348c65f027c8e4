"""Nothing that was decided is lost or done twice, whatever happens to the connection."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest
from msgspec import UNSET

from clients.bots import BOTS
from clients.sdk import CannotConnect, ConnectionLost, Refused, Replaced, Table, UnknownIdentity, connect
from clients.sdk.link import LONGEST_WAIT, waits
from engine.model.decisions import FIRST, KEEP
from server.app import running
from server.protocol.messages import Ended, Pong, ServerMessage, Snapshot, Update, Welcome
from server.protocol.messages import Table as TableMessage
from server.store.sqlite import SqliteStore
from tests.sdk.servers import DECK, OTHER_DECK, Local, Repeatable, Unreliable, Verdict, local, play_on, settings


async def decide_once(table: Table) -> None:
    prompt = await table.asked()
    assert prompt is not None
    await table.decide(BOTS["greedy"].choose(table.view, prompt, prompt.legal(), seed=1))


def once(kind: type[object], verdict: str) -> Verdict:
    """Treat the next message of a kind so, and all others as usual."""
    waiting = True

    def judge(message: ServerMessage) -> str:
        nonlocal waiting
        if waiting and isinstance(message, kind):
            waiting = False
            return verdict
        return "take"

    return judge


# --- decisions --------------------------------------------------------------------------------------------------------


async def test_a_decision_whose_acknowledgement_is_lost_is_sent_again_and_done_once(here: Local) -> None:
    way = Unreliable(here.transport)
    async with connect(way, name="Ann") as ann:
        table = await ann.create_table(opponent="bot", bot="random", deck=DECK)
        await decide_once(table)
        before = await here.decisions(table)
        way.incoming = once(Update, "cut")

        await decide_once(table)

        assert ann.connections == 2
        await table.asked()
        assert table.view == (await here.room(table)).match.game.view(table.seat)  # type: ignore[union-attr]
        assert await here.decisions(table) > before
        made = 2 + await play_on(table)
        assert sum(1 for entry in await entries_of(here, table) if entry[0] == table.seat) == made


async def entries_of(here: Local, table: Table) -> list[list[object]]:
    """The decisions in the log of the server's game."""
    game = (await here.room(table)).match.game
    assert game is not None
    entries: list[list[object]] = game.log["entries"]
    return entries


async def test_coming_back_takes_the_ticket_of_the_last_welcome_and_a_new_one_if_that_is_too_old(here: Local) -> None:
    way = Unreliable(here.transport)
    async with connect(way, name="Ann") as ann:
        table = await ann.create_table(opponent="bot", bot="random", deck=DECK)
        before = list(way.posts)
        ann.lose_connection()
        await ann.until(lambda: ann.connections == 2)
        assert way.posts == before

        welcome = ann._end.welcome
        assert welcome is not None
        await here.server.worker.store.take_ticket(welcome.ticket, 0)
        ann.lose_connection()
        await ann.until(lambda: ann.connections == 3)
        assert way.posts == [*before, "/api/ticket"]
        assert await table.asked() is not None


async def test_a_decision_that_never_arrived_is_sent_again(here: Local) -> None:
    way = Unreliable(here.transport)
    async with connect(way, name="Ann") as ann:
        table = await ann.create_table(opponent="bot", bot="random", deck=DECK)
        await table.asked()
        before = len([entry for entry in await entries_of(here, table) if entry[0] == table.seat])
        way.outgoing_is_lost = True

        await decide_once(table)

        assert ann.connections == 2
        assert len([entry for entry in await entries_of(here, table) if entry[0] == table.seat]) == before + 1


async def test_a_lost_update_is_noticed_and_made_good_by_a_snapshot(here: Local) -> None:
    way = Unreliable(here.transport)
    snapshots = losses = 0

    def judge(message: ServerMessage) -> str:
        """Lose one update that asks nothing: another one will follow it."""
        nonlocal snapshots, losses
        snapshots += isinstance(message, Snapshot)
        if losses or not isinstance(message, Update) or message.prompt is not UNSET or message.n:
            return "take"
        losses += 1
        return "lose"

    async with connect(way, name="Ann") as ann, connect(here.transport, name="Ben") as ben:
        table = await ann.create_table(deck=DECK)
        other = await ben.join(table.code, OTHER_DECK)
        await table.started()
        way.incoming = judge
        await asyncio.gather(play_on(table), play_on(other))

        assert snapshots == 1
        assert ann.connections == 1
        assert table.view == (await here.room(table)).match.game.view(table.seat)  # type: ignore[union-attr]


async def test_missed_updates_come_after_a_reconnect_with_their_events(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann, connect(here.transport, name="Ben") as ben:
        table = await ann.create_table(deck=DECK)
        other = await ben.join(table.code, OTHER_DECK)
        told: dict[str, list[object]] = {"A": [], "B": []}

        async def collect(seat: Table) -> None:
            async for event in seat.events():
                told[seat.seat].append((event["type"], event.get("seat")))

        async def stumble() -> None:
            while table.outcome is None:
                await play_on(table, limit=3)
                if table.outcome is None:
                    ann.lose_connection()

        await asyncio.gather(collect(table), collect(other), stumble(), play_on(other))

    assert told["A"][-40:] == told["B"][-40:]
    assert told["A"][-1] == ("game_ended", None)


async def test_the_end_is_heard_though_its_message_is_lost(here: Local) -> None:
    way = Unreliable(here.transport)
    async with connect(way, name="Ann") as ann:
        table = await ann.create_table(opponent="bot", deck=DECK)
        way.incoming = once(Ended, "cut")

        await table.concede()
        outcome = await table.ended()

        assert outcome is not None
        assert outcome.reason == "concede"
        await ann.until(lambda: ann.connections == 2)
        assert table.outcome == outcome


# --- coming to a table ------------------------------------------------------------------------------------------------


async def test_a_table_whose_message_is_lost_is_not_opened_twice(here: Local) -> None:
    way = Unreliable(here.transport)
    async with connect(way, name="Ann") as ann:
        way.incoming = once(TableMessage, "cut")

        table = await ann.create_table(opponent="bot", deck=DECK)

        assert ann.connections == 2
        assert len(here.server.worker.rooms) == 1
        assert await table.asked() is not None


async def test_a_request_that_never_arrived_is_sent_again(here: Local) -> None:
    way = Unreliable(here.transport)
    async with connect(way, name="Ann") as ann:
        way.outgoing_is_lost = True

        table = await ann.create_table(opponent="bot", deck=DECK)

        assert ann.connections == 2
        assert table.state == "playing"


async def test_whoever_waits_in_the_queue_still_waits_after_a_lost_connection(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann, connect(here.transport, name="Ben") as ben:
        waiting = asyncio.create_task(ann.queue(DECK))
        await ann.until(lambda: ann.is_queued)
        ann.lose_connection()
        await ann.until(lambda: ann.connections == 2 and ann.is_queued)

        other = await ben.queue(OTHER_DECK)

        assert (await waiting).id == other.id


async def test_leaving_is_finished_after_a_lost_connection(here: Local) -> None:
    way = Unreliable(here.transport)
    async with connect(way, name="Ann") as ann:
        table = await ann.create_table(deck=DECK)
        way.outgoing_is_lost = True

        await table.leave()

        assert ann.table is None
        assert ann.connections == 2
        assert (await ann.create_table(deck=DECK)).id != table.id


async def test_a_preview_at_a_table_that_is_gone_when_the_connection_is_back_is_refused(here: Local) -> None:
    way = Unreliable(here.transport)
    async with connect(way, name="Ann") as ann, asyncio.timeout(20):
        table = await ann.create_table(opponent="bot", bot="random", deck=DECK)
        prompt = await table.asked()
        assert prompt is not None
        forget_who_sits(here)
        way.outgoing_is_lost = True

        with pytest.raises(Refused) as refused:
            await table.preview([prompt.default])

        assert refused.value.code == "unknown_table"


async def test_who_sits_down_while_the_old_table_is_forgotten_gets_the_new_one(here: Local) -> None:
    way = Unreliable(here.transport)
    async with connect(way, name="Ann") as ann, asyncio.timeout(20):
        table = await ann.create_table(opponent="bot", bot="random", deck=DECK)
        await table.concede()
        forget_who_sits(here)
        way.outgoing_is_lost = True

        assert (await ann.create_table(deck=DECK)).id != table.id


def forget_who_sits(here: Local) -> None:
    """Let the server know of nobody's table any more."""
    store = here.server.worker.store
    assert isinstance(store, SqliteStore)
    store.file.db.execute("DELETE FROM sitting")


# --- identities -------------------------------------------------------------------------------------------------------


async def test_a_token_leads_back_to_the_table(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann:
        table = await ann.create_table(opponent="bot", bot="random", deck=DECK)
        await decide_once(table)
        token = ann.token

    async with connect(here.transport, token=token) as again:
        assert again.name == "Ann"
        assert again.table is not None
        assert again.table.code == table.code
        await play_on(again.table)
        assert again.table.outcome is not None


async def test_another_client_of_the_same_identity_takes_the_seat(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann:
        table = await ann.create_table(opponent="bot", bot="random", deck=DECK)
        async with connect(here.transport, token=ann.token) as other:
            assert other.table is not None
            with pytest.raises(Replaced):
                await table.ended()
            with pytest.raises(Replaced):
                await table.decide(FIRST)
            await play_on(other.table)


async def test_a_token_that_the_server_does_not_know_is_an_error_of_its_own(here: Local) -> None:
    with pytest.raises(UnknownIdentity):
        async with connect(here.transport, token="nobody.s"):
            pass


async def test_a_name_can_be_changed_with_the_identity_kept(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann:
        table = await ann.create_table(deck=DECK)
        token = ann.token

    async with connect(here.transport, name="Anna", token=token) as again:
        assert again.name == "Anna"
        assert again.table is not None
        assert again.table.code == table.code


# --- the server goes and comes back -----------------------------------------------------------------------------------


async def test_a_match_goes_on_after_the_server_was_restarted(tmp_path: Path) -> None:
    async with AsyncExitStack() as second:
        async with AsyncExitStack() as first:
            url = await first.enter_async_context(running(settings(tmp_path), BOTS, Repeatable(1)))
            ann = await second.enter_async_context(connect(url, name="Ann"))
            table = await ann.create_table(opponent="bot", bot="random", deck=DECK)
            await play_on(table, limit=8)
            view = table.view
        port = int(url.rpartition(":")[2])
        again = await second.enter_async_context(running(settings(tmp_path, port), BOTS, Repeatable(2)))
        assert again == url
        await ann.until(lambda: ann.connections == 2 and ann.is_connected)

        assert table.view == view
        await play_on(table)
        assert table.outcome is not None


async def test_who_is_asked_to_leave_plays_on_until_it_is_time_and_is_gone_for_a_moment_only(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann:
        table = await ann.create_table(opponent="bot", bot="random", deck=DECK)
        goodbye = asyncio.create_task(here.server.sockets.goodbye())
        assert await play_on(table, limit=3) == 3
        assert (ann.connections, goodbye.done()) == (1, False)
        await goodbye
        assert len(here.server.sockets) == 0, "nobody was waited for who had left"
        await ann.until(lambda: ann.connections == 2 and ann.is_connected)
        await play_on(table)
        assert table.outcome is not None


async def test_who_waits_in_vain_is_told_so(tmp_path: Path) -> None:
    async with AsyncExitStack() as clients:
        async with running(settings(tmp_path), BOTS, Repeatable(1)) as url:
            ann = await clients.enter_async_context(connect(url, name="Ann", patience=0.0))
            table = await ann.create_table(opponent="bot", deck=DECK)
        with pytest.raises(ConnectionLost, match="does not come back"):
            await table.ended()


async def test_a_closed_client_says_so(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann:
        table = await ann.create_table(opponent="bot", deck=DECK)
    with pytest.raises(ConnectionLost, match="closed"):
        await table.decide(KEEP)


async def test_two_servers_of_one_process_do_not_know_each_other(tmp_path: Path) -> None:
    async with (
        local(tmp_path / "one") as one,
        local(tmp_path / "two", Repeatable(2)) as two,
        connect(one.transport, name="Ann") as ann,
    ):
        with pytest.raises(UnknownIdentity):
            async with connect(two.transport, token=ann.token):
                pass


def test_the_pauses_between_attempts_grow_to_a_cap_and_differ() -> None:
    pauses = [pause for pause, _ in zip(waits(Random(1)), range(200), strict=False)]

    assert max(pauses[:2]) < 0.2
    assert LONGEST_WAIT / 2 < max(pauses) <= LONGEST_WAIT
    assert len(set(pauses)) == len(pauses)


# --- a server that says nothing ---------------------------------------------------------------------------------------


async def test_a_command_that_is_not_answered_is_sent_again_on_the_same_connection(
    here: Local, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clients.sdk.link.PING_AFTER", 0.05)
    way = Unreliable(here.transport)
    async with connect(way, name="Ann") as ann:
        table = await ann.create_table(opponent="bot", bot="random", deck=DECK)
        await table.asked()
        before = len([entry for entry in await entries_of(here, table) if entry[0] == table.seat])
        way.losses = 1

        await decide_once(table)

        assert ann.connections == 1
        assert len([entry for entry in await entries_of(here, table) if entry[0] == table.seat]) == before + 1


async def test_a_preview_that_is_not_answered_is_sent_again_on_the_same_connection(
    here: Local, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clients.sdk.link.PING_AFTER", 0.05)
    way = Unreliable(here.transport)
    async with connect(way, name="Ann") as ann, asyncio.timeout(20):
        table = await ann.create_table(opponent="bot", bot="random", deck=DECK)
        prompt = await table.asked()
        assert prompt is not None
        before = await here.decisions(table)
        way.losses = 1

        await table.preview([prompt.default])

        assert (ann.connections, await here.decisions(table)) == (1, before)
        assert ann._end.again() == []


async def test_a_server_that_answers_nothing_is_left(here: Local, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clients.sdk.link.PING_AFTER", 0.05)
    monkeypatch.setattr("clients.sdk.link.LOST_AFTER", 0.1)
    way = Unreliable(here.transport)
    async with connect(way, name="Ann") as ann:
        table = await ann.create_table(opponent="bot", bot="random", deck=DECK)
        await table.asked()
        way.incoming = lambda message: "take" if isinstance(message, Welcome) else "lose"
        await ann.until(lambda: ann.connections == 2)
        way.incoming = lambda message: "take"
        await decide_once(table)


async def test_a_server_that_has_nothing_to_say_is_not_left(here: Local, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clients.sdk.link.PING_AFTER", 0.01)
    way = Unreliable(here.transport)
    pongs = 0

    def judge(message: ServerMessage) -> str:
        nonlocal pongs
        pongs += isinstance(message, Pong)
        if pongs == 3:
            enough.set()
        return "take"

    enough = asyncio.Event()
    way.incoming = judge
    async with connect(way, name="Ann") as ann:
        await ann.create_table(deck=DECK)
        await enough.wait()
        assert ann.connections == 1


async def test_a_server_that_takes_a_connection_and_does_not_greet_is_left(
    here: Local, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clients.sdk.link.GREETED_WITHIN", 0.05)
    way = Unreliable(here.transport)
    way.incoming = lambda message: "lose"
    with pytest.raises(CannotConnect, match="does not answer"):
        async with connect(way, name="Ann"):
            pass

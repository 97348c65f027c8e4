"""What a client remembers: gaps, late frames, and commands that nobody has acknowledged."""

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from server.protocol.client import ClientEnd
from server.protocol.messages import (
    Ack,
    Ended,
    Explain,
    Explained,
    LeftQueue,
    LeftTable,
    Limits,
    Outcome,
    Player,
    Players,
    Presence,
    Preview,
    Queued,
    Refused,
    Resume,
    Resync,
    ServerMessage,
    Snapshot,
    Table,
    Update,
    Welcome,
    WouldAsk,
)
from server.protocol.shapes import Decision

PLAYERS = Players(A=Player("Ann", False), B=Player("Ben", False))
WELCOME = Welcome("Ann", "1", 0, Limits(8192), "ticket", "table")
TABLE = Table("table", "CODE", "A", "log", "playing")
SNAPSHOT = Snapshot(
    log="log",
    epoch=5,
    seq=10,
    view={"turn": 1, "gone": {"x": 1}, "cards": {"7": {"number": "ETD01-001"}}},
    prompt={"id": 3},
    players=PLAYERS,
    n=2,
)
UPDATE = Update(epoch=5, seq=12, prev=10, events=(), patch={"turn": 2, "gone": None, "cards": {"7": None}})
PASS = Decision("pass")


def seated() -> ClientEnd:
    end = ClientEnd("tests", "tab")
    for message in (WELCOME, TABLE, SNAPSHOT):
        assert end.receive(message) == []
    return end


def test_an_update_is_merged_onto_the_view() -> None:
    end = seated()
    assert end.receive(UPDATE) == []
    assert end.view == {"turn": 2, "cards": {}}
    assert (end.seq, end.prompt) == (12, None)


def test_the_events_of_an_update_get_the_numbers_that_the_views_around_it_have() -> None:
    end = seated()
    stood = {"type": "card_stood", "card": 7}
    moved = {"type": "card_moved", "card": 8, "number": "ETD01-002"}
    drawn = {"type": "card_drawn", "card": 9}
    patch = {"cards": {"7": None, "9": {"number": "ETD01-003"}}}
    end.receive(replace(UPDATE, events=(stood, moved, drawn, {**drawn, "card": 0}), patch=patch))
    assert end.told == [
        {**stood, "number": "ETD01-001"}, moved, {**drawn, "number": "ETD01-003"}, {**drawn, "card": 0},
    ]  # fmt: skip
    end.receive(replace(UPDATE, prev=11, seq=13, events=(stood,)))
    assert end.told == []


def test_an_update_that_names_no_position_before_it_follows_the_one_right_before_it() -> None:
    end = seated()
    assert end.receive(replace(UPDATE, prev=UNSET, seq=11)) == []
    assert end.receive(replace(UPDATE, prev=UNSET, seq=13)) == [Resync()]
    assert end.seq == 11


def test_a_table_that_was_left_is_forgotten() -> None:
    end = seated()
    end.concede()
    assert end.receive(LeftTable()) == []
    assert (end.table, end.view, end.pending) == (None, {}, {})
    assert end.hello("ticket").resume is UNSET


def test_a_gap_is_answered_with_one_resync_and_healed_by_the_snapshot() -> None:
    end = seated()
    late = replace(UPDATE, prev=11, seq=13)
    assert end.receive(late) == [Resync()]
    assert end.receive(replace(late, prev=13, seq=14)) == []
    assert end.seq == 10
    assert end.receive(replace(SNAPSHOT, seq=14)) == []
    assert end.seq == 14
    assert end.receive(replace(UPDATE, prev=15, seq=16)) == [Resync()]


def test_an_update_that_is_known_or_of_a_former_owner_is_ignored() -> None:
    end = seated()
    end.receive(UPDATE)
    view = end.view
    assert end.receive(UPDATE) == []
    assert end.receive(replace(UPDATE, epoch=4, seq=99, prev=12, patch={"turn": 9})) == []
    assert (end.view, end.seq, end.epoch) == (view, 12, 5)


def test_a_snapshot_behind_what_is_known_is_ignored_and_asked_for_again() -> None:
    end = seated()
    end.receive(UPDATE)
    assert end.receive(SNAPSHOT) == [Resync()]
    assert end.view == {"turn": 2, "cards": {}}
    assert end.receive(replace(SNAPSHOT, epoch=6, seq=11)) == []
    assert end.epoch == 6


def test_commands_are_counted_on_from_the_last_one_that_was_applied() -> None:
    end = seated()
    assert (end.decide(PASS).n, end.decide(PASS).prompt, end.concede().n) == (3, 3, 5)
    assert set(end.pending) == {3, 4, 5}


def test_unacknowledged_commands_are_sent_again_at_the_same_table() -> None:
    end = seated()
    commands = [end.decide(PASS), end.concede()]
    hello = end.hello("another ticket")
    assert (hello.conn, hello.resume) == (1, Resume(log="log", epoch=5, seq=10, n=2))
    end.receive(WELCOME)
    assert end.receive(TABLE) == commands
    end.receive(Ack("log", 5, 12, 3))
    assert list(end.pending) == [4]
    end.receive(replace(SNAPSHOT, seq=12, n=4))
    assert end.pending == {}
    assert end.acked == 4


def test_a_refused_command_is_forgotten_and_the_prompt_is_what_the_server_says() -> None:
    end = seated()
    end.decide(PASS)
    end.receive(Refused(n=3, code="stale_prompt", why="No.", prompt={"id": 9}))
    assert (end.pending, end.prompt) == ({}, {"id": 9})
    end.receive(Refused(code="limit", why="No."))
    assert end.prompt == {"id": 9}


def test_another_table_is_begun_from_nothing() -> None:
    end = seated()
    end.decide(PASS)
    assert end.receive(replace(TABLE, id="other", log="other log")) == []
    assert (end.view, end.prompt, end.n, end.seq, end.pending) == ({}, None, 0, 0, {})


def test_a_table_that_is_gone_is_forgotten() -> None:
    end = seated()
    end.receive(replace(WELCOME, table=""))
    assert (end.table, end.view) == (None, {})
    assert end.hello("ticket").resume is UNSET


def test_the_queue_the_end_and_who_is_there_are_remembered() -> None:
    end = ClientEnd("tests", "tab")
    queued = []
    for message in (Queued(), LeftQueue(), Queued(), TABLE):
        end.receive(message)
        queued.append(end.queued)
    assert queued == [True, False, True, False]
    end = seated()
    end.receive(Presence("B", True))
    end.receive(Ended("log", 5, 10, Outcome("A", "life")))
    assert end.online == {"B": True}
    assert (end.outcome, end.prompt) == (Outcome("A", "life"), None)


def test_an_ack_that_comes_before_the_update_of_its_command_says_that_the_update_was_lost() -> None:
    end = seated()
    command = end.decide(PASS)
    assert end.receive(Ack("log", 5, 12, command.n)) == [Resync()]
    assert end.prompt is None
    assert end.pending == {}
    assert end.receive(replace(SNAPSHOT, seq=12, prompt={"id": 4}, n=command.n)) == []
    assert end.prompt == {"id": 4}


def test_an_ack_after_the_update_of_its_command_changes_nothing() -> None:
    end = seated()
    command = end.decide(PASS)
    end.receive(replace(UPDATE, n=command.n, prompt={"id": 4}))
    assert end.receive(Ack("log", 5, 12, command.n)) == []
    assert end.prompt == {"id": 4}


def test_what_nobody_has_answered_is_sent_again() -> None:
    end = seated()
    assert end.again() == []
    command = end.decide(PASS)
    assert end.again() == [command]
    assert end.receive(replace(UPDATE, prev=11, seq=13)) == [Resync()]
    assert end.again() == [command, Resync()]
    end.receive(replace(SNAPSHOT, seq=13, n=command.n))
    assert end.again() == []


@pytest.mark.parametrize("answer", [WouldAsk(prompt=3), Refused(code="limit", why="Too many.")])
def test_a_preview_is_sent_again_until_it_is_answered_or_refused(answer: ServerMessage) -> None:
    end = seated()
    end.asking = Preview(prompt=3, decisions=(PASS,))
    end.receive(WouldAsk(prompt=2))
    end.receive(Refused(n=7, code="illegal", why="Not so."))
    assert end.again() == [Preview(prompt=3, decisions=(PASS,))]
    end.receive(answer)
    assert end.again() == []


@pytest.mark.parametrize("answer", [Explained(card=7), Refused(code="illegal", why="No such card.")])
def test_a_question_about_a_card_is_asked_again_until_it_is_answered_or_refused(answer: ServerMessage) -> None:
    end = seated()
    end.asking = Explain(card=7)
    end.receive(Explained(card=8))
    end.receive(WouldAsk(prompt=7))
    assert end.again() == [Explain(card=7)]
    end.receive(answer)
    assert end.again() == []


def test_the_view_says_how_the_match_ended_even_if_nothing_else_does() -> None:
    end = seated()
    end.receive(replace(UPDATE, patch={"outcome": {"winner": "B", "reason": "concede"}}))
    assert end.outcome == Outcome(winner="B", reason="concede")


def test_a_snapshot_of_a_table_that_was_never_told_is_asked_for_again_with_its_table() -> None:
    end = seated()
    other = replace(SNAPSHOT, log="other", epoch=6, seq=2)
    assert end.receive(other) == [Resync()]
    assert (end.seq, end.view) == (SNAPSHOT.seq, SNAPSHOT.view)
    end.receive(replace(TABLE, id="other", log="other"))
    assert end.receive(other) == []
    assert end.seq == 2


def test_an_update_of_an_owner_that_has_shown_nothing_yet_is_answered_with_a_resync() -> None:
    end = seated()
    assert end.receive(replace(UPDATE, epoch=6)) == [Resync()]
    assert end.seq == SNAPSHOT.seq

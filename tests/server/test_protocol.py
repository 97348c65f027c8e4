"""Both ends of the protocol without a socket: codecs, refusals, the order of a connection."""

import contextlib
import json
from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.protocol.codec import CODECS, Codec, Frame, negotiate
from server.protocol.ends import ServerEnd
from server.protocol.errors import Close, ProtocolError, Refusal
from server.protocol.events import GameEvent
from server.protocol.messages import (
    CLIENT_MESSAGES,
    JSON,
    MSGPACK,
    SERVER_MESSAGES,
    ClientMessage,
    Decide,
    Hello,
    Ping,
    ServerMessage,
)
from server.protocol.shapes import Decision
from tests.server.strategies import messages


def _bytes(codec: Codec, message: ClientMessage | ServerMessage) -> bytes:
    frame = codec.encode(message)
    return frame.encode() if isinstance(frame, str) else frame


both_codecs = pytest.mark.parametrize("codec", CODECS.values(), ids=str)
HELLO = Hello(ticket="t", agent="a", tab="b", conn=1)


@both_codecs
@given(message=st.one_of([messages(kind) for kind in CLIENT_MESSAGES]))
def test_every_message_of_a_client_comes_through_either_codec(codec: Codec, message: ClientMessage) -> None:
    assert codec.from_client(codec.encode(message)) == message


@both_codecs
@given(message=st.one_of([messages(kind) for kind in SERVER_MESSAGES]))
def test_every_message_of_the_server_comes_through_either_codec(codec: Codec, message: ServerMessage) -> None:
    assert codec.from_server(codec.encode(message)) == message


@given(message=st.one_of([messages(kind) for kind in (*CLIENT_MESSAGES, *SERVER_MESSAGES)]))
def test_both_codecs_carry_the_same_object(message: ClientMessage | ServerMessage) -> None:
    as_json = json.loads(CODECS[JSON].encode(message))
    assert msgspec.msgpack.decode(_bytes(CODECS[MSGPACK], message)) == as_json


@given(message=st.one_of([messages(kind) for kind in (*CLIENT_MESSAGES, *SERVER_MESSAGES)]))
def test_no_field_of_ours_is_ever_null(message: ClientMessage | ServerMessage) -> None:
    assert None not in json.loads(CODECS[JSON].encode(message)).values()


@given(event=st.one_of([messages(kind) for kind in get_args(GameEvent)]))
def test_every_event_is_told_from_the_others_by_its_type(event: GameEvent) -> None:
    assert msgspec.json.decode(msgspec.json.encode(event), type=GameEvent) == event


def test_a_decision_on_the_wire_has_only_the_fields_that_count() -> None:
    frame = CODECS[JSON].encode(Decide(n=1, prompt=2, decision=Decision("attack", card=12, target=40)))
    assert json.loads(frame) == {
        "type": "decide", "n": 1, "prompt": 2, "decision": {"verb": "attack", "card": 12, "target": 40},
    }  # fmt: skip


def test_the_first_known_subprotocol_is_taken() -> None:
    assert negotiate(["chat", JSON, MSGPACK]) is CODECS[JSON]
    assert negotiate([MSGPACK]) is CODECS[MSGPACK]
    assert negotiate(["paltable.v0.json"]) is None
    assert negotiate([]) is None


@both_codecs
@given(noise=st.binary(max_size=200))
def test_no_bytes_can_do_more_than_be_refused(codec: Codec, noise: bytes) -> None:
    frame: Frame = noise.decode("latin-1") if codec.name == JSON else noise
    with contextlib.suppress(Refusal):
        codec.from_client(frame)


@both_codecs
@given(message=st.one_of([messages(kind) for kind in CLIENT_MESSAGES]), data=st.data())
def test_a_damaged_message_is_refused_or_is_another_message(
    codec: Codec, message: ClientMessage, data: st.DataObject
) -> None:
    frame = codec.encode(message)
    cut = frame[: data.draw(st.integers(0, len(frame) - 1))]
    with pytest.raises(Refusal) as caught:
        codec.from_client(cut)
    assert caught.value.code in ("malformed", "unknown_message")


@both_codecs
def test_deep_nesting_is_refused(codec: Codec) -> None:
    nested: object = 1
    for _ in range(900):
        nested = [nested]
    body = {"type": "ping", "t": 1, "more": nested}
    frame: Frame = msgspec.msgpack.encode(body) if codec.name == MSGPACK else msgspec.json.encode(body).decode()
    with pytest.raises(Refusal) as caught:
        codec.from_client(frame)
    assert caught.value.code == "malformed"


def test_eight_kilobytes_of_brackets_are_refused() -> None:
    for text in ('{"x":' + "[" * 8180, "[" * 8192, '{"type":"decide","decision":' + '{"x":' * 1500):
        with pytest.raises(Refusal) as caught:
            CODECS[JSON].from_client(text)
        assert caught.value.code == "malformed"


def test_the_other_kind_of_frame_is_malformed() -> None:
    for codec, frame in ((CODECS[JSON], b"{}"), (CODECS[MSGPACK], "{}")):
        with pytest.raises(Refusal, match="frames only") as caught:
            codec.from_client(frame)
        assert caught.value.code == "malformed"


@both_codecs
def test_a_refused_command_keeps_its_number(codec: Codec) -> None:
    bodies = {
        "unknown_message": {"type": "declare_war", "n": 7},
        "malformed": {"type": "decide", "n": 7, "prompt": "seventeen"},
    }
    for code, body in bodies.items():
        frame: Frame = msgspec.msgpack.encode(body) if codec.name == MSGPACK else msgspec.json.encode(body).decode()
        with pytest.raises(Refusal) as caught:
            codec.from_client(frame)
        assert (caught.value.code, caught.value.n) == (code, 7)


@both_codecs
def test_a_connection_begins_with_hello_and_has_only_one(codec: Codec) -> None:
    end = ServerEnd(codec)
    with pytest.raises(ProtocolError) as closed:
        end.receive(codec.encode(Ping(t=1)))
    assert closed.value.code == Close.MALFORMED
    assert end.receive(codec.encode(HELLO)) == HELLO
    assert end.receive(codec.encode(Ping(t=1))) == Ping(t=1)
    with pytest.raises(Refusal) as refused:
        end.receive(codec.encode(HELLO))
    assert refused.value.code == "bad_state"


@both_codecs
def test_noise_before_hello_closes_and_after_it_is_only_refused(codec: Codec) -> None:
    noise: Frame = b"\xc1" if codec.name == MSGPACK else "?"
    end = ServerEnd(codec)
    with pytest.raises(ProtocolError):
        end.receive(noise)
    end.receive(codec.encode(HELLO))
    with pytest.raises(Refusal):
        end.receive(noise)
    assert end.receive(codec.encode(Ping(t=2))) == Ping(t=2)


def test_the_reason_of_a_close_fits_into_its_frame() -> None:
    error = ProtocolError(Close.MALFORMED, "ü" * 200)
    assert len(error.reason.encode()) <= 123
    assert set(error.reason) == {"ü"}

"""What the server logs, as it is configured to."""

import asyncio
import io
import json
import logging
import os
from collections.abc import Iterator

import pytest
import structlog

from engine import EngineBug
from server import log


@pytest.fixture(autouse=True)
def _configured_for_this_test_alone() -> Iterator[None]:
    structlog.reset_defaults()
    handlers, level = logging.root.handlers, logging.root.level
    yield
    logging.root.handlers = handlers
    logging.root.setLevel(level)
    structlog.reset_defaults()


def fail() -> None:
    hand = "a secret hand"
    raise EngineBug("the engine broke its own promise", hand)


@pytest.mark.parametrize("as_json", [True, False])
def test_a_traceback_shows_where_but_never_what_the_variables_held(
    capsys: pytest.CaptureFixture[str], as_json: bool
) -> None:
    log.configure("info", as_json=as_json)
    try:
        fail()
    except EngineBug:
        structlog.get_logger("test").exception("table broken", room="r")
    told = capsys.readouterr()
    assert told.out == ""
    assert "table broken" in told.err
    assert "broke its own promise" in told.err
    assert "a secret hand" not in told.err.replace('hand = "a secret hand"', "")


def test_machines_get_one_json_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    log.configure("warning", as_json=True)
    structlog.get_logger("test").info("not told")
    structlog.get_logger("test").warning("told", room="r")
    (line,) = capsys.readouterr().err.splitlines()
    entry = json.loads(line)
    assert (entry["event"], entry["level"], entry["room"]) == ("told", "warning", "r")
    assert entry["pid"] == os.getpid()


@pytest.mark.parametrize("as_json", [True, False])
def test_a_line_is_written_at_once_so_that_those_of_several_workers_do_not_mix(
    monkeypatch: pytest.MonkeyPatch, as_json: bool
) -> None:
    writes: list[str] = []

    class Stream(io.StringIO):
        def write(self, text: str) -> int:
            writes.append(text)
            return len(text)

    monkeypatch.setattr("sys.stderr", Stream())
    log.configure("info", as_json=as_json)
    structlog.get_logger("test").info("told", room="r")
    (line,) = writes
    assert line.endswith("\n")


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), BrokenPipeError(), ValueError("closed")])
@pytest.mark.parametrize("as_json", [True, False])
def test_a_log_that_cannot_be_written_costs_lines_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch, error: Exception, as_json: bool
) -> None:
    class Stream(io.StringIO):
        is_full = True

        def flush(self) -> None:
            if self.is_full:
                self.truncate(0)
                self.seek(0)
                raise error

    stream = Stream()
    monkeypatch.setattr("sys.stderr", stream)
    log.configure("info", as_json=as_json)
    for n in range(3):
        structlog.get_logger("test").info("not told", n=n)
    stream.is_full = False
    for n in range(2):
        structlog.get_logger("test").info("told", n=n)
    note, *lines = stream.getvalue().splitlines()
    assert len(lines) == 2
    assert all("told" in line and "not told" not in line for line in lines)
    if as_json:
        assert json.loads(note)["lines"] == 3
    else:
        assert note.startswith("3 lines")


@pytest.mark.parametrize("length", [40, 5000], ids=["short", "long"])
def test_a_reader_of_the_log_that_stands_still_is_not_waited_for(monkeypatch: pytest.MonkeyPatch, length: int) -> None:
    out, into = os.pipe()
    with os.fdopen(out, "rb") as reader, os.fdopen(into, "w") as stream:
        monkeypatch.setattr("sys.stderr", stream)
        log.configure("info", as_json=True)
        for _ in range(200_000 // length):
            structlog.get_logger("test").info("x" * length)
        os.set_blocking(out, False)
        assert len(reader.read()) <= 1 << 16
        structlog.get_logger("test").info("told")
        *_, note, last = reader.read().decode().splitlines()
    assert json.loads(note)["lines"] > 0
    assert json.loads(last)["event"] == "told"


# --- what others log --------------------------------------------------------------------------------------------------


def test_what_libraries_log_has_the_same_form(capsys: pytest.CaptureFixture[str]) -> None:
    log.configure("warning", as_json=True)
    log.configure("warning", as_json=True)
    logging.getLogger("asyncio").info("not told")
    try:
        fail()
    except EngineBug:
        logging.getLogger("asyncio").exception("all of %s", "it")
    (line,) = capsys.readouterr().err.splitlines()
    entry = json.loads(line)
    assert (entry["event"], entry["level"], entry["logger"]) == ("all of it", "error", "asyncio")
    assert "broke its own promise" in entry["exception"]


@pytest.mark.parametrize(("level", "told"), [("warning", 0), ("info", 1)])
async def test_what_a_stranger_sends_that_is_no_http_is_told_to_whoever_wants_to_know(
    capsys: pytest.CaptureFixture[str], url: str, level: str, told: int
) -> None:
    log.configure(level, as_json=True)
    host, port = url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(b"this is not HTTP\r\n\r\n")
    assert (await reader.read()).startswith(b"HTTP/1.1 400 ")
    writer.close()
    entries = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [entry["level"] for entry in entries if entry["event"].startswith("Invalid HTTP request")] == ["info"] * told


# --- colours ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("is_terminal", "wish", "is_coloured"), [(True, "", True), (True, "1", False), (False, "", False)]
)
def test_colours_are_for_a_terminal_and_for_nobody_who_does_not_want_them(
    monkeypatch: pytest.MonkeyPatch, is_terminal: bool, wish: str, is_coloured: bool
) -> None:
    class Stream(io.StringIO):
        def isatty(self) -> bool:
            return is_terminal

    stream = Stream()
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setenv("NO_COLOR", wish)
    log.configure("info", as_json=False)
    structlog.get_logger("test").warning("told", room="r")
    assert ("\x1b" in stream.getvalue()) == is_coloured
    assert "told" in stream.getvalue()

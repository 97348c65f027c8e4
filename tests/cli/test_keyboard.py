import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from clients.cli.keyboard import Keyboard


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    """Both ends of a pipe; the writing one may be closed by the test."""
    reading, writing = os.pipe()
    yield reading, writing
    os.close(reading)


async def test_lines_come_one_by_one_and_then_none(pipe: tuple[int, int]) -> None:
    reading, writing = pipe
    keyboard = Keyboard(reading)
    os.write(writing, "first\r\nzweite \u00fc\nlast".encode())
    os.close(writing)

    assert [await keyboard.line() for _ in range(5)] == ["first", "zweite \u00fc", "last", None, None]


async def test_waiting_for_a_line_can_be_given_up_and_nothing_is_lost(pipe: tuple[int, int]) -> None:
    reading, writing = pipe
    keyboard = Keyboard(reading)
    waiting = asyncio.create_task(keyboard.line())
    await asyncio.sleep(0)
    os.write(writing, b"half")
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    os.write(writing, b" a line\n")

    assert await keyboard.line() == "half a line"
    os.close(writing)


async def test_a_regular_file_is_read_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "answers"
    file.write_bytes(b"1\n2\n")
    descriptor = os.open(file, os.O_RDONLY)
    try:
        keyboard = Keyboard(descriptor)
        assert [await keyboard.line() for _ in range(3)] == ["1", "2", None]
    finally:
        os.close(descriptor)


async def test_bytes_that_are_no_text_do_no_harm(pipe: tuple[int, int]) -> None:
    reading, writing = pipe
    os.write(writing, b"\xff\xfe\n")
    os.close(writing)

    assert await Keyboard(reading).line() == "\ufffd\ufffd"

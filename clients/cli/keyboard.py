"""Lines from standard input, without a thread: waiting for one can be given up, and Ctrl-C always works."""

import asyncio
import os
from typing import Final

CHUNK: Final = 4096


class Keyboard:
    """Reads lines from a file descriptor. A regular file, which never waits, is read as it is."""

    def __init__(self, descriptor: int = 0) -> None:
        self._descriptor = descriptor
        self._rest = b""
        self._over = False

    async def line(self) -> str | None:
        """The next line without its end; ``None`` when there is no more."""
        while b"\n" not in self._rest and not self._over:
            await self._readable()
            chunk = os.read(self._descriptor, CHUNK)
            self._rest += chunk
            self._over = not chunk
        if not self._rest:
            return None
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode(errors="replace").rstrip("\r")

    async def _readable(self) -> None:
        loop = asyncio.get_running_loop()
        ready = asyncio.Event()
        try:
            loop.add_reader(self._descriptor, ready.set)
        except PermissionError:  # a regular file: it can always be read
            return
        try:
            await ready.wait()
        finally:
            loop.remove_reader(self._descriptor)

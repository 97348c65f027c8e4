"""A bare echo on the server's own stack and settings, the yardstick of what a message costs: ``python -m`` this."""

import asyncio
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Final

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from server.app import config_of
from server.listening import listen, port_of
from server.settings import Settings
from tests.bench.wire import Wire

SUBPROTOCOL: Final = "echo"
MESSAGE: Final = bytes(48)
"""As long as an ordinary decision."""


async def echo(socket: WebSocket) -> None:
    """Give back whatever comes."""
    await socket.accept(subprotocol=SUBPROTOCOL)
    try:
        while True:
            await socket.send_bytes(await socket.receive_bytes())
    except WebSocketDisconnect:
        return


@dataclass
class Bare:
    """What the server's HTTP protocol asks for."""

    settings: Settings


def main() -> None:
    """Serve on a free port, which is told on standard output."""
    settings = Settings()
    app = Starlette(routes=[WebSocketRoute("/ws", echo)])
    app.state.server = Bare(settings)
    with listen("127.0.0.1", 0) as listener:
        print(port_of(listener), flush=True)  # noqa: T201
        uvicorn.Server(config_of(app, settings)).run(sockets=[listener])


class Echoes:
    """Clients of an echo: while they may, each sends its message again as soon as it is back."""

    def __init__(self) -> None:
        self.count = 0
        self.back_at = 0.0
        """When the last one came back (`perf_counter`)."""
        self._wires: list[Wire] = []
        self._goes_on = False
        self._away = 0
        self._back = asyncio.Event()

    async def open(self, port: int, number: int) -> None:
        """Connect so many more, each of which has been answered once."""
        for _ in range(number):
            wire = Wire(partial(self._heard, len(self._wires)))
            await wire.open(port, SUBPROTOCOL)
            self._wires.append(wire)
            self._send(wire)
        await self.all_back()

    def go(self) -> None:
        """Let all of them send."""
        self._goes_on = True
        for wire in self._wires:
            self._send(wire)

    async def one(self) -> float:
        """Let one of them send once; the seconds until it was back."""
        begun = perf_counter()
        self._send(self._wires[0])
        await self.all_back()
        return self.back_at - begun

    async def stop(self) -> None:
        """Send no more, and wait for what is on its way."""
        self._goes_on = False
        await self.all_back()

    async def all_back(self) -> None:
        """Wait until nothing is on its way."""
        while self._away:
            self._back.clear()
            await self._back.wait()

    def close(self) -> None:
        for wire in self._wires:
            wire.close()

    def _send(self, wire: Wire) -> None:
        self._away += 1
        wire.send(MESSAGE)

    def _heard(self, at: int, _: bytes) -> None:
        self.back_at = perf_counter()
        self._away -= 1
        self.count += 1
        if self._goes_on:
            self._send(self._wires[at])
        elif not self._away:
            self._back.set()


if __name__ == "__main__":
    main()

"""Guests who are held: neither can sit down elsewhere meanwhile, at whatever worker."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import structlog

from server.match import Services
from server.store.base import StoreFailed
from server.store.fleet import Fleet

TRIES = 20
"""So often it is tried to hold a guest that is just sitting down."""


class Holds:
    """Holds guests for as long as a room is made for them."""

    def __init__(self, fleet: Fleet, services: Services) -> None:
        self._fleet = fleet
        self._services = services
        self._log = structlog.get_logger("server.holds")

    @asynccontextmanager
    async def held(self, guests: Sequence[str]) -> AsyncIterator[bool]:
        """Whether all could be held, one after the other in one order for all workers. Raises `StoreFailed`."""
        token = self._services.chance.token()
        ordered = sorted(guests)
        try:
            yield await self._hold_all(ordered, token)
        finally:
            for guest in ordered:
                await self.let_go(guest, token)

    async def _hold_all(self, guests: Sequence[str], token: str) -> bool:
        for guest in guests:
            if not await self._hold(guest, token):
                return False
        return True

    async def _hold(self, guest: str, token: str) -> bool:
        for _ in range(TRIES):
            if await self._fleet.hold(guest, token, int(self._services.timers.confirm * 1000)):
                return True
            await asyncio.sleep(self._services.timers.quiet)
        return False

    async def let_go(self, guest: str, token: str) -> None:
        """Hold a guest no longer; if the store is away, it is free when its time is over."""
        try:
            await self._fleet.let_go(guest, token)
        except StoreFailed as error:
            self._log.warning("guest stays held for a while", error=str(error))

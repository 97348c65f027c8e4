"""The reels of finished matches and of rulings, made at any worker: of its rooms, or of files that somebody brings."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from hashlib import blake2b
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from engine import OtherVersion
from engine.effects.catalogue import Catalogue
from server.films import Cutting, Difference, developed, verifying
from server.protocol.messages import Player, Players
from server.protocol.reels import ANGLES, Angle, Reel
from server.protocol.replay_file import InvalidReplay, decode
from server.protocol.replays import Replay
from server.replays import BrokenLog, Line, Replays, in_steps

AT_ONCE: Final = 2
"""So many matches are played again at the same time: each costs what a match of two bots costs."""
WAITING: Final = 8
"""So many more may wait for that."""
KEPT: Final = 8
"""The reels of so many matches are kept for whoever changes the seat, or asks next."""
LONGEST: Final = 5000
"""A file with more decisions is not shown; the longest matches have a fifth of it."""
SECONDS: Final = 30.0
"""A file that takes longer is not shown."""

Made = Mapping[Angle, bytes]

Rulings: TypeAlias = Callable[[str], Mapping[Angle, Reel]]
"""Plays an example of a ruling by its name, seen from each angle. Raises `KeyError` for a name that there is not."""


def no_rulings(name: str) -> Mapping[Angle, Reel]:
    """Know none of them."""
    raise KeyError(name)


class NoRuling(Exception):
    """There is no example of this name."""


class Reels:
    """Plays finished matches again, proves them, and keeps what is told of the last few, as JSON."""

    def __init__(self, replays: Replays, catalogue: Catalogue, rulings: Rulings = no_rulings) -> None:
        self._rulings = rulings
        self._replays = replays
        self._catalogue = catalogue
        self._kept: OrderedDict[str, Made] = OrderedDict()
        self._line = Line(AT_ONCE, WAITING)

    async def of_room(self, room: str, angle: Angle) -> bytes:
        """A `Reel` of a finished match. Raises `NoReplay`, `OtherVersion`, `BrokenLog`, `Busy` and `StoreFailed`."""
        row = await self._replays.row(room)
        if (known := self._kept.get(room)) is not None:
            return known[angle]
        async with self._line.turn():
            if room not in self._kept:
                replay = await self._replays.made(row)
                try:
                    self._keep(room, await self._made(replay))
                except (InvalidReplay, Difference) as error:
                    raise BrokenLog from error
            return self._kept[room][angle]

    async def of_file(self, data: bytes, angle: Angle) -> bytes:
        """A `Reel` of what a file holds. Raises `InvalidReplay`, `Difference` and `Busy`."""
        name = f"file {blake2b(data, digest_size=32).hexdigest()}"
        if (known := self._kept.get(name)) is not None:
            return known[angle]
        async with self._line.turn(), _patience():
            replay = await asyncio.to_thread(decode, data)
            if len(replay.entries) > LONGEST:
                raise InvalidReplay(f"The replay has {len(replay.entries)} decisions; {LONGEST} can be shown here.")
            made = await self._made(replay)
            self._keep(name, made)
            return made[angle]

    async def of_ruling(self, name: str, angle: Angle) -> bytes:
        """A `Reel` of an example of a ruling. Raises `NoRuling` and `Busy`."""
        key = f"ruling {name}"
        async with self._line.turn():
            if key not in self._kept:
                try:
                    reels = await asyncio.to_thread(self._rulings, name)
                except KeyError:
                    raise NoRuling from None
                self._keep(key, {each: msgspec.json.encode(reels[each]) for each in ANGLES})
            return self._kept[key][angle]

    def _keep(self, name: str, made: Made) -> None:
        self._kept[name] = made
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    async def _made(self, replay: Replay) -> Made:
        """All reels of a match, while the loop goes on. Raises `InvalidReplay` and `Difference`."""
        try:
            proof = (await in_steps(verifying(replay, self._catalogue))).sentence
        except OtherVersion:
            proof = ""
        head, outcome = replay.head, replay.end.outcome
        players = Players(*(Player(side.name, side.bot) for _, side in head.seats.items()))
        cutting = Cutting(players, self._catalogue, log=head.log, at=head.at, clocks=head.clocks)
        for position in developed(head.views, replay.entries, self._catalogue):
            cutting.add(position)
            await asyncio.sleep(0)
        reels = (cutting.reel(angle, time=head.time, outcome=outcome) for angle in ANGLES)
        return {reel.angle: msgspec.json.encode(replace(reel, proof=proof)) for reel in reels}


@asynccontextmanager
async def _patience() -> AsyncIterator[None]:
    """Raises `InvalidReplay` if it takes too long."""
    try:
        async with asyncio.timeout(SECONDS):
            yield
    except TimeoutError as error:
        raise InvalidReplay(f"The replay takes longer than {SECONDS:.0f} seconds to be played again.") from error

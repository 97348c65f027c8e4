"""What leads to rooms: codes, guests, workers, and lists of tables.

In a Cluster they are in other slots than the rooms, so they cannot change together with them. Each is a superset: it
names a room before the room fits, and until it certainly fits no longer; whoever reads it looks at the room itself, and
strikes out what is left over. Whoever becomes the owner of a room writes its indexes again, should some be lost.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from server.store.base import RoomRow, Unreadable, is_shown
from server.store.redis import keys, scripts
from server.store.redis.connection import Word
from server.store.redis.link import Link, call_room
from server.store.redis.rows import FIELDS, to_row
from server.together import together

Verdict: TypeAlias = Callable[[RoomRow], bool | None]
"""Whether a room fits an index; None if it does not now, but may so in a moment."""
Command: TypeAlias = tuple[Word, ...]

DAY_MS: Final = 24 * 3600 * 1000
UNSURE_MS: Final = 60_000
"""A name without a room is one that is just being made, or is left over after so long."""
PAGE: Final = 200
"""So many names are looked at together."""


class Name(NamedTuple):
    """What an index says: a room, and where it stands."""

    room: str
    score: bytes

    @property
    def at(self) -> int:
        return int(float(self.score))


class Indexes:
    """All indexes; ``clock`` gives milliseconds of the Unix epoch, ``keep_ms`` is how long finished rooms are kept."""

    def __init__(self, link: Link, clock: Callable[[], int], keep_ms: int) -> None:
        self._link = link
        self._clock = clock
        self._keep_ms = keep_ms

    # --- codes ---

    async def claim(self, row: RoomRow, holder: str = "") -> str:
        """Let a room that is about to be made have its code, unless another one has it; who has it now.

        ``holder`` is one that does not count any more.
        """
        key = keys.code(row.code)
        found: bytes = await self._link.call(key, *scripts.CLAIM((key,), row.id, holder, UNSURE_MS))
        return found.decode()

    async def confirm(self, row: RoomRow) -> None:
        """Let a room that has been made keep its code."""
        key, command = self._code(row)
        await self._link.call(key, *command)

    def _code(self, row: RoomRow) -> tuple[str, Command]:
        key = keys.code(row.code)
        return key, scripts.CLAIM((key,), row.id, "", self._lease_ms(row))

    async def holder(self, code: str) -> str | None:
        """The room that has, or had, the code."""
        key = keys.code(code)
        found = await self._link.call(key, "GET", key)
        return None if found is None else found.decode()

    # --- writing ---

    async def before(self, row: RoomRow) -> None:
        """Name a room wherever it is going to fit, but for its code."""
        await together(self._link.call(key, *command) for key, command in self._names(row))

    def again(self, row: RoomRow) -> None:
        """Name a room, which fits already, wherever it does; nobody waits for it."""
        names = self._names(row)
        if row.state != "ended" and row.code:
            names.append(self._code(row))
        for key, command in names:
            self._link.send(key, *command)

    def _names(self, row: RoomRow) -> list[tuple[str, Command]]:
        lists = []
        if row.fault:
            lists.append(keys.FAULTED)
        if row.state == "playing" and is_shown(row):
            lists.append(keys.LIVE)
        if row.state == "waiting" and row.open:
            lists.append(keys.OPEN)
        commands: list[tuple[str, Command]] = [(key, ("ZADD", key, row.created, row.id)) for key in lists]
        for key in map(keys.sitting, _sitting(row)):
            commands.append((key, scripts.REMEMBER((key,), row.id, row.created, self._lease_ms(row))))
        return commands

    def _lease_ms(self, row: RoomRow) -> int:
        """How long what names the room has to stay; 0 for ever."""
        return 0 if row.state == "playing" else self._keep_ms + DAY_MS

    def after(self, row: RoomRow) -> None:
        """Strike a room out wherever it fits no longer. What of this is lost is struck out by whoever meets it."""
        if row.state == "waiting":
            return
        unfit = [keys.OPEN] if row.state == "playing" else [keys.OPEN, keys.LIVE]
        unfit += [keys.sitting(seat.user) for seat in row.seats.values() if seat.user and seat.left]
        self._strike(row.id, unfit)
        if row.state == "ended":
            self._disclaim(row)
        else:
            key, command = self._code(row)
            self._link.send(key, *command)

    def rest(self, room: str) -> None:
        """Strike a room out where only those are that somebody owns, once nobody does: its next owner names it."""
        self._strike(room, [keys.OPEN, keys.LIVE])

    def gone(self, row: RoomRow) -> None:
        """Strike a room out everywhere."""
        self._disclaim(row)
        everywhere = [keys.OPEN, keys.LIVE, keys.FAULTED, keys.owned(row.owner), *map(keys.sitting, _sitting(row))]
        self._strike(row.id, everywhere)

    def _disclaim(self, row: RoomRow) -> None:
        key = keys.code(row.code)
        self._link.send(key, *scripts.DISCLAIM((key,), row.id))

    def _strike(self, room: str, unfit: Sequence[str]) -> None:
        for key in unfit:
            self._link.send(key, "ZREM", key, room)

    async def give(self, room: str, worker: str) -> None:
        """Name a room among those that a worker may own."""
        key = keys.owned(worker)
        await self._link.call(key, "ZADD", key, self._clock(), room)

    def take(self, room: str, worker: str) -> None:
        """Strike a room out from those of a worker that owns it no longer."""
        self._strike(room, [keys.owned(worker)])

    # --- reading ---

    async def rooms(self, key: str, fits: Verdict, most: int | None = None, *, latest: bool = False) -> list[RoomRow]:
        """The rooms of an index that fit, so many at most, in the index' order or, ``latest``, from its end."""
        found: list[RoomRow] = []
        start = 0
        while most is None or len(found) < most:
            names = await self._page(key, start, PAGE, latest=latest)
            unfit: list[Name] = []
            for name, row in zip(names, await self._rows(names), strict=True):
                if isinstance(row, Unreadable):
                    continue
                verdict = self._may_come(name) if row is None else fits(row)
                if verdict is False:
                    unfit.append(name)
                elif verdict and row is not None:
                    found.append(row)
            start += len(names) - await self._leave_out(key, unfit)
            if len(names) < PAGE:
                break
        return found[:most]

    async def owned_by(self, worker: str) -> tuple[str, ...]:
        """The rooms of a worker."""
        key, found = keys.owned(worker), list[str]()
        names = await self._page(key, 0, 0, latest=False)
        for start in range(0, len(names), PAGE):
            page = names[start : start + PAGE]
            owners = await together(self._owner(name.room) for name in page)
            found += [name.room for name, owner in zip(page, owners, strict=True) if owner == worker.encode()]
            others = [name for name, owner in zip(page, owners, strict=True) if owner != worker.encode()]
            await self._leave_out(key, [name for name in others if self._may_come(name) is False])
        return tuple(sorted(found))

    async def _page(self, key: str, start: int, size: int, *, latest: bool) -> list[Name]:
        options = ("REV", "WITHSCORES") if latest else ("WITHSCORES",)
        flat = await self._link.call(key, "ZRANGE", key, start, start + size - 1, *options)
        return [Name(room.decode(), score) for room, score in zip(flat[::2], flat[1::2], strict=True)]

    async def _rows(self, names: Sequence[Name]) -> list[RoomRow | Unreadable | None]:
        return await together(self._row(name.room) for name in names)

    async def _row(self, room: str) -> RoomRow | Unreadable | None:
        key, _ = keys.room(room)
        try:
            return to_row(room, await call_room(self._link, room, key, "HMGET", key, *FIELDS))
        except Unreadable as damage:
            return damage

    async def _owner(self, room: str) -> bytes | None:
        key, _ = keys.room(room)
        try:
            owner: bytes | None = await call_room(self._link, room, key, "HGET", key, "owner")
        except Unreadable:
            return None
        return owner

    def _may_come(self, name: Name) -> bool | None:
        """What to think of a name whose room does not fit: None while it may be about to."""
        return None if self._clock() - name.at < UNSURE_MS else False

    async def _leave_out(self, key: str, names: Sequence[Name]) -> int:
        """Strike names out, unless they were written anew meanwhile; how many are out."""
        return sum(
            await together(self._link.call(key, *scripts.STRIKE((key,), each.room, each.score)) for each in names)
        )


def _sitting(row: RoomRow) -> list[str]:
    return list(dict.fromkeys(seat.user for seat in row.seats.values() if seat.user and not seat.left))

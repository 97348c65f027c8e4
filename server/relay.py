"""Connections and rooms that are not at the same worker.

Every connection at a table has a `RoomLink`. If another worker owns the room, the link passes messages on to it, and on
the other side a `RemotePeer` stands for the connection.
"""

import asyncio
from collections.abc import Coroutine
from typing import assert_never

import structlog

from engine.model.errors import OtherVersion
from server import relayed
from server.inbox import Act, Attach, Detach, Done, NotHere, Sit, StandUp
from server.match import Services
from server.peer import Peer
from server.protocol.codec import CODECS
from server.protocol.errors import Refusal
from server.protocol.messages import MSGPACK, Resume, TableMessage, number_of
from server.relayed import Answer, Ask, Deliver, Gone, Heads, Knock, Pass, Reseat, Roll, Shut, Unseat
from server.remote import RemotePeer
from server.room import Room
from server.room_link import RoomLink
from server.rooms import DAMAGED, PARKED, Rooms
from server.store.base import Seat, StoreFailed, Unreadable
from server.store.fleet import Fleet

SILENT = 3
"""An owner has let so many rolls go unanswered: its rooms are looked for, and each second again."""


class Relay:
    """The links of this worker's connections to rooms elsewhere, and the remote peers of its own rooms."""

    def __init__(self, fleet: Fleet, rooms: Rooms, services: Services, tasks: asyncio.TaskGroup) -> None:
        self.worker = services.worker
        self.timers = services.timers
        self.metrics = services.metrics
        self.rooms = rooms
        self._fleet = fleet
        self._tasks = tasks
        self._links: dict[str, RoomLink] = {}
        """By connection, those whose room is elsewhere."""
        self._remote: dict[tuple[str, str], RemotePeer] = {}
        """By holder and connection."""
        self._asked: dict[int, asyncio.Future[Answer]] = {}
        self._questions = 0
        self.is_stopped = False
        """Whether the worker ends: nothing is begun any more."""
        self._paused = False
        self._spawned: dict[asyncio.Task[None], None] = {}
        self._silent: dict[str, int] = {}
        """By owner, how many rolls it has not answered; the last roll, which names nobody, has to be heard too."""
        self._log = structlog.get_logger("server.relay")

    def __len__(self) -> int:
        return len(self._links) + len(self._remote)

    @property
    def holders(self) -> tuple[str, ...]:
        """The workers whose connections play at rooms here."""
        return tuple(dict.fromkeys(holder for holder, _ in self._remote))

    # --- for links ---

    def attach(self, peer: Peer, room_id: str, resume: Resume | None = None) -> None:
        """Play a table from this connection, which watches none any more."""
        if peer.is_closing:
            return
        if peer.watching is not None:
            peer.watching.leave()
        if peer.link is not None:
            peer.link.gone()
        link = RoomLink(self, peer, room_id, resume)
        peer.link = link
        link.moved()

    def beside(self, work: Coroutine[object, object, None]) -> None:
        """Do it beside everything else. What fails is logged, and costs nothing but itself."""
        if self.is_stopped:
            work.close()
        else:
            _ = self.spawn(work)

    def spawn(self, work: Coroutine[object, object, None]) -> "asyncio.Task[None]":
        """The same, as a task."""
        task = self._tasks.create_task(self._guarded(work))
        self._spawned[task] = None
        task.add_done_callback(self._spawned.pop)
        task.add_done_callback(lambda _: work.close())  # who is cancelled before his turn has not begun it
        return task

    async def _guarded(self, work: Coroutine[object, object, None]) -> None:
        try:
            await work
        except StoreFailed as error:
            self._log.warning("store failed", error=str(error))
        except Exception:  # noqa: BLE001 - the edge of a task: logged in full
            self._log.exception("relay failed")

    def suspect(self, owner: str) -> None:
        """A worker does not hear: its process is gone. Everyone who plays at its rooms looks for them, too."""
        self.rooms.suspect(owner)
        if self._silent.get(owner, SILENT) < SILENT:
            self._silent[owner] = SILENT
            self._look_again(owner)

    async def tell(self, worker: str, message: relayed.Message) -> bool:
        return await self._fleet.tell(worker, relayed.encode(message))

    def post(self, worker: str, message: relayed.Message) -> None:
        self._fleet.post(worker, relayed.encode(message))

    def remember(self, link: RoomLink) -> None:
        """Its room is elsewhere."""
        self._links[link.peer.name] = link
        self._silent.setdefault(link.owner, 0)

    def forget(self, link: RoomLink) -> None:
        """Its room is here, or it is closed."""
        if self._links.get(link.peer.name) is link:
            del self._links[link.peer.name]

    # --- asking rooms for what is not a connection's business ---

    async def sit(self, room_id: str, seat: Seat) -> None:
        """Let a guest take the free seat of a room, wherever it is. Raises `Refusal` and `StoreFailed`."""
        await self._ask(room_id, seat, "")

    async def leave(self, room_id: str, user: str) -> None:
        """Let a guest stand up, wherever the room is. Raises `Refusal` and `StoreFailed`."""
        await self._ask(room_id, None, user)

    async def _ask(self, room_id: str, seat: Seat | None, user: str) -> None:
        until = asyncio.get_running_loop().time() + self.timers.drain
        while asyncio.get_running_loop().time() < until:
            try:
                found = await self.rooms.open(room_id)
                if found is None:
                    if seat is None:
                        return  # it is left for good
                    raise Refusal("unknown_table", "This table is no more.")
                if isinstance(found, Room):
                    await self._ask_here(found, seat, user)
                else:
                    await self._ask_there(found.owner, room_id, seat, user)
            except OtherVersion:
                raise Refusal("other_version", PARKED) from None
            except Unreadable:
                raise Refusal("unknown_table", DAMAGED) from None
            except NotHere:
                await asyncio.sleep(self.timers.quiet)
            else:
                return
        raise StoreFailed(f"room {room_id} is not to be found")

    async def _ask_here(self, room: Room, seat: Seat | None, user: str) -> None:
        """Raises `NotHere` if the room does not come to it in time: then it will not do it."""
        done: Done = asyncio.get_running_loop().create_future()
        room.post(StandUp(user, done) if seat is None else Sit(seat, done))
        try:
            async with asyncio.timeout(self.timers.ask):
                await done
        except TimeoutError:
            raise NotHere from None

    async def _ask_there(self, owner: str, room_id: str, seat: Seat | None, user: str) -> None:
        """Raises `NotHere` if there was no answer, or the room is not there."""
        self._questions += 1
        number = self._questions
        answered = self._asked[number] = asyncio.get_running_loop().create_future()
        try:
            if not await self.tell(owner, Ask(self.worker, number, room_id, seat, user)):
                self.suspect(owner)
                raise NotHere
            async with asyncio.timeout(self.timers.ask):
                answer = await answered
        except TimeoutError:
            raise NotHere from None
        finally:
            del self._asked[number]
        if answer.moved:
            raise NotHere
        if answer.code is not None:
            raise Refusal(answer.code, answer.why)

    # --- what other workers say ---

    def hear(self, message: relayed.Message) -> bool:
        """Do what another worker's message asks for; False for one that is not about connections."""
        match message:
            case Deliver() | Shut() | Unseat() | Reseat() | relayed.Moved():
                self._hear_owner(message)
            case Knock() | Pass() | Gone() | Roll() | Ask():
                self._hear_holder(message)
            case Heads():
                self._compare(message)
            case Answer():
                answered = self._asked.get(message.number)
                if answered is not None and not answered.done():
                    answered.set_result(message)
            case _:
                return False
        return True

    def _hear_owner(self, message: Deliver | Shut | Unseat | Reseat | relayed.Moved) -> None:
        link = self._links.get(message.peer)
        if link is None or link.room_id != message.room or link.is_over:
            return
        match message:
            case Deliver():
                link.deliver(message)
            case Shut():
                if message.epoch >= link.epoch:
                    link.peer.close(message.code, message.reason)
            case Unseat():
                self.forget(link)
                link.peer.unseat()
            case Reseat():
                link.reseat(message.to)
            case relayed.Moved():
                link.moved()
            case _:
                assert_never(message)

    def _hear_holder(self, message: Knock | Pass | Gone | Roll | Ask) -> None:
        match message:
            case Knock():
                self._let_in(message)
            case Pass():
                self._take(message)
            case Gone():
                self._drop((message.holder, message.peer))
            case Roll():
                self._call(message)
            case Ask():
                self.beside(self._answer(message))
            case _:
                assert_never(message)

    def _let_in(self, knock: Knock) -> None:
        """One connection of another worker is one remote peer, however often it knocks."""
        key = (knock.holder, knock.peer)
        peer = self._remote.get(key)
        if peer is None or peer.room != knock.room or peer.is_closing:
            self._drop(key)
            peer = self._remote[key] = RemotePeer(self._fleet, knock)
        peer.count = 0
        room = self.rooms.running(knock.room)
        if room is not None:
            room.post(Attach(peer, knock.resume))
        else:
            self.beside(self._open_for(peer, knock))

    async def _open_for(self, peer: RemotePeer, knock: Knock) -> None:
        room = None
        try:
            room = await self.rooms.open(knock.room)
        except (OtherVersion, StoreFailed) as why:  # whoever knocks looks again, and hears it at the source
            self._log.info("asked for a room that is not here", room=knock.room, why=str(why))
        if isinstance(room, Room):
            room.post(Attach(peer, knock.resume))
        else:
            self._remote.pop((peer.worker, peer.name), None)
            peer.moved()

    def _take(self, message: Pass) -> None:
        peer = self._remote.get((message.holder, message.peer))
        room = self.rooms.running(message.room)
        if peer is None or peer.room != message.room or room is None:
            self.post(message.holder, relayed.Moved(message.peer, message.room))
            return
        try:
            decoded = CODECS[MSGPACK].from_client(message.frame)
            if not isinstance(decoded, TableMessage):  # its holder is of another version
                raise Refusal("unknown_message", "This table cannot do that yet; try again later.", number_of(decoded))
            room.post(Act(peer, decoded, message.lag))
        except Refusal as refusal:
            peer.send(refusal.message())

    def _drop(self, key: tuple[str, str]) -> None:
        peer = self._remote.pop(key, None)
        if peer is not None:
            peer.is_closing = True
            room = self.rooms.running(peer.room)
            if room is not None:
                room.post(Detach(peer))

    def _call(self, roll: Roll) -> None:
        """Whoever is not named is gone; whoever is not known here has to look for its room again."""
        heads: dict[str, int] = {}
        for name, room_id in roll.peers.items():
            peer = self._remote.get((roll.holder, name))
            if peer is None or peer.room != room_id:
                self.post(roll.holder, relayed.Moved(name, room_id))
            else:
                peer.remind()
                heads[name] = peer.count
        for key in [key for key in self._remote if key[0] == roll.holder and key[1] not in roll.peers]:
            self._drop(key)
        self.post(roll.holder, Heads(self.worker, heads))

    async def _answer(self, ask: Ask) -> None:
        answer = Answer(ask.number, None, "", moved=True)
        try:
            room = await self.rooms.open(ask.room)
            if isinstance(room, Room):
                await self._ask_here(room, ask.seat, ask.user)
                answer = Answer(ask.number, None, "")
        except Refusal as refusal:
            answer = Answer(ask.number, refusal.code, refusal.why)
        except OtherVersion:
            answer = Answer(ask.number, "other_version", PARKED)
        except Unreadable:
            answer = Answer(ask.number, "unknown_table", DAMAGED)
        except NotHere:
            pass
        self.post(ask.asker, answer)

    # --- finding out what was lost ---

    async def run(self) -> None:
        """Call the roll for ever."""
        while True:
            self._roll()
            await asyncio.sleep(self.timers.roll)

    def _roll(self) -> None:
        by_owner: dict[str, dict[str, str]] = {owner: {} for owner in self._silent}
        for name, link in self._links.items():
            by_owner.setdefault(link.owner, {})[name] = link.room_id
        for owner, peers in by_owner.items():
            silent = self._silent[owner] = self._silent.get(owner, 0) + 1
            if silent >= SILENT and not peers:
                del self._silent[owner]
                continue
            if silent >= SILENT:
                self._look_again(owner)
            self.post(owner, Roll(self.worker, peers))

    def _look_again(self, owner: str) -> None:
        for link in [link for link in self._links.values() if link.owner == owner]:
            link.moved()

    def _compare(self, heads: Heads) -> None:
        if any(link.owner == heads.owner for link in self._links.values()):
            self._silent[heads.owner] = 0
        else:
            self._silent.pop(heads.owner, None)
        for name, count in heads.peers.items():
            link = self._links.get(name)
            if link is not None and link.owner == heads.owner:
                link.stands(count)

    def died(self, worker: str) -> None:
        """A worker is dead: so are its connections, and its rooms are elsewhere."""
        for key in [key for key in self._remote if key[0] == worker]:
            self._drop(key)
        self._look_again(worker)

    def left(self, room: Room) -> None:
        """A room does not run here any more: nobody is at it."""
        for key in [key for key, peer in self._remote.items() if peer.room == room.id]:
            del self._remote[key]

    def stop(self) -> None:
        """End every task, and begin none any more."""
        self.is_stopped = True
        for task in list(self._spawned):
            task.cancel()

    def pause(self, on: bool) -> None:
        """The store is away: no room elsewhere can be heard from, or can be again."""
        if on or self._paused:  # each time that it is away: whoever was heard meanwhile goes on already
            self._paused = on
            for link in self._links.values():
                if not link.is_seeking:
                    link.pause(on)

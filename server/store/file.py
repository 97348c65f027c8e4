"""The file of the embedded store: its tables and their versions, and one transaction for each turn of the loop.

`WAL` with ``synchronous=NORMAL``: what was committed survives the death of the process at any instant; a power cut may
cost the last moments, unless ``synchronous`` is ``FULL``. The file is locked for this process alone, and nobody but its
owner may read it.
"""

import asyncio
import secrets
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

from engine.model.errors import OtherVersion
from server.store.base import Behind, Fenced, StoreFailed
from server.store.private import make_file, make_folder, tighten_file

T = TypeVar("T")

VERSION: Final = 4
"""Of the tables below. A file of an earlier version is brought up to this one, step by step, when it is opened."""

SCHEMA: Final = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE rooms (
    id TEXT PRIMARY KEY, log TEXT NOT NULL, code TEXT NOT NULL, state TEXT NOT NULL, seats BLOB NOT NULL,
    epoch INTEGER NOT NULL, created INTEGER NOT NULL, touched INTEGER NOT NULL, pin TEXT NOT NULL DEFAULT '',
    owner TEXT NOT NULL DEFAULT '', seq INTEGER NOT NULL DEFAULT 0, open INTEGER NOT NULL DEFAULT 0,
    fault INTEGER NOT NULL DEFAULT 0, time TEXT NOT NULL DEFAULT 'none'
) WITHOUT ROWID;
CREATE UNIQUE INDEX rooms_by_code ON rooms (code) WHERE state <> 'ended' AND code <> '';
CREATE INDEX rooms_by_age ON rooms (touched) WHERE state <> 'playing';
CREATE INDEX rooms_by_owner ON rooms (owner) WHERE owner <> '';
CREATE INDEX rooms_listed ON rooms (state, created) WHERE state <> 'ended';
CREATE INDEX rooms_faulted ON rooms (id) WHERE fault;
CREATE TABLE records (
    room TEXT NOT NULL, seq INTEGER NOT NULL, epoch INTEGER NOT NULL, body BLOB NOT NULL, at INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (room, seq)
) WITHOUT ROWID;
CREATE TABLE saves (room TEXT PRIMARY KEY, seq INTEGER NOT NULL, body BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE sitting (user TEXT NOT NULL, room TEXT NOT NULL, PRIMARY KEY (user, room)) WITHOUT ROWID;
CREATE INDEX sitting_by_room ON sitting (room);
CREATE TABLE tickets (id TEXT PRIMARY KEY, body BLOB NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX tickets_by_end ON tickets (expires);
"""

STEPS: Final = {
    1: "ALTER TABLE rooms ADD COLUMN pin TEXT NOT NULL DEFAULT ''",
    2: """
ALTER TABLE rooms ADD COLUMN owner TEXT NOT NULL DEFAULT '';
ALTER TABLE rooms ADD COLUMN seq INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rooms ADD COLUMN open INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rooms ADD COLUMN fault INTEGER NOT NULL DEFAULT 0;
UPDATE rooms SET seq = (SELECT coalesce(max(seq), 0) FROM records WHERE room = rooms.id);
DROP INDEX rooms_by_code;
CREATE UNIQUE INDEX rooms_by_code ON rooms (code) WHERE state <> 'ended' AND code <> '';
CREATE INDEX rooms_by_owner ON rooms (owner) WHERE owner <> '';
CREATE INDEX rooms_listed ON rooms (state, created) WHERE state <> 'ended';
CREATE INDEX rooms_faulted ON rooms (id) WHERE fault;
DELETE FROM meta WHERE key = 'epoch';
""",
    3: """
ALTER TABLE rooms ADD COLUMN time TEXT NOT NULL DEFAULT 'none';
ALTER TABLE records ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
""",
}
"""What leads from a version to the next. Matches of before the second have no pin: their saves have an older format;
those of before the third belong to nobody, so that whoever is asked for them takes them. Records of before the fourth
have no time."""

_STATES: Final = (sqlite3.OperationalError, sqlite3.InternalError)
"""What SQLite raises when the file, or the disk under it, is in a bad state; so is a plain `sqlite3.DatabaseError`."""

_REFUSED: Final[tuple[type[Exception], ...]] = (Fenced, Behind, OtherVersion, StoreFailed)
"""What work raises before it writes anything, so that the rest of its transaction goes on."""


def _is_state(error: sqlite3.Error) -> bool:
    """Whether this is the store's own trouble; all else is a mistake of ours."""
    return isinstance(error, _STATES) or type(error) is sqlite3.DatabaseError


class _Mistaken(Exception):
    """Some work of a transaction has a bug; nothing of the transaction was kept."""

    def __init__(self, work: "_Work", bug: Exception) -> None:
        super().__init__(repr(bug))
        self.work = work
        self.bug = bug


class _Work:
    """One thing to do in the next transaction, who waits for it, and what follows once it is committed."""

    __slots__ = ("act", "done", "then")

    def __init__(
        self, act: Callable[[sqlite3.Connection], Any], done: asyncio.Future[Any], then: Callable[[], None] | None
    ) -> None:
        self.act = act
        self.done = done
        self.then = then


class File:
    """The open file; every method but `close` raises `StoreFailed` if it cannot do its work now.

    Whatever else comes out of it is a bug of ours.
    """

    def __init__(self, path: Path, synchronous: str) -> None:
        self.path = path
        self._synchronous = synchronous
        self._batch: list[_Work] = []
        self._db: sqlite3.Connection | None = None
        self._failed = False
        """Whether the last transaction failed."""

    # --- opening and closing ---

    def open(self) -> None:
        """Open the file, making or bringing up its tables if need be."""
        try:
            make_folder(self.path.parent)
            make_file(self.path)
            for beside in ("-wal", "-shm"):  # those made from now on are as private as the file
                tighten_file(self.path.with_name(self.path.name + beside))
            self._db = sqlite3.connect(self.path, timeout=1.0, isolation_level=None)
            self._prepare(self._db)
        except (OSError, sqlite3.Error) as error:
            self._disconnect()
            if "locked" in str(error):
                raise StoreFailed(
                    f"{self.path} is in use by another Paltable, which has to be stopped first."
                ) from error
            raise StoreFailed(f"{self.path} cannot be opened: {error}.") from error

    def _prepare(self, db: sqlite3.Connection) -> None:
        db.execute("PRAGMA locking_mode=EXCLUSIVE")
        db.execute("PRAGMA journal_mode=WAL")
        db.execute(f"PRAGMA synchronous={self._synchronous}")
        db.execute("BEGIN IMMEDIATE")
        found = int(db.execute("PRAGMA user_version").fetchone()[0])
        if not 0 <= found <= VERSION:
            raise sqlite3.DatabaseError(f"it was written by another version ({found}, this one writes {VERSION})")
        if found == 0:
            _execute_all(db, SCHEMA)
            db.execute("INSERT INTO meta VALUES ('key', ?)", (secrets.token_bytes(32),))
        for version in range(found or VERSION, VERSION):
            _execute_all(db, STEPS[version])
        db.execute(f"PRAGMA user_version={VERSION}")
        db.execute("COMMIT")

    def close(self) -> None:
        """Write what waits to be written, and close the file."""
        if self._batch:
            self._flush()
        self._disconnect()

    def _disconnect(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    def check(self) -> None:
        """Read; and, after a failure, write: a full or read-only disk can still be read."""
        self.rows("SELECT 1")
        if self._failed:
            self.rows("UPDATE meta SET value=value WHERE key='key'")
            self._failed = False

    # --- reading and writing ---

    @property
    def db(self) -> sqlite3.Connection:
        """The connection, while the file is open."""
        if self._db is None:
            raise StoreFailed("the store is closed")
        return self._db

    def read(self, act: Callable[[sqlite3.Connection], T]) -> T:
        """Do at once what only reads."""
        try:
            return act(self.db)
        except sqlite3.Error as error:
            if not _is_state(error):
                raise
            raise StoreFailed(str(error)) from error

    def rows(self, statement: str, *values: object) -> list[Any]:
        """All rows of a statement, carried out at once."""
        return self.read(lambda db: db.execute(statement, values).fetchall())

    def write(
        self, act: Callable[[sqlite3.Connection], T], then: Callable[[], None] | None = None
    ) -> asyncio.Future[T]:
        """Do it in this turn's transaction; when that is committed ``then`` is called, and the future is done.

        What ``act`` refuses with one of the store's exceptions, before it has written anything, fails it alone.
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        if not self._batch:
            loop.call_soon(self._flush)
        self._batch.append(_Work(act, done, then))
        return done

    def _flush(self) -> None:
        """Do what waits in one transaction. Work that has a bug fails alone, and the rest is done without it."""
        batch, self._batch = self._batch, []
        while batch:
            try:
                outcomes = self._commit(batch)
            except _Mistaken as mistaken:
                batch.remove(mistaken.work)
                _fail(mistaken.work, mistaken.bug)
            except (sqlite3.Error, StoreFailed) as error:
                self._failed = True
                for work in batch:
                    _fail(work, StoreFailed(str(error)))
                return
            else:
                self._failed = False
                for work, outcome in zip(batch, outcomes, strict=True):
                    _finish(work, outcome)
                return

    def _commit(self, batch: list[_Work]) -> list[object]:
        db = self.db
        db.execute("BEGIN IMMEDIATE")
        try:
            outcomes = [_act(work, db) for work in batch]
            db.execute("COMMIT")
        except Exception:  # whatever it is: a transaction that stays open would fail everyone after it
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise
        return outcomes


def _act(work: _Work, db: sqlite3.Connection) -> object:
    """What comes of it, which may be a refusal. Raises ``sqlite3.Error`` for the store's state, and `_Mistaken`."""
    try:
        return work.act(db)
    except _REFUSED as refused:
        return refused
    except Exception as error:
        if isinstance(error, sqlite3.Error) and _is_state(error):
            raise
        raise _Mistaken(work, error) from error


def _execute_all(db: sqlite3.Connection, statements: str) -> None:
    for statement in statements.split(";"):
        db.execute(statement)


def _fail(work: _Work, error: Exception) -> None:
    if not work.done.done():
        work.done.set_exception(error)


def _finish(work: _Work, outcome: object) -> None:
    refused = isinstance(outcome, _REFUSED)
    if work.then is not None and not refused:
        work.then()
    if work.done.done():
        return
    if isinstance(outcome, _REFUSED):
        work.done.set_exception(outcome)
    else:
        work.done.set_result(outcome)

"""A server that cannot begin says why, claims nothing, and leaves nothing open."""

import asyncio

import pytest

from server.app import Server, _Process, running
from server.listening import listen
from server.settings import Settings
from server.store.base import StoreFailed
from server.store.local import LocalFleet
from server.store.sqlite import SqliteStore
from tests.server.bots import BOTS

pytestmark = pytest.mark.usefixtures("plain_logs")


async def fails(*arguments: object) -> None:
    raise StoreFailed("it is away")


def is_open(server: Server) -> bool:
    store = server.worker.store
    assert isinstance(store, SqliteStore)
    return store.file._db is not None


async def test_a_state_that_is_in_use_keeps_a_server_from_running(settings: Settings) -> None:
    first = Server(settings, BOTS)
    await first.open()
    async with asyncio.timeout(20):
        with pytest.raises(StoreFailed, match="in use by another Paltable"):
            async with running(settings, BOTS):
                raise AssertionError("it does not run")
    await first.worker.close()


async def test_a_server_whose_worker_cannot_begin_says_why_and_never_that_it_is_ready(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LocalFleet, "beat", fails)
    server, ready = Server(settings, BOTS), list[str]()
    with listen("127.0.0.1", 0) as listener:
        process = _Process(server, lambda: ready.append("ready"))
        with pytest.raises(StoreFailed, match="it is away"):
            await process._serve(sockets=[listener])
    assert ready == []
    assert not is_open(server)


@pytest.mark.parametrize(("part", "verb"), [(LocalFleet, "open"), (SqliteStore, "signing_key")])
async def test_a_server_that_can_be_opened_in_part_alone_is_not_open(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, part: type[object], verb: str
) -> None:
    server = Server(settings, BOTS)
    with monkeypatch.context() as broken:
        broken.setattr(part, verb, fails)
        with pytest.raises(StoreFailed, match="it is away"):
            await server.open()
        assert not is_open(server)
    await server.open()
    await server.worker.close()

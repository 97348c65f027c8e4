"""What a worker tells of itself: figures for monitoring, and whether it wants anybody new."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

import httpx
import pytest
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

from server import VERSION
from server.app import Server, _Process, running
from server.listening import address, listen, port_of, reserve
from server.metrics import CONTENT_TYPE, Counter, Gauge, Histogram, Metrics
from server.protocol.messages import Presence, Resync
from server.settings import Settings
from tests.server.bots import BOTS
from tests.server.player import Closed, Player, seat_two


def families(exposition: str) -> dict[str, Metric]:
    """The figures as Prometheus reads them."""
    return {family.name: family for family in text_string_to_metric_families(exposition)}


def told(metrics: Metrics) -> dict[str, Metric]:
    return families(metrics.exposition().decode())


@asynccontextmanager
async def application(settings: Settings) -> AsyncIterator[tuple[Server, httpx.AsyncClient]]:
    """A server without sockets, and somebody who asks it."""
    server = Server(settings, BOTS)
    transport = httpx.ASGITransport(app=server.app, client=("10.1.1.1", 1234))
    async with (
        server.app.router.lifespan_context(server.app),
        httpx.AsyncClient(transport=transport, base_url="http://test") as http,
    ):
        yield server, http


# --- figures ----------------------------------------------------------------------------------------------------------


def test_every_figure_is_exposed_under_its_name_with_a_sentence() -> None:
    metrics = Metrics("w1", "rules 1")
    exposed = told(metrics)
    for name, figure in vars(metrics).items():
        if isinstance(figure, Counter | Gauge | Histogram):
            assert exposed[f"paltable_{name}"].documentation == figure.about
            assert figure.about.endswith(".")
    (worker,) = exposed["paltable_worker_info"].samples
    assert {"worker": "w1", "pin": "rules 1", "version": VERSION}.items() <= worker.labels.items()
    assert "process_cpu_seconds" in exposed


def test_what_is_counted_and_set_is_told_and_of_one_worker_alone() -> None:
    metrics, other = Metrics(), Metrics()
    metrics.decisions.inc()
    metrics.decisions.inc(2)
    metrics.evidence.set(4)
    rooms = ["r1", "r2"]
    metrics.rooms.read = lambda: len(rooms)
    rooms.append("r3")
    values = {
        name: told(metrics)[name].samples[0].value
        for name in ("paltable_decisions", "paltable_evidence", "paltable_rooms")
    }
    assert values == {"paltable_decisions": 3, "paltable_evidence": 4, "paltable_rooms": 3}
    assert told(other)["paltable_decisions"].samples[0].value == 0


def test_a_duration_counts_in_its_class_and_in_all_above_it() -> None:
    metrics = Metrics()
    for seconds in (0.001, 0.0011, 0.3, 70.0):
        metrics.append_seconds.observe(seconds)
    samples = told(metrics)["paltable_append_seconds"].samples
    below = {sample.labels["le"]: sample.value for sample in samples if sample.name.endswith("_bucket")}
    assert (below["0.0005"], below["0.001"], below["0.002"], below["0.2"], below["0.5"]) == (0, 1, 2, 2, 3)
    assert (below["5.0"], below["+Inf"]) == (3, 4)
    rest = {sample.name: sample.value for sample in samples if not sample.labels}
    assert rest["paltable_append_seconds_count"] == 4
    assert rest["paltable_append_seconds_sum"] == pytest.approx(70.3021)


async def test_a_loop_that_is_held_up_is_seen_to_be_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.metrics.LAG_EVERY", 0.01)
    metrics = Metrics()
    watching = asyncio.create_task(metrics.watch_lag())
    await asyncio.sleep(0)
    time.sleep(0.08)  # noqa: ASYNC251 - the loop is what is held up
    await asyncio.wait({watching}, timeout=0.001)  # its turn is long over
    watching.cancel()
    assert metrics.lag_seconds.sum >= 0.07


async def test_whoever_reads_too_slowly_is_counted_and_others_are_not(settings: Settings) -> None:
    generous = replace(settings, messages_burst=1e9, write_seconds=0.05)
    async with running(generous, BOTS) as url, httpx.AsyncClient(base_url=url) as http:
        ann, ben = await Player(url, "Ann").arrive(), Player(url, "Ben")
        ben.receive_buffer = 4096  # else it takes 37 MB until anyone notices
        await seat_two(ann, await ben.arrive())
        assert ben.socket is not None
        ben.socket.transport.pause_reading()
        flood = asyncio.create_task(_ask_without_end(ben))
        await ann.wait(Presence, lambda presence: not presence.online)
        ben.socket.transport.abort()
        await flood
        await ann.leave()
        exposed = families((await http.get("/metrics")).text)
    assert exposed["paltable_overflows"].samples[0].value == 1


async def _ask_without_end(player: Player) -> None:
    with suppress(Closed):
        while True:
            await player.send(Resync())
            await asyncio.sleep(0)


# --- where they are asked for -----------------------------------------------------------------------------------------


async def test_a_server_without_a_port_of_its_own_for_that_tells_its_figures_on_the_common_one(
    settings: Settings,
) -> None:
    async with application(settings) as (server, http):
        server.worker.metrics.decisions.inc(7)
        answer = await http.get("/metrics")
    assert answer.headers["content-type"] == CONTENT_TYPE
    exposed = families(answer.text)
    assert exposed["paltable_decisions"].samples[0].value == 7
    assert exposed["paltable_worker_info"].samples[0].labels["worker"] == server.worker.name


async def test_with_a_port_of_its_own_the_figures_are_there_and_nowhere_else(settings: Settings) -> None:
    with listen("127.0.0.1", 0) as own:
        async with running(replace(settings, worker_port=port_of(own)), BOTS) as url, httpx.AsyncClient() as http:
            for path in ("/metrics", "/metrics/", "//metrics", "/%6detrics", "/metrics?x", "/METRICS"):
                answer = await http.get(url + path)
                assert "paltable_decisions" not in answer.text, path
            assert (await http.get(f"{url}/metrics")).status_code == 404


# --- who wants nobody new ---------------------------------------------------------------------------------------------


async def test_a_worker_that_drains_says_so_and_is_alive(settings: Settings) -> None:
    async with application(settings) as (server, http):
        assert (await http.get("/readyz")).json() == {"status": "ready"}
        await server.worker.drain()
        ready, health = await http.get("/readyz"), await http.get("/healthz")
        assert (ready.status_code, ready.json()) == (503, {"status": "draining"})
        assert health.status_code == 200
        assert told(server.worker.metrics)["paltable_draining"].samples[0].value == 1


async def test_a_worker_that_shares_its_port_takes_nobody_more_while_it_drains_and_says_why_on_its_own(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with reserve("127.0.0.1", 0, shared=True) as common, listen("127.0.0.1", 0) as own:
        url, own_url = address(common), address(own)
        server = Server(replace(settings, worker_port=port_of(own)), BOTS)
        started, handed_over = asyncio.Event(), asyncio.Event()

        async def drain() -> None:
            server.worker.draining = True
            await handed_over.wait()

        monkeypatch.setattr(server.worker, "drain", drain)
        process = _Process(server, started.set, shared=True)
        serving = asyncio.create_task(process._serve(sockets=[common, own]))
        await started.wait()
        async with httpx.AsyncClient() as http:
            assert (await http.get(f"{url}/healthz")).status_code == 200
        process.drain()
        async with httpx.AsyncClient() as http:
            ready = await http.get(f"{own_url}/readyz")
            assert (ready.status_code, ready.json()) == (503, {"status": "draining"})
            with pytest.raises(httpx.ConnectError):
                await http.get(f"{url}/healthz")
        handed_over.set()
        await serving


async def test_a_worker_that_is_told_to_stop_before_it_serves_stops(settings: Settings) -> None:
    with reserve("127.0.0.1", 0, shared=True) as common:
        process = _Process(Server(settings, BOTS), lambda: None, shared=True)
        serving = asyncio.create_task(process._serve(sockets=[common]))
        while process._loop is None:  # noqa: ASYNC110 - nobody there could set an event
            await asyncio.sleep(0)
        assert not process.started
        process.handle_exit(signal.SIGTERM, None)
        async with asyncio.timeout(20):
            await serving


async def test_a_worker_that_does_not_hear_the_others_says_so(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with application(settings) as (server, http):
        monkeypatch.setattr(server.worker.fleet, "is_deaf", lambda: True)
        ready = await http.get("/readyz")
    assert (ready.status_code, ready.json()) == (503, {"status": "deaf to other workers"})


# --- for whom a proxy asks --------------------------------------------------------------------------------------------


async def ask(url: str, forwarded: str) -> httpx.Response:
    async with httpx.AsyncClient(base_url=url) as http:
        return await http.post("/api/guest", headers={"x-forwarded-for": forwarded, "x-forwarded-proto": "https"})


async def test_a_trusted_proxy_says_for_whom_it_asks_and_how(settings: Settings) -> None:
    strict = replace(settings, guests_per_minute=1.0, proxies=("127.0.0.0/8",))
    async with running(strict, BOTS) as url:
        answers = [await ask(url, address) for address in ("10.0.0.1", "10.0.0.2", "10.0.0.1", "6.6.6.6, 10.0.0.2")]
    assert [answer.status_code for answer in answers] == [200, 200, 429, 429]
    assert "secure" in answers[0].headers["set-cookie"].lower()


async def test_nobody_else_is_believed(settings: Settings) -> None:
    async with running(replace(settings, guests_per_minute=1.0, proxies=("10.0.0.0/8",)), BOTS) as url:
        answers = [await ask(url, address) for address in ("10.0.0.1", "10.0.0.2")]
    assert [answer.status_code for answer in answers] == [200, 429]
    assert "secure" not in answers[0].headers["set-cookie"].lower()

"""``paltable serve``: one process, or several workers of one server behind one port."""

import asyncio
import os
import socket
import sys
from pathlib import Path
from typing import Annotated, Final

import typer

from clients.bots import BOTS
from clients.cli.console import BAD_INPUT, fail, out
from server import log
from server.app import serve
from server.listening import MAY_SHARE, CannotListen, address, listen, port_of, reserve
from server.settings import PREFIX, InvalidSetting, Settings
from server.store.base import StoreFailed
from server.supervisor import Plan, Supervisor

StateDir = Annotated[
    Path | None,
    typer.Option(envvar="PALTABLE_STATE_DIR", help="Where Paltable keeps its state.", file_okay=False),
]

NOT_HERE: Final = (
    "Several workers behind one port need Linux. Here, start each with a --port of its own and the same --redis-url, "
    "behind a proxy."
)


def serve_command(
    host: Annotated[
        str | None,
        typer.Option(
            envvar="PALTABLE_HOST", help="The address to listen on, 127.0.0.1 if not given; 0.0.0.0 for everyone."
        ),
    ] = None,
    port: Annotated[
        int | None, typer.Option(envvar="PALTABLE_PORT", help="The port, 8000 if not given; 0 for any free one.")
    ] = None,
    state_dir: StateDir = None,
    redis_url: Annotated[
        str | None,
        typer.Option(envvar="PALTABLE_REDIS_URL", help="Keep matches in this Redis, which many workers may share."),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(envvar="PALTABLE_WORKERS", help="So many processes serve the port; needs --redis-url.")
    ] = None,
    worker_port: Annotated[
        int | None,
        typer.Option(
            envvar="PALTABLE_WORKER_PORT",
            help="Each worker has a port of its own too, from this one on; /metrics is there and nowhere else.",
        ),
    ] = None,
) -> None:
    """Serve the table: the page, the lobby, and every match. Ctrl-C stops it; no match is lost by that.

    With several workers, the signal HUP replaces them one after another. Everything else is set in the environment,
    such as PALTABLE_LOG_LEVEL; all names are in server/settings.py.
    """
    given = {
        "host": host, "port": port, "state_dir": state_dir, "redis_url": redis_url, "workers": workers,
        "worker_port": worker_port,
    }  # fmt: skip
    try:
        chosen = {name: value for name, value in given.items() if value is not None}
        settings = Settings.from_environment(os.environ, **chosen)
    except InvalidSetting as error:
        fail(str(error), BAD_INPUT)
    if settings.workers > 1 and not MAY_SHARE:
        fail(NOT_HERE, BAD_INPUT)
    try:
        if settings.workers > 1:
            raise typer.Exit(_supervise(settings))
        serve(settings, BOTS, lambda url: out.print(f"Paltable is at {url} (Ctrl-C stops it)", soft_wrap=True))
    except CannotListen as error:
        fail(f"{error} If another program uses that port, choose another one with --port (make play: with PORT=).")
    except StoreFailed as error:
        fail(f"{error} {_where_state_is(settings)}")


def _where_state_is(settings: Settings) -> str:
    if settings.redis_url:
        return "The state is kept in the Redis that --redis-url or PALTABLE_REDIS_URL names."
    return f"The state is kept in {settings.state_dir}; choose another folder with --state-dir."


def _supervise(settings: Settings) -> int:
    """Serve with several workers; the exit code. Raises `CannotListen`."""
    log.configure(settings.log_level, as_json=settings.log_format == "json")
    with _hold(settings.host, settings.port) as held:
        for index in range(settings.workers if settings.worker_port else 0):
            _hold(settings.worker_host, settings.worker_port + index).close()
        plan = Plan(
            command=(sys.executable, "-m", "clients.cli.worker"),
            environments=[_environment(settings, port_of(held), index) for index in range(settings.workers)],
            stop_seconds=settings.stop_seconds,
        )
        told = f"Paltable is at {address(held)} ({settings.workers} workers; Ctrl-C stops them)"
        return asyncio.run(Supervisor(plan).run(lambda: out.print(told, soft_wrap=True)))


def _hold(host: str, port: int) -> socket.socket:
    """Hold an address for the workers. Raises `CannotListen` if another program, or another server, has it."""
    with listen(host, port) as alone:
        port = port_of(alone)
    return reserve(host, port, shared=True)


def _environment(settings: Settings, port: int, index: int) -> dict[str, str]:
    """What the worker with this index is told beside the supervisor's own environment."""
    given = {
        "host": settings.host, "port": port, "state_dir": settings.state_dir, "redis_url": settings.redis_url,
        "workers": 1, "worker_port": settings.worker_port + index if settings.worker_port else 0,
    }  # fmt: skip
    return {f"{PREFIX}{name.upper()}": str(value) for name, value in given.items()}

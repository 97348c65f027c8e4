"""``paltable serve``: one process, or several workers of one server behind one port."""

import asyncio
import http.client
import json
import os
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Final

import typer

from clients.bots import HOUSE_BOTS
from clients.cli.console import BAD_INPUT, fail, out, say_warning, sentence
from clients.lessons import lessons
from clients.rulings import reels
from server import log
from server.app import serve
from server.listening import MAY_SHARE, CannotListen, address, hold, port_of
from server.settings import PREFIX, InvalidSetting, Settings, unknown_names
from server.store.base import StoreFailed
from server.supervisor import Plan, Supervisor

StateDir = Annotated[
    Path | None,
    typer.Option(envvar="PALTABLE_STATE_DIR", help="Where Paltable keeps its state.", file_okay=False),
]

ASK_SECONDS: Final = 2.0
"""How long what has the port may take to say what it is."""
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
    for name in unknown_names(os.environ):
        say_warning(f"{name} is no setting of this version, and does nothing. All names are in server/settings.py.")
    try:
        if settings.workers > 1:
            raise typer.Exit(_supervise(settings))
        serve(
            settings,
            HOUSE_BOTS,
            lambda url: out.print(f"Paltable is at {url} (Ctrl-C stops it)", soft_wrap=True),
            lessons=lessons(),
            rulings=reels,
        )
    except CannotListen as error:
        fail(f"{error} {_where_else(settings, error)}")
    except StoreFailed as error:
        fail(f"{sentence(str(error))} {_where_state_is(settings)}")


def _where_else(settings: Settings, error: CannotListen) -> str:
    """What to do about an address that cannot be served."""
    is_own = error.port != settings.port
    host, port = (f"{PREFIX}WORKER_HOST", f"--worker-port or {PREFIX}WORKER_PORT") if is_own else ("--host", "--port")
    if error.is_taken and not is_own and _is_paltable(error.host, error.port):
        return (
            f"Paltable is there already. To have another one, choose another port with {port} (make play: with PORT=)."
        )
    if error.is_taken:
        more = "" if is_own else " (make play: with PORT=)"
        return f"Another program uses this port: choose another one with {port}{more}."
    if error.is_forbidden:
        return f"Choose a port from 1024 on with {port}."
    return f"Choose an address of this machine with {host}: 127.0.0.1 for this machine alone, 0.0.0.0 for everyone."


def _is_paltable(host: str, port: int) -> bool:
    """Whether what serves this port says that it is Paltable."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    connection = http.client.HTTPConnection(host, port, timeout=ASK_SECONDS)
    try:
        connection.request("GET", "/healthz")
        answer = json.loads(connection.getresponse().read(1000))
    except (OSError, http.client.HTTPException, ValueError):
        return False
    finally:
        connection.close()
    return isinstance(answer, dict) and answer.get("server") == "paltable"


def _where_state_is(settings: Settings) -> str:
    if settings.redis_url:
        return "The state is kept in the Redis that --redis-url or PALTABLE_REDIS_URL names."
    return f"The state is kept in {settings.state_dir}; choose another folder with --state-dir."


def _supervise(settings: Settings) -> int:
    """Serve with several workers; the exit code. Raises `CannotListen`."""
    log.configure(settings.log_level, as_json=settings.log_format == "json")
    main = (settings.host, settings.port)
    indexes = range(settings.workers)
    own = [(settings.worker_host, settings.worker_port + index) for index in indexes if settings.worker_port]
    with ExitStack() as stack:
        places = [main, *own] if settings.port else [*own, main]  # any free port is none of the workers' own
        held = {place: stack.enter_context(hold(*place)) for place in places}
        plan = Plan(
            command=(sys.executable, "-m", "clients.cli.worker"),
            environments=[_environment(settings, port_of(held[main]), index) for index in indexes],
            stop_seconds=settings.stop_seconds,
        )
        told = f"Paltable is at {address(held[main])} ({settings.workers} workers; Ctrl-C stops them)"
        return asyncio.run(Supervisor(plan).run(lambda: out.print(told, soft_wrap=True)))


def _environment(settings: Settings, port: int, index: int) -> dict[str, str]:
    """What the worker with this index is told beside the supervisor's own environment."""
    given = {
        "host": settings.host, "port": port, "state_dir": settings.state_dir, "redis_url": settings.redis_url,
        "workers": 1, "worker_port": settings.worker_port + index if settings.worker_port else 0,
    }  # fmt: skip
    return {f"{PREFIX}{name.upper()}": str(value) for name, value in given.items()}

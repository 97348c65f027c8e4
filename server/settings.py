"""The server's settings: each has one name, here and in the environment (`PALTABLE_…`).

``host``, ``port``, ``state_dir``, ``redis_url``, ``workers`` and ``worker_port`` are options of ``paltable serve`` too.
"""

import math
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from ipaddress import ip_network
from pathlib import Path
from typing import Any

from server.controls import FAST, STANDARD, parse

PREFIX = "PALTABLE_"
ELSEWHERE = ("PALTABLE_URL", "PALTABLE_CHROMIUM", "PALTABLE_REDIS", "PALTABLE_HAPROXY")
"""Names in the environment that other commands read, and the tests."""
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


class InvalidSetting(Exception):
    """A setting has a value that it cannot have; the text says which and why."""


def default_state_dir(environ: Mapping[str, str], platform: str) -> Path:
    """Where the state of this user's programs lives on this platform."""
    home = Path(environ.get("HOME") or environ.get("USERPROFILE") or "~").expanduser()
    if platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Paltable"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "Paltable"
    return Path(environ.get("XDG_STATE_HOME") or home / ".local" / "state") / "paltable"


def _built_page() -> Path:
    return Path(__file__).resolve().parents[1] / "clients" / "web" / "dist"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that can be set; nothing has to be."""

    host: str = "127.0.0.1"
    port: int = 8000
    state_dir: Path = field(default_factory=lambda: default_state_dir(os.environ, sys.platform))
    web_dir: Path = field(default_factory=_built_page)
    """The built page."""
    synchronous: str = "NORMAL"
    """SQLite's ``synchronous``: NORMAL survives every death of the process, FULL a power cut too."""
    redis_url: str = ""
    """The store that several workers share (``redis://host:6379/0``); empty for the embedded one in ``state_dir``."""
    workers: int = 1
    """So many processes serve the port together; more than one need ``redis_url``."""
    worker_port: int = 0
    """A port for each worker alone, counted from this one: who has to ask a certain worker (a proxy, monitoring) asks
    there, and only there then is ``/metrics``. 0 for none."""
    worker_host: str = "127.0.0.1"
    """Where ``worker_port`` is listened on."""
    stop_seconds: float = 20.0
    """How long a worker may take to hand its tables over and stop before it is killed."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies that are believed when they say for whom they ask (``X-Forwarded-For``,
    ``X-Forwarded-Proto``)."""
    origins: tuple[str, ...] = ()
    """Further origins (``https://example.org``) whose pages may use this server."""
    max_sockets: int = 10_000
    """WebSockets of one worker; ``max_sockets_each`` of them for one address."""
    max_sockets_each: int = 1_000
    max_overlays: int = 500
    """Streams for overlays (`/overlay/ID/events`) of one worker; ``max_overlays_each`` of them for one address."""
    max_overlays_each: int = 10
    messages_per_second: float = 20.0
    """Messages that one socket may send in the long run; accepted decisions are free."""
    messages_burst: float = 60.0
    guests_per_minute: float = 600.0
    """New identities and tickets for one address in the long run, and at once."""
    hello_seconds: float = 5.0
    """How long a socket may stay silent before it says who it is."""
    request_seconds: float = 10.0
    """How long an HTTP request may take to arrive before its connection is given up."""
    write_seconds: float = 5.0
    """How long a socket may take for one frame before it is given up."""
    idle_seconds: float = 600.0
    """After how long a table at which nobody is connected is put away; it opens again when someone comes back."""
    standard_time: str = STANDARD
    """The time control of matches of the queue: seconds for the match, plus those for each decision, and (after the
    stroke) how long a question may take."""
    fast_time: str = FAST
    """The faster one, for tables that choose it."""
    log_level: str = "warning"
    """The least level that is logged: debug, info, warning, error or critical."""
    log_format: str = "text"
    """``text`` for people, ``json`` for machines."""
    keep_days: float = 30.0
    """How long finished tables are kept, and tables that never began."""

    @property
    def database(self) -> Path:
        """The embedded store's file."""
        return self.state_dir / "paltable.sqlite3"

    @classmethod
    def from_environment(cls, environ: Mapping[str, str], **given: Any) -> "Settings":
        """The settings of an environment, but for those that are ``given``. Raises `InvalidSetting`."""
        values: dict[str, Any] = {}
        for each in fields(cls):
            text = environ.get(PREFIX + each.name.upper())
            if text:
                values[each.name] = _parse(each.name, text)
        return check(replace(cls(), **{**values, **given}))


def unknown_names(environ: Mapping[str, str]) -> list[str]:
    """Names in an environment that look like settings and are none."""
    known = {PREFIX + each.name.upper() for each in fields(Settings)} | {*ELSEWHERE}
    return sorted(name for name in environ if name.startswith(PREFIX) and name not in known)


def _parse(name: str, text: str) -> object:
    kind = Settings.__annotations__[name]
    try:
        if kind is int:
            return int(text)
        if kind is float:
            return float(text)
    except ValueError:
        raise InvalidSetting(f"{PREFIX}{name.upper()} has to be a number, not {text!r}.") from None
    if kind is Path:
        return Path(text).expanduser()
    if kind == tuple[str, ...]:
        return tuple(part.strip().rstrip("/") for part in text.split(",") if part.strip())
    return text


def check(settings: Settings) -> Settings:
    """The same settings; raises `InvalidSetting` if a value cannot be."""
    if not 0 <= settings.port <= 65535:
        raise InvalidSetting(f"The port has to be between 0 and 65535, not {settings.port}.")
    for name in ("max_sockets", "max_sockets_each", "max_overlays", "max_overlays_each", "workers"):
        if getattr(settings, name) < 1:
            raise InvalidSetting(f"{PREFIX}{name.upper()} has to be at least 1, not {getattr(settings, name)}.")
    _check_fleet(settings)
    _check_times(settings)
    if settings.synchronous not in ("NORMAL", "FULL"):
        raise InvalidSetting(f"{PREFIX}SYNCHRONOUS has to be NORMAL or FULL, not {settings.synchronous!r}.")
    if settings.log_level.upper() not in LEVELS:
        raise InvalidSetting(f"{PREFIX}LOG_LEVEL has to be one of {', '.join(LEVELS)}, not {settings.log_level!r}.")
    if settings.log_format not in ("text", "json"):
        raise InvalidSetting(f"{PREFIX}LOG_FORMAT has to be text or json, not {settings.log_format!r}.")
    for each in fields(settings):
        value = getattr(settings, each.name)
        if isinstance(value, float) and not 0 < value < math.inf:
            raise InvalidSetting(f"{PREFIX}{each.name.upper()} has to be more than 0 and finite, not {value:g}.")
    return settings


def _check_times(settings: Settings) -> None:
    for name in ("standard_time", "fast_time"):
        try:
            parse(getattr(settings, name))
        except ValueError as error:
            raise InvalidSetting(f"{PREFIX}{name.upper()} {error}.") from None


def _check_fleet(settings: Settings) -> None:
    if settings.redis_url:
        from server.store.redis.address import parse  # only who needs Redis waits for its import

        try:
            parse(settings.redis_url)
        except ValueError as error:
            raise InvalidSetting(f"{error} It was given by --redis-url or {PREFIX}REDIS_URL.") from None
    if settings.workers > 1 and not settings.redis_url:
        raise InvalidSetting(
            f"{settings.workers} workers need a Redis that they share: name it with --redis-url or {PREFIX}REDIS_URL. "
            "The embedded store is for one process."
        )
    last = settings.worker_port + settings.workers - 1
    if settings.worker_port and not 0 < settings.worker_port <= last <= 65535:
        raise InvalidSetting(f"{PREFIX}WORKER_PORT has to leave room below 65536 for {settings.workers}.")
    if settings.worker_port and settings.worker_port <= settings.port <= last:
        raise InvalidSetting(f"{PREFIX}WORKER_PORT: the workers' own ports, up to {last}, hold {settings.port} too.")
    for proxy in settings.proxies:
        try:
            ip_network(proxy)
        except ValueError:
            raise InvalidSetting(
                f"{PREFIX}PROXIES has to list addresses or networks such as 10.0.0.0/8, not {proxy!r}."
            ) from None

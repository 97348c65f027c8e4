"""Where Redis is: the addresses that a person writes, taken apart."""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

Endpoint: TypeAlias = tuple[str, int] | str
"""A host with its port, or the path of a Unix socket."""

Kind: TypeAlias = Literal["one", "sentinel", "cluster"]

KINDS: Final[Mapping[str, Kind]] = {
    "redis": "one",
    "rediss": "one",
    "unix": "one",
    "redis+sentinel": "sentinel",
    "redis+cluster": "cluster",
}
OPTIONS: Final = ("db", "tls", "sentinel_user", "sentinel_password")


class Login(NamedTuple):
    """How one introduces oneself to a server."""

    user: str = ""
    password: str = ""
    db: int = 0
    tls: bool = False


class Address(NamedTuple):
    """A whole address."""

    kind: Kind
    endpoints: tuple[Endpoint, ...]
    """The server; or the Sentinels; or some nodes of the Cluster."""
    login: Login
    name: str = ""
    """What the Sentinels call the master."""
    sentinel: Login = Login()


def parse(url: str) -> Address:
    """Take an address apart.

    ``redis://user:password@host:6379/0`` is a server, ``rediss://`` one behind TLS, ``unix:///path?db=0`` one behind a
    socket; ``redis+sentinel://host:26379,host:26379/name?db=0`` is the master of this name, and
    ``redis+cluster://host:6379,host:6379`` a Cluster; both take ``tls=1``. Raises ``ValueError`` with a sentence.
    """
    parts = urlsplit(url)
    kind = KINDS.get(parts.scheme)
    if kind is None:
        raise ValueError(f"A Redis address begins with one of {', '.join(f'{scheme}://' for scheme in KINDS)}.")
    options = dict(parse_qsl(parts.query, keep_blank_values=True))
    if unknown := sorted(set(options) - set(OPTIONS)):
        raise ValueError(f"A Redis address has no option {unknown[0]!r}; it has {', '.join(OPTIONS)}.")
    login = Login(*_who(parts), _database(parts, kind, options), _is_tls(parts, options))
    endpoints: tuple[Endpoint, ...]
    if parts.scheme == "unix":
        endpoints = (unquote(parts.path),)
    else:
        endpoints = tuple(_endpoint(host, kind) for host in parts.netloc.rpartition("@")[2].split(","))
    if kind != "sentinel":
        return Address(kind, endpoints, login)
    name = unquote(parts.path.strip("/"))
    if not name:
        raise ValueError("The address of Sentinels ends with the name of the master: redis+sentinel://host:26379/name.")
    sentinel = Login(options.get("sentinel_user", ""), options.get("sentinel_password", ""), 0, login.tls)
    return Address(kind, endpoints, login, name, sentinel)


def _who(parts: SplitResult) -> tuple[str, str]:
    who, _, _ = parts.netloc.rpartition("@")
    user, _, password = who.partition(":")
    return unquote(user), unquote(password)


def _database(parts: SplitResult, kind: Kind, options: Mapping[str, str]) -> int:
    written = options.get("db", "")
    if kind == "one" and parts.scheme != "unix":
        written = parts.path.strip("/") or written
    if not written:
        return 0
    if not written.isdigit():
        raise ValueError(f"A Redis database is a number, not {written!r}.")
    if kind == "cluster" and int(written):
        raise ValueError("A Redis Cluster has no databases.")
    return int(written)


def _is_tls(parts: SplitResult, options: Mapping[str, str]) -> bool:
    return parts.scheme == "rediss" or options.get("tls", "0") not in ("", "0")


def _endpoint(written: str, kind: Kind) -> Endpoint:
    host, port = written, ""
    if written.startswith("["):
        host, _, port = written[1:].partition("]")
        port = port.removeprefix(":")
    elif ":" in written:
        host, _, port = written.rpartition(":")
    if port and not port.isdigit():
        raise ValueError(f"The port of a Redis address is a number, not {port!r}.")
    if port and not 0 < int(port) < 65536:
        raise ValueError(f"The port of a Redis address is between 1 and 65535, not {port}.")
    return host or "localhost", int(port or (26379 if kind == "sentinel" else 6379))


def shown(endpoint: Endpoint) -> str:
    """An endpoint as people write it."""
    return endpoint if isinstance(endpoint, str) else f"{endpoint[0]}:{endpoint[1]}"

"""The sockets that a process listens on, and how many files it may have open."""

import errno
import os
import socket
import sys

import structlog

if sys.platform != "win32":
    import resource

OTHER_FILES = 240
"""Open files besides the sockets that are allowed: the store, the page, and connections that are coming or going."""
BACKLOG = 2048
"""Connections that may wait to be taken."""

MAY_SHARE = sys.platform == "linux"
"""Whether several processes can listen on one port so that connections are spread evenly among them."""


class CannotListen(Exception):
    """The address cannot be served; the text says which and why."""

    def __init__(self, host: str, port: int, error: OSError) -> None:
        super().__init__(f"Cannot listen on {host} port {port}: {error.strerror or error}.")
        self.host = host
        self.port = port
        self.is_taken = error.errno == errno.EADDRINUSE
        self.is_forbidden = error.errno == errno.EACCES


def listen(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """A socket that listens there; with other processes if it is ``shared``. Raises `CannotListen`.

    The system gives each connection to one of those that share the port. A process that dies takes nothing with it but
    the connections that it had, or was about to take: they are reset at once, and come back to another one.
    """
    listener = reserve(host, port, shared=shared)
    try:
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise CannotListen(host, port, error) from error
    return listener


def reserve(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """A socket that holds the address, and hears nothing yet. Raises `CannotListen`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol has to be named: only then asyncio sets TCP_NODELAY, without which an answer may wait for 40 ms.
    holder = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name != "nt":
            holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared:
            assert sys.platform == "linux", "elsewhere all connections would go to one of those that share"
            holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        holder.bind((host, port))
    except OSError as error:
        holder.close()
        raise CannotListen(host, port, error) from error
    return holder


def hold(host: str, port: int) -> socket.socket:
    """A socket that holds the address for others that share it, while nobody listens there. Raises `CannotListen`.

    It is held first and then tried, so that it is given to nobody else in between.
    """
    holder = reserve(host, port, shared=True)
    try:
        listen(host, port_of(holder)).close()
    except CannotListen:
        holder.close()
        raise
    return holder


def port_of(listener: socket.socket) -> int:
    """The port of a socket that holds one."""
    port: int = listener.getsockname()[1]
    return port


def address(listener: socket.socket) -> str:
    """The address of a listening socket, as one types it into a browser."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def allow_sockets(number: int) -> None:
    """Raise this process's limit of open files for so many sockets, as far as it may: often it is 1,024 at first.

    Above the limit nobody is refused with a sentence: connections hang.
    """
    if sys.platform != "win32":
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = number + OTHER_FILES
        if soft != resource.RLIM_INFINITY and soft < wanted:
            most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            try:
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            except (OSError, ValueError) as error:  # some systems name no limit and have one all the same
                structlog.get_logger("server.listening").warning(
                    "open files stay limited", limit=soft, error=str(error)
                )

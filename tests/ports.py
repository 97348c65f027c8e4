"""Ports of loopback for the servers of tests."""

import socket
from contextlib import ExitStack, suppress

from server.listening import MAY_SHARE, port_of

LOOPBACK = "127.0.0.1"


def free_port(*above: int) -> int:
    """A port on which nobody listens, nor on those that are higher than it by these numbers.

    Where the system can, they are held until the tests end: nobody is given one of them for any free port, and whoever
    is told its number may listen there.
    """
    while True:
        with ExitStack() as held, suppress(OSError, OverflowError):
            holders = [held.enter_context(socket.socket()) for _ in (0, *above)]
            holders[0].bind((LOOPBACK, 0))
            port = port_of(holders[0])
            for holder, higher in zip(holders[1:], above, strict=True):
                holder.bind((LOOPBACK, port + higher))
            for holder in holders if MAY_SHARE else ():
                holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                holder.detach()
            return port

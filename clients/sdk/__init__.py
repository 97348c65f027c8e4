"""The Python SDK: a seat at a table, over the wire or in the same process.

::

    async with connect("http://127.0.0.1:8000", name="Lamball") as me:
        table = await me.create_table(opponent="bot", deck="trial-1")
        async for prompt in table:
            await table.decide(prompt.legal()[0])
        print(table.outcome)

A lost connection comes back by itself; nothing that was decided is lost or done twice.
"""

from clients.sdk.client import Client, DeckLike, connect, fresh_entropy
from clients.sdk.errors import CannotConnect, ConnectionLost, PaltableError, Refused, Replaced, UnknownIdentity
from clients.sdk.fetching import fetch_replay
from clients.sdk.in_process import InProcess, in_process
from clients.sdk.network import Network
from clients.sdk.prompt import Entry, Option, PlainPrompt
from clients.sdk.table import Table
from clients.sdk.transport import Transport
from engine.model.errors import Defect

__all__ = [
    "CannotConnect",
    "Client",
    "ConnectionLost",
    "DeckLike",
    "Defect",
    "Entry",
    "InProcess",
    "Network",
    "Option",
    "PaltableError",
    "PlainPrompt",
    "Refused",
    "Replaced",
    "Table",
    "Transport",
    "UnknownIdentity",
    "connect",
    "fetch_replay",
    "fresh_entropy",
    "in_process",
]

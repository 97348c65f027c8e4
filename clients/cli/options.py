"""What several commands take, and how a command runs that talks to a server."""

import asyncio
from collections.abc import Coroutine
from typing import Annotated, Any, TypeVar, get_args

import typer

from clients.bots import BOTS, HOUSE_BOTS
from clients.cli.console import INTERRUPTED, err, fail
from clients.sdk import Network, PaltableError, Refused
from server.protocol.messages import BOT_NAMES, TimeControlName

T = TypeVar("T")


def bot_name(name: str) -> str:
    """The name of a bot that there is."""
    if name not in BOTS:
        raise typer.BadParameter(f"There is no bot {name!r}. The bots are: {', '.join(BOTS)}.")
    return name


def url_of(url: str) -> str:
    """An address in its full form; empty for this process."""
    try:
        return Network(url).url if url else ""
    except ValueError as error:
        raise typer.BadParameter(f"{error}.") from error


def time_control(name: str) -> str:
    """The name of a time control that there is."""
    known = get_args(TimeControlName)
    if name not in known:
        raise typer.BadParameter(f"There is no time control {name!r}. There are: {', '.join(known)}.")
    return name


def house_bot(name: str) -> str:
    """The name of a bot that a server plays."""
    if name not in HOUSE_BOTS:
        raise typer.BadParameter(f"There is no bot {name!r} in the house. There are: {_HOUSE}.")
    return name


_HOUSE = ", ".join(f"{key} ({BOT_NAMES[key]})" for key in HOUSE_BOTS)

HouseBot = Annotated[str, typer.Option(callback=house_bot, metavar="NAME", help=f"One of: {_HOUSE}.")]
BotName = Annotated[str, typer.Option(callback=bot_name, metavar="NAME", help=f"One of: {', '.join(BOTS)}.")]
Url = Annotated[
    str, typer.Option(envvar="PALTABLE_URL", callback=url_of, help="A server, such as http://127.0.0.1:8000.")
]


def run(work: Coroutine[Any, Any, T], when_stopped: str = "Stopped.") -> T:
    """Run a command that talks to a server; what goes wrong there, or Ctrl-C, ends it with a sentence."""
    try:
        return asyncio.run(work)
    except KeyboardInterrupt:
        err.print(f"\n{when_stopped}", markup=False)
        raise typer.Exit(INTERRUPTED) from None
    except Refused as refused:
        fail(" ".join([refused.why, *(d.text for d in refused.defects if d.text not in refused.why)]))
    except PaltableError as error:
        fail(str(error))
    except OSError as error:
        fail(f"{error.strerror or error}: {error.filename or 'standard input'}")

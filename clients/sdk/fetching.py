"""What a server gives to whoever asks, without a seat or an identity: the replay of a finished match."""

from collections.abc import Mapping
from typing import Final
from urllib.parse import quote

import msgspec

from clients.sdk.errors import CannotConnect, Refused
from clients.sdk.transport import Transport, Unreachable

OK: Final = 200


async def fetch_replay(where: Transport, match: str) -> bytes:
    """The file of a finished match, by its table's id. Raises `Refused` and `CannotConnect`."""
    try:
        status, body = await where.get(f"/api/replay/{quote(match, safe='')}")
    except Unreachable as error:
        raise CannotConnect(str(error)) from error
    if status != OK:
        raise _refusal(status, body)
    return body


def _refusal(status: int, body: bytes) -> Refused:
    try:
        said = msgspec.json.decode(body, type=Mapping[str, str])
        return Refused(said["code"], said["why"])
    except (msgspec.MsgspecError, KeyError):
        return Refused("unknown_answer", f"The server answers with status {status}, and without a reason.")

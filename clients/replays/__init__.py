"""Replays: finished matches as files, verified, recorded, and looked at decision by decision.

::

    replay = decode(Path("match.paltable").read_bytes())
    print(verify(replay, catalogue).sentence)
    for position in Film(replay, catalogue).positions:
        print(position.n, position.sights["A"].view)

`FORMAT.md` beside this file describes the file; the server writes it too, so its code is in `server.protocol`.
"""

from clients.replays.recording import Recording
from server.films import Difference, Film, Position, Proof, Sight, verify
from server.protocol.replay_file import FORMAT, SUFFIX, InvalidReplay, decode, encode
from server.protocol.replays import Entry, Head, Replay, Side, Sides

__all__ = [
    "FORMAT",
    "SUFFIX",
    "Difference",
    "Entry",
    "Film",
    "Head",
    "InvalidReplay",
    "Position",
    "Proof",
    "Recording",
    "Replay",
    "Side",
    "Sides",
    "Sight",
    "decode",
    "encode",
    "verify",
]

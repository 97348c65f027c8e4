"""The scripts: what Redis does at once, in the files of `lua/`, and how they are called."""

from hashlib import sha1
from pathlib import Path
from typing import Final

from server.store.redis.connection import Word

_FOLDER: Final = Path(__file__).parent / "lua"


class Script:
    """A script with what its kind shares in front of it; Redis knows it by the hash of its text."""

    def __init__(self, kind: str, name: str) -> None:
        self.text = "\n".join((_FOLDER / kind / f"{part}.lua").read_text("utf-8") for part in ("shared", name))
        self.sha = sha1(self.text.encode(), usedforsecurity=False).hexdigest()

    def __call__(self, keys: tuple[str, ...], *arguments: Word) -> tuple[Word, ...]:
        """The command that runs it; all keys are of one slot."""
        return ("EVALSHA", self.sha, len(keys), *keys, *arguments)


ACQUIRE: Final = Script("rooms", "acquire")
APPEND: Final = Script("rooms", "append")
CREATE: Final = Script("rooms", "create")
FORGET: Final = Script("rooms", "forget")
HAND_OVER: Final = Script("rooms", "hand_over")
HEAL: Final = Script("rooms", "heal")
TAIL: Final = Script("rooms", "tail")

CLAIM: Final = Script("indexes", "claim")
DISCLAIM: Final = Script("indexes", "disclaim")
REMEMBER: Final = Script("indexes", "remember")
STRIKE: Final = Script("indexes", "strike")

BEAT: Final = Script("fleet", "beat")
HOLD: Final = Script("fleet", "hold")
LET_GO: Final = Script("fleet", "let_go")

CONFIRM: Final = Script("queue", "confirm")
DEQUEUE: Final = Script("queue", "dequeue")
ENQUEUE: Final = Script("queue", "enqueue")
KEEP_WAITING: Final = Script("queue", "keep_waiting")
PAIR: Final = Script("queue", "pair")
WAITS: Final = Script("queue", "waits")

LOADS: Final[tuple[tuple[Word, ...], ...]] = tuple(
    ("SCRIPT", "LOAD", script.text)
    for script in (
        *(ACQUIRE, APPEND, CREATE, FORGET, HAND_OVER, HEAL, TAIL),
        *(CLAIM, DISCLAIM, REMEMBER, STRIKE),
        *(BEAT, HOLD, LET_GO),
        *(CONFIRM, DEQUEUE, ENQUEUE, KEEP_WAITING, PAIR, WAITS),
    )
)
"""The commands that make a server know them all."""

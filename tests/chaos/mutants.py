"""Broken servers: each mutant takes one rule away, and some story or test has to notice.

A mutant is a piece of the source put in another's place, in the process that tells the story; the product knows
nothing of it. A piece that is not there any more is an error: the mutant has to follow the code. One that does not
break its rule but itself, so that the server fails wherever it comes along, is no mutant, and nobody finds it.
"""

import builtins
import copy
import dis
import importlib
import inspect
import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha1
from types import CodeType
from typing import Any, Final, TypeAlias

from server.store.redis import scripts
from tests.chaos.report import plain_environment
from tests.chaos.seeds import UNENDED, tell_all
from tests.chaos.story import Outcome, tell

VARIABLE: Final = "PALTABLE_MUTANT"
"""Names the mutant under which `pytest -p tests.chaos.mutants` runs."""


Broken: TypeAlias = tuple[object, str, object]
"""The owner of what is changed, its name, and what it becomes."""


@dataclass(frozen=True, slots=True)
class Change:
    """In the source of ``what`` (``module:function`` or ``module:class.function``), pieces become others."""

    what: str
    pieces: tuple[tuple[str, str], ...]

    def made(self) -> list[Broken]:
        """What becomes of it. Raises ``AssertionError`` if the source has a piece not exactly once."""
        module, _, path = self.what.partition(":")
        *owners, name = path.split(".")
        owner: Any = importlib.import_module(module)
        for each in owners:
            owner = getattr(owner, each)
        member: Any = inspect.getattr_static(owner, name)
        function: Any = member.fget if isinstance(member, property) else member
        source = textwrap.dedent(inspect.getsource(function))
        for old, new in self.pieces:
            assert source.count(old) == 1, f"{self.what} has not exactly once: {old!r}"
            source = source.replace(old, new)
        made: dict[str, Any] = {}
        exec(source, function.__globals__, made)
        broken = made[name]
        code = getattr(broken, "fget", broken).__code__
        unknown = {each for each in _names(code) if each not in function.__globals__ and not hasattr(builtins, each)}
        assert not unknown, f"{self.what} does not know {unknown}"
        return [(owner, name, broken)]


def _names(code: CodeType) -> Iterator[str]:
    """The names that are perhaps looked for outside of a function."""
    yield from (each.argval for each in dis.get_instructions(code) if each.opname == "LOAD_GLOBAL")
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)


@dataclass(frozen=True, slots=True)
class Rewrite:
    """In every script of Redis that has this piece, it becomes another one."""

    piece: str
    other: str

    def made(self) -> list[Broken]:
        """The scripts as they become. Raises ``AssertionError`` if no script has the piece, or one has it twice."""
        known = {name: each for name, each in vars(scripts).items() if isinstance(each, scripts.Script)}
        broken = {name: self._broken(each) for name, each in known.items() if self.piece in each.text}
        assert broken, f"no script has {self.piece!r}"
        texts = {known[name].text: each.text for name, each in broken.items()}
        loads = tuple((*words, texts.get(str(text), text)) for *words, text in scripts.LOADS)
        return [*((scripts, name, each) for name, each in broken.items()), (scripts, "LOADS", loads)]

    def _broken(self, script: scripts.Script) -> scripts.Script:
        assert script.text.count(self.piece) == 1, f"a script has more than once: {self.piece!r}"
        broken = copy.copy(script)
        broken.text = script.text.replace(self.piece, self.other)
        broken.sha = sha1(broken.text.encode(), usedforsecurity=False).hexdigest()
        return broken


@dataclass(frozen=True, slots=True)
class Mutant:
    """A server without one of its rules. ``tests`` are asked if no seed finds it."""

    name: str
    changes: tuple[Change | Rewrite, ...]
    tests: tuple[str, ...] = ()
    seeds: tuple[int, ...] = (1, 2, 4, 5, 17, 18)
    """Of stories of dying workers; every fourth seed is one of a dying store."""

    def apply(self) -> None:
        """Break the server in this process."""
        for change in self.changes:  # one after the other: what two of them rewrite is rewritten twice
            for owner, name, broken in change.made():
                setattr(owner, name, broken)


TORN: Final = (3, 7, 11, 15, 19)
WATCHED: Final = (1, 2, 3)
"""Matches are watched, and proved at the end, in every story."""

SEND = "    for peer, frame in frames:\n        peer.send_frame(frame)\n"


KNOWN = "from server.store.base import Fenced\n    paused, begun = False, self._now()"
UNFENCED = "except Fenced:\n            return 0, 0\n        "
HEAL = "self._services.store.heal(self.row, self.row.owner, self._records, self._save, self._saved)"
WRITTEN = "    seq = seq or mine.seq + len(bodies)\n"


def _change(what: str, old: str, new: str, *more: tuple[str, str]) -> Change:
    return Change(what, ((old, new), *more))


MUTANTS: Final = (
    Mutant(
        "answers before the append",
        (_change("server.match:Match.keep", SEND, "", ("    await self._append(", f"{SEND}    await self._append(")),),
    ),
    Mutant(
        "ignores that it is fenced",
        (
            _change(
                "server.match:Match._patiently", "except Behind:", f"{UNFENCED}except Behind:",
                ("paused, begun = False, self._now()", KNOWN),
            ),
            _change("server.match:Match._append", "    self._records += [", f"{WRITTEN}    self._records += ["),
        ),
    ),
    Mutant(
        "has no fence",
        (
            _change("tests.store.memory:check_owner", "if found.epoch > epoch or found.owner != worker:", "if False:"),
            _change("tests.store.memory:check_writable", "if found.seq > seq:", "if False:"),
        ),
    ),
    Mutant(
        "reads what may be stale",
        (_change("server.pulse:Pulse.may_answer", "return self._fresh.is_set() and", "return True or"),),
        ("tests/server/test_pulse.py",),
    ),
    Mutant(
        "applies a command twice",
        (_change("server.play:Play.command", "if command.n <= place.n:", "if False:"),),
        ("tests/server/test_resume.py",),
    ),
    Mutant(
        "does not look at the prompt",
        (_change("server.play:Play._check_prompt", "if game.prompt.id != prompt_id:", "if False:"),),
        ("tests/server/test_refusals.py",),
    ),
    Mutant(
        "counts epochs by one",
        (
            _change("tests.store.memory:MemoryBackend._next_epoch", "max(row.epoch + 1, now)", "row.epoch + 1"),
            _change("tests.store.memory:MemoryBackend.create", "epoch=max(1, now)", "epoch=1"),
        ),
        ("tests/store/test_agreement.py",),
        TORN,
    ),
    Mutant(
        "claims whatever it sees",
        (_change("tests.store.memory:check_seen", "if found.epoch != epoch:", "if False:"),),
        ("tests/store/test_agreement.py",),
    ),
    Mutant(
        "judges though it was late",
        (_change("server.pulse:Pulse.may_judge", "return self._now >= self._judge_from", "return True"),),
        ("tests/server",),
        (1, 2, 4, *TORN),
    ),
    Mutant(
        "gives nothing back",
        (_change("server.match:Match._heal", f"await {HEAL}", "pass"),),
        (),
        TORN,
    ),
    Mutant(
        "takes frames of a former owner",
        (
            _change("server.room_link:RoomLink.deliver", "if message.epoch < self.epoch:", "if False:"),
            _change(
                "server.protocol.client:ClientEnd._advance",
                "message.epoch < self.epoch or (message.epoch == self.epoch and message.seq <= self.seq)",
                "message.epoch <= self.epoch and message.seq <= self.seq",
            ),
        ),
        ("tests/server/test_relay.py", "tests/server/test_client_end.py"),
        (),
    ),
    Mutant(
        "believes a save that does not fit its log",
        (_change("server.restore:_from_save", "if game.chain != chain:", "if False:"),),
        ("tests/server/test_damage.py",),
        (),
    ),
    Mutant(
        "has no fence in Redis",
        (Rewrite("if found[2] ~= epoch or found[1] ~= worker then", "if false then"),),
        ("tests/store/test_rooms.py",),
        (),
    ),
    Mutant(
        "claims whatever it sees in Redis",
        (Rewrite("if found[2] ~= ARGV[2] then", "if false then"),),
        ("tests/store/test_rooms.py",),
        (),
    ),
    Mutant(
        "counts epochs by one in Redis",
        (
            Rewrite("text(math.max(found.epoch + 1, touched))", "text(found.epoch + 1)"),
            Rewrite("text(math.max(1, created))", "'1'"),
        ),
        ("tests/store/test_rooms.py",),
        (),
    ),
    Mutant(
        "takes an append that is tried again for another one in Redis",
        (Rewrite("return #last == records and (last[1][2][4] or '0') or nil", "return nil"),),
        ("tests/store/test_rooms.py",),
        (),
    ),
    Mutant(
        "has no fence in its file",
        (
            _change("server.store.sqlite:check_owner", "if found.epoch > epoch or found.owner != worker:", "if False:"),
            _change("server.store.sqlite:check_writable", "if found.seq > seq:", "if False:"),
        ),
        ("tests/store/test_rooms.py",),
        (),
    ),
    Mutant(
        "claims though it has only just begun",
        (_change("server.pulse:Pulse._show_life", "(self.last is None and self._fleet.is_shared)", "False"),),
        ("tests/server/test_forgotten_owner.py",),
        (),
    ),
    Mutant("never calls the roll", (_change("server.relay:Relay.run", "self._roll()", "pass"),)),
    Mutant(
        "shows a watcher what a seat sees",
        (_change("server.gallery:Gallery.watch", "seat or SPECTATOR", 'seat or "A"'),),
        seeds=WATCHED,
    ),
    Mutant(
        "shows a watcher everything at once",
        (_change("server.delayed:Delayed.due", "now - 1000 * self.policy.delay", "now"),),
        seeds=WATCHED,
    ),
    Mutant(
        "shows a watcher the last decisions",
        (_change("server.delayed:Delayed._too_few_behind", "if decisions >= self.policy.decisions:", "if True:"),),
        seeds=WATCHED,
    ),
    Mutant(
        "tells a watcher the clocks of now",
        (_change("server.delayed:Delayed._clocks_at", "self.written_at, 0)", "now, 0)"),),
        seeds=WATCHED,
    ),
    Mutant(
        "shows a watcher both hands",
        (_change("server.delayed:Delayed._look", 'if self.policy.hands == "open":', "if True:"),),
        seeds=WATCHED,
    ),
    Mutant(
        "leaves out of a replay what the players added",
        (_change("server.replays:_head", 'entropy=started.entropy.get(seat, ""),', ""),),
        seeds=WATCHED,
    ),
)  # fmt: skip


def named(name: str) -> Mutant:
    """The mutant of this name."""
    return next(mutant for mutant in MUTANTS if mutant.name == name)


def pytest_configure(config: object) -> None:
    """As a plugin of pytest: break the server before any test is collected."""
    named(os.environ[VARIABLE]).apply()


CRASHES: Final = ("AttributeError", "NameError", "TypeError", "UnboundLocalError")
"""What a mutant fails with that is broken itself. What follows from that tells nothing of its rule."""


def tells(outcome: Outcome) -> bool:
    """Whether a story has noticed that a rule is broken: more than that it did not end, or that the mutant failed."""
    found = outcome.findings
    return any(not each.startswith(UNENDED) for each in found) and not any(
        crash in each for each in found for crash in CRASHES
    )


def hunt(mutant: Mutant, jobs: int) -> str:
    """Who finds the mutant, with its first finding; empty if nobody does."""

    for change in mutant.changes:
        change.made()  # one that does not fit the source any more would be found by everybody

    def teller(seed: int) -> Outcome:
        mutant.apply()
        return tell(seed)

    for outcome in tell_all(mutant.seeds, jobs, teller):
        if tells(outcome):
            return f"seed {outcome.seed}: {outcome.findings[0].splitlines()[0]}"
    return _asked(mutant) if mutant.tests else ""


def _asked(mutant: Mutant) -> str:
    """Whether its tests fail."""
    command = [sys.executable, "-m", "pytest", "-p", "tests.chaos.mutants", "-q", "-x", "-n", "0", *mutant.tests]
    ran = subprocess.run(
        command, env=plain_environment(**{VARIABLE: mutant.name}), capture_output=True, text=True, check=False
    )
    if ran.returncode == 1:
        return next((line for line in ran.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))), "a test")
    return ""

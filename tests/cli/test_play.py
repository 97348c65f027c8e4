"""``paltable play`` in a terminal: driven like a person would, to the end of a match."""

import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pexpect
import pytest

from clients.cli.numbers import numbers_of
from engine.cards import catalogue
from server.protocol.messages import Explained, ValuePart
from tests.cli.programs import PALTABLE, ROOT, environment
from tests.cli.test_serve import serving

PATIENCE = 60
ASKED = "\r\n> "


@contextmanager
def terminal(state_dir: Path, *arguments: str) -> Iterator["pexpect.spawn[str]"]:
    """The program in a pseudo-terminal of 100 columns."""
    child: pexpect.spawn[str] = pexpect.spawn(
        PALTABLE[0], [*PALTABLE[1:], "play", *arguments],
        cwd=str(ROOT), env=environment(state_dir), encoding="utf-8", timeout=PATIENCE, dimensions=(50, 100),
    )  # fmt: skip
    child.delaybeforesend = None
    try:
        yield child
    finally:
        child.close(force=True)


def answer_to(text: str) -> str:
    """The first answer that is offered."""
    question = text.rpartition("\r\n\r\n")[2]
    if several := re.search(r"Type (\d+)(?: to \d+)? of the numbers", question):
        return " ".join(str(number + 1) for number in range(int(several[1]))) or "none"
    if "Type a number from" in question:
        return "0"
    return "none" if "type none" in question else "1"


def play_to_the_end(child: "pexpect.spawn[str]") -> str:
    """Give the first answer to every question; the last words of the program."""
    while child.expect([ASKED, pexpect.EOF]) == 0:
        assert "Traceback" not in text_before(child)
        if "Type r for a rematch" in text_before(child):
            words = text_before(child)
            child.sendline("")
            child.expect(pexpect.EOF)
            child.wait()
            return words
        child.sendline(answer_to(text_before(child)))
    child.wait()
    return text_before(child)


def text_before(child: "pexpect.spawn[str]") -> str:
    """What was written before the match."""
    text: Any = child.before
    assert isinstance(text, str)
    return text


def test_a_match_is_played_to_its_end(tmp_path: Path) -> None:
    with terminal(tmp_path, "--seed", "1") as child:
        child.expect("You play against Even bot")
        words = play_to_the_end(child)

        assert re.search(r"You (win: Even bot's|lose: your) life reached 0\.", words)
        assert len(re.findall(r"reached 0", words)) == 1
        assert child.exitstatus == 0


def test_the_same_seed_plays_the_same_match(tmp_path: Path) -> None:
    words = []
    for _ in range(2):
        with terminal(tmp_path, "--seed", "2", "--bot", "random", "--deck", "trial-2") as child:
            words.append(play_to_the_end(child))

    assert words[0] == words[1]


def test_nonsense_is_answered_and_changes_nothing(tmp_path: Path) -> None:
    with terminal(tmp_path, "--seed", "3", "--deck", "trial-1", "--bot-deck", "trial-2") as child:
        child.expect(ASKED)
        for typed, answer in (
            ("", "Type a number"),
            ("99", "99 is not one of the answers"),
            ("-1", "is not a decision"),
            ("fly away", "is not a decision"),
            ("attack nobody -> player", 'found "nobody"'),
            ("draw", r"cannot|not|now"),
            ("\x07\x1b[A", "is not a decision"),
            ("card", "Which card"),
            ("card nobody", "No card is called nobody"),
            ("card molten sov", "Power 1600"),
            ("numbers", "Which card"),
            ("numbers molten", "No card here is called molten"),
            ("?", "Type the number of an answer"),
            ("log", "Nothing has happened yet"),
            ("[bold]", "is not a decision"),
        ):
            child.sendline(typed)
            child.expect(answer)
            if answer != ASKED:
                child.expect(ASKED)
        child.sendline("first")
        child.expect("You go first")


def test_the_numbers_of_a_card_are_taken_apart(tmp_path: Path) -> None:
    with terminal(tmp_path, "--seed", "3", "--deck", "trial-1", "--bot-deck", "trial-2") as child:
        for typed in ("first", "keep", "numbers mossanda-lux"):
            child.expect(ASKED)
            child.sendline(typed)
        for sentence in ("Power 1100: printed 1100.", "Strike 2: printed 2.", "Cost 6: printed 6."):
            child.expect(sentence)
        child.expect(ASKED)


def test_a_changed_number_names_all_its_parts() -> None:
    lamp = ValuePart(300, "+300 Nocturnal from Lamp", 7)
    told = Explained(
        5, (ValuePart(1300, "printed 1300", 5), lamp), keywords=(ValuePart("Taunt", "Taunt (printed)", 5),)
    )
    assert list(numbers_of(catalogue.by_number("EBP01-015"), told)) == [
        "Durability 1600: printed 1300, +300 Nocturnal from Lamp.",
        "Keywords: Taunt (printed).",
    ]


def test_quitting_asks_first_and_then_concedes(tmp_path: Path) -> None:
    with terminal(tmp_path, "--seed", "4") as child:
        child.expect(ASKED)
        child.sendline("q")
        child.expect("Concede and leave")
        child.expect(ASKED)
        child.sendline("")
        child.expect("You play on")
        child.expect(ASKED)
        child.sendline("concede")
        child.expect("Concede and leave")
        child.expect(ASKED)
        child.sendline("y")
        child.expect("You concede")
        child.expect(pexpect.EOF)
        child.wait()

        assert child.exitstatus == 0


def test_ctrl_c_stops_at_once(tmp_path: Path) -> None:
    with terminal(tmp_path, "--seed", "5") as child:
        child.expect(ASKED)
        child.sendintr()
        child.expect("Stopped")
        child.expect(pexpect.EOF)
        child.wait()

        assert child.exitstatus == 130


def test_the_end_of_the_input_is_an_error_with_a_sentence(tmp_path: Path) -> None:
    run = subprocess.run(
        [*PALTABLE, "play", "--seed", "6"],
        cwd=ROOT, env=environment(tmp_path), input="1\n", capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip

    assert run.returncode == 1
    assert run.stderr == "Error: The input ended before the match did.\n"


def test_a_friend_is_played_on_a_server_and_the_table_is_found_again(tmp_path: Path) -> None:
    with (
        serving(tmp_path / "server", "--port", "0") as (_, url),
        terminal(tmp_path / "ann", "--url", url, "--open", "--name", "Ann") as ann,
    ):
        ann.expect(r"Table (\w+) is open")
        assert isinstance(ann.match, re.Match)
        code = ann.match[1]
        with terminal(tmp_path / "ben", "--url", url, "--table", code, "--name", "Ben") as ben:
            ben.expect("You play against Ann")
            ann.expect("You play against Ben")
            ben.kill(signal.SIGINT)
            ben.expect("your seat is kept: come back with the same command")
        with terminal(tmp_path / "ben", "--url", url, "--table", code) as ben:
            ben.expect(f"You are back at table {code}")
            ben.expect("You play against Ann")
            ann.kill(signal.SIGINT)
            ann.expect(pexpect.EOF)


@pytest.mark.parametrize("answer", ["y", "yes"])
def test_a_concession_on_a_server_ends_the_match_for_the_other(tmp_path: Path, answer: str) -> None:
    with serving(tmp_path / "server", "--port", "0") as (_, url), terminal(tmp_path / "ann", "--url", url) as ann:
        ann.expect(ASKED)
        ann.sendline("q")
        ann.expect(ASKED)
        ann.sendline(answer)
        ann.expect("You concede")
        ann.expect(pexpect.EOF)

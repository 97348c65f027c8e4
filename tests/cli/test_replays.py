"""``paltable replay``: what it shows, proves and refuses, with keys and without."""

import asyncio
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

import pexpect
import pytest
from msgspec.structs import replace
from rich.console import Console
from typer.testing import CliRunner, Result

from clients.bots import BOTS
from clients.cli.main import app
from clients.cli.viewer import ANGLES, Angle, Viewer, keys
from clients.replays import Film, Replay, decode, encode, verify
from clients.sdk import connect
from engine import catalogue
from server.app import running
from tests.cli.programs import PALTABLE, ROOT, environment
from tests.replays.games import played, short
from tests.replays.older import FILE as OLDER
from tests.replays.older import PIN
from tests.sdk.servers import DECK, Repeatable, settings

PATIENCE = 60
SEEN: tuple[tuple[Angle, str, str], ...] = (("A", "Ann", "Ben"), ("B", "Ben", "Ann"))
"""From where, whose hand is seen, and whose is not."""


def run(*arguments: str | Path, typed: str = "", columns: int = 100) -> Result:
    return CliRunner().invoke(app, [*map(str, arguments)], env={"COLUMNS": str(columns)}, input=typed)


def words(result: Result) -> str:
    """What was printed, in one line."""
    return " ".join(result.output.split())


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A replay."""
    path = tmp_path_factory.mktemp("replays") / "match.paltable"
    path.write_bytes(encode(short()))
    return path


# --- what it proves ---------------------------------------------------------------------------------------------------


def test_it_says_in_one_line_what_a_replay_proves(file: Path) -> None:
    result = run("replay", file, "--verify")
    assert result.exit_code == 0
    assert result.stdout == verify(short(), catalogue).sentence + "\n"
    noted = run("replay", file, "--verify", "--commitment", short().head.commitment)
    assert "that was told at the start" in noted.stdout


def test_a_changed_replay_is_refused_with_its_first_difference(tmp_path: Path) -> None:
    entries = list(short().entries)
    entries[11] = replace(entries[11], chain="0" * 32)
    forged = tmp_path / "forged.paltable"
    forged.write_bytes(encode(replace(short(), entries=tuple(entries))))
    for more in (["--verify"], ["--plain"], ["--branch", "3"], []):
        result = run("replay", forged, *more)
        assert result.exit_code == 1
        assert "The chain after decision 12 is not the one that the decisions up to it lead to." in words(result)


def test_a_promise_that_was_not_kept_is_named(file: Path) -> None:
    result = run("replay", file, "--verify", "--commitment", "0" * 64)
    assert result.exit_code == 1
    assert "when the match began, and the replay says" in words(result)


def test_what_is_no_replay_is_refused_with_a_sentence(file: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.paltable"
    cut.write_bytes(file.read_bytes()[:999])
    other = tmp_path / "other.paltable"
    other.write_text("title: A scenario", encoding="utf-8")
    for path, says in (
        (cut, "The replay is cut off: 999 of its"),
        (other, "This is no replay"),
        (tmp_path / "never", "cannot be read: No such file"),
        (tmp_path, "cannot be read: Is a directory"),
    ):
        result = run("replay", path)
        assert result.exit_code == 1
        assert says in words(result)


# --- what it shows ----------------------------------------------------------------------------------------------------


def at(file: Path, n: int, seat: str, columns: int = 100) -> str:
    result = run("replay", file, "--at", str(n), "--seat", seat, "--plain", columns=columns)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_one_position_is_printed_for_scripts(file: Path) -> None:
    text = at(file, 30, "open")
    assert text.startswith(f"Decision 30 of {len(short().entries)} · both hands open\n")
    assert "Ann's hand" in text
    assert "Ben's hand" in text
    assert "\x1b" not in text


def pages(replay: Replay, angle: Angle, columns: int = 100, step: int = 1) -> list[str]:
    """Every position, or every so-many-th, as it is shown from one angle."""
    viewer, told = Viewer(Film(replay, catalogue), console := Console(file=StringIO(), width=columns)), []
    for n in range(0, len(replay.entries) + 1, step):
        console.file = StringIO()
        viewer.show(n, angle)
        told.append(console.file.getvalue())
    return told


@pytest.mark.parametrize(
    ("sent", "pressed"),
    [
        ("\x1b[C\x1b[C\x1b[A", ["\x1b[C", "\x1b[C", "\x1b[A"]),
        ("\x1b[C\x1b[Cq", ["\x1b[C", "\x1b[C", "q"]),
        ("\x1bOC\x1b[1;5D<", ["\x1bOC", "\x1b[1;5D", "<"]),
        ("nn", ["n", "n"]),
        ("\x1b", ["\x1b"]),
    ],
)
def test_keys_that_come_at_once_are_each_one_key(sent: str, pressed: list[str]) -> None:
    assert keys(sent) == pressed


@pytest.mark.parametrize(("by", "words"), [("cap", "time for the question was over"), ("pass", "chosen to pass")])
def test_it_is_said_who_decided_in_a_seats_place(by: str, words: str) -> None:
    entries = tuple(replace(entry, by=by) if entry.seat else entry for entry in short().entries)
    assert words in pages(replace(short(), entries=entries), "open")[1]


def test_a_seat_shows_its_own_hand_and_decisions_alone() -> None:
    for angle, mine, other in SEEN:
        for entry, text in zip(short().entries, pages(short(), angle)[1:], strict=True):
            assert entry.seat
            name = short().names[entry.seat]
            assert f"{mine}'s hand" in text
            assert f"{other}'s hand" not in text
            assert (f"{name} decides." in text) == (entry.seat != angle)
            assert (f"\n{name}: " in text) == (entry.seat == angle)


def test_open_shows_both_hands_and_every_decision() -> None:
    for entry, text in zip(short().entries, pages(short(), "open")[1:], strict=True):
        assert entry.seat
        assert f"\n{short().names[entry.seat]}: " in text
        assert "Ann's hand" in text
        assert "Ben's hand" in text


def test_the_last_position_tells_how_it_ended(file: Path) -> None:
    text = at(file, len(short().entries), "A")
    winner = short().names[short().end.outcome.winner]
    assert f"{winner} wins: " in text


def test_a_position_that_is_not_there_is_refused(file: Path) -> None:
    result = run("replay", file, "--at", "4000")
    assert result.exit_code == 2
    assert f"That can be after decision {len(short().entries)} at most." in words(result)
    assert run("replay", file, "--seat", "C").exit_code == 2
    assert run("replay", file, "--at", "-1").exit_code == 2


@pytest.mark.parametrize("number", range(3))
def test_every_card_of_every_position_has_a_name_from_everywhere(number: int) -> None:
    replay = played(number)[1]
    for angle in ANGLES:
        for n, text in enumerate(pages(replay, angle, 70, 9)):
            assert not re.search(r"(^| )\?( |$)", text, re.MULTILINE), (n, angle, text)


def shown(result: Result) -> list[int]:
    """The positions that were shown, in order."""
    assert result.exit_code == 0, result.output
    return [int(n) for n in re.findall(r"^Decision (\d+) of", result.stdout, re.MULTILINE)]


def test_keys_step_by_decision_and_by_turn(file: Path) -> None:
    film = Film(short(), catalogue)
    last = len(film)
    assert shown(run("replay", file, typed="n\n\np\np\np\nq\nn\n")) == [0, 1, 2, 1, 0, 0]
    first, second = (next(each.n for each in film.positions if each.turn == turn) for turn in (1, 2))
    assert shown(run("replay", file, typed="N\nN\nn\nP\nP\nP\n")) == [0, first, second, second + 1, second, first, 0]
    assert shown(run("replay", file, typed=">\nn\nN\n<\nx\n")) == [0, last, last, last, 0, 0]
    assert "both hands open" in run("replay", file, typed="?\n").stdout


def test_keys_choose_the_seat(file: Path) -> None:
    result = run("replay", file, "--at", "9", typed="a\nb\no\n")
    assert re.findall(r"· (both hands open|as .* saw it)", result.stdout) == [
        "both hands open", "as Ann (A) saw it", "as Ben (B) saw it", "both hands open",
    ]  # fmt: skip


@contextmanager
def terminal(folder: Path, *arguments: str | Path) -> Iterator["pexpect.spawn[str]"]:
    child: pexpect.spawn[str] = pexpect.spawn(
        PALTABLE[0], [*PALTABLE[1:], "replay", *map(str, arguments)],
        cwd=str(ROOT), env=environment(folder), encoding="utf-8", timeout=PATIENCE, dimensions=(50, 100),
    )  # fmt: skip
    child.delaybeforesend = None
    try:
        yield child
    finally:
        child.close(force=True)


def test_in_a_terminal_a_key_works_as_it_is_pressed(file: Path, tmp_path: Path) -> None:
    with terminal(tmp_path, file) as child:
        child.expect("Decision 0 of")
        child.expect("q quit")
        last = len(short().entries)
        for key, n in (("\x1b[C", 1), (" ", 2), ("n", 3), ("\x1b[D", 2), ("\x1b[F", last), ("\x1b[H", 0)):
            child.send(key)
            child.expect(f"Decision {n} of")
            child.expect("q quit")
        child.send("b")
        child.expect("as Ben")
        child.expect("q quit")
        child.send("q")
        child.expect(pexpect.EOF)
        child.wait()
        assert child.exitstatus == 0


# --- a match of another version ---------------------------------------------------------------------------------------


def test_a_match_of_an_engine_that_is_gone_is_shown_as_it_was_recorded(tmp_path: Path) -> None:
    result = run("replay", OLDER, "--at", "40", "--plain")
    assert result.exit_code == 0
    assert f"This match was played under {PIN}, and this is " in words(result)
    assert "it is shown as it was recorded then." in words(result)
    assert result.stdout.count("'s hand") == 2
    assert "· 1:00 ·" in result.stdout
    assert shown(run("replay", OLDER, typed="N\n" * 20))[-1] == len(decode(OLDER.read_bytes()).entries)


@pytest.mark.parametrize(("asked", "says"), [(["--verify"], "not proved"), (["--branch", "3"], "not gone on with")])
def test_a_match_of_an_engine_that_is_gone_is_neither_proved_nor_gone_on_with(asked: list[str], says: str) -> None:
    result = run("replay", OLDER, *asked)
    assert result.exit_code == 1
    assert f"This match was played under {PIN}" in words(result)
    assert says in words(result)


# --- going on, and keeping --------------------------------------------------------------------------------------------


def go_on(file: Path, folder: Path, typed: str, *more: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [*PALTABLE, "replay", str(file), *more], cwd=ROOT, env=environment(folder), input=typed, capture_output=True,
        text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("seat", ["A", "B"])
def test_a_match_is_gone_on_with_from_any_decision(file: Path, tmp_path: Path, seat: str) -> None:
    n = 40
    done = go_on(file, tmp_path, "q\ny\n", "--branch", str(n), "--as", seat)
    assert done.returncode == 0, done.stderr
    assert f"The match goes on after decision {n}; you play {seat}" in done.stdout
    assert "You play against Even bot." in done.stdout
    assert "You concede." in done.stdout


def test_a_branch_begins_at_the_very_position(file: Path, tmp_path: Path) -> None:
    film = Film(short(), catalogue)
    n = next(each.n for each in film.positions if each.n > 30 and each.asked == ("A", "main"))
    done = go_on(file, tmp_path, "q\ny\n", "--branch", str(n), "--as", "A")
    view = film.positions[n].sights["A"].view
    assert f"Turn {view['turn']} · your turn · main phase" in done.stdout
    for handle in view["players"]["A"]["hand"]:
        name = catalogue.by_number(view["cards"][str(handle)]["number"]).main_name
        assert re.search(re.sub("[^a-z0-9]+", "-", name.lower()), done.stdout)


def test_nothing_follows_the_last_decision(file: Path) -> None:
    result = run("replay", file, "--branch", str(len(short().entries)))
    assert result.exit_code == 2
    assert f"That can be after decision {len(short().entries) - 1} at most." in words(result)


def test_a_match_in_this_process_is_recorded_and_proved(tmp_path: Path) -> None:
    kept = tmp_path / "mine.paltable"
    done = subprocess.run(
        [*PALTABLE, "play", "--seed", "3", "--record", str(kept)], cwd=ROOT, env=environment(tmp_path),
        input="q\ny\n", capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Proved: the secret fits the commitment" in done.stdout
    assert "that was told at the start" in done.stdout
    assert verify(decode(kept.read_bytes()), catalogue).reason == "concede"


def test_a_match_that_was_not_finished_is_not_recorded(tmp_path: Path) -> None:
    kept = tmp_path / "mine.paltable"
    done = subprocess.run(
        [*PALTABLE, "play", "--seed", "3", "--record", str(kept)], cwd=ROOT, env=environment(tmp_path),
        input="1\n", capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "The match is not over: there is no replay of it yet." in done.stdout
    assert not kept.exists()


async def test_a_match_on_a_server_is_fetched_by_its_id(tmp_path: Path) -> None:
    kept = tmp_path / "kept.paltable"
    async with running(settings(tmp_path), BOTS, Repeatable(1)) as url, connect(url, name="Ann") as ann:
        table = await ann.create_table(deck=DECK, opponent="bot")
        early = await asyncio.to_thread(run, "replay", table.id, "--url", url)
        await table.concede()
        fetched = await asyncio.to_thread(run, "replay", table.id, "--url", url, "--save", kept, "--verify")
        shown = await asyncio.to_thread(run, "replay", table.id, "--url", url, "--plain")
    assert early.exit_code == 1
    assert "There is no finished match of this name." in words(early)
    assert (fetched.exit_code, f"Kept in {kept}. Proved: " in words(fetched)) == (0, True)
    assert verify(decode(kept.read_bytes()), catalogue, table.commitment).reason == "concede"
    assert "Ann's hand" in shown.stdout
    nobody = await asyncio.to_thread(run, "replay", table.id, "--url", url)
    assert nobody.exit_code == 1
    assert "does not answer" in words(nobody)


def test_simulated_matches_are_recorded_and_proved(tmp_path: Path) -> None:
    folder = tmp_path / "some" / "games"
    assert run("simulate", "--games", "3", "--a", "random", "--b", "random", "--replays", folder).exit_code == 0
    files = sorted(folder.iterdir())
    assert [path.name[:7] for path in files] == ["000001-", "000002-", "000003-"]
    for path in files:
        assert "no commitment" in verify(decode(path.read_bytes()), catalogue).sentence
    again = tmp_path / "again"
    run("simulate", "--games", "3", "--a", "random", "--b", "random", "--replays", again, "--jobs", "2")
    assert [path.read_bytes() for path in sorted(again.iterdir())] == [path.read_bytes() for path in files]

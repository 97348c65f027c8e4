"""``paltable tables`` and ``paltable play --open --listed``: who waits for an opponent, and who plays."""

import asyncio
from pathlib import Path

from typer.testing import CliRunner

from clients.bots import BOTS
from clients.cli.main import app
from clients.cli.sessions import Wish, _since, lobby, sit_down
from clients.sdk import connect
from server.app import running
from tests.cli.programs import PALTABLE, ROOT, environment
from tests.sdk.servers import DECK, settings


def names_in(folder: Path) -> list[str]:
    """What is there."""
    return [path.name for path in folder.iterdir()]


async def tables(folder: Path, url: str) -> list[str]:
    """What the command prints."""
    process = await asyncio.create_subprocess_exec(
        *PALTABLE, "tables", "--url", url, cwd=ROOT, env=environment(folder), stdout=asyncio.subprocess.PIPE
    )
    printed, _ = await process.communicate()
    assert process.returncode == 0
    return printed.decode().splitlines()


async def test_a_listed_table_is_listed_with_its_code_and_then_as_one_that_plays(tmp_path: Path) -> None:
    async with (
        running(settings(tmp_path), BOTS) as url,
        connect(url, name="Ann") as ann,
        connect(url, name="Ben") as ben,
    ):
        assert await tables(tmp_path / "looks", url) == ["No table is open."]
        assert "looks" not in names_in(tmp_path), "whoever only looks need not be remembered"
        hidden = await sit_down(ben, Wish(url=url, state_dir=tmp_path, deck=DECK, opens=True))
        table = await sit_down(ann, Wish(url=url, state_dir=tmp_path, deck=DECK, opens=True, listed=True))

        lines = await lobby(url)
        assert lines[0] == "Open tables:"
        assert lines[1].split() == [table.code, "Ann", "has", "just", "come"]
        assert lines[2:] == [f"Join one with: paltable play --url {url} --table CODE"]

        await hidden.leave()
        await ben.join(table.code, DECK)
        lines = await lobby(url)
        assert lines[0] == "No table is open."
        assert lines[1].strip() in ("Ann and Ben have just begun", "Ben and Ann have just begun")


def test_how_long_somebody_has_waited_is_told_in_minutes() -> None:
    told = [_since(0, now, "has", "waited", "come") for now in (-5, 59_999, 60_000, 3_600_000)]
    assert told == ["has just come", "has just come", "has waited 1 min", "has waited 60 min"]


async def test_a_table_is_opened_with_a_time_control(tmp_path: Path) -> None:
    async with running(settings(tmp_path), BOTS) as url, connect(url, name="Ann") as ann:
        table = await sit_down(ann, Wish(url=url, state_dir=tmp_path, deck=DECK, opens=True, time="fast"))
        assert table.time == "fast"


def test_an_impossible_time_control_is_refused_and_only_an_opened_table_has_one() -> None:
    unknown = CliRunner().invoke(app, ["play", "--url", "http://127.0.0.1:1", "--open", "--time", "blitz"])
    assert unknown.exit_code == 2
    assert "There is no time control 'blitz'" in unknown.stderr
    joined = CliRunner().invoke(app, ["play", "--url", "http://127.0.0.1:1", "--table", "X", "--time", "fast"])
    assert joined.exit_code == 2
    assert "add --open" in joined.stderr


def test_only_an_opened_table_can_be_listed() -> None:
    result = CliRunner().invoke(app, ["play", "--url", "http://127.0.0.1:1", "--listed"])

    assert result.exit_code == 2
    assert "add --open" in result.stderr

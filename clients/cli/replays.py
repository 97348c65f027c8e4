"""``paltable replay``: a finished match is shown, proved, kept as a file, or gone on with."""

from pathlib import Path
from typing import Annotated, Final

import typer

from clients.cli import branching
from clients.cli.console import BAD_INPUT, fail, out
from clients.cli.options import HouseBot, Url, run
from clients.cli.viewer import ANGLES, Angle, Viewer, typed
from clients.replays import Difference, Film, InvalidReplay, Replay, decode, verify
from clients.sdk import Network, fetch_replay
from engine import OtherVersion, catalogue, pin
from engine.model.terms import SEATS, SeatName

STDIN: Final = 0
LARGEST_FILE: Final = 32 * 2**20
"""A larger file is no replay, and is not read."""


def _angle(angle: str) -> str:
    if angle not in ANGLES:
        raise typer.BadParameter(f"A match is seen from A, from B, or open; not from {angle!r}.")
    return angle


def _seat(seat: str) -> str:
    if seat not in SEATS:
        raise typer.BadParameter(f"The seats are A and B; {seat!r} is none.")
    return seat


def replay_command(
    source: Annotated[str, typer.Argument(metavar="FILE|ID", help="A .paltable file; with --url, a match's id.")],
    url: Url = "",
    save: Annotated[Path | None, typer.Option(dir_okay=False, help="Keep it in this file.")] = None,
    proof: Annotated[bool, typer.Option("--verify", help="Say in one line what the replay proves.")] = False,
    commitment: Annotated[str, typer.Option(help="The commitment that was told at the start, to be compared.")] = "",
    at: Annotated[int, typer.Option(min=0, metavar="N", help="Begin after this decision.")] = 0,
    angle: Annotated[str, typer.Option("--seat", callback=_angle, help="See it from A, from B, or open.")] = "open",
    plain: Annotated[bool, typer.Option("--plain", help="Print that one position, and no more.")] = False,
    branch: Annotated[int | None, typer.Option(min=0, metavar="N", help="Go on after this decision yourself.")] = None,
    seat: Annotated[str, typer.Option("--as", callback=_seat, help="With --branch: the seat that you play.")] = "A",
    bot: HouseBot = "greedy",
) -> None:
    """Show a finished match step by step, from A's seat, from B's, or with both hands open.

    It is played again and proved first: the promise about the shuffles, every decision, and every link of the chain.
    A match of another version is shown from what was recorded of it, and cannot be proved here.
    """
    data = run(_fetch(url, source)) if url else _read(Path(source))
    try:
        replay = decode(data)
        sentence = _prove(replay, commitment)
    except (InvalidReplay, Difference) as wrong:
        fail(str(wrong))
    other = "" if sentence else f"This match was played under {replay.head.pin}, and this is {pin(catalogue)}"
    if other and (proof or branch is not None):
        fail(f"{other}: it can be shown, but not {'proved' if proof else 'gone on with'}.")
    if save is not None:
        _write(save, data)
        out.print(f"Kept in {save}.", markup=False, soft_wrap=True)
    if proof:
        out.print(sentence, markup=False, soft_wrap=True)
    if branch is not None:
        run(branching.go_on(replay, _checked(branch, len(replay.entries) - 1), _seat_name(seat), bot))
    elif not proof and save is None:
        if other:
            promised = ", and its promise is not compared" if commitment else ""
            out.print(f"{other}: it is shown as it was recorded then{promised}.", markup=False, soft_wrap=True)
        _show(replay, at, _angle_name(angle), plain=plain)


async def _fetch(url: str, match: str) -> bytes:
    return await fetch_replay(Network(url), match)


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(LARGEST_FILE)
    except OSError as error:
        fail(f"{path} cannot be read: {error.strerror}.")


def _write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        fail(f"{path} cannot be written: {error.strerror}.")


def _prove(replay: Replay, commitment: str) -> str:
    """What is proved, in one line; empty for a match of another version. Raises `Difference`."""
    try:
        return verify(replay, catalogue, commitment).sentence
    except OtherVersion:
        return ""


def _checked(n: int, most: int) -> int:
    if n > most:
        fail(f"That can be after decision {most} at most.", BAD_INPUT)
    return n


def _angle_name(angle: str) -> Angle:
    return next(each for each in ANGLES if each == angle)


def _seat_name(seat: str) -> SeatName:
    return next(each for each in SEATS if each == seat)


def _show(replay: Replay, at: int, angle: Angle, *, plain: bool) -> None:
    try:
        viewer = Viewer(Film(replay, catalogue), out)
    except InvalidReplay as wrong:
        fail(str(wrong))
    n = _checked(at, len(replay.entries))
    if plain:
        viewer.show(n, angle)
        return
    try:
        viewer.browse(n, angle, typed(STDIN), clears=out.is_terminal)
    except KeyboardInterrupt:
        out.print()

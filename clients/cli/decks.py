"""The commands ``paltable deck ...``: the lists of the game, and reading, checking and rewriting other lists."""

from typing import Annotated, Final

import typer

from clients.cli.console import BAD_INPUT, FAILED, err, fail, out
from clients.cli.lookup import UnreadableDeck, read_list, unread_lines
from engine import catalogue
from engine.decks import FORMS, PRESETS, Reading, UnwritableDeck

app: Final = typer.Typer(
    help="Decks: the lists that come with the game, and checks and other forms of your own.", no_args_is_help=True
)


def _form(name: str) -> str:
    if name not in FORMS:
        raise typer.BadParameter(f"There is no form {name!r}. The forms are: {', '.join(FORMS)}.")
    return name


Source = Annotated[
    str,
    typer.Argument(
        metavar="FILE", help="A file with a list in any usual form; or - for the standard input, a code, a link, a key."
    ),
]


@app.command("list")
def list_command() -> None:
    """List the decks that come with the game."""
    width = max(map(len, PRESETS))
    for key, deck in PRESETS.items():
        colours = ", ".join(str(colour) for colour in deck.colours(catalogue))
        out.print(f"{key:{width}} {deck.name} ({deck.size} cards; {colours})", markup=False, soft_wrap=True)


@app.command("show")
def show_command(deck: Source) -> None:
    """Write a deck as a list: copies, number and name of each card. It can be kept in a file and changed."""
    reading = _read(deck)
    for number, copies in reading.deck.main.items():
        name = catalogue.by_number(number).name if number in catalogue else "?"
        out.print(f"{copies} {number} {name}", markup=False, soft_wrap=True)
    _warn(reading)


@app.command("check")
def check_command(
    deck: Source, lines: Annotated[bool, typer.Option("--lines", help="Show what each line was read as.")] = False
) -> None:
    """Check whether a deck may be played, and say everything that is wrong with it and what could not be read."""
    reading = _read(deck)
    if lines:
        for line in reading.lines:
            out.print(f"{line.number:4} {line.kind:6} {line.text}", markup=False, soft_wrap=True)
    wrong = unread_lines(reading) + [defect.text for defect in reading.defects(catalogue)]
    for sentence in wrong:
        out.print(sentence, markup=False, soft_wrap=True)
    if wrong:
        raise typer.Exit(FAILED)
    out.print(f"{reading.deck.name} may be played.", markup=False, soft_wrap=True)


@app.command("convert")
def convert_command(
    deck: Source,
    to: Annotated[
        str,
        typer.Option(
            "--to",
            callback=_form,
            metavar="FORM",
            help="code: short, to pass on. text: names with numbers. numbers: each copy. link: for deck builders. "
            "sections: main deck and souls.",
        ),
    ] = "code",
) -> None:
    """Write a deck in another form. Lines that could not be read are told on the standard error, and fail it."""
    reading = _read(deck)
    if reading.unread and not reading.deck.main:
        fail(" ".join(unread_lines(reading)))
    try:
        out.print(FORMS[to](reading.deck, catalogue), markup=False, soft_wrap=True)
    except UnwritableDeck as error:
        fail(f"{error} The other forms are: {', '.join(form for form in FORMS if form != to)}.")
    _warn(reading)


def _read(wanted: str) -> Reading:
    try:
        return read_list(wanted)
    except UnreadableDeck as error:
        fail(str(error), BAD_INPUT)


def _warn(reading: Reading) -> None:
    """Say what could not be read, and end the command as failed if there is anything."""
    for sentence in unread_lines(reading):
        err.print(sentence, markup=False, soft_wrap=True)
    if reading.unread:
        raise typer.Exit(FAILED)

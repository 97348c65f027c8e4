"""The command ``paltable``: serve, play, simulate, and look things up."""

import os
import sys
from pathlib import Path
from typing import Annotated, cast

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from clients import scenarios
from clients.bots import BOTS, HOUSE_BOTS
from clients.cli import decks, replays, rules, serving, sessions, simulate
from clients.cli.console import BAD_INPUT, err, fail, out
from clients.cli.face import card_lines, facts_listing, text_listing
from clients.cli.lookup import FACES, UnreadableDeck, find_cards, read_deck
from clients.cli.options import BotName, HouseBot, Url, bot_name, run, time_control
from clients.cli.play import Left
from clients.cli.serving import StateDir
from clients.cli.sessions import Wish
from engine import ENGINE_VERSION, Deck, catalogue
from engine.cards import CARDS
from engine.decks import PRESETS
from engine.effects.definition import CardDefinition
from engine.rules.index import RULES
from server import VERSION
from server.protocol.messages import BOT_NAMES, Bot, TimeControlName
from server.settings import Settings

app = typer.Typer(
    name="paltable",
    help="The online table for the Palworld Official Card Game.\n\n"
    "Start with [bold]paltable serve[/] and open the page, or play right here with [bold]paltable play[/].",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("serve")(serving.serve_command)
app.command("replay")(replays.replay_command)
app.add_typer(decks.app, name="deck")


# --- values that several commands take --------------------------------------------------------------------------------


def _presets(keys: str) -> str:
    if keys == "all":
        return ",".join(PRESETS)
    for key in keys.split(","):
        if key not in PRESETS:
            raise typer.BadParameter(f"There is no deck {key!r}. The decks are: {', '.join(PRESETS)}.")
    return keys


def _deck(wanted: str) -> Deck:
    """A preset or a file as a deck that may be played; a bad one ends the command."""
    try:
        deck = read_deck(wanted)
    except UnreadableDeck as error:
        fail(str(error), BAD_INPUT)
    if defects := deck.defects(catalogue):
        fail(f"{deck.name} may not be played. " + " ".join(defect.text for defect in defects), BAD_INPUT)
    return deck


DeckName = Annotated[str, typer.Option("--deck", help="A deck of the game (paltable deck list), a file, a code.")]
Name = Annotated[str, typer.Option(help="What the others see; kept for the next time.")]


def _state_dir(given: Path | None) -> Path:
    return given if given is not None else Settings().state_dir


# --- playing ----------------------------------------------------------------------------------------------------------


@app.command("play")
def play_command(
    url: Url = "",
    table: Annotated[str, typer.Option("--table", metavar="CODE", help="Join the table with this code.")] = "",
    opens: Annotated[bool, typer.Option("--open", help="Open a table for someone else, and show its code.")] = False,
    listed: Annotated[bool, typer.Option("--listed", help="With --open: everyone sees it in the lobby.")] = False,
    time: Annotated[
        str,
        typer.Option("--time", callback=time_control, help="With --open: none, standard (15 min) or fast (5 min)."),
    ] = "none",
    queues: Annotated[bool, typer.Option("--queue", help="Play the next one who queues.")] = False,
    deck: DeckName = "trial-1",
    bot: HouseBot = "greedy",
    bot_deck: Annotated[str, typer.Option(help="The bot's deck; any one if not given.")] = "",
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same shuffles; without --url.")] = None,
    record: Annotated[
        Path | None, typer.Option(dir_okay=False, help="Keep the replay in this file; FILE-2 is of a rematch.")
    ] = None,
    name: Name = "",
    state_dir: StateDir = None,
) -> None:
    """Play in the terminal: against a bot right here, or with --url on a server.

    The table is drawn as text; answers are numbers or words such as: attack jolthog -> player. Type ? for help.
    """
    if sum([bool(table), opens, queues]) > 1:
        fail("Choose one of --table, --open and --queue.", BAD_INPUT)
    if listed and not opens:
        fail("Only a table that you open can be listed: add --open.", BAD_INPUT)
    if time != "none" and not opens:
        fail("Only a table that you open can have a time control: add --open.", BAD_INPUT)
    if (table or opens or queues) and not url:
        fail("Other people are on a server: name it with --url.", BAD_INPUT)
    if seed is not None and url:
        fail("The shuffles of a server cannot be chosen: leave out --seed or --url.", BAD_INPUT)
    wish = Wish(
        url=url, name=name, state_dir=_state_dir(state_dir), deck=_deck(deck), code=table, opens=opens, listed=listed,
        time=cast(TimeControlName, time), queues=queues, bot=cast(Bot, bot),
        bot_deck=_deck(bot_deck) if bot_deck else None, seed=seed, record=record,
    )  # fmt: skip
    come_back = "At a table your seat is kept: come back with the same command." if url else ""
    try:
        run(sessions.play(wish), come_back or "Stopped.")
    except Left as left:
        if left.at_end_of_input:
            fail(f"The input ended before the match did. {come_back}".strip())


@app.command("tables")
def tables_command(url: Url) -> None:
    """List the tables of a server's lobby: those that are open to everyone, and those that play."""
    for line in run(sessions.lobby(url)):
        out.print(line, markup=False, soft_wrap=True)


@app.command("watch")
def watch_command(
    url: Url,
    table: Annotated[str, typer.Argument(metavar="ID", help="The match; without it, those that can be watched.")] = "",
    follow: Annotated[bool, typer.Option(help="Go on with the rematch, if there is one.")] = False,
    state_dir: StateDir = None,
) -> None:
    """Watch a match on a server: what everyone may see, some seconds late; your own match as you see it."""
    if table:
        run(sessions.watch(url, _state_dir(state_dir), table, follows=follow), "You do not watch any more.")
        return
    for line in run(sessions.watchable(url)):
        out.print(line, markup=False, soft_wrap=True)


def _called(bot: str) -> str:
    """What a bot is called where people see it; one of the house as a server calls it."""
    names = [BOT_NAMES[key] for key, house_bot in HOUSE_BOTS.items() if house_bot.name == bot]
    return names[0] if names else f"{bot.capitalize()} bot"


@app.command("bot")
def bot_command(
    url: Url,
    table: Annotated[str, typer.Option("--table", metavar="CODE", help="Join the table with this code.")] = "",
    queues: Annotated[bool, typer.Option("--queue", help="Play the next one who queues.")] = False,
    bot: BotName = "greedy",
    deck: DeckName = "trial-2",
    name: Name = "",
    state_dir: StateDir = None,
) -> None:
    """Have a bot play one match on a server: at a table that is there, or at one that it opens.

    Without --table it opens a table and shows the code; whoever joins it plays the bot.
    """
    if table and queues:
        fail("Choose one of --table and --queue.", BAD_INPUT)
    wish = Wish(
        url=url, name=name or _called(bot), state_dir=_state_dir(state_dir) / "bot", deck=_deck(deck),
        code=table, opens=not table and not queues, queues=queues,
    )  # fmt: skip
    out.print(run(sessions.let_play(wish, BOTS[bot])), markup=False, soft_wrap=True)


@app.command("simulate")
def simulate_command(
    games: Annotated[int, typer.Option(min=1, help="How many matches.")] = 100,
    a: Annotated[
        str, typer.Option("--a", callback=bot_name, metavar="NAME", help=f"One bot, of {', '.join(BOTS)}.")
    ] = "greedy",
    b: Annotated[str, typer.Option("--b", callback=bot_name, metavar="NAME", help="The other bot.")] = "random",
    seed: Annotated[int, typer.Option(help="The same seed gives the same matches.")] = 0,
    deck_keys: Annotated[
        str, typer.Option("--decks", callback=_presets, help="The decks, by key, or all; every pair takes its turn.")
    ] = "all",
    jobs: Annotated[int, typer.Option(min=0, help="How many processes; 0 for one on each core.")] = 1,
    folder: Annotated[
        Path | None, typer.Option("--replays", file_okay=False, help="Keep the replay of each match in this folder.")
    ] = None,
) -> None:
    """Let bots play each other, and show who won and how. They change seats with every match."""
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            fail(f"{folder} cannot be made: {error.strerror}.")
    tally = simulate.Tally(simulate.Plan(a, b, tuple(deck_keys.split(",")), seed, folder))
    matches = simulate.play_all(tally.plan, games, jobs or os.cpu_count() or 1)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    try:
        with Progress(*columns, console=err, transient=True) as progress:
            bar = progress.add_task(f"{a} against {b}", total=games)
            for _ in tally.count(matches):
                progress.advance(bar)
    finally:
        out.print(tally.table())
        out.print(tally.deck_table())
        for line in tally.facts():
            out.print(line, markup=False, soft_wrap=True)


# --- looking up -------------------------------------------------------------------------------------------------------


@app.command("scenario")
def scenario_command(
    paths: Annotated[list[Path], typer.Argument(exists=True, help="Scenario files, or folders of them.")],
    trace: Annotated[bool, typer.Option("--trace", help="Show the whole log of each.")] = False,
) -> None:
    """Run scenario files: a position, decisions, and what has to come of them. Fails if one of them does."""
    raise typer.Exit(scenarios.main([str(path) for path in paths], trace, sys.stdout))


@app.command("card")
def card_command(
    wanted: Annotated[
        list[str] | None, typer.Argument(metavar="NUMBER|NAME", help="A card's number, or a part of its name.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="List the texts of all cards.")] = False,
    facts: Annotated[bool, typer.Option("--facts", help="Print the facts and texts of all cards as JSON.")] = False,
) -> None:
    """Show a card: what it costs, what it is and what it does."""
    if (bool(wanted), everything, facts).count(True) != 1:
        fail("Name a card, or ask for --all or --facts.", BAD_INPUT)
    if facts:
        out.print(facts_listing(), markup=False, soft_wrap=True, end="")
        return
    if everything:
        out.print(text_listing(CARDS), markup=False, soft_wrap=True, end="")
        return
    phrase = " ".join(wanted or [])
    found = find_cards(phrase)
    if not found:
        fail(f"No card has the number or the name {phrase!r}. A part of the name is enough: paltable card lamb")
    if len(found) > FACES:
        _list_cards(found)
        return
    for definition in found:
        out.print("\n".join(card_lines(definition)), markup=False, soft_wrap=True)


def _list_cards(found: list[CardDefinition]) -> None:
    for definition in found:
        out.print(f"{definition.number}  {definition.name}", markup=False, soft_wrap=True)
    out.print(f"{len(found)} cards. Say more of the name, or the number.")


@app.command("rules")
def rules_command(
    number: Annotated[
        list[str] | None, typer.Argument(help="Such as 9.4.2, or 9.4 with all below it, Q45, ambiguity 11.")
    ] = None,
    tests: Annotated[Path, typer.Option(help="The folder with scenarios/ and tests.", file_okay=False)] = rules.TESTS,
) -> None:
    """Show the numbers of the rule book: what each says, the code that carries it out, the scenarios that prove it.

    Without a number all rules are listed, with how many places in the code and how many scenarios each has.
    The official rulings and the decided ambiguities are shown by: paltable rules rulings, paltable rules ambiguities.
    """
    index = rules.build(tests)
    if not number:
        for entry in index.values():
            if entry.number in RULES:
                counts = f"{len(entry.code):4} {len(entry.proofs):4}"
                out.print(f"{entry.number:12}{counts}  {entry.meaning}", markup=False, soft_wrap=True)
        return
    wanted = " ".join(number)
    found = rules.below(index, wanted)
    if not found:
        fail(f"No rule has the number {wanted!r}. All numbers: paltable rules")
    for entry in found:
        _show_rule(entry)


def _show_rule(entry: rules.Entry) -> None:
    lines = [f"{entry.number}  {entry.meaning}".rstrip()]
    lines += [f"  code  {place.file}{f': {place.name}' if place.name else ''}" for place in entry.code]
    lines += [f"  proof {proof.file}: {proof.title}" for proof in entry.proofs]
    out.print("\n".join(lines), markup=False, soft_wrap=True)


@app.command("version")
def version_command() -> None:
    """Show the version of Paltable, of its rules engine, and how many cards it knows."""
    out.print(f"paltable {VERSION} (rules {ENGINE_VERSION}, {len(catalogue.definitions)} cards)", markup=False)


def main() -> None:
    """Run the command line; the entry point of ``paltable``."""
    app()

"""The terminal client: one player at a table, who reads the board and types numbers or the decision notation."""

import asyncio
from collections import deque
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from clients.cli.answers import Answers, NotAnAnswer
from clients.cli.face import card_lines
from clients.cli.help import HELP, LEGEND
from clients.cli.keyboard import Keyboard
from clients.cli.lookup import FACES, find_cards
from clients.cli.numbers import numbers_of
from clients.cli.screen import NARROWEST, Screen, numbered, width_of
from clients.cli.words import PHRASES as SPOKEN
from clients.cli.words import TURN_MARK, YOU, Teller, clock, drawn, lost, spoken
from clients.sdk import PlainPrompt, Refused, Table
from engine.cards import catalogue
from engine.model.decisions import CONCEDE
from engine.model.terms import OTHER, PromptKind
from engine.notation import UnknownLabel
from server.films.labels import Labels
from server.protocol.messages import PHRASES, Passing

T = TypeVar("T")

PROMPT: Final = "> "
MINE: Final = "Your connection"
REMEMBERED: Final = 200
"""So many sentences of the log can be read again."""
SHOWN: Final = 30
YES: Final = ("y", "yes")
BOARD_KINDS: Final = (PromptKind.SETUP, PromptKind.MAIN, PromptKind.BLOCK, PromptKind.QUICK)
"""Before these questions the whole table is shown."""


def is_yes(answer: str | None) -> bool:
    """Whether a line that somebody typed says yes; no line does not."""
    return answer is not None and answer.strip().lower() in YES


class Left(Exception):
    """The player does not want to go on; ``at_end_of_input`` if there was just nothing more to read."""

    def __init__(self, *, at_end_of_input: bool = False) -> None:
        super().__init__()
        self.at_end_of_input = at_end_of_input


class Play:
    """A match in the terminal, from the first question to the outcome."""

    def __init__(self, table: Table, console: Console, keyboard: Keyboard) -> None:
        self._table = table
        self._console = console
        self._keyboard = keyboard
        self._labels = Labels(catalogue)
        self._log: deque[str] = deque(maxlen=REMEMBERED)
        self._here: dict[str, bool] = {}
        self._seen = {MINE}
        """Who was here already: only they can be gone, and come back."""
        self._is_paused = False
        self._legend_told = False

    async def run(self) -> None:
        """Play to the end. Raises `Left` and `ConnectionLost`."""
        table = self._table
        await table.started()
        opponent = self._opponent = "Opponent" if table.opponent is None else table.opponent.name
        if not table.view:  # over before it could be shown
            self._show_end()
            return
        names: dict[str, str] = {table.seat: YOU, OTHER[table.seat]: opponent}
        self._teller = Teller(names, self._labels)
        self._screen = Screen(catalogue, self._labels, names)
        self._labels.look(table.view)
        self._say(f"You play against {opponent}. Type ? for help.")
        while (prompt := await self._next()) is not None:
            await self._answer(prompt)
        self._show_end()

    async def _next(self) -> PlainPrompt | None:
        """Tell what happens until this seat is asked."""
        while True:
            await self._table.news()
            self._tell_who_is_here()
            self._tell()
            if self._table.is_over:
                return None
            prompt = self._table.prompt
            if prompt is None:
                continue
            if not self._is_idle(prompt):
                return prompt
            await self._meanwhile(self._table.decide(prompt.default))

    def _tell_who_is_here(self) -> None:
        """Say so when a connection is lost, or comes back, and when the server makes the table wait."""
        here = {MINE: self._table.is_connected, self._opponent: self._table.is_opponent_here}
        for name, is_here in here.items():
            if is_here != self._here.get(name, True):
                gone = "gone; trying again…" if name == MINE else "gone; waiting for it to come back."
                words = ("back.", gone) if name in self._seen else ("here.", "not here yet.")
                self._say(f"{name} is {words[0 if is_here else 1]}", "bold")
        self._here = here
        self._seen |= {name for name, is_here in here.items() if is_here}
        for phrase in self._table.new_phrases():
            self._say(spoken(self._opponent, phrase), "italic")
        if self._table.is_paused != self._is_paused:
            self._is_paused = self._table.is_paused
            self._say(
                "The table waits for the server…" if self._is_paused else "The table goes on.",
                "bold",
            )

    async def _meanwhile(
        self, what: Coroutine[Any, Any, T], again: str = "", prompt: PlainPrompt | None = None
    ) -> T | None:
        """What comes of this, telling meanwhile who goes and comes.

        ``again`` is what the player was asked with, and is asked again; then it is ``None`` if the game is over before,
        or the question ``prompt`` is answered. Raises `ConnectionLost`, and what ``what`` raises.
        """
        task = asyncio.create_task(what)
        watch = asyncio.create_task(self._table.comings_and_goings(prompt))
        try:
            while True:
                await asyncio.wait((task, watch), return_when=asyncio.FIRST_COMPLETED)
                if task.done():
                    return task.result()
                watch.result()
                if self._table.is_over or self._is_answered(prompt):
                    return None if again else await task
                if again:
                    self._console.print()
                self._tell_who_is_here()
                self._write(again)
                watch = asyncio.create_task(self._table.comings_and_goings(prompt))
        finally:
            task.cancel()
            watch.cancel()
            await asyncio.gather(task, watch, return_exceptions=True)

    def _is_answered(self, prompt: PlainPrompt | None) -> bool:
        return prompt is not None and self._table.prompt is not prompt

    def _is_idle(self, prompt: PlainPrompt) -> bool:
        """Whether there is nothing to think about: only a pass, as everyone knows, or as no human learns by it."""
        against_bot = self._table.opponent is not None and self._table.opponent.bot
        is_answer = prompt.kind in (PromptKind.BLOCK, PromptKind.QUICK)
        return prompt.only_pass or (against_bot and is_answer and len(prompt.legal()) == 1)

    def _tell(self) -> None:
        events = list(self._table.new_events())
        for event in events:
            self._labels.note(event)
        for sentence in self._teller.tell(events):
            self._log.append(sentence)
            self._say(sentence, "bold" if sentence.startswith(TURN_MARK) else "dim")
        prompt = self._table.prompt
        self._labels.look(self._table.view, set() if prompt is None else spoken_of(prompt))

    # --- one question -------------------------------------------------------------------------------------------------

    async def _answer(self, prompt: PlainPrompt) -> None:
        """Ask until there is a legal answer, or the question is gone."""
        self._show(prompt)
        answers = Answers(prompt, self._table.view, self._labels, self._screen, catalogue)
        while self._table.prompt is prompt and not self._table.is_over:
            text = await self._read(prompt)
            if text is None and not self._table.is_over:
                self._say("Your time for this question is over: it was answered for you.", "bold")
            if text is None or await self._is_command(text, prompt):
                continue
            try:
                decision = answers.read(text)
                if decision == CONCEDE:
                    await self._concede()
                else:
                    await self._meanwhile(self._table.decide(decision))
            except NotAnAnswer as error:
                self._say(str(error))
            except Refused as refused:
                self._say(refused.why)

    def _show(self, prompt: PlainPrompt) -> None:
        if prompt.kind in BOARD_KINDS and self._table.view["players"][prompt.seat]["hand"]:
            self._show_board()
        self._say("")
        self._show_clocks()
        self._say(prompt.text, "bold")
        if prompt.detail:
            self._say(prompt.detail)
        answers = Answers(prompt, self._table.view, self._labels, self._screen, catalogue)
        lines = answers.lines()
        if lines:
            width = width_of(self._console)
            self._console.print(Padding(numbered(lines, width - 1), (0, 0, 0, 1)), width=width)
        if prompt.kind in (PromptKind.CARDS, PromptKind.NUMBER, PromptKind.NAME):
            self._say(answers.hint())

    def _show_clocks(self) -> None:
        clocks, seat = self._table.clocks, self._table.seat
        if clocks is not None:
            self._say(f"Clocks: you {clock(clocks[seat])} · {self._opponent} {clock(clocks[OTHER[seat]])}", "dim")

    def _show_board(self) -> None:
        self._console.print()
        width = width_of(self._console)
        self._console.print(self._screen.board(self._table.view, self._table.seat, width), width=width)
        if self._console.width < NARROWEST:
            self._say(f"This window has {self._console.width} columns; the table needs {NARROWEST} to be readable.")
        if not self._legend_told:
            self._legend_told = True
            self._say(LEGEND, "dim")

    def _say(self, sentence: str, style: str = "") -> None:
        self._console.print(Text(sentence, style=style), width=width_of(self._console))

    def _show_end(self) -> None:
        outcome = self._table.outcome
        if outcome is None:
            self._say(self._table.parked or "You do not sit at this table any more.", "bold")
        elif outcome.winner == "draw":
            self._say(drawn(outcome.reason), "bold")
        else:
            won = outcome.winner == self._table.seat
            why = lost(outcome.reason, self._opponent if won else "you")
            self._say(f"{'You win' if won else 'You lose'}: {why}", "bold green" if won else "bold red")

    # --- what is typed ------------------------------------------------------------------------------------------------

    async def _read(self, prompt: PlainPrompt | None = None) -> str | None:
        """A line; ``None`` if the game moved on before there was one. Raises `Left` at the end of the input."""
        self._write(PROMPT)
        try:
            text = await self._meanwhile(self._line(), PROMPT, prompt)
        except Left:
            self._console.print()
            raise
        if text is None:
            self._console.print()
        return text

    async def _line(self) -> str:
        line = await self._keyboard.line()
        if line is None:
            raise Left(at_end_of_input=True)
        return line.strip()

    def _write(self, text: str) -> None:
        self._console.print(text, end="")
        self._console.file.flush()

    async def _is_command(self, text: str, prompt: PlainPrompt) -> bool:
        """Whether it was about the client and not the game."""
        word, _, rest = text.partition(" ")
        match word.lower():
            case "?" | "h" | "help":
                self._console.print(HELP, end="", markup=False)
            case "b" | "board":
                self._show(prompt)
            case "log":
                for sentence in list(self._log)[-SHOWN:] or ["Nothing has happened yet."]:
                    self._say(sentence)
            case "card":
                self._show_card(rest.strip())
            case "numbers":
                await self._show_numbers(rest.strip())
            case "q" | "quit" | "exit":
                await self._concede()
            case _:
                return await self._is_about_players(word.lower(), rest.strip())
        return True

    async def _is_about_players(self, word: str, rest: str) -> bool:
        """Whether it was about what the server does for this player, or about the opponent."""
        match word:
            case "claim" if not rest:
                await self._meanwhile(self._claim())
            case "auto":
                await self._meanwhile(self._settle())
            case "say":
                await self._speak(rest)
            case "mute" | "unmute":
                await self._table.mute(not self._table.is_muted)
                self._say("You hear no phrases any more." if self._table.is_muted else "You hear phrases again.")
            case _:
                return False
        return True

    def _show_card(self, wanted: str) -> None:
        """The faces of the cards that are meant by a label, a number or a part of a name."""
        try:
            found = [catalogue.by_number(self._labels.number(self._labels.handle(wanted.lower())))]
        except UnknownLabel:
            found = find_cards(wanted) if wanted else []
        for definition in found[:FACES]:
            self._console.print("\n".join(card_lines(definition)), markup=False)
        if len(found) > FACES:
            self._say(f"And {len(found) - FACES} more: type more of the name.")
        if not found:
            self._say(f"No card is called {wanted}." if wanted else "Which card? Type card and its name.")

    async def _show_numbers(self, wanted: str) -> None:
        """What the numbers of a card of the table or the hand are made of, which is meant by its label."""
        try:
            handle = self._labels.handle(wanted.lower())
            told = await self._meanwhile(self._table.explain(handle))
        except UnknownLabel:
            self._say(f"No card here is called {wanted}." if wanted else "Which card? Type numbers and its name.")
        except Refused as refused:
            self._say(refused.why)
        else:
            if told is not None:
                definition = catalogue.by_number(self._labels.number(handle))
                self._say(definition.main_name, "bold")
                for sentence in numbers_of(definition, told):
                    self._say(sentence)

    async def _claim(self) -> None:
        """Win because the other player has left, if that may be done by now."""
        try:
            await self._table.claim_win()
        except Refused as refused:
            self._say(refused.why)

    async def _settle(self) -> None:
        """Let the server pass what can only be passed, or do so no longer."""
        passing: Passing = "ask" if self._table.passing == "playable" else "playable"
        try:
            await self._table.settle(passing)
        except Refused as refused:
            self._say(refused.why)
        else:
            self._say(
                "You are asked again whenever you could answer."
                if passing == "ask"
                else "The server passes for you when you can do nothing else; what you pass takes a moment, too."
            )

    async def _speak(self, wanted: str) -> None:
        """Say one of the phrases to the opponent, or tell which there are."""
        phrase = next((phrase for phrase in PHRASES if phrase == wanted.lower().replace(" ", "_")), None)
        if phrase is None:
            self._say("Say one of: " + ", ".join(phrase.replace("_", " ") for phrase in PHRASES) + ".")
            return
        try:
            await self._table.say(phrase)
        except Refused as refused:
            self._say(refused.why)
        else:
            self._say(spoken("You", phrase) if phrase in SPOKEN else f"You show: {phrase}.")

    async def _concede(self) -> None:
        """Give the game up, if the player means it. Raises `Left`."""
        self._say("Concede and leave? Type y for yes; Enter alone is no.")
        answer = await self._read()
        if is_yes(answer):
            await self._meanwhile(self._table.concede())
            self._say("You concede.")
            raise Left
        if answer is not None:
            self._say("You play on.")

    # --- after the end ------------------------------------------------------------------------------------------------

    async def again(self) -> Table | None:
        """The table of a rematch, if this player and the opponent want one. Raises `ConnectionLost`."""
        if self._table.outcome is None or self._table.opponent is None:
            return None
        against_bot = self._table.opponent.bot
        offered = asyncio.create_task(self._tell_offers())
        try:
            self._say("Type r for a rematch; Enter alone leaves.")
            self._write(PROMPT)
            answer = await self._keyboard.line()
            if answer is None or answer.strip().lower() not in ("r", "rematch"):
                return None
            if against_bot:
                return await self._table.rematch()
            self._say(f"Waiting for {self._opponent}, who has to want it too; Enter alone takes it back.")
            return await self._unless_typed(self._table.rematch())
        except Refused as refused:
            self._say(refused.why)
            return None
        finally:
            offered.cancel()
            await asyncio.gather(offered, return_exceptions=True)

    async def _unless_typed(self, what: Coroutine[Any, Any, T]) -> T | None:
        """What comes of this, if the player types nothing before; else it is given up."""
        task, typed = asyncio.create_task(what), asyncio.create_task(self._keyboard.line())
        try:
            await asyncio.wait((task, typed), return_when=asyncio.FIRST_COMPLETED)
            return task.result() if task.done() else None
        finally:
            task.cancel()
            typed.cancel()
            await asyncio.gather(task, typed, return_exceptions=True)

    async def _tell_offers(self) -> None:
        """Say so when the opponent wants a rematch, leaves or speaks."""
        known = False
        while not self._table.is_left:
            self._tell_who_is_here()
            wants = OTHER[self._table.seat] in self._table.offers
            if wants and not known:
                self._say(f"{self._opponent} wants a rematch.", "bold")
            known = wants
            await self._table.after_the_end()


def spoken_of(prompt: PlainPrompt) -> set[int]:
    """The cards that the answers to a prompt name."""
    if prompt.kind in (PromptKind.NUMBER, PromptKind.NAME):
        return set()
    if prompt.kind == PromptKind.CARDS:
        return set(prompt.candidates)
    return {card for decision in prompt.legal() for card in (decision.card, decision.target) if card}

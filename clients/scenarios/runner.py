"""Running a scenario: its steps in order, until one fails."""

from collections.abc import Callable
from pathlib import Path

from clients.scenarios.document import MalformedScenario
from clients.scenarios.drivers import Driver, PlainDriver
from clients.scenarios.report import Failure, Result, describe_prompt
from clients.scenarios.scenario import Scenario, kind_of, load
from clients.scenarios.scene import Scene
from clients.scenarios.steps import Ask, EndTurn, Expect, Refuse, Say, Settle, Step, Take
from engine import EngineBug, Game, IllegalDecision, InvalidPosition, Prompt, SeatName, notation
from engine.model.decisions import CONCEDE, END, PASS, Decision
from engine.model.terms import PromptKind


class _Unfulfilled(Exception):
    """A step that does not hold: the sentence, and the mismatches if there are several."""

    def __init__(self, sentence: str, *mismatches: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.mismatches = mismatches


def run_file(path: Path, driver: Driver | None = None) -> Result:
    """Load and run one file; a malformed one has failed."""
    try:
        scenario = load(path)
    except MalformedScenario as error:
        return Result(str(path), failure=Failure(f"{error.file}:{error.line}", error.sentence))
    return run(scenario, driver)


def run(scenario: Scenario, driver: Driver | None = None) -> Result:
    """Run a scenario; ``driver`` (by default a plain one) takes its decisions."""
    driver = PlainDriver() if driver is None else driver
    try:
        game = driver.start(scenario)
    except InvalidPosition as error:
        failure = Failure(f"{scenario.file}:{scenario.line}", f"no game can stand in this position: {error}")
        return Result(scenario.file, scenario.title, failure)
    return _Run(scenario, driver, game).go()


class _Run:
    """One run of a scenario: the game as it stands, and the log so far."""

    def __init__(self, scenario: Scenario, driver: Driver, game: Game) -> None:
        self.scenario = scenario
        self.driver = driver
        self.game = game
        self.trace: list[str] = []

    def go(self) -> Result:
        """Run all steps; the first that does not hold ends the run."""
        result = Result(self.scenario.file, self.scenario.title, trace=self.trace)
        for step in self.scenario.steps:
            try:
                self.driver.step(self.game, step)
                self._do(step)
            except _Unfulfilled as problem:
                result.failure = self._failure(step, problem)
                return result
            except EngineBug as bug:
                result.failure = Failure(
                    f"{self.scenario.file}:{step.line}", f"step {step.number}: {bug}", (step.shown,)
                )
                return result
        self.driver.finish(self.game)
        return result

    def _failure(self, step: Step, problem: _Unfulfilled) -> Failure:
        details = (f"step {step.number}: {step.shown}", *problem.mismatches, *describe_prompt(self._scene()))
        return Failure(f"{self.scenario.file}:{step.line}", f"step {step.number}: {problem.sentence}", details)

    def _do(self, step: Step) -> None:
        match step.action:
            case Take(seat, text):
                self._take_forced_until(lambda prompt: self._fits(prompt, seat, text))
                self._take(seat, text)
            case Refuse(seat, text):
                self._refuse(seat, text)
            case Ask(seat, kind):
                self._ask(seat, kind)
            case Expect(_):
                self._expect(step.action)
            case Settle():
                self._settle()
            case EndTurn():
                self._end_turn()
            case Say(_):
                pass

    def _scene(self) -> Scene:
        return Scene(self.game, self.scenario.labels, kind_of)

    def _parse(self, text: str, seat: SeatName) -> Decision:
        return notation.parse(text, self.game.prompt, self._scene().names(seat))

    def _fits(self, prompt: Prompt, seat: SeatName, text: str) -> bool:
        decision = self._parse(text, seat)
        return decision == CONCEDE or (prompt.seat == seat and decision in prompt.legal())

    def _turn(self) -> SeatName:
        turn: SeatName = self.game.report()["turn"]
        return turn

    # Decisions

    def _take_forced_until(self, fits: Callable[[Prompt], bool]) -> None:
        """Take single legal decisions until the prompt is a main-phase play timing, has a choice, or fits the step."""
        while (prompt := self.game.prompt) is not None and _forced(prompt) is not None and not fits(prompt):
            self._decide(prompt, prompt.legal()[0], " (the only one)")

    def _take(self, seat: SeatName, text: str) -> None:
        if self._parse(text, seat) == CONCEDE:
            self._concede(seat)
            return
        prompt = self._prompt_of(seat)
        decision = self._parse(text, seat)
        if decision not in prompt.legal():
            raise _Unfulfilled(f'expected "{text}" to be a legal decision of {seat}, found that it is not')
        self._decide(prompt, decision)

    def _concede(self, seat: SeatName) -> None:
        if self.game.prompt is None:
            raise _Unfulfilled(f"expected a game that {seat} can concede, found that it is over")
        self.trace.append(f"{seat}: {notation.format(CONCEDE, self._scene().names(seat))}")
        self.game = self.driver.concede(self.game, seat)

    def _decide(self, prompt: Prompt, decision: Decision, remark: str = "") -> None:
        text = notation.format(decision, self._scene().names(prompt.seat))
        self.trace.append(f"{prompt.seat}: {text}{remark}")
        try:
            self.game = self.driver.decide(self.game, decision)
        except IllegalDecision as error:
            raise _Unfulfilled(f'expected "{text}", which is listed as legal, to be taken, found: {error}') from error

    def _prompt_of(self, seat: SeatName) -> Prompt:
        prompt = self.game.prompt
        if prompt is None:
            raise _Unfulfilled(f"expected a prompt to {seat}, found that the game is over")
        if prompt.seat != seat:
            raise _Unfulfilled(f"expected a prompt to {seat}, found one to {prompt.seat}")
        return prompt

    def _refuse(self, seat: SeatName, text: str) -> None:
        """See that the decision is not listed, is refused, and leaves the position as it was."""
        prompt = self._prompt_of(seat)
        decision = self._parse(text, seat)
        if decision == CONCEDE or decision in prompt.legal():
            raise _Unfulfilled(f'expected "{text}" not to be legal for {seat}, found that it is')
        before = self.game.save()
        try:
            self.game.decide(decision)
        except IllegalDecision:
            if self.game.save() != before:
                raise _Unfulfilled(f'expected the refused "{text}" to change nothing, found that it did') from None
            return
        raise _Unfulfilled(f'expected "{text}", which is not listed as legal, to be refused, found that it was taken')

    def _settle(self) -> None:
        """Do nothing more until the turn player is at a main-phase play timing, or the game has ended."""
        while (prompt := self.game.prompt) is not None and prompt.kind != PromptKind.MAIN:
            if prompt.kind in (PromptKind.BLOCK, PromptKind.QUICK):
                self._decide(prompt, PASS)
            elif (decision := _forced(prompt)) is not None:
                self._decide(prompt, decision, " (the only one)")
            else:
                raise _Unfulfilled("expected to settle, found a prompt with a choice")

    def _end_turn(self) -> None:
        seat = self._turn()
        self._take_forced_until(lambda prompt: prompt.seat == seat and END in prompt.legal())
        self._take(seat, "end")
        self._settle()
        assert self.game.prompt is None or self.game.prompt.seat != seat, "after a turn comes the other player's"

    # Checks

    def _ask(self, seat: SeatName, kind: str) -> None:
        prompt = self.game.prompt
        found = "none, for the game is over" if prompt is None else f"{prompt.kind} to {prompt.seat}"
        if prompt is None or (prompt.seat, prompt.kind) != (seat, kind):
            raise _Unfulfilled(f"expected the prompt {kind} to {seat}, found {found}")

    def _expect(self, action: Expect) -> None:
        scene = self._scene()
        mismatches = []
        for expectation in action.expectations:
            found = expectation.check.found(scene)
            if found is not None:
                mismatches.append(f"expected {expectation.path}: {expectation.shown}, found {found}")
        if len(mismatches) == 1:
            raise _Unfulfilled(mismatches[0])
        if mismatches:
            raise _Unfulfilled(f"{len(mismatches)} expectations do not hold", *mismatches)


def _forced(prompt: Prompt) -> Decision | None:
    """Return the single legal decision of a prompt that is no main-phase play timing; None if there is a choice."""
    if prompt.kind == PromptKind.MAIN:
        return None
    legal = prompt.legal()
    return legal[0] if len(legal) == 1 else None

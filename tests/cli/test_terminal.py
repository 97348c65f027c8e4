"""What is drawn and what is understood, over whole matches."""

import re
from collections import Counter
from collections.abc import Mapping
from io import StringIO
from typing import Any

import pytest
from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from clients.bots import BOTS
from clients.cli.answers import Answers, NotAnAnswer
from clients.cli.console import Printer, err, out
from clients.cli.face import columns
from clients.cli.play import spoken_of
from clients.cli.screen import Screen, numbered, shortened, strength, width_of
from clients.cli.words import TURN_MARK, Teller, listed, lost, third_person
from clients.sdk import PlainPrompt
from engine import Decision, Game, Prompt, catalogue, notation
from engine.model import decisions
from engine.notation import UnknownLabel
from server.films.labels import Labels, slug
from tests.bots.matches import play, side, standing


class Seat:
    """One seat's terminal, without a terminal."""

    def __init__(self, width: int = 80) -> None:
        self.text = StringIO()
        self.console = Console(file=self.text, width=width)
        self.labels = Labels(catalogue)
        self.screen = Screen(catalogue, self.labels, {"A": "You", "B": "Even bot"})

    def ask(self, game: Game) -> Answers:
        assert game.prompt is not None
        prompt = PlainPrompt(game.prompt.plain(), game.prompt.seat)
        view = game.view(prompt.seat)
        self.labels.look(view, spoken_of(prompt))
        return Answers(prompt, view, self.labels, self.screen, catalogue)

    def drawn(self) -> str:
        text = self.text.getvalue()
        self.text.truncate(0)
        self.text.seek(0)
        return text


def test_no_text_commands_the_terminal_whoever_wrote_it() -> None:
    """Names of strangers, and whatever else stands in their files."""
    written = StringIO()
    printer = Printer(file=written, force_terminal=True, width=200)
    printer.print(Text("\x1b]0;mine\x07Ann \x9b2J\n", style="bold"), Panel("\x1b[2J"), "[bold]\r\x1b[A")
    unstyled = re.sub(r"\x1b\[[0-9;]*m", "", written.getvalue())
    assert unstyled != written.getvalue(), "its own commands stay"
    assert re.findall(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", unstyled) == []
    assert all(type(console) is Printer for console in (out, err))


# --- whole matches ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [40, 60, 80, 100, 120])
def test_nothing_is_drawn_wider_than_the_terminal_and_every_number_is_whole(width: int) -> None:
    seats = {"A": Seat(width), "B": Seat(width)}

    def watch(game: Game, prompt: Prompt, decision: Decision) -> None:
        seat, view = seats[prompt.seat], game.view(prompt.seat)
        answers = seat.ask(game)
        seat.console.print(seat.screen.board(view, prompt.seat, width), width=width)
        drawn = seat.drawn()
        words = Counter(drawn.replace("│", " ").split())
        for numbers, times in Counter(numbers_in(view)).items():
            assert words[numbers] >= times, drawn
        for player in view["players"].values():
            assert f"hand {player['hand_size']} · deck {player['deck_size']} " in drawn
        if lines := answers.lines():
            seat.console.print(numbered(lines, width), width=width)
            drawn += seat.drawn()
            assert all(line.replace(" ", "") in drawn.replace(" ", "").replace("\n", "") for _, line, _ in lines)
        assert max(map(columns, drawn.splitlines())) <= width

    for seed in range(3):
        play({"A": BOTS["greedy"], "B": BOTS["random"]}, seed, watch)


def test_every_answer_is_understood_by_its_number_and_by_its_line() -> None:
    seat = Seat()
    kinds = set()

    def watch(game: Game, prompt: Prompt, decision: Decision) -> None:
        answers = seat.ask(game)
        kinds.add(prompt.kind)
        if prompt.kind == "cards":
            assert answers.read(notation.format(decision, seat.labels)) == decision
            places = [str(1 + prompt.candidates.index(card)) for card in decision.cards]
            assert answers.read(" ".join(places) or "none") == decision
            return
        for number, line, _ in answers.lines():
            assert answers.read(number) == answers.read(f"  {line.upper()} ")
            assert answers.read(number) in prompt.legal()

    for seed in range(8):
        play({"A": BOTS["random"], "B": BOTS["random"]}, seed, watch)
    assert kinds >= {"setup", "main", "block", "quick", "cards", "option", "may"}


def test_labels_are_unique_and_a_card_keeps_its_label_while_it_lies_on_the_table() -> None:
    labels = Labels(catalogue)
    kept: dict[int, str] = {}

    def watch(game: Game, prompt: Prompt, decision: Decision) -> None:
        view = game.view("A")
        labels.look(view)
        base = [handle for player in view["players"].values() for handle in player["base"]]
        now = {handle: labels.label(handle) for handle in [*base, *view["players"]["A"]["hand"]]}
        assert len(set(now.values())) == len(now)
        assert all(labels.handle(label) == handle for handle, label in now.items())
        assert all(kept[handle] == label for handle, label in now.items() if handle in kept)
        kept.clear()
        kept.update(now)

    for seed in range(4):
        play({"A": BOTS["greedy"], "B": BOTS["greedy"]}, seed, watch)


def test_every_event_is_told_in_words_or_goes_without_saying() -> None:
    labels = Labels(catalogue)
    told: list[str] = []

    def watch(game: Game, prompt: Prompt, decision: Decision) -> None:
        labels.look(game.view("A"))
        twin = game.clone()
        events = twin.events_for("A", twin.decide(decision))
        for event in events:
            labels.note(event)
        told.extend(Teller({"A": "You", "B": "Even bot"}, labels).tell(events))

    for seed in range(6):
        play({"A": BOTS["greedy"], "B": BOTS["random"]}, seed, watch)

    assert all(sentence[:1].isupper() or sentence.startswith(TURN_MARK) for sentence in told)
    assert {sentence for sentence in told if "You wins" in sentence or "{" in sentence} == set()
    assert any(sentence.startswith("Even bot draws 5 cards") for sentence in told)
    assert any(sentence.startswith("You attack") or " attacks " in sentence for sentence in told)
    assert all(sentence.endswith((".", "!", ".)", TURN_MARK)) for sentence in told)


def numbers_in(view: Mapping[str, Any]) -> list[str]:
    """Power and Strike, or Durability, of all that lies in a base or in the hand of the one who looks."""
    players = view["players"]
    places = [*players["A"]["base"], *players["B"]["base"], *players[view["viewer"]]["hand"]]
    cards = [view["cards"][str(handle)] for handle in places]
    known = [(card, catalogue.by_number(card["number"])) for card in cards]
    told = [strength(card if card["zone"] == "base" else {}, definition) for card, definition in known]
    return [numbers for numbers in told if numbers]


# --- single things ----------------------------------------------------------------------------------------------------

HOG = "ETD01-002"


def test_a_label_is_a_name_in_small_letters() -> None:
    assert slug("Jolthog Cryst") == "jolthog-cryst"
    assert slug("Élan’s  2nd") == "elans-2nd"


def test_an_unknown_label_is_refused_with_what_was_expected() -> None:
    answers = Seat().ask(standing(A=side(base=HOG), B=side()))

    for typed in ("attack nobody -> player", "attack jolthog", "fly", "99", "0", "1 2", "pass now", "choose"):
        with pytest.raises(NotAnAnswer):
            answers.read(typed)


def test_nothing_typed_takes_the_only_answer_and_else_says_what_to_type() -> None:
    only = Seat().ask(standing(A=side(souls_standing=0), B=side()))
    several = Seat().ask(standing(A=side(base=HOG), B=side()))

    assert only.read("  ") == decisions.END
    with pytest.raises(NotAnAnswer, match="Type a number"):
        several.read("")


def test_what_is_written_in_words_need_not_be_legal() -> None:
    answers = Seat().ask(standing(A=side(base=f"{HOG}/rest"), B=side()))

    assert answers.read("Attack Jolthog -> player").verb == "attack"
    assert answers.read("concede") == decisions.CONCEDE


def plain(kind: str, **more: object) -> Answers:
    game = standing(A=side(base=f"{HOG} {HOG} {HOG}"), B=side())
    seat = Seat()
    seat.ask(game)
    view = game.view("A")
    prompt = {"id": 1, "kind": kind, "text": "", "detail": "", **more}
    if kind == "cards":
        prompt["candidates"] = view["players"]["A"]["base"]
    return Answers(PlainPrompt(prompt, "A"), view, seat.labels, seat.screen, catalogue)


def test_a_number_is_typed_as_it_is() -> None:
    answers = plain("number", minimum=0, maximum=4)

    assert answers.read("3") == decisions.number(3)
    assert answers.lines() == []
    assert answers.hint() == "Type a number from 0 to 4."
    with pytest.raises(NotAnAnswer, match="9999999999999999999999"):
        answers.read("9999999999999999999999")


def test_a_card_name_is_found_by_a_part_of_it() -> None:
    answers = plain("name")

    assert answers.read("molten sov") == decisions.name("Blazamut – Molten Sovereign")
    assert answers.read("name Lamball - My First Pal") == decisions.name("Lamball – My First Pal")
    with pytest.raises(NotAnAnswer, match="cards have that in their name"):
        answers.read("my first")
    with pytest.raises(NotAnAnswer, match="No card"):
        answers.read("Nobody")


def test_cards_are_chosen_by_their_numbers() -> None:
    answers = plain("cards", minimum=0, maximum=2)

    assert len(answers.lines()) == 3
    assert len(answers.read("1, 3").cards) == 2
    assert answers.read("none") == decisions.choose(())
    for typed in ("4", "0", "2 2"):
        with pytest.raises(NotAnAnswer):
            answers.read(typed)


def test_an_option_is_taken_by_its_own_number() -> None:
    texts = [{"number": 1, "text": "Draw 1 card."}, {"number": 2, "text": "Get 1 Material."}]
    answers = plain("option", decisions={"option": [2]}, options=texts)

    assert answers.lines() == [("2", "option 2", "Get 1 Material.")]
    assert answers.read("2") == decisions.option(2)
    with pytest.raises(NotAnAnswer):
        answers.read("1")


def test_labels_of_cards_that_are_gone_are_unknown() -> None:
    labels = Labels(catalogue)
    labels.look(standing(A=side(base=HOG), B=side()).view("A"))

    with pytest.raises(UnknownLabel):
        labels.handle("lamball")
    assert labels.label(999) == "?"
    assert labels.name(999) == "a card"


def test_words_fit_their_subjects() -> None:
    assert [third_person(verb) for verb in ("draw", "go", "reach")] == ["draws", "goes", "reaches"]
    assert listed(["A"]) == "A"
    assert listed(["A", "B", "C"]) == "A, B and C"


def test_the_table_is_neither_too_narrow_nor_too_wide() -> None:
    assert [width_of(Console(width=width)) for width in (20, 80, 300)] == [40, 80, 100]


def test_a_label_is_cut_before_the_number_that_tells_it_from_others() -> None:
    assert shortened("jolthog", 7) == "jolthog"
    assert shortened("refined-metal-spear", 12) == "refined-met…"
    assert shortened("refined-metal-spear-2", 12) == "refined-m…-2"


@pytest.mark.parametrize(
    ("reason", "you", "other"),
    [
        ("life", "your life reached 0.", "Ann's life reached 0."),
        ("deck", "your deck ran out.", "Ann's deck ran out."),
        ("life and deck", "you have no life and no deck left.", "Ann has no life and no deck left."),
        ("concede", "you conceded.", "Ann conceded."),
        ("boredom", "boredom.", "boredom."),
    ],
)
def test_the_end_is_told_with_its_reason(reason: str, you: str, other: str) -> None:
    assert lost(reason, "you") == you
    assert lost(reason, "Ann") == other

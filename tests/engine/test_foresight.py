"""What is told of a play before it is made is what happens then."""

from typing import Any

from engine import Game, catalogue
from engine.model.decisions import play
from engine.model.position import CardAt, Position, Side
from engine.model.terms import Kind, PromptKind
from engine.prompts import Prompt

FILLER = tuple(CardAt("ETD01-003") for _ in range(30))
BASES = ("", "ETD01-003 ETD01-008", "ETD02-005/rest EBP01-014 EBP01-090/rest", "EBP01-089 ETD01-018 EBP01-043")


def cards(text: str) -> tuple[CardAt, ...]:
    """Cards by number, separated by spaces; ``NUMBER/rest`` is a resting one."""
    return tuple(CardAt(word.removesuffix("/rest"), resting=word.endswith("/rest")) for word in text.split())


def holding(number: str, mine: str, theirs: str) -> Game:
    """A game at A's main phase, with one card in the hand and souls enough to play it."""
    ours = Side(base=cards(mine), hand=(CardAt(number),), deck=FILLER, souls_standing=10)
    return Game.from_position(catalogue, Position(sides={"A": ours, "B": Side(base=cards(theirs), deck=FILLER)}))


def asked(game: Game) -> Prompt:
    """The open prompt."""
    assert game.prompt is not None
    return game.prompt


def after_playing(game: Game) -> Prompt:
    """The prompt that follows when the only hand card is played."""
    card = next(decision.card for decision in asked(game).legal() if decision.verb == "play")
    game.decide(play(card))
    return asked(game)


def of_base(game: Game) -> set[int]:
    """A's handles for the cards of both bases."""
    return {int(handle) for handle, card in game.view("A")["cards"].items() if card["zone"] == "base"}


def test_a_play_chooses_first_among_what_was_told_and_itself() -> None:
    told = 0
    for definition in catalogue.definitions:
        for mine in BASES:
            game = holding(definition.number, mine, BASES[2])
            aims, there = asked(game).aims, of_base(game)
            following = after_playing(game)
            if not aims:
                continue
            (targets,) = aims.values()
            told += 1
            if following.kind == PromptKind.CARDS and following.source:
                assert set(targets) == set(following.candidates) & there, definition.number
                assert len(set(following.candidates) - there) <= 1, definition.number
            else:
                assert len(targets) == 1, definition.number
    assert told > 40


def test_an_idle_play_changes_nothing_but_the_hand_the_graveyard_and_the_souls() -> None:
    idle: dict[str, int] = {}
    for definition in catalogue.definitions:
        for mine in BASES:
            for theirs in BASES:
                game = holding(definition.number, mine, theirs)
                if not asked(game).idle:
                    continue
                idle[definition.number] = idle.get(definition.number, 0) + 1
                before = game.view("A")
                assert after_playing(game).kind == PromptKind.MAIN
                after = game.view("A")
                assert definition.kind is Kind.EVENT
                assert deeds(before) == deeds(after), definition.number
    assert idle.keys() == {"EBP01-096", "ETD01-011", "ETD01-022", "ETD02-011", "ETD02-021", "ETD02-022"}
    assert idle["ETD02-022"] == len(BASES) ** 2
    assert idle["ETD01-011"] == 1


def deeds(view: dict[str, Any]) -> dict[str, Any]:
    """What a play could change besides paying for itself."""
    own = ("hand", "hand_size", "graveyard", "souls", "resting_souls")
    players = {seat: {k: v for k, v in one.items() if k not in own} for seat, one in view["players"].items()}
    bases = {handle: card for handle, card in view["cards"].items() if card["zone"] == "base"}
    return {"players": players, "bases": bases, "night": view["night"]}

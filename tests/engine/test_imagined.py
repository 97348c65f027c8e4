"""Games made of a view: whoever sees only that cannot tell them from the one that is played."""

from collections import Counter
from collections.abc import Iterator

import pytest

from engine import SEATS, Decision, Game, IllegalDecision, InvalidPosition, Prompt, SeatName, catalogue
from engine.model.terms import OTHER
from tests.engine.play import Player, begin

TIMINGS = ("main", "block", "quick")
SEED = bytes(32)


def prompts(number: int) -> Iterator[tuple[Game, Prompt]]:
    """A game played by chance, at each of its prompts."""
    game, chooser = begin(number), Player(number)
    while (prompt := game.prompt) is not None:
        yield game, prompt
        game.decide(chooser.decide(prompt))


def hidden_from(game: Game, seat: SeatName) -> dict[SeatName, list[str]]:
    """What the seat cannot see, as it lies."""
    players, other = game.report()["players"], OTHER[seat]
    hands = {seat: [], other: players[other]["hand"]}
    return {each: [_number(game, card) for card in (*hands[each], *players[each]["deck"])] for each in SEATS}


def _number(game: Game, card: int) -> str:
    return game.inspect(card).number


def imagined(game: Game, prompt: Prompt) -> Game:
    """The game as its asked player sees it, with the truth in the hidden places."""
    hidden = hidden_from(game, prompt.seat)
    drawn = game._match.state.soul_drawn
    return Game.from_view(catalogue, game.view(prompt.seat), prompt.kind, hidden, SEED, soul_drawn=drawn)


def test_its_player_sees_the_same_table_and_may_do_the_same() -> None:
    """But for what no view shows: abilities without a keyword that cards were given, and effects on players."""
    kinds: Counter[str] = Counter()
    others = 0
    for number in range(6):
        for game, prompt in prompts(number):
            if prompt.kind in TIMINGS:
                twin = imagined(game, prompt)
                assert twin.view(prompt.seat) == game.view(prompt.seat)
                assert twin.prompt is not None
                assert (twin.prompt.seat, twin.prompt.kind) == (prompt.seat, prompt.kind)
                kinds[prompt.kind] += 1
                others += list(twin.prompt.legal()) != list(prompt.legal())
    assert min(kinds[kind] for kind in TIMINGS) > 100
    assert others < kinds.total() / 500


def test_what_is_decided_in_it_comes_to_the_same() -> None:
    """But for what no view shows: in which turn a card stands again that an effect keeps resting, and so on."""
    compared = others = 0
    for number in range(3):
        for game, prompt in prompts(number):
            if prompt.kind not in TIMINGS:
                continue
            twin = imagined(game, prompt)
            for decision in prompt.legal()[number % 4 :: 4]:
                results = [after(each, decision, prompt.seat) for each in (game, twin)]
                compared += 1
                others += results[0] != results[1]
    assert compared > 1000
    assert others < compared / 200


def after(game: Game, decision: Decision, seat: SeatName) -> list[str]:
    """What the seat sees when the decision has been taken, without handles; nothing if it is not legal."""
    twin = game.clone()
    try:
        twin.decide(decision)
    except IllegalDecision:
        return []
    view = twin.view(seat)
    players = [{key: value for key, value in view["players"][each].items() if isinstance(value, int)} for each in SEATS]
    cards = [{**card, "exiled": len(card.get("exiled", ()))} for card in view["cards"].values()]
    return [str(players), str(view.get("waiting", {})), *sorted(str(sorted(card.items())) for card in cards)]


# --- what cannot be ---------------------------------------------------------------------------------------------------


def test_only_a_player_between_two_actions_sees_enough() -> None:
    game = next(game for game, prompt in prompts(0) if prompt.kind == "main")
    assert game.prompt is not None
    seat, view = game.prompt.seat, game.view(game.prompt.seat)
    hidden = hidden_from(game, seat)
    for wrong in (
        {"view": game.view("spectator")},
        {"view": {**view, "resolution": [1]}},
        {"view": {**view, "pending": [0]}},
        {"kind": "cards"},
        {"kind": "block"},
        {"hidden": {**hidden, seat: hidden[seat][1:]}},
        {"hidden": {**hidden, seat: ["XYZ-001", *hidden[seat][1:]]}},
    ):
        with pytest.raises(InvalidPosition):
            Game.from_view(catalogue, **{"view": view, "kind": "main", "hidden": hidden, "seed": SEED, **wrong})  # type: ignore[arg-type]

"""What a value is made of: the parts make the whole, come in order, and tell nothing that is not public."""

from collections import Counter
from random import Random

import pytest

from engine import AUDIENCES, Audience, Game
from engine.model.state import HAND
from engine.views import ASPECTS, NOBODY, Part
from tests.engine.knowledge import another_world, begin_marked, marked_pool
from tests.engine.play import GAMES, Player, begin

EVERY = 5
"""At one prompt of so many, every card is explained."""

POOL = marked_pool(names=False)


@pytest.mark.parametrize("numbers", [range(first, GAMES, 10) for first in range(10)])
def test_the_parts_make_the_whole(numbers: range) -> None:
    explained: Counter[str] = Counter()
    for number in numbers:
        game, player = begin(number), Player(number)
        while (prompt := game.prompt) is not None:
            if game.decisions % EVERY == 0:
                for card in range(len(game._match.cards)):
                    explained.update(compare(game, card))
            game.decide(player.decide(prompt))
    assert {"power", "strike", "keywords"} <= set(explained)


def compare(game: Game, card: int) -> set[str]:
    """Compare the explanations of a card with its report; tells which values are more than printed."""
    report = game.inspect(card)
    parts = {aspect: game.explain(card, aspect) for aspect in ASPECTS}
    for aspect in ("power", "strike", "cost"):
        assert all(part.value for part in parts[aspect][1:])
        assert not parts[aspect] or parts[aspect][0].text == f"printed {parts[aspect][0].value}"
    total = {aspect: sum(int(part.value) for part in parts[aspect]) for aspect in ("power", "strike", "cost")}
    assert total["cost"] == report.cost
    for value, aspect in ((report.power, "power"), (report.durability, "power"), (report.strike, "strike")):
        assert value is None or value == total[aspect]
    assert [part.value for part in parts["keywords"]] == list(report.keywords)
    assert [part.value for part in parts["names"]] == list(report.names)
    return {aspect for aspect in ASPECTS if any("printed" not in part.text for part in parts[aspect])}


def test_an_audience_explains_by_its_own_handles_the_cards_that_it_knows() -> None:
    for number in range(0, GAMES, 12):
        game, player = begin(number), Player(number)
        while (prompt := game.prompt) is not None:
            for audience in AUDIENCES:
                for handle in game.view(audience)["cards"]:
                    card = game.physical(int(handle), audience)
                    for aspect in ASPECTS:
                        assert by_handles(game, audience, game.explain(card, aspect)) == game.explain(
                            int(handle), aspect, audience
                        )
            for _ in range(EVERY):
                if (prompt := game.prompt) is not None:
                    game.decide(player.decide(prompt))


def by_handles(game: Game, audience: Audience, parts: list[Part]) -> list[Part]:
    handles = game._match.state.handles[AUDIENCES.index(audience)]
    return [part._replace(source=0 if part.source == NOBODY else handles[part.source]) for part in parts]


def test_a_card_that_an_audience_does_not_know_is_not_explained_to_it() -> None:
    game = begin(0)
    state = game._match.state
    hidden = next(card for card in range(len(state.cards)) if state.place[card] != HAND)
    assert game.explain(hidden, "cost")
    for handle in (0, -1, hidden + 1_000, state.next_handle[0]):
        with pytest.raises(KeyError):
            game.explain(handle, "cost", "A")


def test_what_an_audience_may_not_know_changes_no_explanation() -> None:
    """The hidden cards are dealt anew, and everything that the audience can ask about is told in the same words."""
    for number in range(0, GAMES, 10):
        game, player, rng = begin_marked(number, POOL), Player(number), Random(number)
        while (prompt := game.prompt) is not None:
            if rng.randrange(EVERY * 4) == 0:
                viewer = rng.randrange(3)
                world = another_world(game, viewer, rng, set())
                assert explanations(world, viewer) == explanations(game, viewer)
            game.decide(player.decide(prompt))


def explanations(game: Game, viewer: int) -> list[list[Part]]:
    audience = AUDIENCES[viewer]
    known = sorted(handle for handle in game._match.state.handles[viewer] if handle)
    return [game.explain(handle, aspect, audience) for handle in known for aspect in ASPECTS]

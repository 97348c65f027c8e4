"""A prompt from the wire is as good as the engine's own."""

from random import Random

import msgspec

from clients.bots import BOTS
from clients.sdk import PlainPrompt
from engine import Decision, Game, Prompt
from tests.bots.matches import QUICK, play


def wired(prompt: Prompt, chance: Random) -> PlainPrompt:
    """The prompt as it comes out of one of the two codecs."""
    if chance.random() < 0.5:
        return PlainPrompt(msgspec.json.decode(msgspec.json.encode(prompt.plain())), prompt.seat)
    return PlainPrompt(msgspec.msgpack.decode(msgspec.msgpack.encode(prompt.plain())), prompt.seat)


def test_it_offers_the_same_decisions_and_says_the_same() -> None:
    chance = Random(5)
    kinds = set()

    def watch(game: Game, prompt: Prompt, decision: Decision) -> None:
        plain = wired(prompt, chance)
        kinds.add(plain.kind)
        assert plain.default == prompt.default
        for name in ("id", "seat", "kind", "text", "detail", "source", "minimum", "maximum", "candidates"):
            assert getattr(plain, name) == getattr(prompt, name), name
        for name in ("only_pass", "no_draw", "aims", "idle"):
            assert getattr(plain, name) == getattr(prompt, name), name
        legal = prompt.legal()
        assert len(plain.legal()) == len(legal)
        places = range(len(legal)) if len(legal) < 200 else [chance.randrange(len(legal)) for _ in range(200)]
        assert all(plain.legal()[place] == legal[place] for place in places)

    for seed in range(12):
        play({"A": BOTS["random"], "B": BOTS["random"]}, seed, watch)

    assert kinds >= {"setup", "main", "block", "quick", "cards", "option", "may"}


def test_a_bot_answers_it_as_it_answers_the_engines_own() -> None:
    chance = Random(6)

    def watch(game: Game, prompt: Prompt, decision: Decision) -> None:
        plain = wired(prompt, chance)
        view = msgspec.json.decode(msgspec.json.encode(game.view(prompt.seat)))
        asked = [bot for name, bot in QUICK.items() if name != "search" or prompt.id % 10 == 0]  # which takes long
        for bot in asked:
            own = bot.choose(game.view(prompt.seat), prompt, prompt.legal(), seed=3)
            assert bot.choose(view, plain, plain.legal(), seed=3) == own

    for seed in range(4):
        play({"A": BOTS["greedy"], "B": BOTS["random"]}, seed, watch)


def test_numbers_and_names_have_their_legal_lists() -> None:
    number = PlainPrompt(QUESTION | {"kind": "number", "minimum": 1, "maximum": 3}, "B")
    name = PlainPrompt(QUESTION | {"kind": "name"}, "B")

    assert number.legal() == [Decision("number", number=n) for n in (1, 2, 3)]
    assert number.default == Decision("number", number=1)
    assert Decision("name", name="Lamball – My First Pal") in name.legal()


def test_options_and_entries_keep_their_texts() -> None:
    option = PlainPrompt(
        QUESTION | {"kind": "option", "decisions": {}, "options": [{"number": 2, "text": "Draw."}]}, "B"
    )
    entry = {"card": 7, "number": 1, "text": "Draw."}
    order = PlainPrompt(QUESTION | {"kind": "order", "entries": [entry]}, "B")

    assert option.options == ((2, "Draw."),)
    assert order.entries == ((7, 1, "Draw."),)
    assert order.legal() == [Decision("resolve", card=7, number=1)]
    assert "Which?" in repr(order)


QUESTION = {"id": 4, "text": "Which?"}

"""Why not: for every card at every moment there is a reason exactly if it is not legal, and it tells no secret."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from engine import SEATS, Decision, Game, Prompt
from engine.model.decisions import VERBS
from engine.model.reasons import ReasonCode
from engine.model.state import BASE, GRAVEYARD, HAND
from engine.model.terms import PromptKind
from tests.engine.forging import forgeries, is_listed
from tests.engine.knowledge import another_world, begin_marked, marked_pool
from tests.engine.play import GAMES, Player, begin

SELDOM = {PromptKind.MAIN: 5, PromptKind.BLOCK: 2, PromptKind.QUICK: 2}
"""At one prompt of so many, everything is asked; at every one of the other kinds."""

ABILITIES = 4
"""Numbers of activated abilities that are tried; no card has so many."""

POOL = marked_pool(names=False)


def known(game: Game, prompt: Prompt, *zones: int) -> list[int]:
    """Handles of the asked seat for the cards in these zones that it knows, and two that are nothing."""
    state = game._match.state
    handles = state.handles[SEATS.index(prompt.seat)]
    return [handle for card, handle in enumerate(handles) if handle and state.place[card] in zones] + [0, 10**6]


def everything(game: Game, prompt: Prompt) -> Iterator[Decision]:
    """Every play, activation, attack and block of every card that lies in a hand, a base or a graveyard."""
    for card in known(game, prompt, HAND, BASE, GRAVEYARD):
        yield Decision("play", card)
        yield Decision("block", card)
        for number in range(ABILITIES):
            yield Decision("activate", card, 0, number)
    for card in known(game, prompt, BASE, HAND):
        for target in known(game, prompt, BASE, HAND):
            yield Decision("attack", card, target)
    for verb in ("draw", "end", "pass", "yes", "no", "first", "second", "keep", "redraw"):
        yield Decision(verb)
    for number in range(-1, 8):
        yield Decision("option", 0, 0, number)
        yield Decision("number", 0, 0, number)


def seldom(prompt: Prompt, rng: Random) -> bool:
    return rng.randrange(SELDOM.get(PromptKind(prompt.kind), 1)) == 0


def test_there_is_a_reason_exactly_if_it_is_not_legal() -> None:
    codes: Counter[ReasonCode] = Counter()
    for number in range(0, GAMES, 5):
        game, player, rng = begin(number), Player(number), Random(number)
        while (prompt := game.prompt) is not None:
            if seldom(prompt, rng):
                legal = set(prompt.legal()) if prompt.kind not in ("cards", "name") else set()
                for decision in everything(game, prompt):
                    reason = prompt.why_not(decision)
                    assert (reason is None) == (decision in legal), (decision, reason)
                    codes.update([] if reason is None else [reason.code])
            game.decide(player.decide(prompt))
    assert set(codes) >= {
        ReasonCode.WRONG_KIND, ReasonCode.UNKNOWN_CARD, ReasonCode.NOT_IN_HAND, ReasonCode.NOT_YOURS,
        ReasonCode.NO_ABILITY, ReasonCode.NOT_QUICK, ReasonCode.ONLY_WHEN_ATTACKED, ReasonCode.USED, ReasonCode.SOULS,
        ReasonCode.RESOURCE, ReasonCode.CARDS, ReasonCode.PALS, ReasonCode.RESTING, ReasonCode.NO_TARGET,
        ReasonCode.STANDING, ReasonCode.PROTECTED, ReasonCode.TAUNT, ReasonCode.ATTACKED_ITSELF, ReasonCode.STEALTH,
        ReasonCode.NOT_OFFERED, ReasonCode.NUMBER,
    }  # fmt: skip


def test_every_listed_decision_is_without_a_reason_and_every_forged_one_has_one() -> None:
    tried: Counter[str] = Counter()
    for number in range(0, GAMES, 6):
        game, player, rng = begin(number), Player(number), Random(number)
        earlier: list[Decision] = []
        while (prompt := game.prompt) is not None:
            if seldom(prompt, rng):
                for decision in forgeries(game, prompt, rng.sample(earlier, min(3, len(earlier))), rng):
                    assert prompt.why_not(decision) is not None
                    tried[decision.verb] += 1
                legal = prompt.legal()
                for decision in [legal[rng.randrange(len(legal))] for _ in range(3)]:
                    assert prompt.why_not(decision) is None
                    assert prompt.why_not(decision._replace(cards=decision.cards[::-1])) is None
            earlier.append(player.decide(prompt))
            game.decide(earlier[-1])
    assert set(tried) == set(VERBS) - {"concede"}


def test_a_reason_depends_on_nothing_that_the_asked_player_may_not_know() -> None:
    """The cards that the player does not know are dealt anew: every reason is the same, to the letter."""
    compared = 0
    for number in range(0, GAMES, 10):
        game, player, rng = begin_marked(number, POOL), Player(number), Random(number)
        while (prompt := game.prompt) is not None:
            if rng.randrange(12) == 0:
                world = another_world(game, SEATS.index(prompt.seat), rng, set())
                other = world.prompt
                assert other is not None
                for decision in everything(game, prompt):
                    assert other.why_not(decision) == prompt.why_not(decision)
                    compared += 1
            game.decide(player.decide(prompt))
    assert compared > 50_000


def test_asking_changes_nothing() -> None:
    game, player = begin(7), Player(7)
    while (prompt := game.prompt) is not None and game.decisions < 60:
        before = game.save()
        for decision in everything(game, prompt):
            prompt.why_not(decision)
        assert game.save() == before
        assert is_listed(prompt, prompt.default)
        game.decide(player.decide(prompt))


@pytest.mark.parametrize("code", ReasonCode)
def test_codes_are_words_for_programs(code: ReasonCode) -> None:
    assert code.value == code.name.lower()


def test_whatever_could_be_wanted_of_a_card_is_legal_or_has_its_reason() -> None:
    """Each play, use, attack, block and choice of a card is listed or among the refusals, never both."""
    verbs: Counter[str] = Counter()
    for number in range(0, GAMES, 5):
        game, player, rng = begin(number), Player(number), Random(number)
        while (prompt := game.prompt) is not None:
            if seldom(prompt, rng):
                state, seat = game._match.state, SEATS.index(prompt.seat)
                legal = [] if prompt.kind in ("cards", "name") else list(prompt.legal())
                for card in known(game, prompt, HAND, BASE):
                    refusals = prompt.refusals(card)
                    assert all(prompt.why_not(decision) == reason for decision, reason in refusals)
                    refused = [decision for decision, _ in refusals]
                    assert not set(refused) & set(legal)
                    verbs.update(decision.verb for decision in refused)
                    place = state.place[physical] if (physical := state.known_by(seat, card)) >= 0 else None
                    if prompt.kind == PromptKind.MAIN and place == HAND:
                        assert Decision("play", card) in [*legal, *refused]
                    if prompt.kind == PromptKind.CARDS and place is not None:
                        assert (card in prompt.candidates) == (not refused)
            game.decide(player.decide(prompt))
    assert set(verbs) == {"play", "activate", "attack", "block", "choose"}


def test_of_a_card_that_the_asked_player_does_not_know_nothing_is_told() -> None:
    game = begin(3)
    prompt = game.prompt
    assert prompt is not None
    assert prompt.refusals(10**6) == []
    assert prompt.refusals(0) == []

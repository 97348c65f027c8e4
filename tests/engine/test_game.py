"""The face of a game: beginnings and ends, refusals, previews, and the shapes of what it tells."""

from typing import Any

import pytest

from engine import AUDIENCES, Decision, Deck, EngineBug, Game, IllegalDecision, InvalidDeck, Outcome, Prompt, catalogue
from engine.effects.catalogue import Catalogue
from engine.model.decisions import FIRST, KEEP, PASS, resolve, to_plain
from engine.model.offered import from_offered
from engine.model.terms import PromptKind
from engine.rules import damage
from tests.engine.play import Player, begin, decks_of, seed_of

SEED = seed_of(1)


def asked(game: Game) -> Prompt:
    """The open prompt."""
    prompt = game.prompt
    assert prompt is not None
    return prompt


def until(kind: PromptKind, number: int = 0) -> Game:
    """A game that stands at its first prompt of that kind."""
    while True:
        game, player = begin(number), Player(number)
        while (prompt := game.prompt) is not None:
            if prompt.kind == kind:
                return game
            game.decide(player.decide(prompt))
        number += 1


# --- beginnings -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_a_seed_has_32_bytes(seed: bytes) -> None:
    with pytest.raises(ValueError, match=f"32 bytes, this one {len(seed)}"):
        Game.start(catalogue, decks_of(0), seed)


def test_a_deck_that_may_not_be_played_begins_no_game() -> None:
    with pytest.raises(InvalidDeck) as refusal:
        Game.start(catalogue, {"A": decks_of(0)["A"], "B": Deck("none", {})}, SEED)
    assert [defect.code for defect in refusal.value.defects] == ["size"]


def test_the_order_in_which_a_deck_is_listed_means_nothing() -> None:
    decks = decks_of(1)
    turned = {seat: Deck(deck.name, dict(sorted(deck.main.items(), reverse=True))) for seat, deck in decks.items()}
    assert Game.start(catalogue, turned, SEED).chain == Game.start(catalogue, decks, SEED).chain


def test_a_game_follows_its_seed_alone() -> None:
    decks = decks_of(0)
    chains = {Game.start(catalogue, decks, seed_of(number)).chain for number in range(20)}
    assert len(chains) == 20
    assert Game.start(catalogue, decks, seed_of(3)).chain in chains


def test_a_log_of_another_card_pool_or_engine_is_refused_by_name() -> None:
    log = begin(0).log
    fewer = Catalogue(catalogue.definitions[:-1])
    with pytest.raises(ValueError, match=f"pool {catalogue.pool_hash.hex()}, this is {fewer.pool_hash.hex()}"):
        Game.replay(log, fewer)
    with pytest.raises(ValueError, match="engine 0"):
        Game.replay({**log, "start": {**log["start"], "engine": "0"}}, catalogue)


# --- ends -------------------------------------------------------------------------------------------------------------


def test_either_player_may_concede_at_any_prompt() -> None:
    for kind in (PromptKind.SETUP, PromptKind.MAIN, PromptKind.CARDS, PromptKind.QUICK):
        for seat, winner in (("A", "B"), ("B", "A")):
            game = until(kind)
            events = game.concede(seat)  # type: ignore[arg-type]
            assert game.prompt is None
            assert game.outcome == Outcome(winner, "concede")
            assert [event["type"] for event in game.events_for("A", events)] == ["conceded", "game_ended"]
            assert game.view("spectator")["outcome"] == {"winner": winner, "reason": "concede"}
            assert game.log["entries"][-1] == [seat, {"verb": "concede"}]


def test_a_decision_to_concede_is_the_asked_player_s() -> None:
    game = until(PromptKind.BLOCK)
    seat = asked(game).seat
    assert Decision("concede") not in asked(game).legal()
    game.decide(Decision("concede"))
    assert game.outcome == Outcome("B" if seat == "A" else "A", "concede")


@pytest.mark.parametrize("winner", ["A", "B", "draw"])
def test_a_game_is_adjudicated_from_outside(winner: str) -> None:
    game = until(PromptKind.MAIN)
    game.adjudicate(winner, "time")
    assert game.outcome == Outcome(winner, "time")
    assert game.log["entries"][-1] == ["", winner, "time"]


def test_nobody_else_can_win() -> None:
    game = begin(0)
    chain = game.chain
    with pytest.raises(ValueError, match="'spectator' cannot win"):
        game.adjudicate("spectator", "applause")
    assert game.chain == chain


def test_nothing_is_taken_when_the_game_is_over() -> None:
    game = begin(0)
    game.concede("A")
    chain = game.chain
    for late in (
        lambda: game.decide(PASS),
        lambda: game.concede("B"),
        lambda: game.adjudicate("B", "late"),
        lambda: game.preview([PASS]),
    ):
        with pytest.raises(IllegalDecision) as refusal:
            late()
        assert (refusal.value.code, refusal.value.prompt) == ("game_over", None)
    assert game.chain == chain
    assert game.preview([]) is None


# --- entries ----------------------------------------------------------------------------------------------------------


def test_an_entry_of_the_seat_that_is_not_asked_is_refused() -> None:
    game = begin(0)
    seat = asked(game).seat
    with pytest.raises(IllegalDecision, match=f"{seat} is asked") as refusal:
        game.take_entry(["B" if seat == "A" else "A", to_plain(FIRST)])
    assert refusal.value.code == "not_your_prompt"
    game.take_entry([seat, to_plain(FIRST)])
    assert game.decisions == 1


@pytest.mark.parametrize("entry", [[], ["A"], ["C", {"verb": "pass"}], ["", "A"], ["A", "pass"], ["A", {"verb": "go"}]])
def test_what_is_no_entry_is_a_value_error(entry: list[Any]) -> None:
    game = begin(0)
    with pytest.raises(ValueError, match=r"not an entry of a log|not a decision"):
        game.take_entry(entry)
    assert game.decisions == 0


# --- previews ---------------------------------------------------------------------------------------------------------


def test_a_preview_tells_the_prompts_of_a_cost_and_nothing_beyond_the_payment() -> None:
    previewed = 0
    for number in range(30):
        game, player = begin(number), Player(number)
        while (prompt := game.prompt) is not None:
            decision = player.decide(prompt)
            before = game.save()
            foreseen = game.preview([decision])
            assert game.save() == before
            game.decide(decision)
            if foreseen is not None:
                previewed += 1
                following = asked(game)
                assert foreseen.plain() == following.plain()
                assert following.seat == prompt.seat
                assert game._is_unpaid()
    assert previewed > 50


def test_a_preview_of_nothing_is_the_open_prompt() -> None:
    game = begin(0)
    foreseen = game.preview([])
    assert foreseen is not None
    assert foreseen.plain() == asked(game).plain()


def test_a_preview_of_an_illegal_decision_is_refused() -> None:
    game = begin(0)
    with pytest.raises(IllegalDecision):
        game.preview([KEEP])
    assert asked(game).kind == PromptKind.SETUP


# --- our own mistakes -------------------------------------------------------------------------------------------------


def test_a_broken_promise_of_the_engine_carries_a_log_that_replays_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise AssertionError("damage is never negative")

    game, player = begin(0), Player(0)
    monkeypatch.setattr(damage, "_resolve", broken)
    with pytest.raises(EngineBug, match="damage is never negative") as bug:
        play_to_the_end(game, player)
    log = bug.value.log
    assert isinstance(log, dict)
    again = Game.replay(log, catalogue)
    with pytest.raises(EngineBug, match="damage is never negative"):
        again.take_entry(log["broke_at"])


def play_to_the_end(game: Game, player: Player) -> None:
    while (prompt := game.prompt) is not None:
        game.decide(player.decide(prompt))


# --- shapes -----------------------------------------------------------------------------------------------------------

VIEW = {
    "viewer", "turn", "phase", "night", "players", "resolution", "looked", "pending", "cards", "outcome",
}  # fmt: skip
PLAYER = {
    "life", "material", "ingredient", "souls", "resting_souls", "soul_deck", "hand", "hand_size", "deck_size", "base",
    "graveyard", "exile",
}  # fmt: skip
CARD = {"number", "owner", "zone"}
CARD_IN_BASE = {
    "rest", "power", "strike", "durability", "damage", "keywords", "names", "used", "locked", "exiled",
}  # fmt: skip

BY_KIND = {
    PromptKind.CARDS: {"candidates", "minimum", "maximum"},
    PromptKind.NUMBER: {"minimum", "maximum"},
    PromptKind.NAME: set(),
    PromptKind.OPTION: {"decisions", "options"},
    PromptKind.ORDER: {"entries"},
}


def test_views_and_prompts_have_exactly_the_fields_that_are_documented() -> None:
    for number in range(30):
        game, player = begin(number), Player(number)
        while (prompt := game.prompt) is not None:
            assert_shape_of_prompt(prompt, prompt.plain())
            if game.decisions % 4 == 0:
                for audience in AUDIENCES:
                    assert_shape_of_view(game.view(audience))
            game.decide(player.decide(prompt))


def assert_shape_of_prompt(prompt: Prompt, plain: dict[str, Any]) -> None:
    kind = PromptKind(prompt.kind)
    fields = {"id", "kind", "text"} | BY_KIND.get(kind, {"decisions"})
    assert fields <= set(plain) <= fields | {"detail", "source", "only_pass", "no_draw", "aims", "idle"}
    assert plain["text"]
    assert plain.get("detail") != ""
    if "decisions" in plain:
        assert list(from_offered(plain["decisions"])) == list(prompt.legal())
    assert ("no_draw" in plain) == (kind is PromptKind.MAIN and Decision("draw") not in prompt.legal())
    if "entries" in plain:
        assert [resolve(entry["card"], entry["number"]) for entry in plain["entries"]] == list(prompt.legal())
    if "only_pass" in plain:
        assert plain["decisions"] == {"plain": ["pass"]}
    assert plain.get("source", 1) > 0


def assert_shape_of_view(view: dict[str, Any]) -> None:
    assert VIEW <= set(view) <= VIEW | {"active", "battle", "waiting"}
    assert ("active" in view) == (view["turn"] > 0)
    if "waiting" in view:
        assert set(view["waiting"]) == {"seat", "kind"}
        assert view["waiting"]["seat"] != view["viewer"]
    assert set(view["players"]) == {"A", "B"}
    listed = [*view["resolution"], *view["looked"]]
    for seat, player in view["players"].items():
        assert set(player) == PLAYER
        assert len(player["hand"]) == (player["hand_size"] if seat == view["viewer"] else 0)
        for zone in ("hand", "base", "graveyard", "exile"):
            cards = [view["cards"][str(handle)] for handle in player[zone]]
            assert all((card["zone"], card["owner"]) == (zone, seat) for card in cards)
            listed += player[zone]
    assert sorted(listed) == sorted(map(int, view["cards"]))
    for card in view["cards"].values():
        more = CARD_IN_BASE if card["zone"] == "base" else {"cost"} if card["zone"] == "hand" else set()
        assert set(card) >= CARD
        assert set(card) <= CARD | more

"""Promise 1: there is exactly one prompt or an outcome, and a prompt takes what it lists and nothing else."""

from engine import catalogue
from engine.effects.abilities import Act
from engine.effects.instructions import DeclareName, May, OneOf, OpponentLoses
from engine.effects.nodes import Node
from engine.effects.program import ChooseX
from engine.model.decisions import VERBS
from engine.model.terms import PromptKind
from tests.engine.play import GAMES, Player, abilities, begin, over_many_games
from tests.engine.promises import ListedApply, Means, OfferedCanBePaid, OthersAreRefused, keep_over, met


@over_many_games
def test_there_is_one_prompt_or_an_outcome_and_every_listed_decision_applies(numbers: range) -> None:
    keep_over(numbers, ListedApply)


@over_many_games
def test_a_decision_that_is_not_listed_is_refused_and_changes_nothing(numbers: range) -> None:
    assert met(OthersAreRefused, keep_over(numbers, OthersAreRefused)) == set(VERBS) - {"concede"}


def test_a_cost_that_is_offered_can_be_paid_to_the_end() -> None:
    paid = keep_over(range(0, GAMES, 10), OfferedCanBePaid, means=Means(rarer=0))
    assert paid[OfferedCanBePaid.title, ""] > 1_000


def test_a_chosen_set_may_be_given_in_any_order() -> None:
    tried = 0
    for number in range(40):
        game, player = begin(number), Player(number)
        while (prompt := game.prompt) is not None:
            decision = player.decide(prompt)
            if len(decision.cards) > 1:
                twin = game.clone()
                twin.decide(decision._replace(cards=decision.cards[::-1]))
                game.decide(decision)
                assert twin.chain == game.chain
                tried += 1
            else:
                game.decide(decision)
    assert tried > 10


# --- how much the random games see --------------------------------------------------------------------------------


ASKED_BY: dict[type[Node], PromptKind] = {
    May: PromptKind.MAY,
    OneOf: PromptKind.OPTION,
    DeclareName: PromptKind.NAME,
    ChooseX: PromptKind.NUMBER,
    OpponentLoses: PromptKind.NUMBER,
}


def kinds_of_the_pool() -> set[PromptKind]:
    """The kinds of prompt that some card of the pool or the rules can ask."""
    kinds = {PromptKind.SETUP, PromptKind.MAIN, PromptKind.BLOCK, PromptKind.QUICK, PromptKind.CARDS, PromptKind.ORDER}
    for ability in abilities():
        if ability.program is not None:
            nodes = [operation.node for operation in ability.program.operations.values()]
            kinds |= {kind for node in nodes for asks, kind in ASKED_BY.items() if isinstance(node, asks)}
            if isinstance(ability.node, Act) and len(ability.node.costs) > 1:
                kinds.add(PromptKind.OPTION)
    return kinds


SELDOM_USED = 30
"""One ability of so many may have a condition that the random games do not meet."""


def test_the_random_games_ask_everything_play_every_card_and_use_the_abilities() -> None:
    kinds, played, used = set(), set(), set()
    for number in range(GAMES):
        game, player = begin(number), Player(number)
        while (prompt := game.prompt) is not None:
            kinds.add(PromptKind(prompt.kind))
            for event in game.decide(player.decide(prompt)):
                match event:
                    case ("card_played", _, sight):
                        played.add(catalogue.definitions[sight[0]].number)
                    case ("ability_resolved", _, name) | ("ability_activated", _, _, _, name):
                        used.add(name.partition("@")[0])
                    case _:
                        pass
    assert kinds == kinds_of_the_pool()
    assert played == {card.number for card in catalogue.definitions}
    resolving = {a.id for a in abilities() if a.program is not None and a.card.effect is not a}
    assert used <= resolving
    assert len(resolving - used) <= len(resolving) // SELDOM_USED, resolving - used

"""Which question the open prompt asks, found from the frame that asks; the words are those of ``effects.questions``."""

from typing import TYPE_CHECKING, NamedTuple

from engine.effects import questions as ask
from engine.effects.abilities import Act
from engine.effects.instructions import Choose, DeclareName, May, OneOf, OpponentLoses
from engine.effects.program import ChooseCost, ChooseForCost, ChooseX
from engine.model.asked import AskedCards, AskedOrder, AskedSetup
from engine.model.decisions import END, YES
from engine.model.state import F_KIND, F_SOURCE, PHYSICAL_MASK, Frame
from engine.model.terms import SEATS, PromptKind, Resource
from engine.rules.checking import MAXIMUM_OF_PALS, pals
from engine.rules.effect_frames import EFFECT, ability_of, known_numbers, operation_of, scope_of
from engine.rules.legality import open_actions
from engine.rules.match import Match
from engine.rules.selection import number

if TYPE_CHECKING:
    from engine.prompts import Prompt


class Question(NamedTuple):
    """The question, its second line, and the asked seat's handle of the card that asks (0: the rules)."""

    text: str
    detail: str
    source: int


def _name(match: Match, card: int) -> str:
    return match.cards[card].definition.main_name


def question(match: Match, prompt: "Prompt") -> Question:
    """The question of the open prompt."""
    frame = match.state.frames[-1]
    if frame[F_KIND] == EFFECT:
        asked = _of_effect(match, frame, prompt)
        handle = match.state.handles[SEATS.index(prompt.seat)][frame[F_SOURCE] & PHYSICAL_MASK]
        return Question(asked.text, asked.detail, handle)
    asked = _of_rules(match, prompt)
    return Question(asked.text, asked.detail, 0)


def _of_effect(match: Match, frame: Frame, prompt: "Prompt") -> ask.Question:
    node, ability = operation_of(match, frame).node, ability_of(match, frame)
    name = _name(match, frame[F_SOURCE] & PHYSICAL_MASK)
    match node:
        case Choose():
            known = known_numbers(match, frame, node.cards)
            return ask.choose_cards(
                name, ability.node, node, minimum=prompt.minimum, maximum=prompt.maximum, known=known
            )
        case May():
            names = _known_names(match, frame, prompt)
            return ask.may(name, ability.node, node, names, possible=YES in prompt.legal())
        case OneOf():
            return ask.choose_mode(name)
        case DeclareName():
            return ask.declare_name(name)
        case OpponentLoses():
            resource = Resource.INGREDIENT if "material" in scope_of(frame).variables else Resource.MATERIAL
            return ask.opponent_loses(name, node, resource, maximum=prompt.maximum)
        case ChooseCost():
            return ask.choose_cost(name)
        case ChooseX() if isinstance(ability.node, Act):
            return ask.choose_x(name, ability.node, node.part, minimum=prompt.minimum, maximum=prompt.maximum)
        case ChooseForCost():
            return ask.choose_for_cost(name, node.part, number=number(match, node.part.number, scope_of(frame)))
        case _:
            raise AssertionError(f"{type(node).__name__} asks nothing")


def _known_names(match: Match, frame: Frame, prompt: "Prompt") -> dict[str, str]:
    """Names of the cards in the effect's variables that the asked player knows."""
    handles = match.state.handles[SEATS.index(prompt.seat)]
    names: dict[str, str] = {}
    for variable, value in scope_of(frame).variables.items():
        if isinstance(value, tuple) and len(value) == 1 and handles[value[0] & PHYSICAL_MASK]:
            names[variable] = _name(match, value[0] & PHYSICAL_MASK)
    return names


def _of_rules(match: Match, prompt: "Prompt") -> ask.Question:
    state = match.state
    seat = SEATS.index(prompt.seat)
    match prompt.kind:
        case PromptKind.SETUP:
            assert isinstance(state.prompt, AskedSetup), "the set-up asks"
            return ask.go_first() if "first" in state.prompt.verbs else ask.keep_hand()
        case PromptKind.MAIN:
            legal = prompt.legal()
            can_act = any(decision != END for decision in legal)
            may_end = "end" in open_actions(match, seat)
            return ask.main_phase(can_act=can_act, may_end=may_end)
        case PromptKind.BLOCK:
            attacker, target = _fighters(match)
            return ask.block(attacker, target, can_block=len(prompt.legal()) > 1)
        case PromptKind.QUICK:
            attacker, target = _fighters(match)
            return ask.quick_step(attacker, target, only_pass=prompt.only_pass)
        case PromptKind.CARDS:
            return _of_overload(match, seat, prompt)
        case PromptKind.ORDER:
            return ask.resolve_first()
        case _:
            raise AssertionError(f"the rules never ask for {prompt.kind}")


def _fighters(match: Match) -> tuple[str, str]:
    """Names of attacker and target as they were declared or blocked; the target is empty for the player."""
    battle = match.state.battle
    assert battle is not None, "block and quick step belong to a battle"
    attacker = match.alive(battle.attacker)
    target = _name(match, battle.target & PHYSICAL_MASK) if battle.target else ""
    return (_name(match, attacker) if attacker >= 0 else ""), target


def _of_overload(match: Match, seat: int, prompt: "Prompt") -> ask.Question:
    here, batch = pals(match, seat), match.state.batch
    asked = match.state.prompt
    assert isinstance(asked, AskedCards), "Pals are asked for"
    candidates = [reference & PHYSICAL_MASK for reference in asked.references]
    newest = [_name(match, card) for card in here if card not in candidates and batch[card] == max(batch.values())]
    return ask.keep_pals(pals=len(here), limit=MAXIMUM_OF_PALS, keep=prompt.minimum, newest=newest)


def option_texts(match: Match) -> tuple[str, ...]:
    """What each option of the open prompt says, in printed order."""
    frame = match.state.frames[-1]
    node, ability = operation_of(match, frame).node, ability_of(match, frame).node
    if isinstance(node, OneOf):
        return ask.mode_texts(ability, node)
    assert isinstance(ability, Act), "only activated abilities have a cost"
    return ask.cost_texts(ability)


def entry_texts(match: Match) -> tuple[str, ...]:
    """What each pending ability that is offered does."""
    asked, pending = match.state.prompt, match.state.pending
    assert isinstance(asked, AskedOrder), "an order is asked for"
    waiting = (match.catalogue.pending(pending[index].ability) for index in asked.indexes)
    return tuple(ask.entry_text(ability.node, delayed) for ability, delayed in waiting)

"""A battle (section 9), step by step; a check timing closes every step.

No derived value reads the battle record, so changing it makes none out of date.
"""

from engine.effects.abilities import Trigger
from engine.model.decisions import Decision
from engine.model.state import BATTLE, PHYSICAL_MASK, BattleRecord, Frame
from engine.model.terms import BattleStep, PromptKind
from engine.rules.asking import give_play_timing
from engine.rules.checking import check_timing, is_anything_due
from engine.rules.damage import deal_to_card, deal_to_player
from engine.rules.match import Match
from engine.rules.playing import activate_ability, play_card
from engine.rules.procedure import DONE, Procedure, step
from engine.rules.triggers import fulfil, fulfil_for_all

ATTACKER, TARGET = 2, 3
"""Locals of the frame: references; the target is 0 for the player."""


def record(match: Match) -> BattleRecord:
    """The battle that is going on."""
    battle = match.state.battle
    assert battle is not None, "a battle procedure has a battle record"
    return battle


def _begin(match: Match, battle_step: BattleStep) -> str | None:
    """A step begins, though attacker or target may have gone (ambiguity 11), with a check timing."""
    name = battle_step.value
    record(match).step = name
    match.emit("battle_step_began", name)
    check_timing(match)
    return None


# --- attack declaration (9.3) -----------------------------------------------------------------------------------------


def declare_attack(match: Match, frame: Frame) -> str | None:
    """9.3.1: attacker and target, legal by the play timing that offered them (9.2)."""
    attacker, target = frame[ATTACKER], frame[TARGET]
    match.state.battle = BattleRecord(attacker, target)
    target_sight = match.sight(target & PHYSICAL_MASK) if target else None
    match.emit("attack_declared", match.sight(attacker & PHYSICAL_MASK), target_sight, match.state.active)
    return None


def rest_attacker(match: Match, frame: Frame) -> str | None:
    """9.3.2: the attacker rests; it has attacked, and the target has been attacked. A blocker never is (Q50)."""
    battle = record(match)
    attacker = battle.attacker & PHYSICAL_MASK
    match.rest(attacker)
    fulfil(match, Trigger.ATTACKS, attacker)
    if battle.target:
        target = battle.target & PHYSICAL_MASK
        if match.cards[target].is_structure:
            fulfil(match, Trigger.ATTACKS_STRUCTURE, attacker)
        fulfil(match, Trigger.IS_ATTACKED, target)
    return None


def check_attack_declaration(match: Match, frame: Frame) -> str | None:
    """9.3.3: a check timing closes the attack declaration step."""
    check_timing(match)
    return None


# --- block declaration (9.4) ------------------------------------------------------------------------------------------


def begin_block_declaration(match: Match, frame: Frame) -> str | None:
    """9.4.1: the block declaration step begins."""
    return _begin(match, BattleStep.BLOCK)


def offer_block(match: Match, frame: Frame) -> str | None:
    """9.4.2: always asked, also when nobody can block."""
    give_play_timing(match, 1 - match.state.active, PromptKind.BLOCK)
    return None


def _take_block(match: Match, frame: Frame, decision: Decision) -> str | None:
    battle = record(match)
    if decision.verb == "block":
        card = decision.card & PHYSICAL_MASK
        match.rest(card)
        battle.target = decision.card
        match.emit("blocked", match.sight(card))
    else:
        match.emit("not_blocked")
    return None


def set_battle_opponents(match: Match, frame: Frame) -> str | None:
    """9.4.3: if the target is a Pal, attacker and target become each other's battle opponents."""
    battle = record(match)
    target = match.alive(battle.target) if battle.target else -1
    if target >= 0 and match.cards[target].is_pal and match.state.is_alive(battle.attacker):
        battle.opponents = True
    return None


def check_block_declaration(match: Match, frame: Frame) -> str | None:
    """9.4.4: a check timing closes the block declaration step."""
    check_timing(match)
    return None


# --- quick step (9.5) -------------------------------------------------------------------------------------------------


def begin_quick_step(match: Match, frame: Frame) -> str | None:
    """9.5.1: the quick step begins."""
    return _begin(match, BattleStep.QUICK)


def give_quick_play_timing(match: Match, frame: Frame) -> str | None:
    """9.5.2: the non-turn player, any number of times; the turn player has none (9.5.3). Always asked."""
    give_play_timing(match, 1 - match.state.active, PromptKind.QUICK)
    return None


def _take_quick_action(match: Match, frame: Frame, decision: Decision) -> str | None:
    match decision.verb:
        case "pass":
            return "check_quick_step"
        case "play":
            play_card(match, decision.card & PHYSICAL_MASK)
        case "activate":
            activate_ability(match, decision.card & PHYSICAL_MASK, decision.number)
        case _:
            raise AssertionError(f"{decision.verb} is not an action of the quick step")
    return "check_after_quick_action"


def check_after_quick_action(match: Match, frame: Frame) -> str | None:
    """10.5.3: the check timing after each action, then the next play timing (Q30)."""
    check_timing(match)
    return "give_quick_play_timing"


def check_quick_step(match: Match, frame: Frame) -> str | None:
    """9.5.4: a check timing closes the quick step."""
    check_timing(match)
    return None


# --- damage step (9.6) ------------------------------------------------------------------------------------------------


def begin_damage_step(match: Match, frame: Frame) -> str | None:
    """9.6.1: the damage step begins."""
    return _begin(match, BattleStep.DAMAGE)


def deal_battle_damage(match: Match, frame: Frame) -> str | None:
    """9.6.2-4: nothing if attacker or target is gone; else by the target. Power and Strike are read now."""
    battle, derived = record(match), match.derived
    attacker = match.alive(battle.attacker)
    if attacker < 0:
        return None
    if not battle.target:
        deal_to_player(match, 1 - match.state.active, derived.strike(attacker), attacker, battle=True)
        return None
    target = match.alive(battle.target)
    if target < 0:
        return None
    dealt, returned = derived.power(attacker), derived.power(target)
    deal_to_card(match, target, dealt, attacker, battle=True)
    if match.cards[target].is_pal:
        deal_to_card(match, attacker, returned, target, battle=True)
    return None


def check_damage_step(match: Match, frame: Frame) -> str | None:
    """9.6.5: a check timing closes the damage step."""
    check_timing(match)
    return None


# --- end of battle step (9.7) -----------------------------------------------------------------------------------------


def begin_end_of_battle(match: Match, frame: Frame) -> str | None:
    """9.7.1: "at the end of the battle" is fulfilled, for each instance that it has not been in this battle."""
    battle = record(match)
    if battle.step != BattleStep.END:
        battle.step = BattleStep.END.value
        match.emit("battle_step_began", battle.step)
    fulfil_for_all(match, Trigger.END_OF_BATTLE, match.state.active, battle.fired, only=battle.attacker)
    return None


def check_end_of_battle(match: Match, frame: Frame) -> str | None:
    """9.7.2: the check timing of the end of battle step."""
    check_timing(match)
    return None


def end_battle_effects(match: Match, frame: Frame) -> str | None:
    """9.7.3: effects for the battle end, and the attacking Pal stops being in the attacking state."""
    state = match.state
    if any(m.until == BATTLE for m in state.modifiers):
        state.modifiers = [m for m in state.modifiers if m.until != BATTLE]
        match.touch()
    record(match).attacking = False
    return None


def end_battle(match: Match, frame: Frame) -> str | None:
    """9.7.4: if anything is left to resolve, the step restarts; else back to the main phase."""
    if is_anything_due(match):
        return "begin_end_of_battle"
    match.state.battle = None
    match.emit("battle_ended")
    return DONE


BATTLE_PROCEDURE = Procedure(
    "battle",
    step("9.3.1", declare_attack),
    step("9.3.2", rest_attacker),
    step("9.3.3", check_attack_declaration),
    step("9.4.1", begin_block_declaration),
    step("9.4.2", offer_block, _take_block),
    step("9.4.3", set_battle_opponents),
    step("9.4.4", check_block_declaration),
    step("9.5.1", begin_quick_step),
    step("9.5.2", give_quick_play_timing, _take_quick_action),
    step("9.5.2", check_after_quick_action),
    step("9.5.4", check_quick_step),
    step("9.6.1", begin_damage_step),
    step("9.6.3", deal_battle_damage),
    step("9.6.5", check_damage_step),
    step("9.7.1", begin_end_of_battle),
    step("9.7.2", check_end_of_battle),
    step("9.7.3", end_battle_effects),
    step("9.7.4", end_battle),
)

END_OF_BATTLE = "begin_end_of_battle"
"""Where an attack failure goes on (5.18)."""

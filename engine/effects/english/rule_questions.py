"""The questions that the rules ask: set-up, play timing, block, overload, order of abilities.

Names are those of cards as players call them; ``target`` is empty when the player is attacked.
"""

from collections.abc import Sequence

from engine.effects.english.questions import Question
from engine.effects.english.speech import joined


def go_first() -> Question:
    """6.2.1.3: the player who may choose goes first or second."""
    return Question(
        "Do you want to go first?",
        "The second player begins with 1 extra soul; the first player skips the first draw.",
    )


def keep_hand() -> Question:
    """6.2.1.7: the one redraw."""
    return Question("Keep these cards?", "Once, you may shuffle them all back and draw as many new ones.")


def main_phase(*, can_act: bool = True, may_end: bool = True) -> Question:
    """The turn player's play timing. ``can_act``: something else than ending the phase is legal."""
    if not may_end:
        return Question("Your main phase: your Pals must attack before you end it.", "")
    if not can_act:
        return Question("Your main phase: nothing is left but to end it.", "")
    return Question("Your main phase: play a card, use an ability, attack, or end it.", "")


def block(attacker: str, target: str, *, can_block: bool) -> Question:
    """9.4.2: who is attacked, and whether a Pal steps in."""
    whom = target or "you"
    if not can_block:
        return Question(f"{attacker} attacks {whom}.", "You have no Pal that can block.")
    return Question(f"{attacker} attacks {whom}: block with a Pal?", "A blocker rests and becomes the target.")


def quick_step(attacker: str, target: str, *, only_pass: bool) -> Question:
    """9.5.2: the non-turn player's play timing. ``only_pass``: by public information there is nothing else."""
    battle = f"{attacker} attacks {target or 'you'}." if attacker else "The attacker is gone."
    if only_pass:
        return Question("Quick step: nothing can answer the attack.", battle)
    return Question("Quick step: answer the attack, or let it go on?", battle)


def keep_pals(*, pals: int, limit: int, keep: int, newest: Sequence[str]) -> Question:
    """11.5: which of the older Pals stay. ``newest``: those placed last, which stay anyway."""
    stays = f"{joined(list(newest))}, placed last, {'stays' if len(newest) == 1 else 'stay'}. " if newest else ""
    return Question(
        f"You have {pals} Pals and room for {limit}: keep {keep} of these.",
        f"{stays}The others go to the graveyard.",
    )


def resolve_first() -> Question:
    """10.5.3.2: which of the player's pending abilities resolves next."""
    return Question("Which of your abilities resolves first?", "The others stay waiting.")

"""The function that puts an ability into words; ``abilities`` says how, sort by sort.

It stands apart because instructions grant abilities and abilities hold instructions.
"""

from functools import singledispatch

from engine.effects.abilities import Ability
from engine.effects.english.speech import no_words


@singledispatch
def paragraph(ability: Ability) -> str:
    """An ability as one paragraph of a card's text."""
    raise no_words(ability)


def granted_words(abilities: tuple[Ability, ...]) -> str:
    """Granted abilities: "the skill 〈[CONT] Stealth (…)〉"."""
    texts = "".join(f"〈{paragraph(ability)}〉" for ability in abilities)
    return f"the {'skill' if len(abilities) == 1 else 'skills'} {texts}"

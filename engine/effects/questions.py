"""The question that each prompt asks, as pure functions of names, nodes and numbers.

As with ``text``, the words belong to a language package; this module only chooses it.
"""

from engine.effects.english.questions import (
    Question,
    choose_cards,
    choose_cost,
    choose_for_cost,
    choose_mode,
    choose_x,
    cost_texts,
    declare_name,
    entry_text,
    may,
    mode_texts,
    opponent_loses,
)
from engine.effects.english.rule_questions import (
    block,
    go_first,
    keep_hand,
    keep_pals,
    main_phase,
    quick_step,
    resolve_first,
)

__all__ = [
    "Question",
    "block",
    "choose_cards",
    "choose_cost",
    "choose_for_cost",
    "choose_mode",
    "choose_x",
    "cost_texts",
    "declare_name",
    "entry_text",
    "go_first",
    "keep_hand",
    "keep_pals",
    "main_phase",
    "may",
    "mode_texts",
    "opponent_loses",
    "quick_step",
    "resolve_first",
]

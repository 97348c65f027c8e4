"""The words of refusals and explanations, as pure functions of names, nodes and numbers.

As with ``text``, the words belong to a language package; this module only chooses it.
"""

from engine.effects.english import explanations, refusals

__all__ = ["explanations", "refusals"]

"""How well the tests hold the cards: every node of every card in play, and every mutant of a card caught.

``python -m tests.mutation``, or ``make mutants``, reports both. See ``coverage`` and ``mutants`` for what is counted.
"""

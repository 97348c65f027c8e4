"""Tests of the engine as a whole: the invariants of every game, over many random games, and its small promises."""

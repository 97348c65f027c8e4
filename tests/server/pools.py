"""Card pools: today's, and one of a later version, which has one card more."""

from dataclasses import replace

from engine import catalogue
from engine.effects.catalogue import Catalogue

NEWER = Catalogue([*catalogue.definitions, replace(catalogue.definitions[0], number="ETD99-001", name="A new card")])

POOLS = {"today's": catalogue, "newer": NEWER}

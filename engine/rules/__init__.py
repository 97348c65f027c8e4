"""The rule book in its own order: procedures, legality, costs, damage, derived values."""

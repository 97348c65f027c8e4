"""Plain data: terms, decisions, the state, positions, chance and errors."""

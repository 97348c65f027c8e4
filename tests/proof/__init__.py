"""The proof at scale: every promise of the engine over many random games, every card played, every tree counted."""

"""The rules engine: the rule book and every card, with no input, output, clock or chance of its own."""

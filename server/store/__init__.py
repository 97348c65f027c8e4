"""Where rooms live longer than processes: the promises, and who keeps them."""

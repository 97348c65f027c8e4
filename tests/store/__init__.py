"""What stores and fleets promise: the embedded ones, Redis, and one in memory for simulations."""

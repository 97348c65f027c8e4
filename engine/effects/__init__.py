"""The effect vocabulary: what cards are written in, compiled, checked and rendered from."""

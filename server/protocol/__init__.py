"""The protocol: what the two ends of a connection say to each other, without any input or output of its own."""

"""The command line `paltable`: serve, play, simulate, and look things up."""

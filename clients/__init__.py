"""What people and programs play with: the SDK, the bots, the command line and the browser client (`web/`)."""

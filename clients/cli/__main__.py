"""``python -m clients.cli``: the command ``paltable`` without its script."""

from clients.cli.main import main

if __name__ == "__main__":
    main()

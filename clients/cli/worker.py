"""One worker of ``paltable serve --workers``: `python -m clients.cli.worker`, started by the supervisor alone.

Its settings come from the environment; what keeps it from serving is one sentence on standard error.
"""

import os
import sys

from clients.bots import HOUSE_BOTS
from clients.cli.console import FAILED, say_error, sentence
from clients.lessons import lessons
from clients.rulings import reels
from server.app import serve
from server.listening import CannotListen, reserve
from server.settings import Settings
from server.store.base import StoreFailed
from server.supervisor import attend


def main() -> None:
    """Serve the port together with the other workers, until SIGTERM or the end of the supervisor."""
    settings = Settings.from_environment(os.environ)
    try:
        listener = reserve(settings.host, settings.port, shared=True)
        serve(settings, HOUSE_BOTS, lambda _: attend(), lessons=lessons(), rulings=reels, listener=listener)
    except (CannotListen, StoreFailed) as error:
        say_error(sentence(str(error)))
        sys.exit(FAILED)


if __name__ == "__main__":
    main()

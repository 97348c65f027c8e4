"""Settings: each has one name, and a wrong value says so."""

import socket
from pathlib import Path

import pytest

from server.app import CannotListen, address, listen
from server.settings import InvalidSetting, Settings, default_state_dir


def test_nothing_has_to_be_set() -> None:
    settings = Settings.from_environment({})
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)
    assert settings.database.name == "paltable.sqlite3"


def test_every_setting_can_be_given_by_the_environment() -> None:
    settings = Settings.from_environment(
        {
            "PALTABLE_HOST": "0.0.0.0",
            "PALTABLE_PORT": "9000",
            "PALTABLE_STATE_DIR": "/srv/paltable",
            "PALTABLE_WEB_DIR": "/srv/page",
            "PALTABLE_SYNCHRONOUS": "FULL",
            "PALTABLE_ORIGINS": "https://one.example, https://two.example/",
            "PALTABLE_MAX_SOCKETS": "5",
            "PALTABLE_MESSAGES_PER_SECOND": "2.5",
            "PALTABLE_LOG_LEVEL": "debug",
            "PALTABLE_LOG_FORMAT": "json",
            "PALTABLE_IDLE_SECONDS": "",
            "PATH": "/bin",
        }
    )
    assert (settings.host, settings.port, settings.max_sockets) == ("0.0.0.0", 9000, 5)
    assert settings.database == Path("/srv/paltable/paltable.sqlite3")
    assert settings.web_dir == Path("/srv/page")
    assert settings.origins == ("https://one.example", "https://two.example")
    assert settings.messages_per_second == 2.5
    assert (settings.synchronous, settings.log_level, settings.log_format) == ("FULL", "debug", "json")
    assert settings.idle_seconds == Settings().idle_seconds


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "eighty"),
        ("PORT", "70000"),
        ("PORT", "-1"),
        ("SYNCHRONOUS", "OFF"),
        ("MESSAGES_PER_SECOND", "0"),
        ("MESSAGES_PER_SECOND", "nan"),
        ("KEEP_DAYS", "-3"),
        ("HELLO_SECONDS", "inf"),
        ("MAX_SOCKETS", "0"),
        ("LOG_LEVEL", "loud"),
        ("LOG_FORMAT", "xml"),
    ],
)
def test_a_value_that_cannot_be_names_its_setting(name: str, value: str) -> None:
    with pytest.raises(InvalidSetting, match=f"(?i){name}"):
        Settings.from_environment({f"PALTABLE_{name}": value})


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("linux", {"HOME": "/home/ann"}, "/home/ann/.local/state/paltable"),
        ("linux", {"HOME": "/home/ann", "XDG_STATE_HOME": "/state"}, "/state/paltable"),
        ("darwin", {"HOME": "/Users/ann"}, "/Users/ann/Library/Application Support/Paltable"),
        ("win32", {"USERPROFILE": "/ann"}, "/ann/AppData/Local/Paltable"),
        ("win32", {"LOCALAPPDATA": "/ann/data"}, "/ann/data/Paltable"),
    ],
)
def test_the_state_lives_where_the_platform_keeps_it(platform: str, environment: dict[str, str], folder: str) -> None:
    assert default_state_dir(environment, platform) == Path(folder)


def test_an_address_that_is_taken_says_which() -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CannotListen, match=str(port)):
            listen("127.0.0.1", port)


def test_an_answer_never_waits_for_more() -> None:
    with listen("127.0.0.1", 0) as listener:
        assert listener.proto == socket.IPPROTO_TCP


@pytest.mark.parametrize(("host", "shown"), [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "127.0.0.1"), ("::1", "[::1]")])
def test_the_address_can_be_opened(host: str, shown: str) -> None:
    with listen(host, 0) as listener:
        assert address(listener) == f"http://{shown}:{listener.getsockname()[1]}"

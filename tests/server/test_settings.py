"""Settings: each has one name, and a wrong value says so."""

import socket
from dataclasses import replace
from pathlib import Path

import pytest

from server.listening import CannotListen, address, hold, listen, port_of, reserve
from server.settings import InvalidSetting, Settings, check, default_state_dir


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
            "PALTABLE_REDIS_URL": "redis+sentinel://one:26379,two:26379/tables",
            "PALTABLE_WORKERS": "4",
            "PALTABLE_WORKER_PORT": "9100",
            "PALTABLE_PROXIES": "127.0.0.1, 10.0.0.0/8",
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
    assert settings.redis_url == "redis+sentinel://one:26379,two:26379/tables"
    assert (settings.workers, settings.worker_port) == (4, 9100)
    assert settings.proxies == ("127.0.0.1", "10.0.0.0/8")


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
        ("REDIS_URL", "127.0.0.1:6379"),
        ("REDIS_URL", "http://127.0.0.1:6379"),
        ("REDIS_URL", "redis+sentinel://127.0.0.1"),
        ("WORKERS", "0"),
        ("WORKERS", "2"),
        ("WORKER_PORT", "65536"),
        ("WORKER_PORT", "-1"),
        ("WORKER_PORT", "8000"),
        ("STOP_SECONDS", "0"),
        ("PROXIES", "my-proxy"),
    ],
)
def test_a_value_that_cannot_be_names_its_setting(name: str, value: str) -> None:
    with pytest.raises(InvalidSetting, match=f"(?i){name}"):
        Settings.from_environment({f"PALTABLE_{name}": value})


def test_several_workers_without_a_shared_store_are_refused_with_the_way_out() -> None:
    with pytest.raises(InvalidSetting, match=r"4 workers need a Redis that they share: name it with --redis-url"):
        check(Settings(workers=4))


def test_the_workers_own_ports_leave_the_common_one_alone() -> None:
    fleet = Settings(workers=4, redis_url="redis://127.0.0.1:6379", port=9003, worker_port=9000)
    with pytest.raises(InvalidSetting, match="9003"):
        check(fleet)
    assert check(replace(fleet, port=9004)).worker_port == 9000


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


def test_who_shares_an_address_does_not_take_it_from_others() -> None:
    with reserve("127.0.0.1", 0, shared=True) as holder:
        port = port_of(holder)
        with listen("127.0.0.1", port, shared=True), listen("127.0.0.1", port, shared=True):
            with pytest.raises(CannotListen, match=str(port)):
                listen("127.0.0.1", port)
            for _ in range(20):  # whoever only holds the address gets none of them
                socket.create_connection(("127.0.0.1", port), timeout=5).close()


def test_a_held_address_without_a_listener_refuses_at_once() -> None:
    with reserve("127.0.0.1", 0, shared=True) as holder, pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port_of(holder)), timeout=5)


def test_an_address_that_is_held_for_workers_is_given_to_nobody_else_while_none_of_them_listens() -> None:
    with hold("127.0.0.1", 0) as holder, socket.socket() as other:
        port = port_of(holder)
        listen("127.0.0.1", port, shared=True).close()
        with pytest.raises(OSError, match="in use"):
            other.bind(("127.0.0.1", port))


def test_an_address_where_another_server_listens_is_not_held_beside_it() -> None:
    with listen("127.0.0.1", 0, shared=True) as other, pytest.raises(CannotListen, match=str(port_of(other))):
        hold("127.0.0.1", port_of(other))


def test_an_answer_never_waits_for_more() -> None:
    with listen("127.0.0.1", 0) as listener:
        assert listener.proto == socket.IPPROTO_TCP


@pytest.mark.parametrize(("host", "shown"), [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "127.0.0.1"), ("::1", "[::1]")])
def test_the_address_can_be_opened(host: str, shown: str) -> None:
    with listen(host, 0) as listener:
        assert address(listener) == f"http://{shown}:{listener.getsockname()[1]}"


@pytest.mark.parametrize("name", ["standard_time", "fast_time"])
def test_an_impossible_time_control_is_refused_by_its_name(name: str) -> None:
    with pytest.raises(InvalidSetting, match=f"PALTABLE_{name.upper()} is written BANK"):
        Settings.from_environment({f"PALTABLE_{name.upper()}": "15 minutes"})
    with pytest.raises(InvalidSetting, match=f"PALTABLE_{name.upper()} allows more than 0 seconds"):
        check(replace(Settings(), **{name: "10+0/20"}))  # type: ignore[arg-type]
    assert getattr(Settings.from_environment({f"PALTABLE_{name.upper()}": "600+5/60"}), name) == "600+5/60"

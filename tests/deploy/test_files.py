"""The files of ``deploy/`` fit each other and the program: what one names, the other has."""

import re
from configparser import ConfigParser
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from server.app import GRACE_SECONDS
from server.metrics import Metrics
from server.pulse import Timers
from server.settings import PREFIX, Settings
from tests.cli.programs import ROOT
from tests.redis import redis_server

DEPLOY = ROOT / "deploy"
SETTINGS = {PREFIX + each.name.upper() for each in fields(Settings)}
LONGEST_STOP = Timers().drain + GRACE_SECONDS
"""Seconds that a worker may take to hand its tables over and close its sockets."""


def compose(name: str) -> dict[str, Any]:
    found: dict[str, Any] = YAML(typ="safe").load((DEPLOY / name).read_text(encoding="utf-8"))
    return found


FLEET = compose("compose.yaml")
SERVICES = FLEET["services"]
WORKERS = [service for name, service in SERVICES.items() if name.startswith("worker-")]
HAPROXY = (DEPLOY / "haproxy.cfg").read_text(encoding="utf-8")


def seconds(text: str) -> float:
    assert text.endswith("s"), text
    return float(text.removesuffix("s"))


def test_the_readme_says_what_each_file_is_for() -> None:
    readme = (DEPLOY / "README.md").read_text(encoding="utf-8")
    names = {path.name for path in DEPLOY.iterdir()} - {"README.md"}
    assert {name for name in names if f"`{name}`" in readme} == names


@pytest.mark.parametrize("file", ["compose.yaml", "single.yaml", "paltable.service", "README.md", "../README.md"])
def test_every_setting_that_is_named_is_one(file: str) -> None:
    named = set(re.findall(r"PALTABLE_[A-Z_]+", (DEPLOY / file).read_text(encoding="utf-8")))
    assert named - SETTINGS <= {"PALTABLE_URL"}


def test_every_figure_that_is_named_is_told() -> None:
    named = set(re.findall(r"`(paltable_\w+)`", (DEPLOY / "README.md").read_text(encoding="utf-8")))
    told = set(re.findall(r"^# HELP (\S+) ", Metrics().exposition().decode(), re.M))
    assert len(named) > 10
    assert named <= told


def test_the_workers_are_alike_and_leave_the_network_to_the_proxy() -> None:
    assert len(WORKERS) > 1
    alike = [{key: value for key, value in each.items() if key not in ("build", "pull_policy")} for each in WORKERS]
    assert all(worker == alike[0] for worker in alike)
    assert ["build" in worker for worker in WORKERS] == [True] + [False] * (len(WORKERS) - 1), "one image, built once"
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]


def test_the_proxy_finds_the_workers_where_they_are() -> None:
    (found,) = re.findall(r"^    server-template worker- (\d+) (\w+):(\d+) ", HAPROXY, re.M)
    slots, name, port = found
    (worker, *_) = WORKERS
    assert name in worker["networks"]["tables"]["aliases"]
    assert int(slots) >= len(WORKERS)
    image = dict(re.findall(r"(PALTABLE_[A-Z]+)=(\S+)", (ROOT / "Dockerfile").read_text(encoding="utf-8")))
    assert port == image["PALTABLE_PORT"] == "8000"
    (bound,) = re.findall(r"^    bind :(\d+)$", HAPROXY, re.M)
    assert SERVICES["proxy"]["ports"] == [f"127.0.0.1:8000:{bound}"]


def test_the_proxy_is_believed_and_monitoring_has_a_port_of_its_own() -> None:
    given = WORKERS[0]["environment"]
    assert given["PALTABLE_PROXIES"] == FLEET["networks"]["tables"]["ipam"]["config"][0]["subnet"]
    assert f":{given['PALTABLE_WORKER_PORT']}/readyz" in " ".join(WORKERS[0]["healthcheck"]["test"])
    assert given["PALTABLE_REDIS_URL"] == "redis://redis:6379/0"
    assert set(given) <= SETTINGS
    assert Settings.from_environment(given).redis_url


@pytest.mark.parametrize("service", [*WORKERS, *compose("single.yaml")["services"].values()])
def test_nobody_is_killed_before_the_tables_are_handed_over(service: dict[str, Any]) -> None:
    assert seconds(service["stop_grace_period"]) > LONGEST_STOP


def test_what_is_mounted_is_there_and_named_in_its_command() -> None:
    for name, service in SERVICES.items():
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert (DEPLOY / source).is_file() if source.startswith("./") else source in FLEET["volumes"], name
    assert "/etc/redis.conf" in SERVICES["redis"]["command"]
    assert any(volume.endswith(":/data") for volume in SERVICES["redis"]["volumes"])


def test_what_listens_is_asked_whether_it_does() -> None:
    assert [name for name, service in SERVICES.items() if "healthcheck" not in service] == []


def test_the_two_arrangements_are_two_projects() -> None:
    assert FLEET["name"] != compose("single.yaml")["name"]


@pytest.mark.parametrize("service", SERVICES.values())
def test_a_container_may_change_nothing_but_what_it_is_there_for(service: dict[str, Any]) -> None:
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]


def test_redis_takes_its_configuration_as_it_is_written(tmp_path: Path) -> None:
    written = [line.split(" ", 1) for line in (DEPLOY / "redis.conf").read_text(encoding="utf-8").splitlines()]
    wanted = {words[0]: words[1].strip('"') for words in written if words[0] and words[0] != "#"}
    with redis_server(tmp_path, {"include": str(DEPLOY / "redis.conf")}) as server, server.client as client:
        got: dict[str, str] = client.config_get(*wanted)
    assert got.pop("client-output-buffer-limit").endswith("pubsub 33554432 8388608 60")
    assert got.pop("auto-aof-rewrite-min-size") == str(64 << 20)
    assert got == {name: value for name, value in wanted.items() if name in got}
    assert got.items() >= {"appendonly": "yes", "appendfsync": "everysec", "maxmemory-policy": "noeviction"}.items()


def test_the_unit_waits_until_the_tables_are_handed_over_and_reloads_one_after_another() -> None:
    unit = ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read(DEPLOY / "paltable.service")
    service = unit["Service"]
    assert int(service["TimeoutStopSec"]) > Settings().stop_seconds > LONGEST_STOP
    assert service["KillMode"] == "mixed"
    assert service["ExecReload"] == "/bin/kill -HUP $MAINPID"
    assert service["ExecStart"].endswith("paltable serve")

"""``paltable serve`` as a process: it says where it is, stops quietly, and explains what keeps it from starting."""

import json
import signal
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from server.listening import MAY_SHARE, listen, port_of, reserve
from tests.cli.programs import PALTABLE, ROOT, environment

PATIENCE = 60


@contextmanager
def serving(state_dir: Path, *arguments: str, **more: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """A server that listens, and its address; it is stopped in the end."""
    with subprocess.Popen(
        [*PALTABLE, "serve", *arguments],
        cwd=ROOT, env=environment(state_dir, **more), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        line = process.stdout.readline()
        try:
            assert line.startswith("Paltable is at http://127.0.0.1:"), line
            yield process, line.split()[3]
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(PATIENCE)


def test_it_says_where_it_is_once_it_listens_and_stops_quietly(tmp_path: Path) -> None:
    with serving(tmp_path, "--port", "0") as (process, url):
        with urllib.request.urlopen(f"{url}/healthz", timeout=PATIENCE) as answer:
            assert json.load(answer)["status"] == "ok"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)

        assert (process.returncode, out, err) == (0, "", "")
    assert (tmp_path / "paltable.sqlite3").exists()


def test_a_terminal_that_is_closed_stops_it_in_good_order(tmp_path: Path) -> None:
    with serving(tmp_path, "--port", "0") as (process, _):
        process.send_signal(signal.SIGHUP)
        out, err = process.communicate(timeout=PATIENCE)

        assert (process.returncode, out, err) == (0, "", "")


def test_several_workers_without_a_shared_store_are_refused_with_the_way_out(tmp_path: Path) -> None:
    refused = subprocess.run(
        [*PALTABLE, "serve", "--workers", "4"],
        cwd=ROOT, env=environment(tmp_path), capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert refused.returncode == 2
    assert "4 workers need a Redis that they share: name it with --redis-url" in " ".join(refused.stderr.split())


def test_the_environment_sets_what_the_command_line_does_not(tmp_path: Path) -> None:
    with serving(tmp_path, PALTABLE_PORT="0", PALTABLE_HOST="127.0.0.1") as (_, url):
        assert not url.endswith(":8000")


def refused(state_dir: Path, *arguments: str, **more: str) -> str:
    """What a server says that cannot start."""
    ended = subprocess.run(
        [*PALTABLE, "serve", *arguments],
        cwd=ROOT, env=environment(state_dir, **more), capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert (ended.returncode, ended.stdout) in ((1, ""), (2, ""))
    return ended.stderr


def test_a_port_that_paltable_has_is_told_so(tmp_path: Path) -> None:
    with serving(tmp_path, "--port", "0") as (_, url):
        port = url.rpartition(":")[2]
        assert refused(tmp_path / "other", "--port", port) == (
            f"Error: Cannot listen on 127.0.0.1 port {port}: Address already in use. Paltable is there already. "
            "To have another one, choose another port with --port (make play: with PORT=).\n"
        )


def test_a_port_that_another_program_has_is_told_so_by_the_name_of_its_option(tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = str(port_of(taken))
        why = f"Error: Cannot listen on 127.0.0.1 port {port}: Address already in use. Another program uses this port: "
        assert refused(tmp_path, "--port", port) == f"{why}choose another one with --port (make play: with PORT=).\n"
        assert refused(tmp_path, "--port", "0", PALTABLE_WORKER_PORT=port) == (
            f"{why}choose another one with --worker-port or PALTABLE_WORKER_PORT.\n"
        )


def test_an_address_that_is_not_of_this_machine_is_told_so(tmp_path: Path) -> None:
    told = refused(tmp_path, "--host", "192.0.2.1")
    assert "Choose an address of this machine with --host" in told
    assert "--port" not in told


def test_a_redis_that_cannot_be_is_told_with_both_of_its_names(tmp_path: Path) -> None:
    assert refused(tmp_path, "--redis-url", "redis://127.0.0.1:99999/0") == (
        "Error: The port of a Redis address is between 1 and 65535, not 99999. "
        "It was given by --redis-url or PALTABLE_REDIS_URL.\n"
    )


@pytest.mark.parametrize("workers", ["1", "2"] if MAY_SHARE else ["1"])
def test_a_store_that_cannot_be_reached_is_told_in_the_same_form_however_many_workers_there_are(
    tmp_path: Path, workers: str
) -> None:
    with reserve("127.0.0.1", 0) as silent:
        address = f"127.0.0.1:{port_of(silent)}"
        told = refused(tmp_path, "--port", "0", "--workers", workers, "--redis-url", f"redis://{address}")
    assert told.startswith(f"Error: Redis at {address} cannot be reached: ")
    assert told.splitlines()[0].count(".") >= 4


def test_a_name_that_is_no_setting_is_told_and_does_nothing(tmp_path: Path) -> None:
    with serving(tmp_path, "--port", "0", PALTABLE_LOGLEVEL="debug") as (process, _):
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
        assert err.startswith("Warning: PALTABLE_LOGLEVEL is no setting of this version")


def test_a_state_that_is_in_use_is_explained(tmp_path: Path) -> None:
    with serving(tmp_path, "--port", "0"):
        second = subprocess.run(
            [*PALTABLE, "serve", "--port", "0"],
            cwd=ROOT, env=environment(tmp_path), capture_output=True, text=True, timeout=PATIENCE, check=False,
        )  # fmt: skip

    assert second.returncode == 1
    assert second.stderr == (
        f"Error: {tmp_path}/paltable.sqlite3 is in use by another Paltable, which has to be stopped first. "
        f"The state is kept in {tmp_path}; choose another folder with --state-dir.\n"
    )


def test_two_bots_meet_at_a_table_of_the_server(tmp_path: Path) -> None:
    with serving(tmp_path / "server", "--port", "0") as (_, url):
        host = subprocess.Popen(
            [*PALTABLE, "bot", "--url", url],
            cwd=ROOT, env=environment(tmp_path / "host"), stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert host.stdout is not None
        code = host.stdout.readline().split()[1]
        guest = subprocess.run(
            [*PALTABLE, "bot", "--url", url, "--table", code, "--bot", "random", "--name", "Lamball"],
            cwd=ROOT, env=environment(tmp_path / "guest"), capture_output=True, text=True, timeout=PATIENCE,
            check=False,
        )  # fmt: skip
        rest, _ = host.communicate(timeout=PATIENCE)

    assert (guest.returncode, host.returncode) == (0, 0)
    assert f"Lamball plays Even bot at table {code}." in guest.stdout
    assert guest.stdout.splitlines()[-1] == rest.splitlines()[-1]
    assert " wins: " in rest or "draw" in rest

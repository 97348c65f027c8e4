"""``paltable serve`` as a process: it says where it is, stops quietly, and explains what keeps it from starting."""

import json
import signal
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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


def test_a_port_that_is_taken_is_explained(tmp_path: Path) -> None:
    with serving(tmp_path, "--port", "0") as (_, url):
        port = url.rpartition(":")[2]
        second = subprocess.run(
            [*PALTABLE, "serve", "--port", port],
            cwd=ROOT, env=environment(tmp_path / "other"), capture_output=True, text=True, timeout=PATIENCE,
            check=False,
        )  # fmt: skip

    assert second.returncode == 1
    assert f"Cannot listen on 127.0.0.1 port {port}" in second.stderr
    assert "choose another one with --port" in second.stderr
    assert "Traceback" not in second.stderr


def test_a_state_that_is_in_use_is_explained(tmp_path: Path) -> None:
    with serving(tmp_path, "--port", "0"):
        second = subprocess.run(
            [*PALTABLE, "serve", "--port", "0"],
            cwd=ROOT, env=environment(tmp_path), capture_output=True, text=True, timeout=PATIENCE, check=False,
        )  # fmt: skip

    assert second.returncode == 1
    assert "choose another folder with --state-dir" in second.stderr
    assert "Traceback" not in second.stderr


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
    assert f"Lamball plays Greedy bot at table {code}." in guest.stdout
    assert guest.stdout.splitlines()[-1] == rest.splitlines()[-1]
    assert " wins: " in rest or "draw" in rest

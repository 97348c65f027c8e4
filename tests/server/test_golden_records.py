"""A log is carried on only by those who read its records as they were written."""

import json
from pathlib import Path

import pytest

from server import records
from tests.server import golden


def test_what_stands_in_a_log_changes_only_with_the_number_of_its_format() -> None:
    remedy = "If this change is meant, raise server/records.py VERSION, then run: python -m tests.server.golden"
    assert json.loads(golden.FILE.read_text()) == golden.present(), remedy


def test_golden_records_are_not_written_over_without_a_new_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = tmp_path / "golden_records.json"
    monkeypatch.setattr(golden, "FILE", mine)
    golden.main()
    before = mine.read_text()
    with pytest.raises(SystemExit, match="raise its number first"):
        golden.main()
    monkeypatch.setattr(records, "VERSION", records.VERSION + 1)
    golden.main()
    assert mine.read_text() != before
